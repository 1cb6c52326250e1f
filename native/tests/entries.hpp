// Every entry point of the library that allocates memory or starts threads, as a function that
// calls it with small puzzles and returns a checksum of the result. Every call prepares all data
// again.
#pragma once

#include <cstdint>
#include <vector>

#include "cages/cages.hpp"
#include "generate/cage_batch.hpp"
#include "generate/dig.hpp"
#include "generate/grids.hpp"
#include "houses.hpp"
#include "lanes/lanes.hpp"
#include "logic/many.hpp"
#include "logic/searches.hpp"
#include "logic/trails.hpp"
#include "rating/many.hpp"
#include "symmetry/many.hpp"

namespace {

using namespace pandoku;

struct Entry {
    const char* name;
    std::uint64_t (*call)(int threads);
};

constexpr auto kOn = [] { return true; };

template <class Values>
std::uint64_t sum_of(const Values& values, std::uint64_t sum = 0) {
    for (const auto value : values) sum = (sum ^ static_cast<std::uint64_t>(value)) * 1099511628211;
    return sum;
}

Layout layout_of(int order, int box_rows) {
    const Houses houses = houses_of(order, box_rows, box_rows == 0 ? 0 : order / box_rows);
    return Layout(order, houses.cells, houses.kinds);
}

// Sudokus of order 9: one for subsets, one for fish, one with several solutions, and so on.
std::vector<std::uint8_t> sudokus(int n) {
    const char* texts[] = {
        "4.2.7...5.....5.4..1...4..9..4.......5.3.1.8.......6..2..6...9..3.9.....5...2.7.6",
        "..83.7..926....3.........4.3...521.87.4..8..5.5........8...6..7.....52....1......",
        ".2.3....6..6..753...71...9........64....8....29........6...98...526..9..1........"};
    std::vector<std::uint8_t> digits;
    for (int i = 0; i < n; ++i)
        for (const char* at = texts[i % 3]; *at != 0; ++at)
            digits.push_back(static_cast<std::uint8_t>(*at == '.' ? 0 : *at - '0'));
    return digits;
}

template <bool kIsStuck = false>
std::uint64_t solve_in_lanes(int threads) {
    const int n = 128 * threads;  // fewer puzzles would not use all threads
    const lanes::Plan plan(9, 3, 3, houses_of(9, 3, 3).cells);
    const auto puzzles = sudokus(n);
    std::vector<std::uint8_t> solutions(puzzles.size());
    std::vector<std::int64_t> counts(static_cast<std::size_t>(n));
    lanes::Batch batch;
    batch.puzzles = puzzles.data();
    batch.n = n;
    batch.threads = threads;
    batch.solutions = solutions.data();
    batch.counts = counts.data();
    if (kIsStuck) batch.patience = 1;  // so puzzles are handed over to the search that learns
    lanes::Stats stats;
    lanes::solve(plan, batch, stats, kOn);
    // If there are several solutions, different calls may find different ones.
    return sum_of(counts);
}

CageLists killers(int n) {
    CageLists lists;
    for (int i = 0; i < n; ++i) {
        for (std::uint16_t row = 0; row < 6; ++row) {
            const auto cell = static_cast<std::uint16_t>(6 * row);
            const std::uint16_t pair[] = {cell, static_cast<std::uint16_t>(cell + 1)};
            const std::uint16_t three[] = {static_cast<std::uint16_t>(cell + 2),
                                           static_cast<std::uint16_t>(cell + 3),
                                           static_cast<std::uint16_t>(cell + 4)};
            lists.add('+', 7 + (row + i) % 3 - 1, false, pair);
            lists.add(row % 2 == 0 ? '+' : '*', row % 2 == 0 ? 10 + row % 3 : 24, true, three);
        }
        lists.end_puzzle();
    }
    return lists;
}

template <bool kTrueCandidates>
std::uint64_t search_cages(int threads) {
    const int n = 2 * threads;
    const Layout layout = layout_of(6, 2);
    const CageLists lists = killers(n);
    const std::vector<Mask> masks(static_cast<std::size_t>(36 * n), layout.all_digits());
    cages::Batch batch;
    batch.cages = &lists;
    batch.masks = masks.data();
    batch.limit = 20;
    batch.keep = 5;
    batch.node_budget = 300;
    batch.threads = threads;
    batch.true_candidates = kTrueCandidates;
    std::vector<cages::Result> results;
    cages::solve(layout, batch, results, kOn);
    std::uint64_t sum = 0;
    for (const auto& result : results)
        sum = sum_of(result.solutions,
                     sum_of(result.candidates, sum + static_cast<std::uint64_t>(result.count)));
    return sum;
}

std::vector<int> all_finders() {
    std::vector<int> order;
    for (int i = 0; i < static_cast<int>(logic::finders().size()); ++i) order.push_back(i);
    return order;
}

std::uint64_t walk_paths(const Layout& layout, const CageLists* lists,
                         const std::vector<std::uint8_t>& givens, int threads) {
    const auto order = all_finders();
    const auto n = givens.size() / static_cast<std::size_t>(layout.n_cells());
    std::vector<std::int32_t> counts(n * order.size());
    std::vector<std::uint8_t> ends(n);
    logic::Many many;
    many.givens = givens.data();
    many.n = static_cast<std::int64_t>(n);
    many.cages = lists;
    many.order = order;
    many.threads = threads;
    many.counts = counts.data();
    many.ends = ends.data();
    logic::walk_many(layout, many, kOn);
    return sum_of(counts, sum_of(ends));
}

std::uint64_t walk_sudokus(int threads) {
    return walk_paths(layout_of(9, 3), nullptr, sudokus(threads), threads);
}

std::uint64_t walk_killers(int threads) {
    const CageLists lists = killers(threads);
    const std::vector<std::uint8_t> givens(static_cast<std::size_t>(36 * threads));
    return walk_paths(layout_of(6, 2), &lists, givens, threads);
}

// A path with all facts of its steps, as explanations take them.
std::uint64_t tell_steps(int) {
    const Layout layout = layout_of(9, 3);
    logic::Board board(layout);
    const auto givens = sudokus(1);
    std::vector<Mask> masks(81, layout.all_digits());
    for (int cell = 0; cell < 81; ++cell)
        if (givens[static_cast<std::size_t>(cell)] != 0)
            for (const int peer : layout.house_peers(cell))
                masks[static_cast<std::size_t>(peer)] &=
                    ~bit(givens[static_cast<std::size_t>(cell)] - 1);
    board.reset(givens.data(), masks.data(), givens.data());
    std::uint64_t sum = 0;
    const auto on_step = [&](int finder, const logic::Step& step) {
        sum = sum * 31 + static_cast<std::uint64_t>(finder) + step.eliminations.size();
        return true;
    };
    logic::walk(board, all_finders(), on_step, kOn);
    return sum;
}

// All paths at once, some with the facts of their steps.
std::uint64_t walk_steps(int threads) {
    const Layout layout = layout_of(9, 3);
    const auto givens = sudokus(threads);
    const auto order = all_finders();
    std::vector<std::uint8_t> ends(static_cast<std::size_t>(threads));
    std::vector<logic::Trail> trails(ends.size());
    logic::Trails all;
    all.givens = givens.data();
    all.n = threads;
    all.threads = threads;
    all.ends = ends.data();
    all.order = order;
    for (const int finder : order) all.is_told.push_back(finder % 2 == 0);
    all.trails = trails.data();
    logic::walk_trails(layout, all, kOn);
    std::uint64_t sum = sum_of(ends);
    for (const logic::Trail& trail : trails) {
        sum = sum_of(trail.finders, sum_of(trail.houses, sum));
        sum = sum_of(trail.placed, sum_of(trail.gone, sum + trail.told.size()));
        for (const logic::Candidate each : trail.placements) sum = sum * 31 + each.cell;
        for (const logic::Candidate each : trail.eliminations) sum = sum * 31 + each.cell;
    }
    return sum;
}

// All paths at once, as their effort needs them, in the order of the finders.
std::uint64_t walk_searches(int threads) {
    const Layout layout = layout_of(9, 3);
    const auto givens = sudokus(threads);
    std::vector<std::uint8_t> ends(static_cast<std::size_t>(threads));
    std::vector<logic::Search> searches(ends.size());
    logic::Choosing choosing{};
    choosing.in_order = true;
    for (const int finder : all_finders()) {
        logic::Effort effort{};
        effort.finder = finder;
        effort.choices = effort.most = 1;
        effort.joins = -1;
        choosing.efforts.push_back(effort);
    }
    logic::Searches all;
    all.givens = givens.data();
    all.n = threads;
    all.threads = threads;
    all.ends = ends.data();
    all.choosing = &choosing;
    all.searches = searches.data();
    logic::walk_searches(layout, all, kOn);
    std::uint64_t sum = sum_of(ends);
    for (const logic::Search& search : searches) {
        sum = sum_of(search.finders, sum_of(search.in_box, sum_of(search.lengths, sum)));
        sum = sum_of(search.n_empty, sum_of(search.n_ways, sum));
    }
    return sum;
}

std::uint64_t rate_sudokus(int threads) {
    const auto givens = sudokus(2 * threads);
    const auto n = static_cast<std::size_t>(2 * threads);
    std::vector<std::uint8_t> ratings(3 * n), hardest(n), ends(n);
    rating::Many many;
    many.givens = givens.data();
    many.n = 2 * threads;
    many.looks = 20'000;
    many.threads = threads;
    many.ratings = ratings.data();
    many.hardest = hardest.data();
    many.ends = ends.data();
    rating::rate_many(many, kOn);
    return sum_of(ratings, sum_of(hardest));
}

std::uint64_t find_forms(int threads) {
    const auto puzzles = sudokus(300 * threads);
    std::vector<std::uint8_t> texts(puzzles.size());
    std::vector<std::uint8_t> is_found(puzzles.size() / 81);
    std::vector<std::int64_t> n_automorphisms(is_found.size());
    symmetry::Many many;
    many.puzzles = puzzles.data();
    many.n = 300 * threads;
    many.threads = threads;
    many.texts = texts.data();
    many.is_found = is_found.data();
    many.n_automorphisms = n_automorphisms.data();
    symmetry::find_least9(many, kOn);
    return sum_of(texts, sum_of(n_automorphisms));
}

std::vector<std::uint64_t> keys(int n) {
    std::vector<std::uint64_t> made;
    for (int i = 0; i < n; ++i) made.push_back(static_cast<std::uint64_t>(i) * 77 + 5);
    return made;
}

std::uint64_t make_sudokus(int threads) {
    const int n = 4 * threads;
    const Layout layout = layout_of(9, 3);
    const generate::Grids grids(layout, true, false, {});
    const auto from = keys(n);
    std::vector<std::uint8_t> full(static_cast<std::size_t>(81 * n)), puzzles(full.size());
    grids.draw_many(from.data(), n, full.data(), threads, kOn);
    const lanes::Plan plan(9, 3, 3, houses_of(9, 3, 3).cells);
    const std::vector<std::uint16_t> least(static_cast<std::size_t>(n));
    generate::Dig task;
    task.plan = &plan;
    task.n = n;
    task.puzzles = task.solutions = full.data();
    task.keys = from.data();
    task.least = least.data();
    task.threads = threads;
    task.out = puzzles.data();
    generate::dig(task, kOn);
    return sum_of(puzzles);
}

std::uint64_t make_killers(int threads) {
    const auto n = static_cast<std::size_t>(2 * threads), cells = n * 36;
    const Layout layout = layout_of(6, 2);
    const generate::Grids grids(layout, false, false, {});
    const auto from = keys(2 * threads);
    std::vector<std::uint8_t> solutions(cells), operations(cells);
    grids.draw_many(from.data(), static_cast<std::int64_t>(n), solutions.data(), threads, kOn);
    const std::vector<std::uint8_t> givens(cells);
    std::vector<std::uint16_t> n_cages(n), cage_of(cells);
    std::vector<std::int64_t> targets(cells);
    generate::CageWishes wishes;
    wishes.is_killer = true;
    wishes.sizes[2] = wishes.sizes[3] = 1;
    wishes.operations = {1, 0, 0, 0};
    const generate::CageBatch batch{static_cast<std::int64_t>(n),
                                    from.data(),
                                    solutions.data(),
                                    givens.data(),
                                    threads,
                                    n_cages.data(),
                                    cage_of.data(),
                                    operations.data(),
                                    targets.data()};
    generate::make_cages(layout, wishes, batch, kOn);
    return sum_of(cage_of, sum_of(n_cages));
}

constexpr Entry kEntries[] = {
    {"lanes", solve_in_lanes<>},
    {"lanes that are stuck", solve_in_lanes<true>},
    {"cages", search_cages<false>},
    {"true candidates", search_cages<true>},
    {"paths", walk_sudokus},
    {"paths with cages", walk_killers},
    {"steps", tell_steps},
    {"steps of many", walk_steps},
    {"searches of many", walk_searches},
    {"ratings", rate_sudokus},
    {"canonical forms", find_forms},
    {"making Sudokus", make_sudokus},
    {"making killers", make_killers},
};

}  // namespace
