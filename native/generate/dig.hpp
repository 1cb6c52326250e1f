// Removal of givens as long as the solution stays unique.
#pragma once

#include <cstdint>

#include "grid/function_ref.hpp"
#include "lanes/lanes.hpp"

namespace pandoku::generate {

// One puzzle for each key. The result only depends on the key, the puzzle and the options. A group
// of cells is removed if the solution is still unique without it, in an order drawn from the key.
struct Dig {
    const lanes::Plan* plan = nullptr;
    std::int64_t n = 0;
    const std::uint8_t* puzzles = nullptr;    // [n][cells] full grids, or with fewer givens
    const std::uint8_t* solutions = nullptr;  // [n][cells]
    const std::uint64_t* keys = nullptr;      // [n]
    // [cells] cells with equal numbers are removed together; or null.
    const std::uint16_t* groups = nullptr;
    const std::uint8_t* keep = nullptr;  // [cells] nonzero: stays, or null
    // If positive, this many givens are removed first, and random givens are added until the
    // solution is unique again. Then `solutions` is not read.
    int less = 0;
    // The number of further puzzles to make from each puzzle by exchanging givens. Not allowed with
    // groups, with cells to keep or with a minimum number of givens.
    int exchanges = 0;
    const std::uint16_t* least = nullptr;  // [n] no fewer givens than this
    int threads = 1;
    // [n][1 + exchanges][cells], zeroed by the caller. Stays zero for a puzzle that is not proper
    // or does not have the solution in `solutions`.
    std::uint8_t* out = nullptr;
};

// Returns false if `poll` stopped the search.
bool dig(const Dig& task, Poll poll);

}  // namespace pandoku::generate
