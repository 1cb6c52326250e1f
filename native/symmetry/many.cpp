#include "symmetry/many.hpp"

#include <algorithm>

#include "grid/in_threads.hpp"
#include "symmetry/least9.hpp"
#include "symmetry/least_listed.hpp"

namespace pandoku::symmetry {

namespace {

constexpr std::int64_t kPiece = 64;  // puzzles that a thread takes at a time

// Calls make(goes_on) on each thread, and its result with the index of each puzzle.
template <class Make>
bool find_each(std::int64_t n, std::int64_t piece, int threads, Poll poll, Make make) {
    const std::int64_t n_pieces = (n + piece - 1) / piece;
    return in_threads(n_pieces, threads, poll, [&](const auto& goes_on, const auto& next) {
        auto find = make(goes_on);
        for (std::int64_t at; (at = next()) >= 0;)
            for (std::int64_t i = at * piece; i < std::min(n, (at + 1) * piece); ++i) find(i);
    });
}

}  // namespace

void write_labels(const std::uint8_t* labels, int order, std::uint8_t* numbers) {
    std::uint64_t taken = 0;
    for (int digit = 1; digit <= order; ++digit) taken |= std::uint64_t{1} << labels[digit];
    std::uint8_t next = 1;
    for (int digit = 1; digit <= order; ++digit) {
        while (taken >> next & 1) ++next;
        numbers[digit - 1] = labels[digit] != 0 ? labels[digit] : next++;
    }
}

void write_map(const Map9& map, std::uint8_t* numbers) {
    std::copy_n(map.rows.begin(), 9, numbers);
    std::copy_n(map.columns.begin(), 9, numbers + 9);
    write_labels(map.labels.data(), 9, numbers + 18);
    numbers[27] = map.is_transposed;
}

void write_map(const LineMap& map, int order, std::uint8_t* numbers) {
    std::copy_n(map.rows.begin(), order, numbers);
    std::copy_n(map.columns.begin(), order, numbers + order);
    write_labels(map.labels.data(), order, numbers + 2 * order);
    numbers[3 * order] = map.is_transposed;
}

bool find_least9(const Many& many, Poll poll) {
    return find_each(many.n, kPiece, many.threads, poll, [&](const auto&) {
        return [&, least = Least9()](std::int64_t i) mutable {
            least.find(many.puzzles + i * 81);
            std::copy_n(least.text().begin(), 81, many.texts + i * 81);
            many.is_found[i] = 1;
            many.n_automorphisms[i] = least.n_automorphisms();
        };
    });
}

bool find_least(const Shape& shape, const Many& many, Poll poll) {
    const int n = shape.order;
    return find_each(many.n, 1, many.threads, poll, [&](const auto& goes_on) {
        return [&, least = LeastLines(shape, goes_on)](std::int64_t i) mutable {
            Marked puzzle{.order = n, .digits = many.puzzles + i * n * n};
            many.is_found[i] = least.find(puzzle);
            if (!many.is_found[i]) return;
            many.n_automorphisms[i] = least.n_automorphisms();
            const LineMap& map = least.maps()[0];
            std::uint8_t* text = many.texts + i * n * n;
            for (int row = 0; row < n; ++row)
                for (int column = 0; column < n; ++column) {
                    int from_row = map.rows[row], from_column = map.columns[column];
                    if (map.is_transposed) std::swap(from_row, from_column);
                    const int digit = puzzle.digits[from_row * n + from_column];
                    *text++ = digit == 0 ? std::uint8_t{0} : map.labels[digit];
                }
        };
    });
}

bool find_least(int order, const std::vector<std::uint16_t>& cells, const Many& many, Poll poll) {
    const std::int64_t n_cells = std::int64_t{order} * order;
    return find_each(many.n, 1, many.threads, poll, [&](const auto&) {
        return [&, n_cells](std::int64_t i) {
            const Marked puzzle{.order = order, .digits = many.puzzles + i * n_cells};
            const auto maps = least_listed(puzzle, cells);
            const auto& first = maps[0];
            const auto* from = cells.data() + first.index * static_cast<std::size_t>(n_cells);
            for (std::int64_t at = 0; at < n_cells; ++at) {
                const int digit = puzzle.digits[from[at]];
                many.texts[i * n_cells + at] = digit == 0 ? std::uint8_t{0} : first.labels[digit];
            }
            many.is_found[i] = 1;
            many.n_automorphisms[i] = static_cast<std::int64_t>(maps.size());
        };
    });
}

}  // namespace pandoku::symmetry
