// Walking: the first step of the first finder that has one, taken, again and again.
#pragma once

#include <cstdint>
#include <span>

#include "logic/finders.hpp"

namespace pandoku::logic {

// What is left to a walker after each step; false ends the walk.
using OnStep = FunctionRef<bool(int finder, const Step&)>;

void apply(Board& board, const Step& step);

// Takes steps until no finder of `order` (numbers in finders()) has any, the grid is full, a cell
// has no candidate left, or `on_step` or `poll` says to end. False when `poll` did.
bool walk(Board& board, std::span<const int> order, OnStep on_step, Poll poll);

// The same path, of which only counts[i] is told: how many steps the finder order[i] has. The sink
// takes one step at a time; it may be used again for the next path.
bool count_steps(Board& board, std::span<const int> order, Sink& sink, std::int32_t* counts);

}  // namespace pandoku::logic
