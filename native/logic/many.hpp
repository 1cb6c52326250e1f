// The paths of many puzzles of one layout, as counts of steps, or as outlines.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "logic/path.hpp"

namespace pandoku::logic {

enum class End : std::uint8_t { full, stuck, broken };

struct Many {
    const std::uint8_t* givens = nullptr;  // n x cells; 0 for an empty cell
    std::int64_t n = 0;
    const CageLists* cages = nullptr;  // of n puzzles; null if none has any
    std::span<const int> order;        // finders, as in walk
    int threads = 1;
    std::int32_t* counts = nullptr;                    // n x order.size(): steps of each finder
    std::uint8_t* ends = nullptr;                      // n: how each path ended, see end_numbers
    std::array<std::uint8_t, 3> end_numbers{0, 1, 2};  // [End]
    // Of outlines; then `counts` has their firsts. Null to count steps.
    std::span<const Cost> costs = {};
    std::vector<PathStep>* kept = nullptr;  // n
};

// Fills `counts` and `ends`. False if `poll`, called on the calling thread, returned false; then
// the paths that were not walked to their end keep what `ends` had before.
bool walk_many(const Layout& layout, const Many& many, Poll poll);

}  // namespace pandoku::logic
