// Any shape, candidates and cages: every solution of the search must be correct. If trying
// everything is fast, no solution may be missing.
#include <atomic>
#include <utility>
#include <vector>

#include "cages/search.hpp"
#include "logic/cage_equations.hpp"
#include "puzzles.hpp"

namespace {

namespace cages = pandoku::cages;
namespace logic = pandoku::logic;

constexpr int kTries = 1500;  // of the plain search

// The views contain every digit of a solution, and the solution satisfies every sum of houses and
// cages.
void check_views(const AnyPuzzle& puzzle, const pandoku::CageLists& lists,
                 const std::uint8_t* solution) {
    const logic::Cages known(puzzle.shape.layout, lists, 0);
    logic::Board board(puzzle.shape.layout, &known);
    std::vector<std::uint8_t> digits;  // a cell with one candidate is filled
    for (std::size_t cell = 0; cell < puzzle.masks.size(); ++cell)
        digits.push_back(pandoku::is_single(puzzle.masks[cell]) ? solution[cell] : std::uint8_t{0});
    board.reset(digits.data(), puzzle.masks.data(), digits.data());
    for (int c = 0; c < known.n(); ++c) {
        const logic::View& view = board.view(c);
        std::uint64_t held = 0;
        for (std::size_t p = 0; p < known[c].size(); ++p) {
            const std::uint64_t digit = pandoku::bit(solution[known[c].cells[p]] - 1);
            demand((view.may[p] & digit) != 0, "a view has the digits of the solution");
            held |= digit;
        }
        demand((view.required & ~held) == 0, "the digits that a view requires are there");
    }
    for (const pandoku::Equation& sum : logic::sums_of(board)) {
        std::int64_t total = 0;
        for (const auto cell : sum.plus) total += solution[cell];
        for (const auto cell : sum.minus) total -= solution[cell];
        demand(total == sum.total, "a sum of houses and cages holds");
    }
}

void check_solutions(const AnyPuzzle& puzzle, const cages::Result& found) {
    for (std::size_t at = 0; at < found.solutions.size(); at += puzzle.masks.size())
        demand(puzzle.holds(found.solutions.data() + at), "a solution is one");
}

// A puzzle in the middle of a batch, on several threads, has the same results as alone.
void check_batch(const AnyPuzzle& puzzle, cages::Batch batch, const cages::Result& alone) {
    constexpr int kCopies = 3;
    pandoku::CageLists lists;
    std::vector<std::uint64_t> masks;
    std::vector<std::uint8_t> first;
    for (int i = 0; i < kCopies; ++i) {
        for (const AnyCage& cage : puzzle.cages)
            lists.add(cage.operation, cage.target, cage.repeats, cage.cells);
        lists.end_puzzle();
        masks.insert(masks.end(), puzzle.masks.begin(), puzzle.masks.end());
        first.insert(first.end(), puzzle.shape.grid.begin(), puzzle.shape.grid.end());
    }
    if (batch.first_digits != nullptr) batch.first_digits = first.data();
    batch.cages = &lists;
    batch.masks = masks.data();
    batch.threads = 2;
    std::vector<cages::Result> results;
    demand(cages::solve(puzzle.shape.layout, batch, results, [] { return true; }), "a batch ends");
    for (const cages::Result& result : results)
        demand(result.count == alone.count && result.nodes == alone.nodes &&
                   result.solutions == alone.solutions,
               "a puzzle of a batch has the answer that it has alone");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const unsigned flags = bytes.next();
    const Shape& shape = shape_from(bytes);
    const AnyPuzzle puzzle = puzzle_from(bytes, shape, true);
    const auto lists = puzzle.lists();
    const Plain plain(puzzle, shape.order <= 6 ? kTries : 1);

    std::atomic<bool> stop{false};
    cages::Stopper stopper(stop, nullptr);
    cages::Search search(shape.layout, stopper);
    cages::Batch batch;
    batch.cages = &lists;
    batch.masks = puzzle.masks.data();
    batch.first_digits = flags % 4 == 1 && !shape.grid.empty() ? shape.grid.data() : nullptr;
    batch.limit = plain.is_known() ? plain.count + 1 : flags % 2 == 0 ? 10 : 2;
    batch.node_budget = plain.is_known() ? 0 : 12;
    batch.keep = 5;
    batch.patience = flags % 3 == 0 ? 1 + flags % 5 : -1;
    const auto found = search.solve(batch, 0);
    check_solutions(puzzle, found);
    if (plain.is_known())
        demand(found.count == plain.count && found.stopped == cages::Stopped::no,
               "the search finds as many solutions as there are");
    if (!found.solutions.empty() && flags / 4 % 4 == 1)
        check_views(puzzle, lists, found.solutions.data());
    if (flags >= 252) check_batch(puzzle, batch, found);

    if (flags / 16 % 2 == 0) return 0;
    batch.true_candidates = true;
    const auto wanted = search.solve(batch, 0);
    const bool is_done = wanted.stopped == cages::Stopped::no;
    demand(is_done || !plain.is_known(), "without a budget all candidates are known");
    if (plain.is_known())
        demand(wanted.candidates == plain.candidates, "a candidate is in a solution, or gone");
    for (std::size_t at = 0; is_done && at < found.solutions.size(); ++at)
        demand((wanted.candidates[at % puzzle.masks.size()] >> (found.solutions[at] - 1) & 1) != 0,
               "the digits of a solution are candidates");
    return 0;
}
