// The finders without Python: a board keeps its three views alike, and no finder is ever wrong on
// boards whose candidates hold a full grid.
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "logic/finders.hpp"
#include "logic/path.hpp"

namespace {

namespace logic = pandoku::logic;
using logic::Mask;

int n_failed = 0;

void check(bool claim, const std::string& what) {
    std::printf("%s %s\n", claim ? "ok    " : "FAILED", what.c_str());
    if (!claim) ++n_failed;
}

logic::Layout layout_of(int order, int box_rows, int box_cols, bool diagonals) {
    std::vector<std::vector<int>> houses;
    std::vector<int> kinds;
    for (int kind = 0; kind < (box_rows != 0 ? 3 : 2); ++kind)
        for (int line = 0; line < order; ++line) {
            std::vector<int> house;
            for (int k = 0; k < order; ++k) {
                const int r = kind == 2 ? line / box_rows * box_rows + k / box_cols : line;
                const int c = kind == 2 ? line % box_rows * box_cols + k % box_cols : k;
                house.push_back(kind == 1 ? c * order + r : r * order + c);
            }
            houses.push_back(house);
            kinds.push_back(kind);
        }
    if (diagonals) {
        std::vector<int> falling, rising;
        for (int k = 0; k < order; ++k) falling.push_back(k * (order + 1));
        for (int k = 1; k <= order; ++k) rising.push_back(k * (order - 1));
        houses.push_back(falling);
        houses.push_back(rising);
        kinds.insert(kinds.end(), 2, 3);
    }
    return logic::Layout(order, houses, kinds);
}

struct Case {
    std::vector<std::uint8_t> digits, givens, solution;
    std::vector<Mask> masks;
};

// A full grid by shifting rows; some digits stand, the other cells have the right one and noise.
Case random_case(const logic::Layout& layout, int box_rows, int box_cols, std::mt19937& rng) {
    const int n = layout.order();
    Case made;
    const auto filled = rng() % 3 * 30, density = 10 + rng() % 40;
    for (int cell = 0; cell < n * n; ++cell) {
        const int r = cell / n, c = cell % n;
        const int shift = box_rows != 0 ? r % box_rows * box_cols + r / box_rows : r;
        const auto digit = static_cast<std::uint8_t>((shift + c) % n + 1);
        made.solution.push_back(digit);
        made.digits.push_back(rng() % 100 < filled ? digit : 0);
    }
    made.givens = made.digits;
    for (int cell = 0; cell < n * n; ++cell) {
        Mask mask = 0;
        for (int d = 0; d < n; ++d)
            if (rng() % 100 < density) mask |= logic::bit(d);
        for (const int peer : layout.peers(cell))
            if (made.digits[peer] != 0) mask &= ~logic::bit(made.digits[peer] - 1);
        made.masks.push_back(mask | logic::bit(made.solution[cell] - 1));
    }
    return made;
}

bool is_right(const logic::Step& step, const Case& made) {
    for (const auto [cell, digit] : step.placements)
        if (made.solution[cell] != digit + 1) return false;
    for (const auto [cell, digit] : step.eliminations)
        if (made.solution[cell] == digit + 1 || made.digits[cell] != 0) return false;
    return true;
}

// Whether a finder that can tell its first placement alone tells that of its first step.
bool is_first_alike(const logic::Finder& finder, const logic::Board& board) {
    if (finder.first == nullptr) return true;
    logic::Sink sink(1);
    finder.find(board, sink);
    const auto [cell, digit] = finder.first(board);
    if (sink.n_taken() == 0) return cell < 0;
    return sink.last().placements == std::vector{logic::Step::make(cell, digit)};
}

void check_views(const logic::Board& board, const std::string& what) {
    const logic::Layout& layout = board.layout();
    bool alike = true;
    for (int house = 0; house < layout.n_houses(); ++house)
        for (int digit = 0; digit < board.order(); ++digit)
            for (int p = 0; p < board.order(); ++p) {
                const int cell = layout.cells(house)[p];
                const bool there = board.has(cell, digit);
                alike &= there == ((board.where(house, digit) & logic::bit(p)) != 0);
                alike &= there == board.cells_with(digit).has(cell);
            }
    check(alike, what + ": cells, houses and digits tell the same");
}

void run(int order, int box_rows, int box_cols, int n_boards) {
    const std::string what = "order " + std::to_string(order);
    const logic::Layout layout = layout_of(order, box_rows, box_cols, false);
    std::mt19937 rng(static_cast<unsigned>(order));
    logic::Board board(layout);
    std::size_t n_steps = 0, n_wrong = 0, n_other = 0;
    for (int i = 0; i < n_boards; ++i) {
        const Case made = random_case(layout, box_rows, box_cols, rng);
        board.reset(made.digits.data(), made.masks.data(), made.givens.data());
        for (const logic::Finder& finder : logic::finders()) {
            if (finder.needs_unique) continue;
            logic::Sink all(1000), first(1);
            finder.find(board, all);
            finder.find(board, first);
            for (const auto& step : all.steps()) n_wrong += !is_right(step, made);
            n_steps += all.n_taken();
            n_other += !is_first_alike(finder, board);
            if (all.n_taken() != 0)
                n_other += first.n_taken() != 1 || first.last().eliminations != all.steps()[0].eliminations;
        }
        std::vector<int> order_of_all;
        for (int f = 0; f < static_cast<int>(logic::finders().size()); ++f)
            if (!logic::finders()[static_cast<std::size_t>(f)].needs_unique) order_of_all.push_back(f);
        std::size_t n_walked = 0;
        logic::walk(board, order_of_all, [&](int, const logic::Step& step) {
            n_wrong += !is_right(step, made);
            return ++n_walked < 2000;
        }, {});
        if (i == 0) check_views(board, what);
    }
    check(n_steps > 0 && n_wrong == 0, what + ": " + std::to_string(n_steps) + " steps are right");
    check(n_other == 0, what + ": the first step is the first of all");
}

}  // namespace

int main() {
    run(4, 2, 2, 60);
    run(6, 2, 3, 40);
    run(7, 0, 0, 30);
    run(9, 3, 3, 40);
    run(16, 4, 4, 2);
    check(!layout_of(5, 0, 0, true).sees(0, 7) && layout_of(5, 0, 0, true).sees(0, 24),
          "a diagonal is a house like any other");
    return n_failed == 0 ? 0 : 1;
}
