#include "logic/cages.hpp"

#include <algorithm>

namespace pandoku::logic {

namespace {

void find_relations(Cage& cage, const Layout& layout, const std::vector<CellSet>& sight) {
    const std::size_t n = cage.size();
    cage.apart.assign(n, 0);
    cage.all_differ = true;
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b) {
            if (a == b) continue;
            if (sight[cage.cells[a]].has(cage.cells[b]))
                cage.apart[a] |= std::uint32_t{1} << b;
            else
                cage.all_differ = false;
        }
    for (int house = 0; house < layout.n_houses(); ++house) {
        std::uint32_t positions = 0;
        for (std::size_t p = 0; p < n; ++p)
            if (layout.house_set(house).has(cage.cells[p])) positions |= std::uint32_t{1} << p;
        if (positions != 0) cage.parts.push_back({house, positions});
    }
}

}  // namespace

Cages::Cages(const Layout& layout, const cages::Shape& shape, const cages::Batch& batch,
             std::int64_t i)
    : of_(static_cast<std::size_t>(layout.n_cells())) {
    for (int cell = 0; cell < layout.n_cells(); ++cell) sight_.push_back(layout.sight(cell));
    for (std::int64_t c = batch.cage_start[i]; c < batch.cage_start[i + 1]; ++c) {
        Cage cage{static_cast<char>(batch.operations[c]),
                  batch.targets[c],
                  batch.repeats[c] != 0,
                  {},
                  layout.none(),
                  {},
                  {},
                  false};
        cage.cells.assign(batch.cells + batch.cell_start[c], batch.cells + batch.cell_start[c + 1]);
        for (const std::uint16_t cell : cage.cells) {
            cage.set.add(cell);
            of_[cell].push_back(static_cast<std::uint16_t>(all_.size()));
        }
        if (!cage.repeats)
            for (const std::uint16_t cell : cage.cells) {
                sight_[cell] |= cage.set;
                sight_[cell].drop(cell);
            }
        all_.push_back(std::move(cage));
    }
    for (Cage& cage : all_)
        if (cage.is_small()) find_relations(cage, layout, sight_);
    if (all_.empty()) return;
    sums_ = territories(layout, shape, 4, [](const Cage& c) { return c.is_sum(); });
    products_ = territories(layout, shape, 2, [](const Cage& c) { return c.is_product(); });
    parities_ = territories(layout, shape, 2,
                            [](const Cage& c) { return c.is_sum() || c.operation == '-'; });
}

template <class Counts>
std::vector<Territory> Cages::territories(const Layout& layout, const cages::Shape& shape,
                                          int most_houses, Counts counts) const {
    std::vector<Territory> out;
    for (const cages::Shape::Group& group : shape.groups()) {
        if (group.n_houses() > most_houses) continue;
        Territory made;
        made.houses.assign(group.houses.begin(), group.houses.end());
        CellSet left = layout.none(), used = layout.none();
        for (const int house : made.houses) left |= layout.house_set(house);
        const CellSet all = left;
        // Cages inside come first, so that of cages that overlap the best ones count.
        for (int c = 0; c < n(); ++c) {
            const Cage& cage = (*this)[c];
            if (!counts(cage) || !cage.set.is_within(all) || cage.set.meets(used)) continue;
            made.inside.push_back(c);
            used |= cage.set;
        }
        for (int c = 0; c < n(); ++c) {
            const Cage& cage = (*this)[c];
            if (!counts(cage) || !cage.set.meets(all) || cage.set.meets(used)) continue;
            Territory::Crossing crossing{c, {}, {}};
            for (const std::uint16_t cell : cage.cells)
                (all.has(cell) ? crossing.inside : crossing.outside).push_back(cell);
            made.crossing.push_back(std::move(crossing));
            used |= cage.set;
        }
        (left - used).each([&](int cell) {
            made.loose.push_back(static_cast<std::uint16_t>(cell));
        });
        if (made.inside.empty() && made.crossing.empty()) continue;
        out.push_back(std::move(made));
    }
    std::stable_sort(out.begin(), out.end(), [](const Territory& a, const Territory& b) {
        return a.houses.size() < b.houses.size();
    });
    return out;
}

}  // namespace pandoku::logic
