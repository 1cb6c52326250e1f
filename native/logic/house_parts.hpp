// A house as parts: the cells that a cage has in it, and single cells; and the sets of digits that
// each may hold.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/board.hpp"

namespace pandoku::logic {

struct HousePart {
    int cage = -1;                          // of a cell alone, -1
    std::vector<std::uint16_t> cells = {};  // empty ones in the house
    std::vector<Mask> sets = {};
};

// The part that is a cell alone.
HousePart cell_part(const Board& board, int cell);

// The empty cells of a house, each in one part. Cages of which too little is known are left out,
// and so are those that overlap another; their cells are alone.
std::vector<HousePart> parts_of(const Board& board, int house);

// [position of the cage]: what its cells may hold if its part of a house holds one of the sets that
// `occurs` says.
std::vector<Mask> held_by_sets(const Board& board, const HousePart& part,
                               const std::vector<std::uint8_t>& occurs);

}  // namespace pandoku::logic
