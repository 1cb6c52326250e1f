// A finder looks at a board and hands its steps to a sink, in a fixed order: all of them, or as
// many as the sink takes. It relies on candidates, houses and cages only.
//
// A finder's file ends with its rows of the table. Rows are `extern constexpr` so that
// `finders.cpp` can point to them without a header that names them all; `finders.inl` lists them.
#pragma once

#include <span>

#include "logic/board.hpp"
#include "logic/sink.hpp"

namespace pandoku::logic {

// Where steps are only counted, a single is a cell and its digit; cell -1: there is none.
struct Placement {
    int cell = -1, digit = 0;
};

// What a finder takes for granted: that the puzzle has one solution, or that it has cages, without
// which there is no step.
enum class Needs { nothing, one_solution, cages };

struct Finder {
    const char* name;  // of its technique
    void (*find)(const Board&, Sink&);
    // Of the cells and candidates that its steps mark, those of steps in a branch among them.
    std::span<const char* const> roles;
    Needs needs = Needs::nothing;
    // The placement of the first step, where a placement is all there is to a step.
    Placement (*first)(const Board&) = nullptr;
};

// Makes a search with parameters the plain function that a row has.
template <auto find, auto... what>
void with(const Board& board, Sink& sink) {
    find(board, sink, what...);
}

}  // namespace pandoku::logic
