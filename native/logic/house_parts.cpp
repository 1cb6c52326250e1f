#include "logic/house_parts.hpp"

#include <algorithm>

#include "logic/cage_steps.hpp"

namespace pandoku::logic {

namespace {

void keep_different(std::vector<Mask>& sets) {
    std::sort(sets.begin(), sets.end());
    sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
}

// The positions in the cage of the part's cells.
std::uint32_t positions_of(const Cage& cage, const HousePart& part) {
    std::uint32_t positions = 0;
    for (std::size_t p = 0; p < cage.size(); ++p)
        if (std::find(part.cells.begin(), part.cells.end(), cage.cells[p]) != part.cells.end())
            positions |= std::uint32_t{1} << p;
    return positions;
}

Mask placed_in(const Board& board, const Cage& cage) {
    Mask placed = 0;
    for (const std::uint16_t cell : cage.cells)
        if (!board.is_open(cell)) placed |= bit(board.digit(cell));
    return placed;
}

Mask digits_at(const std::uint8_t* filling, std::uint32_t positions) {
    Mask set = 0;
    each_position(positions, [&](std::size_t p) { set |= bit(filling[p]); });
    return set;
}

bool find_sets(const Board& board, HousePart& part) {
    const Cage& cage = board.cages()[part.cage];
    const View& view = board.view(part.cage);
    if (view.is_listed) {
        const std::uint32_t positions = positions_of(cage, part);
        for (std::size_t i = 0; i < view.n(cage); ++i)
            part.sets.push_back(digits_at(view.filling(cage, i), positions));
    } else if (view.is_exact && static_cast<int>(part.cells.size()) == n_open(board, cage)) {
        for (const Mask set : view.sets) part.sets.push_back(set & ~placed_in(board, cage));
    }
    keep_different(part.sets);
    return !part.sets.empty();
}

}  // namespace

HousePart cell_part(const Board& board, int cell) {
    HousePart part{-1, {static_cast<std::uint16_t>(cell)}};
    each(board.at(cell), [&](int d) { part.sets.push_back(bit(d)); });
    return part;
}

std::vector<HousePart> parts_of(const Board& board, int house) {
    std::vector<HousePart> parts;
    const CellSet& here = board.layout().house_set(house);
    CellSet left = board.layout().none();
    for (const int cell : board.layout().cells(house))
        if (board.is_open(cell)) left.add(cell);
    for (int c = 0; c < board.n_cages(); ++c) {
        const Cage& cage = board.cages()[c];
        if (!cage.set.meets(left) || !cage.is_small()) continue;
        HousePart part{c};
        bool overlaps = false;
        for (const std::uint16_t cell : cage.cells) {
            if (!here.has(cell) || !board.is_open(cell)) continue;
            overlaps |= !left.has(cell);
            part.cells.push_back(cell);
        }
        if (overlaps || part.cells.size() < 2 || !find_sets(board, part)) continue;
        for (const std::uint16_t cell : part.cells) left.drop(cell);
        parts.push_back(std::move(part));
    }
    left.each([&](int cell) { parts.push_back(cell_part(board, cell)); });
    return parts;
}

std::vector<Mask> held_by_sets(const Board& board, const HousePart& part,
                               const std::vector<std::uint8_t>& occurs) {
    const Cage& cage = board.cages()[part.cage];
    const View& view = board.view(part.cage);
    const auto has = [&](Mask set) {
        const auto at = std::lower_bound(part.sets.begin(), part.sets.end(), set);
        return at != part.sets.end() && *at == set &&
               occurs[static_cast<std::size_t>(at - part.sets.begin())] != 0;
    };
    std::vector<Mask> held(cage.size(), 0);
    if (view.is_listed) {
        const std::uint32_t positions = positions_of(cage, part);
        for (std::size_t i = 0; i < view.n(cage); ++i) {
            const std::uint8_t* filling = view.filling(cage, i);
            if (!has(digits_at(filling, positions))) continue;
            for (std::size_t p = 0; p < cage.size(); ++p) held[p] |= bit(filling[p]);
        }
        return held;
    }
    Mask any = 0;
    for (std::size_t s = 0; s < part.sets.size(); ++s)
        if (occurs[s] != 0) any |= part.sets[s];
    for (std::size_t p = 0; p < cage.size(); ++p) held[p] = any;
    return held;
}

}  // namespace pandoku::logic
