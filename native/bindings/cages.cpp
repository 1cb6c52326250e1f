// pandoku._native: the cage search.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <vector>

#include "cages/cages.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace cages = pandoku::cages;

namespace {

// (operation, target or None, repeats, cells)
cages::Cage cage_from(nb::handle value) {
    const auto parts = nb::cast<nb::tuple>(value);
    cages::Cage cage;
    cage.operation = nb::cast<std::string>(parts[0])[0];
    cage.has_target = !parts[1].is_none();
    if (cage.has_target) cage.target = nb::cast<std::int64_t>(parts[1]);
    cage.repeats = nb::cast<bool>(parts[2]);
    cage.cells = nb::cast<std::vector<int>>(parts[3]);
    return cage;
}

// (order, houses, masks, cages)
cages::Puzzle puzzle_from(nb::handle value) {
    const auto parts = nb::cast<nb::tuple>(value);
    cages::Puzzle puzzle;
    puzzle.order = nb::cast<int>(parts[0]);
    puzzle.houses = nb::cast<std::vector<std::vector<int>>>(parts[1]);
    puzzle.masks = nb::cast<std::vector<std::uint64_t>>(parts[2]);
    for (nb::handle cage : nb::cast<nb::list>(parts[3])) puzzle.cages.push_back(cage_from(cage));
    return puzzle;
}

// Returns a list of (count, stop, nodes, seconds, solutions as bytes).
nb::list solve(nb::list puzzles, std::int64_t limit, std::int64_t keep, std::int64_t nodes,
               double seconds, int threads) {
    std::vector<cages::Puzzle> input;
    for (nb::handle puzzle : puzzles) input.push_back(puzzle_from(puzzle));
    const cages::Limits limits{limit, keep, nodes, seconds};
    std::vector<cages::Result> results;
    bool goes_on;
    {
        nb::gil_scoped_release release;
        goes_on = cages::solve_all(input, limits, threads, results, [] {
            nb::gil_scoped_acquire acquire;
            return PyErr_CheckSignals() == 0;
        });
    }
    if (!goes_on) throw nb::python_error();
    nb::list out;
    for (const cages::Result& r : results)
        out.append(nb::make_tuple(r.count, static_cast<int>(r.stop), r.nodes, r.seconds,
                                  nb::bytes(reinterpret_cast<const char*>(r.solutions.data()),
                                            r.solutions.size())));
    return out;
}

}  // namespace

void register_cages(nb::module_& m) {
    m.def("cages_solve", &solve, "puzzles"_a, "limit"_a, "keep"_a, "nodes"_a, "seconds"_a,
          "threads"_a);
}
