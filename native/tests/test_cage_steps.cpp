// Finders of cages without Python: the view of a cage agrees with trying everything, and no finder
// is ever wrong on boards whose candidates include a full grid that satisfies the cages.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "logic/finders.hpp"
#include "logic/path.hpp"
#include "logic_boards.hpp"
#include "roles.hpp"

namespace {

using pandoku::CageLists;

Layout layout_of(int order, int box_rows, int box_cols) {
    const auto [houses, kinds] = houses_of(order, box_rows, box_cols);
    return Layout(order, houses, kinds);
}

bool gives(char operation, std::int64_t target, const std::vector<int>& digits) {
    std::int64_t sum = 0, product = 1, most = 0;
    for (const int digit : digits) {
        sum += digit;
        product *= digit;
        most = std::max<std::int64_t>(most, digit);
    }
    switch (operation) {
        case '+': return sum == target;
        case '*': return product == target;
        case '-': return 2 * most - sum == target;
        case '/': return most * most == target * product;
        case '=': return digits.size() == 1 && most == target;
        case '.': return true;
        default: break;
    }
    return gives('+', target, digits) || gives('*', target, digits) || gives('-', target, digits) ||
           gives('/', target, digits);
}

struct CagedCase : Case {
    CageLists lists;
};

void add_cage(CagedCase& made, int order, std::mt19937& rng) {
    constexpr char kOperations[] = {'+', '*', '-', '/', '?', '.', '='};
    const auto size = static_cast<std::size_t>(1 + rng() % 5);
    std::vector<std::uint16_t> cells;
    std::vector<int> digits;
    int cell = static_cast<int>(rng() % static_cast<unsigned>(order * order));
    while (cells.size() < size) {
        if (std::find(cells.begin(), cells.end(), cell) == cells.end()) {
            cells.push_back(static_cast<std::uint16_t>(cell));
            digits.push_back(made.solution[static_cast<std::size_t>(cell)]);
        }
        cell = (cell + (rng() % 2 ? 1 : order)) % (order * order);
    }
    auto sorted = digits;
    std::sort(sorted.begin(), sorted.end());
    const bool differ = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
    const char operation = kOperations[rng() % 7];
    // The target found by trying: the first target that the digits give.
    for (std::int64_t target = -40; target < 70'000; ++target)
        if (gives(operation, target, digits)) {
            const bool may_repeat = operation != '.' && (!differ || rng() % 2 == 0);
            if (may_repeat || differ) made.lists.add(operation, target, may_repeat, cells);
            return;
        }
}

CagedCase random_caged_case(const Layout& layout, int box_rows, int box_cols, std::mt19937& rng) {
    CagedCase made{random_case(layout, box_rows, box_cols, rng), {}};
    const int n = layout.order();
    for (int k = 0; k < n * 2; ++k) add_cage(made, n, rng);
    made.lists.end_puzzle();
    return made;
}

// The candidates that occur in some filling of a cage, by trying all.
std::vector<Mask> held(const logic::Board& board, const logic::Cage& cage) {
    std::vector<Mask> masks(cage.size(), 0);
    std::vector<int> digits;
    const auto fill = [&](auto&& self) -> void {
        const std::size_t p = digits.size();
        if (p == cage.size()) {
            if (!gives(cage.operation, cage.target, digits)) return;
            for (std::size_t q = 0; q < p; ++q) masks[q] |= pandoku::bit(digits[q] - 1);
            return;
        }
        pandoku::each(board.may(cage.cells[p]), [&](int d) {
            for (std::size_t q = 0; q < p; ++q)
                if (digits[q] == d + 1 && board.sight().sees(cage.cells[p], cage.cells[q])) return;
            digits.push_back(d + 1);
            self(self);
            digits.pop_back();
        });
    };
    fill(fill);
    return masks;
}

void run(int order, int box_rows, int box_cols, int n_boards) {
    const std::string what = "order " + std::to_string(order);
    const Layout layout = layout_of(order, box_rows, box_cols);
    std::mt19937 rng(static_cast<unsigned>(order));
    std::size_t n_steps = 0, n_wrong = 0, n_views = 0, n_other = 0, n_stale = 0, n_unnamed = 0;
    for (int i = 0; i < n_boards; ++i) {
        const CagedCase made = random_caged_case(layout, box_rows, box_cols, rng);
        const logic::Cages cages(layout, made.lists, 0);
        logic::Board board(layout, &cages);
        board.reset(made.digits.data(), made.masks.data(), made.givens.data());
        for (int c = 0; c < cages.n(); ++c) {
            if (!board.view(c).is_exact) continue;
            ++n_views;
            n_other += board.view(c).may != held(board, cages[c]);
        }
        std::vector<int> all;
        for (int f = 0; f < static_cast<int>(logic::finders().size()); ++f) {
            const logic::Finder& finder = *logic::finders()[static_cast<std::size_t>(f)];
            if (finder.needs == logic::Needs::one_solution) continue;
            all.push_back(f);
            logic::Sink sink(1000);
            finder.find(board, sink);
            for (const auto& step : sink.steps()) {
                n_wrong += !is_right(step, made);
                n_unnamed += !names_roles(finder, step);
            }
            n_steps += sink.n_taken();
        }
        std::size_t n_walked = 0;
        logic::walk(board, all,
                    [&](int, const logic::Step& step) {
                        n_wrong += !is_right(step, made);
                        return ++n_walked < 500;
                    },
                    {});
        // A view that was narrowed step by step equals a new view.
        std::vector<std::uint8_t> digits;
        std::vector<Mask> masks;
        for (int cell = 0; cell < layout.n_cells(); ++cell) {
            digits.push_back(static_cast<std::uint8_t>(board.digit(cell) + 1));
            masks.push_back(board.at(cell));
        }
        logic::Board anew(layout, &cages);
        anew.reset(digits.data(), masks.data(), made.givens.data());
        for (int c = 0; c < cages.n(); ++c)
            n_stale += board.view(c).fillings != anew.view(c).fillings ||
                       board.view(c).may != anew.view(c).may ||
                       board.view(c).sets != anew.view(c).sets;
    }
    check(n_steps > 0 && n_wrong == 0, what + ": " + std::to_string(n_steps) + " steps are right");
    check(n_unnamed == 0, what + ": the rows name every role");
    check(n_views > 0 && n_other == 0, what + ": " + std::to_string(n_views) + " views are exact");
    check(n_stale == 0, what + ": a view that was narrowed is the same as a new one");
}

// Two cells see each other exactly if a house, or a cage without repeats, contains both. A placed
// digit is removed from the cells in its sight, and from no others.
void sight_is_that_of_houses_and_cages(int order, int box_rows, int box_cols) {
    const Layout layout = layout_of(order, box_rows, box_cols);
    const auto houses = houses_of(order, box_rows, box_cols).cells;
    std::mt19937 rng(static_cast<unsigned>(order));
    const int n_cells = layout.n_cells();
    const std::vector<std::uint8_t> empty(static_cast<std::size_t>(n_cells), 0);
    const std::vector<Mask> full(static_cast<std::size_t>(n_cells), layout.all_digits());
    int n_other = 0, n_seen_by_cage = 0, n_left = 0;
    const CagedCase made = random_caged_case(layout, box_rows, box_cols, rng);
    const logic::Cages cages(layout, made.lists, 0);
    logic::Board board(layout, &cages);
    const auto has_both = [](const auto& cells, int a, int b) {
        return std::find(cells.begin(), cells.end(), a) != cells.end() &&
               std::find(cells.begin(), cells.end(), b) != cells.end();
    };
    for (int a = 0; a < n_cells; ++a) {
        board.reset(empty.data(), full.data(), empty.data());
        board.place(a, 1);
        for (int b = 0; b < n_cells; ++b) {
            bool by_house = false, by_cage = false;
            for (const auto& house : houses) by_house |= has_both(house, a, b);
            for (const logic::Cage& cage : cages.all())
                by_cage |= !cage.repeats && has_both(cage.cells, a, b);
            const bool is_seen = a != b && (by_house || by_cage);
            n_seen_by_cage += is_seen && !by_house;
            n_other += board.sight().sees(a, b) != is_seen ||
                       board.sight().of(a).has(b) != is_seen ||
                       layout.share_house(a, b) != (a != b && by_house);
            n_left += a != b && board.has(b, 1) == is_seen;
        }
    }
    const std::string what = "order " + std::to_string(order);
    check(n_other == 0 && n_seen_by_cage > 0, what + ": sight is that of houses and cages");
    check(n_left == 0, what + ": a placed digit leaves the cells in sight");
}

void large_cages_are_left_alone() {
    const Layout layout = layout_of(25, 5, 5);
    CageLists lists;
    std::vector<std::uint16_t> row, most;
    for (std::uint16_t cell = 0; cell < 625; ++cell) {
        if (cell < 25) row.push_back(cell);
        most.push_back(cell);
    }
    lists.add('+', 325, false, row);
    lists.add('*', 1'000'000, true, most);
    lists.add('?', 77, true, std::vector<std::uint16_t>{0, 25, 50, 75, 100, 125, 150, 175});
    lists.end_puzzle();
    const logic::Cages cages(layout, lists, 0);
    logic::Board board(layout, &cages);
    const std::vector<std::uint8_t> none(625, 0);
    const std::vector<Mask> all(625, layout.all_digits());
    board.reset(none.data(), all.data(), none.data());
    std::size_t n_steps = 0;
    for (const logic::Finder* finder : logic::finders()) {
        const std::string name = finder->name;
        if (name.rfind("cage", 0) != 0 && name.rfind("inn", 0) != 0 && name != "two-cages")
            continue;
        logic::Sink sink(10);
        finder->find(board, sink);
        n_steps += sink.n_taken();
    }
    check(n_steps == 0, "cages of many cells are left alone");
}

}  // namespace

int main() {
    run(4, 2, 2, 60);
    run(5, 0, 0, 60);
    run(6, 2, 3, 40);
    run(9, 3, 3, 12);
    run(12, 3, 4, 1);
    sight_is_that_of_houses_and_cages(6, 2, 3);
    sight_is_that_of_houses_and_cages(9, 3, 3);
    sight_is_that_of_houses_and_cages(10, 2, 5);
    large_cages_are_left_alone();
    return n_failed == 0 ? 0 : 1;
}
