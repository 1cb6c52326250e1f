// pandoku._native: the cage search.
#include "cages/cages.hpp"
#include "cage_lists.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;
namespace cages = pandoku::cages;
using pandoku::CageLists;

namespace {

using Masks = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::object as_bytes(const std::vector<std::uint8_t>& digits) {
    return nb::bytes(reinterpret_cast<const char*>(digits.data()), digits.size());
}

nb::tuple as_tuple(const cages::Result& r) {
    return nb::make_tuple(r.count, static_cast<int>(r.stopped), r.nodes, r.propagations, r.seconds,
                          as_bytes(r.solutions), nb::cast(r.candidates));
}

// Returns a list of (count, stopped, nodes, propagations, seconds, solutions as bytes, candidates).
nb::list solve(const cages::Shape& shape, Masks masks, const CageLists& lists, std::int64_t limit,
               std::int64_t keep, std::int64_t node_budget, double seconds, int threads,
               bool true_candidates) {
    cages::Batch batch;
    lists.fill(batch);
    batch.masks = masks.data();
    batch.limit = limit;
    batch.keep = keep;
    batch.node_budget = node_budget;
    batch.seconds = seconds;
    batch.threads = threads;
    batch.true_candidates = true_candidates;

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

// Returns (all fillings are listed, fillings as bytes, masks, required digits).
nb::tuple view(const cages::Shape& shape, Masks masks, const CageLists& lists, std::int64_t cage,
               std::int64_t most) {
    cages::Batch batch;
    lists.fill(batch);
    batch.masks = masks.data();
    const cages::CageView seen = cages::view_cage(shape, batch, 0, cage, most);
    return nb::make_tuple(seen.is_complete, as_bytes(seen.fillings), nb::cast(seen.masks),
                          seen.required);
}

// Returns a list of (houses, inside, outside, plus, minus, placed, total).
nb::list sums(const cages::Shape& shape, Masks masks, const CageLists& lists) {
    cages::Batch batch;
    lists.fill(batch);
    batch.masks = masks.data();
    nb::list out;
    for (const cages::DerivedSum& sum : cages::derived_sums(shape, batch, 0))
        out.append(nb::make_tuple(nb::cast(sum.houses), nb::cast(sum.inside), nb::cast(sum.outside),
                                  nb::cast(sum.plus), nb::cast(sum.minus), nb::cast(sum.placed),
                                  sum.total));
    return out;
}

}  // namespace

void register_cages(nb::module_& m) {
    nb::class_<cages::Shape>(m, "CageShape")
        .def(nb::init<int, const std::vector<std::vector<int>>&>(), "order"_a, "houses"_a);
    nb::class_<CageLists>(m, "CageLists")
        .def(nb::init<>())
        .def("add", &CageLists::add, "cages"_a, "n_cells"_a);
    m.def("cages_solve", &solve, "shape"_a, "masks"_a, "cages"_a, "limit"_a, "keep"_a,
          "node_budget"_a, "seconds"_a, "threads"_a, "true_candidates"_a);
    m.def("cages_view", &view, "shape"_a, "masks"_a, "cages"_a, "cage"_a, "most"_a);
    m.def("cages_sums", &sums, "shape"_a, "masks"_a, "cages"_a);
}
