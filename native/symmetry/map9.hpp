// The symmetries of 9x9 Sudokus with boxes of 3x3: 2 x 6^8 permutations of cells that keep rows,
// columns and boxes, each with a relabeling.
#pragma once

#include <array>
#include <cstdint>

namespace pandoku::symmetry {

using Digits9 = std::uint8_t[9][9];  // 0 for an empty cell

// Cell (i, j) of the image is cell (rows[i], columns[j]) of the puzzle, or of its transpose.
struct Map9 {
    std::array<std::uint8_t, 9> rows, columns;
    // The image of each digit: 0 for 0, and 0 if it is unknown.
    std::array<std::uint8_t, 10> labels;
    bool is_transposed;
};

}  // namespace pandoku::symmetry
