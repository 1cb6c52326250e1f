#include "grid/sums.hpp"

namespace pandoku {

Surveyor::Surveyor(const Layout& layout)
    : none_(layout.none()), first_of_(static_cast<std::size_t>(layout.n_cells()), -1) {}

void Surveyor::add(int cage, std::span<const std::uint16_t> cells) {
    Cage made{cage, cells_.size(), cells.size(), none_};
    for (const std::uint16_t cell : cells) {
        made.set.add(cell);
        next_.push_back(first_of_[cell]);
        first_of_[cell] = static_cast<int>(cells_.size());
        cells_.push_back(cell);
        cage_of_.push_back(static_cast<std::uint32_t>(cages_.size()));
    }
    cages_.push_back(made);
    is_met_.push_back(0);
}

// Fills met_ with the cages that have a cell in `all`, ascending.
void Surveyor::meet(const CellSet& all) {
    met_.clear();
    all.each([&](int cell) {
        for (int at = first_of_[cell]; at >= 0; at = next_[at]) {
            const std::uint32_t cage = cage_of_[at];
            if (is_met_[cage]) continue;
            is_met_[cage] = 1;
            met_.push_back(cage);
        }
    });
    for (const std::uint32_t cage : met_) is_met_[cage] = 0;
    std::sort(met_.begin(), met_.end());
}

void Surveyor::survey(const Layout::Union& houses, Territory& land) {
    land.houses = houses.houses;
    land.inside.clear(), land.crossing.clear(), land.cells.clear(), land.loose.clear();
    meet(houses.cells);
    CellSet used = none_;
    // Cages inside the houses come first: if cages overlap, a cage that adds no open cells is
    // preferred.
    for (const std::uint32_t c : met_) {
        const Cage& cage = cages_[c];
        if (!cage.set.is_within(houses.cells) || cage.set.meets(used)) continue;
        land.inside.push_back(cage.number);
        used |= cage.set;
    }
    for (const std::uint32_t c : met_) {
        const Cage& cage = cages_[c];
        if (cage.set.meets(used)) continue;
        add_crossing(cage, houses.cells, land);
        used |= cage.set;
    }
    (houses.cells - used).each([&](int cell) {
        land.loose.push_back(static_cast<std::uint16_t>(cell));
    });
}

void Surveyor::add_crossing(const Cage& cage, const CellSet& all, Territory& land) const {
    const auto first = static_cast<std::uint32_t>(land.cells.size());
    const std::span<const std::uint16_t> cells{cells_.data() + cage.first, cage.n_cells};
    for (const std::uint16_t cell : cells)
        if (all.has(cell)) land.cells.push_back(cell);
    const auto n_inside = static_cast<std::uint32_t>(land.cells.size()) - first;
    for (const std::uint16_t cell : cells)
        if (!all.has(cell)) land.cells.push_back(cell);
    land.crossing.push_back(
        {cage.number, first, n_inside, static_cast<std::uint32_t>(cells.size())});
}

}  // namespace pandoku
