// Ways to meet rules, compared with all fillings of a few cells.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "check.hpp"
#include "grid/relation_lists.hpp"
#include "logic/scope.hpp"
#include "logic/watch.hpp"

namespace {

using namespace pandoku;
using logic::Scope;
using Cells = std::vector<std::uint16_t>;
using Digits = std::vector<int>;
using Holds = std::function<bool(const Digits&)>;

constexpr int kOrder = 4, kCells = 5;
std::mt19937 draw(7);

int below(int n) { return static_cast<int>(draw() % static_cast<unsigned>(n)); }

struct Puzzle {
    RelationLists lists;
    std::vector<Holds> rules;
    std::vector<std::vector<int>> sees{kCells}, houses;
    std::vector<Mask> masks;
};

Cells some_cells(std::size_t n) {
    std::vector<std::uint16_t> all = {0, 1, 2, 3, 4};
    std::shuffle(all.begin(), all.end(), draw);
    all.resize(n);
    return all;
}

void add_rule(Puzzle& puzzle) {
    const Cells cells = some_cells(static_cast<std::size_t>(2 + below(3)));
    switch (below(4)) {
        case 0: {
            const auto table = std::make_shared<const PairTable>(PairTable{14, 12, 8, 0});
            puzzle.lists.add_pair(table, std::span(cells).first(2));
            puzzle.rules.push_back([cells](const Digits& d) { return d[cells[0]] < d[cells[1]]; });
            return;
        }
        case 1: {
            const int target = 1 + below(8);
            puzzle.lists.add_sum(target, cells.size() - 1, cells);
            puzzle.rules.push_back([cells, target](const Digits& d) {
                int sum = -(d[cells.back()] + 1);
                for (std::size_t i = 0; i + 1 < cells.size(); ++i) sum += d[cells[i]] + 1;
                return sum == target;
            });
            return;
        }
        case 2: {
            std::vector<std::int64_t> weights;
            for (std::size_t i = 0; i < cells.size() * kOrder; ++i)
                weights.push_back(below(90) - 9);
            const std::vector<std::int64_t> targets = {20, 40, 41, 42, 60, 80};
            puzzle.lists.add_total(weights, targets, cells);
            puzzle.rules.push_back([cells, weights, targets](const Digits& d) {
                std::int64_t sum = 0;
                for (std::size_t i = 0; i < cells.size(); ++i)
                    sum += weights[i * kOrder + static_cast<std::size_t>(d[cells[i]])];
                return std::ranges::find(targets, sum) != targets.end();
            });
            return;
        }
        default: {  // equal parities
            const std::array<std::uint16_t, 2> ends = {1, 2};
            const auto machine = std::make_shared<const Automaton>(
                kOrder, std::vector<std::int16_t>{1, 2, 1, 2, 1, -1, 1, -1, -1, 2, -1, 2}, ends);
            puzzle.lists.add_machine(machine, cells);
            puzzle.rules.push_back([cells](const Digits& d) {
                for (const auto cell : cells)
                    if (d[cell] % 2 != d[cells[0]] % 2) return false;
                return true;
            });
        }
    }
}

Puzzle some_puzzle() {
    Puzzle puzzle;
    for (int n = 1 + below(3); n > 0; --n) add_rule(puzzle);
    puzzle.lists.end_puzzle();
    for (int a = 0; a < kCells; ++a)
        for (int b = 0; b < a; ++b)
            if (below(3) == 0) {
                puzzle.sees[static_cast<std::size_t>(a)].push_back(b);
                puzzle.sees[static_cast<std::size_t>(b)].push_back(a);
            }
    if (below(3) == 0) {
        puzzle.houses.push_back({0, 1, 2, 3});
        for (auto& seen : puzzle.sees) seen.clear();
        for (std::size_t a = 0; a < 4; ++a)
            for (int b = 0; b < 4; ++b)
                if (static_cast<int>(a) != b) puzzle.sees[a].push_back(b);
    }
    for (int cell = 0; cell < kCells; ++cell)
        puzzle.masks.push_back(static_cast<Mask>(1 + below(15)));
    return puzzle;
}

std::vector<Digits> all_ways(const Puzzle& puzzle) {
    std::vector<Digits> found;
    for (int code = 0; code < 1024; ++code) {
        Digits digits;
        for (int cell = 0; cell < kCells; ++cell) digits.push_back(code >> (2 * cell) & 3);
        bool holds = true;
        for (std::size_t a = 0; a < kCells; ++a) {
            holds = holds && (puzzle.masks[a] >> digits[a] & 1) != 0;
            for (const int b : puzzle.sees[a])
                holds = holds && digits[a] != digits[static_cast<std::size_t>(b)];
        }
        for (const Holds& rule : puzzle.rules) holds = holds && rule(digits);
        if (holds) found.push_back(digits);
    }
    return found;
}

void test_answers_are_those_of_all_ways() {
    bool is_left = true, is_never = true, is_listed = true, is_found = true, is_complete = true;
    int n_without = 0;
    for (int round = 0; round < 3000; ++round) {
        const Puzzle puzzle = some_puzzle();
        const Scope scope(kOrder, puzzle.sees, puzzle.lists, puzzle.houses);
        const auto ways = all_ways(puzzle);
        n_without += ways.empty();
        std::vector<Mask> left(kCells, 0);
        for (const Digits& way : ways)
            for (std::size_t cell = 0; cell < kCells; ++cell) left[cell] |= bit(way[cell]);
        const std::vector<Scope::Absence> absences = {{below(kOrder), {0, 1}},
                                                      {below(kOrder), {2, 3, 4}}};
        const auto answer = scope.ask(puzzle.masks, absences, {2000, 20000}, {});
        is_complete = is_complete && answer.is_complete;
        is_left = is_left && answer.left == left;
        for (std::size_t i = 0; i < absences.size(); ++i) {
            bool never = true;
            for (const Digits& way : ways) {
                bool has = false;
                for (const int cell : absences[i].cells)
                    has = has || way[static_cast<std::size_t>(cell)] == absences[i].digit;
                never = never && has;
            }
            is_never = is_never && (answer.never[i] != 0) == never;
        }
        std::vector<std::vector<int>> listed;
        const std::array<int, kCells> cells = {0, 1, 2, 3, 4};
        is_listed = is_listed && scope.list(puzzle.masks, cells, 1024, 100000, {}, listed);
        std::ranges::sort(listed);
        auto sorted = ways;
        std::ranges::sort(sorted);
        is_listed = is_listed && listed == sorted;
        const auto way = scope.find(puzzle.masks, 20000, {});
        is_found = is_found && way.empty() == ways.empty() &&
                   (way.empty() || std::ranges::binary_search(sorted, way));
    }
    check(is_complete, "scope: few cells leave no question open");
    check(is_left, "scope: a candidate is left if some way has it");
    check(is_never, "scope: an absence is impossible if no way has it");
    check(is_listed, "scope: all ways are listed");
    check(is_found, "scope: the way that is found is one of them");
    check(n_without > 100 && n_without < 2900, "scope: rules are met, or not");
}

void test_bounds_and_stops() {
    RelationLists lists;
    const Cells cells = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    lists.add_sum(25, cells.size(), cells);
    lists.end_puzzle();
    const Scope scope(kOrder, std::vector<std::vector<int>>(cells.size()), lists, {});
    const std::vector<Mask> masks(cells.size(), 15);
    const auto answer = scope.ask(masks, {}, {2, 2}, {});
    check(!answer.is_complete && answer.left == masks, "scope: open questions keep candidates");
    std::vector<std::vector<int>> ways;
    const std::array<int, 3> some = {0, 1, 2};
    check(!scope.list(masks, some, 6, 10000, {}, ways), "scope: too many ways are not listed");
    bool is_stopped = false;
    try {
        scope.ask(masks, {}, {2000, 20000}, [] { return false; });
    } catch (const logic::Stopped&) {
        is_stopped = true;
    }
    check(is_stopped, "scope: a poll ends the search");
}

}  // namespace

int main() {
    test_answers_are_those_of_all_ways();
    test_bounds_and_stops();
    return n_failed == 0 ? 0 : 1;
}
