// The rows of the least text are found one by one, as in least9.cpp, but cell by cell: cages get
// labels just as digits do, and the label of a cage may depend on the previous column.
#include "symmetry/least_lines.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "symmetry/automorphisms.hpp"
#include "symmetry/full_grid.hpp"

namespace pandoku::symmetry {

namespace {

constexpr std::int64_t kMostTokens = 1 << 27;  // a few seconds
constexpr std::int64_t kPollEvery = 1 << 16;
constexpr std::size_t kMostBytes = 1 << 26;  // of the maps that are kept

constexpr std::uint64_t run(int first, int n) { return ((std::uint64_t{1} << n) - 1) << first; }

}  // namespace

bool LeastLines::find(const Marked& puzzle) {
    puzzle_ = &puzzle;
    n_tokens_ = 0;
    is_stopped_ = false;
    prepare(false);
    prepare(true);
    find_twins(views_[0]);
    find_twins(views_[1]);
    if (shape_.order > 1 && puzzle.cages == nullptr && puzzle.may_relabel &&
        is_full(puzzle.digits, shape_.order))
        return find_least_full(shape_, puzzle.digits, goes_on_, maps_);
    kept_.clear();
    kept_cages_.clear();
    best_.clear();
    start();
    const std::size_t n_labels = Labels::n_cages(puzzle);
    Cages cages(n_labels);
    for (int row = 1; row < shape_.order && !is_stopped_; ++row) {
        std::swap(open_, kept_);
        std::swap(open_cages_, kept_cages_);
        kept_.clear();
        kept_cages_.clear();
        best_.clear();
        for (std::size_t i = 0; i < open_.size() && !is_stopped_; ++i) {
            std::copy_n(open_cages_.begin() + static_cast<std::ptrdiff_t>(i * n_labels), n_labels,
                        cages.begin());
            extend(open_[i], cages);
        }
    }
    maps_.clear();
    for (const auto& partial : kept_) maps_.push_back(partial.map);
    return !is_stopped_;
}

std::int64_t LeastLines::n_automorphisms() const {
    const auto rows = [&](const View& view) { return std::span(view.twins).first(shape_.order); };
    const auto bands = [&](const View& view) {
        return std::span(view.twin_bands).first(shape_.order / view.band_rows);
    };
    return symmetry::n_automorphisms(maps_.size(), rows(views_[0]), bands(views_[0]),
                                     rows(views_[1]), bands(views_[1]));
}

void LeastLines::prepare(bool is_transposed) {
    View& view = views_[is_transposed];
    const int n = shape_.order;
    view.band_rows = is_transposed ? shape_.stack_columns : shape_.band_rows;
    view.stack_columns = is_transposed ? shape_.band_rows : shape_.stack_columns;
    view.cells.resize(static_cast<std::size_t>(n * n));
    for (int row = 0; row < n; ++row) {
        view.blank[row] = 0;
        for (int column = 0; column < n; ++column) {
            const int cell = is_transposed ? column * n + row : row * n + column;
            view.cells[row * n + column] = cell;
            if (puzzle_->is_blank(cell)) view.blank[row] |= Bits{1} << column;
        }
    }
}

// Finds identical rows, and identical bands. A row with a cage counts as different from all other
// rows.
void LeastLines::find_twins(View& view) const {
    const int n = shape_.order, height = view.band_rows;
    const auto same = [&](int a, int b) {
        if (view.blank[a] != view.blank[b]) return false;
        for (int column = 0; column < n; ++column) {
            const int one = view.cells[a * n + column], other = view.cells[b * n + column];
            if (puzzle_->digits[one] != puzzle_->digits[other]) return false;
            if (puzzle_->cages != nullptr &&
                (puzzle_->cages[one] >= 0 || puzzle_->cages[other] >= 0))
                return false;
        }
        return true;
    };
    for (int row = 0; row < n; ++row) {
        view.twins[row] = 0;
        for (int lower = row - row % height; lower < row; ++lower)
            if (same(lower, row)) view.twins[row] |= Bits{1} << lower;
    }
    const auto same_bands = [&](int a, int b) {
        Bits left = run(b * height, height);
        for (int i = a * height; i < (a + 1) * height; ++i) {
            int j = b * height;
            while (j < (b + 1) * height && !((left >> j & 1) && same(i, j))) ++j;
            if (j == (b + 1) * height) return false;
            left &= ~(Bits{1} << j);
        }
        return true;
    };
    for (int band = 0; band < n / height; ++band) {
        view.twin_bands[band] = 0;
        for (int lower = 0; lower < band; ++lower)
            if (same_bands(lower, band)) view.twin_bands[band] |= Bits{1} << lower;
    }
}

void LeastLines::start() {
    const int n = shape_.order, width = shape_.stack_columns;
    const Cages cages(static_cast<std::size_t>(Labels::n_cages(*puzzle_)));
    for (int transposed = 0; transposed <= int{shape_.may_transpose}; ++transposed) {
        Partial partial{};
        partial.map.is_transposed = transposed != 0;
        for (int column = 0; column < n; ++column)
            partial.map.columns[column] = static_cast<std::uint8_t>(column);
        for (int stack = 0; stack < n / width; ++stack) {
            partial.stacks[stack] = static_cast<std::uint8_t>(stack);
            partial.n_free[stack] = static_cast<std::uint8_t>(width);
        }
        partial.n_free_stacks = static_cast<std::uint8_t>(n / width);
        extend(partial, cages);
    }
}

// Tries every row that may come next. Of identical rows and bands, the lower number comes first.
void LeastLines::extend(const Partial& partial, const Cages& cages) {
    const View& view = views_[partial.map.is_transposed];
    const int n = shape_.order, height = shape_.band_rows;
    const Bits open = ~partial.used & run(0, n);
    const auto try_rows = [&](Bits rows) {
        for (; rows != 0 && !is_stopped_; rows &= rows - 1) {
            const int row = std::countr_zero(rows);
            if ((view.twins[row] & open) == 0) extend(partial, cages, row);
        }
    };
    if (partial.n_rows % height != 0) {
        const int band = partial.map.rows[partial.n_rows - 1] / height;
        try_rows(run(band * height, height) & open);
        return;
    }
    Bits untouched = 0;
    for (int band = 0; band < n / height; ++band)
        if (open >> band * height & 1) untouched |= Bits{1} << band;
    for (int band = 0; band < n / height; ++band)
        if ((untouched >> band & 1) != 0 && (view.twin_bands[band] & untouched) == 0)
            try_rows(run(band * height, height));
}

void LeastLines::extend(const Partial& partial, const Cages& cages, int row) {
    Partial next = partial;
    Cages next_cages = cages;
    next.map.rows[next.n_rows++] = static_cast<std::uint8_t>(row);
    next.used |= Bits{1} << row;
    n_unordered_ = partial.n_free_stacks;
    // Stacks that remain blank stay in front.
    const int width = shape_.stack_columns;
    const Bits blank = views_[partial.map.is_transposed].blank[row];
    int n_blank = 0;
    for (int position = 0; position < n_unordered_; ++position) {
        const Bits columns = run(next.stacks[position] * width, width);
        if ((blank & columns) == columns) swap_stacks(next, position, n_blank++);
    }
    next.n_free_stacks = static_cast<std::uint8_t>(n_blank);
    for (int at = 0; at < n_blank * width; ++at)
        if (is_worse(at, 0)) return;
    place_stack(next, next_cages, row, n_blank);
}

void LeastLines::swap_stacks(Partial& partial, int a, int b) const {
    const int width = shape_.stack_columns;
    auto* columns = partial.map.columns.data();
    std::swap(partial.stacks[a], partial.stacks[b]);
    if (a != b)
        std::swap_ranges(columns + a * width, columns + (a + 1) * width, columns + b * width);
}

// Chooses the stack at a position, if it is not yet determined: a stack with the most blank
// columns, and among these with the least token.
void LeastLines::place_stack(Partial& next, Cages& cages, int row, int position) {
    if (position == shape_.n_stacks()) {
        offer(next, cages);
        return;
    }
    if (position + 1 >= n_unordered_) {
        place_columns(next, cages, row, position);
        return;
    }
    const int width = shape_.stack_columns;
    const Bits blank = views_[next.map.is_transposed].blank[row];
    const auto& twins = views_[!next.map.is_transposed].twin_bands;
    Bits unordered = 0;
    for (int at = position; at < n_unordered_; ++at) unordered |= Bits{1} << next.stacks[at];
    // Minus the number of blank columns, then the token.
    std::pair<int, std::uint32_t> best{1, 0}, its[kMostOrder];
    for (int at = position; at < n_unordered_; ++at) {
        const int first = next.stacks[at] * width;
        std::uint32_t least = ~std::uint32_t{0};
        for (int column = first; column < first + width; ++column)
            if ((blank >> column & 1) == 0)
                least = std::min(least, labels(next, cages).token(cell(next, row, column)));
        its[at] = {-std::popcount(blank & run(first, width)), least};
        best = std::min(best, its[at]);
    }
    for (int at = position; at < n_unordered_ && !is_stopped_; ++at)
        if (its[at] == best && (twins[next.stacks[at]] & unordered) == 0) {
            Partial copy = next;
            Cages copied = cages;
            swap_stacks(copy, position, at);
            place_columns(copy, copied, row, position);
        }
}

// Of the columns without an order, those that remain blank come first.
void LeastLines::place_columns(Partial& next, Cages& cages, int row, int position) {
    const int first = position * shape_.stack_columns, end_free = first + next.n_free[position];
    const Bits blank = views_[next.map.is_transposed].blank[row];
    auto* columns = next.map.columns.data();
    const auto* end_blank =
        std::stable_partition(columns + first, columns + end_free,
                              [&](auto column) { return (blank >> column & 1) != 0; });
    const int at = static_cast<int>(end_blank - columns);
    next.n_free[position] = static_cast<std::uint8_t>(at - first);
    for (int i = first; i < at; ++i)
        if (is_worse(i, 0)) return;
    place_column(next, cages, row, position, at, end_free);
}

// Continues from one of the least columns before `end_free`. The map is extended in place, and only
// copied if there are several ways.
void LeastLines::place_column(Partial& next, Cages& cages, int row, int position, int at,
                              int end_free) {
    auto& columns = next.map.columns;
    const auto& twins = views_[!next.map.is_transposed].twins;
    for (; at < end_free; ++at) {
        std::uint32_t least = ~std::uint32_t{0}, tokens[kMostOrder];
        Bits unordered = 0;
        for (int i = at; i < end_free; ++i) {
            tokens[i] = labels(next, cages).token(cell(next, row, columns[i]));
            least = std::min(least, tokens[i]);
            unordered |= Bits{1} << columns[i];
        }
        if (is_worse(at, least)) return;
        int n_chosen = 0, chosen[kMostOrder];
        for (int i = at; i < end_free; ++i)
            if (tokens[i] == least && (twins[columns[i]] & unordered) == 0) chosen[n_chosen++] = i;
        for (int i = 1; i < n_chosen && !is_stopped_; ++i) {
            Partial copy = next;
            Cages copied = cages;
            std::swap(copy.map.columns[at], copy.map.columns[chosen[i]]);
            labels(copy, copied).take(cell(copy, row, copy.map.columns[at]));
            place_column(copy, copied, row, position, at + 1, end_free);
        }
        std::swap(columns[at], columns[chosen[0]]);
        labels(next, cages).take(cell(next, row, columns[at]));
    }
    // The columns that have their order.
    for (; at < (position + 1) * shape_.stack_columns; ++at) {
        const int here = cell(next, row, columns[at]);
        if (is_worse(at, labels(next, cages).token(here))) return;
        labels(next, cages).take(here);
    }
    place_stack(next, cages, row, position + 1);
}

// Compares a position of the row with the least row so far. If the new row is less, it becomes the
// least row.
bool LeastLines::is_worse(int at, std::uint32_t token) {
    if (++n_tokens_ % kPollEvery == 0) is_stopped_ |= n_tokens_ > kMostTokens || !goes_on_();
    if (is_stopped_) return true;
    const auto position = static_cast<std::size_t>(at);
    if (position < best_.size()) {
        if (token >= best_[position]) return token > best_[position];
        best_.resize(position);
        kept_.clear();
        kept_cages_.clear();
    }
    best_.push_back(token);
    return false;
}

void LeastLines::offer(const Partial& next, const Cages& cages) {
    kept_.push_back(next);
    kept_cages_.insert(kept_cages_.end(), cages.begin(), cages.end());
    const std::size_t bytes = sizeof(Partial) + cages.size() * sizeof cages[0];
    is_stopped_ |= kept_.size() * bytes > kMostBytes;
}

}  // namespace pandoku::symmetry
