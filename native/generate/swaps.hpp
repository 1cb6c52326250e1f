// Small unavoidable sets that are quick to find in a grid: sets where two lines, or two digits, can
// be exchanged.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "lanes/search.hpp"

namespace pandoku::generate {

class Swaps {
  public:
    // Two cells that exchange their digits.
    using Pair = std::array<std::uint16_t, 2>;

    // `house_cells` has the cells of each house, [n_houses][order], including the rows. It is not
    // used after the constructor.
    Swaps(int order, int n_houses, const std::uint16_t* house_cells)
        : order_(order), n_houses_(n_houses) {
        const auto n_cells = static_cast<std::size_t>(order * order);
        std::vector<std::vector<std::uint16_t>> houses_of(n_cells);
        for (int house = 0; house < n_houses; ++house)
            for (int i = 0; i < order; ++i)
                houses_of[house_cells[house * order + i]].push_back(
                    static_cast<std::uint16_t>(house));
        for (int a = 0; a < n_houses; ++a)
            for (int b = a + 1; b < n_houses; ++b) {
                Lines lines;
                if (are_lines(a, b, house_cells, houses_of, lines))
                    lines_.push_back(std::move(lines));
            }
        list_other_houses(house_cells, houses_of);
    }

    // Calls f(pairs) for each way to exchange digits of a solution, which gives another grid.
    // Finding the digits that can be exchanged takes as long as three searches.
    template <class F>
    void each(const std::uint8_t* solution, bool with_digits, F&& f) {
        for (const auto& lines : lines_) exchange_lines(solution, lines, f);
        if (n_others_ == 0 || !with_digits) return;
        find_digits(solution);
        for (int a = 0; a < order_; ++a)
            for (int b = a + 1; b < order_; ++b) exchange_digits(a, b, f);
    }

  private:
    // Larger sets are of little use, because they seldom have only one given left.
    static constexpr int kMostPairs = 6;

    // Two houses whose cells form pairs with the same other houses: two rows of a band, or two
    // columns of a stack.
    struct Lines {
        std::vector<std::uint16_t> first, second;
    };

    bool are_lines(int a, int b, const std::uint16_t* house_cells,
                   const std::vector<std::vector<std::uint16_t>>& houses_of, Lines& lines) const {
        for (int i = 0; i < order_; ++i) {
            const auto x = house_cells[a * order_ + i];
            const auto is_partner = [&](std::uint16_t y) {
                return x != y && are_alike(houses_of[x], a, houses_of[y], b);
            };
            int k = 0;
            while (k < order_ && !is_partner(house_cells[b * order_ + k])) ++k;
            if (k == order_) return false;
            lines.first.push_back(x);
            lines.second.push_back(house_cells[b * order_ + k]);
        }
        return true;
    }

    // Whether two cells have the same houses, apart from these two houses.
    static bool are_alike(const std::vector<std::uint16_t>& of_x, int a,
                          const std::vector<std::uint16_t>& of_y, int b) {
        if (of_x.size() != of_y.size()) return false;
        auto other = of_y.begin();
        for (const int house : of_x) {
            if (house == a) continue;
            if (*other == b) ++other;
            if (house != *other++) return false;
        }
        return true;
    }

    // Lines can exchange the digits of places where both have the same digits.
    template <class F>
    void exchange_lines(const std::uint8_t* solution, const Lines& lines, F&& f) const {
        std::array<std::uint8_t, lanes::kMaxOrder + 1> place;  // of each digit in the first line
        for (int i = 0; i < order_; ++i)
            place[solution[lines.first[i]]] = static_cast<std::uint8_t>(i);
        for (std::uint64_t open = all(); open != 0;) {
            std::uint64_t cycle = 0;
            for (int i = std::countr_zero(open); (cycle >> i & 1) == 0;
                 i = place[solution[lines.second[i]]])
                cycle |= std::uint64_t{1} << i;
            open &= ~cycle;
            if (std::popcount(cycle) > kMostPairs) continue;
            std::array<Pair, kMostPairs> pairs;
            std::size_t n = 0;
            for (; cycle != 0; cycle &= cycle - 1) {
                const int i = std::countr_zero(cycle);
                pairs[n++] = {lines.first[i], lines.second[i]};
            }
            f(std::span<const Pair>(pairs.data(), n));
        }
    }

