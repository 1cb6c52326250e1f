// Any digits, and any cages: all maps lead to the same form, and an image of the puzzle has this
// form as well.
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "bytes.hpp"
#include "symmetry/least9.hpp"
#include "symmetry/least_lines.hpp"

namespace {

using namespace pandoku::symmetry;

// The source lines of an image. Groups of `size` lines stay together.
std::vector<int> lines_of(Bytes& bytes, int order, int size) {
    std::vector<int> groups, lines;
    for (int group = 0; group < order / size; ++group) groups.push_back(group);
    const auto shuffle = [&](std::vector<int>& each) {
        for (std::size_t i = each.size(); i > 1; --i)
            std::swap(each[i - 1],
                      each[static_cast<std::size_t>(bytes.below(static_cast<int>(i)))]);
    };
    shuffle(groups);
    for (const int group : groups) {
        std::vector<int> its;
        for (int line = 0; line < size; ++line) its.push_back(group * size + line);
        shuffle(its);
        lines.insert(lines.end(), its.begin(), its.end());
    }
    return lines;
}

struct Puzzle {
    std::vector<std::uint8_t> digits;
    std::vector<std::int16_t> cages;

    Marked marked(int order, const std::vector<std::uint16_t>& ranks, bool may_relabel) const {
        return {order, digits.data(), cages.data(), ranks, may_relabel};
    }
};

// The contents of the form's cells, in order, under some of the maps if there are many.
std::vector<std::uint32_t> form_of(LeastLines& search, const Marked& puzzle) {
    constexpr std::size_t kMaps = 6;
    std::vector<std::uint32_t> form, its;
    if (!search.find(puzzle)) return form;
    std::vector<std::uint8_t> digits(static_cast<std::size_t>(Labels::n_digits(puzzle)));
    std::vector<std::uint16_t> cages(static_cast<std::size_t>(Labels::n_cages(puzzle)));
    for (std::size_t m = 0; m < search.maps().size(); m += 1 + search.maps().size() / kMaps) {
        const auto& map = search.maps()[m];
        std::fill(digits.begin(), digits.end(), std::uint8_t{0});
        std::fill(cages.begin(), cages.end(), std::uint16_t{0});
        Labels labels(puzzle, digits.data(), cages.data());
        its.clear();
        for (int i = 0; i < puzzle.order; ++i)
            for (int j = 0; j < puzzle.order; ++j) {
                int row = map.rows[i], column = map.columns[j];
                if (map.is_transposed) std::swap(row, column);
                its.push_back(labels.token(row * puzzle.order + column));
                labels.take(row * puzzle.order + column);
            }
        if (form.empty()) form = its;
        demand(form == its, "all maps lead to the same form");
    }
    return form;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // Small shapes are tried most often, because they have every kind of map and take little time.
    constexpr Shape kSmall[] = {{1, 1, 1, false}, {4, 2, 2, true}, {3, 3, 3, true},
                                {4, 2, 2, true},  {4, 2, 2, true}, {2, 2, 2, true},
                                {4, 2, 2, true},  {3, 3, 3, true}, {4, 2, 2, true},
                                {4, 4, 4, true},  {4, 2, 2, true}, {4, 2, 2, true}};
    constexpr Shape kMiddle[] = {
        {6, 2, 3, false}, {6, 3, 2, false}, {4, 4, 4, true}, {5, 5, 5, true}};
    constexpr Shape kLarge[] = {
        {9, 3, 3, true}, {8, 4, 2, false}, {6, 6, 6, true}, {9, 3, 3, true}};
    Bytes bytes(data, size);
    const unsigned kind = bytes.next();
    const Shape shape = kind < 248         ? kSmall[kind % 12]
                        : bytes.one_in(16) ? kLarge[kind % 4]
                                           : kMiddle[kind % 4];
    const int n = shape.order, filled = bytes.below(12), n_digits = 1 + bytes.below(n);
    const int caged = bytes.below(8);
    const bool may_relabel = bytes.below(2) != 0;
    Puzzle puzzle, image;
    std::vector<std::uint16_t> ranks;
    for (int cell = 0; cell < n * n; ++cell) {
        const bool has_digit = bytes.below(40) < filled;
        puzzle.digits.push_back(has_digit ? static_cast<std::uint8_t>(1 + bytes.below(n_digits))
                                          : std::uint8_t{0});
        const int n_cages = static_cast<int>(ranks.size());
        const bool has_cage = bytes.below(40) < caged;
        const int cage = has_cage ? bytes.below(n_cages + 1) : -1;
        if (cage == n_cages) ranks.push_back(static_cast<std::uint16_t>(bytes.below(2)));
        puzzle.cages.push_back(static_cast<std::int16_t>(cage));
    }
    const auto rows = lines_of(bytes, n, shape.band_rows);
    const auto columns = lines_of(bytes, n, shape.stack_columns);
    const bool transposes = shape.may_transpose && bytes.below(2) != 0;
    for (const int row : rows)
        for (const int column : columns) {
            const int cell = transposes ? column * n + row : row * n + column;
            image.digits.push_back(puzzle.digits[static_cast<std::size_t>(cell)]);
            image.cages.push_back(puzzle.cages[static_cast<std::size_t>(cell)]);
        }
    int n_asked = 0;
    const auto goes_on = [&] { return ++n_asked < 3; };
    LeastLines search(shape, goes_on);
    const auto form = form_of(search, puzzle.marked(n, ranks, may_relabel));
    const auto of_image = form_of(search, image.marked(n, ranks, may_relabel));
    if (form.empty() || of_image.empty()) return 0;  // the search was too large
    demand(form == of_image, "an image has the same form");
    if (n == 9 && caged == 0 && may_relabel) {
        Least9 nine;
        nine.find(puzzle.digits.data());
        for (std::size_t at = 0; at < 81; ++at)
            demand(nine.text()[at] == form[at] / 2, "both searches find the same form");
    }
    return 0;
}
