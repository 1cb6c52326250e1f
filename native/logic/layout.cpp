#include "logic/layout.hpp"

namespace pandoku::logic {

Layout::Layout(int order, const std::vector<std::vector<int>>& houses,
               const std::vector<int>& kinds)
    : order_(order), n_cells_(order * order), n_houses_(static_cast<int>(houses.size())) {
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
    }
    for (int cell = 0; cell < n_cells_; ++cell) {
        place_start_.push_back(places_.size());
        peer_start_.push_back(peers_.size());
        CellSet seen = none();
        for (const Place place : places[cell]) {
            places_.push_back(place);
            seen |= sets_[place.house];
        }
        seen.drop(cell);
        seen.each([&](int peer) { peers_.push_back(static_cast<std::uint16_t>(peer)); });
        sight_.push_back(seen);
    }
    place_start_.push_back(places_.size());
    peer_start_.push_back(peers_.size());
    crossing_.assign(static_cast<std::size_t>(n_houses_) * n_houses_, 0);
    for (int a = 0; a < n_houses_; ++a)
        for (int p = 0; p < order_; ++p)
            for (const Place other : places[houses[a][p]])
                crossing_[a * n_houses_ + other.house] |= Mask{1} << p;
    for (int house = 0; house < n_houses_; ++house)
        for (int p = 0; p < order_; ++p) {
            Mask company = 0;
            for (const Place other : places[houses[house][p]])
                if (other.house != house) company |= crossing(house, other.house);
            company_.push_back(company | Mask{1} << p);
        }
    overlapping_.resize(n_houses_);
    for (int a = 0; a < n_houses_; ++a)
        for (int b = 0; b < n_houses_; ++b)
            if (b != a && (crossing(a, b) & (crossing(a, b) - 1)) != 0)
                overlapping_[a].push_back(b);
}

}  // namespace pandoku::logic
