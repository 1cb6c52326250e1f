// A finder: it looks at a board and hands its steps to a sink, in a fixed order, every one of them
// if the sink goes on taking. It believes candidates and houses, nothing else.
//
// The file of a finder ends with its rows. `finders.inl` puts the rows in the order of search.
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

// A search with parameters, as a row wants it.
template <auto find, auto... what>
void with(const Board& board, Sink& sink) {
    find(board, sink, what...);
}

}  // namespace pandoku::logic
