// The cages of a puzzle, as finders read them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "grid/cage_lists.hpp"
#include "grid/fillings.hpp"
#include "grid/layout.hpp"
#include "grid/relation_lists.hpp"
#include "grid/sight.hpp"
#include "grid/sums.hpp"

namespace pandoku::logic {

// The cells of a cage that lie in one house.
struct Part {
    int house;
    std::uint32_t positions;  // in the cage
};

struct Cage {
    static constexpr std::size_t kMostCells =
        Fillings::kMaxTerms;  // larger cages are only used as sums

    char operation;  // one of "+-*/=?", or '.' for no target
    std::int64_t target;
    bool repeats;
    std::vector<std::uint16_t> cells;  // in the puzzle's order
    CellSet set;
    // For cages of at most kMostCells cells:
    std::vector<std::uint32_t> apart;  // [position]: positions that must hold another digit
    std::vector<Part> parts;           // by house, ascending
    bool all_differ = false;

    std::size_t size() const { return cells.size(); }
    bool is_small() const { return size() <= kMostCells; }
    // Whether the sum, or the product, of its digits is the target.
    bool is_sum() const { return operation == '+' || (size() == 1 && operation != '.'); }
    bool is_product() const { return operation == '*' || (size() == 1 && operation != '.'); }
};

class Cages {
  public:
    // The cages of puzzle `i`. If it has relations, cells that must differ see each other as well.
    Cages(const Layout& layout, const CageLists& lists, std::int64_t i,
          const RelationLists* relations = nullptr);

    const std::vector<Cage>& all() const { return all_; }
    const Cage& operator[](int cage) const { return all_[static_cast<std::size_t>(cage)]; }
    int n() const { return static_cast<int>(all_.size()); }
    // The cages that a cell is in.
    const std::vector<std::uint16_t>& of(int cell) const {
        return of_[static_cast<std::size_t>(cell)];
    }
    // The sight of the houses, of the cages without repeats and of other cells that differ.
    const Sight& sight() const { return sight_; }

    // The candidates that are not both true by a constraint that is not a cage.
    const std::vector<Tie>& ties() const { return ties_; }

    // Pairs of different cages with common cells, ascending. Each pair is listed in both orders.
    const std::vector<std::array<int, 2>>& overlaps() const { return overlaps_; }

    // Territories with + cages or with * cages. Territories with the fewest houses come first.
    const std::vector<Territory>& sums() const { return sums_; }
    const std::vector<Territory>& products() const { return products_; }
    // Territories with + and - cages, whose sums have the parity of their targets. Found at each
    // call.
    std::vector<Territory> parities(const Layout& layout) const;

  private:
    void find_overlaps();
    template <class Counts>
    std::vector<Territory> territories(const Layout& layout, int most_houses, Counts counts) const;
    std::vector<Cage> all_;
    std::vector<std::vector<std::uint16_t>> of_;
    Sight sight_;
    std::vector<Tie> ties_;
    std::vector<std::array<int, 2>> overlaps_;
    std::vector<Territory> sums_, products_;
};

}  // namespace pandoku::logic
