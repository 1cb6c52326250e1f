// The cage search without Python: known counts, every operation against a plain count, budgets,
// stopping, threads.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "cages/cages.hpp"
#include "check.hpp"
#include "grid/arithmetic.hpp"
#include "houses.hpp"

namespace {

namespace cages = pandoku::cages;
using pandoku::Layout;

Layout lines(int n) {
    const Houses houses = houses_of(n, 0, 0);
    return Layout(n, houses.cells, houses.kinds);
}

Layout lines_and_boxes(int rows, int cols) {
    const Houses houses = houses_of(rows * cols, rows, cols);
    return Layout(rows * cols, houses.cells, houses.kinds);
}

struct Cage {
    char operation;
    std::int64_t target;
    std::vector<std::uint16_t> cells;
    bool repeats = true;
};

struct Puzzles {
    std::vector<std::uint64_t> masks;
    pandoku::CageLists cages;

    void add(const Layout& layout, const std::vector<Cage>& list) {
        masks.insert(masks.end(), static_cast<std::size_t>(layout.n_cells()), layout.all_digits());
        for (const Cage& cage : list)
            cages.add(cage.operation, cage.target, cage.repeats, cage.cells);
        cages.end_puzzle();
    }
    cages::Batch batch(std::int64_t limit) const {
        cages::Batch b;
        b.cages = &cages;
        b.masks = masks.data();
        b.limit = limit;
        b.keep = 1000;
        return b;
    }
};

std::vector<cages::Result> solve(const Layout& layout, const cages::Batch& batch) {
    std::vector<cages::Result> results;
    cages::solve(layout, batch, results, [] { return true; });
    return results;
}

cages::Result solve_one(const Layout& layout, const std::vector<Cage>& list,
                        std::int64_t limit = 1'000'000) {
    Puzzles puzzles;
    puzzles.add(layout, list);
    return solve(layout, puzzles.batch(limit)).front();
}

// A second implementation of the operations.
bool gives(char operation, std::int64_t target, const std::vector<std::int64_t>& digits) {
    std::int64_t sum = 0, product = 1, largest = 0;
    for (const std::int64_t d : digits) {
        sum += d;
        product *= d;
        largest = std::max(largest, d);
    }
    switch (operation) {
        case '+': return sum == target;
        case '*': return product == target;
        case '-': return 2 * largest - sum == target;
        case '/': return largest * largest == target * product;
        case '=': return digits.size() == 1 && sum == target;
        default: break;
    }
    for (const char any : {'+', '-', '*', '/'})
        if (gives(any, target, digits)) return true;
    return false;
}

void test_closing() {
    bool agrees = true;
    for (const char operation : {'+', '-', '*', '/', '?'})
        for (std::int64_t target = -8; target <= 40; ++target)
            for (int code = 0; code < 6 * 6 * 6; ++code) {
                const pandoku::Goal goal{operation, target, 6};
                const std::vector<std::int64_t> digits{code % 6 + 1, code / 6 % 6 + 1,
                                                       code / 36 + 1};
                pandoku::Partial two = pandoku::nothing_of(goal);
                for (const std::size_t k : {0, 1}) two = with(two, static_cast<int>(digits[k]) - 1);
                const bool closes = closing(goal, two) >> (digits[2] - 1) & 1;
                agrees = agrees && closes == gives(operation, target, digits);
            }
    check(agrees, "for every operation, closing says which third digit reaches the target");
}

void test_known_counts() {
    check(solve_one(lines(4), {}).count == 576, "576 Latin squares of order 4");
    check(solve_one(lines_and_boxes(2, 2), {}).count == 288, "288 grids of order 4");
    check(solve_one(lines(1), {}).count == 1, "one grid of order 1");
    const Layout latin = lines(4);
    check(solve_one(latin, {{'=', 3, {5}}}).count == 144,
          "a quarter of the Latin squares have 3 in r2c2");
    check(solve_one(latin, {{'-', 0, {0, 1}}}).count == 0, "no two equal digits in a row");
    check(solve_one(latin, {{'.', 0, {0, 5, 10, 15}, false}}).count ==
              solve_one(latin, {{'.', 0, {0, 5, 10, 15}, false}, {'+', 10, {0, 5, 10, 15}}}).count,
          "a diagonal of different digits adds up to 10");
}

void test_large_cages() {
    const Layout layout = lines_and_boxes(2, 3);
    const auto tied = [](std::vector<std::uint16_t> cells, bool repeats) {
        return std::vector<Cage>{{'+', 21, {0, 1, 2, 3, 4, 5}},
                                 {'=', 1, {0}},
                                 {'=', 2, {1}},
                                 {'*', 360, std::move(cells), repeats}};
    };
    check(solve_one(layout, tied({2, 3, 4, 5}, true), 500).count == 500, "3 to 6 multiply to 360");
    check(solve_one(layout, tied({2, 3, 4, 5}, false), 500).count == 500, "3 to 6 differ");
    std::vector<std::uint16_t> all(36);
    for (std::uint16_t cell = 0; cell < 36; ++cell) all[cell] = cell;
    check(solve_one(layout, {{'+', 126, all}}, 50).count == 50, "the whole grid adds up to 126");
    const Layout small = lines_and_boxes(2, 2);
    // Refuting a wrong total takes a complete search, which is short on a small grid.
    all.resize(16);
    check(solve_one(small, {{'+', 39, all}}, 50).count == 0,
          "the whole grid adds up to no other number");
}

void test_budgets() {
    const Layout layout = lines_and_boxes(3, 3);
    Puzzles puzzles;
    for (int i = 0; i < 40; ++i) puzzles.add(layout, {{'+', 3 + i % 15, {0, 1}}});
    auto batch = puzzles.batch(1'000'000'000);
    batch.node_budget = 100;
    bool kept = true;
    for (const auto& r : solve(layout, batch))
        kept = kept && r.stopped == cages::Stopped::nodes && r.nodes == 100;
    check(kept, "a budget of nodes is kept");

    batch.node_budget = 0;
    batch.limit = 3;
    const auto alone = solve(layout, batch);
    batch.threads = 5;
    const auto together = solve(layout, batch);
    bool same = true;
    for (std::size_t i = 0; i < alone.size(); ++i)
        same = same && alone[i].solutions == together[i].solutions &&
               alone[i].nodes == together[i].nodes;
    check(same, "threads find what one thread finds");

    batch.limit = 1'000'000'000;
    std::vector<cages::Result> results;
    int asked = 0;
    check(!cages::solve(layout, batch, results, [&] { return ++asked < 3; }),
          "the caller can stop a search");
    check(asked == 3, "a caller that stopped the search is not asked again");
}

void test_first_digits() {
    const Layout layout = lines_and_boxes(2, 2);
    const std::vector<std::uint8_t> wanted{4, 3, 2, 1, 2, 1, 4, 3, 3, 4, 1, 2, 1, 2, 3, 4};
    Puzzles puzzles;
    puzzles.add(layout, {});
    auto batch = puzzles.batch(1'000);
    const auto plain = solve(layout, batch).front();
    batch.first_digits = wanted.data();
    const auto near = solve(layout, batch).front();
    check(near.count == 288 && plain.count == 288, "preferred digits change no count");
    check(std::equal(wanted.begin(), wanted.end(), near.solutions.begin()) &&
              !std::equal(wanted.begin(), wanted.end(), plain.solutions.begin()),
          "the first solution has the digits preferred, where they are possible");
}

}  // namespace

int main() {
    test_closing();
    test_known_counts();
    test_large_cages();
    test_budgets();
    test_first_digits();
    return n_failed == 0 ? 0 : 1;
}
