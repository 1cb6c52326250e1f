// Any grid of candidates, impossible ones included: the reference's search ends within its budget,
// and each step changes candidates of the grid.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "bytes.hpp"
#include "rating/rater.hpp"

namespace {

using namespace pandoku::rating;

void demand(bool claim, const char* what) {
    if (claim) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    std::uint8_t givens[81];
    const int filled = bytes.below(60), thinned = bytes.below(4);
    for (auto& digit : givens) {
        const int byte = static_cast<int>(bytes.next());
        digit = static_cast<std::uint8_t>(byte % 64 < filled ? 1 + byte / 4 % 9 : 0);
    }
    Grid grid;
    grid.start(givens);
    for (int cell = 0; cell < 81; ++cell)
        each9(grid.at[cell], [&](int d) {
            if (bytes.below(8) < thinned) grid.remove(cell, d);
        });
    for (int n_steps = 0; n_steps < 40 && grid.n_open > 0; ++n_steps) {
        Work work(20000);
        Rater rater(work);
        Hint hint;
        if (!rater.find(grid, hint)) break;
        const auto step = rater.tell(grid, hint);
        demand(!step.placements.empty() || !step.eliminations.empty(), "a step changes something");
        for (const auto& pairs : {step.placements, step.eliminations})
            for (const auto [cell, digit] : pairs)
                demand(grid.has(cell, digit), "it changes a candidate");
        hint.apply(grid);
    }
    Work work(20000);
    Rater(work).rate(givens, 0, 0);
    return 0;
}
