// The ratings of many puzzles.
#pragma once

#include <cstdint>

#include "rating/rater.hpp"

namespace pandoku::rating {

struct Many {
    const std::uint8_t* givens = nullptr;  // n x 81; 0 for an empty cell
    std::int64_t n = 0;
    std::uint64_t looks = 0;        // the budget of a puzzle; 0 for none
    int at_least = 0, at_most = 0;  // in tenths; 0 for none
    int threads = 1;
    std::uint8_t* ratings = nullptr;  // n x 3: ER, EP and ED in tenths
    std::uint8_t* hardest = nullptr;  // n: an index into names()
    std::uint8_t* ends = nullptr;     // n: an End
};

// Fills the arrays. False if `poll`, called on the calling thread, returned false.
bool rate_many(const Many& many, Poll poll);

}  // namespace pandoku::rating
