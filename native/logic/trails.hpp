// The paths of many puzzles of one layout, step by step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/chosen.hpp"
#include "logic/starts.hpp"

namespace pandoku::logic {

// The changes by the steps of a path, without the facts that prove them.
struct Trail {
    std::vector<std::int16_t> finders;       // of each step: a number in finders()
    std::vector<std::int16_t> houses;        // of each step: the first house of its facts, or -1
    std::vector<std::int32_t> placed, gone;  // the number of candidates of each step
    std::vector<Candidate> placements, eliminations;  // of all steps, in order
    std::vector<Step> told;                           // the complete steps of requested finders
};

struct Trails : Puzzles {
    std::span<const int> order;          // finders, as in walk
    const Choosing* choosing = nullptr;  // the rule for choosing steps, as in walk_chosen, or null
    std::vector<bool> is_told;           // [finder]: whether its steps are kept with their facts
    Trail* trails = nullptr;             // n, empty
};

// Fills `trails` and `ends`. Returns false if `poll`, called on the calling thread, returned false.
// Then incomplete paths have the steps found so far, and their values in `ends` do not change.
bool walk_trails(const Layout& layout, const Trails& all, Poll poll);

}  // namespace pandoku::logic
