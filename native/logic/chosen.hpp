// A path as a person would take it. Of all steps on a board, it takes the step that is seen with
// the least effort. If efforts are equal, it takes a step near the previous step.
#pragma once

#include <span>
#include <vector>

#include "logic/path.hpp"

namespace pandoku::logic {

// The effort of seeing the steps of a finder, in tenths. The caller chooses the numbers, because
// nothing here depends on difficulty.
struct Effort {
    int finder;   // a number in finders()
    int least;    // minimum effort of its steps
    int most;     // steps with more effort are left out
    int choices;  // the number of its steps to compare, at least 1
    // Efforts that are added: for each cell of the pattern in excess of `cells`, for each house
    // after the first, and for each doubling of the number of ways to fill its cages. A cage that
    // does not list its ways counts as `unlisted` ways.
    int cells, per_cell, per_house, per_doubling, unlisted;
    int per_length;  // for each doubling of the length of a chain or of all branches together
    int rating;      // the least rating of its steps, in tenths
    // An easier finder whose step for the same cage is a part of the same thought, or -1. A path
    // joins the two steps if it contains a step of at least the rating above, so that joining them
    // does not make the path harder.
    int joins;
};

// The effort of singles, for singles in a box, in another house, and in a cell.
struct SinglesEffort {
    int few;        // maximum number of empty cells in a house that a person takes in at a glance
    int glance[3];  // the digits on the grid prove it, in a house with few empty cells
    int shown[3];   // the digits on the grid prove it, in any other house
    int noted[3];   // it can only be proved by earlier eliminations
};

struct Choosing {
    std::vector<Effort> efforts;  // in order of preference among equal steps
    SinglesEffort singles;
    bool in_order;          // use the first finder that has a step, whatever the effort
    std::vector<int> near;  // the cells where the person looks at first
    int reached = 0;        // the rating of the hardest earlier step, in tenths
};

// The same as `walk`, but each step is chosen by its effort. Chains with the same aim that follow
// each other are one step (Step::parts), and so are two steps for one cage (Effort::joins). When
// `on_step` is called, the board already has the step.
bool walk_chosen(Board& board, const Choosing& choosing, OnStep on_step, Poll poll);

}  // namespace pandoku::logic
