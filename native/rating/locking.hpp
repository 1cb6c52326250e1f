// Section 3: digits whose places in one house are all in another house.
#pragma once

#include "rating/grid.hpp"

namespace pandoku::rating {

// Calls found(house, crossed, digit) in the reference's order until it returns true.
template <class F>
bool each_locking(const Grid& grid, F&& found) {
    constexpr Type kPairs[4][2] = {
        {kBlock, kColumn}, {kBlock, kRow}, {kColumn, kBlock}, {kRow, kBlock}};
    for (const auto& [first, second] : kPairs)
        for (int d = 0; d < 9; ++d)
            for (int house = 9 * first; house < 9 * first + 9; ++house) {
                const Set where = grid.where[house][d];
                if (!has_two_or_more(where)) continue;
                // All places are in at most one crossing: the crossing with the first place.
                const int cell = kTables.cell[house][std::countr_zero(where)];
                const int crossed = kTables.house[cell][second];
                if ((where & ~kTables.crossing[house][crossed]) == 0 && found(house, crossed, d))
                    return true;
            }
    return false;
}

}  // namespace pandoku::rating
