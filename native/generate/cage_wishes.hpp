// What puzzles with cages are to be like.
#pragma once

#include <array>
#include <cstdint>

namespace pandoku::generate {

constexpr int kMaxCage = 12;  // cells (a product of 12 digits up to 16 is below 2^63)

// The operations of a calcudoku. A killer has only sums.
enum Operation : std::uint8_t { kPlus, kMinus, kTimes, kOver };
constexpr int kOperations = 4;
constexpr char kSigns[] = "+-*/";  // [Operation]

struct CageWishes {
    bool is_killer = false;  // a cage is a sum of digits that all differ
    bool is_hidden = false;  // the operations of a calcudoku are not shown
    // How often cages of each size are wanted, in proportion to each other. A size of weight 0 is
    // never made. Of single cells there are as many as `n_singles` says.
    std::array<std::uint32_t, kMaxCage + 1> sizes{};
    std::array<std::uint32_t, kOperations> operations{};  // in the same way, [Operation]
    int n_singles = 0;                                    // exactly so many cages of one cell
    std::int64_t largest_sum = 0;                         // of a killer's cage; 0 for no bound
    std::int64_t guesses = 0;                             // of the last proof, at least
    int rounds = 60;                                      // proofs, at most
    std::int64_t node_budget = 1000;                      // guesses of all proofs, at most
};

}  // namespace pandoku::generate
