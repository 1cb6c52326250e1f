// The canonical form of puzzles of any order whose houses are rows, columns and, perhaps, boxes:
// the least text that any symmetry makes of them. The symmetries permute the rows of a band, the
// bands, the columns of a stack and the stacks, and transpose where boxes are square or absent.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "grid/function_ref.hpp"
#include "symmetry/marks.hpp"

namespace pandoku::symmetry {

constexpr int kMostOrder = 36;

// Without boxes all rows are one band, and all columns one stack.
struct Shape {
    int order = 0, band_rows = 0, stack_columns = 0;
    bool may_transpose = false;

    int n_stacks() const { return order / stack_columns; }
};

// Cell (i, j) of the image is cell (rows[i], columns[j]) of the puzzle, or of its transpose.
struct LineMap {
    std::array<std::uint8_t, kMostOrder> rows, columns;
    std::array<std::uint8_t, kMostOrder + 1> labels;  // of digits; 0 if the digit does not occur
    bool is_transposed;
};

class LeastLines {
  public:
    // `goes_on`, which must outlive this object, is called regularly. A search ends if it returns
    // false.
    LeastLines(const Shape& shape, Poll goes_on) : shape_(shape), goes_on_(goes_on) {}

    // Returns false if `goes_on` ended the search or if the search is too large: too many maps lead
    // to the least text of the first rows, or take too long to compare.
    bool find(const Marked& puzzle);

    // Maps that lead to it, as in Least9.
    const std::vector<LineMap>& maps() const { return maps_; }
    // The number of symmetries that leave the puzzle unchanged, counted as permutations of cells
    // (see automorphisms.hpp).
    std::int64_t n_automorphisms() const;

  private:
    using Bits = std::uint64_t;                // rows or columns
    using Cages = std::vector<std::uint16_t>;  // their labels, see Labels

    struct View {
        std::vector<int> cells;  // of the puzzle, row by row
        std::array<Bits, kMostOrder> blank, twins, twin_bands;
        int band_rows = 0, stack_columns = 0;
    };
    // See PartialMap9. map.labels[0] is the number of labels.
    struct Partial {
        LineMap map;
        std::array<std::uint8_t, kMostOrder> stacks, n_free;
        std::uint8_t n_free_stacks, n_rows;
        Bits used;
    };
    void prepare(bool is_transposed);
    void find_twins(View& view) const;
    int cell(const Partial& partial, int row, int column) const {
        return views_[partial.map.is_transposed].cells[row * shape_.order + column];
    }
    void start();
    void extend(const Partial& partial, const Cages& cages);
    void extend(const Partial& partial, const Cages& cages, int row);
    void place_stack(Partial& next, Cages& cages, int row, int position);
    void place_columns(Partial& next, Cages& cages, int row, int position);
    void place_column(Partial& next, Cages& cages, int row, int position, int at, int end_free);
    void swap_stacks(Partial& partial, int a, int b) const;
    bool is_worse(int at, std::uint32_t token);
    void offer(const Partial& next, const Cages& cages);
    Labels labels(Partial& partial, Cages& cages) const {
        return Labels(*puzzle_, partial.map.labels.data(), cages.data());
    }

    Shape shape_;
    Poll goes_on_;
    const Marked* puzzle_ = nullptr;
    View views_[2];
    std::int64_t n_tokens_ = 0;
    bool is_stopped_ = false;
    int n_unordered_ = 0;              // stacks without order before the row
    std::vector<std::uint32_t> best_;  // the row that the search looks for, as far as it is known
    std::vector<Partial> open_, kept_;
    Cages open_cages_, kept_cages_;  // the data of all maps, one after the other
    std::vector<LineMap> maps_;
};

}  // namespace pandoku::symmetry
