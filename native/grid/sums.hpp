// Sums that follow from houses and cages: the rule of 45 and its relatives, innies and outies.
//
// The cells of some disjoint houses have a known sum. A cage inside these houses contributes its
// target. A cage that crosses the border contributes its cells inside (innies), or its target minus
// its cells outside (outies). All other cells contribute their digits. Decided cells are
// subtracted, which leaves a sum of few open cells. Products work the same way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "grid/cell_set.hpp"
#include "grid/layout.hpp"

namespace pandoku {

// A union of disjoint houses, and how some cages lie in it.
struct Territory {
    struct Crossing {
        int cage;
        // Its range of `cells`: the cells inside come first.
        std::uint32_t first, n_inside, n_cells;
    };
    // Index of the union, or a number that the maker of the territory chose.
    std::span<const int> houses;
    std::vector<int> inside;         // cages
    std::vector<Crossing> crossing;  // cages, disjoint from each other and from the cages inside
    std::vector<std::uint16_t> cells;
    std::vector<std::uint16_t> loose;  // cells of the houses that are in none of these cages

    std::span<const std::uint16_t> inside_of(const Crossing& c) const {
        return {cells.data() + c.first, c.n_inside};
    }
    std::span<const std::uint16_t> outside_of(const Crossing& c) const {
        return {cells.data() + c.first + c.n_inside, c.n_cells - c.n_inside};
    }
};

// Finds how some of a puzzle's cages lie in unions of houses.
class Surveyor {
  public:
    explicit Surveyor(const Layout& layout);

    // Cage numbers must ascend from call to call.
    void add(int cage, std::span<const std::uint16_t> cells);

    void survey(const Layout::Union& houses, Territory& land);

  private:
    struct Cage {
        int number;
        std::size_t first, n_cells;  // in cells_
        CellSet set;
    };
    void meet(const CellSet& all);
    void add_crossing(const Cage& cage, const CellSet& all, Territory& land) const;

    CellSet none_;
    std::vector<Cage> cages_;
    std::vector<std::uint16_t> cells_;
    // The cages of each cell form a linked list: first_of_[cell], then next_, until -1. Both are
    // indices into cells_, and cage_of_ has the cage of each entry.
    std::vector<int> first_of_, next_;
    std::vector<std::uint32_t> cage_of_;
    std::vector<std::uint8_t> is_met_;  // for each cage
    std::vector<std::uint32_t> met_;
};

enum class Side { shorter, inside, outside };

// plus - minus == total, over open cells. For products, plus or minus is empty.
struct Equation {
    const Territory* land = nullptr;
    std::vector<std::uint16_t> plus, minus;
    std::vector<std::uint16_t> counted;  // placed cells
    std::vector<int> outside;            // cages counted as their target minus their cells outside
    std::int64_t total = 0;

    std::size_t n() const { return plus.size() + minus.size(); }
    bool is_same(const Equation& other) const { return plus == other.plus && minus == other.minus; }
};

// Returns the number of open cells. digit_at(cell) is a cell's digit, or -1.
template <class DigitAt>
std::size_t n_open_among(std::span<const std::uint16_t> cells, DigitAt digit_at) {
    std::size_t n = 0;
    for (const int cell : cells) n += digit_at(cell) < 0;
    return n;
}

template <class DigitAt>
bool counts_inside(const Territory& land, const Territory::Crossing& crossing, Side side,
                   DigitAt digit_at) {
    if (side != Side::shorter) return side == Side::inside;
    return n_open_among(land.inside_of(crossing), digit_at) <=
           n_open_among(land.outside_of(crossing), digit_at);
}

// Fills `equation` with the cells on each side. Returns false if more than `most` are open. The
// total has only the decided cells so far (see add_targets). The open cells are counted before
// anything is written, because usually there are too many.
template <class DigitAt>
bool lay_out(const Territory& land, Side side, std::size_t most, DigitAt digit_at,
             Equation& equation) {
    std::size_t n = n_open_among(land.loose, digit_at);
    for (const Territory::Crossing& crossing : land.crossing) {
        if (n > most) return false;
        const bool by_inside = counts_inside(land, crossing, side, digit_at);
        n += n_open_among(by_inside ? land.inside_of(crossing) : land.outside_of(crossing),
                          digit_at);
    }
    if (n > most) return false;
    equation.land = &land;
    equation.plus.clear(), equation.minus.clear();
    equation.counted.clear(), equation.outside.clear();
    equation.total = 0;
    const auto add = [&](std::span<const std::uint16_t> cells, int sign) {
        for (const std::uint16_t cell : cells) {
            const int digit = digit_at(cell);
            (digit >= 0 ? equation.counted
             : sign > 0 ? equation.plus
                        : equation.minus)
                .push_back(cell);
            if (digit >= 0) equation.total -= sign * (digit + 1);
        }
    };
    add(land.loose, 1);
    for (const Territory::Crossing& crossing : land.crossing) {
        if (counts_inside(land, crossing, side, digit_at)) {
            add(land.inside_of(crossing), 1);
        } else {
            equation.outside.push_back(crossing.cage);
            add(land.outside_of(crossing), -1);
        }
    }
    std::sort(equation.plus.begin(), equation.plus.end());
    std::sort(equation.minus.begin(), equation.minus.end());
    return true;
}

// Adds the contributions of the houses and cages to the total of a sum from lay_out.
template <class TargetOf>
void add_targets(int order, TargetOf target_of, Equation& equation) {
    const auto n_houses = static_cast<std::int64_t>(equation.land->houses.size());
    equation.total += n_houses * order * (order + 1) / 2;
    for (const int cage : equation.land->inside) equation.total -= target_of(cage);
    for (const int cage : equation.outside) equation.total -= target_of(cage);
}

}  // namespace pandoku
