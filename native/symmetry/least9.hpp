// The canonical form of 9x9 Sudokus with boxes of 3x3: the least text that any symmetry makes of a
// puzzle (row by row, 0 for an empty cell).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "symmetry/map9.hpp"

namespace pandoku::symmetry {

// The unknown parts of a map while the rows of the least text are found one by one. Columns that
// were empty in all rows so far are interchangeable. They remain without an order at the front of
// their stack, because zeros come first. The same is true of empty stacks.
struct PartialMap9 {
    Map9 map;
    std::array<std::uint8_t, 3> stacks;  // of each position, with their columns in map.columns
    std::array<std::uint8_t, 3> n_free;  // columns without order, by position
    std::uint8_t n_free_stacks;
    std::uint8_t next_label;
    std::uint8_t n_rows;
    std::uint16_t used;  // rows: bits
};

// Reused for many puzzles: it keeps its memory.
class Least9 {
  public:
    // Finds the canonical form of a puzzle, digits 0..9; equal digits may share a house.
    void find(const std::uint8_t* puzzle);

    const std::array<std::uint8_t, 81>& text() const { return text_; }
    // Maps that lead to the canonical form. All other maps differ from one of these by swaps of
    // identical rows, columns, bands or stacks of the puzzle.
    const std::vector<Map9>& maps() const { return maps_; }
    // The number of symmetries that leave the puzzle unchanged, counted as permutations of cells.
    std::int64_t n_automorphisms() const;

  private:
    // A puzzle as it is ([0]) and transposed ([1]).
    struct View {
        Digits9 at;
        std::uint16_t filled[9];     // bit c: column c of the row has a digit
        std::uint16_t twins[9];      // identical rows of the band with lower numbers
        std::uint8_t twin_bands[3];  // bands with lower numbers and the same rows
        bool has_repeats;            // of a digit in a row
    };

    void prepare(const std::uint8_t* puzzle);
    static void find_twins(View& view);
    bool is_grid() const;

    void find_puzzle();
    void start_rows();
    void extend(const PartialMap9& partial);
    void extend(const PartialMap9& partial, int row);
    void place(PartialMap9& next, int row, int position, std::uint64_t text);
    void place_columns(PartialMap9& next, int row, int position, std::uint64_t text);
    void place_orders(PartialMap9& next, int row, int position, std::uint64_t text,
                      std::uint8_t* columns, int n);
    void finish(PartialMap9& next, int row, int position, std::uint64_t text);

    View views_[2];
    std::uint64_t best_ = 0;  // of the row that is looked for: 4 bits for each position
    int n_unordered_ = 0;     // stacks without order before the row
    std::vector<PartialMap9> open_, kept_;
    std::vector<Map9> maps_;
    std::array<std::uint8_t, 81> text_{};
};

}  // namespace pandoku::symmetry
