// The lane kernel without Python: known counts, known solutions, budgets, stopping.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "check.hpp"
#include "houses.hpp"
#include "lanes/lanes.hpp"

namespace {

namespace lanes = pandoku::lanes;

lanes::Plan plan_of(int order, int box_rows, int box_cols) {
    return lanes::Plan(order, box_rows, box_cols, houses_of(order, box_rows, box_cols).cells);
}

struct Result {
    std::vector<std::uint8_t> solutions;
    std::vector<std::int64_t> counts, nodes;
    lanes::Stats stats;
    lanes::End end = lanes::End::done;
};

Result solve(const lanes::Plan& plan, const std::vector<std::uint8_t>& puzzles, lanes::Batch batch,
             bool keep_going = true) {
    Result result;
    const auto cells = static_cast<std::size_t>(plan.tables().n_cells);
    const std::size_t n = puzzles.size() / cells;
    result.solutions.assign(n * static_cast<std::size_t>(batch.keep) * cells, 0);
    result.counts.assign(n, 0);
    result.nodes.assign(n, 0);
    batch.puzzles = puzzles.data();
    batch.n = static_cast<std::int64_t>(n);
    batch.solutions = result.solutions.data();
    batch.counts = result.counts.data();
    batch.nodes = result.nodes.data();
    result.end = lanes::solve(plan, batch, result.stats, [&] { return keep_going; });
    return result;
}

std::vector<std::uint8_t> digits(const char* line) {
    std::vector<std::uint8_t> result;
    for (; *line != '\0'; ++line)
        result.push_back(static_cast<std::uint8_t>(*line == '.' ? 0 : *line - '0'));
    return result;
}

void test_known_counts(lanes::Isa isa, const std::string& name) {
    struct Known {
        int order, box_rows, box_cols;
        std::int64_t count;
    };
    for (const Known& known : {Known{1, 0, 0, 1}, Known{3, 0, 0, 12}, Known{4, 0, 0, 576},
                               Known{4, 2, 2, 288}, Known{5, 0, 0, 161'280}}) {
        lanes::Batch batch;
        batch.limit = 1'000'000;
        batch.isa = isa;
        const auto cells = static_cast<std::size_t>(known.order * known.order);
        const auto result = solve(plan_of(known.order, known.box_rows, known.box_cols),
                                  std::vector<std::uint8_t>(cells, 0), batch);
        check(result.counts[0] == known.count, name + ": " + std::to_string(known.count) +
                                                   " grids of order " +
                                                   std::to_string(known.order));
    }
}

void test_escargot(lanes::Isa isa, const std::string& name) {
    const auto puzzle =
        digits("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..");
    const auto solution =
        digits("162857493534129678789643521475312986913586742628794135356478219241935867897261354");
    std::vector<std::uint8_t> puzzles;
    for (int i = 0; i < 300; ++i) puzzles.insert(puzzles.end(), puzzle.begin(), puzzle.end());
    for (int threads : {1, 3}) {
        lanes::Batch batch;
        batch.isa = isa;
        batch.threads = threads;
        const auto result = solve(plan_of(9, 3, 3), puzzles, batch);
        bool right = true;
        for (std::size_t i = 0; i < 300; ++i)
            right = right && result.counts[i] == 1 &&
                    std::memcmp(&result.solutions[i * 81], solution.data(), 81) == 0;
        check(right, name + ": a hard puzzle, 300 times, threads " + std::to_string(threads));
    }
}

void test_alone(lanes::Isa isa, const std::string& name) {
    lanes::Batch batch;
    batch.isa = isa;
    batch.limit = batch.keep = 500;
    const auto plan = plan_of(9, 3, 3);
    const auto few = digits(  // 7 more givens would make it proper
        "1....7.9..3..2...8..96..5....53......1.............................7......7......");
    const auto found = solve(plan, few, batch);
    std::set<std::vector<std::uint8_t>> different;
    for (std::ptrdiff_t i = 0; i < 500; ++i)
        different.emplace(found.solutions.begin() + i * 81, found.solutions.begin() + (i + 1) * 81);
    check(found.counts[0] == 500 && different.size() == 500,
          name + ": 500 solutions of one puzzle differ");
    const auto proper =
        digits("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9");
    check(solve(plan, proper, batch).counts[0] == 1,
          name + ": a puzzle of many guesses has one solution");
}

void test_contradictions(lanes::Isa isa, const std::string& name) {
    auto twice_in_a_row = std::vector<std::uint8_t>(81, 0);
    twice_in_a_row[0] = twice_in_a_row[8] = 5;
    lanes::Batch batch;
    batch.isa = isa;
    const auto result = solve(plan_of(9, 3, 3), twice_in_a_row, batch);
    check(result.counts[0] == 0, name + ": equal givens in a row have no solution");
    check(result.solutions == std::vector<std::uint8_t>(81, 0),
          name + ": a puzzle without a solution leaves zeros");
}

void test_budget_and_stop(lanes::Isa isa, const std::string& name) {
    lanes::Batch batch;
    batch.isa = isa;
    batch.limit = std::int64_t{1} << 60;
    batch.node_budget = 5000;
    const std::vector<std::uint8_t> empty(81, 0);
    const auto spent = solve(plan_of(9, 3, 3), empty, batch);
    check(spent.counts[0] < 0 && spent.nodes[0] == 5000, name + ": a budget of nodes is kept");
    batch.node_budget = 0;
    const auto stopped = solve(plan_of(9, 3, 3), empty, batch, false);
    check(stopped.end == lanes::End::interrupted && stopped.counts[0] < 0,
          name + ": the caller can stop a search");
    batch.seconds = 0.01;
    const auto late = solve(plan_of(9, 3, 3), empty, batch);
    check(late.end == lanes::End::done && late.counts[0] < 0, name + ": a budget of time is kept");
}

// Solutions found before a search is stopped are stored, even if others have to wait.
void test_solutions_of_a_stopped_search(lanes::Isa isa, const std::string& name) {
    const auto easy =
        digits("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    const auto hard =
        digits("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..");
    // More puzzles than are solved before `keep_going` is first called.
    constexpr std::size_t n = 40'000;
    std::vector<std::uint8_t> puzzles;
    for (std::size_t i = 0; i < n; ++i) {
        const auto& puzzle = i % 2 == 0 ? easy : hard;
        puzzles.insert(puzzles.end(), puzzle.begin(), puzzle.end());
    }
    for (const int threads : {1, 2}) {
        lanes::Batch batch;
        batch.isa = isa;
        batch.threads = threads;
        const auto result = solve(plan_of(9, 3, 3), puzzles, batch, false);
        std::size_t n_done = 0, n_stored = 0;
        for (std::size_t i = 0; i < n; ++i) {
            if (result.counts[i] <= 0) continue;
            ++n_done;
            const std::uint8_t* const row = &result.solutions[i * 81];
            n_stored += std::find(row, row + 81, 0) == row + 81 ? 1 : 0;
        }
        check(result.end == lanes::End::interrupted && n_done > 0 && n_stored == n_done,
              name + ": a stopped search has stored what it counts, threads " +
                  std::to_string(threads));
    }
}

// Several nodes of a puzzle may branch at once when little of its budget is left.
void test_small_budgets(lanes::Isa isa, const std::string& name) {
    bool is_right = true;
    for (const bool has_boxes : {false, true})
        for (std::int64_t budget = 1; budget < 600; ++budget) {
            lanes::Batch batch;
            batch.isa = isa;
            batch.limit = 1000;
            batch.node_budget = budget;
            const auto plan = plan_of(4, has_boxes ? 2 : 0, has_boxes ? 2 : 0);
            const auto result = solve(plan, std::vector<std::uint8_t>(16, 0), batch);
            is_right &= result.counts[0] < 0 || result.counts[0] == (has_boxes ? 288 : 576);
            is_right &= result.nodes[0] <= budget;
        }
    check(is_right, name + ": a count that a budget cut short says so");
}

void test_solutions_differ(lanes::Isa isa, const std::string& name) {
    lanes::Batch batch;
    batch.isa = isa;
    batch.limit = batch.keep = 1000;
    const auto result = solve(plan_of(4, 2, 2), std::vector<std::uint8_t>(16, 0), batch);
    std::set<std::vector<std::uint8_t>> different;
    for (std::ptrdiff_t i = 0; i < 288; ++i)
        different.emplace(result.solutions.begin() + i * 16,
                          result.solutions.begin() + (i + 1) * 16);
    check(different.size() == 288, name + ": all 288 solutions are kept and differ");
}

}  // namespace

int main() {
    for (auto isa : {lanes::Isa::baseline, lanes::Isa::avx2, lanes::Isa::avx512}) {
        if (!lanes::is_available(isa)) continue;
        const std::string name = lanes::name_of(isa);
        test_known_counts(isa, name);
        test_escargot(isa, name);
        test_alone(isa, name);
        test_contradictions(isa, name);
        test_budget_and_stop(isa, name);
        test_solutions_of_a_stopped_search(isa, name);
        test_small_budgets(isa, name);
        test_solutions_differ(isa, name);
    }
    std::printf("%d failed\n", n_failed);
    return n_failed == 0 ? 0 : 1;
}
