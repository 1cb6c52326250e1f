// Conversion of a hint of the reference into a step with the facts that prove it.
#pragma once

#include "logic/step.hpp"
#include "rating/advanced.hpp"
#include "rating/chain_hint.hpp"
#include "rating/work.hpp"

namespace pandoku::rating {

// The grid is the grid before the hint. Houses are numbered as in Layout: rows, columns, boxes.
logic::Step step_of(const Grid& grid, const Hint& hint);

// The step of a chain. `level`: of a dynamic chain, otherwise -1.
logic::Step step_of(const Grid& grid, const ChainHint& hint, int level, Work& work);

}  // namespace pandoku::rating
