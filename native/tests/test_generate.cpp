// Solution grids, puzzles after removing givens, and the determinism of keys.
#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <string>

#include "check.hpp"
#include "generate/dig.hpp"
#include "generate/grids.hpp"
#include "houses.hpp"
#include "lanes/lanes.hpp"

namespace {

using namespace pandoku;
using generate::Dig;
using generate::Grids;
using generate::Random;
using Rows = std::vector<std::uint8_t>;

const auto kOn = [] { return true; };

struct Shape {
    Houses houses;
    Layout layout;
    lanes::Plan plan;
    Grids grids;
    int n_cells;

    Shape(int order, int box_rows, int box_cols)
        : houses(houses_of(order, box_rows, box_cols)),
          layout(order, houses.cells, houses.kinds),
          plan(order, box_rows, box_cols, houses.cells),
          grids(layout, order == 9 && box_rows == 3, box_rows == 0, {}),
          n_cells(order * order) {}

    Rows draw(const std::vector<std::uint64_t>& keys, int threads = 1) const {
        Rows rows(keys.size() * n_cells);
        grids.draw_many(keys.data(), static_cast<std::int64_t>(keys.size()), rows.data(), threads,
                        kOn);
        return rows;
    }

    std::vector<std::int64_t> count(const Rows& rows, std::int64_t limit) const {
        const auto n = static_cast<std::int64_t>(rows.size()) / n_cells;
        std::vector<std::int64_t> counts(static_cast<std::size_t>(n));
        Rows solutions(rows.size());
        lanes::Batch batch;
        batch.puzzles = rows.data();
        batch.n = n;
        batch.limit = limit;
        batch.solutions = solutions.data();
        batch.counts = counts.data();
        lanes::Stats stats;
        lanes::solve(plan, batch, stats, kOn);
        return counts;
    }

    bool is_grid(const std::uint8_t* row) const {
        for (int house = 0; house < layout.n_houses(); ++house) {
            Mask seen = 0;
            for (const int cell : layout.cells(house)) seen |= Mask{1} << (row[cell] - 1);
            if (seen != layout.all_digits()) return false;
        }
        return true;
    }

    // Whether a puzzle is proper and needs all its givens.
    bool is_minimal(const std::uint8_t* row) const {
        Rows trials(row, row + n_cells);
        for (int cell = 0; cell < n_cells; ++cell)
            if (row[cell] != 0) {
                trials.insert(trials.end(), row, row + n_cells);
                trials[trials.size() - n_cells + cell] = 0;
            }
        const auto counts = count(trials, 2);
        return counts[0] == 1 &&
               std::all_of(counts.begin() + 1, counts.end(), [](auto n) { return n == 2; });
    }

