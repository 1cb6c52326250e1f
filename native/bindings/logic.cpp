// pandoku._native_craft: the finders of techniques, and paths.
#include "bindings/gil.hpp"
#include "bindings/steps.hpp"
#include "logic/chosen.hpp"
#include "logic/finders.hpp"
#include "logic/first_steps.hpp"
#include "logic/many.hpp"
#include "logic/path.hpp"
#include "logic/searches.hpp"
#include "logic/trails.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;
using pandoku::bindings::Allowed;
using pandoku::bindings::tuple_of_step;
using pandoku::bindings::WithoutGil;
namespace logic = pandoku::logic;
using pandoku::CageLists;
using pandoku::Layout;
using pandoku::RelationLists;

namespace {

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = Array<std::uint8_t>;
using Masks = Array<std::uint64_t>;

const logic::Finder& finder_of(int number) {
    return *logic::finders()[static_cast<std::size_t>(number)];
}

// Returns, for each logic::End in order, its index in the caller's list of words.
std::array<std::uint8_t, 3> numbers_of_ends(const std::vector<std::string>& words) {
    std::array<std::uint8_t, 3> numbers{};
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "full")
            numbers[static_cast<std::size_t>(logic::End::full)] = static_cast<std::uint8_t>(i);
        if (words[i] == "stuck")
            numbers[static_cast<std::size_t>(logic::End::stuck)] = static_cast<std::uint8_t>(i);
        if (words[i] == "broken")
            numbers[static_cast<std::size_t>(logic::End::broken)] = static_cast<std::uint8_t>(i);
    }
    return numbers;
}

logic::Board board_of(const Layout& layout, const logic::Cages* cages, const Bytes& digits,
                      const Masks& masks, const Bytes& givens) {
    logic::Board board(layout, cages);
    board.reset(digits.data(), masks.data(), givens.data());
    return board;
}

// Returns a row (name, needs_unique, needs_cages, roles) for each finder.
nb::list table() {
    nb::list rows;
    for (const logic::Finder* finder : logic::finders()) {
        nb::list roles;
        for (const char* role : finder->roles) roles.append(role);
        rows.append(nb::make_tuple(finder->name, finder->needs == logic::Needs::one_solution,
                                   finder->needs == logic::Needs::cages, nb::tuple(roles)));
    }
    return rows;
}

nb::list find(const Layout& layout, const logic::Cages* cages, int finder, Bytes digits,
              Masks masks, Bytes givens, std::size_t limit, double seconds) {
    const logic::Board board = board_of(layout, cages, digits, masks, givens);
    Allowed allowed(seconds);
    logic::Sink sink(limit, allowed);
    {
        const WithoutGil without_gil;
        logic::run(finder_of(finder), board, sink);
    }
    if (sink.was_stopped() && !allowed.is_over()) throw nb::python_error();
    nb::list out;
    if (limit == 1 && sink.n_taken() == 1)
        out.append(tuple_of_step(finder_of(finder).name, sink.last()));
    for (const auto& step : sink.steps()) out.append(tuple_of_step(finder_of(finder).name, step));
    return out;
}

// Returns the first steps of a walk, at most `limit`, found within the given seconds.
template <class Walk>
nb::list steps_of(std::size_t limit, double seconds, Walk walk) {
    Allowed allowed(seconds);
    std::vector<std::pair<int, logic::Step>> steps;
    bool is_done;
    {
        const WithoutGil without_gil;
        const auto keep = [&](int finder, const logic::Step& step) {
            steps.emplace_back(finder, step);
            return steps.size() < limit;
        };
        is_done = walk(keep, allowed);
    }
    if (!is_done && !allowed.is_over()) throw nb::python_error();
    nb::list out;
    for (const auto& [finder, step] : steps)
        out.append(tuple_of_step(finder_of(finder).name, step));
    return out;
}

nb::list walk(const Layout& layout, const logic::Cages* cages, const std::vector<int>& order,
              Bytes digits, Masks masks, Bytes givens, std::size_t limit, double seconds) {
    logic::Board board = board_of(layout, cages, digits, masks, givens);
    return steps_of(limit, seconds, [&](logic::OnStep keep, pandoku::Poll poll) {
        return logic::walk(board, order, keep, poll);
    });
}

