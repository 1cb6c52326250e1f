#include "grid/layout.hpp"

#include <set>

namespace pandoku {
namespace {

constexpr std::size_t kMaxUnions = 600;
constexpr int kMaxHousesInUnion = 4;

}  // namespace

Layout::Layout(int order, const std::vector<std::vector<int>>& houses,
               const std::vector<int>& kinds)
    : order_(order),
      n_cells_(order * order),
      n_houses_(static_cast<int>(houses.size())),
      house_sight_(n_cells_) {
    std::vector<std::vector<Place>> places(n_cells_);
    for (int h = 0; h < n_houses_; ++h) {
        kinds_.push_back(static_cast<Kind>(kinds[h]));
        by_kind_[kinds[h]].push_back(h);
        CellSet set = none();
        for (int p = 0; p < order_; ++p) {
            const int cell = houses[h][p];
            cells_.push_back(static_cast<std::uint16_t>(cell));
            places[cell].push_back({static_cast<std::uint16_t>(h), static_cast<std::uint16_t>(p)});
            set.add(cell);
        }
        sets_.push_back(set);
        house_sight_.add_group(cells(h));
    }
    find_places(places);
    find_crossings();
    find_unions();
}

void Layout::find_places(const std::vector<std::vector<Place>>& places) {
    for (int cell = 0; cell < n_cells_; ++cell) {
        place_start_.push_back(places_.size());
        peer_start_.push_back(peers_.size());
        places_.insert(places_.end(), places[cell].begin(), places[cell].end());
        house_sight(cell).each(
            [&](int peer) { peers_.push_back(static_cast<std::uint16_t>(peer)); });
        CellSet left = house_sight(cell);
        for (const Place place : places[cell])
            for (const std::uint16_t peer : cells(place.house)) {
                if (!left.has(peer)) continue;
                left.drop(peer);
                peers_by_house_.push_back(peer);
            }
    }
    place_start_.push_back(places_.size());
    peer_start_.push_back(peers_.size());
}

void Layout::find_crossings() {
    crossing_.assign(static_cast<std::size_t>(n_houses_) * n_houses_, 0);
    for (int a = 0; a < n_houses_; ++a)
        for (int p = 0; p < order_; ++p)
            for (const Place other : places(cells(a)[p]))
                crossing_[a * n_houses_ + other.house] |= bit(p);
    for (int house = 0; house < n_houses_; ++house)
        for (int p = 0; p < order_; ++p) {
            Mask company = bit(p);
            for (const Place other : places(cells(house)[p]))
                if (other.house != house) company |= crossing(house, other.house);
            company_.push_back(company);
        }
    overlapping_.resize(n_houses_);
    for (int a = 0; a < n_houses_; ++a)
        for (int b = 0; b < n_houses_; ++b)
            if (b != a && is_several(crossing(a, b))) overlapping_[a].push_back(b);
}

void Layout::find_unions() {
    add_runs(0, order_);
    add_runs(order_, 2 * order_);
    add_clusters(2 * order_);
}

// Adds runs of adjacent rows, or columns.
void Layout::add_runs(int first, int last) {
    for (int start = first; start < last; ++start) {
        Union run{{}, none()};
        for (int h = start; h < last && h - start < kMaxHousesInUnion; ++h) {
            run.houses.push_back(h);
            run.cells |= sets_[h];
            unions_.push_back(run);
        }
    }
}

// Adds clusters of boxes, regions and extra houses that touch without overlapping.
void Layout::add_clusters(int first) {
    std::vector<CellSet> beside(n_cells_,
                                none());  // for each cell: the cells that share an edge with it
    for (int cell = 0; cell < n_cells_; ++cell) {
        if (cell % order_ > 0) beside[cell].add(cell - 1), beside[cell - 1].add(cell);
        if (cell >= order_) beside[cell].add(cell - order_), beside[cell - order_].add(cell);
    }
    const auto touches = [&](const CellSet& a, const CellSet& b) {
        bool found = false;
        a.each([&](int cell) { found = found || beside[cell].meets(b); });
        return found;
    };
    std::vector<Union> grown;
    std::set<std::vector<std::uint64_t>> known;
    const auto is_new = [&](const CellSet& cells) {
        return known.emplace(cells.words(), cells.words() + n_words()).second;
    };
    for (int h = first; h < n_houses_; ++h)
        if (is_new(sets_[h])) grown.push_back({{h}, sets_[h]});
    for (std::size_t i = 0; i < grown.size() && unions_.size() + i < kMaxUnions; ++i) {
        if (grown[i].n_houses() == kMaxHousesInUnion) continue;
        for (int h = first; h < n_houses_ && grown.size() < kMaxUnions; ++h) {
            const CellSet cells = grown[i].cells | sets_[h];
            if (grown[i].cells.meets(sets_[h]) || !touches(grown[i].cells, sets_[h])) continue;
            if (!is_new(cells)) continue;
            grown.push_back({grown[i].houses, cells});
            grown.back().houses.push_back(h);
        }
    }
    unions_.insert(unions_.end(), grown.begin(), grown.end());
}

}  // namespace pandoku
