// Boards for the tests of finders: the usual houses, a full grid of shifted rows, and candidates
// that include it, with some noise.
#pragma once

#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "logic/finders.hpp"

namespace {

namespace logic = pandoku::logic;
using logic::Mask;

int n_failed = 0;

void check(bool claim, const std::string& what) {
    std::printf("%s %s\n", claim ? "ok    " : "FAILED", what.c_str());
    if (!claim) ++n_failed;
}

struct Houses {
    std::vector<std::vector<int>> cells;
    std::vector<int> kinds;
};

// Rows, columns, and boxes if there are any.
Houses houses_of(int order, int box_rows, int box_cols) {
    Houses made;
    for (int kind = 0; kind < (box_rows != 0 ? 3 : 2); ++kind)
        for (int line = 0; line < order; ++line) {
            std::vector<int> house;
            for (int k = 0; k < order; ++k) {
                const int r = kind == 2 ? line / box_rows * box_rows + k / box_cols : line;
                const int c = kind == 2 ? line % box_rows * box_cols + k % box_cols : k;
                house.push_back(kind == 1 ? c * order + r : r * order + c);
            }
            made.cells.push_back(house);
            made.kinds.push_back(kind);
        }
    return made;
}

struct Case {
    std::vector<std::uint8_t> digits, givens, solution;
    std::vector<Mask> masks;
};

// A full grid of shifted rows: some digits are placed, other cells have the right one and noise.
Case random_case(const logic::Layout& layout, int box_rows, int box_cols, std::mt19937& rng) {
    const int n = layout.order();
    Case made;
    const auto filled = rng() % 3 * 30, density = 10 + rng() % 40;
    for (int cell = 0; cell < n * n; ++cell) {
        const int r = cell / n, c = cell % n;
        const int shift = box_rows != 0 ? r % box_rows * box_cols + r / box_rows : r;
        const auto digit = static_cast<std::uint8_t>((shift + c) % n + 1);
        made.solution.push_back(digit);
        made.digits.push_back(rng() % 100 < filled ? digit : 0);
    }
    made.givens = made.digits;
    for (int cell = 0; cell < n * n; ++cell) {
        Mask mask = 0;
        for (int d = 0; d < n; ++d)
            if (rng() % 100 < density) mask |= logic::bit(d);
        for (const int peer : layout.peers(cell))
            if (made.digits[peer] != 0) mask &= ~logic::bit(made.digits[peer] - 1);
        made.masks.push_back(mask | logic::bit(made.solution[cell] - 1));
    }
    return made;
}

bool is_right(const logic::Step& step, const Case& made) {
    for (const auto [cell, digit] : step.placements)
        if (made.solution[cell] != digit + 1) return false;
    for (const auto [cell, digit] : step.eliminations)
        if (made.solution[cell] == digit + 1 || made.digits[cell] != 0) return false;
    return true;
}

}  // namespace
