// pandoku._native_craft: making puzzles with cages.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "bindings/gil.hpp"
#include "generate/cage_batch.hpp"
#include "generate/cage_minimal.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using pandoku::CageLists;
using pandoku::Layout;
using pandoku::bindings::goes_on;
using pandoku::bindings::WithoutGil;
namespace generate = pandoku::generate;

namespace {

template <class T>
using CageArray = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// The results have one row for each key, as CageBatch describes.
void make_cages(const Layout& layout, CageArray<const std::uint64_t> keys,
                CageArray<const std::uint8_t> solutions, CageArray<const std::uint8_t> givens,
                bool is_killer, bool is_hidden, const std::vector<std::uint32_t>& sizes,
                const std::vector<std::uint32_t>& operations, int n_singles,
                std::int64_t largest_sum, std::int64_t guesses, int rounds,
                std::int64_t node_budget, CageArray<std::uint16_t> n_cages,
                CageArray<std::uint16_t> cage_of, CageArray<std::uint8_t> operations_of,
                CageArray<std::int64_t> targets, int threads) {
    generate::CageWishes wishes;
    wishes.is_killer = is_killer;
    wishes.is_hidden = is_hidden;
    std::copy(sizes.begin(), sizes.end(), wishes.sizes.begin());
    std::copy(operations.begin(), operations.end(), wishes.operations.begin());
    wishes.n_singles = n_singles;
    wishes.largest_sum = largest_sum;
    wishes.guesses = guesses;
    wishes.rounds = rounds;
    wishes.node_budget = node_budget;
    generate::CageBatch batch;
    batch.n = static_cast<std::int64_t>(keys.size());
    batch.keys = keys.data();
    batch.solutions = solutions.data();
    batch.givens = givens.data();
    batch.threads = threads;
    batch.n_cages = n_cages.data();
    batch.cage_of = cage_of.data();
    batch.operations = operations_of.data();
    batch.targets = targets.data();
    bool is_done;
    {
        const WithoutGil without_gil;
        is_done = generate::make_cages(layout, wishes, batch, goes_on);
    }
    if (!is_done) throw nb::python_error();
}

// `fates` has `n_columns` numbers for each puzzle, which has at most that many cages. Without keys,
// the search only looks for one redundant clue of each puzzle.
void drop_clues(const Layout& layout, CageArray<const std::uint64_t> masks, const CageLists& cages,
                std::optional<CageArray<const std::uint64_t>> keys, CageArray<std::uint8_t> fates,
                std::int64_t n_columns, std::int64_t node_budget, int threads) {
    generate::ClueBatch batch;
    batch.cages = &cages;
    batch.masks = masks.data();
    batch.keys = keys ? keys->data() : nullptr;
    batch.fates = fates.data();
    batch.n_columns = n_columns;
    batch.node_budget = node_budget;
    batch.threads = threads;
    bool is_done;
    {
        const WithoutGil without_gil;
        is_done = generate::drop_clues(layout, batch, goes_on);
    }
    if (!is_done) throw nb::python_error();
}

}  // namespace

void register_cage_generate(nb::module_& m) {
    m.def("cage_generate_make", &make_cages, "layout"_a, "keys"_a, "solutions"_a, "givens"_a,
          "is_killer"_a, "is_hidden"_a, "sizes"_a, "operations"_a, "n_singles"_a, "largest_sum"_a,
          "guesses"_a, "rounds"_a, "node_budget"_a, "n_cages"_a, "cage_of"_a, "operations_of"_a,
          "targets"_a, "threads"_a);
    m.def("cage_generate_drop_clues", &drop_clues, "layout"_a, "masks"_a, "cages"_a,
          "keys"_a.none(), "fates"_a, "n_columns"_a, "node_budget"_a, "threads"_a);
}
