// Unavoidable sets: of the cells where two solutions of a puzzle differ, one must be given.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "generate/cells.hpp"

namespace pandoku::generate {

// Sets for givens that are removed in a fixed order. A set can only forbid the removal of the given
// that is tried last, because until then the set has other givens. So it is examined when this
// given is tried.
template <int words>
class OrderedSets {
  public:
    void clear(int n_cells) {
        first_.assign(static_cast<std::size_t>(n_cells), kNone);
        sets_.clear();
    }
    void add(const Cells<words>& cells, int tried_last) {
        auto& first = first_[static_cast<std::size_t>(tried_last)];
        sets_.push_back({cells, first});
        first = static_cast<std::uint16_t>(sets_.size() - 1);
    }

    void fetch() const {
        for (std::size_t at = 0; at < first_.size(); at += 32)
            __builtin_prefetch(first_.data() + at);
    }

    // Whether each set still has a given without this cell, which is the next cell to try.
    bool can_spare(int cell, Cells<words> givens) const {
        givens.drop(cell);
        for (auto at = first_[static_cast<std::size_t>(cell)]; at != kNone; at = sets_[at].next)
            if (!sets_[at].cells.meets(givens)) return false;
        return true;
    }

  private:
    static constexpr std::uint16_t kNone = 0xffff;
    struct Set {
        Cells<words> cells;
        std::uint16_t next;  // next set with the same cell tried last
    };
    std::vector<std::uint16_t> first_;  // for each cell, the first set whose last cell it is
    std::vector<Set> sets_;
};

// Sets for givens that are removed and added.
template <int words>
class Sets {
  public:
    void clear(std::size_t most) {
        most_ = most;
        next_ = 0;
        sets_.clear();
    }

    // If the table is full, the set replaces the oldest set.
    void add(const Cells<words>& set) {
        if (sets_.size() < most_) return sets_.push_back(set);
        sets_[next_] = set;
        next_ = (next_ + 1) % most_;
    }

    void fetch() const {
        for (std::size_t at = 0; at < sets_.size(); at += 4) __builtin_prefetch(sets_.data() + at);
    }

    // Whether each set still has a given without this cell.
    bool can_spare(int cell, Cells<words> givens) const {
        givens.drop(cell);
        return std::all_of(sets_.begin(), sets_.end(),
                           [&](const auto& set) { return set.meets(givens); });
    }
    // The givens that are the only given of some set.
    Cells<words> needed(const Cells<words>& givens) const {
        Cells<words> cells;
        for (const auto& set : sets_)
            if (const auto left = set & givens; left.has_one()) cells |= left;
        return cells;
    }
    // The cells that are in every set without a given.
    Cells<words> fillers(const Cells<words>& givens) const {
        auto cells = Cells<words>::all();
        for (const auto& set : sets_)
            if (!set.meets(givens)) cells &= set;
        return cells;
    }

  private:
    std::size_t most_ = 0, next_ = 0;
    std::vector<Cells<words>> sets_;
};

}  // namespace pandoku::generate
