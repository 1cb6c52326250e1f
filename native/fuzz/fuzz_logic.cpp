// Any houses, cages and candidates, impossible boards included: every finder and every walk ends,
// steps only name candidates of the board, and no step removes a digit of a solution.
#include <string_view>
#include <vector>

#include "logic/finders.hpp"
#include "logic/path.hpp"
#include "puzzles.hpp"
#include "tests/roles.hpp"

namespace {

namespace logic = pandoku::logic;

constexpr int kTries = 1500;  // of the plain search
// Maximum number of cells for nested chains, which are fast on small boards.
constexpr int kFewOpen = 8;

// A puzzle with some of its digits placed, and the digits of its solutions.
struct Position {
    Position(Bytes& bytes, const Shape& shape, unsigned flags)
        : puzzle(puzzle_from(bytes, shape, flags % 2 == 0)),
          lists(puzzle.lists()),
          cages(shape.layout, lists, 0),
          board(shape.layout, puzzle.cages.empty() ? nullptr : &cages),
          plain(puzzle, shape.order <= 6 ? kTries : 1) {
        std::vector<std::uint8_t> digits(puzzle.masks.size()), givens(puzzle.masks.size());
        auto masks = puzzle.masks;  // without the digits that peers hold, as finders expect
        for (std::size_t cell = 0; cell < digits.size(); ++cell) {
            if (!pandoku::is_single(puzzle.masks[cell]) || (flags & 2) == 0) continue;
            digits[cell] = static_cast<std::uint8_t>(1 + std::countr_zero(puzzle.masks[cell]));
            if ((flags & 4) != 0 || cell % 3 != 0) givens[cell] = digits[cell];
            for (const std::size_t house : shape.houses_of_cell[cell])
                for (const int peer : shape.houses.cells[house])
                    masks[static_cast<std::size_t>(peer)] &= ~puzzle.masks[cell];
        }
        board.reset(digits.data(), masks.data(), givens.data());
    }
    // The digits of a cell in the solutions, or nothing if these are unknown.
    std::uint64_t needed(int cell) const {
        return plain.is_known() ? plain.candidates[static_cast<std::size_t>(cell)] : 0;
    }

    AnyPuzzle puzzle;
    pandoku::CageLists lists;
    logic::Cages cages;
    logic::Board board;
    Plain plain;
};

void check(const Position& position, const logic::Step& step, const logic::Finder& finder) {
    const logic::Board& board = position.board;
    demand(!step.placements.empty() || !step.eliminations.empty(), "a step changes something",
           finder.name);
    for (const auto& pairs : {step.placements, step.eliminations})
        for (const auto [cell, digit] : pairs)
            demand(board.is_open(cell) && board.has(cell, digit), "it changes a candidate",
                   finder.name);
    for (const auto& [cell, role] : step.cells)
        demand(cell < board.layout().n_cells() && role != nullptr, "it marks a cell", finder.name);
    demand(names_roles(finder, step), "its row names the roles", finder.name);
    for (const int house : step.houses)
        demand(house >= 0 && house < board.layout().n_houses(), "it names a house", finder.name);
    for (const auto& fact : step.cages)
        demand(fact.cage >= 0 && fact.cage < board.n_cages(), "it names a cage", finder.name);
    for (const auto& branch : step.branches)
        for (const auto& inner : branch)
            demand(inner.technique != nullptr, "a branch names its techniques", finder.name);
    if (finder.needs == logic::Needs::one_solution) return;
    for (const auto [cell, digit] : step.eliminations)
        demand((position.needed(cell) & pandoku::bit(digit)) == 0, "no solution has the digit",
               finder.name);
    for (const auto [cell, digit] : step.placements)
        demand((position.needed(cell) & ~pandoku::bit(digit)) == 0, "every solution has the digit",
               finder.name);
}

bool is_nested(const logic::Finder& finder) {
    return std::string_view(finder.name).find("nested") != std::string_view::npos;
}

void try_finder(const Position& position, const logic::Finder& finder) {
    if (finder.needs == logic::Needs::cages && position.board.n_cages() == 0) return;
    if (is_nested(finder) && position.board.n_open() > kFewOpen) return;
    logic::Sink some(8), first(1);
    logic::run(finder, position.board, some);
    logic::run(finder, position.board, first);
    for (const auto& step : some.steps()) check(position, step, finder);
    demand((some.n_taken() > 0) == (first.n_taken() > 0), "one step or none", finder.name);
    if (first.n_taken() > 0)
        demand(first.last().eliminations == some.steps()[0].eliminations &&
                   first.last().placements == some.steps()[0].placements,
               "the first step is the first of all", finder.name);
}

// The finders that make no assumptions.
std::vector<int> sound_finders(bool has_nested) {
    std::vector<int> sound;
    for (int i = 0; i < static_cast<int>(logic::finders().size()); ++i) {
        const logic::Finder& finder = *logic::finders()[static_cast<std::size_t>(i)];
        if (finder.needs != logic::Needs::one_solution && (has_nested || !is_nested(finder)))
            sound.push_back(i);
    }
    return sound;
}

// Takes the steps of the finders, and checks that no solution is lost.
void walk(Position& position, int most_steps) {
    static const auto all = sound_finders(true), fast = sound_finders(false);
    int n_steps = 0;
    logic::walk(position.board, position.board.n_open() > kFewOpen ? fast : all,
                [&](int, const logic::Step&) { return ++n_steps < most_steps; }, {});
    for (int cell = 0; cell < position.puzzle.shape.n_cells(); ++cell)
        demand((position.needed(cell) & ~position.board.may(cell)) == 0,
               "a walk keeps every solution");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const unsigned flags = bytes.next(), which = bytes.next();
    // On large boards, all finders together take a second. So they are run one at a time, and
    // seldom.
    const bool may_be_large = (flags & 24) == 24;
    Position position(bytes, shape_from(bytes, may_be_large ? 9 : 4), flags);
    const auto finders = logic::finders();
    const bool is_small = position.puzzle.shape.order <= 4;
    if (flags >= 254 && is_small)
        for (const logic::Finder* finder : finders) try_finder(position, *finder);
    else if (flags >= 244 && is_small)
        walk(position, 1 + static_cast<int>(which % 8));
    else
        try_finder(position, *finders[which % finders.size()]);
    return 0;
}
