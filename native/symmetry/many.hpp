// The canonical forms of many puzzles.
#pragma once

#include <cstdint>
#include <vector>

#include "grid/function_ref.hpp"
#include "symmetry/least_lines.hpp"
#include "symmetry/map9.hpp"

namespace pandoku::symmetry {

// Puzzles without cages, of one geometry.
struct Many {
    const std::uint8_t* puzzles = nullptr;  // n x cells: digits, 0 for an empty cell
    std::int64_t n = 0;
    int threads = 1;
    std::uint8_t* texts = nullptr;     // n x cells: the canonical forms
    std::uint8_t* is_found = nullptr;  // n: 0 if the search for the puzzle was too large
    // N: number of symmetries that leave each puzzle unchanged.
    std::int64_t* n_automorphisms = nullptr;
};

// Both functions fill the arrays. They return false if `poll`, called on the calling thread,
// returned false.
bool find_least9(const Many& many, Poll poll);
bool find_least(const Shape& shape, const Many& many, Poll poll);
// The same with a list of symmetries (see least_listed.hpp).
bool find_least(int order, const std::vector<std::uint16_t>& cells, const Many& many, Poll poll);

// A map as numbers: the rows, the columns, the images of 1..n, and whether it transposes. Digits
// that do not occur get the remaining labels in ascending order.
constexpr int n_numbers(int order) { return 3 * order + 1; }
void write_map(const Map9& map, std::uint8_t* numbers);
void write_map(const LineMap& map, int order, std::uint8_t* numbers);
void write_labels(const std::uint8_t* labels, int order, std::uint8_t* numbers);

}  // namespace pandoku::symmetry
