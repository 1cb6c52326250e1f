// Facts that follow from the houses alone: the cells that see each other, the crossings of houses,
// and disjoint houses. The cage search and the finders share it. The lanes have their own tables
// (lanes/lanes.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grid/cell_set.hpp"
#include "grid/sight.hpp"

namespace pandoku {

// The kind of a house. Finders need the kind only for techniques about lines.
enum class Kind : std::uint8_t { row, column, box, other };

// The place of a cell: a house, and the position in this house.
struct Place {
    std::uint16_t house, position;
};

class Layout {
  public:
    // Order is 1 to 36. Every house has `order` different cells, ascending. The rows come first,
    // then the columns, then all others. `kinds` has the Kind of each house, as a number.
    Layout(int order, const std::vector<std::vector<int>>& houses, const std::vector<int>& kinds);

    int order() const { return order_; }
    int n_cells() const { return n_cells_; }
    int n_houses() const { return n_houses_; }
    int n_words() const { return (n_cells_ + 63) / 64; }
    Mask all_digits() const { return ~Mask{0} >> (64 - order_); }

    std::span<const std::uint16_t> cells_of_houses() const { return cells_; }  // [house][order]
    std::span<const std::uint16_t> cells(int house) const {
        return {cells_.data() + house * order_, static_cast<std::size_t>(order_)};
    }
    std::span<const Place> places(int cell) const {
        return {places_.data() + place_start_[cell], place_start_[cell + 1] - place_start_[cell]};
    }
    // The cells that share a house with a cell, ascending.
    std::span<const std::uint16_t> house_peers(int cell) const {
        return {peers_.data() + peer_start_[cell], peer_start_[cell + 1] - peer_start_[cell]};
    }
    // The same, house by house.
    std::span<const std::uint16_t> peers_by_house(int cell) const {
        return {peers_by_house_.data() + peer_start_[cell],
                peer_start_[cell + 1] - peer_start_[cell]};
    }
    Kind kind(int house) const { return kinds_[house]; }
    // The houses of a kind, ascending.
    const std::vector<int>& houses(Kind kind) const { return by_kind_[static_cast<int>(kind)]; }

    // The sight that follows from houses alone, without cages and other constraints.
    const Sight& house_sight() const { return house_sight_; }
    CellSet house_sight(int cell) const { return house_sight_.of(cell); }
    bool share_house(int a, int b) const { return house_sight_.sees(a, b); }
    const CellSet& house_set(int house) const { return sets_[house]; }

    // The positions in house `a` of the cells that are also in house `b`.
    Mask crossing(int a, int b) const { return crossing_[a * n_houses_ + b]; }

    // The positions in a house of the cells that share another house with this cell, including its
    // own position.
    Mask company(int house, int position) const { return company_[house * order_ + position]; }

    // The other houses that share at least two cells with this one, ascending.
    const std::vector<int>& overlapping(int house) const { return overlapping_[house]; }

    // Sets of disjoint houses that touch: runs of up to four rows or columns, and clusters of up to
    // four other houses. No two clusters have the same cells. There are at most about 600 clusters.
    struct Union {
        std::vector<int> houses;
        CellSet cells;

        int n_houses() const { return static_cast<int>(houses.size()); }
    };
    const std::vector<Union>& unions() const { return unions_; }

    CellSet none() const { return CellSet(n_words()); }

  private:
    void find_places(const std::vector<std::vector<Place>>& places);
    void find_crossings();
    void find_unions();
    void add_runs(int first, int last);
    void add_clusters(int first);

    int order_, n_cells_, n_houses_;
    std::vector<std::uint16_t> cells_;
    std::vector<Kind> kinds_;
    std::vector<int> by_kind_[4];
    std::vector<std::size_t> place_start_, peer_start_;
    std::vector<Place> places_;
    std::vector<std::uint16_t> peers_, peers_by_house_;
    std::vector<CellSet> sets_;
    Sight house_sight_;
    std::vector<Mask> crossing_, company_;
    std::vector<std::vector<int>> overlapping_;
    std::vector<Union> unions_;
};

}  // namespace pandoku
