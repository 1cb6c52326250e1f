// The grid as the reference sees it (section 1): 81 cells, and houses in its order.
//
// Everything here is for 9x9 only, because the scale replays a program for 9x9.
#pragma once

#include <array>
#include <cstdint>

#include "grid/mask.hpp"

namespace pandoku::rating {

using Set = std::uint16_t;  // nine bits: digits, or positions in a house

// Houses: blocks 0-8, rows 9-17, columns 18-26. Chains look at the houses in this order, ...
enum Type { kBlock, kRow, kColumn };
constexpr int kHouses = 27;
constexpr std::uint32_t kAllHouses = (std::uint32_t{1} << kHouses) - 1;
// ... but singles and sets look at columns before rows.
constexpr std::array<Type, 3> kColumnsFirst{kBlock, kColumn, kRow};

struct Cells {
    std::uint64_t low = 0, high = 0;

    bool has(int cell) const { return ((cell < 64 ? low >> cell : high >> (cell - 64)) & 1) != 0; }
    void add(int cell) { (cell < 64 ? low : high) |= std::uint64_t{1} << (cell & 63); }
    void remove(int cell) { (cell < 64 ? low : high) &= ~(std::uint64_t{1} << (cell & 63)); }
    bool any() const { return (low | high) != 0; }
    int size() const { return count(low) + count(high); }
    Cells operator&(Cells o) const { return {low & o.low, high & o.high}; }
    Cells operator|(Cells o) const { return {low | o.low, high | o.high}; }
    Cells operator-(Cells o) const { return {low & ~o.low, high & ~o.high}; }
    bool operator==(const Cells&) const = default;
    template <class F>
    void each(F&& f) const {
        pandoku::each(low, f);
        pandoku::each(high, [&](int i) { f(i + 64); });
    }
};

struct Tables {
    std::uint8_t cell[kHouses][9];   // [house][position]
    std::uint8_t house[81][3];       // [cell][type]
    std::uint8_t position[81][3];    // [cell][type]
    std::uint8_t peer[81][20];       // ascending
    Set crossing[kHouses][kHouses];  // positions in the first house that lie in the second
    Cells sight[81];
    std::uint32_t houses[81];                      // [cell]: its houses, as bits
    std::array<std::array<Set, 126>, 10> subsets;  // [size]: increasing in value
    std::array<int, 10> n_subsets;
    std::uint8_t size_of[512];  // the number of bits
};

constexpr Tables make_tables() {
    Tables t{};
    for (int cell = 0; cell < 81; ++cell) {
        const int row = cell / 9, column = cell % 9;
        const int block = row / 3 * 3 + column / 3;
        const int house[3] = {block, 9 + row, 18 + column};
        const int position[3] = {row % 3 * 3 + column % 3, column, row};
        for (int type = 0; type < 3; ++type) {
            t.house[cell][type] = static_cast<std::uint8_t>(house[type]);
            t.position[cell][type] = static_cast<std::uint8_t>(position[type]);
            t.cell[house[type]][position[type]] = static_cast<std::uint8_t>(cell);
            t.houses[cell] |= std::uint32_t{1} << house[type];
        }
    }
    for (int cell = 0; cell < 81; ++cell) {
        int n = 0;
        for (int other = 0; other < 81; ++other) {
            bool sees = false;
            for (int type = 0; type < 3; ++type)
                sees |= t.house[cell][type] == t.house[other][type];
            if (!sees || other == cell) continue;
            t.peer[cell][n++] = static_cast<std::uint8_t>(other);
            auto& sight = t.sight[cell];
            (other < 64 ? sight.low : sight.high) |= std::uint64_t{1} << (other & 63);
        }
    }
    for (int a = 0; a < kHouses; ++a)
        for (int p = 0; p < 9; ++p)
            for (int type = 0; type < 3; ++type)
                t.crossing[a][t.house[t.cell[a][p]][type]] |= static_cast<Set>(1 << p);
    for (int set = 0; set < 512; ++set) {
        int size = 0;
        for (int rest = set; rest != 0; rest &= rest - 1) ++size;
        t.size_of[set] = static_cast<std::uint8_t>(size);
        t.subsets[size][t.n_subsets[size]++] = static_cast<Set>(set);
    }
    return t;
}
inline constexpr Tables kTables = make_tables();

inline int size_of(Set set) { return kTables.size_of[set]; }
inline Set bit9(int index) { return static_cast<Set>(1 << index); }
inline bool is_one(Set set) { return set != 0 && (set & (set - 1)) == 0; }
inline bool is_two(Set set) { return is_one(static_cast<Set>(set & (set - 1))); }
inline bool has_two_or_more(Set set) { return (set & (set - 1)) != 0; }
// The digits or positions of a set, ascending.
template <class F>
inline void each9(Set set, F&& f) {
    for (unsigned rest = set; rest != 0; rest &= rest - 1) f(std::countr_zero(rest));
}

struct Grid {
    Set at[81];                // [cell]: its candidates, or 0 once it is filled
    Set where[kHouses][9];     // [house][digit]: the positions with this candidate
    Set open[kHouses];         // [house]: the positions of empty cells
    std::uint8_t digit[81];    // 1-9, 0 while empty
    std::uint8_t n_placed[9];  // [digit]
    std::uint8_t n_open;
    std::uint32_t changed;  // houses that lost candidates since this was last cleared

    void start(const std::uint8_t* givens);
    bool has(int cell, int d) const { return (at[cell] >> d & 1) != 0; }

    void remove(int cell, int d) {
        at[cell] &= static_cast<Set>(~bit9(d));
        changed |= kTables.houses[cell];
        for (int type = 0; type < 3; ++type)
            where[kTables.house[cell][type]][d] &=
                static_cast<Set>(~bit9(kTables.position[cell][type]));
    }
    void place(int cell, int d);
};

}  // namespace pandoku::rating
