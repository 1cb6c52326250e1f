// The canonical form of puzzles of a geometry whose symmetries are listed, because jigsaw regions,
// diagonals and extra houses leave few symmetries.
#pragma once

#include <cstdint>
#include <vector>

#include "symmetry/marks.hpp"

namespace pandoku::symmetry {

// A symmetry of the list, and the image of each digit; 0 if the digit does not occur.
struct ListedMap {
    std::size_t index;
    std::vector<std::uint8_t> labels;
};

// Returns each symmetry that leads to the least text. `cells` has, for each, which cell of the
// puzzle comes to each cell of the image: n x n numbers, one symmetry after the other.
std::vector<ListedMap> least_listed(const Marked& puzzle, const std::vector<std::uint16_t>& cells);

}  // namespace pandoku::symmetry
