// Any houses and any candidates, impossible boards included: every finder and every walk ends, and
// a step names only what is on the board.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bytes.hpp"
#include "logic/finders.hpp"
#include "logic/path.hpp"
#include "tests/roles.hpp"

namespace {

namespace logic = pandoku::logic;
using pandoku::Layout;
using pandoku::Mask;

void demand(bool claim, const char* finder, const char* what) {
    if (claim) return;
    std::fprintf(stderr, "%s: %s\n", finder, what);
    std::abort();
}

// Rows and columns; then houses of any cells, of any kind.
Layout layout_from(Bytes& bytes, int order) {
    std::vector<std::vector<int>> houses;
    std::vector<int> kinds;
    for (int kind = 0; kind < 2; ++kind)
        for (int line = 0; line < order; ++line) {
            std::vector<int> house;
            for (int k = 0; k < order; ++k)
                house.push_back(kind == 0 ? line * order + k : k * order + line);
            houses.push_back(house);
            kinds.push_back(kind);
        }
    for (int more = bytes.below(order + 3); more > 0; --more) {
        std::vector<int> house;
        int cell = bytes.below(order * order);
        const int stride = 1 + bytes.below(order + 1);
        while (static_cast<int>(house.size()) < order) {
            cell = (cell + stride) % (order * order);
            while (std::find(house.begin(), house.end(), cell) != house.end())
                cell = (cell + 1) % (order * order);
            house.push_back(cell);
        }
        std::sort(house.begin(), house.end());
        houses.push_back(house);
        kinds.push_back(bytes.below(2) == 0 ? 2 : 3);
    }
    return Layout(order, houses, kinds);
}

void fill(Bytes& bytes, logic::Board& board) {
    const int n = board.order();
    const auto n_cells = static_cast<std::size_t>(n) * n;
    std::vector<std::uint8_t> digits(n_cells), givens(n_cells);
    std::vector<Mask> masks(n_cells);
    const int filled = bytes.below(16), repeat = 1 + bytes.below(6);
    Mask usual = 0;
    for (std::size_t cell = 0; cell < n_cells; ++cell) {
        const unsigned byte = bytes.next();
        if (static_cast<int>(byte % 16) < filled) {
            digits[cell] = static_cast<std::uint8_t>(1 + byte / 16 % static_cast<unsigned>(n));
            if (byte % 3 != 0) givens[cell] = digits[cell];
        } else if (cell % static_cast<unsigned>(repeat) == 0) {
            usual = (byte | Mask{bytes.next()} << 8) & board.layout().all_digits();
        }
        masks[cell] = usual;
    }
    board.reset(digits.data(), masks.data(), givens.data());
}

void check(const logic::Board& board, const logic::Step& step, const logic::Finder& row) {
    const char* finder = row.name;
    demand(!step.placements.empty() || !step.eliminations.empty(), finder,
           "a step changes something");
    for (const auto& pairs : {step.placements, step.eliminations})
        for (const auto [cell, digit] : pairs)
            demand(board.is_open(cell) && board.has(cell, digit), finder, "it changes a candidate");
    for (const auto& [cell, role] : step.cells)
        demand(cell < board.layout().n_cells() && role != nullptr, finder, "it marks a cell");
    demand(names_roles(row, step), finder, "its row names the roles");
    for (const int house : step.houses)
        demand(house >= 0 && house < board.layout().n_houses(), finder, "it names a house");
    for (const auto& branch : step.branches)
        demand(!branch.empty() && branch[0].technique != nullptr, finder, "a branch has a start");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const int order = 1 + bytes.below(9);
    const Layout layout = layout_from(bytes, order);
    logic::Board board(layout);
    fill(bytes, board);
    std::vector<int> all;
    for (const logic::Finder* row : logic::finders()) {
        const logic::Finder& finder = *row;
        all.push_back(static_cast<int>(all.size()));
        logic::Sink some(20), first(1);
        finder.find(board, some);
        finder.find(board, first);
        for (const auto& step : some.steps()) check(board, step, finder);
        demand((some.n_taken() > 0) == (first.n_taken() > 0), finder.name, "one step or none");
        if (first.n_taken() > 0)
            demand(first.last().eliminations == some.steps()[0].eliminations &&
                       first.last().placements == some.steps()[0].placements,
                   finder.name, "the first step is the first of all");
    }
    int n_steps = 0;
    logic::walk(board, all, [&](int, const logic::Step&) { return ++n_steps < 30; }, {});
    return 0;
}
