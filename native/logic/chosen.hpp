// A path as a person takes it: of all steps on a board, the one that takes the least effort to see,
// and of equal ones one near the step before.
#pragma once

#include <span>
#include <vector>

#include "logic/path.hpp"

namespace pandoku::logic {

// What it takes to see the steps of a finder, in tenths. The caller decides; nothing here knows
// what is hard.
struct Effort {
    int finder;   // a number in finders()
    int least;    // of any of its steps
    int most;     // steps that take more are left out
    int choices;  // how many of its steps are compared, at least 1
    // What is added: for each cell of the pattern beyond `cells`, for each house but the first, and
    // each time that the ways to fill its cages double. A cage that lists none counts as
    // `unlisted`.
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
    std::vector<Effort> efforts;  // in the order in which equal steps are preferred
    SinglesEffort singles;
    bool in_order;          // the first finder that has a step is taken, whatever its steps take
    std::vector<int> near;  // the cells where the person looks at first
};

// As `walk`, but each step is chosen.
bool walk_chosen(Board& board, const Choosing& choosing, OnStep on_step, Poll poll);

}  // namespace pandoku::logic
