// The cages of several puzzles in their original order, one puzzle after another.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pandoku {

class CageLists {
  public:
    struct Cage {
        char operation;  // one of "+-*/=?", or '.' for no target
        std::int64_t target;
        bool repeats;                          // if it is false, all digits of the cage differ
        std::span<const std::uint16_t> cells;  // all different
    };

    // Adds a cage to the current puzzle, which `end_puzzle` ends.
    void add(char operation, std::int64_t target, bool repeats,
             std::span<const std::uint16_t> cells) {
        entries_.push_back({target, cells_.size(), cells.size(), operation, repeats});
        cells_.insert(cells_.end(), cells.begin(), cells.end());
    }
    void end_puzzle() { ends_.push_back(entries_.size()); }
    // Drops the cages added since the last `end_puzzle`.
    void drop_puzzle() {
        const std::size_t n = ends_.empty() ? 0 : ends_.back();
        if (n < entries_.size()) cells_.resize(entries_[n].first_cell);
        entries_.resize(n);
    }

    std::int64_t n_puzzles() const { return static_cast<std::int64_t>(ends_.size()); }
    std::size_t n_cages(std::int64_t puzzle) const {
        return ends_[static_cast<std::size_t>(puzzle)] - first_of(puzzle);
    }
    // The cages of a puzzle are numbered from 0.
    Cage cage(std::int64_t puzzle, std::size_t number) const {
        const Entry& entry = entries_[first_of(puzzle) + number];
        return {entry.operation,
                entry.target,
                entry.repeats,
                {cells_.data() + entry.first_cell, entry.n_cells}};
    }

  private:
    struct Entry {
        std::int64_t target;
        std::size_t first_cell, n_cells;
        char operation;
        bool repeats;
    };
    std::size_t first_of(std::int64_t puzzle) const {
        return puzzle == 0 ? 0 : ends_[static_cast<std::size_t>(puzzle) - 1];
    }

    std::vector<Entry> entries_;
    std::vector<std::uint16_t> cells_;
    std::vector<std::size_t> ends_;  // for each puzzle: one past its last entry
};

}  // namespace pandoku
