// Taking givens away for as long as the solution stays unique.
#pragma once

#include <cstdint>

#include "grid/function_ref.hpp"
#include "lanes/lanes.hpp"

namespace pandoku::generate {

// One puzzle for each key. The result follows from the key, the puzzle and the options alone. A
// group of cells is removed if the solution is still unique without it, in an order drawn from the
// key.
struct Dig {
    const lanes::Plan* plan = nullptr;
    std::int64_t n = 0;
    const std::uint8_t* puzzles = nullptr;    // [n][cells] full grids, or with fewer givens
    const std::uint8_t* solutions = nullptr;  // [n][cells]
    const std::uint64_t* keys = nullptr;      // [n]
    const std::uint16_t* groups = nullptr;  // [cells] cells with equal numbers go together, or null
    const std::uint8_t* keep = nullptr;     // [cells] nonzero: stays, or null
    // If positive, this many givens go first, and random ones are added until the solution is
    // unique again; `solutions` is not read.
    int less = 0;
    // This many further puzzles are made from each, by exchanging a given again and again. Not with
    // groups, cells to keep or a least number.
    int exchanges = 0;
    const std::uint16_t* least = nullptr;  // [n] no fewer givens than this
    int threads = 1;
    std::uint8_t* out = nullptr;  // [n][1 + exchanges][cells], zeroed; stays zero without a result
                                  // solution, or not the only one
};

// False if `poll` stopped it.
bool dig(const Dig& task, Poll poll);

}  // namespace pandoku::generate
