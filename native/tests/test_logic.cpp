// The finders without Python: the three views of a board agree, and no finder is ever wrong on
// boards whose candidates include a full grid.
#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "logic/finders.hpp"
#include "logic/many.hpp"
#include "logic/path.hpp"
#include "logic_boards.hpp"
#include "roles.hpp"

namespace {

Layout layout_of(int order, int box_rows, int box_cols, bool diagonals) {
    auto [houses, kinds] = houses_of(order, box_rows, box_cols);
    if (diagonals) {
        std::vector<int> falling, rising;
        for (int k = 0; k < order; ++k) falling.push_back(k * (order + 1));
        for (int k = 1; k <= order; ++k) rising.push_back(k * (order - 1));
        houses.push_back(falling);
        houses.push_back(rising);
        kinds.insert(kinds.end(), 2, 3);
    }
    return Layout(order, houses, kinds);
}

// On boards with noise, the last resort takes seconds for each board, so only a few boards are
// tested.
bool is_tried(const logic::Finder& finder, int n_boards) {
    return n_boards < 2 || std::string_view(finder.name) != "nested-forcing-chain";
}

// All finders except the last resort, and finders that assume exactly one solution.
std::vector<int> order_of_search() {
    std::vector<int> order;
    for (int f = 0; f < static_cast<int>(logic::finders().size()); ++f)
        if (const logic::Finder& finder = *logic::finders()[static_cast<std::size_t>(f)];
            finder.needs != logic::Needs::one_solution && is_tried(finder, f))
            order.push_back(f);
    return order;
}

// Whether a finder that can find only its first placement finds the placement of its first step.
bool is_first_alike(const logic::Finder& finder, const logic::Board& board) {
    if (finder.first == nullptr) return true;
    logic::Sink sink(1);
    finder.find(board, sink);
    const auto [cell, digit] = finder.first(board);
    if (sink.n_taken() == 0) return cell < 0;
    return sink.last().placements == std::vector{logic::Step::make(cell, digit)};
}

void check_views(const logic::Board& board, const std::string& what) {
    const Layout& layout = board.layout();
    bool alike = true;
    for (int house = 0; house < layout.n_houses(); ++house)
        for (int digit = 0; digit < board.order(); ++digit)
            for (int p = 0; p < board.order(); ++p) {
                const int cell = layout.cells(house)[p];
                const bool there = board.has(cell, digit);
                alike &= there == ((board.where(house, digit) & pandoku::bit(p)) != 0);
                alike &= there == board.cells_with(digit).has(cell);
            }
    check(alike, what + ": cells, houses and digits tell the same");
}

void run(int order, int box_rows, int box_cols, int n_boards) {
    const std::string what = "order " + std::to_string(order);
    const Layout layout = layout_of(order, box_rows, box_cols, false);
    std::mt19937 rng(static_cast<unsigned>(order));
    logic::Board board(layout);
    std::size_t n_steps = 0, n_wrong = 0, n_other = 0, n_unnamed = 0;
    for (int i = 0; i < n_boards; ++i) {
        const Case made = random_case(layout, box_rows, box_cols, rng);
        board.reset(made.digits.data(), made.masks.data(), made.givens.data());
        for (const logic::Finder* finder : logic::finders()) {
            if (!is_tried(*finder, i)) continue;
            logic::Sink all(1000), first(1);
            finder->find(board, all);
            for (const auto& step : all.steps()) n_unnamed += !names_roles(*finder, step);
            if (finder->needs == logic::Needs::one_solution) continue;
            finder->find(board, first);
            for (const auto& step : all.steps()) n_wrong += !is_right(step, made);
            n_steps += all.n_taken();
            n_other += !is_first_alike(*finder, board);
            if (all.n_taken() != 0)
                n_other += first.n_taken() != 1 ||
                           first.last().eliminations != all.steps()[0].eliminations;
        }
        std::size_t n_walked = 0;
        logic::walk(board, order_of_search(),
                    [&](int, const logic::Step& step) {
                        n_wrong += !is_right(step, made);
                        return ++n_walked < 2000;
                    },
                    {});
        if (i == 0) check_views(board, what);
    }
    check(n_steps > 0 && n_wrong == 0, what + ": " + std::to_string(n_steps) + " steps are right");
    check(n_unnamed == 0, what + ": the rows name every role");
    check(n_other == 0, what + ": the first step is the first of all");
}

// A branch is an assumption followed by singles, each forced at its place, and by the results of
// inner branches. At its end the candidate has the state claimed by the step, or nothing is left.
bool is_forced(logic::Board board, const logic::Step& step,
               const std::vector<logic::Step>& branch) {
    const Layout& layout = board.layout();
    for (std::size_t i = 0; i < branch.size(); ++i) {
        for (const auto& inner : branch[i].branches)
            if (!is_forced(board, branch[i], inner)) return false;
        for (const auto [cell, digit] : branch[i].eliminations) board.eliminate(cell, digit);
        if (branch[i].placements.empty()) continue;
        const auto [cell, digit] = branch[i].placements[0];
        if (!board.has(cell, digit)) return false;
        const bool is_naked = pandoku::is_single(board.at(cell));
        const bool is_hidden = !branch[i].houses.empty() &&
                               pandoku::is_single(board.where(branch[i].houses[0], digit));
        if (i > 0 && !is_naked && !is_hidden) return false;
        board.place(cell, digit);
    }
    for (const auto [cell, digit] : step.placements)
        if (board.digit(cell) != digit) return false;
    if (step.branches.size() > 1) {
        for (const auto [cell, digit] : step.eliminations)
            if (board.has(cell, digit) || board.digit(cell) == digit) return false;
        return true;
    }
    if (step.houses.empty()) return board.is_broken();
    const int digit = step.candidates.back().candidate.digit;
    for (const int cell : layout.cells(step.houses[0]))
        if (board.digit(cell) == digit) return false;
    return board.where(step.houses[0], digit) == 0;
}

void check_branches() {
    const Layout layout = layout_of(6, 2, 3, false);
    std::mt19937 rng(7);
    logic::Board board(layout);
    std::size_t n_branches = 0, n_wrong = 0;
    for (int i = 0; i < 60; ++i) {
        const Case made = random_case(layout, 2, 3, rng);
        board.reset(made.digits.data(), made.masks.data(), made.givens.data());
        for (const logic::Finder* finder : logic::finders()) {
            logic::Sink all(50);
            finder->find(board, all);
            for (const auto& step : all.steps())
                for (const auto& branch : step.branches) {
                    ++n_branches;
                    n_wrong += !is_forced(board, step, branch);
                }
        }
    }
    check(n_branches > 1000 && n_wrong == 0,
          std::to_string(n_branches) + " branches lead where their step says");
}

const logic::Finder& finder_of(std::string_view name) {
    const auto rows = logic::finders();
    return **std::find_if(rows.begin(), rows.end(),
                          [&](const logic::Finder* row) { return row->name == name; });
}

// r1c4 r1c2 r2c2 r2c7 r3c7 r3c4: two cells in every row, column and box they touch.
void check_loop() {
    const Layout layout = layout_of(9, 3, 3, false);
    const std::vector<int> loop{3, 1, 10, 15, 24, 21};
    const std::vector<std::uint8_t> none(81);
    std::vector<Mask> masks(81, layout.all_digits());
    const Mask pair = pandoku::bit(5) | pandoku::bit(6);
    for (const int cell : loop) masks[cell] = pair;
    masks[1] |= pandoku::bit(1);
    logic::Board board(layout);
    board.reset(none.data(), masks.data(), none.data());
    logic::Sink one(10);
    finder_of("unique-loop-1").find(board, one);
    const std::vector<logic::Candidate> both{logic::Step::make(1, 5), logic::Step::make(1, 6)};
    check(one.n_taken() == 1 && one.steps()[0].eliminations == both,
          "the only cell of a loop with another candidate loses the pair");
    masks[10] |= pandoku::bit(2);
    board.reset(none.data(), masks.data(), none.data());
    logic::Sink two(10);
    finder_of("unique-loop-1").find(board, two);
    check(two.n_taken() == 0, "two such cells lose nothing");
}

// An outline has the first step of each finder and, for finders whose steps differ in cost, the
// steps that may be the hardest.
void check_outlines() {
    const Layout layout = layout_of(6, 2, 3, false);
    std::mt19937 rng(13);
    const std::vector<int> order = order_of_search();
    // Costs like those of a scale: later finders cost more, and every third finder costs more for
    // longer chains.
    std::vector<logic::Cost> costs;
    for (std::size_t i = 0; i < order.size(); ++i)
        costs.push_back(
            {1.0 + static_cast<double>(i), static_cast<double>(i % 3 == 0 ? i + 9 : i + 1)});
    std::size_t n_kept = 0, n_wrong = 0;
    for (int i = 0; i < 60; ++i) {
        const Case made = random_case(layout, 2, 3, rng);
        logic::Board board(layout), same(layout);
        board.reset(made.digits.data(), made.masks.data(), made.givens.data());
        same.reset(made.digits.data(), made.masks.data(), made.givens.data());
        std::vector<std::int32_t> firsts(order.size()), seen(order.size());
        std::vector<std::pair<std::int32_t, logic::Step>> steps;
        double least = 0;
        std::vector<std::size_t> finders;
        logic::walk(same, order,
                    [&](int finder, const logic::Step& step) {
                        const auto at = static_cast<std::size_t>(
                            std::find(order.begin(), order.end(), finder) - order.begin());
                        steps.emplace_back(static_cast<std::int32_t>(steps.size()) + 1, step);
                        if (seen[at] == 0) seen[at] = steps.back().first;
                        finders.push_back(at);
                        least = std::max(least, costs[at].least);
                        return true;
                    },
                    {});
        logic::Sink sink(1, {}, false);
        logic::Outline outline{costs, firsts.data()};
        n_wrong += !logic::outline_steps(board, order, sink, outline) || firsts != seen;
        auto kept = outline.kept.begin();
        for (std::size_t k = 0; k < steps.size(); ++k) {
            const logic::Cost& cost = costs[finders[k]];
            if (cost.least == cost.most || cost.most < least) continue;
            const auto& [number, step] = steps[k];
            n_wrong += kept == outline.kept.end() || kept->number != number ||
                       kept->at != finders[k] || kept->step.eliminations != step.eliminations ||
                       kept->step.placements != step.placements ||
                       kept->step.candidates.size() != step.candidates.size();
            if (kept == outline.kept.end()) break;
            ++kept, ++n_kept;
        }
        n_wrong += kept != outline.kept.end();
    }
    check(n_kept > 100 && n_wrong == 0,
          std::to_string(n_kept) + " kept steps are those that may be the hardest");
}

// Many paths at once equal the paths one by one, on any number of threads.
void check_many() {
    const Layout layout = layout_of(6, 2, 3, false);
    std::mt19937 rng(11);
    const std::vector<int> order = order_of_search();
    constexpr int kPuzzles = 40;
    std::vector<std::uint8_t> givens;
    for (int i = 0; i < kPuzzles; ++i) {
        const Case made = random_case(layout, 2, 3, rng);
        givens.insert(givens.end(), made.givens.begin(), made.givens.end());
    }
    const auto counted = [&](int threads, std::vector<std::uint8_t>& ends) {
        std::vector<std::int32_t> counts(kPuzzles * order.size());
        ends.assign(kPuzzles, 9);
        logic::Many many;
        many.givens = givens.data();
        many.n = kPuzzles;
        many.order = order;
        many.threads = threads;
        many.counts = counts.data();
        many.ends = ends.data();
        check(logic::walk_many(layout, many, [] { return true; }), "many paths reach their ends");
        return counts;
    };
    std::vector<std::uint8_t> ends, ends_of_three;
    const auto counts = counted(1, ends);
    check(counts == counted(3, ends_of_three) && ends == ends_of_three,
          "many paths do not depend on the number of threads");
    logic::Board board(layout);
    bool same = true;
    for (int i = 0; i < kPuzzles; ++i) {
        const std::uint8_t* own = givens.data() + i * layout.n_cells();
        std::vector<Mask> masks(layout.n_cells(), layout.all_digits());
        for (int cell = 0; cell < layout.n_cells(); ++cell)
            for (const int peer : layout.house_peers(cell))
                if (own[peer] != 0) masks[cell] &= ~pandoku::bit(own[peer] - 1);
        board.reset(own, masks.data(), own);
        std::vector<std::int32_t> steps(order.size());
        logic::walk(board, order,
                    [&](int finder, const logic::Step&) {
                        ++steps[std::find(order.begin(), order.end(), finder) - order.begin()];
                        return true;
                    },
                    {});
        same &= std::equal(steps.begin(), steps.end(), counts.begin() + i * steps.size());
        const auto end = board.is_broken()     ? logic::End::broken
                         : board.n_open() == 0 ? logic::End::full
                                               : logic::End::stuck;
        same &= ends[i] == static_cast<std::uint8_t>(end);
    }
    check(same, "many paths equal the paths one by one");
}

}  // namespace

int main() {
    check_branches();
    check_loop();
    check_outlines();
    check_many();
    run(4, 2, 2, 60);
    run(6, 2, 3, 40);
    run(7, 0, 0, 30);
    run(9, 3, 3, 40);
    run(16, 4, 4, 2);
    check(
        !layout_of(5, 0, 0, true).share_house(0, 7) && layout_of(5, 0, 0, true).share_house(0, 24),
        "a diagonal is a house like any other");
    return n_failed == 0 ? 0 : 1;
}
