// The paths of many puzzles of one layout, as counts of steps, or as outlines.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/path.hpp"
#include "logic/starts.hpp"

namespace pandoku::logic {

struct Many : Puzzles {
    std::span<const int> order;      // finders, as in walk
    std::int32_t* counts = nullptr;  // n x order.size(): number of steps of each finder
    // For outlines, whose first steps are in `counts`. Null to count steps.
    std::span<const Cost> costs = {};
    std::vector<PathStep>* kept = nullptr;  // n
};

// Fills `counts` and `ends`. Returns false if `poll`, called on the calling thread, returned false.
// In that case, unfinished paths keep their earlier value in `ends`.
bool walk_many(const Layout& layout, const Many& many, Poll poll);

}  // namespace pandoku::logic
