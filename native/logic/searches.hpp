// The paths of many puzzles of one layout, as numbers that their effort depends on. The caller has
// the cost of each technique.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/chosen.hpp"
#include "logic/starts.hpp"

namespace pandoku::logic {

// The properties of each step of a path that its effort depends on.
struct Search {
    std::vector<std::int16_t> finders;  // a number in finders()
    std::vector<std::uint8_t> in_box;   // 1 if the facts have a box or a region
    std::vector<std::int32_t> lengths;  // see n_between
    // On the board before the step:
    std::vector<std::int16_t> n_empty;
    std::vector<std::int16_t> n_ways;  // see n_ways_onward
};

struct Searches : Puzzles {
    const Choosing* choosing;  // the rule for choosing steps, as in walk_chosen
    Search* searches;          // n, empty
};

// The number of nodes between the ends of a step's chain, or 0 without a chain. Of joined chains,
// the longest counts. `finder` is a number in finders().
std::int32_t n_between(int finder, const Step& step);

// The number of empty cells that hidden singles fill. Without hidden singles, the cells with one
// candidate count. The result is at least 1.
int n_ways_onward(const Board& board);

// The same without a board. digits: 0 for an empty cell. masks: the candidates of each cell, one
// bit for a filled cell.
int n_ways_onward(const Layout& layout, const std::uint8_t* digits, const Mask* masks);

// Fills `searches` and `ends`. Returns false if `poll`, called on the calling thread, returned
// false. Then incomplete paths have the steps found so far, and their values in `ends` do not
// change.
bool walk_searches(const Layout& layout, const Searches& all, Poll poll);

}  // namespace pandoku::logic
