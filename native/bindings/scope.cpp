// pandoku._native_craft: questions about the ways to meet rules.
#include "logic/scope.hpp"
#include "bindings/gil.hpp"
#include "logic/watch.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;
using pandoku::Mask;
using pandoku::RelationLists;
using pandoku::bindings::Allowed;
using pandoku::bindings::WithoutGil;
using pandoku::logic::Scope;
using pandoku::logic::Stopped;

namespace {

// Calls f(poll) without the interpreter. Ctrl-C ends the call.
template <class F>
void without_gil(F f) {
    Allowed allowed(0.0);
    bool is_stopped = false;
    {
        const WithoutGil released;
        try {
            f(allowed);
        } catch (const Stopped&) {
            is_stopped = true;
        }
    }
    if (is_stopped) throw nb::python_error();
}

// Returns the candidates that are left, whether each absence is impossible, the number of nodes,
// and whether every question was answered.
nb::tuple ask(const Scope& scope, const std::vector<Mask>& masks,
              const std::vector<std::pair<int, std::vector<int>>>& absences, int one, int all) {
    std::vector<Scope::Absence> asked;
    for (const auto& [digit, cells] : absences) asked.push_back({digit, cells});
    Scope::Answer answer;
    without_gil([&](Allowed& poll) { answer = scope.ask(masks, asked, {one, all}, poll); });
    nb::list left, never;
    for (const Mask mask : answer.left) left.append(mask);
    for (const std::uint8_t is_never : answer.never) never.append(is_never != 0);
    return nb::make_tuple(nb::tuple(left), nb::tuple(never), answer.n_nodes, answer.is_complete);
}

// Returns the different digits of some cells in all ways, or None if there are too many.
nb::object ways(const Scope& scope, const std::vector<Mask>& masks, const std::vector<int>& cells,
                std::size_t most, int n_nodes) {
    std::vector<std::vector<int>> found;
    bool is_complete = false;
    without_gil(
        [&](Allowed& poll) { is_complete = scope.list(masks, cells, most, n_nodes, poll, found); });
    if (!is_complete) return nb::none();
    nb::list out;
    for (const auto& way : found) {
        nb::list digits;
        for (const int digit : way) digits.append(digit + 1);
        out.append(nb::tuple(digits));
    }
    return out;
}

// Returns the digits of all cells in some way, or None if no way was found.
nb::object a_way(const Scope& scope, const std::vector<Mask>& masks, int n_nodes) {
    std::vector<int> way;
    without_gil([&](Allowed& poll) { way = scope.find(masks, n_nodes, poll); });
    if (way.empty()) return nb::none();
    nb::list digits;
    for (const int digit : way) digits.append(digit + 1);
    return nb::tuple(digits);
}

}  // namespace

void register_scope(nb::module_& m) {
    nb::class_<Scope>(m, "Scope")
        .def(nb::init<int, std::vector<std::vector<int>>, const RelationLists&,
                      std::vector<std::vector<int>>>(),
             "order"_a, "sees"_a, "relations"_a, "houses"_a,
             nb::keep_alive<1, 4>())  // kept alive, because the scope refers to its automata
        .def("ask", &ask, "masks"_a, "absences"_a, "one"_a, "all"_a)
        .def("find", &a_way, "masks"_a, "n_nodes"_a)
        .def("list", &ways, "masks"_a, "cells"_a, "most"_a, "n_nodes"_a);
}
