// The canonical form of full grids without cages, of any order (see least_lines.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "grid/function_ref.hpp"
#include "symmetry/least_lines.hpp"

namespace pandoku::symmetry {

// Whether every row and every column of n x n cells has each of 1..n.
bool is_full(const std::uint8_t* digits, int order);

// Finds every map that leads to the least text of a full grid of order 2 or more. Returns false if
// the search is too large, or if `goes_on` returned false.
bool find_least_full(const Shape& shape, const std::uint8_t* digits, Poll goes_on,
                     std::vector<LineMap>& maps);

}  // namespace pandoku::symmetry
