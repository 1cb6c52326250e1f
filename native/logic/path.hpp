// Walking a path: the first step of the first finder that has one is taken, repeatedly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/finders.hpp"

namespace pandoku::logic {

// Called with each step before it is taken. False ends the walk.
using OnStep = FunctionRef<bool(int finder, const Step&)>;

void apply(Board& board, const Step& step);

// Takes steps until no finder of `order` (numbers in finders()) has any, the grid is full, a cell
// has no candidate left, or `on_step` or `poll` returns false. The result is false only if `poll`
// ended the walk.
bool walk(Board& board, std::span<const int> order, OnStep on_step, Poll poll);

// Walks the same path but only counts: counts[i] grows by the number of steps of finder order[i].
// The sink must have the limit 1; it can be reused for the next path. False if its poll ended the
// walk.
bool count_steps(Board& board, std::span<const int> order, Sink& sink, std::int32_t* counts);

// A step in a path.
struct PathStep {
    std::int32_t number;  // from 1
    std::size_t at;       // index of its finder in the order
    Step step;
};

// The cost of a finder's steps, at least `least` and at most `most`.
struct Cost {
    double least, most;
};

// The data about a path that determine its hardest step. firsts[i] becomes the number of the first
// step of finder order[i], from 1. If the cost of a finder's steps varies, its steps are kept with
// their facts, except steps that certainly cost less than another step.
struct Outline {
    std::span<const Cost> costs;  // [i]
    std::int32_t* firsts;         // [i]: zeros
    std::vector<PathStep> kept = {};
};

// Walks the same path with an outline of it. The sink and the result are those of count_steps.
bool outline_steps(Board& board, std::span<const int> order, Sink& sink, Outline& outline);

// Whether a full board obeys the houses and the cages. Steps of a puzzle without a solution may
// fill the grid with digits that do not.
bool is_solved(const Board& board);

}  // namespace pandoku::logic
