// Redundant clues of the cages of a proper puzzle. A cage that loses its clue disappears, unless
// its digits may not repeat: then they still differ.
#pragma once

#include <cstdint>

#include "grid/cage_lists.hpp"
#include "grid/function_ref.hpp"
#include "grid/layout.hpp"
#include "grid/mask.hpp"

namespace pandoku::generate {

// The result for a clue: it stays, it goes, or the proof took too long.
enum Fate : std::uint8_t { kStays, kGoes, kUnknown };

struct ClueBatch {
    const CageLists* cages = nullptr;     // of proper puzzles
    const Mask* masks = nullptr;          // [n][n_cells]
    const std::uint64_t* keys = nullptr;  // [n]; null: stop at the first clue that can go
    std::int64_t n_columns = 0;
    std::uint8_t* fates = nullptr;  // [n][n_columns]: the Fate of each cage's clue
    std::int64_t node_budget = 0;   // of each proof; 0 for no bound
    int threads = 1;
};

// Drops the clues of each puzzle, in an order drawn from its key, as long as its solution remains
// unique. The result is minimal. The search ends at a clue whose proof takes too long. Returns
// false if `poll` returned false.
bool drop_clues(const Layout& layout, const ClueBatch& batch, Poll poll);

}  // namespace pandoku::generate
