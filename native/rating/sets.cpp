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

// Calls found(chosen, union) for each choice of `left` items of `fit` below `below` whose masks
// have no more than `size` bits together, in increasing order of the choice as a number, until it
// returns true.
template <class MaskOf, class F>
bool each_tight(Set fit, int left, int size, MaskOf&& mask_of, F&& found, Set chosen = 0,
                Set all = 0, Set below = 0x1ff) {
    if (left == 0) return size_of(all) == size && found(chosen, all);
    for (Set rest = fit & below; rest != 0; rest &= static_cast<Set>(rest - 1)) {
        const Set item = rest & static_cast<Set>(-rest);
        const Set grown = all | mask_of(std::countr_zero(item));
        if (size_of(grown) > size) continue;
        if (each_tight(fit, left - 1, size, mask_of, found, chosen | item, grown,
                       static_cast<Set>(item - 1)))
            return true;
    }
    return false;
}

// Calls found(house, digits, positions) for each hidden set of a house until it returns true:
// `size` digits, each with two places or more in the house, that share `size` cells.
template <class F>
bool has_hidden_set(const Grid& grid, int house, int size, int least_open, F&& found) {
    if (size_of(grid.open[house]) < least_open) return false;
    const auto& where = grid.where[house];
    Set fit = 0;
    for (int d = 0; d < 9; ++d) {
        const int n = size_of(where[d]);
        if (n >= 2 && n <= size) fit |= bit9(d);
    }
    if (size_of(fit) < size) return false;
    return each_tight(
        fit, size, size, [&](int d) { return where[d]; },
        [&](Set digits, Set positions) { return found(house, digits, positions); });
}

}  // namespace

bool find_direct_hidden_set(const Grid& grid, int size, Hint& hint) {
    std::uint32_t houses = kAllHouses;
    return find_direct_hidden_set_in(grid, size, houses, hint);
}

bool find_direct_hidden_set_in(const Grid& grid, int size, std::uint32_t& houses, Hint& hint) {
    const auto place = [&](int house, Set digits, Set positions) {
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
    };
    for (const Type type : kColumnsFirst)
        for (int house = 9 * type; house < 9 * type + 9; ++house) {
            if ((houses >> house & 1) == 0) continue;
            if (has_hidden_set(grid, house, size, size + 1, place)) return true;
            houses &= ~(std::uint32_t{1} << house);
        }
    return false;
}

bool find_hidden_set(const Grid& grid, int size, Hint& hint) {
    const auto remove = [&](int house, Set digits, Set positions) {
        hint.begin(kHidden[size - 2], kHiddenRating[size - 2]);
        hint.house = house;
        hint.digits = digits;
        hint.positions = positions;
        each9(positions,
              [&](int p) { hint.remove(grid, kTables.cell[house][p], static_cast<Set>(~digits)); });
        return hint.n_removals > 0;
    };
    for (const Type type : kColumnsFirst)
        for (int house = 9 * type; house < 9 * type + 9; ++house)
            if (has_hidden_set(grid, house, size, 2 * size + 1, remove)) return true;
    return false;
}

bool find_naked_set(const Grid& grid, int size, Hint& hint) {
    for (const Type type : kColumnsFirst)
        for (int house = 9 * type; house < 9 * type + 9; ++house) {
            if (size_of(grid.open[house]) < 2 * size) continue;
            const auto mask_of = [&](int p) { return grid.at[kTables.cell[house][p]]; };
            Set fit = 0;
            for (int p = 0; p < 9; ++p) {
                const int n = size_of(mask_of(p));
                if (n >= 2 && n <= size) fit |= bit9(p);
            }
            if (size_of(fit) < size) continue;
            const auto try_set = [&](Set positions, Set digits) {
                hint.begin(kNaked[size - 2], kNakedRating[size - 2]);
                hint.house = house;
                hint.digits = digits;
                hint.positions = positions;
                each9(grid.open[house] & static_cast<Set>(~positions),
                      [&](int p) { hint.remove(grid, kTables.cell[house][p], digits); });
                return hint.n_removals > 0;
            };
            if (each_tight(fit, size, size, mask_of, try_set)) return true;
        }
    return false;
}

namespace {

bool find_fish_of(const Grid& grid, int size, Type base, Hint& hint) {
    const int first = 9 * base, cover = base == kColumn ? 9 : 18;
    // The reference looks at all digits for each choice of lines. So the smallest choice of lines
    // is used.
    Set least = 0, least_digit = 0;
    for (int d = 0; d < 9; ++d) {
        if (grid.n_placed[d] + 2 * size > 9) continue;
        const auto mask_of = [&](int line) { return grid.where[first + line][d]; };
        Set fit = 0;
        for (int line = 0; line < 9; ++line) {
            const int n = size_of(mask_of(line));
            if (n >= 2 && n <= size) fit |= bit9(line);
        }
        if (size_of(fit) < size) continue;
        each_tight(fit, size, size, mask_of, [&](Set lines, Set covers) {
            if (least_digit != 0 && lines >= least) return true;
            bool removes = false;
            each9(covers,
                  [&](int line) { removes |= (grid.where[cover + line][d] & ~lines) != 0; });
            if (!removes) return false;
            least = lines;
            least_digit = bit9(d);
            return true;
        });
    }
    if (least_digit == 0) return false;
    const int d = std::countr_zero(least_digit);
    hint.begin(kFish[size - 2], kFishRating[size - 2]);
    hint.house = first;
    hint.digits = least_digit;
    hint.positions = least;
    Set covers = 0;
    each9(least, [&](int line) { covers |= grid.where[first + line][d]; });
    each9(covers, [&](int line) {
        each9(grid.where[cover + line][d] & static_cast<Set>(~least),
              [&](int p) { hint.remove(grid, kTables.cell[cover + line][p], least_digit); });
    });
    return true;
}

}  // namespace

bool find_fish(const Grid& grid, int size, Hint& hint) {
    return find_fish_of(grid, size, kColumn, hint) || find_fish_of(grid, size, kRow, hint);
}

}  // namespace pandoku::rating
