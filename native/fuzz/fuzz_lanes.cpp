// Any shape, some puzzles and a budget: every solution of the kernels must be correct. If trying
// everything is fast, no solution may be missing.
#include <algorithm>
#include <vector>

#include "puzzles.hpp"

namespace {

namespace lanes = pandoku::lanes;

constexpr int kTries = 300;  // of the plain search

struct Answer {
    std::vector<std::uint8_t> solutions;
    std::vector<std::int64_t> counts;
};

void solve(const lanes::Plan& plan, lanes::Batch batch, int n_cells, Answer& answer) {
    answer.solutions.assign(static_cast<std::size_t>(batch.n * batch.keep * n_cells), 0);
    answer.counts.assign(static_cast<std::size_t>(batch.n), 0);
    batch.solutions = answer.solutions.data();
    batch.counts = answer.counts.data();
    lanes::Stats stats;
    lanes::solve(plan, batch, stats, [] { return true; });
}

// Compares the result of a kernel for a puzzle with the known number of its solutions (-1 if
// unknown).
void check(const AnyPuzzle& puzzle, std::int64_t count, const std::uint8_t* solutions,
           const lanes::Batch& batch, std::int64_t& known) {
    const std::int64_t found = count < 0 ? -1 - count : count;
    demand(found <= batch.limit, "no more solutions are counted than asked for");
    for (std::int64_t k = 0; k < std::min(found, batch.keep); ++k)
        demand(puzzle.holds(solutions + k * puzzle.shape.n_cells()), "a solution is one");
    if (count < 0) return;
    demand(known < 0 || known == count, "all kernels count the same");
    known = count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const unsigned flags = bytes.next(), room = bytes.next();
    const Shape& shape = shape_from(bytes, room >= 240 ? 36 : room >= 216 ? 6 : 4);
    const int n_cells = shape.n_cells();
    lanes::Batch batch;
    batch.input = lanes::Input::masks64;
    batch.n = shape.order > 16 ? 1 : flags >= 252 ? 1 + bytes.below(40) : 1 + flags % 3;
    batch.limit = 1 + bytes.below(6);
    batch.keep = 1 + bytes.below(4);
    batch.patience = flags % 3 == 0 ? 1 + flags % 5 : lanes::kPatience;
    // Proving that a 6x6 with more houses has no solution may take seconds.
    const bool is_short = shape.order <= (shape.is_plain() ? 6 : 4);
    batch.node_budget = is_short && flags % 2 == 0 ? 0 : 1 + bytes.below(40);
    std::vector<AnyPuzzle> puzzles;
    std::vector<std::int64_t> known;
    std::vector<std::uint64_t> masks;
    for (std::int64_t i = 0; i < batch.n; ++i) {
        puzzles.push_back(puzzle_from(bytes, shape, false));
        masks.insert(masks.end(), puzzles.back().masks.begin(), puzzles.back().masks.end());
        const Plain plain(puzzles.back(), shape.order <= 6 ? kTries : 1);
        known.push_back(plain.is_known() ? std::min<std::int64_t>(plain.count, batch.limit) : -1);
    }
    batch.puzzles = masks.data();

    static Answer answer;  // static, to reuse its memory
    for (auto isa : {lanes::Isa::baseline, lanes::Isa::avx2, lanes::Isa::avx512}) {
        if (!lanes::is_available(isa)) continue;
        batch.isa = isa;
        solve(shape.plan, batch, n_cells, answer);
        for (std::int64_t i = 0; i < batch.n; ++i) {
            const auto at = static_cast<std::size_t>(i);
            demand(batch.node_budget > 0 || answer.counts[at] >= 0,
                   "without a budget all is known");
            check(puzzles[at], answer.counts[at],
                  answer.solutions.data() + i * batch.keep * n_cells, batch, known[at]);
        }
        // A single 9x9 without a bound on guesses is searched by other code.
        if (!shape.plan.tables().classic9) continue;
        lanes::Batch alone = batch;
        alone.n = 1;
        alone.node_budget = 0;
        solve(shape.plan, alone, n_cells, answer);
        check(puzzles[0], answer.counts[0], answer.solutions.data(), alone, known[0]);
    }
    return 0;
}
