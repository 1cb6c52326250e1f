// Small unavoidable sets that are seen in a grid at once: where two lines, or two digits, can be
// exchanged.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "generate/cells.hpp"
#include "lanes/search.hpp"

namespace pandoku::generate {

template <int words>
class Swaps {
  public:
    explicit Swaps(const lanes::Tables& tables) : tables_(tables) {
        for (int a = 0; a < tables.n_houses; ++a)
            for (int b = a + 1; b < tables.n_houses; ++b)
                if (Lines lines; are_lines(a, b, lines)) lines_.push_back(std::move(lines));
        list_other_houses();
    }

    // Calls f(cells) for each set of a solution. To find the digits that can be exchanged takes as
    // long as three searches, and for a single puzzle it saves no more.
    template <class F>
    void each(const std::uint8_t* solution, bool with_digits, F&& f) {
        for (const auto& lines : lines_) exchange_lines(solution, lines, f);
        if (n_others_ == 0 || !with_digits) return;
        find_digits(solution);
        for (int a = 0; a < tables_.order; ++a)
            for (int b = a + 1; b < tables_.order; ++b) exchange_digits(a, b, f);
    }

  private:
    // Larger sets seldom lose all their givens but the last.
    static constexpr int kMostCells = 12;

    // Two houses whose cells belong in pairs to the same other houses: rows of one band, columns of
    // one stack.
    struct Lines {
        std::vector<std::uint16_t> first, second;
    };

    bool are_lines(int a, int b, Lines& lines) const {
        const lanes::Tables& t = tables_;
        for (int i = 0; i < t.order; ++i) {
            const auto x = t.house_cells[a * t.order + i];
            int k = 0;
            while (k < t.order && !are_partners(x, a, t.house_cells[b * t.order + k], b)) ++k;
            if (k == t.order) return false;
            lines.first.push_back(x);
            lines.second.push_back(t.house_cells[b * t.order + k]);
        }
        return true;
    }

    // Whether two cells have the same houses, but for these two.
    bool are_partners(int x, int a, int y, int b) const {
        const lanes::Tables& t = tables_;
        if (x == y ||
            t.cell_start[x + 1] - t.cell_start[x] != t.cell_start[y + 1] - t.cell_start[y])
            return false;
        auto other = t.cell_houses + t.cell_start[y];
        for (auto k = t.cell_start[x]; k < t.cell_start[x + 1]; ++k) {
            const int house = static_cast<int>(t.cell_houses[k]);
            if (house == a) continue;
            if (static_cast<int>(*other) == b) ++other;
            if (house != static_cast<int>(*other++)) return false;
        }
        return true;
    }

    // Lines can exchange the digits of places where both have the same digits.
    template <class F>
    void exchange_lines(const std::uint8_t* solution, const Lines& lines, F&& f) const {
        std::array<std::uint8_t, lanes::kMaxOrder + 1> place;  // of each digit in the first line
        for (int i = 0; i < tables_.order; ++i)
            place[solution[lines.first[i]]] = static_cast<std::uint8_t>(i);
        for (std::uint64_t open = all(); open != 0;) {
            std::uint64_t cycle = 0;
            for (int i = std::countr_zero(open); (cycle >> i & 1) == 0;
                 i = place[solution[lines.second[i]]])
                cycle |= std::uint64_t{1} << i;
            open &= ~cycle;
            if (2 * std::popcount(cycle) > kMostCells) continue;
            Cells<words> cells;
            for (; cycle != 0; cycle &= cycle - 1) {
                cells.add(lines.first[std::countr_zero(cycle)]);
                cells.add(lines.second[std::countr_zero(cycle)]);
            }
            f(cells);
        }
    }

    // The houses of each cell, but for its row; nothing if cells differ in how many they have.
    void list_other_houses() {
        const lanes::Tables& t = tables_;
        for (int cell = 0; cell < t.n_cells; ++cell)
            for (auto k = t.cell_start[cell]; k < t.cell_start[cell + 1]; ++k)
                if (!is_row(t.cell_houses[k]))
                    others_.push_back(static_cast<std::uint16_t>(t.cell_houses[k]));
        for (int cell = 0; cell < t.n_cells; ++cell)
            if (t.cell_start[cell + 1] - t.cell_start[cell] != t.cell_start[1]) return;
        n_others_ = static_cast<int>(others_.size()) / t.n_cells;
        cell_of_.resize(static_cast<std::size_t>(t.n_cells));
        houses_of_.resize(others_.size());
        row_in_.resize(static_cast<std::size_t>(t.order) * t.n_houses);
    }

    bool is_row(std::uint32_t house) const {
        const auto* const cells = tables_.house_cells + house * tables_.order;
        return cells[0] % tables_.order == 0 &&
               cells[tables_.order - 1] == cells[0] + tables_.order - 1;
    }

    void find_digits(const std::uint8_t* solution) {
        const int n = tables_.order;
        for (int row = 0, cell = 0; row < n; ++row)
            for (int column = 0; column < n; ++column, ++cell) {
                const int digit = solution[cell] - 1, at = digit * n + row;
                cell_of_[at] = static_cast<std::uint16_t>(cell);
                for (int k = 0; k < n_others_; ++k) {
                    const int house = others_[cell * n_others_ + k];
                    houses_of_[at * n_others_ + k] = static_cast<std::uint16_t>(house);
                    row_in_[digit * tables_.n_houses + house] = std::uint64_t{1} << row;
                }
            }
    }

    // Two digits can change places in rows that no house connects with other rows: where each cell
    // of the one has its partners in the other in these rows, the reverse is true as well, because
    // there are as many connections.
    template <class F>
    void exchange_digits(int a, int b, F&& f) const {
        const int n = tables_.order;
        const std::uint16_t* houses = &houses_of_[static_cast<std::size_t>(a * n * n_others_)];
        const std::uint64_t* const rows_of_b =
            &row_in_[static_cast<std::size_t>(b * tables_.n_houses)];
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
            if (2 * std::popcount(rows) > kMostCells) continue;
            Cells<words> cells;
            for (; rows != 0; rows &= rows - 1)
                for (const int digit : {a, b})
                    cells.add(cell_of_[digit * n + std::countr_zero(rows)]);
            f(cells);
        }
    }

    std::uint64_t all() const { return ~std::uint64_t{0} >> (64 - tables_.order); }

    const lanes::Tables& tables_;
    std::vector<Lines> lines_;
    int n_others_ = 0;                      // houses of a cell, without its row
    std::vector<std::uint16_t> others_;     // [cell][n_others_]
    std::vector<std::uint16_t> cell_of_;    // [digit][row], in the solution
    std::vector<std::uint16_t> houses_of_;  // [digit][row][n_others_]
    std::vector<std::uint64_t> row_in_;     // [digit][house] as a bit
};

}  // namespace pandoku::generate
