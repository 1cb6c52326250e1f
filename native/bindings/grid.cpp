// pandoku._native: the houses of a geometry and the cages of puzzles, in the form the core uses.
#include "grid/cage_lists.hpp"
#include "grid/layout.hpp"
#include "grid/relation_lists.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;
using pandoku::Automaton;
using pandoku::CageLists;
using pandoku::Layout;
using pandoku::PairTable;
using pandoku::RelationLists;

namespace {

// Returns a house's kind from the model's name for it.
int kind_of(const std::string& word) {
    if (word == "row") return static_cast<int>(pandoku::Kind::row);
    if (word == "column") return static_cast<int>(pandoku::Kind::column);
    const bool is_box = word == "box" || word == "region";
    return static_cast<int>(is_box ? pandoku::Kind::box : pandoku::Kind::other);
}

// Returns no value if the number, or its negative, needs more than 64 bits.
std::optional<std::int64_t> integer_of(nb::handle number) {
    int overflow = 0;
    const std::int64_t value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (overflow != 0 || value == std::numeric_limits<std::int64_t>::min()) return {};
    return value;
}

// Fills `cells`. Returns false if a cell is outside the grid or repeated.
bool read_cells(nb::handle cage, int n_cells, std::vector<std::uint16_t>& cells) {
    cells.clear();
    for (const nb::handle number : nb::cast<nb::tuple>(cage.attr("cells"))) {
        const auto cell = integer_of(number);
        if (!cell || *cell < 0 || *cell >= n_cells) return false;
        if (std::find(cells.begin(), cells.end(), *cell) != cells.end()) return false;
        cells.push_back(static_cast<std::uint16_t>(*cell));
    }
    return true;
}

// Returns false when the core cannot represent the cage. `cells` is a buffer, reused across calls.
bool add_cage(CageLists& lists, nb::handle cage, int n_cells, std::vector<std::uint16_t>& cells) {
    const nb::object target = cage.attr("target");
    const auto value = target.is_none() ? std::optional<std::int64_t>(0) : integer_of(target);
    if (!value || !read_cells(cage, n_cells, cells)) return false;
    const char operation =
        target.is_none() ? '.' : nb::cast<const char*>(cage.attr("operation"))[0];
    lists.add(operation, *value, nb::cast<bool>(cage.attr("repeats")), cells);
    return true;
}

// Adds a puzzle's cages (pandoku.model.Cage). Returns false, and adds nothing, when the core cannot
// represent one of them.
bool add(CageLists& lists, const nb::tuple& cages, int n_cells) {
    std::vector<std::uint16_t> cells;
    for (const nb::handle cage : cages)
        if (!add_cage(lists, cage, n_cells, cells)) {
            lists.drop_puzzle();
            return false;
        }
    lists.end_puzzle();
    return true;
}

// Cells as packed by the caller: 16 bits each, native byte order.
std::span<const std::uint16_t> unpacked(const nb::bytes& cells) {
    return {static_cast<const std::uint16_t*>(cells.data()), cells.size() / 2};
}

// Numbers as packed by the caller: 64 bits each, native byte order.
std::span<const std::int64_t> unpacked_numbers(const nb::bytes& numbers) {
    return {static_cast<const std::int64_t*>(numbers.data()), numbers.size() / 8};
}

// Two candidates, and the number of the constraint that ties them. Digits count from 0.
using OwnedTie = std::array<std::uint16_t, 5>;

// The ties of a puzzle, ordered by their cells, without duplicates. If constraints share a tie, the
// first constraint owns it. The caller packs four numbers for each tie of a constraint, with digits
// from 1, and the constraints are numbered from `first`.
std::vector<OwnedTie> in_order(const std::vector<nb::bytes>& by_constraint, std::uint16_t first) {
    std::vector<OwnedTie> all;
    for (const nb::bytes& each : by_constraint) {
        const auto flat = unpacked(each);
        for (std::size_t at = 0; at + 3 < flat.size(); at += 4)
            all.push_back({flat[at], static_cast<std::uint16_t>(flat[at + 1] - 1), flat[at + 2],
                           static_cast<std::uint16_t>(flat[at + 3] - 1), first});
        ++first;
    }
    std::ranges::sort(all);
    const auto is_same = [](const OwnedTie& one, const OwnedTie& other) {
        return std::equal(one.begin(), one.end() - 1, other.begin());
    };
    const auto rest = std::ranges::unique(all, is_same);
    all.erase(rest.begin(), rest.end());
    return all;
}

// Python stores an equal table or automaton of several puzzles only once.
struct SharedTable {
    std::shared_ptr<const PairTable> value;
};
struct SharedAutomaton {
    std::shared_ptr<const Automaton> value;
};

std::vector<std::int16_t> unpacked_steps(const nb::bytes& steps) {
    const auto* const first = static_cast<const std::int16_t*>(steps.data());
    return {first, first + steps.size() / 2};
}

void register_relations(nb::module_& m) {
    nb::class_<SharedTable>(m, "PairTable")
        .def(
            "__init__",
            [](SharedTable* self, PairTable table) {
                new (self) SharedTable{std::make_shared<const PairTable>(std::move(table))};
            },
            "table"_a);
    nb::class_<SharedAutomaton>(m, "Automaton")
        .def(
            "__init__",
            [](SharedAutomaton* self, int order, const nb::bytes& steps,
               const std::vector<std::uint16_t>& accepting) {
                new (self) SharedAutomaton{
                    std::make_shared<const Automaton>(order, unpacked_steps(steps), accepting)};
            },
            "order"_a, "steps"_a, "accepting"_a);
    nb::class_<RelationLists>(m, "RelationLists")
        .def(nb::init<>())
        .def(
            "add_differ",
            [](RelationLists& lists, std::size_t size, const nb::bytes& cells) {
                const auto all = unpacked(cells);
                if (size == 0)
                    throw std::invalid_argument("expected cells that differ, found none");
                for (std::size_t at = 0; at + size <= all.size(); at += size)
                    lists.add_differ(all.subspan(at, size));
            },
            "size"_a, "cells"_a)
        .def(
            "add_pairs",
            [](RelationLists& lists, const SharedTable& table, const nb::bytes& cells) {
                const auto all = unpacked(cells);
                for (std::size_t at = 0; at + 2 <= all.size(); at += 2)
                    lists.add_pair(table.value, all.subspan(at, 2));
            },
            "table"_a, "cells"_a)
        .def(
            "add_sum",
            [](RelationLists& lists, std::int64_t target, std::size_t n_plus,
               const nb::bytes& cells) { lists.add_sum(target, n_plus, unpacked(cells)); },
            "target"_a, "n_plus"_a, "cells"_a)
        .def(
            "add_total",
            [](RelationLists& lists, const nb::bytes& weights, const nb::bytes& targets,
               const nb::bytes& cells) {
                lists.add_total(unpacked_numbers(weights), unpacked_numbers(targets),
                                unpacked(cells));
            },
            "weights"_a, "targets"_a, "cells"_a)
        .def(
            "add_machine",
            [](RelationLists& lists, const SharedAutomaton& automaton, const nb::bytes& cells) {
                lists.add_machine(automaton.value, unpacked(cells));
            },
            "automaton"_a, "cells"_a)
        .def(
            "add_ties",
            [](RelationLists& lists, const std::vector<nb::bytes>& ties, std::uint16_t first) {
                for (const auto& tie : in_order(ties, first))
                    lists.add_tie({tie[0], tie[1], tie[2], tie[3], tie[4]});
            },
            "ties"_a, "first"_a)
        .def("end_puzzle", &RelationLists::end_puzzle);
}

}  // namespace

void register_grid(nb::module_& m) {
    nb::class_<Layout>(m, "Layout")
        .def(
            "__init__",
            [](Layout* self, int order, const std::vector<std::vector<int>>& houses,
               const std::vector<std::string>& words) {
                std::vector<int> kinds;
                for (const std::string& word : words) kinds.push_back(kind_of(word));
                new (self) Layout(order, houses, kinds);
            },
            "order"_a, "houses"_a, "kinds"_a);
    nb::class_<CageLists>(m, "CageLists")
        .def(nb::init<>())
        .def("add", &add, "cages"_a, "n_cells"_a);
    register_relations(m);
}
