// Searching puzzles with cages: strong propagation, then guessing (see search.cpp).
//
// Trusts its caller: sizes, cells and masks are in range. Re-entrant, holds no globals, never
// prints. Throws std::bad_alloc only.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cages/shape.hpp"

namespace pandoku::cages {

// Puzzles of one shape, told flat. Cage c has the cells cells[cell_start[c] .. cell_start[c + 1]),
// puzzle i the cages cage_start[i] .. cage_start[i + 1].
struct Batch {
    std::int64_t n = 0;
    const std::uint64_t* masks = nullptr;      // [n][n_cells] candidates; bit d-1 is digit d
    const std::int64_t* cage_start = nullptr;  // [n + 1]
    const std::uint8_t* operations = nullptr;  // one of "+-*/=?", or '.': no target
    const std::int64_t* targets = nullptr;
    const std::uint8_t* repeats = nullptr;     // 0: the cage's digits all differ
    const std::int64_t* cell_start = nullptr;  // [cages + 1]
    const std::uint16_t* cells = nullptr;      // no cell twice in a cage

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
bool solve(const Shape& shape, const Batch& batch, std::vector<Result>& results,
           const std::function<bool()>& keep_going);

// What one cage says, the candidates and the houses that its cells share heeded.
struct CageView {
    bool is_complete = false;            // all fillings are listed, and the rest is exact
    std::vector<std::uint8_t> fillings;  // [.][cells of the cage], in the order of its cells
    std::vector<std::uint64_t> masks;    // [cells of the cage] what each may hold
    std::uint64_t required = 0;          // digits in every filling
};

// Of cage `cage` of puzzle `i`. When it has more than `most` fillings, or finding them takes long,
// the masks are what its own filter leaves, and nothing is listed or required.
CageView view_cage(const Shape& shape, const Batch& batch, std::int64_t i, std::int64_t cage,
                   std::int64_t most);

// A sum that follows from houses and + cages: plus - minus == total.
struct DerivedSum {
    std::vector<std::uint16_t> houses;   // disjoint; together they hold a known sum
    std::vector<std::uint32_t> inside;   // cages of the puzzle whose cells all lie in the houses
    std::vector<std::uint32_t> outside;  // cages that cross, counted by their target less `minus`
    std::vector<std::uint16_t> plus, minus,
        placed;  // cells; placed: counted by their one candidate
    std::int64_t total = 0;
};

// All that have at most five open cells, each once: with its fewest houses first.
std::vector<DerivedSum> derived_sums(const Shape& shape, const Batch& batch, std::int64_t i);

}  // namespace pandoku::cages
