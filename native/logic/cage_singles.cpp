// The last open cell of a cage, and digits that a cage already has.
#include "logic/cage_steps.hpp"
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

void find_cage_singles(const Board& board, Sink& sink) {
    for (int c = 0; c < board.n_cages() && !sink.done(); ++c) {
        const Cage& cage = board.cages()[c];
        if (cage.operation == '.' || n_open(board, cage) != 1) continue;
        const View& view = board.view(c);
        if (!view.is_listed) continue;
        for (std::size_t p = 0; p < cage.size(); ++p) {
            const int cell = cage.cells[p];
            if (!board.is_open(cell) || !is_single(view.may[p])) continue;
            Step& step = sink.start();
            step.place(cell, lowest(view.may[p]));
            step.mark(cell, "single");
            for (const std::uint16_t other : cage.cells)
                if (other != cell) step.mark(other, "counted");
            cite(board, step, c);
            sink.finish();
        }
    }
}

// Placing a digit removes it from the cell's houses only. A cage that does not repeat digits may
// have cells outside these houses.
void find_cage_repeats(const Board& board, Sink& sink) {
    for (int c = 0; c < board.n_cages() && !sink.done(); ++c) {
        const Cage& cage = board.cages()[c];
        if (cage.repeats) continue;
        for (const std::uint16_t cell : cage.cells) {
            if (board.is_open(cell)) continue;
            Step& step = sink.start();
            for (const std::uint16_t other : cage.cells)
                if (board.has(other, board.digit(cell))) step.eliminate(other, board.digit(cell));
            step.mark(cell, "pattern");
            step.cages.push_back({c});
            sink.finish();
            if (sink.done()) return;
        }
    }
}

constexpr const char* kCageSingleRoles[] = {"single", "counted"};
constexpr const char* kRepeatRoles[] = {"pattern"};

}  // namespace

extern constexpr Finder kCageSingle{"cage-single", find_cage_singles, kCageSingleRoles,
                                    Needs::cages};
extern constexpr Finder kCageRepeat{"cage-repeat", find_cage_repeats, kRepeatRoles, Needs::cages};

}  // namespace pandoku::logic