    // The houses of each cell, except its row, or nothing if cells differ in their number of
    // houses.
    void list_other_houses(const std::uint16_t* house_cells,
                           const std::vector<std::vector<std::uint16_t>>& houses_of) {
        for (const auto& houses : houses_of) {
            if (houses.size() != houses_of[0].size()) return others_.clear();
            for (const std::uint16_t house : houses)
                if (!is_row(house_cells + house * order_)) others_.push_back(house);
        }
        n_others_ = static_cast<int>(others_.size() / houses_of.size());
        cell_of_.resize(houses_of.size());
        houses_of_.resize(others_.size());
        row_in_.resize(static_cast<std::size_t>(order_) * n_houses_);
    }

    bool is_row(const std::uint16_t* cells) const {
        return cells[0] % order_ == 0 && cells[order_ - 1] == cells[0] + order_ - 1;
    }

    void find_digits(const std::uint8_t* solution) {
        const int n = order_;
        for (int row = 0, cell = 0; row < n; ++row)
            for (int column = 0; column < n; ++column, ++cell) {
                const int digit = solution[cell] - 1, at = digit * n + row;
                cell_of_[at] = static_cast<std::uint16_t>(cell);
                for (int k = 0; k < n_others_; ++k) {
                    const int house = others_[cell * n_others_ + k];
                    houses_of_[at * n_others_ + k] = static_cast<std::uint16_t>(house);
                    row_in_[digit * n_houses_ + house] = std::uint64_t{1} << row;
                }
            }
    }

    // Two digits can be exchanged in rows that no house connects with other rows: if every house of
    // a cell with one digit has its cell with the other digit in these rows. The reverse is then
    // true as well, because both digits have the same number of connections.
    template <class F>
    void exchange_digits(int a, int b, F&& f) const {
        const int n = order_;
        const std::uint16_t* houses = &houses_of_[static_cast<std::size_t>(a * n * n_others_)];
        const std::uint64_t* const rows_of_b = &row_in_[static_cast<std::size_t>(b * n_houses_)];
        std::array<std::uint64_t, lanes::kMaxOrder> near;  // rows that share a house with this one
        for (int row = 0; row < n; ++row) {
            near[row] = 0;
            for (int k = 0; k < n_others_; ++k) near[row] |= rows_of_b[*houses++];
        }
        for (std::uint64_t open = all(); open != 0;) {
            std::uint64_t rows = open & -open, done = 0;
            while (rows != done) {
                const auto row = std::countr_zero(rows & ~done);
                done |= std::uint64_t{1} << row;
                rows |= near[row];
            }
            if (rows == all()) return;
            open &= ~rows;
            if (std::popcount(rows) > kMostPairs) continue;
            std::array<Pair, kMostPairs> pairs;
            std::size_t n_pairs = 0;
            for (; rows != 0; rows &= rows - 1) {
                const int row = std::countr_zero(rows);
                pairs[n_pairs++] = {cell_of_[a * n + row], cell_of_[b * n + row]};
            }
            f(std::span<const Pair>(pairs.data(), n_pairs));
        }
    }

    std::uint64_t all() const { return ~std::uint64_t{0} >> (64 - order_); }

    int order_, n_houses_;
    std::vector<Lines> lines_;
    int n_others_ = 0;                      // the number of houses of a cell, without its row
    std::vector<std::uint16_t> others_;     // [cell][n_others_]
    std::vector<std::uint16_t> cell_of_;    // [digit][row], in the solution
    std::vector<std::uint16_t> houses_of_;  // [digit][row][n_others_]
    std::vector<std::uint64_t> row_in_;     // [digit][house] as a bit
};

}  // namespace pandoku::generate
