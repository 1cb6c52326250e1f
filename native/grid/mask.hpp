// Sets of digits, or of the positions in a house or a cage, as the bits of one word.
//
// Digits are 0 .. order-1 in all C++ code except the lanes: bit d is the printed digit d+1.
#pragma once

#include <bit>
#include <cstdint>

namespace pandoku {

using Mask = std::uint64_t;

// Not std::popcount, which is a function call when compiling for CPUs without that instruction.
inline int count(Mask mask) {
    mask -= (mask >> 1) & 0x5555555555555555;
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333);
    mask = (mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<int>(mask * 0x0101010101010101 >> 56);
}
inline int lowest(Mask mask) { return std::countr_zero(mask); }
inline int highest(Mask mask) { return 63 - std::countl_zero(mask); }
inline Mask bit(int index) { return Mask{1} << index; }

inline bool is_several(Mask mask) { return (mask & (mask - 1)) != 0; }
inline bool is_single(Mask mask) { return (mask ^ (mask - 1)) > mask - 1; }  // false when empty
inline bool is_pair(Mask mask) { return mask != 0 && is_single(mask & (mask - 1)); }
inline bool has_at_most(Mask mask, int n) {
    for (; n > 0; --n) mask &= mask - 1;
    return mask == 0;
}

// Calls f(index) for every bit, ascending.
template <class F>
inline void each(Mask mask, F&& f) {
    for (; mask != 0; mask &= mask - 1) f(lowest(mask));
}

}  // namespace pandoku
