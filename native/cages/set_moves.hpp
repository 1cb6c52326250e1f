// Sets of digit sets, up to order 9: bit s represents the digits of mask s. A layer of such sets
// holds the digits that the first cells of a group can use.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pandoku::cages {

constexpr int kMaxDigitSetOrder = 9;  // 2^9 digit sets are eight words
constexpr std::size_t kMaxSetWords = 8;

// The words that hold all digit sets of an order.
constexpr std::uint32_t set_words(int order) {
    return static_cast<std::uint32_t>(((1 << order) + 63) / 64);
}

// The 64 digit sets of a word that lack digit 0, 1, ..., 5; digits 6 to 8 select the word.
constexpr std::uint64_t kWithout[6] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                       0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};

// to |= the sets of `from` that lack the digit, with it added
template <std::size_t W>
inline void add_digit(std::uint64_t* to, const std::uint64_t* from, int digit) {
    if (W == 1 || digit < 6) {
        const std::uint64_t without = kWithout[digit];
        const int shift = 1 << digit;
        for (std::size_t w = 0; w < W; ++w) to[w] |= (from[w] & without) << shift;
        return;
    }
    const std::size_t step = std::size_t{1} << (digit - 6);
    for (std::size_t w = 0; w < W; ++w)
        if (!(w & step)) to[w | step] |= from[w];
}

// met |= the sets of `from` that are in `to` once the digit is added. Returns whether any are.
template <std::size_t W>
inline bool meet_digit(std::uint64_t* met, const std::uint64_t* from, const std::uint64_t* to,
                       int digit) {
    std::uint64_t any = 0;
    if (W == 1 || digit < 6) {
        const std::uint64_t without = kWithout[digit];
        const int shift = 1 << digit;
        for (std::size_t w = 0; w < W; ++w) {
            const std::uint64_t part = (to[w] >> shift) & without & from[w];
            met[w] |= part;
            any |= part;
        }
        return any != 0;
    }
    const std::size_t step = std::size_t{1} << (digit - 6);
    for (std::size_t w = 0; w < W; ++w) {
        if (w & step) continue;
        const std::uint64_t part = to[w | step] & from[w];
        met[w] |= part;
        any |= part;
    }
    return any != 0;
}

// The digits of `among` that every set has.
template <std::size_t W>
inline std::uint64_t always_in(const std::uint64_t* sets, std::uint64_t among) {
    std::uint64_t always = 0;
    for (; among != 0; among &= among - 1) {
        const int digit = __builtin_ctzll(among);
        std::uint64_t without = 0;
        for (std::size_t w = 0; w < W; ++w)
            without |= digit < 6 ? sets[w] & kWithout[digit] : w >> (digit - 6) & 1 ? 0 : sets[w];
        if (without == 0) always |= among & (~among + 1);
    }
    return always;
}

}  // namespace pandoku::cages
