// What the digits of a cage give, said once: everything that fills cages rests on `closing`.
//
// + and * are plain; - and / take the largest digit and subtract, or divide by, all the others.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace pandoku::cages {

using Mask = std::uint64_t;  // a set of digits: bit d-1 is digit d

inline int size_of(Mask mask) { return std::popcount(mask); }
inline bool is_single(Mask mask) { return (mask & (mask - 1)) == 0; }
inline int lowest(Mask mask) { return std::countr_zero(mask) + 1; }
inline int highest(Mask mask) { return 64 - std::countl_zero(mask); }

// The digits of a mask, ascending.
template <class Visit>
inline void each_digit(Mask mask, Visit visit) {
    for (; mask != 0; mask &= mask - 1) visit(std::countr_zero(mask) + 1);
}

struct Goal {
    char operation;
    std::int64_t target;
    int order;
};

// Some of a cage's digits, as far as the operations care.
struct Partial {
    std::int64_t rest;  // what the others must multiply to; 0: cannot be
    std::int64_t sum = 0;
    int largest = 0, product = 1;  // the product stops growing beyond every square of a digit
};

constexpr int kMaxProduct = 36 * 36 * 4;

inline Partial nothing_of(const Goal& goal) { return {std::max<std::int64_t>(goal.target, 0)}; }

inline Partial with(const Partial& p, int digit) {
    return {p.rest % digit == 0 ? p.rest / digit : 0, p.sum + digit, std::max(p.largest, digit),
            std::min(p.product * digit, kMaxProduct)};
}

inline Mask mask_of(std::int64_t digit, int order) {
    return digit >= 1 && digit <= order ? Mask{1} << (digit - 1) : 0;
}

// Which digits complete `p` so that the cage reaches its target.
inline Mask closing(const Goal& goal, const Partial& p) {
    const int n = goal.order;
    // Beyond a million only products reach, and nothing here can overflow.
    const std::int64_t t = std::clamp<std::int64_t>(goal.target, -1'000'000, 1'000'000);
    Mask digits = 0;
    const bool any = goal.operation == '?';
    if (any || goal.operation == '+') digits |= mask_of(t - p.sum, n);
    if (any || goal.operation == '*') digits |= mask_of(p.rest, n);
    if (any || goal.operation == '-') {
        const std::int64_t small = 2 * p.largest - p.sum - t, large = p.sum + t;
        if (small <= p.largest) digits |= mask_of(small, n);
        if (large > p.largest) digits |= mask_of(large, n);
    }
    if ((any || goal.operation == '/') && t >= 1) {
        const std::int64_t square = std::int64_t{p.largest} * p.largest, others = t * p.product;
        if (square % others == 0 && square / others <= p.largest)
            digits |= mask_of(square / others, n);
        if (others > p.largest) digits |= mask_of(others, n);
    }
    if (goal.operation == '=') digits |= mask_of(t, n);
    if (goal.operation == '.') digits = (Mask{1} << n) - 1;
    return digits;
}

}  // namespace pandoku::cages
