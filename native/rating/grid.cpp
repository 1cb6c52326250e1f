#include "rating/grid.hpp"

#include <cstring>

namespace pandoku::rating {

void Grid::start(const std::uint8_t* givens) {
    std::memset(this, 0, sizeof *this);
    changed = kAllHouses;
    Set used[kHouses] = {};
    for (int cell = 0; cell < 81; ++cell) {
        digit[cell] = givens[cell];
        if (givens[cell] == 0) continue;
        ++n_placed[givens[cell] - 1];
        for (int type = 0; type < 3; ++type)
            used[kTables.house[cell][type]] |= bit9(givens[cell] - 1);
    }
    for (int cell = 0; cell < 81; ++cell) {
        if (givens[cell] != 0) continue;
        ++n_open;
        const auto& house = kTables.house[cell];
        const auto& position = kTables.position[cell];
        at[cell] = static_cast<Set>(0x1ff & ~(used[house[0]] | used[house[1]] | used[house[2]]));
        for (int type = 0; type < 3; ++type) {
            open[house[type]] |= bit9(position[type]);
            each9(at[cell], [&](int d) { where[house[type]][d] |= bit9(position[type]); });
        }
    }
}

void Grid::place(int cell, int d) {
    each9(at[cell], [&](int other) { remove(cell, other); });
    digit[cell] = static_cast<std::uint8_t>(d + 1);
    ++n_placed[d];
    --n_open;
    changed |= kTables.houses[cell];
    for (int type = 0; type < 3; ++type) {
        const int house = kTables.house[cell][type];
        open[house] &= static_cast<Set>(~bit9(kTables.position[cell][type]));
        each9(where[house][d], [&](int p) { remove(kTables.cell[house][p], d); });
    }
}

}  // namespace pandoku::rating
