// Puzzles where the lanes get stuck, which are handed over to a search that learns.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lanes/lanes.hpp"

namespace pandoku::lanes {

struct Stuck {
    std::vector<std::uint8_t>
        puzzles;                  // [n] 1 for stuck puzzles, or empty if patience has no bound
    std::vector<double> seconds;  // [n] time spent so far, to a few ms, or empty without a bound
};

// Searches the stuck puzzles of a batch from scratch, and adds the guesses to those of the lanes.
// Returns false when `keep_going` returned false.
bool search_stuck(const Plan& plan, const Batch& batch, const Stuck& stuck,
                  const std::function<bool()>& keep_going);

}  // namespace pandoku::lanes
