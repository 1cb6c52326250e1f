// Grids with a solution, almost full or almost empty, and any other grids: the reference's search
// ends within its budget, each step changes candidates of the grid, and no step removes a digit of
// the solution.
#include "bytes.hpp"
#include "rating/rater.hpp"

namespace {

using namespace pandoku::rating;

// A grid with relabeled digits.
void draw_solution(Bytes& bytes, std::uint8_t* solution) {
    const int first = bytes.below(9), turn = bytes.below(9);
    const bool is_transposed = bytes.below(2) != 0;
    for (int cell = 0; cell < 81; ++cell) {
        const int row = is_transposed ? cell % 9 : cell / 9;
        const int column = is_transposed ? cell / 9 : cell % 9;
        // Rotates the bands, and the columns of each stack.
        const int shift = 3 * ((row + turn) % 3) + row / 3;
        const int place = column / 3 * 3 + (column + turn / 3) % 3;
        solution[cell] = static_cast<std::uint8_t>(1 + (shift + place + first) % 9);
    }
}

// Whether a step of this technique assumes that there is only one solution.
bool assumes_one(Technique technique) {
    return (technique >= Technique::unique_loop_1 && technique <= Technique::unique_loop_4) ||
           (technique >= Technique::bug_1 && technique <= Technique::bug_4);
}

void check(const Grid& grid, const pandoku::logic::Step& step) {
    demand(!step.placements.empty() || !step.eliminations.empty(), "a step changes something");
    for (const auto& pairs : {step.placements, step.eliminations})
        for (const auto [cell, digit] : pairs)
            demand(grid.has(cell, digit), "it changes a candidate");
}

bool keeps(const Grid& grid, const std::uint8_t* solution) {
    for (int cell = 0; cell < 81; ++cell)
        if (grid.digit[cell] != 0 ? grid.digit[cell] != solution[cell]
                                  : !grid.has(cell, solution[cell] - 1))
            return false;
    return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const unsigned flags = bytes.next();
    std::uint8_t solution[81], givens[81];
    draw_solution(bytes, solution);
    const bool is_any = flags % 8 == 0, is_wide = flags >= 248;
    // The number of open cells out of 64, rarely as many as in a puzzle.
    const int open = is_wide ? 20 + bytes.below(30) : bytes.below(14);
    const int thinned = bytes.below(8);
    for (int cell = 0; cell < 81; ++cell) {
        const int byte = static_cast<int>(bytes.next());
        givens[cell] = byte % 64 < open ? std::uint8_t{0} : solution[cell];
        if (is_any && byte >= 224) givens[cell] = static_cast<std::uint8_t>(byte % 10);
    }
    Grid grid;
    grid.start(givens);
    for (int cell = 0; cell < 81; ++cell)
        each9(grid.at[cell], [&](int d) {
            if (bytes.below(16) < thinned && (is_any || d != solution[cell] - 1))
                grid.remove(cell, d);
        });
    const std::uint64_t looks = is_wide ? 2000 : 300;
    Work work(looks);
    Rater rater(work);
    Hint hint;
    bool is_kept = keeps(grid, solution);
    for (int n_steps = is_wide ? 8 : 3; n_steps > 0 && grid.n_open > 0; --n_steps) {
        work.restart();
        if (!rater.find(grid, hint)) break;
        check(grid, rater.tell(grid, hint));
        is_kept = is_kept && !assumes_one(hint.technique);
        hint.apply(grid);
        demand(!is_kept || keeps(grid, solution), "a step keeps the solution");
    }
    if (flags % 16 != 1) return 0;
    Work rated(looks);
    const Rating rating = Rater(rated).rate(givens, bytes.below(60), bytes.below(90));
    demand(rating.ed <= rating.er || rating.end != End::rated, "the first step is no harder");
    return 0;
}
