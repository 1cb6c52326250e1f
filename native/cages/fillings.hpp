// All ways to fill the open cells of a cage from their candidates, one after the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "cages/model.hpp"

namespace pandoku::cages {

class Fillings {
  public:
    static constexpr int kMaxCells = 16;

    // The positions of a rule to be filled, at most kMaxCells; `start` holds what the others give.
    Fillings(const Model& model, const State& state, const Rule& rule, std::uint32_t positions,
             const Partial& start);

    // Calls visit(digits) with the digit of every open position, in ascending order of positions.
    // Takes the digits tried from `steps`. False when those ran out or visit returned false.
    template <class Visit>
    bool each(std::int64_t& steps, Visit visit) {
        steps_left_ = steps;
        const bool is_all = n_ == 0 || fill(0, start_, visit);
        steps = std::max<std::int64_t>(steps_left_, 0);
        return is_all;
    }

  private:
    struct Cell {
        Mask mask;
        std::uint32_t seen_before;  // which cells before it, in the order of filling, it sees
        int at;                     // where its digit goes in the result
        int sign;
        std::int64_t least, most;  // what this cell and all after it add up, or multiply, to
    };
    template <class Visit>
    bool fill(int i, const Partial& partial, Visit& visit);
    void bound();
    bool may_reach(int i, const Partial& partial) const;
    Mask closing_here(const Cell& cell, const Partial& partial) const;

    Goal goal_;
    Partial start_;
    int n_ = 0;
    std::int64_t steps_left_ = 0;
    std::array<Cell, kMaxCells> cells_;
    std::array<std::uint8_t, kMaxCells> digits_{}, result_{};
};

inline Fillings::Fillings(const Model& model, const State& state, const Rule& rule,
                          std::uint32_t positions, const Partial& start)
    : goal_(model.goal_of(rule)), start_(start) {
    const auto rule_cells = model.cells_of(rule);
    std::array<std::uint16_t, kMaxCells> grid_cells{};
    for (; positions != 0; positions &= positions - 1, ++n_) {
        const int position = std::countr_zero(positions);
        const auto cell = rule_cells[static_cast<std::size_t>(position)];
        const int sign = position < rule.n_plus ? 1 : -1;
        cells_[static_cast<std::size_t>(n_)] = {state.at(cell), 0, n_, sign, 0, 0};
        grid_cells[static_cast<std::size_t>(n_)] = cell;
    }
    const auto end = cells_.begin() + n_;
    // The cell with most candidates comes last: it is computed, not tried.
    std::stable_sort(cells_.begin(), end, [](const Cell& a, const Cell& b) {
        return size_of(a.mask) < size_of(b.mask);
    });
    for (std::size_t i = 1; i < static_cast<std::size_t>(n_); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (rule.differs || model.sees(grid_cells[static_cast<std::size_t>(cells_[i].at)],
                                           grid_cells[static_cast<std::size_t>(cells_[j].at)]))
                cells_[i].seen_before |= std::uint32_t{1} << j;
    bound();
}

inline void Fillings::bound() {
    constexpr std::int64_t kCap = std::int64_t{1} << 56;
    std::int64_t least = goal_.operation == '*' ? 1 : 0, most = least;
    for (int i = n_ - 1; i >= 0; --i) {
        Cell& cell = cells_[static_cast<std::size_t>(i)];
        const int low = lowest(cell.mask), high = highest(cell.mask);
        if (goal_.operation == '*') {
            least = std::min(least * low, kCap);
            most = most >= kCap ? INT64_MAX : std::min(most * high, kCap);
        } else {
            least += cell.sign > 0 ? low : -high;
            most += cell.sign > 0 ? high : -low;
        }
        cell.least = least;
        cell.most = most;
    }
}

// Whether the cells from i on can still bring `partial` to the target, by bounds.
inline bool Fillings::may_reach(int i, const Partial& partial) const {
    const Cell& cell = cells_[static_cast<std::size_t>(i)];
    const std::int64_t n = goal_.order;
    switch (goal_.operation) {
        case '+': {
            const std::int64_t rest = goal_.target - partial.sum;
            return cell.least <= rest && rest <= cell.most;
        }
        case '*': return cell.least <= partial.rest && partial.rest <= cell.most;
        case '-': return partial.sum + cell.least <= 2 * n - goal_.target;
        case '/': return goal_.target <= n && goal_.target * partial.product <= n * n;
        default: return true;
    }
}

inline Mask Fillings::closing_here(const Cell& cell, const Partial& partial) const {
    if (cell.sign > 0) return closing(goal_, partial) & cell.mask;
    return mask_of(partial.sum - goal_.target, goal_.order) & cell.mask;
}

template <class Visit>
bool Fillings::fill(int i, const Partial& partial, Visit& visit) {
    const Cell& cell = cells_[static_cast<std::size_t>(i)];
    if (!may_reach(i, partial)) return true;
    const bool is_last = i + 1 == n_;
    Mask mask = is_last ? closing_here(cell, partial) : cell.mask;
    for (std::uint32_t seen = cell.seen_before; seen != 0; seen &= seen - 1)
        mask &= ~(Mask{1} << (digits_[static_cast<std::size_t>(std::countr_zero(seen))] - 1));
    for (; mask != 0; mask &= mask - 1) {
        const int digit = lowest(mask);
        if (--steps_left_ < 0) return false;
        digits_[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(digit);
        result_[static_cast<std::size_t>(cell.at)] = static_cast<std::uint8_t>(digit);
        if (is_last) {
            if (!visit(result_.data())) return false;
        } else {
            Partial next = with(partial, digit);
            if (cell.sign < 0) next.sum = partial.sum - digit;
            if (!fill(i + 1, next, visit)) return false;
        }
    }
    return true;
}

}  // namespace pandoku::cages
