// pandoku._native: the houses of a geometry and the cages of puzzles, in the form the core uses.
#include "grid/cage_lists.hpp"
#include "grid/layout.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;
using pandoku::CageLists;
using pandoku::Layout;

namespace {

// Returns a house's kind from the model's name for it.
int kind_of(const std::string& word) {
    if (word == "row") return static_cast<int>(pandoku::Kind::row);
    if (word == "column") return static_cast<int>(pandoku::Kind::column);
    const bool is_box = word == "box" || word == "region";
    return static_cast<int>(is_box ? pandoku::Kind::box : pandoku::Kind::other);
}

// Returns nothing when the number, or its negative, needs more than 64 bits.
std::optional<std::int64_t> integer_of(nb::handle number) {
    int overflow = 0;
    const std::int64_t value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (overflow != 0 || value == std::numeric_limits<std::int64_t>::min()) return {};
    return value;
}

// Fills `cells`; returns false when one is outside the grid or repeated.
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
}
