// The remaining possibilities of a cage: its fillings, its sets of digits, and their common digits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/cages.hpp"

namespace pandoku::logic {

// The remaining possibilities of a cage. They are not computed for a cage of more than
// Cage::kMostCells cells.
struct View {
    bool is_exact = false;               // sets, may and required are exact
    bool is_listed = false;              // all fillings are listed
    std::vector<std::uint8_t> fillings;  // [filling][position], 0-based, ascending
    std::vector<Mask> sets;              // digits of each filling, no duplicates, ascending
    std::vector<Mask> may;               // [position]
    Mask required = 0;                   // the digits that are in every filling

    std::size_t n(const Cage& cage) const { return fillings.size() / cage.size(); }
    const std::uint8_t* filling(const Cage& cage, std::size_t i) const {
        return fillings.data() + i * cage.size();
    }
};

// Updates a view. `may` has the digits of each position, just one for a filled cell. If the
// fillings are already listed, fillings are removed from the list, and the list is not built again.
void look(const Cage& cage, int order, std::span<const Mask> may, View& view);

}  // namespace pandoku::logic
