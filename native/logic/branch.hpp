// The steps inside the branches of forcing chains. Each step marks its reasons: "off" candidates of
// the board, which earlier steps have made false.
#pragma once

#include "logic/step.hpp"

namespace pandoku::logic {

Step assumption(Candidate candidate);
// A placement: the only candidate left in its cell or, if there is a house, the only place left for
// its digit.
Step single_in_branch(const Board& board, Candidate candidate, int house = -1);

// Marks a contradiction: a cell that has no candidate left, or a house that has no place for a
// digit.
void mark_bare_cell(const Board& board, int cell, Step& step);
void mark_bare_house(const Board& board, int house, int digit, Step& step);

}  // namespace pandoku::logic
