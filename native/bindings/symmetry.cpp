// pandoku._native_craft: canonical forms and the symmetries of houses.
#include "bindings/gil.hpp"
#include "symmetry/houses.hpp"
#include "symmetry/least9.hpp"
#include "symmetry/least_lines.hpp"
#include "symmetry/least_listed.hpp"
#include "symmetry/many.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;
using pandoku::bindings::goes_on;
using pandoku::bindings::WithoutGil;
namespace symmetry = pandoku::symmetry;

namespace {

template <class T>
using Table = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using List = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using CellDigits = List<const std::uint8_t>;
using CageOfCell = List<const std::int16_t>;

// Symmetries as lists: for each cell of the image, the cell of the puzzle that moves there.
struct SymmetryList {
    int order;
    std::vector<std::uint16_t> cells;

    nb::bytes numbers() const { return nb::bytes(cells.data(), cells.size() * sizeof cells[0]); }
};

symmetry::Shape shape_of(int order, int band_rows, int stack_columns, bool may_transpose) {
    return {order, band_rows, stack_columns, may_transpose};
}

symmetry::Many many_of(Table<const std::uint8_t> puzzles, Table<std::uint8_t> texts,
                       List<std::uint8_t> is_found, List<std::int64_t> n_automorphisms,
                       int threads) {
    return {.puzzles = puzzles.data(),
            .n = static_cast<std::int64_t>(puzzles.shape(0)),
            .threads = threads,
            .texts = texts.data(),
            .is_found = is_found.data(),
            .n_automorphisms = n_automorphisms.data()};
}

// Runs a search that ends when Ctrl-C is pressed.
template <class Search>
void run(const Search& search) {
    bool is_done;
    {
        const WithoutGil without_gil;
        is_done = search(goes_on);
    }
    if (!is_done) throw nb::python_error();
}

void least_lines_many(const symmetry::Shape& shape, Table<const std::uint8_t> puzzles,
                      Table<std::uint8_t> texts, List<std::uint8_t> is_found,
                      List<std::int64_t> n_automorphisms, int threads) {
    const auto many = many_of(puzzles, texts, is_found, n_automorphisms, threads);
    const bool is_nine = shape.order == 9 && shape.band_rows == 3 && shape.stack_columns == 3;
    run([&](auto poll) {
        return is_nine ? symmetry::find_least9(many, poll)
                       : symmetry::find_least(shape, many, poll);
    });
}

void least_listed_many(const SymmetryList& list, Table<const std::uint8_t> puzzles,
                       Table<std::uint8_t> texts, List<std::uint8_t> is_found,
                       List<std::int64_t> n_automorphisms, int threads) {
    const auto many = many_of(puzzles, texts, is_found, n_automorphisms, threads);
    run([&](auto poll) { return symmetry::find_least(list.order, list.cells, many, poll); });
}

symmetry::Marked marked(int order, CellDigits digits, const std::optional<CageOfCell>& cages,
                        std::vector<std::uint16_t> ranks, bool may_relabel) {
    return {order, digits.data(), cages ? cages->data() : nullptr, std::move(ranks), may_relabel};
}

// The numbers of every map of a puzzle, or None if the search is too large.
nb::object least_lines(const symmetry::Shape& shape, CellDigits digits,
                       std::optional<CageOfCell> cages, std::vector<std::uint16_t> ranks,
                       bool may_relabel) {
    const auto puzzle = marked(shape.order, digits, cages, std::move(ranks), may_relabel);
    const auto size = static_cast<std::size_t>(symmetry::n_numbers(shape.order));
    std::vector<std::uint8_t> numbers;
    bool is_found = false, was_stopped = false;
    {
        const WithoutGil without_gil;
        const auto poll = [&] { return !(was_stopped = !goes_on()); };
        symmetry::LeastLines least(shape, poll);
        is_found = least.find(puzzle);
        if (is_found) {
            numbers.resize(least.maps().size() * size);
            for (std::size_t i = 0; i < least.maps().size(); ++i)
                symmetry::write_map(least.maps()[i], shape.order, numbers.data() + i * size);
        }
    }
    if (was_stopped) throw nb::python_error();
    return is_found ? nb::object(nb::bytes(numbers.data(), numbers.size())) : nb::none();
}

// The numbers of every map of a 9x9 Sudoku without cages.
nb::bytes least9(CellDigits digits) {
    symmetry::Least9 least;
    least.find(digits.data());
    const auto size = static_cast<std::size_t>(symmetry::n_numbers(9));
    std::vector<std::uint8_t> numbers(least.maps().size() * size);
    for (std::size_t i = 0; i < least.maps().size(); ++i)
        symmetry::write_map(least.maps()[i], numbers.data() + i * size);
    return nb::bytes(numbers.data(), numbers.size());
}

// Each symmetry of the list that leads to the least text, with the images of 1..n.
nb::list least_listed(const SymmetryList& list, CellDigits digits, std::optional<CageOfCell> cages,
                      std::vector<std::uint16_t> ranks, bool may_relabel) {
    const auto puzzle = marked(list.order, digits, cages, std::move(ranks), may_relabel);
    std::vector<std::uint8_t> labels(static_cast<std::size_t>(list.order));
    nb::list out;
    for (const auto& map : symmetry::least_listed(puzzle, list.cells)) {
        symmetry::write_labels(map.labels.data(), list.order, labels.data());
        out.append(nb::make_tuple(map.index, nb::bytes(labels.data(), labels.size())));
    }
    return out;
}

// Returns None if there are more than `most` symmetries.
nb::object symmetries_of_houses(int order, const std::vector<std::vector<int>>& houses,
                                std::size_t most) {
    bool was_stopped = false;
    std::optional<std::vector<std::uint16_t>> found;
    {
        const WithoutGil without_gil;
        const auto poll = [&] { return !(was_stopped = !goes_on()); };
        found = symmetry::symmetries_of_houses(order * order, houses, most, poll);
    }
    if (was_stopped) throw nb::python_error();
    return found ? nb::cast(SymmetryList{order, std::move(*found)}) : nb::none();
}

}  // namespace

void register_symmetry(nb::module_& m) {
    nb::class_<symmetry::Shape>(m, "SymmetryShape")
        .def("__init__", [](symmetry::Shape* self, int order, int band_rows, int stack_columns,
                            bool may_transpose) {
            new (self) symmetry::Shape(shape_of(order, band_rows, stack_columns, may_transpose));
        });
    nb::class_<SymmetryList>(m, "SymmetryList").def("numbers", &SymmetryList::numbers);
    m.def("symmetries_of_houses", &symmetries_of_houses, "order"_a, "houses"_a, "most"_a);
    m.def("least9", &least9, "digits"_a);
    m.def("least_lines", &least_lines, "shape"_a, "digits"_a, "cages"_a.none(), "ranks"_a,
          "may_relabel"_a);
    m.def("least_lines_many", &least_lines_many, "shape"_a, "puzzles"_a, "texts"_a, "is_found"_a,
          "n_automorphisms"_a, "threads"_a);
    m.def("least_listed", &least_listed, "list"_a, "digits"_a, "cages"_a.none(), "ranks"_a,
          "may_relabel"_a);
    m.def("least_listed_many", &least_listed_many, "list"_a, "puzzles"_a, "texts"_a, "is_found"_a,
          "n_automorphisms"_a, "threads"_a);
}
