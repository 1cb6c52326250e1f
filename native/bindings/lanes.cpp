// pandoku._native: the lane kernel.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/gil.hpp"
#include "lanes/lanes.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using pandoku::bindings::goes_on_telling;
using pandoku::bindings::WithoutGil;
namespace lanes = pandoku::lanes;

namespace {

using Puzzles = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;
using Digits = nb::ndarray<std::uint8_t, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<std::int64_t, nb::c_contig, nb::device::cpu>;

lanes::Input input_of(const Puzzles& puzzles) {
    const auto bits = puzzles.dtype().bits;
    return bits == 8    ? lanes::Input::digits8
           : bits == 32 ? lanes::Input::masks32
                        : lanes::Input::masks64;
}

lanes::Isa isa_named(const std::string& name) {
    using lanes::Isa;
    for (auto isa : {Isa::automatic, Isa::baseline, Isa::avx2, Isa::avx512})
        if (name == lanes::name_of(isa)) return isa;
    throw std::invalid_argument("unknown instruction set: " + name);
}

std::vector<std::string> isas() {
    std::vector<std::string> names;
    for (auto isa : {lanes::Isa::baseline, lanes::Isa::avx2, lanes::Isa::avx512})
        if (lanes::is_available(isa)) names.emplace_back(lanes::name_of(isa));
    return names;
}

// Solutions have shape (n, kept, cells), or (n, cells) when one is kept. Returns the number of
// sweeps.
std::int64_t solve_lanes(const lanes::Plan& plan, Puzzles puzzles, Digits solutions, Numbers counts,
                         std::optional<Numbers> nodes, std::int64_t limit, std::int64_t node_budget,
                         double seconds, int threads, const std::string& isa, nb::object tell,
                         std::optional<std::int64_t> patience) {
    lanes::Batch batch;
    batch.input = input_of(puzzles);
    batch.puzzles = puzzles.data();
    batch.n = static_cast<std::int64_t>(puzzles.shape(0));
    batch.limit = limit;
    batch.node_budget = node_budget;
    batch.seconds = seconds;
    batch.threads = threads;
    if (patience) batch.patience = *patience;
    batch.isa = isa_named(isa);
    batch.keep = solutions.ndim() == 2 ? 1 : static_cast<std::int64_t>(solutions.shape(1));
    batch.solutions = solutions.data();
    batch.counts = counts.data();
    batch.nodes = nodes ? nodes->data() : nullptr;

    lanes::Stats stats;
    lanes::End end;
    {
        const WithoutGil without_gil;
        end = lanes::solve(plan, batch, stats, [&] {
            // The number is unknown for several puzzles, because other threads may be writing their
            // counts.
            const std::int64_t count = batch.n == 1 ? batch.counts[0] : 0;
            return goes_on_telling(tell, count < 0 ? -1 - count : count);
        });
    }
    if (end == lanes::End::interrupted) throw nb::python_error();
    return stats.sweeps;
}

std::int64_t first_bad(Puzzles puzzles, int order) {
    return lanes::first_bad(input_of(puzzles), puzzles.data(),
                            static_cast<std::int64_t>(puzzles.size()), order);
}

}  // namespace

void register_lanes(nb::module_& m) {
    nb::class_<lanes::Plan>(m, "LanePlan")
        .def(nb::init<int, int, int, std::vector<std::vector<int>>>(), "order"_a, "box_rows"_a,
             "box_cols"_a, "houses"_a);
    m.def("lanes_isas", &isas);
    m.def("lanes_first_bad", &first_bad, "puzzles"_a, "order"_a);
    m.def("lanes_solve", &solve_lanes, "plan"_a, "puzzles"_a, "solutions"_a, "counts"_a,
          "nodes"_a.none(), "limit"_a, "node_budget"_a, "seconds"_a, "threads"_a, "isa"_a,
          "tell"_a.none(), "patience"_a.none() = nb::none());
}
