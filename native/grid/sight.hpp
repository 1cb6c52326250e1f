// The cells that see each other: they must have different digits, because some group contains both.
#pragma once

#include <cstddef>
#include <cstdint>

#include "grid/cell_set.hpp"

namespace pandoku {

class Sight {
  public:
    // The sight in a grid without groups.
    explicit Sight(int n_cells = 0) : sets_((n_cells + 63) / 64) {
        const CellSet none((n_cells + 63) / 64);
        sets_.reserve(static_cast<std::size_t>(n_cells));
        for (int cell = 0; cell < n_cells; ++cell) sets_.push_back(none);
    }

    // Makes the cells of a house, of a cage without repeats, or others that differ see each other.
    template <class Cells>
    void add_group(const Cells& cells) {
        for (const auto a : cells)
            for (const auto b : cells)
                if (a != b) sets_.add(static_cast<std::size_t>(a), static_cast<int>(b));
    }

    bool sees(int a, int b) const { return sets_.has(static_cast<std::size_t>(a), b); }
    // The cells that a cell sees.
    CellSet of(int cell) const { return sets_[static_cast<std::size_t>(cell)]; }
    const std::uint64_t* words(int cell) const {
        return sets_.words(static_cast<std::size_t>(cell));
    }

  private:
    CellSets sets_;
};

}  // namespace pandoku
