// Almost locked sets: n cells of a house with n + 1 digits between them. Take one digit away, and
// the rest is locked in.
#pragma once

#include <vector>

#include "logic/board.hpp"

namespace pandoku::logic {

// How many cells of a house are looked at as a set: larger ones are for no one to see, and there
// are too many to look at.
inline int most_set(int order) { return order <= 9 ? 8 : order <= 16 ? 4 : 3; }

struct Als {
    int house;  // the first that holds all its cells
    std::vector<int> cells;
    CellSet set;
    Mask digits;
    std::vector<CellSet> with, sight;  // by digit: its cells that have it, and what sees all these

    // Whether the digit can be in one of the two sets only.
    bool is_restricted(const Als& other, int digit) const {
        return other.with[digit].is_within(sight[digit]);
    }
};

// Every almost locked set of the board, in the order of houses; cells come once.
std::vector<Als> almost_locked_sets(const Board& board);

}  // namespace pandoku::logic
