// What a cage still says: its fillings, its sets of digits, and what they have in common.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/cages.hpp"

namespace pandoku::logic {

// What a cage still says. Nothing is known of a cage that is too large for it.
struct View {
    bool is_exact = false;               // all below but the fillings is
    bool is_listed = false;              // the fillings are listed
    std::vector<std::uint8_t> fillings;  // [.][position], 0-based, ascending
    std::vector<Mask> sets;              // of the digits in a filling, each once, ascending
    std::vector<Mask> may;               // [position]
    Mask required = 0;                   // in every filling

    std::size_t n(const Cage& cage) const { return fillings.size() / cage.size(); }
    const std::uint8_t* filling(const Cage& cage, std::size_t i) const {
        return fillings.data() + i * cage.size();
    }
};

// `may`: what each position may hold, a placed digit alone. A view that is listed is narrowed.
void look(const Cage& cage, int order, std::span<const Mask> may, View& view);

}  // namespace pandoku::logic
