// Boards for the tests of finders: a full grid of shifted rows, and candidates that include it,
// with some noise.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "houses.hpp"
#include "logic/finders.hpp"

namespace {

namespace logic = pandoku::logic;
using pandoku::Layout;
using pandoku::Mask;

struct Case {
    std::vector<std::uint8_t> digits, givens, solution;
    std::vector<Mask> masks;
};

// A full grid of shifted rows: some digits are placed, other cells have the right one and noise.
Case random_case(const Layout& layout, int box_rows, int box_cols, std::mt19937& rng) {
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
            if (rng() % 100 < density) mask |= pandoku::bit(d);
        for (const int peer : layout.house_peers(cell))
            if (made.digits[peer] != 0) mask &= ~pandoku::bit(made.digits[peer] - 1);
        made.masks.push_back(mask | pandoku::bit(made.solution[cell] - 1));
    }
    return made;
}

inline bool is_right(const logic::Step& step, const Case& made) {
    for (const auto [cell, digit] : step.placements)
        if (made.solution[cell] != digit + 1) return false;
    for (const auto [cell, digit] : step.eliminations)
        if (made.solution[cell] == digit + 1 || made.digits[cell] != 0) return false;
    return true;
}

}  // namespace
