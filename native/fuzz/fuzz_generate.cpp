// Any request: the only solution of the result is the grid that it was made from. The result meets
// the request. It depends only on its key, and not on other keys or the number of threads.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "cages/search.hpp"
#include "generate/cage_batch.hpp"
#include "generate/cage_maker.hpp"
#include "generate/cage_minimal.hpp"
#include "generate/dig.hpp"
#include "generate/grids.hpp"
#include "shapes.hpp"

namespace {

using namespace pandoku;
using Rows = std::vector<std::uint8_t>;

const auto kOn = [] { return true; };

std::vector<std::uint64_t> keys_from(Bytes& bytes, int n) {
    std::vector<std::uint64_t> keys;
    for (int i = 0; i < n; ++i) keys.push_back(bytes.next_two() * 0x9e37'79b9u + bytes.next());
    return keys;
}

std::int64_t count(const Shape& shape, const std::uint8_t* puzzle, Rows& solution) {
    solution.assign(static_cast<std::size_t>(shape.n_cells()), 0);
    std::int64_t found = 0;
    lanes::Batch batch;
    batch.puzzles = puzzle;
    batch.n = 1;
    batch.isa = lanes::Isa::baseline;
    batch.solutions = solution.data();
    batch.counts = &found;
    lanes::Stats stats;
    lanes::solve(shape.plan, batch, stats, kOn);
    return found;
}

void check_grid(const Shape& shape, const std::uint8_t* grid) {
    for (const auto& house : shape.houses.cells) {
        std::uint64_t seen = 0;
        for (const int cell : house) seen |= std::uint64_t{1} << (grid[cell] - 1);
        demand(seen == shape.all(), "each house of a grid has each digit");
    }
}

const generate::Grids& grids_of(const Shape& shape) {
    const bool is_classic = shape.plan.tables().classic9;
    const bool is_latin = shape.is_plain() && shape.box_rows == 0;
    if (!shape.prepared)
        shape.prepared =
            std::make_shared<const generate::Grids>(shape.layout, is_classic, is_latin, shape.grid);
    return *static_cast<const generate::Grids*>(shape.prepared.get());
}

// Checks that there is a grid, or a row of zeros, for each key.
Rows draw(const Shape& shape, const std::vector<std::uint64_t>& keys) {
    const generate::Grids& grids = grids_of(shape);
    const auto n_cells = static_cast<std::size_t>(shape.n_cells());
    Rows rows(keys.size() * n_cells);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        std::uint8_t* grid = rows.data() + i * n_cells;
        if (grids.draw(keys[i], grid))
            check_grid(shape, grid);
        else
            std::fill_n(grid, n_cells, std::uint8_t{0});
    }
    return rows;
}

// Options for the removal of givens.
struct DigWish {
    DigWish(Bytes& bytes, int n_cells) {
        const unsigned kind = bytes.next();
        if (kind % 4 == 1)
            for (int cell = 0; cell < n_cells; ++cell)  // a half turn, or any groups
                groups.push_back(static_cast<std::uint16_t>(
                    kind >= 128 ? bytes.below(n_cells) : std::min(cell, n_cells - 1 - cell)));
        if (kind % 8 >= 6)
            for (int cell = 0; cell < n_cells; ++cell)
                keep.push_back(static_cast<std::uint8_t>(bytes.one_in(5)));
        if (kind % 16 == 2) least = bytes.below(n_cells + 1);
        if (kind % 16 == 4) less = 1 + bytes.below(n_cells);
        if (kind % 16 == 12) exchanges = 1 + bytes.below(3);
    }
    Rows dig(const Shape& shape, const Rows& puzzles, const std::vector<std::uint64_t>& keys,
             int threads) const {
        const std::vector<std::uint16_t> leasts(keys.size(), static_cast<std::uint16_t>(least));
        Rows out(puzzles.size() * static_cast<std::size_t>(1 + exchanges));
        generate::Dig task;
        task.plan = &shape.plan;
        task.n = static_cast<std::int64_t>(keys.size());
        task.puzzles = task.solutions = puzzles.data();
        task.keys = keys.data();
        task.groups = groups.empty() ? nullptr : groups.data();
        task.keep = keep.empty() ? nullptr : keep.data();
        task.least = leasts.data();
        task.less = less;
        task.exchanges = exchanges;
        task.threads = threads;
        task.out = out.data();
        demand(generate::dig(task, kOn), "digging ends");
        return out;
    }
    bool is_free() const { return groups.empty() && keep.empty() && least == 0; }