    Rows dig(Dig task, const std::vector<std::uint64_t>& keys, const Rows& puzzles,
             const Rows& solutions) const {
        const std::vector<std::uint16_t> none(keys.size(), 0);
        Rows out(keys.size() * (1 + task.exchanges) * n_cells, 0);
        task.plan = &plan;
        task.n = static_cast<std::int64_t>(keys.size());
        task.puzzles = puzzles.data();
        task.solutions = solutions.data();
        task.keys = keys.data();
        if (task.least == nullptr) task.least = none.data();
        task.out = out.data();
        generate::dig(task, kOn);
        return out;
    }
};

std::vector<std::uint64_t> keys_from(std::uint64_t seed, int n) {
    Random random(seed);
    std::vector<std::uint64_t> keys(static_cast<std::size_t>(n));
    for (auto& key : keys) key = random.next();
    return keys;
}

int n_givens(const std::uint8_t* row, int n_cells) {
    return n_cells - static_cast<int>(std::count(row, row + n_cells, 0));
}

// Boxes 5, 6, 8 and 9 of random grids are emptied: the lanes count what grids9.cpp computes.
void test_ways(const Shape& nine) {
    constexpr int kGrids = 200;
    Rows rows = nine.draw(keys_from(1, kGrids));
    std::vector<std::int64_t> ways;
    for (int i = 0; i < kGrids; ++i) {
        std::uint8_t* row = rows.data() + 81 * i;
        std::uint8_t name[10];  // for each digit, its place in the first box
        for (int k = 0; k < 9; ++k) name[row[k / 3 * 9 + k % 3]] = static_cast<std::uint8_t>(k);
        generate::Cross9 cross{};
        for (int line = 0; line < 3; ++line)
            for (int k = 0; k < 3; ++k) {
                cross.columns2[line] |=
                    static_cast<std::uint16_t>(1 << name[row[9 * k + 3 + line]]);
                cross.columns3[line] |=
                    static_cast<std::uint16_t>(1 << name[row[9 * k + 6 + line]]);
                cross.rows4[line] |= static_cast<std::uint16_t>(1 << name[row[9 * (3 + line) + k]]);
                cross.rows7[line] |= static_cast<std::uint16_t>(1 << name[row[9 * (6 + line) + k]]);
            }
        ways.push_back(ways_to_complete(cross));
        for (int cell = 0; cell < 81; ++cell)
            if (cell / 9 > 2 && cell % 9 > 2) row[cell] = 0;
    }
    check(nine.count(rows, 100000) == ways, "the ways to complete a grid are counted");
}

void test_grids(const Shape& kind, const std::string& name) {
    const auto keys = keys_from(2, 60);
    const Rows rows = kind.draw(keys);
    bool all = true;
    for (std::size_t i = 0; i < keys.size(); ++i)
        all &= kind.is_grid(rows.data() + i * kind.n_cells);
    check(all, name + ": every house has every digit");
    check(kind.draw(keys, 3) == rows, name + ": threads do not matter");
    check(kind.draw({keys.begin() + 7, keys.begin() + 9}) ==
              Rows(rows.begin() + 7 * kind.n_cells, rows.begin() + 9 * kind.n_cells),
          name + ": a grid follows from its key");
}

// The chi-square of 288 kinds has a mean of 287 and a standard deviation of 24.
void test_small_grids_are_alike() {
    const Shape four(4, 2, 2);
    const Rows rows = four.draw(keys_from(3, 288 * 200));
    std::map<std::string, int> seen;
    for (std::size_t at = 0; at < rows.size(); at += 16)
        ++seen[std::string(rows.begin() + at, rows.begin() + at + 16)];
    double chi = 0;
    for (const auto& [grid, n] : seen) chi += (n - 200.0) * (n - 200.0) / 200;
    check(seen.size() == 288 && chi > 190 && chi < 400, "all 288 grids of 4x4 are equally likely");
}

void test_dig(const Shape& kind, const std::string& name) {
    const auto keys = keys_from(4, 40);
    const Rows full = kind.draw(keys);
    const Rows left = kind.dig({}, keys, full, full);
    bool minimal = true;
    for (std::size_t i = 0; i < keys.size(); ++i)
        minimal &= kind.is_minimal(left.data() + i * kind.n_cells);
    check(minimal, name + ": what is left is minimal");
    Dig threads;
    threads.threads = 3;
    check(kind.dig(threads, keys, full, full) == left,
          name + ": digging does not depend on threads");
    check(kind.dig({}, {keys[5]},
                   Rows(full.begin() + 5 * kind.n_cells, full.begin() + 6 * kind.n_cells),
                   Rows(full.begin() + 5 * kind.n_cells, full.end())) ==
              Rows(left.begin() + 5 * kind.n_cells, left.begin() + 6 * kind.n_cells),
          name + ": nor on the other puzzles");
    check(kind.dig({}, keys, left, full) == left, name + ": a minimal puzzle stays as it is");

    Dig walk;
    walk.exchanges = 6;
    Dig near;
    near.less = 2;
    minimal = true;
    for (const Rows& made : {kind.dig(walk, keys, full, full), kind.dig(near, keys, left, left)})
        for (auto row = made.data(); row < made.data() + made.size(); row += kind.n_cells)
            minimal &= n_givens(row, kind.n_cells) == 0 || kind.is_minimal(row);
    check(minimal, name + ": so are exchanges and neighbors");
}

void test_wishes(const Shape& nine) {
    const auto keys = keys_from(5, 30);
    const Rows full = nine.draw(keys);
    std::vector<std::uint16_t> groups, least;
    Rows keep(81, 0);
    for (int cell = 0; cell < 81; ++cell) {
        groups.push_back(static_cast<std::uint16_t>(std::min(cell, 80 - cell)));
        keep[cell] = cell % 10 == 0;
    }
    for (std::size_t i = 0; i < keys.size(); ++i)
        least.push_back(static_cast<std::uint16_t>(26 + i));
    Dig task;
    task.groups = groups.data();
    const Rows symmetric = nine.dig(task, keys, full, full);
    Dig kept;
    kept.keep = keep.data();
    const Rows with = nine.dig(kept, keys, full, full);
    Dig more;
    more.least = least.data();
    const Rows counted = nine.dig(more, keys, full, full);
    bool is_symmetric = true, has_kept = true, has_enough = true;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::size_t at = 81 * i;
        for (int cell = 0; cell < 81; ++cell) {
            is_symmetric &= (symmetric[at + cell] == 0) == (symmetric[at + 80 - cell] == 0);
            has_kept &= keep[cell] == 0 || with[at + cell] == full[at + cell];
        }
        has_enough &= n_givens(counted.data() + at, 81) >= least[i];
    }
    const auto counts = nine.count(symmetric, 2);
    check(is_symmetric && std::count(counts.begin(), counts.end(), 1) == 30, "groups go together");
    check(has_kept, "cells that are to stay do");
    check(has_enough, "no fewer givens than asked for");
}

void test_improper(const Shape& nine) {
    const auto keys = keys_from(6, 3);
    const Rows full = nine.draw(keys), none(3 * 81, 0);
    check(nine.dig({}, keys, none, full) == none, "an empty grid is not proper");
    Rows other(full.begin() + 81, full.end());
    other.insert(other.end(), full.begin(), full.begin() + 81);
    check(nine.dig({}, keys, full, other) == none, "nor is a puzzle with another's solution");
    Rows wrong = full;
    std::swap(wrong[0], wrong[1]);
    check(n_givens(nine.dig({}, keys, wrong, wrong).data(), 81) == 0, "nor one that breaks a rule");
    // More puzzles than are dug at the same time, so that some reuse the place of a finished
    // puzzle.
    const auto many = keys_from(7, 1100);
    Rows broken = nine.draw(many);
    for (std::size_t at = 0; at < broken.size(); at += 81) std::swap(broken[at], broken[at + 1]);
    Dig walk;
    walk.exchanges = 2;
    check(nine.dig(walk, many, broken, broken) == Rows(3 * broken.size(), 0), "none begins a walk");
}

}  // namespace

int main() {
    const Shape nine(9, 3, 3), six(6, 2, 3), eight(8, 2, 4), latin(7, 0, 0);
    test_ways(nine);
    test_grids(nine, "9x9");
    test_grids(six, "6x6");
    test_grids(eight, "8x8");
    test_grids(latin, "7x7 without boxes");
    test_small_grids_are_alike();
    test_dig(nine, "9x9");
    test_dig(six, "6x6");
    test_dig(latin, "7x7 without boxes");
    test_wishes(nine);
    test_improper(nine);
    return n_failed;
}
