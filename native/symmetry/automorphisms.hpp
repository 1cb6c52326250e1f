// The number of symmetries that leave a puzzle unchanged: the number that a search finds, times the
// number of swaps that the search leaves out.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace pandoku::symmetry {

constexpr std::int64_t kMostCounted = std::numeric_limits<std::int64_t>::max();

// The number of maps of a puzzle, times the number of orders of its identical lines. `each_twins`
// are lists. For each row (or band), they have the identical rows (or bands) with lower numbers, as
// bits. So k identical lines have 0, 1, ..., k-1 bits. A product above kMostCounted counts as
// kMostCounted.
template <class... Twins>
std::int64_t n_automorphisms(std::size_t n_maps, const Twins&... each_twins) {
    auto n = static_cast<std::int64_t>(n_maps);
    const auto multiply = [&](const auto& twins) {
        for (const auto lower : twins) {
            const std::int64_t factor = 1 + std::popcount(lower);
            n = n > kMostCounted / factor ? kMostCounted : n * factor;
        }
    };
    (multiply(each_twins), ...);
    return n;
}

}  // namespace pandoku::symmetry
