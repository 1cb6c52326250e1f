#include "logic/path.hpp"

#include <algorithm>

#include "grid/arithmetic.hpp"

namespace pandoku::logic {

void apply(Board& board, const Step& step) {
    for (const auto [cell, digit] : step.eliminations) board.eliminate(cell, digit);
    for (const auto [cell, digit] : step.placements)
        if (board.is_open(cell)) board.place(cell, digit);
}

bool walk(Board& board, std::span<const int> order, OnStep on_step, Poll poll) {
    Sink sink(1, poll);
    while (board.n_open() > 0 && !board.is_broken()) {
        bool has_step = false;
        for (const int number : order) {
            sink.reopen();
            if (sink.is_over()) return false;
            run(*finders()[static_cast<std::size_t>(number)], board, sink);
            if (sink.was_stopped()) return false;
            if ((has_step = sink.n_taken() > 0)) {
                if (!on_step(number, sink.last())) return true;
                apply(board, sink.last());
                break;
            }
        }
        if (!has_step) break;
    }
    return true;
}

namespace {

// Takes the first step of the finder, if there is one. The step stays in the sink.
bool take_first(Board& board, const Finder& finder, Sink& sink) {
    sink.reopen();
    run(finder, board, sink);
    if (sink.was_stopped() || sink.n_taken() == 0) return false;
    apply(board, sink.last());
    return true;
}

// The same without a step in the sink: most steps of a path are singles, which can be placed
// without filling a step.
bool take_first_untold(Board& board, const Finder& finder, Sink& sink) {
    if (finder.first == nullptr) return take_first(board, finder, sink);
    const Placement found = finder.first(board);
    if (found.cell >= 0) board.place(found.cell, found.digit);
    return found.cell >= 0;
}

bool is_met(const Cage& cage, const Board& board) {
    const Goal goal{cage.operation, cage.target, board.order()};
    Partial before = nothing_of(goal);
    Mask digits = 0;
    for (std::size_t i = 0; i + 1 < cage.size(); ++i) {
        const int digit = board.digit(cage.cells[i]);
        if (!cage.repeats && (digits & bit(digit)) != 0) return false;
        digits |= bit(digit);
        before = with(before, digit);
    }
    const Mask last = bit(board.digit(cage.cells.back()));
    return (closing(goal, before) & last) != 0 && (cage.repeats || (digits & last) == 0);
}

}  // namespace

bool count_steps(Board& board, std::span<const int> order, Sink& sink, std::int32_t* counts) {
    const std::span<const Finder* const> all = finders();
    std::size_t i = 0;
    while (i < order.size() && board.n_open() > 0 && !board.is_broken()) {
        const Finder& finder = *all[static_cast<std::size_t>(order[i])];
        const bool has_step = take_first_untold(board, finder, sink);
        if (sink.was_stopped()) return false;
        counts[i] += has_step;
        i = has_step ? 0 : i + 1;
    }
    return true;
}

bool outline_steps(Board& board, std::span<const int> order, Sink& sink, Outline& outline) {
    const std::span<const Finder* const> all = finders();
    std::int32_t number = 1;
    double least = 0;  // lower bound of the cost of the hardest step
    std::size_t i = 0;
    while (i < order.size() && board.n_open() > 0 && !board.is_broken()) {
        const Finder& finder = *all[static_cast<std::size_t>(order[i])];
        const Cost& cost = outline.costs[i];
        const bool is_kept = cost.least != cost.most && cost.most >= least;
        sink.tell(is_kept);
        const bool has_step =
            is_kept ? take_first(board, finder, sink) : take_first_untold(board, finder, sink);
        if (sink.was_stopped()) return false;
        if (!has_step) {
            ++i;
            continue;
        }
        if (is_kept) outline.kept.push_back({number, i, sink.last()});
        if (outline.firsts[i] == 0) outline.firsts[i] = number;
        least = std::max(least, cost.least);
        ++number, i = 0;
    }
    std::erase_if(outline.kept,
                  [&](const PathStep& kept) { return outline.costs[kept.at].most < least; });
    return true;
}

bool is_solved(const Board& board) {
    const Layout& layout = board.layout();
    for (int house = 0; house < layout.n_houses(); ++house) {
        Mask digits = 0;
        for (const int cell : layout.cells(house)) digits |= bit(board.digit(cell));
        if (digits != layout.all_digits()) return false;
    }
    for (int cage = 0; cage < board.n_cages(); ++cage)
        if (!is_met(board.cages()[cage], board)) return false;
    if (&board.sight() == &layout.house_sight()) return true;
    for (int cell = 0; cell < layout.n_cells(); ++cell) {
        bool is_seen = false;
        board.sight().of(cell).each(
            [&](int peer) { is_seen |= board.digit(peer) == board.digit(cell); });
        if (is_seen) return false;
    }
    return true;
}

}  // namespace pandoku::logic
