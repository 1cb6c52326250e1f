// Relations without Python: their lists, automata, the check of solutions, and the search against
// all grids of order 4.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cages/cages.hpp"
#include "check.hpp"
#include "grid/relation_lists.hpp"
#include "houses.hpp"
#include "verify/verify.hpp"

namespace {

using namespace pandoku;
using Cells = std::vector<std::uint16_t>;
using Digits = std::vector<std::uint8_t>;
using Type = RelationLists::Type;

std::mt19937 draw(38);

int below(int n) { return static_cast<int>(draw() % static_cast<unsigned>(n)); }

// ---- lists

void test_lists_number_the_relations_of_each_puzzle() {
    const auto table = std::make_shared<const PairTable>(PairTable{2, 1});
    const auto same = std::make_shared<const PairTable>(PairTable{2, 1});
    const Cells two = {0, 3}, three = {2, 0, 1};
    RelationLists lists;
    lists.add_differ(three);
    lists.add_pair(table, two);
    lists.end_puzzle();
    lists.end_puzzle();
    lists.add_pair(same, two);
    lists.add_pair(table, three);
    lists.add_sum(-7, 1, three);
    lists.end_puzzle();
    check(lists.n_relations(0) == 2 && lists.n_relations(1) == 0 && lists.n_relations(2) == 3,
          "lists: each puzzle has its own relations");
    check(lists.n_relations(3) == 0 && lists.n_relations(1000) == 0,
          "lists: a puzzle beyond the last has none");
    check(lists.relation(0, 0).type == Type::differ && lists.relation(0, 1).type == Type::pair &&
              lists.relation(2, 2).type == Type::sum,
          "lists: relations keep their order");
    check(lists.relation(0, 1).table == table.get() && lists.relation(2, 0).table == same.get() &&
              lists.relation(2, 1).table == table.get(),
          "lists: relations share a table that is the same object");
    const auto sum = lists.relation(2, 2);
    check(sum.target == -7 && sum.n_plus == 1 && std::ranges::equal(sum.cells, three),
          "lists: a sum keeps its target and the order of its cells");
    check(lists.relation(0, 0).table == nullptr && sum.automaton == nullptr,
          "lists: what a relation does not have is null");
}

// ---- automata

// Reads digits and counts them, up to a last state.
Automaton counter(int order, int n_states, const Cells& ends) {
    std::vector<std::int16_t> steps;
    for (int state = 0; state < n_states; ++state)
        for (int digit = 0; digit < order; ++digit)
            steps.push_back(digit % 2 == 0 && state + 1 < n_states
                                ? static_cast<std::int16_t>(state + 1)
                                : Automaton::kNowhere);
    return Automaton(order, steps, ends);
}

void test_automata() {
    const Automaton many = counter(5, 130, {0, 63, 64, 129});
    check(many.n_states == 130 && many.n_words == 3, "automata: states fill words of 64");
    bool accepts = true, reads = true;
    for (std::uint32_t state = 0; state < 130; ++state) {
        accepts &=
            many.accepts(state) == (state == 0 || state == 63 || state == 64 || state == 129);
        reads &= many.may_read[state] == (state == 129 ? Mask{0} : Mask{0b10101});
    }
    check(accepts, "automata: the states in which a line may end");
    check(reads, "automata: the digits that lead somewhere");
    check(many.step(3, 2) == 4 && many.step(3, 1) == Automaton::kNowhere,
          "automata: steps by state and digit");
    check(many.kinds == std::vector<Mask>{0b10101, 0b01010},
          "automata: odd digits lead where odd digits do");
    const auto moves = many.moves_of(3);
    check(moves.size() == 1 && moves[0].digits == 0b10101 && moves[0].to == 4,
          "automata: one move for all digits that lead to a state");
}

// Remembers the set of digits read, without repeats. A line may end in some of the sets.
Automaton set_reader(int order, const std::function<bool(Mask)>& accepts) {
    std::vector<std::int16_t> steps;
    Cells ends;
    for (Mask set = 0; set < Mask{1} << order; ++set) {
        for (int digit = 0; digit < order; ++digit)
            steps.push_back(set & bit(digit) ? Automaton::kNowhere
                                             : static_cast<std::int16_t>(set | bit(digit)));
        if (accepts(set)) ends.push_back(static_cast<std::uint16_t>(set));
    }
    return Automaton(order, steps, ends);
}

void test_automata_of_digit_sets_are_recognized() {
    const auto has_one = [](Mask set) { return (set & 1) != 0; };
    const Automaton sets = set_reader(7, has_one);
    bool agrees = sets.sets.size() == 2;
    for (Mask set = 0; agrees && set < 128; ++set)
        agrees = (sets.sets[set / 64] >> (set % 64) & 1) == has_one(set);
    check(agrees, "automata: the sets of digits that are accepted");
    std::vector<std::int16_t> first;  // the first digit decides: the next state is 1 or 2
    for (int state = 0; state < 3; ++state)
        for (int digit = 0; digit < 4; ++digit)
            first.push_back(static_cast<std::int16_t>(state > 0 ? state : 1 + digit % 2));
    check(Automaton(4, first, Cells{1}).sets.empty(), "automata: the order of digits matters");
    check(set_reader(3, has_one).sets.size() == 1, "automata: few sets fit a word");
}

// ---- the check of solutions

Digits digits_of(int code, int order, int n) {
    Digits digits;
    for (int i = 0; i < n; ++i, code /= order)
        digits.push_back(static_cast<std::uint8_t>(1 + code % order));
    return digits;
}

void test_every_filling_is_judged_by_the_definitions() {
    const std::uint64_t below_table[] = {0b1110, 0b1100, 0b1000, 0};  // [first] the greater digits
    const Cells cells = {3, 0, 2, 1};
    // Accepts lines whose digits never decrease. Its states are the last digit.
    std::vector<std::int16_t> steps;
    for (int state = 0; state <= 4; ++state)
        for (int digit = 1; digit <= 4; ++digit)
            steps.push_back(digit >= state ? static_cast<std::int16_t>(digit)
                                           : Automaton::kNowhere);
    const Automaton rising(4, steps, Cells{0, 1, 2, 3, 4}), never(4, steps, Cells{}),
        at_three(4, steps, Cells{3});
    const auto accepts = [&](const Automaton& automaton, int n, const Digits& digits) {
        return verify::machine_accepts(4, automaton.steps.data(), automaton.accepting.data(),
                                       cells.data(), n, digits.data());
    };
    bool differ = true, pairs = true, sums = true, machines = true;
    for (int code = 0; code < 256; ++code) {
        const Digits digits = digits_of(code, 4, 4);
        for (int n = 0; n <= 4; ++n) {
            Digits read;
            for (int i = 0; i < n; ++i) read.push_back(digits[cells[static_cast<std::size_t>(i)]]);
            const std::set<std::uint8_t> once(read.begin(), read.end());
            differ &=
                verify::all_differ(cells.data(), n, digits.data()) == (once.size() == read.size());
            const bool rises = std::is_sorted(read.begin(), read.end());
            machines &= accepts(rising, n, digits) == rises && !accepts(never, n, digits) &&
                        accepts(at_three, n, digits) == (rises && n > 0 && read.back() == 3);
            for (int n_plus = 0; n_plus <= n; ++n_plus) {
                int sum = 0;
                for (int i = 0; i < n; ++i)
                    sum += (i < n_plus ? 1 : -1) * read[static_cast<std::size_t>(i)];
                for (int target = -17; target <= 17; ++target)
                    sums &= verify::sum_holds(target, cells.data(), n_plus, n, digits.data()) ==
                            (sum == target);
            }
        }
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < 4; ++b)
                pairs &=
                    verify::pair_holds(below_table, a, b, digits.data()) ==
                    (digits[static_cast<std::size_t>(a)] < digits[static_cast<std::size_t>(b)]);
    }
    check(differ, "verify: cells that differ");
    check(pairs, "verify: tables of pairs");
    check(sums, "verify: sums with subtracted cells");
    check(machines, "verify: automata, also of no cells");
    Digits large(40, 36);
    for (std::size_t i = 0; i < 36; ++i) large[i] = static_cast<std::uint8_t>(i + 1);
    Cells all;
    for (std::uint16_t cell = 0; cell < 37; ++cell) all.push_back(cell);
    check(verify::all_differ(all.data(), 36, large.data()) &&
              !verify::all_differ(all.data(), 37, large.data()),
          "verify: 36 digits differ");
}

