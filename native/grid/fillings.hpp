// Enumerates all ways to fill some cells so that an operation reaches its target.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "grid/arithmetic.hpp"

namespace pandoku {

// A cell to fill: its candidates, and the terms (as bits) that must have a different digit.
struct Term {
    Mask may = 0;
    std::uint32_t apart = 0;
    int sign = 1;  // -1: subtracted (only with '+')
};

// Tries digits in the order of the terms, and computes the digit of the last term. So the last term
// should be the one with the most candidates. Fewer candidates never lead to more tries.
class Fillings {
  public:
    static constexpr std::size_t kMaxTerms = 16;

    // `start` has the digits of cells already filled. The terms, at most kMaxTerms, must outlive
    // this object.
    Fillings(const Goal& goal, std::span<const Term> terms, const Partial& start)
        : goal_(goal), terms_(terms), start_(start) {
        bound();
    }
    Fillings(const Goal& goal, std::span<const Term> terms)
        : Fillings(goal, terms, nothing_of(goal)) {}

    // Calls visit(digits), with one digit for each term, for every filling, in ascending order.
    // Subtracts the number of digits tried from `steps`. Returns false if the steps ran out or if
    // visit returned false.
    template <class Visit>
    bool each(std::int64_t& steps, Visit visit) {
        steps_left_ = steps;
        const bool is_all = terms_.empty() || fill(0, start_, visit);
        steps = std::max<std::int64_t>(steps_left_, 0);
        return is_all;
    }

  private:
    template <class Visit>
    bool fill(std::size_t i, const Partial& partial, Visit& visit) {
        if (!may_reach(i, partial)) return true;
        const Term& term = terms_[i];
        const bool is_last = i + 1 == terms_.size();
        Mask mask = term.may;
        if (is_last)
            mask &= term.sign > 0 ? closing(goal_, partial)
                                  : digit_worth(partial.sum - goal_.target, goal_.order);
        for (std::uint32_t before = term.apart & ((std::uint32_t{1} << i) - 1); before != 0;
             before &= before - 1)
            mask &= ~bit(digits_[static_cast<std::size_t>(std::countr_zero(before))]);
        for (; mask != 0; mask &= mask - 1) {
            const int digit = lowest(mask);
            if (--steps_left_ < 0) return false;
            digits_[i] = static_cast<std::uint8_t>(digit);
            if (is_last) {
                if (!visit(digits_.data())) return false;
                continue;
            }
            Partial next = with(goal_, partial, digit);
            if (term.sign < 0) next.sum = partial.sum - digit - 1;
            if (!fill(i + 1, next, visit)) return false;
        }
        return true;
    }

    void bound() {
        // So that another factor of 36 does not overflow.
        constexpr std::int64_t kCap = std::int64_t{1} << 56;
        const bool is_product = goal_.operation == '*';
        std::int64_t least = is_product ? 1 : 0, most = least;
        for (std::size_t i = terms_.size(); i-- > 0;) {
            const Term& term = terms_[i];
            const int low = term.may == 0 ? 1 : least_value(term.may);
            const int high = term.may == 0 ? 1 : most_value(term.may);
            if (is_product) {
                least = std::min(least * low, kCap);
                most = most >= kCap ? INT64_MAX : std::min(most * high, kCap);
            } else {
                least += term.sign > 0 ? low : -high;
                most += term.sign > 0 ? high : -low;
            }
            least_[i] = least;
            most_[i] = most;
        }
    }

    // Whether bounds allow the terms from i on to bring `partial` to the target.
    bool may_reach(std::size_t i, const Partial& partial) const {
        const std::int64_t n = goal_.order;
        switch (goal_.operation) {
            case '+':
                return partial.sum + least_[i] <= goal_.target &&
                       goal_.target <= partial.sum + most_[i];
            case '*': return least_[i] <= partial.rest && partial.rest <= most_[i];
            case '-': return goal_.target <= n && partial.sum + least_[i] <= 2 * n - goal_.target;
            case '/': return goal_.target <= n && goal_.target * partial.product <= n * n;
            case '=': return terms_.size() == 1;
            default: return true;
        }
    }

    Goal goal_;
    std::span<const Term> terms_;
    Partial start_;
    std::int64_t steps_left_ = 0;
    std::array<std::int64_t, kMaxTerms> least_, most_;  // of the terms from here on
    std::array<std::uint8_t, kMaxTerms> digits_{};
};

// The sets of digits that fill a cage whose digits all differ: no operation depends on their order.
class DigitSets {
  public:
    DigitSets(const Goal& goal, std::size_t size, Mask digits)
        : goal_(goal), size_(size), digits_(digits) {}

    // Calls visit(set) for every set of `size` of the digits that reaches the target. Subtracts the
    // number of digits tried from `steps`, and returns false when steps ran out.
    template <class Visit>
    bool each(std::int64_t& steps, Visit visit) const {
        return grow(0, 0, nothing_of(goal_), steps, visit);
    }

  private:
    template <class Visit>
    bool grow(Mask set, std::size_t n, const Partial& partial, std::int64_t& steps,
              Visit& visit) const {
        Mask next = set == 0 ? digits_ : digits_ & ~((std::bit_floor(set) << 1) - 1);
        const bool is_last = n + 1 == size_;
        if (is_last) next &= closing(goal_, partial);
        for (; next != 0; next &= next - 1) {
            if (--steps < 0) return false;
            const int digit = lowest(next);
            if (goal_.operation == '+' && partial.sum + digit + 1 > goal_.target) return true;
            if (is_last)
                visit(set | bit(digit));
            else if (!grow(set | bit(digit), n + 1, with(goal_, partial, digit), steps, visit))
                return false;
        }
        return true;
    }

    Goal goal_;
    std::size_t size_;
    Mask digits_;
};

}  // namespace pandoku
