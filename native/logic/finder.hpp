// A finder looks at a board and hands its steps to a sink, in a fixed order: all of them, or as
// many as the sink takes. It relies on candidates, houses and cages only.
//
// A finder's file ends with its rows of the table. Rows are `extern constexpr`, so that
// `finders.cpp` can refer to them without a header that declares all of them. `finders.inl` lists
// the rows.
#pragma once

#include <span>

#include "logic/board.hpp"
#include "logic/sink.hpp"

namespace pandoku::logic {

// A single as a cell and its digit, for paths whose steps are only counted. The cell -1 means that
// there is no single.
struct Placement {
    int cell = -1, digit = 0;
};

// The assumptions of a finder: nothing, that the puzzle has exactly one solution, or that it has
// cages.
enum class Needs { nothing, one_solution, cages };

struct Finder {
    const char* name;  // the name of its technique
    void (*find)(const Board&, Sink&);
    // The roles of the cells and candidates that its steps mark, including those of steps in a
    // branch.
    std::span<const char* const> roles;
    Needs needs = Needs::nothing;
    // Returns the placement of the first step. Null unless each step is a single placement.
    Placement (*first)(const Board&) = nullptr;
};

// Examines a place. Skips it if the last search there found nothing, and is_same(time) returns true
// because nothing has changed since then.
template <class IsSame, class Look>
void look_unless_idle(const Board& board, Sink& sink, Idle::Look& last, IsSame is_same, Look look) {
    if (last.end != 0 && is_same(last.end)) {
        sink.done(last.n_looks);
        return;
    }
    const std::size_t n_taken = sink.n_taken(), n_looks = sink.n_looks();
    look();
    const bool is_idle = sink.n_taken() == n_taken && !sink.done(0);
    last = is_idle ? Idle::Look{board.time() + 1, sink.n_looks() - n_looks} : Idle::Look{};
}

// Turns a search with parameters into the plain function that a row needs.
template <auto find, auto... what>
void with(const Board& board, Sink& sink) {
    find(board, sink, what...);
}

}  // namespace pandoku::logic