// Returns the board after all steps of the finders: its digits as bytes, and its candidates as
// bytes of uint64 numbers.
nb::tuple exhaust(const Layout& layout, const logic::Cages* cages, const std::vector<int>& order,
                  Bytes digits, Masks masks, Bytes givens) {
    logic::Board board = board_of(layout, cages, digits, masks, givens);
    Allowed allowed(0.0);
    logic::Sink sink(1, allowed, false);
    std::vector<std::int32_t> counts(order.size());
    bool is_done;
    {
        const WithoutGil without_gil;
        is_done = logic::count_steps(board, order, sink, counts.data());
    }
    if (!is_done) throw nb::python_error();
    std::vector<std::uint8_t> placed;
    std::vector<std::uint64_t> left;
    for (int cell = 0; cell < layout.n_cells(); ++cell) {
        placed.push_back(static_cast<std::uint8_t>(board.digit(cell) + 1));
        left.push_back(board.may(cell));
    }
    return nb::make_tuple(nb::bytes(placed.data(), placed.size()),
                          nb::bytes(left.data(), left.size() * sizeof(left[0])));
}

// A row of efforts: the fields of logic::Effort, in order.
logic::Effort effort_of(const std::vector<int>& row) {
    return {row[0], row[1], row[2], row[3], row[4],  row[5],
            row[6], row[7], row[8], row[9], row[10], row[11]};
}

logic::Choosing choosing_of(const std::vector<std::vector<int>>& efforts,
                            const std::vector<int>& singles, bool in_order,
                            const std::vector<int>& near, int reached) {
    logic::Choosing choosing{{}, {}, in_order, near, reached};
    for (const auto& row : efforts) choosing.efforts.push_back(effort_of(row));
    choosing.singles.few = singles[0];
    for (std::size_t i = 0; i < 3; ++i) {
        choosing.singles.glance[i] = singles[1 + i];
        choosing.singles.shown[i] = singles[4 + i];
        choosing.singles.noted[i] = singles[7 + i];
    }
    return choosing;
}

nb::list walk_chosen(const Layout& layout, const logic::Cages* cages,
                     const logic::Choosing& efforts, bool in_order, const std::vector<int>& near,
                     int reached, Bytes digits, Masks masks, Bytes givens, std::size_t limit,
                     double seconds) {
    logic::Board board = board_of(layout, cages, digits, masks, givens);
    const logic::Choosing choosing{efforts.efforts, efforts.singles, in_order, near, reached};
    return steps_of(limit, seconds, [&](logic::OnStep keep, pandoku::Poll poll) {
        return logic::walk_chosen(board, choosing, keep, poll);
    });
}

int ways_onward(const Layout& layout, Bytes digits, Masks masks) {
    return logic::n_ways_onward(layout, digits.data(), masks.data());
}

using Givens = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Counts = nb::ndarray<std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Ends = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using AllFirstSteps = std::vector<logic::FirstSteps*>;  // one of each puzzle, or empty

logic::Puzzles puzzles_of(const CageLists* lists, const RelationLists* relations,
                          const Givens& givens, const Ends& ends,
                          const std::vector<std::string>& end_words, int threads,
                          const AllFirstSteps& first_steps = {}) {
    return {givens.data(),
            static_cast<std::int64_t>(givens.shape(0)),
            lists,
            relations,
            threads,
            ends.data(),
            numbers_of_ends(end_words),
            first_steps.empty() ? nullptr : first_steps.data()};
}

void walk_all(const Layout& layout, const logic::Many& many, double seconds) {
    Allowed allowed(seconds);
    bool is_done;
    {
        const WithoutGil without_gil;
        is_done = logic::walk_many(layout, many, allowed);
    }
    if (!is_done && !allowed.is_over()) throw nb::python_error();
}

void walk_many(const Layout& layout, const CageLists* lists, const RelationLists* relations,
               const std::vector<int>& order, Givens givens, Counts counts, Ends ends,
               const std::vector<std::string>& end_words, int threads, double seconds) {
    const logic::Many many{puzzles_of(lists, relations, givens, ends, end_words, threads), order,
                           counts.data()};
    walk_all(layout, many, seconds);
}

