// This takes minutes, so it is not one of the tests. It visits all first bands and first stacks of
// a Sudoku grid, up to symmetry, and adds up the numbers of ways to complete them. The results are
// the number of all grids, and the maximum numbers of ways, which grids9.cpp relies on.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <map>
#include <set>
#include <vector>

#include "generate/grids.hpp"

namespace {

using Triple = std::array<std::uint16_t, 3>;  // the digits of three lines of a box
using Pair = std::array<Triple, 2>;           // of the second and the third box of a band
using Weights = std::map<Pair, std::int64_t>;

constexpr Triple kRows = {0x007, 0x038, 0x1c0}, kColumns = {0x049, 0x092, 0x124};
constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

// The order of the columns of a box, and of the two boxes, does not matter.
Pair in_order(Triple a, Triple b) {
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    return a < b ? Pair{a, b} : Pair{b, a};
}

template <class Map>
Pair mapped(const Pair& pair, Map&& map) {
    Pair to{};
    for (int box = 0; box < 2; ++box)
        for (int i = 0; i < 3; ++i)
            for (int digit = 0; digit < 9; ++digit)
                if (pair[box][i] >> digit & 1)
                    to[box][i] |= static_cast<std::uint16_t>(1 << map(digit));
    return in_order(to[0], to[1]);
}

// All sets of columns for a box with these rows, ignoring their order.
std::vector<Triple> columns_of(const Triple& rows) {
    int digit[3][3];
    for (int i = 0; i < 3; ++i) {
        int n = 0;
        for (int d = 0; d < 9; ++d)
            if (rows[i] >> d & 1) digit[i][n++] = d;
    }
    std::vector<Triple> all;
    for (const auto& p : kOrders)
        for (const auto& q : kOrders) {
            Triple columns;
            for (int k = 0; k < 3; ++k)
                columns[k] = static_cast<std::uint16_t>(1 << digit[0][k] | 1 << digit[1][p[k]] |
                                                        1 << digit[2][q[k]]);
            all.push_back(columns);
        }
    return all;
}

// The columns of boxes 2 and 3, and the number of bands with them.
Weights all_bands() {
    Weights bands;
    for (int a = 0; a < 512; ++a)
        for (int b = 0; b < 512; ++b) {
            const int c = 511 ^ a ^ b;
            if (std::popcount(unsigned(a)) != 3 || std::popcount(unsigned(b)) != 3 || (a & b) != 0)
                continue;
            const Triple rows = {std::uint16_t(a), std::uint16_t(b), std::uint16_t(c)};
            Triple rest;
            bool fits = true;
            for (int i = 0; i < 3; ++i) {
                fits &= (rows[i] & kRows[i]) == 0;
                rest[i] = static_cast<std::uint16_t>(511 ^ rows[i] ^ kRows[i]);
            }
            if (!fits) continue;
            for (const auto& x : columns_of(rows))
                for (const auto& y : columns_of(rest)) ++bands[in_order(x, y)];
        }
    return bands;
}

// One band of each class under exchanges of the rows and the columns of the first box.
Weights classes_of(const Weights& bands) {
    Weights classes;
    std::set<Pair> seen;
    for (const auto& [band, weight] : bands) {
        if (seen.count(band) != 0) continue;
        for (const auto& p : kOrders)
            for (const auto& q : kOrders) {
                const Pair image = mapped(band, [&](int d) { return p[d / 3] * 3 + q[d % 3]; });
                if (seen.insert(image).second) classes[band] += bands.at(image);
            }
    }
    return classes;
}

int repeated_pairs(const Triple& first, const Pair& pair) {
    std::set<std::pair<int, int>> pairs;
    for (const auto& box : {first, pair[0], pair[1]})
        for (const auto line : box)
            for (int x = 0; x < 9; ++x)
                for (int y = x + 1; y < 9; ++y)
                    if ((line >> x & 1) && (line >> y & 1)) pairs.insert({x, y});
    return 27 - static_cast<int>(pairs.size());
}

pandoku::generate::Cross9 cross_of(const Pair& band, const Pair& stack) {
    pandoku::generate::Cross9 cross;
    std::copy_n(band[0].begin(), 3, cross.columns2);
    std::copy_n(band[1].begin(), 3, cross.columns3);
    std::copy_n(stack[0].begin(), 3, cross.rows4);
    std::copy_n(stack[1].begin(), 3, cross.rows7);
    return cross;
}

}  // namespace

int main() {
    const Weights bands = all_bands(), classes = classes_of(bands);
    std::printf("%zu bands, %zu classes\n", bands.size(), classes.size());
    std::vector<std::pair<Pair, std::int64_t>> stacks;
    for (const auto& [band, weight] : bands)
        stacks.emplace_back(mapped(band, [](int d) { return d % 3 * 3 + d / 3; }), weight);
    std::vector<int> pairs_of_stack;
    for (const auto& [stack, weight] : stacks)
        pairs_of_stack.push_back(repeated_pairs(kRows, stack));

    std::uint32_t most = 0, usual = 0;
    double sum = 0;
    std::uint64_t exact = 0;  // the sum stays below 2^64
    for (const auto& [band, weight] : classes) {
        const bool has_many = repeated_pairs(kColumns, band) >= 9;
        for (std::size_t i = 0; i < stacks.size(); ++i) {
            const auto ways = ways_to_complete(cross_of(band, stacks[i].first));
            const auto times = static_cast<std::uint64_t>(weight * stacks[i].second);
            exact += times * ways;
            sum += static_cast<double>(times) * ways;
            most = std::max(most, ways);
            if (!has_many || pairs_of_stack[i] < 9) usual = std::max(usual, ways);
        }
    }
    // Each pair of columns represents 6^3 orders within the band, divided by the orders counted
    // above.
    std::printf("most ways: %u, usually %u\n", most, usual);
    std::printf("sum %llu (%.6e) * 36 * 36 * 9!\n", static_cast<unsigned long long>(exact), sum);
    std::printf("expected 6670903752021072936960 = 14184585201152 * 36 * 36 * 9!\n");
}
