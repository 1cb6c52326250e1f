// The rules of the houses. A decided digit is removed from the peers of its cell. A digit with one
// place left in a house is placed there. A digit with two or three places in a house is removed
// from the cells that see all of them.
#include "cages/model.hpp"

namespace pandoku::cages {
namespace {

bool clear_peers(const Model& model, State& state, int cell) {
    const Mask digit = state.at(cell);
    // This goes house by house instead of using Layout::house_peers. The order of removals
    // determines what is propagated first, and the search has only been measured with this order.
    for (const int peer : model.layout->peers_by_house(cell))
        if (!state.remove(peer, digit)) return false;
    if (!model.has_cage_peers) return true;
    for (const int peer : model.cage_peers[static_cast<std::size_t>(cell)])
        if (!state.remove(peer, digit)) return false;
    return true;
}

bool place_hidden_singles(State& state, int house) {
    const auto cells = state.layout().cells(house);
    Mask once = 0, twice = 0, placed = 0;
    for (const int cell : cells) {
        const Mask mask = state.at(cell);
        twice |= once & mask;
        once |= mask;
        placed |= is_several(mask) ? 0 : mask;
    }
    if (once != state.layout().all_digits()) return false;
    const Mask alone = once & ~twice & ~placed;
    if (alone == 0) return true;
    for (const int cell : cells) {
        const Mask mine = state.at(cell) & alone;
        if (mine == 0) continue;
        if (is_several(mine) || !state.keep(cell, mine)) return false;
    }
    return true;
}

}  // namespace

bool point_from_house(const Model& model, State& state, int house) {
    const auto cells = state.layout().cells(house);
    Mask once = 0, twice = 0, thrice = 0, more = 0;
    for (const int cell : cells) {
        const Mask mask = state.at(cell);
        more |= thrice & mask;
        thrice |= twice & mask;
        twice |= once & mask;
        once |= mask;
    }
    bool holds = true;
    const std::uint64_t* const mine = state.layout().house_set(house).words();
    each(twice & ~more,
         [&](int digit) { holds = holds && point(model, state, cells, digit, mine); });
    return holds;
}

bool settle(const Model& model, State& state, int& culprit) {
    while (true) {
        if (!state.decided.empty()) {
            const int cell = state.decided.back();
            state.decided.pop_back();
            culprit = -1 - cell;
            if (!clear_peers(model, state, cell)) return false;
        } else if (!state.houses.empty()) {
            const std::uint32_t house = state.houses.pop();
            culprit = static_cast<int>(house);
            if (!place_hidden_singles(state, culprit)) return false;
            state.matchings.push(house);
        } else {
            return true;
        }
    }
}

}  // namespace pandoku::cages