// Returns the kept steps of each path as (number, step).
nb::list outline_many(const Layout& layout, const CageLists* lists, const RelationLists* relations,
                      const std::vector<int>& order, const std::vector<double>& least,
                      const std::vector<double>& most, Givens givens, Counts firsts, Ends ends,
                      const std::vector<std::string>& end_words, int threads,
                      const AllFirstSteps& first_steps) {
    std::vector<logic::Cost> costs;
    for (std::size_t i = 0; i < order.size(); ++i) costs.push_back({least[i], most[i]});
    std::vector<std::vector<logic::PathStep>> kept(givens.shape(0));
    const logic::Many many{
        puzzles_of(lists, relations, givens, ends, end_words, threads, first_steps), order,
        firsts.data(), costs, kept.data()};
    walk_all(layout, many, 0.0);
    nb::list out;
    for (const auto& steps : kept) {
        nb::list of_one;
        for (const auto& [number, at, step] : steps)
            of_one.append(nb::make_tuple(number, tuple_of_step(finder_of(order[at]).name, step)));
        out.append(of_one);
    }
    return out;
}

// Returns the bytes of an array with one number for each value, for the values of all paths.
template <class Number, class Path, class Value>
nb::bytes column(const std::vector<Path>& paths, std::vector<Value> Path::* values,
                 Number (*number_of)(Value)) {
    std::vector<Number> all;
    for (const Path& path : paths)
        for (const Value value : path.*values) all.push_back(number_of(value));
    return nb::bytes(all.data(), all.size() * sizeof(Number));
}

template <class Number, class Path>
nb::bytes column(const std::vector<Path>& paths, std::vector<Number> Path::* values) {
    return column<Number, Path, Number>(paths, values, [](Number number) { return number; });
}

// Returns the number of candidates that each step changes, then their cells and digits.
nb::tuple changes(const std::vector<logic::Trail>& trails,
                  std::vector<std::int32_t> logic::Trail::* n_changes,
                  std::vector<logic::Candidate> logic::Trail::* candidates) {
    const auto cell = [](logic::Candidate each) { return static_cast<std::int16_t>(each.cell); };
    const auto digit = [](logic::Candidate each) {
        return static_cast<std::int8_t>(each.digit + 1);
    };
    return nb::make_tuple(
        column(trails, n_changes),
        column<std::int16_t, logic::Trail, logic::Candidate>(trails, candidates, cell),
        column<std::int8_t, logic::Trail, logic::Candidate>(trails, candidates, digit));
}

// Returns, as bytes of arrays: the number of steps of each path; for each step the finder, the
// first house, the placements and the eliminations. Then the requested complete steps, as the index
// of the path and a list.
nb::tuple walk_steps(const Layout& layout, const CageLists* lists, const RelationLists* relations,
                     const std::vector<int>& order, const std::vector<std::vector<int>>& efforts,
                     const std::vector<int>& singles, bool in_order, const std::vector<int>& told,
                     Givens givens, Ends ends, const std::vector<std::string>& end_words,
                     int threads, double seconds) {
    logic::Trails all;
    static_cast<logic::Puzzles&>(all) =
        puzzles_of(lists, relations, givens, ends, end_words, threads);
    logic::Choosing choosing;
    if (!efforts.empty()) {
        choosing = choosing_of(efforts, singles, in_order, {}, 0);
        all.choosing = &choosing;
    }
    all.order = order;
    all.is_told.resize(logic::finders().size());
    for (const int finder : told) all.is_told[static_cast<std::size_t>(finder)] = true;
    std::vector<logic::Trail> trails(givens.shape(0));
    all.trails = trails.data();
    Allowed allowed(seconds);
    bool is_done;
    {
        const WithoutGil without_gil;
        is_done = logic::walk_trails(layout, all, allowed);
    }
    if (!is_done && !allowed.is_over()) throw nb::python_error();
    nb::list steps;
    std::vector<std::int32_t> n_steps;
    for (std::size_t i = 0; i < trails.size(); ++i) {
        n_steps.push_back(static_cast<std::int32_t>(trails[i].finders.size()));
        if (trails[i].told.empty()) continue;
        nb::list of_path;
        auto step = trails[i].told.begin();
        for (const int finder : trails[i].finders)
            if (all.is_told[static_cast<std::size_t>(finder)])
                of_path.append(tuple_of_step(finder_of(finder).name, *step++));
        steps.append(nb::make_tuple(i, of_path));
    }
    return nb::make_tuple(nb::bytes(n_steps.data(), n_steps.size() * sizeof(n_steps[0])),
                          column(trails, &logic::Trail::finders),
                          column(trails, &logic::Trail::houses),
                          changes(trails, &logic::Trail::placed, &logic::Trail::placements),
                          changes(trails, &logic::Trail::gone, &logic::Trail::eliminations), steps);
}

