// Canonical forms against all 2 x 6^8 permutations of cells, and on images of the same puzzle.
#include "symmetry/houses.hpp"
#include "symmetry/least9.hpp"
#include "symmetry/least_lines.hpp"
#include "symmetry/least_listed.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace pandoku::symmetry;
using Grid = std::array<std::uint8_t, 81>;
using Order = std::array<int, 9>;

void claim(const char* what, bool is_true) {
    std::printf("%s %s\n", is_true ? "ok" : "NOT OK", what);
    if (!is_true) std::exit(1);
}

Grid grid_of(const char* text) {
    Grid grid;
    for (int cell = 0; cell < 81; ++cell)
        grid[cell] = static_cast<std::uint8_t>(text[cell] == '.' ? 0 : text[cell] - '0');
    return grid;
}

// Every order of lines that keeps bands together.
std::vector<Order> orders_of_lines() {
    std::vector<Order> found;
    Order order;
    std::iota(order.begin(), order.end(), 0);
    do {
        bool keeps_bands = true;
        for (int i = 0; i < 9; ++i) keeps_bands &= order[i] / 3 == order[i - i % 3] / 3;
        if (keeps_bands) found.push_back(order);
    } while (std::next_permutation(order.begin(), order.end()));
    return found;
}

// The least text of all images, and the number of permutations of cells that lead to it.
std::pair<Grid, int> brute_force(const Grid& puzzle) {
    static const std::vector<Order> orders = orders_of_lines();
    Grid best;
    best.fill(10);
    int n_best = 0;
    for (const bool is_transposed : {false, true})
        for (const auto& rows : orders)
            for (const auto& columns : orders) {
                std::uint8_t labels[10]{}, next = 1;
                bool is_less = false;
                int at = 0;
                for (; at < 81; ++at) {
                    const int row = rows[at / 9], column = columns[at % 9];
                    const int digit = puzzle[is_transposed ? column * 9 + row : row * 9 + column];
                    if (digit != 0 && labels[digit] == 0) labels[digit] = next++;
                    if (!is_less && labels[digit] > best[at]) break;
                    is_less |= labels[digit] < best[at];
                    best[at] = labels[digit];
                }
                if (at == 81) n_best = is_less ? 1 : n_best + 1;
            }
    return {best, n_best};
}

Grid least(const Grid& puzzle) {
    Least9 search;
    search.find(puzzle.data());
    return search.text();
}

Grid image_of(const Grid& puzzle, const Map9& map) {
    Grid image;
    for (int row = 0; row < 9; ++row)
        for (int column = 0; column < 9; ++column) {
            int from_row = map.rows[row], from_column = map.columns[column];
            if (map.is_transposed) std::swap(from_row, from_column);
            image[row * 9 + column] = map.labels[puzzle[from_row * 9 + from_column]];
        }
    return image;
}

Grid random_image(const Grid& puzzle, std::mt19937& random) {
    static const std::vector<Order> orders = orders_of_lines();
    Map9 map{};
    const auto pick = [&] { return orders[random() % orders.size()]; };
    const auto rows = pick(), columns = pick();
    std::copy(rows.begin(), rows.end(), map.rows.begin());
    std::copy(columns.begin(), columns.end(), map.columns.begin());
    std::iota(map.labels.begin(), map.labels.end(), std::uint8_t{0});
    std::shuffle(map.labels.begin() + 1, map.labels.end(), random);
    map.is_transposed = random() % 2 != 0;
    return image_of(puzzle, map);
}

constexpr const char* kPuzzles[] = {
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "162857493534129678789643521475312986913586742628794135356478219241935867897261354",
    // Bands with equal minirows, and the grid with the most automorphisms.
    "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
    // Puzzles with equal digits in a house, and with identical lines.
    "11.......11.......22.........3...3...3...........................................",
    "112233445112233445112233445......................................................",
};

void test_brute_force() {
    for (const char* text : kPuzzles) {
        const Grid puzzle = grid_of(text);
        const auto [best, n_best] = brute_force(puzzle);
        Least9 search;
        search.find(puzzle.data());
        claim("the form is the least of all images", search.text() == best);
        const int n_maps = static_cast<int>(search.maps().size());
        claim("each map stands for as many others", n_best % n_maps == 0);
        claim("as many symmetries keep the puzzle", search.n_automorphisms() == n_best);
        for (const auto& map : search.maps())
            claim("a map leads to the form", image_of(puzzle, map) == best);
    }
}

