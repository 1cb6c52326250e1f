// Searching puzzles made of houses: many nodes side by side (see kernel.inl).
//
// Trusts its caller: sizes, cells and digits are in range. Re-entrant, holds no globals, never
// prints. Throws std::bad_alloc only.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lanes/search.hpp"

namespace pandoku::lanes {

enum class Isa { automatic, baseline, avx2, avx512 };

bool is_available(Isa isa);
const char* name_of(Isa isa);
Isa resolve(Isa isa);  // what `automatic` stands for on this machine

// The houses of a kind of puzzle, prepared once for any number of puzzles. Not a Layout: the
// kernels need plain tables without the STL, with each house once, and nothing else that a Layout
// works out; the two would share a dozen lines.
class Plan {
  public:
    // Every house has `order` different cells in 0 .. order*order-1; order 1 to 36. Boxes
    // (0 x 0: none) are among the houses too; naming them here adds locked candidates.
    Plan(int order, int box_rows, int box_cols, std::vector<std::vector<int>> houses);

    const Tables& tables() const { return tables_; }

  private:
    std::vector<std::uint16_t> house_cells_;
    std::vector<std::uint32_t> cell_start_, cell_houses_;
    std::vector<std::uint64_t> peers_;
    Tables tables_;
};

struct Batch {
    Input input = Input::digits8;
    const void* puzzles = nullptr;  // [n][n_cells]; digits 0..order, or masks
    std::int64_t n = 0;
    std::int64_t limit = 2;        // stop a puzzle after this many solutions, at least 1
    std::int64_t node_budget = 0;  // guesses a puzzle may take; 0: no bound
    double seconds = 0;            // a puzzle may take from when it enters a lane; 0: no bound
    int threads = 1;
    Isa isa = Isa::automatic;
    std::int64_t keep = 1;              // solutions stored for each puzzle
    std::uint8_t* solutions = nullptr;  // [n][keep][n_cells], zeroed by the caller
    std::int64_t* counts = nullptr;     // [n]; -1 - found when out of budget
    std::int64_t* nodes = nullptr;      // [n] guesses, or null
};

// The first value above the highest of this order, a digit or a mask, counted from the start; -1:
// there is none.
std::int64_t first_bad(Input input, const void* values, std::int64_t n, int order);

enum class End { done, interrupted };

struct Stats {
    std::int64_t sweeps = 0, guesses = 0;
};

// Search all puzzles of a batch. `keep_going` is called every 20 ms or so on the calling thread;
// when it returns false the search stops and the rest counts as out of budget.
End solve(const Plan& plan, const Batch& batch, Stats& stats,
          const std::function<bool()>& keep_going);

}  // namespace pandoku::lanes
