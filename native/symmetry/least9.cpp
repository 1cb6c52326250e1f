// The rows of the least text are found one by one. For the first row, only the pattern matters: the
// row with the most zeros in front. Each further row extends every partial map that led to the
// least text so far, and only extensions with the least row are kept. Orders that make no
// difference (of identical columns, stacks and rows) are not tried, so there are few maps at any
// time.
#include "symmetry/least9.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "symmetry/automorphisms.hpp"
#include "symmetry/grid9.hpp"

namespace pandoku::symmetry {

namespace {

constexpr unsigned kUnlabeled = 15;  // after all labels

// The digits in each box of a row, fewest first: how the row's text begins if it is the first.
// Rows with a lower number have their zeros earlier.
constexpr auto kFewest = [] {
    std::array<std::uint8_t, 512> numbers{};
    for (unsigned filled = 0; filled < 512; ++filled) {
        std::array<int, 3> n{};
        for (unsigned stack = 0; stack < 3; ++stack)
            n[stack] = std::popcount(filled >> 3 * stack & 7);
        std::sort(n.begin(), n.end());
        numbers[filled] = static_cast<std::uint8_t>(n[0] * 16 + n[1] * 4 + n[2]);
    }
    return numbers;
}();

constexpr std::uint8_t kCount[8] = {0, 1, 1, 2, 1, 2, 2, 3};  // of bits

constexpr unsigned rows_of_band(int band) { return 7u << 3 * band; }

void swap_stacks(PartialMap9& partial, int a, int b) {
    std::swap(partial.stacks[a], partial.stacks[b]);
    std::swap_ranges(&partial.map.columns[3 * a], &partial.map.columns[3 * a] + 3,
                     &partial.map.columns[3 * b]);
}

}  // namespace

void Least9::find(const std::uint8_t* puzzle) {
    prepare(puzzle);
    if (is_grid())
        find_least_grid(views_[0].at, views_[1].at, text_, maps_);
    else
        find_puzzle();
}

std::int64_t Least9::n_automorphisms() const {
    return symmetry::n_automorphisms(maps_.size(), views_[0].twins, views_[0].twin_bands,
                                     views_[1].twins, views_[1].twin_bands);
}

void Least9::prepare(const std::uint8_t* puzzle) {
    auto &view = views_[0], &transposed = views_[1];
    std::memcpy(view.at, puzzle, 81);
    for (int row = 0; row < 9; ++row)
        for (int column = 0; column < 9; ++column)
            transposed.at[column][row] = view.at[row][column];
    for (auto& each : views_) {
        each.has_repeats = false;
        for (int row = 0; row < 9; ++row) {
            unsigned filled = 0, digits = 0, repeated = 0;
            for (int column = 0; column < 9; ++column) {
                const unsigned digit = 1u << each.at[row][column];
                filled |= (~digit & 1) << column;
                repeated |= digits & digit;
                digits |= digit;
            }
            each.filled[row] = static_cast<std::uint16_t>(filled);
            each.has_repeats |= repeated > 1;
        }
    }
    find_twins(views_[0]);
    find_twins(views_[1]);
}

// Whether every row, column and box has all digits.
bool Least9::is_grid() const {
    for (const auto& view : views_)
        for (int row = 0; row < 9; ++row)
            if (view.filled[row] != 511 || view.has_repeats) return false;
    for (int box = 0; box < 9; ++box) {
        unsigned digits = 0;
        for (int cell = 0; cell < 9; ++cell)
            digits |= 1u << views_[0].at[box - box % 3 + cell / 3][box % 3 * 3 + cell % 3];
        if (digits != 0x3fe) return false;
    }
    return true;
}

void Least9::find_twins(View& view) {
    const auto same = [&](int a, int b) {
        return view.filled[a] == view.filled[b] && std::memcmp(view.at[a], view.at[b], 9) == 0;
    };
    for (int row = 0; row < 9; ++row) {
        unsigned twins = 0;
        for (int lower = row - row % 3; lower < row; ++lower)
            if (same(lower, row)) twins |= 1u << lower;
        view.twins[row] = static_cast<std::uint16_t>(twins);
    }
    const auto same_bands = [&](int a, int b) {
        unsigned left = 7;  // rows of b
        for (int i = 0; i < 3; ++i) {
            int j = 0;
            while (j < 3 && !((left >> j & 1) && same(3 * a + i, 3 * b + j))) ++j;
            if (j == 3) return false;
            left &= ~(1u << j);
        }
        return true;
    };
    for (int band = 0; band < 3; ++band) {
        unsigned twins = 0;
        for (int lower = 0; lower < band; ++lower)
            if (same_bands(lower, band)) twins |= 1u << lower;
        view.twin_bands[band] = static_cast<std::uint8_t>(twins);
    }
}

void Least9::find_puzzle() {
    kept_.clear();
    start_rows();
    for (int row = 0;; ++row) {
        for (int position = 0; position < 9; ++position)
            text_[row * 9 + position] = best_ >> 4 * (8 - position) & 15;
        if (row == 8) break;
        std::swap(open_, kept_);
        kept_.clear();
        best_ = ~std::uint64_t{0};
        for (const auto& partial : open_) extend(partial);
    }
    maps_.clear();
    for (const auto& partial : kept_) maps_.push_back(partial.map);
}

// Only rows with the fewest digits in front can come first.
void Least9::start_rows() {
    std::uint8_t least = 255;
    for (const auto& view : views_)
        for (const auto filled : view.filled) least = std::min(least, kFewest[filled]);
    best_ = ~std::uint64_t{0};
    for (int transposed = 0; transposed < 2; ++transposed) {
        PartialMap9 start{};
        start.map.is_transposed = transposed != 0;
        for (std::uint8_t column = 0; column < 9; ++column) start.map.columns[column] = column;
        start.stacks = {0, 1, 2};
        start.n_free = {3, 3, 3};
        start.n_free_stacks = 3;
        start.next_label = 1;
        const View& view = views_[transposed];
        for (int row = 0; row < 9; ++row)
            if (kFewest[view.filled[row]] == least && view.twins[row] == 0 &&
                view.twin_bands[row / 3] == 0)
                extend(start, row);
    }
}

// Tries every row that may come next. Of identical rows and bands, the lower number comes first.
void Least9::extend(const PartialMap9& partial) {
    const View& view = views_[partial.map.is_transposed];
    const unsigned open = ~partial.used & 511u;
    const auto try_rows = [&](unsigned rows) {
        for (; rows != 0; rows &= rows - 1) {
            const int row = std::countr_zero(rows);
            if ((view.twins[row] & open) == 0) extend(partial, row);
        }
    };
    if (partial.n_rows % 3 != 0) {
        try_rows(rows_of_band(partial.map.rows[partial.n_rows - 1] / 3) & open);
        return;
    }
    unsigned untouched = 0;
    for (int band = 0; band < 3; ++band)
        untouched |= unsigned{(open & rows_of_band(band)) != 0} << band;
    for (int band = 0; band < 3; ++band)
        if ((untouched >> band & 1) && (view.twin_bands[band] & untouched) == 0)
            try_rows(rows_of_band(band));
}

void Least9::extend(const PartialMap9& partial, int row) {
    PartialMap9 next = partial;
    next.map.rows[next.n_rows++] = static_cast<std::uint8_t>(row);
    next.used = static_cast<std::uint16_t>(partial.used | 1u << row);
    // Stacks that remain empty stay in front.
    const unsigned filled = views_[partial.map.is_transposed].filled[row];
    std::uint8_t n_empty = 0;
    for (int position = 0; position < partial.n_free_stacks; ++position)
        if ((filled >> 3 * next.stacks[position] & 7) == 0) swap_stacks(next, position, n_empty++);
    next.n_free_stacks = n_empty;
    n_unordered_ = partial.n_free_stacks;
    if (n_empty == 3)  // an empty row
        finish(next, row, 2, 0);
    else
        place(next, row, n_empty, 0);
}

// Chooses the stack at a position, if it is not yet determined: a stack with the fewest digits. The
// map is extended in place, and only copied if there are several ways.
void Least9::place(PartialMap9& next, int row, int position, std::uint64_t text) {
    if (position + 1 >= n_unordered_) {
        place_columns(next, row, position, text);
        return;
    }
    const unsigned filled = views_[next.map.is_transposed].filled[row];
    const auto& twins = views_[!next.map.is_transposed].twin_bands;
    const auto n_filled = [&](int at) { return kCount[filled >> 3 * next.stacks[at] & 7]; };
    std::uint8_t fewest = 3;
    int n_best = 0, best[3];
    unsigned unordered = 0;
    for (int at = position; at < n_unordered_; ++at) {
        fewest = std::min(fewest, n_filled(at));
        unordered |= 1u << next.stacks[at];
    }
    for (int at = position; at < n_unordered_; ++at)
        if (n_filled(at) == fewest && (twins[next.stacks[at]] & unordered) == 0)
            best[n_best++] = at;
    for (int i = 1; i < n_best; ++i) {
        PartialMap9 copy = next;
        swap_stacks(copy, position, best[i]);
        place_columns(copy, row, position, text);
    }
    swap_stacks(next, position, best[0]);
    place_columns(next, row, position, text);
}

// Orders the columns of a stack that have no order yet: empty ones, known labels, new labels.
void Least9::place_columns(PartialMap9& next, int row, int position, std::uint64_t text) {
    const int n_free = next.n_free[position];
    if (n_free == 0) {
        finish(next, row, position, text);
        return;
    }
    const auto& digits = views_[next.map.is_transposed].at[row];
    std::uint8_t* columns = &next.map.columns[3 * position];
    unsigned keys[3];  // label, then column
    int n_empty = 0;
    for (int i = 0; i < n_free; ++i) {
        const unsigned digit = digits[columns[i]], known = next.map.labels[digit];
        n_empty += digit == 0;
        unsigned key = (digit != 0 && known == 0 ? kUnlabeled : known) << 4 | columns[i];
        for (int j = 0; j < i; ++j)
            if (key < keys[j]) std::swap(key, keys[j]);
        keys[i] = key;
    }
    for (int i = 0; i < n_free; ++i) columns[i] = keys[i] & 15;
    next.n_free[position] = static_cast<std::uint8_t>(n_empty);
    for (int i = n_empty; i + 1 < n_free; ++i)
        if (keys[i] >> 4 == keys[i + 1] >> 4) {
            const bool are_three = i + 2 < n_free && keys[i] >> 4 == keys[i + 2] >> 4;
            place_orders(next, row, position, text, columns + i, are_three ? 3 : 2);
            return;
        }
    finish(next, row, position, text);
}

// Tries every order of n columns that have equal labels in the row, in ascending order at first.
void Least9::place_orders(PartialMap9& next, int row, int position, std::uint64_t text,
                          std::uint8_t* columns, int n) {
    const auto& twins = views_[!next.map.is_transposed].twins;
    do {
        unsigned later = 0;
        bool is_first_of_twins = true;
        for (int i = n - 1; i >= 0; --i) {
            is_first_of_twins &= (twins[columns[i]] & later) == 0;
            later |= 1u << columns[i];
        }
        if (!is_first_of_twins) continue;
        PartialMap9 copy = next;
        finish(copy, row, position, text);
    } while (std::next_permutation(columns, columns + n));
}

// Adds the text of a stack with ordered columns. Its new digits get the next labels.
void Least9::finish(PartialMap9& next, int row, int position, std::uint64_t text) {
    const auto& digits = views_[next.map.is_transposed].at[row];
    for (int at = 3 * position; at < 3 * position + 3; ++at) {
        const unsigned digit = digits[next.map.columns[at]];
        auto& label = next.map.labels[digit];
        if (digit != 0 && label == 0) label = next.next_label++;
        text |= std::uint64_t{label} << 4 * (8 - at);
    }
    const int shift = 12 * (2 - position);
    if (text >> shift > best_ >> shift) return;
    if (position < 2) {
        place(next, row, position + 1, text);
        return;
    }
    if (text < best_) kept_.clear();
    best_ = text;
    kept_.push_back(next);
}

}  // namespace pandoku::symmetry
