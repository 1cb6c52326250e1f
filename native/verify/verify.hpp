// Checks solutions against the rules of a puzzle. It shares no code with the searches, so that a
// mistake in a search is not repeated here. Each rule is a second implementation of the definition.
//
// The lane kernels include this file. It must stay free of the STL and of inline functions.
#pragma once

#include <cstdint>

namespace pandoku::verify {

// Houses in the form of the caller, each of `order` different cells in 0 .. order*order-1. They
// include the rows, so every cell is in one of them.
struct Houses {
    int order = 0;
    int n_houses = 0;
    const std::uint16_t* cells = nullptr;  // [n_houses][order]
};

// Whether every house has each of the digits 1 .. order once.
bool houses_hold(const Houses& houses, const std::uint8_t* digits);

// Whether the digits of a cage satisfy it. Digits are at least 1.
//
// The operation is one of "+-*/=", '?' for any of the first four, or '.' for no target. '-' and '/'
// take the largest digit and subtract, or divide by, all others. The rule is Cage.allows in Python.
bool cage_holds(char operation, std::int64_t target, bool repeats, const std::uint16_t* cells,
                int n_cells, const std::uint8_t* digits);

// Whether the digits of the cells are pairwise different.
bool all_differ(const std::uint16_t* cells, int n_cells, const std::uint8_t* digits);

// Whether `table` allows the digit of cell b for the digit of cell a: bit d-1 of table[a's digit -
// 1] is digit d.
bool pair_holds(const std::uint64_t* table, int a, int b, const std::uint8_t* digits);

// Whether the digits of the first `n_plus` cells, minus the other digits, give the target.
bool sum_holds(std::int64_t target, const std::uint16_t* cells, int n_plus, int n_cells,
               const std::uint8_t* digits);

// Whether the weights of the digits add up to one of the targets. weights[i * order + d - 1] is the
// weight of the digit d in cell i.
bool total_holds(const std::int64_t* weights, int order, const std::int64_t* targets, int n_targets,
                 const std::uint16_t* cells, int n_cells, const std::uint8_t* digits);

// Whether an automaton accepts the digits, read in the order of the cells. steps[state * order +
// digit - 1] is the next state, or -1. Bit s of `accepting` is state s, with 64 bits in a word.
bool machine_accepts(int order, const std::int16_t* steps, const std::uint64_t* accepting,
                     const std::uint16_t* cells, int n_cells, const std::uint8_t* digits);

// A solution to be checked: digits 1 .. order of every cell, and the number of its puzzle.
struct Claim {
    std::uint8_t* digits = nullptr;
    std::int64_t puzzle = -1;
};

}  // namespace pandoku::verify
