// Section 3: naked and hidden sets, and fish.
#include "rating/finders.hpp"

namespace pandoku::rating {

namespace {

constexpr Technique kNaked[] = {Technique::naked_pair, Technique::naked_triplet,
                                Technique::naked_quad};
constexpr double kNakedRating[] = {3.0, 3.6, 5.0};
constexpr Technique kHidden[] = {Technique::hidden_pair, Technique::hidden_triplet,
                                 Technique::hidden_quad};
constexpr double kHiddenRating[] = {3.4, 4.0, 5.4};
constexpr Technique kFish[] = {Technique::x_wing, Technique::swordfish, Technique::jellyfish};
constexpr double kFishRating[] = {3.2, 3.8, 5.2};

// Calls found(house, digits, positions) for each hidden set until it returns true: `size` digits,
// each with two places or more in the house, that share `size` cells.
template <class F>
bool each_hidden_set(const Grid& grid, int size, int least_open, F&& found) {
    for (const Type type : kColumnsFirst)
        for (int house = 9 * type; house < 9 * type + 9; ++house) {
            if (size_of(grid.open[house]) < least_open) continue;
            Set fit = 0;
            for (int d = 0; d < 9; ++d) {
                const int n = size_of(grid.where[house][d]);
                if (n >= 2 && n <= size) fit |= bit9(d);
            }
            if (size_of(fit) < size) continue;
            if (size == 2) {  // by far the most frequent
                for (Set highs = fit; highs != 0; highs &= static_cast<Set>(highs - 1)) {
                    const int high = std::countr_zero(highs);
                    const Set positions = grid.where[house][high];
                    for (Set lows = fit & static_cast<Set>(bit9(high) - 1); lows != 0;
                         lows &= static_cast<Set>(lows - 1)) {
                        const int low = std::countr_zero(lows);
                        if (grid.where[house][low] == positions &&
                            found(house, static_cast<Set>(bit9(low) | bit9(high)), positions))
                            return true;
                    }
                }
                continue;
            }
            for (int i = 0; i < kTables.n_subsets[size]; ++i) {
                const Set digits = kTables.subsets[size][i];
                if ((digits & ~fit) != 0) continue;
                Set positions = 0;
                each9(digits, [&](int d) { positions |= grid.where[house][d]; });
                if (size_of(positions) == size && found(house, digits, positions)) return true;
            }
        }
    return false;
}

}  // namespace

bool find_direct_hidden_set(const Grid& grid, int size, Hint& hint) {
    return each_hidden_set(grid, size, size + 1, [&](int house, Set digits, Set positions) {
        for (int d = 0; d < 9; ++d) {
            if ((digits >> d & 1) != 0) continue;
            const Set where = grid.where[house][d];
            const Set outside = where & static_cast<Set>(~positions);
            if (!has_two_or_more(where) || !is_one(outside)) continue;
            hint.begin(size == 2 ? Technique::direct_hidden_pair : Technique::direct_hidden_triplet,
                       size == 2 ? 2.0 : 2.5);
            hint.house = house;
            hint.digits = digits;
            hint.positions = positions;
            hint.place(kTables.cell[house][std::countr_zero(outside)], d);
            return true;
        }
        return false;
    });
}

bool find_hidden_set(const Grid& grid, int size, Hint& hint) {
    return each_hidden_set(grid, size, 2 * size + 1, [&](int house, Set digits, Set positions) {
        hint.begin(kHidden[size - 2], kHiddenRating[size - 2]);
        hint.house = house;
        hint.digits = digits;
        hint.positions = positions;
        each9(positions, [&](int p) {
            hint.remove(grid, kTables.cell[house][p], static_cast<Set>(~digits));
        });
        return hint.n_removals > 0;
    });
}

bool find_naked_set(const Grid& grid, int size, Hint& hint) {
    for (const Type type : kColumnsFirst)
        for (int house = 9 * type; house < 9 * type + 9; ++house) {
            if (size_of(grid.open[house]) < 2 * size) continue;
            Set fit = 0;
            for (int p = 0; p < 9; ++p) {
                const int n = size_of(grid.at[kTables.cell[house][p]]);
                if (n >= 2 && n <= size) fit |= bit9(p);
            }
            if (size_of(fit) < size) continue;
            for (int i = 0; i < kTables.n_subsets[size]; ++i) {
                const Set positions = kTables.subsets[size][i];
                if ((positions & ~fit) != 0) continue;
                Set digits = 0;
                each9(positions, [&](int p) { digits |= grid.at[kTables.cell[house][p]]; });
                if (size_of(digits) != size) continue;
                hint.begin(kNaked[size - 2], kNakedRating[size - 2]);
                hint.house = house;
                hint.digits = digits;
                hint.positions = positions;
                each9(grid.open[house] & static_cast<Set>(~positions),
                      [&](int p) { hint.remove(grid, kTables.cell[house][p], digits); });
                if (hint.n_removals > 0) return true;
            }
        }
    return false;
}

bool find_fish(const Grid& grid, int size, Hint& hint) {
    for (const Type base : {kColumn, kRow}) {
        const int first = 9 * base, cover = base == kColumn ? 9 : 18;
        Set fit[9] = {}, any = 0;  // [line]: the digits that may use it
        for (int d = 0; d < 9; ++d) {
            if (grid.n_placed[d] + 2 * size > 9) continue;
            for (int line = 0; line < 9; ++line) {
                const int n = size_of(grid.where[first + line][d]);
                if (n >= 2 && n <= size) fit[line] |= bit9(d);
            }
        }
        for (int line = 0; line < 9; ++line) any |= fit[line] != 0 ? bit9(line) : 0;
        for (int i = 0; i < kTables.n_subsets[size]; ++i) {
            const Set lines = kTables.subsets[size][i];
            if ((lines & ~any) != 0) continue;
            Set digits = 0x1ff;
            each9(lines, [&](int line) { digits &= fit[line]; });
            for (; digits != 0; digits &= static_cast<Set>(digits - 1)) {
                const int d = std::countr_zero(digits);
                Set covers = 0;
                each9(lines, [&](int line) { covers |= grid.where[first + line][d]; });
                if (size_of(covers) != size) continue;
                hint.begin(kFish[size - 2], kFishRating[size - 2]);
                hint.house = first;
                hint.digits = bit9(d);
                hint.positions = lines;
                each9(covers, [&](int line) {
                    const int house = cover + line;
                    each9(grid.where[house][d] & static_cast<Set>(~lines),
                          [&](int p) { hint.remove(grid, kTables.cell[house][p], bit9(d)); });
                });
                if (hint.n_removals > 0) return true;
            }
        }
    }
    return false;
}

}  // namespace pandoku::rating