    std::vector<std::uint16_t> groups;
    std::vector<std::uint8_t> keep;
    int least = 0, less = 0, exchanges = 0;
};

void check_dug(const Shape& shape, const DigWish& wish, const std::uint8_t* puzzle,
               const std::uint8_t* grid, int may_spare) {
    const auto n_cells = static_cast<std::size_t>(shape.n_cells());
    Rows solution;
    demand(count(shape, puzzle, solution) == 1, "what is dug is proper");
    demand(wish.less > 0 || std::equal(grid, grid + n_cells, solution.begin()),
           "its solution is the grid");
    for (std::size_t cell = 0; cell < n_cells; ++cell)
        demand(wish.keep.empty() || wish.keep[cell] == 0 || puzzle[cell] != 0, "a given is kept");
    const int n_empty = static_cast<int>(std::count(puzzle, puzzle + n_cells, 0));
    demand(shape.n_cells() - n_empty >= wish.least, "there are as many givens as wished");
    if (!wish.is_free()) return;
    Rows trial(puzzle, puzzle + n_cells);  // a copy, which loses one of its givens
    const auto cell = static_cast<std::size_t>(may_spare) % n_cells;
    if (trial[cell] == 0) return;
    trial[cell] = 0;
    demand(count(shape, trial.data(), solution) > 1, "no given can go");
}

void make_dug(Bytes& bytes, const Shape& shape, int n) {
    const auto keys = keys_from(bytes, n);
    const Rows grids = draw(shape, keys);
    if (std::find(grids.begin(), grids.end(), 0) != grids.end()) return;
    const DigWish wish(bytes, shape.n_cells());
    const int may_spare = static_cast<int>(bytes.next());
    const Rows dug = wish.dig(shape, grids, keys, 1);
    const auto n_cells = static_cast<std::size_t>(shape.n_cells());
    const auto n_made = static_cast<std::size_t>(1 + wish.exchanges);
    for (std::size_t i = 0; i < keys.size() * n_made; ++i) {
        const std::uint8_t* puzzle = dug.data() + i * n_cells;
        if (i % n_made != 0 && std::count(puzzle, puzzle + n_cells, 0) == shape.n_cells()) continue;
        check_dug(shape, wish, puzzle, grids.data() + i / n_made * n_cells, may_spare);
    }
    if (n == 1) return;
    demand(wish.dig(shape, grids, keys, 2) == dug, "threads make no difference");
    const auto last = static_cast<std::ptrdiff_t>((keys.size() - 1) * n_cells);
    const Rows alone = wish.dig(shape, Rows(grids.begin() + last, grids.end()), {keys.back()}, 1);
    demand(std::equal(alone.begin(), alone.end(),
                      dug.begin() + last * static_cast<std::ptrdiff_t>(n_made)),
           "a puzzle follows from its key");
}

generate::CageWishes cage_wishes(Bytes& bytes, const Shape& shape) {
    const unsigned kind = bytes.next();
    generate::CageWishes wishes;
    wishes.is_killer = kind % 2 != 0;
    wishes.is_hidden = kind % 8 == 4;
    for (int size = 2; size <= generate::kMaxCage; ++size)
        wishes.sizes[static_cast<std::size_t>(size)] =
            static_cast<std::uint32_t>(size <= 4 ? bytes.below(4) : bytes.below(64) / 60);
    for (auto& weight : wishes.operations) weight = static_cast<std::uint32_t>(bytes.below(4));
    if (wishes.is_killer) wishes.operations = {1, 0, 0, 0};
    wishes.n_singles = bytes.one_in(3) ? bytes.below(shape.order + 1) : 0;
    if (bytes.one_in(8)) wishes.largest_sum = 1 + bytes.below(3 * shape.order);
    wishes.rounds = bytes.one_in(16) ? 12 : 1 + bytes.below(3);
    wishes.node_budget = 60;
    return wishes;
}

struct CageRows {
    CageRows(std::size_t n, std::size_t n_cells)
        : n_cages(n), cage_of(n * n_cells), operations(n * n_cells), targets(n * n_cells) {}
    bool operator==(const CageRows&) const = default;

