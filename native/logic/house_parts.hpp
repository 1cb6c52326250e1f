// A house as parts (the cells of a cage, and single cells), with the sets of digits that each part
// may hold.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/board.hpp"

namespace pandoku::logic {

struct HousePart {
    int cage = -1;                          // -1 for a single cell
    std::vector<std::uint16_t> cells = {};  // its empty cells in the house
    std::vector<Mask> sets = {};
};

// The part that is a single cell.
HousePart cell_part(const Board& board, int cell);

// The empty cells of a house, each in one part. Cages with too many possibilities and overlapping
// cages are left out, and their cells are single.
std::vector<HousePart> parts_of(const Board& board, int house);

// [position of the cage]: the digits that its cells may hold if its part of a house holds one of
// the sets marked in `occurs`.
std::vector<Mask> held_by_sets(const Board& board, const HousePart& part,
                               const std::vector<std::uint8_t>& occurs);

}  // namespace pandoku::logic
