// A path as a person takes it: of all steps on a board, the one that takes the least effort to see,
// and of equal ones one near the step before.
#pragma once

#include <span>
#include <vector>

#include "logic/path.hpp"

namespace pandoku::logic {

// The effort of seeing the steps of a finder, in tenths. The caller decides, as nothing here
// depends on difficulty.
struct Effort {
    int finder;   // a number in finders()
    int least;    // of any of its steps
    int most;     // steps that take more are left out
    int choices;  // the number of its steps to compare, at least 1
    // Added efforts: for each cell of the pattern beyond `cells`, for each house after the first,
    // and each time the number of ways to fill its cages doubles. A cage that does not list its
    // ways counts as `unlisted`.
    int cells, per_cell, per_house, per_doubling, unlisted;
    int per_length;  // each time that a chain, or its branches together, are twice as long
};

// What singles take, by what shows them: a box, another house, or a cell.
struct SinglesEffort {
    int few;        // at most so many empty cells of a house are taken in at a glance
    int glance[3];  // the digits on the grid show it, where few cells are empty
    int shown[3];   // the digits on the grid show it
    int noted[3];   // candidates were eliminated before
};

struct Choosing {
    std::vector<Effort> efforts;  // in order of preference among equal steps
    SinglesEffort singles;
    bool in_order;          // the first finder that has a step is taken, whatever its steps take
    std::vector<int> near;  // the cells where the person looks at first
};

// As `walk`, but each step is chosen.
bool walk_chosen(Board& board, const Choosing& choosing, OnStep on_step, Poll poll);

}  // namespace pandoku::logic