    std::vector<std::uint16_t> n_cages, cage_of;
    Rows operations;
    std::vector<std::int64_t> targets;
};

CageRows make_rows(const Shape& shape, const generate::CageWishes& wishes,
                   std::span<const std::uint64_t> keys, const std::uint8_t* grids,
                   const std::uint8_t* givens, int threads) {
    CageRows rows(keys.size(), static_cast<std::size_t>(shape.n_cells()));
    const generate::CageBatch batch{static_cast<std::int64_t>(keys.size()),
                                    keys.data(),
                                    grids,
                                    givens,
                                    threads,
                                    rows.n_cages.data(),
                                    rows.cage_of.data(),
                                    rows.operations.data(),
                                    rows.targets.data()};
    demand(generate::make_cages(shape.layout, wishes, batch, kOn), "making cages ends");
    return rows;
}

cages::Result solve(const Shape& shape, const CageLists& lists, const std::vector<Mask>& masks) {
    std::atomic<bool> stop{false};
    cages::Stopper stopper(stop, nullptr);
    cages::Search search(shape.layout, stopper);
    cages::Batch batch;
    batch.cages = &lists;
    batch.masks = masks.data();
    batch.node_budget = 2000;
    return search.solve(batch, 0);
}

void check_sizes(const generate::CageWishes& wishes, std::span<const generate::Area> areas) {
    int n_singles = 0;
    for (const auto& area : areas) {
        n_singles += area.size() == 1;
        demand(area.size() == 1 || wishes.sizes[static_cast<std::size_t>(area.size())] > 0,
               "a cage has a size that is wished");
    }
    demand(n_singles == wishes.n_singles, "there are as many single cells as wished");
}

// Removes clues from a proper puzzle, which must stay proper.
void drop(const Shape& shape, const CageLists& lists, const std::vector<Mask>& masks,
          const std::vector<std::uint64_t>& keys, const Rows& solution) {
    const std::size_t n = lists.n_cages(0);
    std::vector<std::uint8_t> fates(n);
    generate::ClueBatch batch;
    batch.cages = &lists;
    batch.masks = masks.data();
    batch.keys = keys.data();
    batch.n_columns = static_cast<std::int64_t>(n);
    batch.fates = fates.data();
    batch.node_budget = 60;
    demand(generate::drop_clues(shape.layout, batch, kOn), "dropping clues ends");
    CageLists fewer;
    for (std::size_t c = 0; c < n; ++c) {
        const auto cage = lists.cage(0, c);
        if (fates[c] != generate::kGoes)
            fewer.add(cage.operation, cage.target, cage.repeats, cage.cells);
        else if (!cage.repeats)
            fewer.add('.', 0, false, cage.cells);
    }
    fewer.end_puzzle();
    const auto result = solve(shape, fewer, masks);
    demand(result.count <= 1, "with fewer clues there is no other solution");
    demand(result.solutions.empty() || result.solutions == solution, "the solution is the same");
}

void make_caged(Bytes& bytes, const Shape& shape, bool is_batch, bool is_dropped) {
    const auto keys = keys_from(bytes, is_batch ? 3 : 1);
    const Rows grids = draw(shape, keys);
    if (std::find(grids.begin(), grids.end(), 0) != grids.end()) return;
    const auto wishes = cage_wishes(bytes, shape);
    const auto n_cells = static_cast<std::size_t>(shape.n_cells());
    Rows givens(grids.size());
    const bool has_givens = bytes.one_in(3);
    for (std::size_t cell = 0; has_givens && cell < givens.size(); ++cell)
        if (bytes.one_in(4)) givens[cell] = grids[cell];

    std::atomic<bool> stop{false};
    generate::CageMaker maker(shape.layout, wishes, stop);
    const bool is_made = maker.make(keys[0], grids.data(), givens.data());
    if (is_made) {
        check_sizes(wishes, maker.areas());
        CageLists lists;
        for (std::size_t c = 0; c < maker.areas().size(); ++c) {
            const auto& clue = maker.clues()[c];
            lists.add(clue.operation, clue.target, !wishes.is_killer, maker.areas()[c].cells());
            demand(!wishes.is_killer || wishes.largest_sum == 0 || maker.areas()[c].size() == 1 ||
                       clue.target <= wishes.largest_sum,
                   "no sum is larger than wished");
        }
        lists.end_puzzle();
        std::vector<Mask> masks;
        for (std::size_t cell = 0; cell < n_cells; ++cell)
            masks.push_back(givens[cell] == 0 ? shape.all() : bit(givens[cell] - 1));
        const auto result = solve(shape, lists, masks);
        const Rows solution(grids.begin(), grids.begin() + static_cast<std::ptrdiff_t>(n_cells));
        demand(result.count <= 1, "what is made is proper");
        demand(result.count == 0 || result.solutions == solution, "its solution is the grid");
        demand(result.count == 1 || result.stopped != cages::Stopped::no, "it has a solution");
        if (is_dropped) drop(shape, lists, masks, keys, solution);
    }
    if (!is_batch) return;
    const auto rows = make_rows(shape, wishes, keys, grids.data(), givens.data(), 1);
    demand((rows.n_cages[0] != 0) == is_made, "a puzzle is made, or not, whatever is beside it");
    demand(make_rows(shape, wishes, keys, grids.data(), givens.data(), 2) == rows,
           "threads make no difference");
    for (std::size_t cell = 0; is_made && cell < n_cells; ++cell) {
        const auto area = static_cast<std::size_t>(maker.area_of(static_cast<int>(cell)));
        demand(rows.targets[rows.cage_of[cell]] == maker.clues()[area].target,
               "a puzzle follows from its key");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const unsigned flags = bytes.next(), room = bytes.next();
    const int most = room == 255 ? 16 : room >= 253 ? 9 : room >= 248 ? 6 : room >= 208 ? 4 : 3;
    const Shape& shape = shape_from(bytes, most);
    // Finding out that there is no grid may take a second, and listing all grids a tenth of a
    // second.
    const bool is_listed_anew = !shape.is_plain() && shape.order > 4;
    if (shape.grid.empty() || (is_listed_anew && room < 254)) return 0;
    if (flags % 8 == 7)
        make_dug(bytes, shape, flags % 128 == 127 ? 3 : 1);
    else
        make_caged(bytes, shape, flags % 128 == 125, flags % 32 == 2);
    return 0;
}
