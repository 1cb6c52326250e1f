// A hint: one step of the reference.
#pragma once

#include <cstdint>

#include "rating/grid.hpp"

namespace pandoku::rating {

// In the reference's order of search (section 2). Section 7 has the names of chains.
enum class Technique : std::uint8_t {
    hidden_single,
    direct_pointing,
    direct_claiming,
    direct_hidden_pair,
    naked_single,
    direct_hidden_triplet,
    pointing,
    claiming,
    naked_pair,
    x_wing,
    hidden_pair,
    naked_triplet,
    swordfish,
    hidden_triplet,
    xy_wing,
    xyz_wing,
    unique_loop_1,
    unique_loop_2,
    unique_loop_3,
    unique_loop_4,
    naked_quad,
    jellyfish,
    hidden_quad,
    bug_1,
    bug_2,
    bug_3,
    bug_4,
    aligned_pair_exclusion,
    x_cycle,
    y_cycle,
    turbot_fish,
    x_chain,
    cycle,
    forcing_chain,
    aligned_triplet_exclusion,
    nishio,
    cell_forcing_chains,
    region_forcing_chains,
    dynamic_contradiction,
    dynamic_double,
    dynamic_cell,
    dynamic_region,
};

// The additional implications that a chain may use: section 6d.
constexpr int kLevels = 8;  // none, (+), (+ forcing chains), (+ multiple), (+ dynamic 0 .. 3)

struct Removal {
    std::uint8_t cell;
    Set digits;
};

struct Hint {
    Technique technique{};
    int level = 0;      // level of a dynamic chain
    double rating = 0;  // added up in the same way as in the reference
    int placed = -1;    // cell * 9 + digit, or -1
    int n_removals = 0;
    Removal removals[81];

    // The basis of the step, for its facts. The technique determines which of them are used.
    Set digits = 0, positions = 0;
    int house = -1, house2 = -1, house3 = -1;
    int n_cells = 0;
    std::uint8_t cells[32];
    Set extras[32];  // [cell]: the extra digits of a BUG

    void clear() {
        placed = house = house2 = house3 = -1;
        level = n_removals = n_cells = 0;
        digits = positions = 0;
    }
    void begin(Technique which, double its_rating) {
        clear();
        technique = which;
        rating = its_rating;
    }
    void place(int cell, int d) { placed = cell * 9 + d; }
    // Adds the digits that are candidates of the cell.
    void remove(const Grid& grid, int cell, Set digits_gone) {
        const Set gone = grid.at[cell] & digits_gone;
        if (gone != 0) removals[n_removals++] = {static_cast<std::uint8_t>(cell), gone};
    }
    void add_cell(int cell) {
        if (n_cells < 32) cells[n_cells++] = static_cast<std::uint8_t>(cell);
    }
    void apply(Grid& grid) const {
        for (int i = 0; i < n_removals; ++i)
            each9(removals[i].digits, [&](int d) { grid.remove(removals[i].cell, d); });
        if (placed >= 0) grid.place(placed / 9, placed % 9);
    }
};

inline int in_tenths(double rating) { return static_cast<int>((rating + 0.05) * 10); }

}  // namespace pandoku::rating
