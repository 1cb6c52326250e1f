// Canonical forms of full grids. Every row could come first, with 1296 orders of the columns. The
// second row decides between them: in the least text the first row is 123456789, and the second
// begins with 456 if some minirow (the three cells of a row in a box) has the digits of another
// minirow of its band, else with 457. So if two rows and the first box are chosen, six orders of
// the columns are left in the first case, and one or two in the second case.
#include "symmetry/grid9.hpp"

#include <algorithm>

namespace pandoku::symmetry {

namespace {

constexpr std::uint8_t kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                        {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

unsigned digits_of(const std::uint8_t* minirow) {
    return 1u << minirow[0] | 1u << minirow[1] | 1u << minirow[2];
}

class GridSearch {
  public:
    GridSearch(const Digits9& grid, const Digits9& transposed, std::vector<Map9>& maps)
        : sides_{&grid, &transposed}, maps_(maps) {}

    void find(std::array<std::uint8_t, 81>& text);

  private:
    bool has_same_minirows(int side, int band) const;
    void try_pairs(int side, int band, bool has_same);
    void try_same(int stack);
    void try_mixed(int stack);
    void try_order(int a, int b, int e);
    void offer();
    void keep_least(int row, std::array<std::uint8_t, 81>& text);
    std::uint64_t text_of(const Map9& map, int row) const;
    void order_rows(Map9& map) const;

    const Digits9* sides_[2];
    std::vector<Map9>& maps_;
    std::uint64_t best_ = ~std::uint64_t{0};  // of the second row: 4 bits for each position
    // The pair of rows on trial, and the positions in the first row of the digits in each column of
    // the second.
    Map9 map_{};
    const std::uint8_t* first_ = nullptr;
    std::uint8_t above_[9]{};
};

void GridSearch::find(std::array<std::uint8_t, 81>& text) {
    maps_.clear();
    bool has_same[2][3], any = false;
    for (int side = 0; side < 2; ++side)
        for (int band = 0; band < 3; ++band)
            any |= has_same[side][band] = has_same_minirows(side, band);
    for (int side = 0; side < 2; ++side)
        for (int band = 0; band < 3; ++band)
            if (has_same[side][band] == any) try_pairs(side, band, any);
    for (auto& map : maps_) order_rows(map);
    for (int row = 0; row < 9; ++row) keep_least(row, text);
}

// If two minirows have the same digits, all minirows of the band come in such triples.
bool GridSearch::has_same_minirows(int side, int band) const {
    const auto* rows = &(*sides_[side])[3 * band];
    const unsigned digits = digits_of(rows[0]);
    return digits == digits_of(rows[1] + 3) || digits == digits_of(rows[1] + 6);
}

void GridSearch::try_pairs(int side, int band, bool has_same) {
    map_.is_transposed = side != 0;
    for (const auto& order : kOrders) {
        for (int i = 0; i < 3; ++i) map_.rows[i] = static_cast<std::uint8_t>(3 * band + order[i]);
        first_ = (*sides_[side])[map_.rows[0]];
        const std::uint8_t* second = (*sides_[side])[map_.rows[1]];
        std::uint8_t column_of[10];
        for (std::uint8_t column = 0; column < 9; ++column) column_of[first_[column]] = column;
        for (int column = 0; column < 9; ++column) above_[column] = column_of[second[column]];
        for (int stack = 0; stack < 3; ++stack)
            if (has_same)
                try_same(stack);
            else
                try_mixed(stack);
    }
}

// The second row's minirow in the first box determines the columns of the next box, which determine
// the columns of the last box.
void GridSearch::try_same(int stack) {
    auto& columns = map_.columns;
    for (const auto& order : kOrders) {
        for (int i = 0; i < 3; ++i) columns[i] = static_cast<std::uint8_t>(3 * stack + order[i]);
        for (int i = 3; i < 9; ++i) columns[i] = above_[columns[i - 3]];
        offer();
    }
}

// Of the minirow in the first box, a and b are from one box of the first row, and e from another.
void GridSearch::try_mixed(int stack) {
    int a = 3 * stack, b = a + 1, e = a + 2;
    if (above_[a] / 3 == above_[e] / 3)
        std::swap(b, e);
    else if (above_[b] / 3 == above_[e] / 3)
        std::swap(a, e);
    try_order(a, b, e);
    try_order(b, a, e);
}

void GridSearch::try_order(int a, int b, int e) {
    // The second row continues with 1, 2 or 3, or else with 8. This nearly always leaves one order.
    const int fourth = above_[above_[a]];
    const unsigned label = fourth == a ? 1 : fourth == b ? 2 : fourth == e ? 3 : 8;
    if (label > (best_ >> 20 & 15)) return;
    const int start = above_[a] / 3 * 3, last = above_[e] / 3 * 3;
    std::array<std::uint8_t, 9> columns;
    const auto put = [&](int at, int column) { columns[at] = static_cast<std::uint8_t>(column); };
    put(0, a);
    put(1, b);
    put(2, e);
    put(3, above_[a]);
    put(4, above_[b]);
    put(5, 3 * start + 3 - columns[3] - columns[4]);
    put(6, above_[e]);
    // 8 and 9 are the digits that come first and second in the box of a and b.
    int at = 3;
    while (above_[columns[at]] / 3 * 3 != last) ++at;
    put(7, above_[columns[at]]);
    put(8, 3 * last + 3 - columns[6] - columns[7]);
    map_.columns = columns;
    offer();
}

void GridSearch::offer() {
    for (std::uint8_t i = 0; i < 9; ++i)
        map_.labels[first_[map_.columns[i]]] = static_cast<std::uint8_t>(i + 1);
    const std::uint64_t text = text_of(map_, map_.rows[1]);
    if (text > best_) return;
    if (text < best_) maps_.clear();
    best_ = text;
    maps_.push_back(map_);
}

// The rows after the first band, sorted by the first column.
void GridSearch::order_rows(Map9& map) const {
    const auto& digits = *sides_[map.is_transposed];
    const auto label = [&](std::uint8_t row) { return map.labels[digits[row][map.columns[0]]]; };
    const int band = map.rows[0] / 3;
    auto* at = &map.rows[3];
    for (std::uint8_t row = 0; row < 9; ++row)
        if (row / 3 != band) *at++ = row;
    const auto by_label = [&](auto a, auto b) { return label(a) < label(b); };
    std::sort(&map.rows[3], &map.rows[6], by_label);
    std::sort(&map.rows[6], &map.rows[6] + 3, by_label);
    if (label(map.rows[6]) < label(map.rows[3]))
        std::swap_ranges(&map.rows[3], &map.rows[6], &map.rows[6]);
}

// Keeps the maps with the least text in a row, which becomes the text of the result.
void GridSearch::keep_least(int row, std::array<std::uint8_t, 81>& text) {
    std::uint64_t best = ~std::uint64_t{0};
    std::size_t n_kept = 0;
    for (std::size_t i = 0; i < maps_.size(); ++i) {
        const std::uint64_t its = text_of(maps_[i], maps_[i].rows[row]);
        if (its > best) continue;
        if (its < best) n_kept = 0;
        best = its;
        maps_[n_kept++] = maps_[i];
    }
    maps_.resize(n_kept);
    for (int i = 0; i < 9; ++i) text[9 * row + i] = best >> 4 * (8 - i) & 15;
}

std::uint64_t GridSearch::text_of(const Map9& map, int row) const {
    const auto& digits = (*sides_[map.is_transposed])[row];
    std::uint64_t text = 0;
    for (const auto column : map.columns) text = text << 4 | map.labels[digits[column]];
    return text;
}

}  // namespace

void find_least_grid(const Digits9& grid, const Digits9& transposed,
                     std::array<std::uint8_t, 81>& text, std::vector<Map9>& maps) {
    GridSearch(grid, transposed, maps).find(text);
}

}  // namespace pandoku::symmetry
