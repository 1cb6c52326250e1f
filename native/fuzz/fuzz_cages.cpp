// Any bytes become a shape, candidates and cages; every answer of the search must hold, and on
// small grids none may be missing.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

#include "bytes.hpp"
#include "cages/cages.hpp"
#include "logic/cage_equations.hpp"

namespace {

namespace cages = pandoku::cages;
namespace logic = pandoku::logic;

struct Cage {
    char operation;
    std::int64_t target;
    bool repeats;
    std::vector<std::uint16_t> cells;
};

struct Puzzle {
    int order = 1;
    std::vector<std::vector<int>> houses;
    std::vector<int> kinds;
    std::vector<std::uint64_t> masks;
    std::vector<Cage> cages;
};

void require(bool claim) {
    if (!claim) std::abort();
}

void add_houses(Puzzle& puzzle, Bytes& bytes) {
    const int n = puzzle.order;
    for (const int kind : {0, 1})
        for (int line = 0; line < n; ++line) {
            puzzle.houses.emplace_back();
            for (int k = 0; k < n; ++k)
                puzzle.houses.back().push_back(kind == 0 ? line * n + k : k * n + line);
        }
    const int rows = 2 + bytes.below(3);
    if (n % rows == 0 && rows < n && bytes.below(2) != 0) {
        std::vector<std::vector<int>> boxes(static_cast<std::size_t>(n));
        for (int cell = 0; cell < n * n; ++cell)
            boxes[static_cast<std::size_t>(cell / n / rows * rows + cell % n / (n / rows))]
                .push_back(cell);
        puzzle.houses.insert(puzzle.houses.end(), boxes.begin(), boxes.end());
    }
    if (bytes.below(4) == 0) {  // any cells may be a house
        std::vector<int> cells(static_cast<std::size_t>(n * n));
        std::iota(cells.begin(), cells.end(), 0);
        for (int k = 0; k < n; ++k)
            std::swap(cells[static_cast<std::size_t>(k)],
                      cells[static_cast<std::size_t>(k + bytes.below(n * n - k))]);
        cells.resize(static_cast<std::size_t>(n));
        std::sort(cells.begin(), cells.end());
        puzzle.houses.push_back(cells);
    }
    for (int h = 0; h < static_cast<int>(puzzle.houses.size()); ++h)
        puzzle.kinds.push_back(h < n ? 0 : h < 2 * n ? 1 : h < 3 * n ? 2 : 3);
}

std::int64_t any_target(Bytes& bytes) {
    switch (bytes.below(8)) {
        case 0: return bytes.below(2) ? INT64_MAX : -INT64_MAX;
        case 1: return -bytes.below(30);
        case 2: return std::int64_t{1} << bytes.below(63);
        case 3: {
            std::int64_t product = 1;
            for (int k = bytes.below(12); k > 0; --k) product *= 1 + bytes.below(16);
            return product;
        }
        default: return bytes.below(60);
    }
}

Cage any_cage(Puzzle& puzzle, Bytes& bytes) {
    const int n = puzzle.order;
    Cage cage{"+-*/=?.+"[bytes.below(8)], any_target(bytes), bytes.below(3) != 0, {}};
    int cell = bytes.below(n * n);
    for (int k = 1 + bytes.below(bytes.below(6) == 0 ? 20 : 5); k > 0; --k) {
        if (std::find(cage.cells.begin(), cage.cells.end(), cell) == cage.cells.end())
            cage.cells.push_back(static_cast<std::uint16_t>(cell));
        const int to = bytes.below(9);
        cell = to < 4 ? (cell + 1) % (n * n) : to < 8 ? (cell + n) % (n * n) : bytes.below(n * n);
    }
    if (cage.operation == '.') cage.repeats = false;
    return cage;
}

Puzzle any_puzzle(Bytes& bytes) {
    constexpr int kOrders[] = {1, 2, 3, 3, 3, 4, 4, 4, 5, 6, 8, 9, 9, 10, 12, 13, 16, 36};
    Puzzle puzzle;
    const int n = puzzle.order = kOrders[bytes.below(18)];
    add_houses(puzzle, bytes);
    for (int k = bytes.below(2 * n + 2); k > 0 && !bytes.empty(); --k)
        puzzle.cages.push_back(any_cage(puzzle, bytes));
    const std::uint64_t all = (std::uint64_t{1} << n) - 1;
    for (int cell = 0; cell < n * n; ++cell) {
        const unsigned byte = bytes.empty() ? 255 : bytes.next();
        puzzle.masks.push_back(byte > 120  ? all
                               : byte > 40 ? all & ~(std::uint64_t{1} << byte % 37)
                                           : std::uint64_t{1} << byte % static_cast<unsigned>(n));
    }
    return puzzle;
}

bool gives(char operation, std::int64_t target, const std::vector<int>& digits) {
    if (operation == '.') return true;
    if (operation == '?')
        return gives('+', target, digits) || gives('-', target, digits) ||
               gives('*', target, digits) || gives('/', target, digits);
    const int largest = *std::max_element(digits.begin(), digits.end());
    const std::int64_t sum = std::accumulate(digits.begin(), digits.end(), std::int64_t{0});
    long double product = 1;  // exact up to 64 bits
    for (const int d : digits) product *= d;
    if (operation == '+') return sum == target;
    if (operation == '-') return 2 * largest - sum == target;
    if (operation == '=') return digits.size() == 1 && sum == target;
    if (operation == '*') return product == static_cast<long double>(target);
    return static_cast<long double>(largest) * largest ==
           product * static_cast<long double>(target);
}

bool holds(const Puzzle& puzzle, const std::uint8_t* solution) {
    for (std::size_t cell = 0; cell < puzzle.masks.size(); ++cell)
        if (solution[cell] < 1 || solution[cell] > puzzle.order ||
            !(puzzle.masks[cell] >> (solution[cell] - 1) & 1))
            return false;
    for (const auto& house : puzzle.houses) {
        std::uint64_t seen = 0;
        for (const int cell : house) seen |= std::uint64_t{1} << (solution[cell] - 1);
        if (seen != (std::uint64_t{1} << puzzle.order) - 1) return false;
    }
    for (const Cage& cage : puzzle.cages) {
        std::vector<int> digits;
        for (const int cell : cage.cells) digits.push_back(solution[cell]);
        if (!gives(cage.operation, cage.target, digits)) return false;
        std::sort(digits.begin(), digits.end());
        if (!cage.repeats && std::adjacent_find(digits.begin(), digits.end()) != digits.end())
            return false;
    }
    return true;
}

// Counts by trying everything that the rows and columns allow.
std::int64_t plain_count(const Puzzle& puzzle, std::vector<std::uint8_t>& digits) {
    const std::size_t n = static_cast<std::size_t>(puzzle.order), cell = digits.size();
    if (cell == n * n) return holds(puzzle, digits.data());
    std::int64_t count = 0;
    for (std::uint8_t digit = 1; digit <= n; ++digit) {
        bool fits = puzzle.masks[cell] >> (digit - 1) & 1;
        for (std::size_t other = cell / n * n; other < cell; ++other)
            fits = fits && digits[other] != digit;
        for (std::size_t other = cell % n; other < cell; other += n)
            fits = fits && digits[other] != digit;
        if (!fits) continue;
        digits.push_back(digit);
        count += plain_count(puzzle, digits);
        digits.pop_back();
    }
    return count;
}

// A puzzle as a batch of one.
struct Single {
    explicit Single(const Puzzle& puzzle) : layout(puzzle.order, puzzle.houses, puzzle.kinds) {
        for (const Cage& cage : puzzle.cages)
            lists.add(cage.operation, cage.target, cage.repeats, cage.cells);
        lists.end_puzzle();
        batch.cages = &lists;
        batch.masks = puzzle.masks.data();
        batch.keep = 20;
    }
    cages::Result solve(std::int64_t limit, std::int64_t node_budget, bool true_candidates) {
        batch.limit = limit;
        batch.node_budget = node_budget;
        batch.true_candidates = true_candidates;
        std::vector<cages::Result> results;
        require(cages::solve(layout, batch, results, [] { return true; }));
        return std::move(results.front());
    }

