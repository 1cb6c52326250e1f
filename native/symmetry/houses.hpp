// The symmetries of any set of houses: the permutations of cells that map houses to houses.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "grid/function_ref.hpp"

namespace pandoku::symmetry {

// The symmetries, one after another, the identity first. Each has the image of every cell. Empty if
// there are more than `most`, or if `goes_on` returned false.
std::optional<std::vector<std::uint16_t>> symmetries_of_houses(
    int n_cells, const std::vector<std::vector<int>>& houses, std::size_t most, Poll goes_on);

}  // namespace pandoku::symmetry
