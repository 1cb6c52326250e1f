// The search that learns, without Python: known counts, and random puzzles against trying all.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "check.hpp"
#include "houses.hpp"
#include "nogoods/search.hpp"

namespace {

using pandoku::Mask;
using pandoku::nogoods::Answer;
using pandoku::nogoods::Search;
using Grid = std::vector<std::uint8_t>;

constexpr auto kGoOn = [] { return true; };

struct Shape {
    int order;
    std::vector<std::vector<int>> houses;
    std::vector<std::uint16_t> flat;

    Shape(int n, int box_rows, int box_cols) : order(n) {
        houses = houses_of(n, box_rows, box_cols).cells;
        for (const auto& house : houses) flat.insert(flat.end(), house.begin(), house.end());
    }
    int n_cells() const { return order * order; }
};

// Every solution, by trying each digit of each cell in turn.
void try_all(const Shape& shape, const std::vector<Mask>& masks, Grid& grid, std::size_t cell,
             std::set<Grid>& found) {
    if (cell == masks.size()) {
        found.insert(grid);
        return;
    }
    for (int digit = 0; digit < shape.order; ++digit) {
        if ((masks[cell] >> digit & 1) == 0) continue;
        bool fits = true;
        for (const auto& house : shape.houses) {
            if (std::ranges::find(house, static_cast<int>(cell)) == house.end()) continue;
            for (const int other : house)
                fits &= other >= static_cast<int>(cell) ||
                        grid[static_cast<std::size_t>(other)] != digit + 1;
        }
        if (!fits) continue;
        grid[cell] = static_cast<std::uint8_t>(digit + 1);
        try_all(shape, masks, grid, cell + 1, found);
    }
}

std::set<Grid> all_of(Search& search, std::int64_t& n_found) {
    std::set<Grid> found;
    for (n_found = 0; search.next(kGoOn) == Answer::solution; ++n_found)
        found.emplace(search.digits().begin(), search.digits().end());
    return found;
}

void test_known_counts() {
    struct Known {
        int order, box_rows, box_cols;
        std::int64_t count;
    };
    for (const Known& known :
         {Known{1, 0, 0, 1}, Known{3, 0, 0, 12}, Known{4, 0, 0, 576}, Known{4, 2, 2, 288}}) {
        const Shape shape(known.order, known.box_rows, known.box_cols);
        Search search(shape.order, shape.n_cells(), shape.flat);
        const std::vector<Mask> masks(static_cast<std::size_t>(shape.n_cells()),
                                      pandoku::bit(shape.order) - 1);
        std::int64_t n_found = 0;
        for (int again = 0; again < 2; ++again) {  // the same search is used for many puzzles
            search.load(masks.data());
            const auto found = all_of(search, n_found);
            check(n_found == known.count && static_cast<std::int64_t>(found.size()) == n_found,
                  "order " + std::to_string(known.order) + " has " + std::to_string(known.count));
        }
    }
}

void test_random_puzzles() {
    std::uint64_t state = 1;
    const auto random = [&state](std::uint64_t n) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return (state >> 33) % n;
    };
    int n_none = 0, n_one = 0, n_several = 0, n_wrong = 0;
    for (const auto& shape : {Shape(4, 2, 2), Shape(4, 0, 0), Shape(5, 0, 0), Shape(6, 2, 3)}) {
        Search search(shape.order, shape.n_cells(), shape.flat);
        for (int i = 0; i < 500; ++i) {
            std::vector<Mask> masks;
            for (int cell = 0; cell < shape.n_cells(); ++cell) {
                Mask mask = 0;
                while (mask == 0)
                    for (int digit = 0; digit < shape.order; ++digit)
                        if (random(100) < 62) mask |= pandoku::bit(digit);
                masks.push_back(mask);
            }
            std::set<Grid> expected;
            Grid grid(masks.size());
            try_all(shape, masks, grid, 0, expected);
            (expected.empty() ? n_none : expected.size() == 1 ? n_one : n_several) += 1;

            search.load(masks.data());
            std::int64_t n_found = 0;
            n_wrong += all_of(search, n_found) != expected;
            n_wrong += n_found != static_cast<std::int64_t>(expected.size());

            // Searches for candidates in any order, and excludes candidates that are in no
            // solution.
            search.load(masks.data());
            for (int k = 0; k < 30; ++k) {
                const auto cell = static_cast<std::size_t>(random(masks.size()));
                const int digit = static_cast<int>(random(static_cast<std::uint64_t>(shape.order)));
                const bool has = std::ranges::any_of(
                    expected, [&](const Grid& each) { return each[cell] == digit + 1; });
                const Answer answer = search.find_with(static_cast<int>(cell), digit, kGoOn);
                n_wrong += (answer == Answer::solution) != has;
                if (has)
                    n_wrong +=
                        !expected.contains(Grid(search.digits().begin(), search.digits().end()));
                else
                    search.exclude(static_cast<int>(cell), digit);
            }
        }
    }
    check(n_none > 100 && n_one > 50 && n_several > 100, "random puzzles are of every kind");
    check(n_wrong == 0, "2000 random puzzles have the solutions that trying all finds");
}

void test_stopping() {
    const Shape shape(8, 0, 0);
    Search search(shape.order, shape.n_cells(), shape.flat);
    const std::vector<Mask> masks(64, 255);
    search.load(masks.data());
    int n_asked = 0;
    std::int64_t n_found = 0;
    while (search.next([&] { return ++n_asked < 5; }) == Answer::solution) ++n_found;
    check(n_asked == 5 && n_found > 0, "a search among many solutions can be stopped");
    search.allow(10);
    const std::int64_t guessed = search.n_guesses();
    while (search.next(kGoOn) == Answer::solution) {
    }
    check(search.n_guesses() - guessed == 10, "it goes on, and keeps to its number of guesses");
}

}  // namespace

int main() {
    test_known_counts();
    test_random_puzzles();
    test_stopping();
    std::printf("%d failed\n", n_failed);
    return n_failed == 0 ? 0 : 1;
}
