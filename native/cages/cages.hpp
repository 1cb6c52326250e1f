// Searching puzzles with cages: strong propagation, then guessing (see search.cpp).
//
// Trusts its caller: sizes, cells and masks are in range. Re-entrant, holds no globals, never
// prints. Throws std::bad_alloc only.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "grid/cage_lists.hpp"
#include "grid/layout.hpp"

namespace pandoku::cages {

// Puzzles of one layout. Masks are [n_puzzles][n_cells] candidates.
struct Batch {
    const CageLists* cages = nullptr;
    const Mask* masks = nullptr;

    std::int64_t limit = 2;        // stop a puzzle after this many solutions, at least 1
    std::int64_t node_budget = 0;  // guesses a puzzle may take; 0: no bound
    double seconds = 0;            // a puzzle may take; 0: no bound
    std::int64_t keep = 1;         // solutions stored for each puzzle
    int threads = 1;
    // Not to count solutions but to find every candidate that some solution has.
    bool true_candidates = false;
};

enum class Stopped : std::uint8_t { no, limit, nodes, seconds, interrupted };

struct Result {
    std::int64_t count = 0, nodes = 0, propagations = 0;
    Stopped stopped = Stopped::no;
    double seconds = 0;
    std::vector<std::uint8_t> solutions;    // [min(count, keep)][n_cells]
    std::vector<std::uint64_t> candidates;  // [n_cells], of a search for them that was not stopped
};

// Search all puzzles of a batch; results[i] belongs to puzzle i. `keep_going` is called every
// 20 ms or so on the calling thread; when it returns false the search stops, and so does this
// function, with false.
bool solve(const Layout& layout, const Batch& batch, std::vector<Result>& results,
           const std::function<bool()>& keep_going);

}  // namespace pandoku::cages
