// Searching puzzles made of houses: many nodes side by side (see kernel.inl). Nothing is validated
// here: the caller guarantees that sizes, cells and digits are in range. Re-entrant, without
// globals or output. Throws only std::bad_alloc, and verify::WrongSolution if a solution fails the
// check, which shares no code with the search.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lanes/search.hpp"

namespace pandoku::lanes {

enum class Isa { automatic, baseline, avx2, avx512 };

bool is_available(Isa isa);
const char* name_of(Isa isa);
// Replaces `automatic` by the best instruction set of this machine.
Isa resolve(Isa isa);
const Kernel& kernel_of(Isa isa);  // for an available instruction set other than `automatic`

// The houses of a kind of puzzle, prepared once for any number of puzzles. This is not a Layout,
// because the kernels need plain tables without the STL, without repeated houses, and without
// anything else that a Layout computes. Only a dozen lines could be shared.
class Plan {
  public:
    // Every house has `order` different cells in 0 .. order*order-1, and order is 1 to 36. The
    // boxes (0 x 0 for no boxes) must also be among the houses. Their size is only for locked
    // candidates.
    Plan(int order, int box_rows, int box_cols, std::vector<std::vector<int>> houses);

    const Tables& tables() const { return tables_; }

  private:
    std::vector<std::uint16_t> named_;  // cells of the houses in the order of the caller
    std::vector<std::uint16_t> house_cells_;
    std::vector<std::uint32_t> cell_start_, cell_houses_;
    std::vector<std::uint64_t> peers_;
    Tables tables_;
};

// Ordinary puzzles of every size take a few thousand guesses at most (see bench/hard.md). This
// number takes a tenth of a second at order 25.
constexpr std::int64_t kPatience = 20'000;

struct Batch {
    Input input = Input::digits8;
    const void* puzzles = nullptr;  // [n][n_cells]; digits 0..order, or masks
    std::int64_t n = 0;
    // The search of a puzzle stops after this many solutions, at least 1.
    std::int64_t limit = 2;
    std::int64_t node_budget = 0;  // maximum number of guesses for each puzzle, or 0 for no bound
    double seconds = 0;            // maximum time for each puzzle from its start, or 0 for no bound
    // Once a puzzle has taken more guesses than this number times (solutions found + 1), the search
    // of `nogoods` starts from scratch and takes over. 0 means that it never does.
    std::int64_t patience = kPatience;
    int threads = 1;
    Isa isa = Isa::automatic;
    std::int64_t keep = 1;              // solutions stored for each puzzle
    std::uint8_t* solutions = nullptr;  // [n][keep][n_cells], zeroed by the caller
    std::int64_t* counts = nullptr;     // [n]: solutions found, k, or -1 - k if the budget ran out
    std::int64_t* nodes = nullptr;      // [n] guesses, or null
};

// The index of the first value, a digit or a mask, that is too large for the order, or -1.
std::int64_t first_bad(Input input, const void* values, std::int64_t n, int order);

enum class End { done, interrupted };

struct Stats {
    std::int64_t sweeps = 0, guesses = 0;
};

// Searches all puzzles of a batch. `keep_going` is called about every 20 ms on the calling thread.
// If it returns false, the search stops and unfinished puzzles are reported as out of budget.
End solve(const Plan& plan, const Batch& batch, Stats& stats,
          const std::function<bool()>& keep_going);

}  // namespace pandoku::lanes
