// A set of cells whose size is known at compile time, so that operations are fast. (CellSet learns
// its size at run time.)
#pragma once

#include <bit>
#include <cstdint>

namespace pandoku::generate {

template <int words>
struct Cells {
    std::uint64_t bits[words] = {};

    static Cells all() {
        Cells cells;
        for (auto& word : cells.bits) word = ~std::uint64_t{0};
        return cells;
    }

    bool has(int cell) const { return (bits[cell / 64] >> (cell % 64) & 1) != 0; }
    void add(int cell) { bits[cell / 64] |= std::uint64_t{1} << (cell % 64); }
    void drop(int cell) { bits[cell / 64] &= ~(std::uint64_t{1} << (cell % 64)); }
    void put(int cell, bool is_in) { bits[cell / 64] |= std::uint64_t{is_in} << (cell % 64); }

    bool meets(const Cells& other) const {
        std::uint64_t both = 0;
        for (int w = 0; w < words; ++w) both |= bits[w] & other.bits[w];
        return both != 0;
    }
    bool has_one() const {
        std::uint64_t any = 0, more = 0;
        for (int w = 0; w < words; ++w) {
            more |= (bits[w] & (bits[w] - 1)) | (any != 0 ? bits[w] : 0);
            any |= bits[w];
        }
        return any != 0 && more == 0;
    }

    Cells& operator&=(const Cells& other) {
        for (int w = 0; w < words; ++w) bits[w] &= other.bits[w];
        return *this;
    }
    Cells& operator|=(const Cells& other) {
        for (int w = 0; w < words; ++w) bits[w] |= other.bits[w];
        return *this;
    }
    friend Cells operator&(Cells a, const Cells& b) { return a &= b; }
    bool operator==(const Cells&) const = default;

    // Calls f(cell) for every cell, ascending.
    template <class F>
    void each(F&& f) const {
        for (int w = 0; w < words; ++w)
            for (auto rest = bits[w]; rest != 0; rest &= rest - 1)
                f(64 * w + std::countr_zero(rest));
    }
};

}  // namespace pandoku::generate
