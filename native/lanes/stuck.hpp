// Puzzles on which the lanes get stuck: these are handed over to a search that learns.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lanes/lanes.hpp"

namespace pandoku::lanes {

struct Stuck {
    std::vector<std::uint8_t> puzzles;  // [n] 1 for those that are stuck; empty if none can be
    std::vector<double> seconds;        // [n] time spent so far, to a few ms; empty without a bound
};

// Searches the stuck puzzles of a batch anew, which adds to their guesses. Returns false when
// `keep_going` returned false.
bool search_stuck(const Plan& plan, const Batch& batch, const Stuck& stuck,
                  const std::function<bool()>& keep_going);

}  // namespace pandoku::lanes
