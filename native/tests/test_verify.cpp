// The checks of solutions: each rule against a plain implementation, many rows at a time and one by
// one, on every instruction set. The checks must also catch a search that forgets a rule.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <new>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "generate/dig.hpp"
#include "houses.hpp"
#include "lanes/lanes.hpp"
#include "verify/verify.hpp"
#include "verify/wrong.hpp"

namespace {

using namespace pandoku;
using Digits = std::vector<std::uint8_t>;

std::mt19937_64 draw(20261124);

int below(std::size_t n) { return static_cast<int>(draw() % n); }

std::vector<lanes::Isa> isas() {
    std::vector<lanes::Isa> available;
    for (auto isa : {lanes::Isa::baseline, lanes::Isa::avx2, lanes::Isa::avx512})
        if (lanes::is_available(isa)) available.push_back(isa);
    return available;
}

// ---- cages

bool plainly_gives(char operation, std::int64_t target, const Digits& digits) {
    const std::int64_t largest = *std::max_element(digits.begin(), digits.end());
    std::int64_t sum = 0, difference = 2 * largest;
    double product = 1, quotient = static_cast<double>(largest * largest);  // exact: few cells
    for (const std::int64_t digit : digits) {
        sum += digit;
        difference -= digit;
        product *= static_cast<double>(digit);
        quotient /= static_cast<double>(digit);
    }
    const auto wanted = static_cast<double>(target);
    switch (operation) {
        case '+': return sum == target;
        case '-': return difference == target;
        case '*': return product == wanted;
        case '/': return std::abs(quotient - wanted) < 1e-9;
        case '=': return digits.size() == 1 && sum == target;
        case '.': return true;
    }
    return plainly_gives('+', target, digits) || plainly_gives('-', target, digits) ||
           plainly_gives('*', target, digits) || plainly_gives('/', target, digits);
}

void test_cages_by_enumeration() {
    bool is_right = true;
    const std::uint16_t cells[] = {2, 0, 3, 1};
    for (int n = 1; n <= 4; ++n)
        for (int code = 0; code < 1296; ++code) {
            Digits grid(4, 1);
            for (int i = 0, rest = code; i < 4; ++i, rest /= 6)
                grid[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(1 + rest % 6);
            Digits digits;
            for (int i = 0; i < n; ++i) digits.push_back(grid[cells[i]]);
            Digits sorted = digits;
            std::sort(sorted.begin(), sorted.end());
            const bool differ = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
            for (const char operation : {'+', '-', '*', '/', '=', '?', '.'})
                for (std::int64_t target = -3; target <= 40; ++target)
                    for (const bool repeats : {false, true})
                        is_right &=
                            verify::cage_holds(operation, target, repeats, cells, n, grid.data()) ==
                            ((repeats || differ) && plainly_gives(operation, target, digits));
        }
    check(is_right, "cages: every operation, target and filling of up to four cells");
}

void test_large_cages() {
    std::vector<std::uint16_t> cells(40);
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<std::uint16_t>(i);
    const Digits large(40, 36), twos(40, 2);
    const auto holds = [&](char operation, std::int64_t target, int n, const Digits& digits) {
        return verify::cage_holds(operation, target, true, cells.data(), n, digits.data());
    };
    check(holds('*', 3656158440062976, 10, large), "cages: a product of ten 36s");
    check(!holds('*', INT64_MAX, 40, large) && !holds('*', 0, 40, large) &&
              !holds('*', INT64_MIN, 40, large) && !holds('/', 1, 40, large),
          "cages: a product beyond 64 bits is none of the targets");
    check(holds('*', std::int64_t{1} << 40, 40, twos), "cages: a product of forty 2s");
}

// ---- houses, many rows at a time

struct Shape {
    int order, box_rows, box_cols;
};
constexpr Shape kShapes[] = {{1, 0, 0},  {2, 0, 0},  {3, 0, 0},  {4, 2, 2}, {5, 0, 0},  {6, 2, 3},
                             {7, 0, 0},  {8, 2, 4},  {9, 3, 3},  {9, 0, 0}, {10, 2, 5}, {12, 3, 4},
                             {15, 3, 5}, {16, 4, 4}, {25, 5, 5}, {36, 6, 6}};

Digits grid_of(const Shape& shape) {
    Digits digits;
    const int rows = std::max(1, shape.box_rows), cols = shape.order / rows;
    std::vector<std::uint8_t> names(static_cast<std::size_t>(shape.order));
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = static_cast<std::uint8_t>(i + 1);
    std::shuffle(names.begin(), names.end(), draw);
    for (int r = 0; r < shape.order; ++r)
        for (int c = 0; c < shape.order; ++c)
            digits.push_back(
                names[static_cast<std::size_t>((r % rows * cols + r / rows + c) % shape.order)]);
    return digits;
}

// Claims of a kernel about its puzzles, which are then checked.
class Claims {
  public:
    Claims(lanes::Isa isa, const Shape& shape, int n)
        : kernel_(lanes::kernel_of(isa)),
          plan_(shape.order, shape.box_rows, shape.box_cols,
                houses_of(shape.order, shape.box_rows, shape.box_cols).cells),
          order_(shape.order),
          n_(n) {
        for (int i = 0; i < n; ++i) {
            rows.push_back(grid_of(shape));
            for (const std::uint8_t digit : rows.back()) {
                const bool is_given = below(2) == 0;
                digits.push_back(is_given ? digit : 0);
                const std::uint64_t mask = std::uint64_t{1} << (digit - 1);
                masks64.push_back(is_given ? mask : mask | draw() >> (64 - order_));
                masks32.push_back(static_cast<std::uint32_t>(masks64.back()));
            }
        }
    }

    // The number of the first claim that does not hold, or -1 if all hold.
    std::int64_t wrong(lanes::Input input) {
        lanes::Search search;
        search.tables = &plan_.tables();
        search.input = input;
        search.puzzles = input == lanes::Input::digits8   ? static_cast<void*>(digits.data())
                         : input == lanes::Input::masks32 ? static_cast<void*>(masks32.data())
                                                          : static_cast<void*>(masks64.data());
        const std::size_t bytes =
            static_cast<std::size_t>(kernel_.vector_bytes) * lanes::scratch_vectors(plan_.tables());
        const auto free = [](void* p) { ::operator delete(p, std::align_val_t{64}); };
        const std::unique_ptr<void, decltype(free)> room(
            ::operator new(bytes, std::align_val_t{64}), free);
        const std::unique_ptr<void, decltype(free)> block(
            ::operator new(bytes, std::align_val_t{64}), free);
        search.solved = room.get();
        search.block = search.stack = block.get();
        for (int i = 0; i < n_; ++i)
            search.claims[search.n_claims++] = {rows[static_cast<std::size_t>(i)].data(), i};
        const auto close = order_ <= 16   ? kernel_.close16
                           : order_ <= 32 ? kernel_.close32
                                          : kernel_.close64;
        const bool is_wrong = close(search) == lanes::Status::wrong;
        return is_wrong ? search.wrong.puzzle : -1;
    }

    std::vector<Digits> rows;
    Digits digits;
    std::vector<std::uint32_t> masks32;
    std::vector<std::uint64_t> masks64;

  private:
    const lanes::Kernel& kernel_;
    lanes::Plan plan_;
    int order_, n_;
};

void test_rows(lanes::Isa isa) {
    const std::string name = lanes::name_of(isa);
    for (const Shape& shape : kShapes) {
        const int order = shape.order, n_cells = order * order;
        bool all_hold = true, all_caught = true, all_kept = true;
        for (const int n : {1, 3, 4, 5, 15, 16, 17, 31, 32}) {
            if (n > lanes::kernel_of(isa).vector_bytes) continue;
            Claims claims(isa, shape, n);
            std::vector<lanes::Input> inputs = {lanes::Input::digits8, lanes::Input::masks64};
            if (order <= 32) inputs.push_back(lanes::Input::masks32);
            for (const lanes::Input input : inputs) all_hold &= claims.wrong(input) < 0;
            for (int k = 0; k < 40; ++k) {
                const auto who = static_cast<std::size_t>(below(static_cast<std::size_t>(n)));
                const auto at = static_cast<std::size_t>(below(static_cast<std::size_t>(n_cells)));
                std::uint8_t& digit = claims.rows[who][at];
                const std::uint8_t was = digit;
                const int odd[] = {0, order + 1, 255, 128 + was, 16 + was, was % order + 1};
                digit = static_cast<std::uint8_t>(odd[k % 6]);
                if (digit == was) digit = 0;
                all_caught &= claims.wrong(lanes::Input::digits8) == static_cast<std::int64_t>(who);
                digit = was;
                if (order < 2) continue;
                // Changes a given instead of the solution, so the houses are still correct.
                const auto cell = who * static_cast<std::size_t>(n_cells) + at;
                const auto other = static_cast<std::uint8_t>(was % order + 1);
                const std::uint8_t given = claims.digits[cell];
                const std::uint64_t mask = claims.masks64[cell];
                claims.digits[cell] = other;
                claims.masks64[cell] &= ~(std::uint64_t{1} << (was - 1));
                claims.masks32[cell] = static_cast<std::uint32_t>(claims.masks64[cell]);
                for (const lanes::Input input : inputs)
                    all_kept &= claims.wrong(input) == static_cast<std::int64_t>(who);
                claims.digits[cell] = given;
                claims.masks64[cell] = mask;
                claims.masks32[cell] = static_cast<std::uint32_t>(mask);
            }
        }
        const std::string which = name + ", order " + std::to_string(order) + ": ";
        check(all_hold, which + "solutions hold");
        check(all_caught, which + "a wrong digit is found, and whose it is");
        check(all_kept, which + "a digit that is not the given, or no candidate, is found");
    }
}

void test_two_wrong_digits_in_nine_cells() {
    // Errors that an exclusive or alone would miss: a digit three times, and a 9 in place of other
    // digits.
    bool are_caught = true;
    for (const lanes::Isa isa : isas()) {
        Claims claims(isa, {9, 3, 3}, 8);
        for (int k = 0; k < 2000; ++k) {
            Digits& row = claims.rows[static_cast<std::size_t>(below(8))];
            const Digits before = row;
            for (int i = 2 + below(3); i > 0; --i)
                row[static_cast<std::size_t>(below(81))] = static_cast<std::uint8_t>(1 + below(9));
            Digits givens = claims.digits;
            claims.digits.assign(claims.digits.size(), 0);
            are_caught &= (claims.wrong(lanes::Input::digits8) >= 0) == (row != before);
            claims.digits = givens;
            row = before;
        }
    }
    check(are_caught, "no few digits of a 9x9 can be changed without being found");
}

// ---- searches that forget a rule

bool throws(const std::function<void()>& call, std::string* text = nullptr) {
    try {
        call();
    } catch (const verify::WrongSolution& wrong) {
        if (text != nullptr) *text = wrong.what();
        return true;
    }
    return false;
}

// The lanes search with rows, columns and boxes, but the caller's puzzle also has diagonals.
struct ForgetfulPlan {
    ForgetfulPlan(int order, int box_rows, int box_cols)
        : plan(order, box_rows, box_cols, houses_of(order, box_rows, box_cols).cells) {
        auto houses = houses_of(order, box_rows, box_cols).cells;
        std::vector<int> falling, rising;
        for (int i = 0; i < order; ++i) {
            falling.push_back(i * order + i);
            rising.push_back(i * order + order - 1 - i);
        }
        houses.push_back(falling);
        houses.push_back(rising);
        for (const auto& house : houses) named.insert(named.end(), house.begin(), house.end());
        const_cast<lanes::Tables&>(plan.tables()).named = {order, static_cast<int>(houses.size()),
                                                           named.data()};
    }
    lanes::Plan plan;
    std::vector<std::uint16_t> named;
};

void search(const lanes::Plan& plan, lanes::Batch batch, const Digits& puzzles) {
    const auto cells = static_cast<std::size_t>(plan.tables().n_cells);
    batch.n = static_cast<std::int64_t>(puzzles.size() / cells);
    batch.puzzles = puzzles.data();
    Digits solutions(puzzles.size() * static_cast<std::size_t>(batch.keep) + 1);
    std::vector<std::int64_t> counts(static_cast<std::size_t>(batch.n));
    batch.solutions = solutions.data();
    batch.counts = counts.data();
    lanes::Stats stats;
    lanes::solve(plan, batch, stats, [] { return true; });
}

void test_a_forgetful_lane_search_is_caught() {
    for (const lanes::Isa isa : isas())
        for (const Shape& shape :
             {Shape{4, 2, 2}, Shape{9, 3, 3}, Shape{16, 4, 4}, Shape{25, 5, 5}})
            for (const int n : {1, 2, 40, 400})
                for (const int threads : {1, 3})
                    for (const std::int64_t keep : {0, 1}) {
                        if (n > 40 && shape.order > 9) continue;
                        const ForgetfulPlan forgetful(shape.order, shape.box_rows, shape.box_cols);
                        Digits puzzles;
                        for (int i = 0; i < n; ++i) {
                            Digits grid = grid_of(shape);  // no such grid has diagonals
                            for (std::size_t cell = 0; cell < grid.size(); cell += 5)
                                grid[cell] = 0;
                            puzzles.insert(puzzles.end(), grid.begin(), grid.end());
                        }
                        lanes::Batch batch;
                        batch.isa = isa;
                        batch.threads = threads;
                        batch.keep = keep;
                        check(throws([&] { search(forgetful.plan, batch, puzzles); }),
                              std::string(lanes::name_of(isa)) + ", order " +
                                  std::to_string(shape.order) + ", " + std::to_string(n) +
                                  " puzzles, " + std::to_string(keep) + " kept, threads " +
                                  std::to_string(threads) + ": forgotten diagonals are found");
                    }
}

void test_the_report_names_the_puzzle() {
    const ForgetfulPlan forgetful(4, 2, 2);
    std::string text;
    throws([&] { search(forgetful.plan, {}, {1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 0, 0}); },
           &text);
    check(text.find("Givens 12343412214343..; digits found 1234341221434321") != std::string::npos,
          "the report has the givens and the digits: " + text);
}

void test_digging_with_a_forgetful_search_is_caught() {
    const ForgetfulPlan forgetful(9, 3, 3);
    const Digits grid = grid_of({9, 3, 3});
    const std::uint64_t key = 1;
    const std::uint16_t least = 0;
    Digits out(81);
    generate::Dig task;
    task.plan = &forgetful.plan;
    task.n = 1;
    task.puzzles = task.solutions = grid.data();
    task.keys = &key;
    task.least = &least;
    task.out = out.data();
    check(throws([&] { generate::dig(task, [] { return true; }); }),
          "making a puzzle with a search that forgets diagonals is refused");
}

}  // namespace

int main() {
    test_cages_by_enumeration();
    test_large_cages();
    for (const lanes::Isa isa : isas()) test_rows(isa);
    test_two_wrong_digits_in_nine_cells();
    test_a_forgetful_lane_search_is_caught();
    test_the_report_names_the_puzzle();
    test_digging_with_a_forgetful_search_is_caught();
    std::printf("%d failed\n", n_failed);
    return n_failed == 0 ? 0 : 1;
}
