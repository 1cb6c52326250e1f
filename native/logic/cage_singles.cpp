// The last open cell of a cage.
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

constexpr const char* kCageSingleRoles[] = {"single", "counted"};

}  // namespace

extern constexpr Finder kCageSingle{"cage-single", find_cage_singles, kCageSingleRoles,
                                    Needs::cages};

}  // namespace pandoku::logic
