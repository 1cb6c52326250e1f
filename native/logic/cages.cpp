#include "logic/cages.hpp"

#include <algorithm>

namespace pandoku::logic {

namespace {

void find_relations(Cage& cage, const Layout& layout, const Sight& sight) {
    const std::size_t n = cage.size();
    cage.apart.assign(n, 0);
    cage.all_differ = true;
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b) {
            if (a == b) continue;
            if (sight.sees(cage.cells[a], cage.cells[b]))
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

// The target. If it is too far from 0 for any filling, returns a number closer to 0 that no filling
// reaches either, so that sums of several targets do not overflow.
std::int64_t target_of(const CageLists::Cage& given, int order) {
    const auto n = static_cast<std::int64_t>(given.cells.size());
    const std::int64_t beyond = n * order + 1;
    const bool multiplies = n > 1 && (given.operation == '*' || given.operation == '?');
    return std::clamp(given.target, -beyond, multiplies ? INT64_MAX : beyond);
}

}  // namespace

Cages::Cages(const Layout& layout, const CageLists& lists, std::int64_t i,
             const RelationLists* relations)
    : of_(static_cast<std::size_t>(layout.n_cells())), sight_(layout.house_sight()) {
    all_.reserve(lists.n_cages(i));
    for (std::size_t c = 0; c < lists.n_cages(i); ++c) {
        const CageLists::Cage given = lists.cage(i, c);
        Cage cage{given.operation,
                  target_of(given, layout.order()),
                  given.repeats,
                  {given.cells.begin(), given.cells.end()},
                  layout.none(),
                  {},
                  {},
                  false};
        for (const std::uint16_t cell : cage.cells) {
            cage.set.add(cell);
            of_[cell].push_back(static_cast<std::uint16_t>(all_.size()));
        }
        if (!cage.repeats) sight_.add_group(cage.cells);
        all_.push_back(std::move(cage));
    }
    const std::size_t n_relations = relations == nullptr ? 0 : relations->n_relations(i);
    for (std::size_t r = 0; r < n_relations; ++r)
        if (const auto relation = relations->relation(i, r);
            relation.type == RelationLists::Type::differ)
            sight_.add_group(relation.cells);
    if (relations != nullptr) {
        const auto ties = relations->ties(i);
        ties_.assign(ties.begin(), ties.end());
    }
    for (Cage& cage : all_)
        if (cage.is_small()) find_relations(cage, layout, sight_);
    if (all_.empty()) return;
    find_overlaps();
    sums_ = territories(layout, 4, [](const Cage& c) { return c.is_sum(); });
    products_ = territories(layout, 2, [](const Cage& c) { return c.is_product(); });
}

void Cages::find_overlaps() {
    const auto overlaps = [&](const Cage& cage) {
        const auto is_shared = [&](int cell) { return of(cell).size() > 1; };
        return std::any_of(cage.cells.begin(), cage.cells.end(), is_shared);
    };
    for (int a = 0; a < n(); ++a) {
        if (!overlaps((*this)[a])) continue;  // usually no cell is in two cages
        for (int b = 0; b < n(); ++b)
            if (a != b && (*this)[a].set.meets((*this)[b].set)) overlaps_.push_back({a, b});
    }
}

std::vector<Territory> Cages::parities(const Layout& layout) const {
    return territories(layout, 2, [](const Cage& c) { return c.is_sum() || c.operation == '-'; });
}

template <class Counts>
std::vector<Territory> Cages::territories(const Layout& layout, int most_houses,
                                          Counts counts) const {
    Surveyor surveyor(layout);
    for (int c = 0; c < n(); ++c)
        if (counts((*this)[c])) surveyor.add(c, (*this)[c].cells);
    std::vector<Territory> out;
    out.reserve(layout.unions().size());
    Territory land;  // copied, as its own memory grows step by step
    for (int n_houses = 1; n_houses <= most_houses; ++n_houses)
        for (const Layout::Union& houses : layout.unions()) {
            if (houses.n_houses() != n_houses) continue;
            surveyor.survey(houses, land);
            if (!land.inside.empty() || !land.crossing.empty()) out.push_back(land);
        }
    return out;
}

}  // namespace pandoku::logic
