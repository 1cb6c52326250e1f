// Tests of making puzzles with cages, without Python: cages meet the request, puzzles are proper,
// and all results follow from the keys.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "cages/cages.hpp"
#include "check.hpp"
#include "generate/cage_batch.hpp"
#include "generate/cage_minimal.hpp"
#include "generate/random.hpp"
#include "houses.hpp"

namespace {

namespace cages = pandoku::cages;
namespace generate = pandoku::generate;
using pandoku::CageLists;
using pandoku::Layout;

constexpr int kPuzzles = 60;

struct Cage {
    char operation;
    std::int64_t target;
    std::vector<std::uint16_t> cells;

    bool operator==(const Cage&) const = default;
};

struct Made {
    std::vector<std::uint64_t> keys;
    std::vector<std::uint8_t> solutions;
    std::vector<std::vector<Cage>> puzzles;
};

Layout layout_of(int order, int box_rows) {
    const Houses houses = houses_of(order, box_rows, box_rows == 0 ? 0 : order / box_rows);
    return Layout(order, houses.cells, houses.kinds);
}

// Grids that the cage search finds when it prefers random digits.
std::vector<std::uint8_t> random_grids(const Layout& layout, int n) {
    const auto n_cells = static_cast<std::size_t>(layout.n_cells());
    const std::vector<pandoku::Mask> masks(n_cells * static_cast<std::size_t>(n),
                                           layout.all_digits());
    CageLists none;
    for (int i = 0; i < n; ++i) none.end_puzzle();
    generate::Random random(7);
    std::vector<std::uint8_t> wanted(masks.size());
    for (auto& digit : wanted)
        digit =
            static_cast<std::uint8_t>(1 + random.below(static_cast<std::uint32_t>(layout.order())));
    cages::Batch batch;
    batch.cages = &none;
    batch.masks = masks.data();
    batch.first_digits = wanted.data();
    batch.limit = 1;
    std::vector<cages::Result> results;
    cages::solve(layout, batch, results, [] { return true; });
    std::vector<std::uint8_t> grids;
    for (const auto& result : results)
        grids.insert(grids.end(), result.solutions.begin(), result.solutions.end());
    return grids;
}

generate::CageWishes wishes_of(bool is_killer) {
    generate::CageWishes wishes;
    wishes.is_killer = is_killer;
    wishes.sizes[2] = wishes.sizes[3] = 4;
    wishes.sizes[4] = 2;
    wishes.operations = {2, 4, 2, 8};
    if (is_killer) wishes.operations = {1, 0, 0, 0};
    return wishes;
}

Made make(const Layout& layout, const generate::CageWishes& wishes, int threads = 1) {
    Made made;
    made.solutions = random_grids(layout, kPuzzles);
    const auto n = static_cast<std::size_t>(layout.n_cells()) * kPuzzles;
    for (std::uint64_t key = 0; key < kPuzzles; ++key) made.keys.push_back(key * 77);
    const std::vector<std::uint8_t> givens(n);
    std::vector<std::uint16_t> n_cages(kPuzzles), cage_of(n);
    std::vector<std::uint8_t> operations(n);
    std::vector<std::int64_t> targets(n);
    generate::CageBatch batch{kPuzzles,       made.keys.data(),  made.solutions.data(),
                              givens.data(),  threads,           n_cages.data(),
                              cage_of.data(), operations.data(), targets.data()};
    generate::make_cages(layout, wishes, batch, [] { return true; });
    for (std::size_t i = 0; i < kPuzzles; ++i) {
        const std::size_t at = i * n / kPuzzles;
        std::vector<Cage> puzzle(n_cages[i]);
        for (std::size_t c = 0; c < puzzle.size(); ++c)
            puzzle[c] = {static_cast<char>(operations[at + c]), targets[at + c], {}};
        for (std::size_t cell = 0; !puzzle.empty() && cell < n / kPuzzles; ++cell)
            puzzle[cage_of[at + cell]].cells.push_back(static_cast<std::uint16_t>(cell));
        made.puzzles.push_back(puzzle);
    }
    return made;
}

CageLists lists_of(const Made& made, bool is_killer) {
    CageLists lists;
    for (const auto& puzzle : made.puzzles) {
        for (const Cage& cage : puzzle)
            lists.add(cage.operation, cage.target, !is_killer, cage.cells);
        lists.end_puzzle();
    }
    return lists;
}

std::vector<cages::Result> solved(const Layout& layout, const Made& made, bool is_killer) {
    const CageLists lists = lists_of(made, is_killer);
    const std::vector<pandoku::Mask> masks(made.solutions.size(), layout.all_digits());
    cages::Batch batch;
    batch.cages = &lists;
    batch.masks = masks.data();
    std::vector<cages::Result> results;
    cages::solve(layout, batch, results, [] { return true; });
    return results;
}

void test_proper(const std::string& name, const Layout& layout, const Made& made, bool is_killer) {
    const std::vector<cages::Result> results = solved(layout, made, is_killer);
    int n_made = 0, n_proper = 0;
    for (std::size_t i = 0; i < kPuzzles; ++i) {
        if (made.puzzles[i].empty()) continue;
        ++n_made;
        const auto first =
            made.solutions.begin() + static_cast<std::ptrdiff_t>(i) * layout.n_cells();
        n_proper += results[i].count == 1 &&
                    std::equal(results[i].solutions.begin(), results[i].solutions.end(), first);
    }
    check(n_made > kPuzzles * 9 / 10, name + ": nine of ten keys lead to a puzzle");
    check(n_proper == n_made, name + ": every puzzle has its solution as the only one");
}

void test_cages(const std::string& name, const Made& made, const generate::CageWishes& wishes) {
    bool has_sizes = true;
    int n_straight = 0, n_bent = 0;
    for (const auto& puzzle : made.puzzles)
        for (const Cage& cage : puzzle) {
            const std::size_t n = cage.cells.size();
            has_sizes = has_sizes && n < wishes.sizes.size() && wishes.sizes[n] > 0;
            if (n != 3) continue;
            const int step = cage.cells[1] - cage.cells[0];
            const bool is_straight = cage.cells[2] - cage.cells[1] == step;
            (is_straight ? n_straight : n_bent) += 1;
        }
    check(has_sizes, name + ": all cages have sizes that are wished");
    check(n_straight > 0 && n_bent > n_straight, name + ": cages of three are of both shapes");
}

void test_all(const std::string& name, const Layout& layout, bool is_killer) {
    const auto wishes = wishes_of(is_killer);
    const Made made = make(layout, wishes);
    test_proper(name, layout, made, is_killer);
    test_cages(name, made, wishes);
    check(make(layout, wishes, 3).puzzles == made.puzzles, name + ": threads make no difference");
}

// After a proof without a guess, continues with harder cages, if there are any.
void test_guesses() {
    const Layout layout = layout_of(6, 0);
    auto wishes = wishes_of(false);
    const auto n_guessed = [&] {
        const auto results = solved(layout, make(layout, wishes), false);
        return std::count_if(results.begin(), results.end(),
                             [](const cages::Result& result) { return result.nodes > 0; });
    };
    const auto usual = n_guessed();
    wishes.guesses = 1;
    const auto asked = n_guessed();
    check(asked > kPuzzles * 3 / 4 && asked > 2 * usual, "proofs take guesses where asked");
}

// The results are the same on every machine. If the result of a key changes, this test fails.
void test_golden() {
    const Made made = make(layout_of(6, 0), wishes_of(false));
    std::uint64_t sum = 0;
    for (const auto& puzzle : made.puzzles)
        for (const Cage& cage : puzzle) {
            sum = sum * 31 + static_cast<std::uint64_t>(cage.target) + cage.cells.size();
            for (const std::uint16_t cell : cage.cells) sum = sum * 1'000'003 + cell;
        }
    check(sum == 0xc52d9d8215ab6ce1, "the keys lead to the puzzles that they always led to");
}

void test_clues() {
    const Layout layout = layout_of(6, 0);
    const Made made = make(layout, wishes_of(false));
    const CageLists lists = lists_of(made, false);
    const std::vector<pandoku::Mask> masks(made.solutions.size(), layout.all_digits());
    constexpr std::size_t kColumns = 36;
    std::vector<std::uint8_t> fates(kPuzzles * kColumns);
    generate::ClueBatch batch;
    batch.cages = &lists;
    batch.masks = masks.data();
    batch.keys = made.keys.data();
    batch.n_columns = kColumns;
    batch.fates = fates.data();
    generate::drop_clues(layout, batch, [] { return true; });
    CageLists fewer;
    bool drops = true;
    for (std::size_t i = 0; i < kPuzzles; ++i) {
        int n = 0;
        for (std::size_t c = 0; c < made.puzzles[i].size(); ++c) {
            const Cage& cage = made.puzzles[i][c];
            if (fates[i * kColumns + c] == generate::kStays)
                fewer.add(cage.operation, cage.target, true, cage.cells);
            else
                ++n;
        }
        fewer.end_puzzle();
        drops = drops && n > 0;
    }
    check(drops, "every puzzle can do without some clue");
    batch.cages = &fewer;
    batch.keys = nullptr;
    generate::drop_clues(layout, batch, [] { return true; });
    check(std::count(fates.begin(), fates.end(), generate::kStays) == kPuzzles * kColumns,
          "of those that are left, none can go");
}

}  // namespace

int main() {
    test_all("calcudoku of order 4", layout_of(4, 0), false);
    test_all("calcudoku of order 7", layout_of(7, 0), false);
    test_all("killer of order 6", layout_of(6, 2), true);
    test_all("killer of order 9", layout_of(9, 3), true);
    test_guesses();
    test_golden();
    test_clues();
    return n_failed == 0 ? 0 : 1;
}