// Returns, as bytes of arrays, the number of steps of each path. Then, for the steps of all paths,
// the fields of logic::Search in order.
nb::tuple walk_searches(const Layout& layout, const CageLists* lists,
                        const RelationLists* relations,
                        const std::vector<std::vector<int>>& efforts,
                        const std::vector<int>& singles, Givens givens, Ends ends,
                        const std::vector<std::string>& end_words, int threads, double seconds,
                        const AllFirstSteps& first_steps) {
    const logic::Choosing choosing = choosing_of(efforts, singles, false, {}, 0);
    std::vector<logic::Search> found(givens.shape(0));
    logic::Searches all;
    static_cast<logic::Puzzles&>(all) =
        puzzles_of(lists, relations, givens, ends, end_words, threads, first_steps);
    all.choosing = &choosing;
    all.searches = found.data();
    Allowed allowed(seconds);
    bool is_done;
    {
        const WithoutGil without_gil;
        is_done = logic::walk_searches(layout, all, allowed);
    }
    if (!is_done && !allowed.is_over()) throw nb::python_error();
    std::vector<std::int32_t> n_steps;
    for (const logic::Search& search : found)
        n_steps.push_back(static_cast<std::int32_t>(search.finders.size()));
    return nb::make_tuple(
        nb::bytes(n_steps.data(), n_steps.size() * sizeof(n_steps[0])),
        column(found, &logic::Search::finders), column(found, &logic::Search::in_box),
        column(found, &logic::Search::lengths), column(found, &logic::Search::n_empty),
        column(found, &logic::Search::n_ways));
}

}  // namespace

void register_logic(nb::module_& m) {
    nb::class_<logic::Cages>(m, "LogicCages")
        .def(
            "__init__",
            [](logic::Cages* self, const Layout& layout, const CageLists& lists,
               const RelationLists* relations) {
                new (self) logic::Cages(layout, lists, 0, relations);
            },
            "layout"_a, "cages"_a, "relations"_a.none(),
            nb::keep_alive<1, 2>());  // kept alive, because its sums refer to houses of the layout
    nb::class_<logic::Choosing>(m, "LogicEfforts")
        .def(
            "__init__",
            [](logic::Choosing* self, const std::vector<std::vector<int>>& efforts,
               const std::vector<int>& singles) {
                new (self) logic::Choosing(choosing_of(efforts, singles, false, {}, 0));
            },
            "efforts"_a, "singles"_a);
    nb::class_<logic::FirstSteps>(m, "FirstSteps").def(nb::init<>());
    m.def("logic_table", &table);
    m.def("logic_ways_onward", &ways_onward, "layout"_a, "digits"_a, "masks"_a);
    m.def("logic_find", &find, "layout"_a, "cages"_a.none(), "finder"_a, "digits"_a, "masks"_a,
          "givens"_a, "limit"_a, "seconds"_a);
    m.def("logic_walk", &walk, "layout"_a, "cages"_a.none(), "order"_a, "digits"_a, "masks"_a,
          "givens"_a, "limit"_a, "seconds"_a);
    m.def("logic_exhaust", &exhaust, "layout"_a, "cages"_a.none(), "order"_a, "digits"_a, "masks"_a,
          "givens"_a);
    m.def("logic_walk_chosen", &walk_chosen, "layout"_a, "cages"_a.none(), "efforts"_a,
          "in_order"_a, "near"_a, "reached"_a, "digits"_a, "masks"_a, "givens"_a, "limit"_a,
          "seconds"_a);
    m.def("logic_walk_many", &walk_many, "layout"_a, "cages"_a.none(), "relations"_a.none(),
          "order"_a, "givens"_a, "counts"_a, "ends"_a, "end_words"_a, "threads"_a, "seconds"_a);
    m.def("logic_outline_many", &outline_many, "layout"_a, "cages"_a.none(), "relations"_a.none(),
          "order"_a, "least"_a, "most"_a, "givens"_a, "firsts"_a, "ends"_a, "end_words"_a,
          "threads"_a, "first_steps"_a);
    m.def("logic_walk_searches", &walk_searches, "layout"_a, "cages"_a.none(), "relations"_a.none(),
          "efforts"_a, "singles"_a, "givens"_a, "ends"_a, "end_words"_a, "threads"_a, "seconds"_a,
          "first_steps"_a);
    m.def("logic_walk_steps", &walk_steps, "layout"_a, "cages"_a.none(), "relations"_a.none(),
          "order"_a, "efforts"_a, "singles"_a, "in_order"_a, "told"_a, "givens"_a, "ends"_a,
          "end_words"_a, "threads"_a, "seconds"_a);
}
