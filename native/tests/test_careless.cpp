// A cage search whose filters let everything pass is caught by the check of its solutions. This
// test is built with its own copy of the search, in which the calls of filters come here (see
// CMakeLists.txt).
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "cages/cages.hpp"
#include "cages/model.hpp"
#include "check.hpp"
#include "houses.hpp"
#include "verify/wrong.hpp"

namespace {

enum class Filter { none, pair, table, digit_sets, layers, live };

Filter careless = Filter::none;  // the one that lets everything pass
int n_calls[6];

bool passes(Filter filter) {
    ++n_calls[static_cast<int>(filter)];
    return careless == filter;
}

}  // namespace

namespace pandoku::cages {

bool asked_filter_pair(const Model& model, State& state, const Rule& rule) {
    return passes(Filter::pair) || filter_pair(model, state, rule);
}
bool asked_filter_table(const Model& model, State& state, const Rule& rule, std::uint32_t changed) {
    return passes(Filter::table) || filter_table(model, state, rule, changed);
}
bool asked_filter_digit_sets(const Model& model, State& state, const Rule& rule) {
    return passes(Filter::digit_sets) || filter_digit_sets(model, state, rule);
}
bool asked_filter_layers(Model& model, State& state, const Rule& rule) {
    return passes(Filter::layers) || filter_layers(model, state, rule);
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
        {Filter::layers, "layers", 9, '+', 20, true, {0, 1, 2, 9, 10, 11, 18, 19, 20, 30, 31, 32}},
        {Filter::live, "live", 9, '?', 362880, true, {0, 1, 2, 9, 10, 11, 18, 19, 20, 30}},
    };
    for (const Case& each : cases) {
        const Houses houses =
            houses_of(each.order, each.order == 4 ? 2 : 3, each.order == 4 ? 2 : 3);
        const Layout layout(each.order, houses.cells, houses.kinds);
        CageLists lists;
        lists.add(each.operation, each.target, each.repeats, each.cells);
        lists.end_puzzle();
        const std::vector<Mask> masks(static_cast<std::size_t>(layout.n_cells()),
                                      layout.all_digits());
        cages::Batch batch;
        batch.cages = &lists;
        batch.masks = masks.data();
        std::vector<cages::Result> results;
        const auto run = [&] { cages::solve(layout, batch, results, [] { return true; }); };
        careless = Filter::none;
        n_calls[static_cast<int>(each.filter)] = 0;
        const bool was_careful = !throws(run);
        check(was_careful && n_calls[static_cast<int>(each.filter)] > 0,
              std::string("cages: the puzzle for ") + each.name + " needs that filter");
        careless = each.filter;
        check(throws(run), std::string("cages: a careless filter of ") + each.name + " is found");
        batch.true_candidates = true;
        batch.keep = 0;
        check(throws(run), std::string("cages: and when candidates are asked for, ") + each.name);
    }
    careless = Filter::none;
}

}  // namespace

int main() {
    test_a_careless_cage_filter_is_caught();
    std::printf("%d failed\n", n_failed);
    return n_failed == 0 ? 0 : 1;
}
