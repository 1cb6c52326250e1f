// The canonical form of full 9x9 grids (see least9.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "symmetry/map9.hpp"

namespace pandoku::symmetry {

// Finds the least text of a grid, whose rows, columns and boxes each have all digits, and every map
// that leads to it.
void find_least_grid(const Digits9& grid, const Digits9& transposed,
                     std::array<std::uint8_t, 81>& text, std::vector<Map9>& maps);

}  // namespace pandoku::symmetry
