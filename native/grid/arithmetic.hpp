// The arithmetic of cages, defined once: everything that fills cages is based on `closing`.
//
// + and * are as usual. - and / take the largest digit, and subtract or divide by all other digits.
// The value of digit d is d + 1; masks and `digit` count from 0, values, sums and targets do not.
#pragma once

#include <algorithm>
#include <cstdint>

#include "grid/mask.hpp"

namespace pandoku {

inline int least_value(Mask mask) { return lowest(mask) + 1; }
inline int most_value(Mask mask) { return highest(mask) + 1; }

// The digit with this value, as a mask, or empty if it exceeds the order.
inline Mask digit_worth(std::int64_t value, int order) {
    return value >= 1 && value <= order ? Mask{1} << (value - 1) : 0;
}

struct Goal {
    char operation;  // one of "+-*/=?", or '.' for no target
    std::int64_t target;
    int order;
};

// Properties of some of a cage's digits, for its operation.
struct Partial {
    std::int64_t rest;  // the product that the other digits must have, or 0 if it is impossible
    std::int64_t sum = 0;
    int largest = 0, product = 1;  // the product is capped above the square of any value
};

constexpr int kMaxProduct = 36 * 36 * 4;

inline Partial nothing_of(const Goal& goal) { return {std::max<std::int64_t>(goal.target, 0)}; }

// The quotient of a product, or 0 if there is a remainder. Short divisions are faster, and most are
// short.
inline std::int64_t rest_of(std::int64_t product, int value) {
    if (product >> 32 == 0) {
        const auto small = static_cast<std::uint32_t>(product),
                   by = static_cast<std::uint32_t>(value);
        return small % by == 0 ? small / by : 0;
    }
    return product % value == 0 ? product / value : 0;
}

inline Partial with(const Partial& p, int digit) {
    const int value = digit + 1;
    return {rest_of(p.rest, value), p.sum + value, std::max(p.largest, value),
            std::min(p.product * value, kMaxProduct)};
}

// The same, but only for the goal's operation, because a division takes as long as everything else.
inline Partial with(const Goal& goal, const Partial& p, int digit) {
    Partial next = p;
    const int value = digit + 1;
    if (goal.operation == '+')
        next.sum += value;
    else if (goal.operation == '*')
        next.rest = rest_of(p.rest, value);
    else
        next = with(p, digit);
    return next;
}

// The digits that complete `p` so that the cage reaches its target.
inline Mask closing(const Goal& goal, const Partial& p) {
    const int n = goal.order;
    // Only products can exceed a million. Nothing here can overflow below a million.
    const std::int64_t t = std::clamp<std::int64_t>(goal.target, -1'000'000, 1'000'000);
    Mask digits = 0;
    const bool any = goal.operation == '?';
    if (any || goal.operation == '+') digits |= digit_worth(t - p.sum, n);
    if (any || goal.operation == '*') digits |= digit_worth(p.rest, n);
    if (any || goal.operation == '-') {
        const std::int64_t small = 2 * p.largest - p.sum - t, large = p.sum + t;
        if (small <= p.largest) digits |= digit_worth(small, n);
        if (large > p.largest) digits |= digit_worth(large, n);
    }
    if ((any || goal.operation == '/') && t >= 1) {
        const std::int64_t square = std::int64_t{p.largest} * p.largest, others = t * p.product;
        if (square % others == 0 && square / others <= p.largest)
            digits |= digit_worth(square / others, n);
        if (others > p.largest) digits |= digit_worth(others, n);
    }
    if (goal.operation == '=') digits |= digit_worth(t, n);
    if (goal.operation == '.') digits = (Mask{1} << n) - 1;
    return digits;
}

}  // namespace pandoku
