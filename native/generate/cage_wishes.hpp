// The requested properties of puzzles with cages.
#pragma once

#include <array>
#include <cstdint>

namespace pandoku::generate {

// Maximum number of cells (a product of 12 digits up to 16 is below 2^63).
constexpr int kMaxCage = 12;

// The operations of a calcudoku. A killer has only sums.
enum Operation : std::uint8_t { kPlus, kMinus, kTimes, kOver };
constexpr int kOperations = 4;
constexpr char kSigns[] = "+-*/";  // [Operation]

struct CageWishes {
    bool is_killer = false;  // a cage is a sum of digits that all differ
    bool is_hidden = false;  // the operations of a calcudoku are not shown
    // The relative frequencies of cages of each size. Cages of a size with the weight 0 are never
    // made. The number of single cells is `n_singles`.
    std::array<std::uint32_t, kMaxCage + 1> sizes{};
    std::array<std::uint32_t, kOperations> operations{};  // relative frequencies, [Operation]
    int n_singles = 0;                                    // number of cages of one cell
    // Maximum sum of a killer's cage, or 0 for no bound.
    std::int64_t largest_sum = 0;
    // Minimum number of guesses in the last proof.
    std::int64_t guesses = 0;
    int rounds = 60;  // maximum number of proofs
    // Maximum number of guesses in all proofs together.
    std::int64_t node_budget = 1000;
};

}  // namespace pandoku::generate
