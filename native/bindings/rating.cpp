// pandoku._native_craft: the reference's ratings.
#include "bindings/gil.hpp"
#include "bindings/steps.hpp"
#include "rating/many.hpp"
#include "rating/names.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;
using pandoku::bindings::Allowed;
using pandoku::bindings::goes_on;
using pandoku::bindings::tuple_of_step;
using pandoku::bindings::WithoutGil;
namespace rating = pandoku::rating;

namespace {

template <class T>
using Rows = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Cells81 = nb::ndarray<const std::uint8_t, nb::shape<81>, nb::c_contig, nb::device::cpu>;
using Masks81 = nb::ndarray<const std::uint64_t, nb::shape<81>, nb::c_contig, nb::device::cpu>;
using Column = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void rate_many(Rows<const std::uint8_t> givens, Rows<std::uint8_t> ratings, Column hardest,
               Column ends, std::uint64_t looks, int at_least, int at_most, int threads) {
    rating::Many many;
    many.givens = givens.data();
    many.n = static_cast<std::int64_t>(givens.shape(0));
    many.looks = looks;
    many.at_least = at_least;
    many.at_most = at_most;
    many.threads = threads;
    many.ratings = ratings.data();
    many.hardest = hardest.data();
    many.ends = ends.data();
    bool is_done;
    {
        const WithoutGil without_gil;
        is_done = rating::rate_many(many, goes_on);
    }
    if (!is_done) throw nb::python_error();
}

// The reference's steps from a board, at most `limit`, found within the given seconds.
nb::list replay(Cells81 digits, Masks81 masks, std::size_t limit, double seconds) {
    rating::Grid grid;
    grid.start(digits.data());
    for (int cell = 0; cell < 81; ++cell)
        rating::each9(static_cast<rating::Set>(grid.at[cell] & ~masks.data()[cell]),
                      [&](int d) { grid.remove(cell, d); });
    std::vector<pandoku::logic::Step> steps;
    Allowed allowed(seconds);
    rating::Work work(0, allowed);
    {
        const WithoutGil without_gil;
        rating::Rater rater(work);
        rating::Hint hint;
        while (grid.n_open > 0 && steps.size() < limit && rater.find(grid, hint)) {
            steps.push_back(rater.tell(grid, hint));
            hint.apply(grid);
        }
    }
    if (work.is_stopped() && !allowed.is_over()) throw nb::python_error();
    nb::list out;
    for (const auto& step : steps) out.append(tuple_of_step(step.technique, step));
    return out;
}

}  // namespace

void register_rating(nb::module_& m) {
    m.def("rating_names", &rating::names);
    m.def("rating_many", &rate_many, "givens"_a, "ratings"_a, "hardest"_a, "ends"_a, "looks"_a,
          "at_least"_a, "at_most"_a, "threads"_a);
    m.def("rating_walk", &replay, "digits"_a, "masks"_a, "limit"_a, "seconds"_a);
}
