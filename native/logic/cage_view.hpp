// What a cage still allows: its fillings, its sets of digits, and what they have in common.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/cages.hpp"

namespace pandoku::logic {

// What a cage still allows. Nothing is known about a cage of more than Cage::kMostCells cells.
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

// Updates a view. `may` is what each position may hold; a filled cell has only its digit. If the
// fillings are already listed, the list is narrowed instead of built again.
void look(const Cage& cage, int order, std::span<const Mask> may, View& view);

}  // namespace pandoku::logic
