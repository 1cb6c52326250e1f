// If the filters of a cage search accept everything, the check of its solutions must fail. This
// test is built with a separate copy of the search, where the calls of filters come here (see
// CMakeLists.txt).
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cages/cages.hpp"
#include "cages/model.hpp"
#include "check.hpp"
#include "houses.hpp"
#include "verify/wrong.hpp"

namespace {

enum class Filter { none, pair, table, digit_sets, layers, groups, automaton, live };

Filter careless = Filter::none;  // the filter that accepts everything
int n_calls[8];

bool passes(Filter filter) {
    ++n_calls[static_cast<int>(filter)];
    return careless == filter;
}

}  // namespace

namespace pandoku::cages {

bool asked_filter_pair(const Model& model, State& state, const Rule& rule) {
    return passes(Filter::pair) || filter_pair(model, state, rule);
}
bool asked_filter_table(Model& model, State& state, const Rule& rule, std::uint32_t changed) {
    return passes(Filter::table) || filter_table(model, state, rule, changed);
}
bool asked_filter_digit_sets(const Model& model, State& state, const Rule& rule) {
    return passes(Filter::digit_sets) || filter_digit_sets(model, state, rule);
}
bool asked_filter_layers(Model& model, State& state, const Rule& rule) {
    return passes(Filter::layers) || filter_layers(model, state, rule);
}
bool asked_filter_groups(Model& model, State& state, const Rule& rule) {
    return passes(Filter::groups) || filter_groups(model, state, rule);
}
bool asked_filter_automaton(Model& model, State& state, const Rule& rule) {
    return passes(Filter::automaton) || filter_automaton(model, state, rule);
}
bool asked_filter_live(const Model& model, State& state, const Rule& rule) {
    return passes(Filter::live) || filter_live(model, state, rule);
}

}  // namespace pandoku::cages

namespace {

using namespace pandoku;

bool throws(const auto& call) {
    try {
        call();
    } catch (const verify::WrongSolution&) {
        return true;
    }
    return false;
}

// Expects correct results from the real filters, and a failed check if one filter accepts
// everything.
void expect_to_be_caught(const Layout& layout, const CageLists& lists,
                         const RelationLists* relations, Filter filter, const std::string& name) {
    const std::vector<Mask> masks(static_cast<std::size_t>(layout.n_cells()), layout.all_digits());
    cages::Batch batch;
    batch.cages = &lists;
    batch.relations = relations;
    batch.masks = masks.data();
    std::vector<cages::Result> results;
    const auto run = [&] { cages::solve(layout, batch, results, [] { return true; }); };
    careless = Filter::none;
    n_calls[static_cast<int>(filter)] = 0;
    const bool was_careful = !throws(run);
    check(was_careful && n_calls[static_cast<int>(filter)] > 0,
          "cages: the puzzle for " + name + " needs that filter");
    careless = filter;
    check(throws(run), "cages: a careless filter of " + name + " is found");
    batch.true_candidates = true;
    batch.keep = 0;
    check(throws(run), "cages: and when candidates are asked for, " + name);
    careless = Filter::none;
}

// Killers and calcudokus whose cages need each kind of rule.
void test_a_careless_cage_filter_is_caught() {
    struct Case {
        Filter filter;
        const char* name;
        int order;
        char operation;
        std::int64_t target;
        bool repeats;
        std::vector<std::uint16_t> cells;
    };
    const std::vector<Case> cases = {
        {Filter::pair, "pair", 4, '+', 3, true, {0, 5}},
        {Filter::table, "table", 4, '+', 4, true, {0, 5, 10}},
        {Filter::digit_sets, "digit sets", 9, '+', 25, false, {0, 1, 2, 9, 10}},
        {Filter::layers, "layers", 9, '+', 30, true, {0, 12, 24, 30, 42, 54}},
        {Filter::groups, "groups", 9, '+', 20, true, {0, 1, 2, 9, 10, 11, 18, 19, 20, 30, 31, 32}},
        {Filter::live, "live", 9, '?', 362880, true, {0, 1, 2, 9, 10, 11, 18, 19, 20, 30}},
    };
    for (const Case& each : cases) {
        const Houses houses =
            houses_of(each.order, each.order == 4 ? 2 : 3, each.order == 4 ? 2 : 3);
        const Layout layout(each.order, houses.cells, houses.kinds);
        CageLists lists;
        lists.add(each.operation, each.target, each.repeats, each.cells);
        lists.end_puzzle();
        expect_to_be_caught(layout, lists, nullptr, each.filter, each.name);
    }
}

// The same for relations other than cages.
void test_a_careless_filter_of_a_relation_is_caught() {
    const Houses houses = houses_of(9, 3, 3);
    const Layout layout(9, houses.cells, houses.kinds);
    CageLists no_cages;
    no_cages.end_puzzle();
    // The second digit is half of the first. The automaton counts to five steps down.
    PairTable half(9, 0);
    for (int digit = 2; digit < 10; digit += 2)
        half[static_cast<std::size_t>(digit - 1)] = bit(digit / 2 - 1);
    std::vector<std::int16_t> down(6 * 9, Automaton::kNowhere);
    for (int state = 0; state < 5; ++state)
        down[static_cast<std::size_t>(state * 9 + 8 - state)] =
            static_cast<std::int16_t>(state + 1);
    const std::vector<std::uint16_t> ends = {5};
    const std::vector<std::uint16_t> two = {0, 40}, three = {0, 40, 80}, five = {0, 30, 60, 10, 40},
                                     six = {0, 12, 24, 30, 42, 54},
                                     twelve = {0, 1, 2, 9, 10, 11, 18, 19, 20, 30, 31, 32};
    struct Case {
        Filter filter;
        const char* name;
        std::function<void(RelationLists&)> add;
    };
    const std::vector<Case> cases = {
        {Filter::pair, "a pair",
         [&](RelationLists& lists) {
             lists.add_pair(std::make_shared<const PairTable>(half), two);
         }},
        {Filter::table, "a sum", [&](RelationLists& lists) { lists.add_sum(-16, 1, three); }},
        {Filter::layers, "a sum of six", [&](RelationLists& lists) { lists.add_sum(10, 4, six); }},
        {Filter::groups, "a long sum", [&](RelationLists& lists) { lists.add_sum(40, 8, twelve); }},
        {Filter::groups, "a total",
         [&](RelationLists& lists) {
             std::vector<std::int64_t> weights;
             for (int i = 0; i < 12; ++i)
                 for (int digit = 1; digit <= 9; ++digit) weights.push_back(digit > 5);
             lists.add_total(weights, std::vector<std::int64_t>{2}, twelve);
         }},
        {Filter::automaton, "an automaton",
         [&](RelationLists& lists) {
             lists.add_machine(std::make_shared<const Automaton>(9, down, ends), five);
         }},
    };
    for (const Case& each : cases) {
        RelationLists relations;
        each.add(relations);
        relations.end_puzzle();
        expect_to_be_caught(layout, no_cages, &relations, each.filter, each.name);
    }
}

}  // namespace

int main() {
    test_a_careless_cage_filter_is_caught();
    test_a_careless_filter_of_a_relation_is_caught();
    std::printf("%d failed\n", n_failed);
    return n_failed == 0 ? 0 : 1;
}
