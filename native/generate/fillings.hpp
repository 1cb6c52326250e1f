// All ways to fill the open cells of a grid so that the digits of every house differ.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "generate/random.hpp"
#include "grid/layout.hpp"

namespace pandoku::generate {

// A grid with open cells, and the digits that each house already has. The search is depth first, on
// the cell with the fewest candidates. It only uses forward checking, which suffices because few
// cells are open, or because many grids are acceptable.
class OpenGrid {
  public:
    explicit OpenGrid(const Layout& layout)
        : layout_(layout),
          digits_(static_cast<std::size_t>(layout.n_cells()), 0),
          used_(static_cast<std::size_t>(layout.n_houses()), 0) {
        for (int cell = 0; cell < layout.n_cells(); ++cell)
            open_.push_back(static_cast<std::uint16_t>(cell));
    }

    const std::vector<std::uint8_t>& digits() const { return digits_; }

    // Removes the digit of a filled cell.
    void open(int cell) {
        toggle(cell, digits_[cell]);
        digits_[cell] = 0;
        open_.push_back(static_cast<std::uint16_t>(cell));
    }

    // Fills the open cells with digits that fit, in a random order. If this takes more than `most`
    // trials, returns false and changes nothing.
    bool fill_any(Random& random, std::int64_t most) {
        trials_ = most;
        return fill(&random, [] { return true; });
    }

    // Calls use() with the full grid for each way to fill the open cells, always in the same order,
    // until it returns true or `most` digits have been tried. Returns false in the latter case. The
    // cells are open again at the end, unless use() ended it.
    template <class Use>
    bool each_filling(std::int64_t most, Use&& use) {
        trials_ = most;
        fill(nullptr, use);
        return trials_ > 0;
    }

    // Fills open cells with the digits of another grid, if it has any there. They must fit.
    void place(const std::uint8_t* grid) {
        std::erase_if(open_, [&](int cell) {
            if (grid[cell] == 0) return false;
            digits_[cell] = grid[cell];
            toggle(cell, grid[cell]);
            return true;
        });
    }

  private:
    Mask candidates(int cell) const {
        Mask used = 0;
        for (const Place place : layout_.places(cell)) used |= used_[place.house];
        return layout_.all_digits() & ~used;
    }
    void toggle(int cell, int digit) {
        for (const Place place : layout_.places(cell)) used_[place.house] ^= Mask{1} << (digit - 1);
    }

    // Moves the open cell with the fewest candidates to the end, and returns its candidates.
    Mask choose() {
        std::size_t best = 0;
        int fewest = 65;
        Mask masks = 0;
        for (std::size_t i = 0; i < open_.size() && fewest > 1; ++i) {
            const Mask mask = candidates(open_[i]);
            if (std::popcount(mask) >= fewest) continue;
            fewest = std::popcount(mask);
            best = i;
            masks = mask;
        }
        std::swap(open_[best], open_.back());
        return masks;
    }

    template <class Use>
    bool fill(Random* random, Use&& use) {
        if (open_.empty()) return use();
        Mask mask = choose();
        const int cell = open_.back();
        open_.pop_back();
        while (mask != 0 && trials_ > 0) {
            --trials_;
            int skip = random == nullptr ? 0
                                         : static_cast<int>(random->below(
                                               static_cast<std::uint32_t>(std::popcount(mask))));
            Mask rest = mask;
            while (skip-- > 0) rest &= rest - 1;
            const int bit = std::countr_zero(rest);
            mask &= ~(Mask{1} << bit);
            digits_[cell] = static_cast<std::uint8_t>(bit + 1);
            toggle(cell, bit + 1);
            if (fill(random, use)) return true;
            toggle(cell, bit + 1);
        }
        digits_[cell] = 0;
        open_.push_back(static_cast<std::uint16_t>(cell));
        return false;
    }

    const Layout& layout_;
    std::vector<std::uint8_t> digits_;
    std::vector<Mask> used_;
    std::vector<std::uint16_t> open_;
    std::int64_t trials_ = 0;
};

}  // namespace pandoku::generate