// ---- the search

std::vector<Digits> solutions(const Layout& layout, const RelationLists* relations) {
    const std::vector<Mask> masks(static_cast<std::size_t>(layout.n_cells()), layout.all_digits());
    CageLists no_cages;
    no_cages.end_puzzle();
    cages::Batch batch;
    batch.cages = &no_cages;
    batch.relations = relations;
    batch.masks = masks.data();
    batch.limit = 1000;
    batch.keep = 1000;
    std::vector<cages::Result> results;
    cages::solve(layout, batch, results, [] { return true; });
    std::vector<Digits> found;
    const auto n_cells = static_cast<std::ptrdiff_t>(layout.n_cells());
    const auto& digits = results.front().solutions;
    for (auto at = digits.begin(); at != digits.end(); at += n_cells)
        found.emplace_back(at, at + n_cells);
    std::sort(found.begin(), found.end());
    return found;
}

// A relation in the form in which it is added, and a second definition.
struct Drawn {
    std::function<void(RelationLists&)> add;
    std::function<bool(const Digits&)> holds;
};

Drawn any_relation() {
    Cells cells(16);
    for (std::uint16_t cell = 0; cell < 16; ++cell) cells[cell] = cell;
    std::shuffle(cells.begin(), cells.end(), draw);
    const int which = below(6), n = which == 1 ? 2 : 3 + below(which == 2 ? 8 : 4);
    cells.resize(static_cast<std::size_t>(n));
    const auto at = [cells](const Digits& digits, int i) {
        return int{digits[cells[static_cast<std::size_t>(i)]]};
    };
    if (which == 0) {
        cells.resize(static_cast<std::size_t>(2 + below(n - 1)));
        return {[cells](RelationLists& lists) { lists.add_differ(cells); },
                [cells](const Digits& digits) {
                    std::set<int> once;
                    for (const auto cell : cells) once.insert(digits[cell]);
                    return once.size() == cells.size();
                }};
    }
    if (which == 1) {
        const int apart = 1 + below(2);
        auto table = std::make_shared<PairTable>(4, 0);
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < 4; ++b)
                if (std::abs(a - b) >= apart) (*table)[static_cast<std::size_t>(a)] |= bit(b);
        return {[cells, table](RelationLists& lists) { lists.add_pair(table, cells); },
                [at, apart](const Digits& digits) {
                    return std::abs(at(digits, 0) - at(digits, 1)) >= apart;
                }};
    }
    if (which == 2) {
        const int n_plus = 1 + below(n), target = 2 * n_plus - 2 * (n - n_plus) + below(5);
        return {[=](RelationLists& lists) {
                    lists.add_sum(target, static_cast<std::size_t>(n_plus), cells);
                },
                [=](const Digits& digits) {
                    int sum = 0;
                    for (int i = 0; i < n; ++i) sum += (i < n_plus ? 1 : -1) * at(digits, i);
                    return sum == target;
                }};
    }
    if (which == 3) {  // two kinds of weights, so that some cells form groups and others do not
        std::vector<std::int64_t> weights;
        std::int64_t two[2][4];
        for (auto& each : two)
            for (std::int64_t& weight : each) weight = below(7) - 2;
        for (int i = 0; i < n; ++i)
            for (const std::int64_t weight : two[i % 2]) weights.push_back(weight);
        const std::vector<std::int64_t> targets = {n + below(3), n + 4};
        return {[=](RelationLists& lists) { lists.add_total(weights, targets, cells); },
                [=](const Digits& digits) {
                    std::int64_t total = 0;
                    for (int i = 0; i < n; ++i)
                        total += weights[static_cast<std::size_t>(4 * i + at(digits, i) - 1)];
                    return total == targets[0] || total == targets[1];
                }};
    }
    if (which == 5) {  // cells that differ, and whose digits form one of some sets
        cells.resize(static_cast<std::size_t>(2 + below(3)));
        const int some = below(1 << 16);
        const auto is_some = [some](Mask set) { return (some >> set & 1) != 0; };
        const auto automaton = std::make_shared<const Automaton>(set_reader(4, is_some));
        auto table = std::make_shared<PairTable>(4, 0);  // other digits side by side
        for (int a = 0; a < 4; ++a) (*table)[static_cast<std::size_t>(a)] = Mask{15} & ~bit(a);
        return {[=](RelationLists& lists) {
                    lists.add_differ(cells);
                    lists.add_pair(table, Cells{cells[1], cells[0]});
                    lists.add_machine(automaton, cells);
                },
                [=](const Digits& digits) {
                    Mask set = 0;
                    for (const auto cell : cells) set |= bit(digits[cell] - 1);
                    return count(set) == static_cast<int>(cells.size()) && is_some(set);
                }};
    }
    // The sum of all digits (or of the digits so far) is never 2 modulo 3.
    std::vector<std::int16_t> steps;
    for (int state = 0; state < 2; ++state)
        for (int digit = 1; digit <= 4; ++digit) {
            const int next = (state + digit) % 3;
            steps.push_back(next == 2 ? Automaton::kNowhere : static_cast<std::int16_t>(next));
        }
    const auto automaton = std::make_shared<const Automaton>(4, steps, Cells{0, 1});
    return {[=](RelationLists& lists) { lists.add_machine(automaton, cells); },
            [=](const Digits& digits) {
                int sum = 0;
                for (int i = 0; i < n; ++i)
                    if ((sum += at(digits, i)) % 3 == 2) return false;
                return true;
            }};
}

