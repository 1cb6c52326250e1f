// Section 3: singles, and the direct techniques, which also place a digit.
#include "rating/finders.hpp"
#include "rating/locking.hpp"

namespace pandoku::rating {

bool find_hidden_single(const Grid& grid, Hint& hint) {
    for (const bool is_last : {true, false})
        for (const Type type : kColumnsFirst)
            for (int house = 9 * type; house < 9 * type + 9; ++house) {
                if (grid.open[house] == 0 || is_one(grid.open[house]) != is_last) continue;
                for (int d = 0; d < 9; ++d) {
                    const Set where = grid.where[house][d];
                    if (!is_one(where)) continue;
                    hint.begin(Technique::hidden_single, is_last          ? 1.0
                                                         : type == kBlock ? 1.2
                                                                          : 1.5);
                    hint.house = house;
                    hint.place(kTables.cell[house][std::countr_zero(where)], d);
                    return true;
                }
            }
    return false;
}

bool find_naked_single(const Grid& grid, Hint& hint) {
    for (int cell = 0; cell < 81; ++cell)
        if (is_one(grid.at[cell])) {
            hint.begin(Technique::naked_single, 2.3);
            hint.place(cell, std::countr_zero(grid.at[cell]));
            return true;
        }
    return false;
}

namespace {

// All of a digit's places in `house` are in `crossed`, which leaves only one place in a third
// house.
bool find_direct(const Grid& grid, int house, int crossed, int d, Hint& hint) {
    const int type = house / 9;
    for (int third = 9 * type; third < 9 * type + 9; ++third) {
        if (third == house || kTables.crossing[third][crossed] == 0) continue;
        const Set where = grid.where[third][d];
        const Set outside = where & static_cast<Set>(~kTables.crossing[third][crossed]);
        if (!has_two_or_more(where) || !is_one(outside)) continue;
        hint.begin(type == kBlock ? Technique::direct_pointing : Technique::direct_claiming,
                   type == kBlock ? 1.7 : 1.9);
        hint.house = house;
        hint.house2 = crossed;
        hint.house3 = third;
        hint.place(kTables.cell[third][std::countr_zero(outside)], d);
        return true;
    }
    return false;
}

bool remove_locked(const Grid& grid, int house, int crossed, int d, Hint& hint) {
    const Set gone = grid.where[crossed][d] & static_cast<Set>(~kTables.crossing[crossed][house]);
    if (gone == 0) return false;
    const bool is_pointing = house < 9;
    hint.begin(is_pointing ? Technique::pointing : Technique::claiming, is_pointing ? 2.6 : 2.8);
    hint.house = house;
    hint.house2 = crossed;
    hint.digits = bit9(d);
    each9(gone, [&](int p) { hint.remove(grid, kTables.cell[crossed][p], bit9(d)); });
    return true;
}

}  // namespace

bool find_direct_locking(const Grid& grid, Hint& hint) {
    return each_locking(grid, [&](int house, int crossed, int d) {
        return find_direct(grid, house, crossed, d, hint);
    });
}

bool find_locking(const Grid& grid, Hint& hint) {
    return each_locking(grid, [&](int house, int crossed, int d) {
        return remove_locked(grid, house, crossed, d, hint);
    });
}

bool place_hidden_singles(Grid& grid, std::uint32_t houses) {
    bool is_found = false;
    for (; houses != 0; houses &= houses - 1) {
        const int house = std::countr_zero(houses);
        for (int d = 0; d < 9; ++d) {
            const Set where = grid.where[house][d];
            if (!is_one(where)) continue;
            grid.place(kTables.cell[house][std::countr_zero(where)], d);
            is_found = true;
        }
    }
    return is_found;
}

bool place_naked_singles(Grid& grid) {
    bool is_found = false;
    for (int cell = 0; cell < 81; ++cell) {
        if (!is_one(grid.at[cell])) continue;
        grid.place(cell, std::countr_zero(grid.at[cell]));
        is_found = true;
    }
    return is_found;
}

bool remove_all_locked(Grid& grid) {
    bool is_found = false;
    each_locking(grid, [&](int house, int crossed, int d) {
        const Set gone =
            grid.where[crossed][d] & static_cast<Set>(~kTables.crossing[crossed][house]);
        each9(gone, [&](int p) { grid.remove(kTables.cell[crossed][p], d); });
        is_found |= gone != 0;
        return false;
    });
    return is_found;
}

}  // namespace pandoku::rating
