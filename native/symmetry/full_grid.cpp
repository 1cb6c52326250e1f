// Canonical forms of full grids. Every row could come first with any order of the columns, because
// the first row of the least text is always 1..n. As in grid9.cpp, the second row decides. Its
// digit at a position has the label of the position to which the first row's column with that digit
// comes. That column goes to the least position that its stack has left, because any other label
// would be greater. So few choices determine the order of the columns: the first column, and a
// further column whenever the columns so far do not lead to another one. The order of the rows
// follows from their labels in the first column.
#include "symmetry/full_grid.hpp"

#include <array>

namespace pandoku::symmetry {

namespace {

constexpr std::int64_t kMostSteps = 1 << 25;  // half a second
constexpr std::int64_t kStepsBetweenPolls = 1 << 16;
constexpr std::size_t kMostBytesOfMaps = 1 << 26;
constexpr std::uint8_t kNowhere = 255;

class FullGridSearch {
  public:
    FullGridSearch(const Shape& shape, const std::uint8_t* digits, Poll goes_on,
                   std::vector<LineMap>& maps);

    bool find();

  private:
    // The grid as it is, or transposed, with digits from 0.
    struct Side {
        std::uint8_t at[kMostOrder][kMostOrder];  // row, column
        // [column][digit]: the row that has the digit in the column.
        std::uint8_t row_of[kMostOrder][kMostOrder];
        // [row][digit]: the column where the row has the digit.
        std::uint8_t column_of[kMostOrder][kMostOrder];
    };

    void try_pair(const Side& side, int first, int second);
    void place(int position);
    void follow(int position);
    void put(int column);
    void take_back(int column);
    bool is_worse(std::size_t at, std::uint8_t label);
    void count(int steps);
    void offer();