void test_the_search_finds_what_the_definitions_leave() {
    for (const int rows : {0, 2}) {
        const Houses houses = houses_of(4, rows, rows);
        const Layout layout(4, houses.cells, houses.kinds);
        const std::vector<Digits> grids = solutions(layout, nullptr);
        check(grids.size() == (rows == 0 ? 576 : 288), "search: all grids of order 4");
        bool agrees = true;
        std::size_t n_solvable = 0;
        for (int k = 0; k < 400; ++k) {
            RelationLists lists;
            std::vector<Drawn> drawn;
            for (int i = 1 + below(3); i > 0; --i) drawn.push_back(any_relation());
            for (const Drawn& each : drawn) each.add(lists);
            lists.end_puzzle();
            std::vector<Digits> wanted;
            for (const Digits& grid : grids)
                if (std::all_of(drawn.begin(), drawn.end(),
                                [&](const Drawn& each) { return each.holds(grid); }))
                    wanted.push_back(grid);
            n_solvable += !wanted.empty();
            agrees &= solutions(layout, &lists) == wanted;
        }
        check(agrees, "search: relations leave the grids that their definitions leave");
        check(n_solvable > 100 && n_solvable < 400, "search: some relations can be met, not all");
    }
}

}  // namespace

int main() {
    test_lists_number_the_relations_of_each_puzzle();
    test_automata();
    test_automata_of_digit_sets_are_recognized();
    test_every_filling_is_judged_by_the_definitions();
    test_the_search_finds_what_the_definitions_leave();
    std::printf("%d failed\n", n_failed);
    return n_failed == 0 ? 0 : 1;
}
