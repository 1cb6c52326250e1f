// Paths whose steps are chosen: every step is correct and comes from the first finder that has a
// step.
#include "check.hpp"
#include "logic/chosen.hpp"
#include "logic_boards.hpp"

namespace {

logic::Choosing choosing_of(bool in_order, int choices) {
    logic::Choosing made{{}, {3, {1, 2, 3}, {2, 3, 4}, {3, 4, 5}}, in_order, {0}};
    const auto all = logic::finders();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i]->needs != logic::Needs::nothing) continue;
        const int number = static_cast<int>(i);
        made.efforts.push_back({number, number, 1 << 20, choices, 3, 1, 1, 1, 0, 1, number, -1});
    }
    return made;
}

// The first finder that has a step, or -1.
int first_of(const logic::Board& board, const logic::Choosing& choosing) {
    for (const logic::Effort& effort : choosing.efforts) {
        logic::Sink sink(1);
        logic::finders()[static_cast<std::size_t>(effort.finder)]->find(board, sink);
        if (sink.n_taken() > 0) return effort.finder;
    }
    return -1;
}

void check_paths(int order, int box_rows, int box_cols, int n_boards) {
    std::mt19937 rng(7);
    const auto [houses, kinds] = houses_of(order, box_rows, box_cols);
    const Layout layout(order, houses, kinds);
    bool right = true, in_order = true, ended = true;
    int n_steps = 0;
    for (int round = 0; round < n_boards; ++round) {
        const Case made = random_case(layout, box_rows, box_cols, rng);
        const logic::Choosing choosing = choosing_of(round % 2 == 0, 1 + round % 5);
        logic::Board board(layout), shadow(layout);
        board.reset(made.digits.data(), made.masks.data(), made.givens.data());
        shadow.reset(made.digits.data(), made.masks.data(), made.givens.data());
        const auto look = [&](int finder, const logic::Step& step) {
            right &= is_right(step, made);
            in_order &= !choosing.in_order || finder == first_of(shadow, choosing);
            logic::apply(shadow, step);
            return ++n_steps > 0;
        };
        right &= logic::walk_chosen(board, choosing, look, [] { return true; });
        ended &= board.n_open() == 0 || board.is_broken() || first_of(board, choosing) < 0;
    }
    const std::string at = " of order " + std::to_string(order);
    check(right && n_steps > 0, "chosen steps are right," + at);
    check(in_order, "a path in order takes the first finder that has a step," + at);
    check(ended, "a path ends where no finder has a step," + at);
}

void check_stop() {
    std::mt19937 rng(7);
    const auto [houses, kinds] = houses_of(9, 3, 3);
    const Layout layout(9, houses, kinds);
    const Case made = random_case(layout, 3, 3, rng);
    logic::Board board(layout);
    board.reset(made.digits.data(), made.masks.data(), made.givens.data());
    int n_steps = 0;
    const auto once = [&](int, const logic::Step&) { return ++n_steps < 1; };
    check(logic::walk_chosen(board, choosing_of(false, 60), once, {}) && n_steps == 1,
          "a path ends when nobody wants more");
}

}  // namespace

int main() {
    check_paths(4, 2, 2, 20);
    check_paths(6, 2, 3, 10);
    check_paths(9, 3, 3, 4);
    check_stop();
    return n_failed == 0 ? 0 : 1;
}