void test_images() {
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) {
        Grid puzzle{};
        const int n_digits = 1 + static_cast<int>(random() % 9), share = 1 + round % 30;
        for (auto& digit : puzzle)
            if (static_cast<int>(random() % 30) < share)
                digit = static_cast<std::uint8_t>(1 + random() % n_digits);
        const Grid form = least(puzzle);
        for (int i = 0; i < 3; ++i)
            if (least(random_image(puzzle, random)) != form) claim("images agree", false);
    }
    claim("images of any puzzles agree", true);
}

// The search for any order, on 9x9.
void test_lines() {
    std::mt19937 random(2);
    const auto always = [] { return true; };
    LeastLines lines({9, 3, 3, true}, always);
    for (const char* text : kPuzzles) {
        const Grid puzzle = grid_of(text);
        if (std::count(puzzle.begin(), puzzle.end(), 0) == 0) continue;  // the search is too large
        Marked marked;
        marked.order = 9;
        marked.digits = puzzle.data();
        claim("the search ends", lines.find(marked));
        Map9 map{};
        const auto& found = lines.maps()[0];
        std::copy_n(found.rows.begin(), 9, map.rows.begin());
        std::copy_n(found.columns.begin(), 9, map.columns.begin());
        std::copy_n(found.labels.begin() + 1, 9, map.labels.begin() + 1);
        map.is_transposed = found.is_transposed;
        claim("both searches find the same form", image_of(puzzle, map) == least(puzzle));
        Least9 nine;
        nine.find(puzzle.data());
        claim("and as many maps", nine.maps().size() == lines.maps().size());
        claim("and automorphisms", nine.n_automorphisms() == lines.n_automorphisms());
    }
}

std::vector<std::uint8_t> cyclic_square(int order) {
    std::vector<std::uint8_t> digits;
    for (int cell = 0; cell < order * order; ++cell)
        digits.push_back(static_cast<std::uint8_t>((cell / order + cell % order) % order + 1));
    return digits;
}

// Full grids. The group of the cyclic Latin squares is known: 2 n^2 phi(n).
void test_full_grids() {
    const auto always = [] { return true; };
    for (int order = 3; order <= 12; ++order) {
        const auto digits = cyclic_square(order);
        Marked marked;
        marked.order = order;
        marked.digits = digits.data();
        LeastLines lines({order, order, order, true}, always);
        claim("the search of a full grid ends", lines.find(marked));
        int n_coprime = 0;
        for (int i = 1; i < order; ++i) n_coprime += std::gcd(i, order) == 1;
        claim("the cyclic square has the automorphisms of its group",
              lines.n_automorphisms() == 2 * order * order * n_coprime);
        std::vector<std::uint8_t> text, its;
        for (const auto& map : lines.maps()) {
            its.clear();
            for (int row = 0; row < order; ++row)
                for (int column = 0; column < order; ++column) {
                    int from_row = map.rows[row], from_column = map.columns[column];
                    if (map.is_transposed) std::swap(from_row, from_column);
                    its.push_back(map.labels[digits[from_row * order + from_column]]);
                }
            if (text.empty()) text = its;
            if (text != its) claim("all maps lead to one text", false);
        }
    }
}

void test_interruption() {
    auto full = cyclic_square(12);
    Marked marked;
    marked.order = 12;
    marked.digits = full.data();
    const auto never = [] { return false; };
    LeastLines lines({12, 12, 12, true}, never);
    claim("a search of a full grid ends when it is told to", !lines.find(marked));
    full[0] = 0;
    claim("a search ends when it is told to", !lines.find(marked));
}

void test_houses() {
    std::vector<std::vector<int>> houses;
    for (int i = 0; i < 4; ++i) {
        houses.push_back({4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3});
        houses.push_back({i, i + 4, i + 8, i + 12});
        const int box = i / 2 * 8 + i % 2 * 2;
        houses.push_back({box, box + 1, box + 4, box + 5});
    }
    const auto always = [] { return true; };
    const auto all = symmetries_of_houses(16, houses, 1000, always);
    claim("4x4 grids have 128 symmetries", all && all->size() == 16 * 128);
    claim("the identity is the first", (*all)[0] == 0 && (*all)[15] == 15);
    claim("too many are not listed", !symmetries_of_houses(16, houses, 100, always));
    const std::uint8_t digits[16] = {1, 2, 0, 0, 0, 0, 3};
    Marked marked;
    marked.order = 4;
    marked.digits = digits;
    LeastLines lines({4, 2, 2, true}, always);
    claim("lines are searched", lines.find(marked));
    claim("a list has the maps of the lines, and swaps of equal lines",
          static_cast<std::int64_t>(least_listed(marked, *all).size()) == lines.n_automorphisms());
}

}  // namespace

int main() {
    test_images();
    test_lines();
    test_houses();
    test_full_grids();
    test_interruption();
    test_brute_force();
}
