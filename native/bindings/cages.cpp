// pandoku._native: the cage search.
#include "cages/cages.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;
namespace cages = pandoku::cages;

namespace {

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::tuple as_tuple(const cages::Result& r) {
    const auto* digits = reinterpret_cast<const char*>(r.solutions.data());
    return nb::make_tuple(r.count, static_cast<int>(r.stopped), r.nodes, r.propagations, r.seconds,
                          nb::bytes(digits, r.solutions.size()));
}

// Returns a list of (count, stopped, nodes, propagations, seconds, solutions as bytes).
nb::list solve(const cages::Shape& shape, Array<std::uint64_t> masks,
               Array<std::int64_t> cage_start, Array<std::uint8_t> operations,
               Array<std::int64_t> targets, Array<std::uint8_t> repeats,
               Array<std::int64_t> cell_start, Array<std::uint16_t> cells, std::int64_t limit,
               std::int64_t keep, std::int64_t node_budget, double seconds, int threads) {
    cages::Batch batch;
    batch.n = static_cast<std::int64_t>(cage_start.shape(0)) - 1;
    batch.masks = masks.data();
    batch.cage_start = cage_start.data();
    batch.operations = operations.data();
    batch.targets = targets.data();
    batch.repeats = repeats.data();
    batch.cell_start = cell_start.data();
    batch.cells = cells.data();
    batch.limit = limit;
    batch.keep = keep;
    batch.node_budget = node_budget;
    batch.seconds = seconds;
    batch.threads = threads;

    std::vector<cages::Result> results;
    bool is_done;
    {
        nb::gil_scoped_release release;
        is_done = cages::solve(shape, batch, results, [] {
            nb::gil_scoped_acquire acquire;
            return PyErr_CheckSignals() == 0;
        });
    }
    if (!is_done) throw nb::python_error();
    nb::list out;
    for (const auto& result : results) out.append(as_tuple(result));
    return out;
}

}  // namespace

void register_cages(nb::module_& m) {
    nb::class_<cages::Shape>(m, "CageShape")
        .def(nb::init<int, const std::vector<std::vector<int>>&>(), "order"_a, "houses"_a);
    m.def("cages_solve", &solve, "shape"_a, "masks"_a, "cage_start"_a, "operations"_a, "targets"_a,
          "repeats"_a, "cell_start"_a, "cells"_a, "limit"_a, "keep"_a, "node_budget"_a, "seconds"_a,
          "threads"_a);
}
