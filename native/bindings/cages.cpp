// pandoku._native: the cage search.
#include "cages/cages.hpp"
#include "bindings/gil.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;
using pandoku::bindings::goes_on_telling;
using pandoku::bindings::WithoutGil;
namespace cages = pandoku::cages;
using pandoku::CageLists;
using pandoku::Layout;
using pandoku::RelationLists;

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
nb::list solve_cages(const Layout& layout, Masks masks, const CageLists& lists,
                     const RelationLists* relations, std::int64_t limit, std::int64_t keep,
                     std::int64_t node_budget, double seconds, int threads, bool true_candidates,
                     nb::object tell, std::optional<std::int64_t> patience) {
    std::atomic<std::int64_t> n_found = 0;
    cages::Batch batch;
    batch.cages = &lists;
    batch.relations = relations;
    batch.masks = masks.data();
    batch.limit = limit;
    batch.keep = keep;
    batch.node_budget = node_budget;
    batch.seconds = seconds;
    batch.threads = threads;
    batch.true_candidates = true_candidates;
    batch.n_found = &n_found;
    if (patience) batch.patience = *patience;

    std::vector<cages::Result> results;
    bool is_done;
    {
        const WithoutGil without_gil;
        is_done =
            cages::solve(layout, batch, results, [&] { return goes_on_telling(tell, n_found); });
    }
    if (!is_done) throw nb::python_error();
    nb::list out;
    for (const auto& result : results) out.append(as_tuple(result));
    return out;
}

}  // namespace

void register_cages(nb::module_& m) {
    m.def("cages_solve", &solve_cages, "layout"_a, "masks"_a, "cages"_a, "relations"_a.none(),
          "limit"_a, "keep"_a, "node_budget"_a, "seconds"_a, "threads"_a, "true_candidates"_a,
          "tell"_a.none(), "patience"_a.none() = nb::none());
}
