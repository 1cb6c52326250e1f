// Many puzzles with cages at a time, each made from its own key.
#pragma once

#include <cstdint>

#include "generate/cage_wishes.hpp"
#include "grid/function_ref.hpp"
#include "grid/layout.hpp"

namespace pandoku::generate {

// The cages of each puzzle are numbered from 0 in reading order of their first cells.
struct CageBatch {
    std::int64_t n = 0;
    const std::uint64_t* keys = nullptr;      // [n]
    const std::uint8_t* solutions = nullptr;  // [n][n_cells], digits 1 .. order
    const std::uint8_t* givens = nullptr;     // [n][n_cells], 0 for an empty cell
    int threads = 1;

    std::uint16_t* n_cages = nullptr;    // [n]; 0 where the bounded search found no puzzle
    std::uint16_t* cage_of = nullptr;    // [n][n_cells]
    std::uint8_t* operations = nullptr;  // [n][n_cells]: of each cage, as in CageLists
    std::int64_t* targets = nullptr;     // [n][n_cells]: of each cage
};

// False if `poll` returned false.
bool make_cages(const Layout& layout, const CageWishes& wishes, const CageBatch& batch, Poll poll);

}  // namespace pandoku::generate
