// Strong links of one digit: houses with exactly two places for it.
#pragma once

#include <vector>

#include "logic/board.hpp"

namespace pandoku::logic {

struct StrongLink {
    int house;
    int ends[2];
};

inline std::vector<StrongLink> strong_links(const Board& board, int digit) {
    const Layout& layout = board.layout();
    std::vector<StrongLink> links;
    links.reserve(static_cast<std::size_t>(layout.n_houses()));
    for (int house = 0; house < layout.n_houses(); ++house) {
        const Mask places = board.where(house, digit);
        if (!is_pair(places)) continue;
        const auto cells = layout.cells(house);
        links.push_back({house, {cells[lowest(places)], cells[lowest(places & (places - 1))]}});
    }
    return links;
}

// A house of this kind that holds both cells, or -1.
inline int common_house(const Layout& layout, int a, int b, Kind kind) {
    for (const Place place : layout.places(a))
        if (layout.kind(place.house) == kind && layout.house_set(place.house).has(b))
            return place.house;
    return -1;
}

// Any house that holds both cells, or -1.
inline int common_house(const Layout& layout, int a, int b) {
    for (const Place place : layout.places(a))
        if (layout.house_set(place.house).has(b)) return place.house;
    return -1;
}

}  // namespace pandoku::logic
