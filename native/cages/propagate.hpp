// Domains, and what houses and cages take from them.
//
// A domain is a candidate mask. Every change goes through `Domains::keep`, which remembers the
// old mask on a trail, so that a search can go back; nothing is ever copied.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "cages/cages.hpp"

namespace pandoku::cages {

using Mask = std::uint64_t;

inline int size_of(Mask m) { return std::popcount(m); }
inline int lowest(Mask m) { return std::countr_zero(m) + 1; }   // the smallest digit
inline int highest(Mask m) { return std::bit_width(m); }        // the largest digit
inline Mask bit_of(int digit) { return Mask{1} << (digit - 1); }

// A cage as the search sees it: which of its cells may not be equal is known, from the houses too.
struct Constraint {
    char operation;
    bool has_target;
    std::int64_t target;
    std::vector<int> cells;
    bool all_differ;                   // every two cells differ
    std::vector<std::vector<int>> apart;  // for each position, the earlier ones it differs from
};

class Propagator {
  public:
    explicit Propagator(const Puzzle& puzzle);

    // Draw all conclusions from what changed. False: a contradiction.
    bool propagate();

    bool assign(int cell, int digit) { return keep(cell, bit_of(digit)); }
    bool keep(int cell, Mask allowed);  // false when nothing is left

    Mask domain(int cell) const { return domains_[static_cast<std::size_t>(cell)]; }
    int n_cells() const { return static_cast<int>(domains_.size()); }
    std::size_t mark() const { return trail_.size(); }
    void undo_to(std::size_t mark);

    // How often a cell's constraints failed: the search branches where it hurts.
    double weight(int cell) const { return weights_[static_cast<std::size_t>(cell)]; }

  private:
    struct Change {
        int cell;
        Mask old;
    };
    struct Walk;  // one enumeration of a cage's fillings

    void add_cages(const Puzzle& puzzle);
    void add_derived_sums(const Puzzle& puzzle);
    void add_sum(std::vector<int> cells, std::int64_t target);
    Constraint constraint(char operation, bool has_target, std::int64_t target, bool repeats,
                          std::vector<int> cells) const;
    bool see_each_other(int a, int b) const;

    void touch(int cell);
    bool drop_from_peers(int cell);
    bool sweep_house(int house);
    bool filter(const Constraint& c);
    bool filter_by_bounds(const Constraint& c);
    bool filter_by_combinations(const Constraint& c);
    bool filter_by_fillings(const Constraint& c);
    bool fail(const std::vector<int>& cells);

    int order_;
    std::vector<Mask> domains_;
    std::vector<Change> trail_;
    std::vector<std::vector<int>> houses_, houses_of_, peers_, constraints_of_;
    std::vector<Constraint> constraints_;
    std::vector<double> weights_;

    std::vector<int> placed_, dirty_houses_, dirty_constraints_;
    std::vector<char> house_is_dirty_, constraint_is_dirty_, is_dropped_;
};

}  // namespace pandoku::cages