    Shape shape_;
    int n_;
    Poll goes_on_;
    std::vector<LineMap>& maps_;
    Side sides_[2];
    // The pair of rows that is tried, and the columns that have their position.
    const Side* side_ = nullptr;
    int first_ = 0, second_ = 0;
    LineMap map_{};
    std::array<std::uint8_t, kMostOrder> position_of_, place_of_stack_, n_placed_;
    int n_stacks_placed_ = 0;
    std::vector<std::uint8_t> best_;  // labels from 0 of the second row and on, as far as known
    std::int64_t n_steps_ = 0;
    bool is_stopped_ = false;
};

FullGridSearch::FullGridSearch(const Shape& shape, const std::uint8_t* digits, Poll goes_on,
                               std::vector<LineMap>& maps)
    : shape_(shape), n_(shape.order), goes_on_(goes_on), maps_(maps) {
    const auto fill = [](Side& side, int row, int column, int digit) {
        side.at[row][column] = static_cast<std::uint8_t>(digit);
        side.row_of[column][digit] = static_cast<std::uint8_t>(row);
        side.column_of[row][digit] = static_cast<std::uint8_t>(column);
    };
    for (int row = 0; row < n_; ++row)
        for (int column = 0; column < n_; ++column) {
            const int digit = digits[row * n_ + column] - 1;
            fill(sides_[0], row, column, digit);
            fill(sides_[1], column, row, digit);
        }
    position_of_.fill(kNowhere);
    place_of_stack_.fill(kNowhere);
    n_placed_.fill(0);
}

bool FullGridSearch::find() {
    maps_.clear();
    for (int side = 0; side <= int{shape_.may_transpose}; ++side) {
        map_.is_transposed = side != 0;
        for (int first = 0; first < n_; ++first) {
            const int band = first - first % shape_.band_rows;
            for (int second = band; second < band + shape_.band_rows; ++second)
                if (second != first) try_pair(sides_[side], first, second);
        }
    }
    return !is_stopped_;
}

void FullGridSearch::try_pair(const Side& side, int first, int second) {
    side_ = &side;
    first_ = first;
    second_ = second;
    place(0);
}

// Chooses the column at a position of the second row, if it is not yet determined.
void FullGridSearch::place(int position) {
    if (position == n_) {
        offer();
        return;
    }
    const int width = shape_.stack_columns, stack_place = position / width;
    if (position % width < n_placed_[stack_place]) {
        follow(position);
        return;
    }
    for (int column = 0; column < n_ && !is_stopped_; ++column) {
        const int its_place = place_of_stack_[column / width];
        const bool fits =
            its_place == kNowhere ? stack_place == n_stacks_placed_ : its_place == stack_place;
        if (!fits || position_of_[column] != kNowhere) continue;
        put(column);
        follow(position);
        take_back(column);
    }
}

// Continues from the column at a position, with the column that decides the label there.
void FullGridSearch::follow(int position) {
    count(1);
    const int digit = side_->at[second_][map_.columns[position]];
    const int column = side_->column_of[first_][digit];
    const bool is_open = position_of_[column] == kNowhere;
    if (is_open) put(column);
    if (!is_stopped_ && !is_worse(static_cast<std::size_t>(position), position_of_[column]))
        place(position + 1);
    if (is_open) take_back(column);
}

// Puts a column at the least position that its stack has left.
void FullGridSearch::put(int column) {
    const int width = shape_.stack_columns;
    auto& place = place_of_stack_[column / width];
    if (place == kNowhere) place = static_cast<std::uint8_t>(n_stacks_placed_++);
    const int position = place * width + n_placed_[place]++;
    map_.columns[position] = static_cast<std::uint8_t>(column);
    position_of_[column] = static_cast<std::uint8_t>(position);
}

void FullGridSearch::take_back(int column) {
    auto& place = place_of_stack_[column / shape_.stack_columns];
    position_of_[column] = kNowhere;
    if (--n_placed_[place] > 0) return;
    place = kNowhere;
    --n_stacks_placed_;
}

// Compares a label with the least text so far, and replaces the text if the label is less.
bool FullGridSearch::is_worse(std::size_t at, std::uint8_t label) {
    if (at < best_.size()) {
        if (label >= best_[at]) return label > best_[at];
        best_.resize(at);
        maps_.clear();
    }
    best_.push_back(label);
    return false;
}

void FullGridSearch::count(int steps) {
    const auto before = n_steps_ / kStepsBetweenPolls;
    n_steps_ += steps;
    if (n_steps_ / kStepsBetweenPolls != before) is_stopped_ |= !goes_on_();
    is_stopped_ |= n_steps_ > kMostSteps;
}

// Compares the other rows. Bands, and the rows of a band, are ordered by the labels in the first
// column.
void FullGridSearch::offer() {
    const int height = shape_.band_rows;
    std::uint8_t label_of[kMostOrder], n_in_band[kMostOrder]{}, place_of_band[kMostOrder];
    int n_bands = 0;
    for (int label = 0; label < n_; ++label) {
        const std::uint8_t digit = side_->at[first_][map_.columns[label]];
        label_of[digit] = static_cast<std::uint8_t>(label);
        const std::uint8_t row = side_->row_of[map_.columns[0]][digit];
        const int band = row / height;
        if (n_in_band[band] == 0) place_of_band[band] = static_cast<std::uint8_t>(n_bands++);
        map_.rows[place_of_band[band] * height + n_in_band[band]++] = row;
    }
    if (map_.rows[1] != second_) return;  // another row would give a smaller text
    auto at = static_cast<std::size_t>(n_);
    for (int i = 2; i < n_; ++i)
        for (int j = 0; j < n_; ++j)
            if (is_worse(at++, label_of[side_->at[map_.rows[i]][map_.columns[j]]])) {
                count(i * n_ / 8);
                return;
            }
    count(n_ * n_ / 8);
    for (int digit = 0; digit < n_; ++digit)
        map_.labels[digit + 1] = static_cast<std::uint8_t>(label_of[digit] + 1);
    maps_.push_back(map_);
    is_stopped_ |= maps_.size() * sizeof(LineMap) > kMostBytesOfMaps;
}

}  // namespace

bool is_full(const std::uint8_t* digits, int order) {
    const std::uint64_t all = (std::uint64_t{2} << order) - 2;
    for (int line = 0; line < order; ++line) {
        std::uint64_t in_row = 0, in_column = 0;
        for (int at = 0; at < order; ++at) {
            in_row |= std::uint64_t{1} << digits[line * order + at];
            in_column |= std::uint64_t{1} << digits[at * order + line];
        }
        if (in_row != all || in_column != all) return false;
    }
    return true;
}

bool find_least_full(const Shape& shape, const std::uint8_t* digits, Poll goes_on,
                     std::vector<LineMap>& maps) {
    return FullGridSearch(shape, digits, goes_on, maps).find();
}

}  // namespace pandoku::symmetry
