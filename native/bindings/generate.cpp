// pandoku._native_craft: making puzzles of houses.
#include "generate/dig.hpp"
#include "generate/grids.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "bindings/gil.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using pandoku::Layout;
using pandoku::bindings::goes_on;
using pandoku::bindings::WithoutGil;
namespace generate = pandoku::generate;
namespace lanes = pandoku::lanes;

namespace {

using Keys = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Given = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Made = nb::ndarray<std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using CellNumbers = nb::ndarray<const std::uint16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void draw(const generate::Grids& grids, Keys keys, Made made, int threads) {
    bool is_done;
    {
        const WithoutGil without_gil;
        is_done = grids.draw_many(keys.data(), static_cast<std::int64_t>(keys.shape(0)),
                                  made.data(), threads, goes_on);
    }
    if (!is_done) throw nb::python_error();
}

void dig(const lanes::Plan& plan, Given puzzles, Given solutions, Keys keys,
         std::optional<CellNumbers> groups, std::optional<Flags> keep, CellNumbers least, int less,
         int exchanges, int threads, Made made) {
    generate::Dig task;
    task.plan = &plan;
    task.n = static_cast<std::int64_t>(keys.shape(0));
    task.puzzles = puzzles.data();
    task.solutions = solutions.data();
    task.keys = keys.data();
    task.groups = groups ? groups->data() : nullptr;
    task.keep = keep ? keep->data() : nullptr;
    task.least = least.data();
    task.less = less;
    task.exchanges = exchanges;
    task.threads = threads;
    task.out = made.data();
    bool is_done;
    {
        const WithoutGil without_gil;
        is_done = generate::dig(task, goes_on);
    }
    if (!is_done) throw nb::python_error();
}

}  // namespace

void register_generate(nb::module_& m) {
    nb::class_<generate::Grids>(m, "Grids")
        .def(nb::init<const Layout&, bool, bool, std::vector<std::uint8_t>>(), "layout"_a,
             "is_classic"_a, "is_latin"_a, "first"_a, nb::keep_alive<1, 2>())
        .def("draw", &draw, "keys"_a, "made"_a, "threads"_a);
    m.def("dig", &dig, "plan"_a, "puzzles"_a, "solutions"_a, "keys"_a, "groups"_a.none(),
          "keep"_a.none(), "least"_a, "less"_a, "exchanges"_a, "threads"_a, "made"_a);
}
