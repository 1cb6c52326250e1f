// Searching puzzles with cages: strong propagation, then guessing (see search.cpp). Nothing is
// validated here: the caller guarantees that sizes, cells and masks are in range. Re-entrant,
// without globals or output. Throws only std::bad_alloc and verify::WrongSolution. The latter means
// that a solution failed the check, which shares no code with the search.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "grid/cage_lists.hpp"
#include "grid/layout.hpp"
#include "grid/relation_lists.hpp"

namespace pandoku::cages {

// Puzzles of one layout. Masks are [n_puzzles][n_cells] candidates.
struct Batch {
    const CageLists* cages = nullptr;
    const RelationLists* relations = nullptr;  // additional rules, or null
    const Mask* masks = nullptr;
    // Digits 1 .. order, [n_puzzles][n_cells]. Guesses try these digits first if they are still
    // possible, so the search finds solutions close to them. Null means the lower digits first.
    const std::uint8_t* first_digits = nullptr;

    // The search of a puzzle stops after this many solutions, at least 1.
    std::int64_t limit = 2;
    std::int64_t node_budget = 0;  // maximum number of guesses for each puzzle, or 0 for no bound
    double seconds = 0;            // maximum time for each puzzle, or 0 for no bound
    // A search continues by learning from its conflicts once it has made more guesses than this
    // number times (solutions found + 1). 0 means that it never does, and -1 that the number
    // depends on the rules of the puzzle.
    std::int64_t patience = -1;
    std::int64_t keep = 1;  // maximum number of solutions to store for each puzzle
    int threads = 1;
    // Find every candidate that some solution has, instead of counting solutions.
    bool true_candidates = false;
    // A counter of the solutions of all puzzles, or null.
    std::atomic<std::int64_t>* n_found = nullptr;
};

enum class Stopped : std::uint8_t { no, limit, nodes, seconds, interrupted };

struct Result {
    std::int64_t count = 0, nodes = 0, propagations = 0;
    Stopped stopped = Stopped::no;
    double seconds = 0;
    std::vector<std::uint8_t> solutions;    // [min(count, keep)][n_cells]
    std::vector<std::uint64_t> candidates;  // [n_cells] if true_candidates; incomplete if stopped
};

// Searches all puzzles of a batch. results[i] belongs to puzzle i. `keep_going` is called about
// every 20 ms on the calling thread. If it returns false, the search stops and returns false.
bool solve(const Layout& layout, const Batch& batch, std::vector<Result>& results,
           const std::function<bool()>& keep_going);

}  // namespace pandoku::cages