    pandoku::Layout layout;
    pandoku::CageLists lists;
    cages::Batch batch;
};

// The views keep every digit of a solution, and every sum of houses and cages holds for it.
void require_views_hold(const Puzzle& puzzle, const Single& single, const std::uint8_t* solution) {
    const logic::Cages cages(single.layout, single.lists, 0);
    logic::Board board(single.layout, &cages);
    std::vector<std::uint8_t> digits;  // a cell with one candidate is filled
    for (std::size_t cell = 0; cell < puzzle.masks.size(); ++cell)
        digits.push_back(pandoku::is_single(puzzle.masks[cell]) ? solution[cell] : 0);
    board.reset(digits.data(), puzzle.masks.data(), digits.data());
    for (int c = 0; c < cages.n(); ++c) {
        const logic::View& view = board.view(c);
        std::uint64_t held = 0;
        for (std::size_t p = 0; p < cages[c].size(); ++p) {
            const std::uint64_t digit = pandoku::bit(solution[cages[c].cells[p]] - 1);
            require(view.may[p] & digit);
            held |= digit;
        }
        require((view.required & ~held) == 0);
    }
    for (const pandoku::Equation& sum : logic::sums_of(board)) {
        std::int64_t total = 0;
        for (const auto cell : sum.plus) total += solution[cell];
        for (const auto cell : sum.minus) total -= solution[cell];
        require(total == sum.total);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const bool is_full = bytes.below(2) == 0;
    const Puzzle puzzle = any_puzzle(bytes);
    const bool is_small = puzzle.order <= 4;
    Single single(puzzle);
    const auto found =
        is_small ? single.solve(1'000'000, 0, false) : single.solve(is_full ? 50 : 2, 40, false);
    const auto true_ones = single.solve(1, is_small ? 0 : 40, true);
    const std::size_t n_cells = puzzle.masks.size();
    for (std::size_t at = 0; at < found.solutions.size(); at += n_cells) {
        const std::uint8_t* solution = found.solutions.data() + at;
        require(holds(puzzle, solution));
        if (at == 0) require_views_hold(puzzle, single, solution);
        if (true_ones.stopped == cages::Stopped::no)
            for (std::size_t cell = 0; cell < n_cells; ++cell)
                require(true_ones.candidates[cell] >> (solution[cell] - 1) & 1);
    }
    std::vector<std::uint8_t> digits;
    if (is_small) require(found.count == plain_count(puzzle, digits));
    return 0;
}
