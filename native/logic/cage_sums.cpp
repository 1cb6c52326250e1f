// Innies and outies, cages that are cut by the border of houses, cages that overlap, and products
// of houses.
#include <algorithm>
#include <vector>

#include "logic/cage_equations.hpp"
#include "logic/cage_steps.hpp"
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

enum class Sums { innie, outie, innies, outies, both };

bool is_of_kind(const Equation& equation, Sums kind) {
    const std::size_t in = equation.plus.size(), out = equation.minus.size();
    switch (kind) {
        case Sums::innie: return in == 1 && out == 0;
        case Sums::outie: return in == 0 && out == 1;
        case Sums::innies: return in > 1 && out == 0;
        case Sums::outies: return in == 0 && out > 1;
        case Sums::both: break;
    }
    return in > 0 && out > 0;
}

// [equation]: the last time that it had no step. Its cells stay the same until a digit is placed.
struct IdleSums {
    mutable std::vector<Idle::Look> looks;
};

void take_sums(const Board& board, Sink& sink, Sums kind) {
    const bool is_single = kind == Sums::innie || kind == Sums::outie;
    if (is_single) {
        for (const Equation& equation : sums_of_one(board)) {
            if (sink.done()) return;
            if (is_of_kind(equation, kind)) take_by(board, sink, equation, '+');
        }
        return;
    }
    const std::vector<Equation>& sums = sums_of(board);
    const auto made = [&] { return IdleSums{std::vector<Idle::Look>(sums.size())}; };
    const IdleSums& idle = board.kept<IdleSums>(Kept::idle_sums, made);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sink.done()) return;
        if (!is_of_kind(sums[i], kind)) continue;
        const auto is_same = [&](std::uint32_t time) {
            const auto is_cell_same = [&](int cell) { return board.changed_at(cell) < time; };
            return std::ranges::all_of(sums[i].plus, is_cell_same) &&
                   std::ranges::all_of(sums[i].minus, is_cell_same);
        };
        const auto look = [&] { take_by(board, sink, sums[i], '+'); };
        look_unless_idle(board, sink, idle.looks[i], is_same, look);
    }
}

// The cage that holds all open cells of the equation, or -1.
int cage_of(const Board& board, const Equation& equation) {
    const int first = equation.plus.empty() ? equation.minus[0] : equation.plus[0];
    for (const std::uint16_t c : board.cages().of(first)) {
        const CellSet& set = board.cages()[c].set;
        const auto holds = [&](int cell) { return set.has(cell); };
        if (std::all_of(equation.plus.begin(), equation.plus.end(), holds) &&
            std::all_of(equation.minus.begin(), equation.minus.end(), holds))
            return c;
    }
    return -1;
}

// The digits that each position has in fillings that also fit the equation.
std::vector<Mask> held_in_cage(const Cage& cage, const View& view, const Equation& equation) {
    std::vector<int> signs(cage.size(), 0);
    for (std::size_t p = 0; p < cage.size(); ++p) {
        const auto is_here = [&](int cell) { return cell == cage.cells[p]; };
        if (std::any_of(equation.plus.begin(), equation.plus.end(), is_here)) signs[p] = 1;
        if (std::any_of(equation.minus.begin(), equation.minus.end(), is_here)) signs[p] = -1;
    }
    std::vector<Mask> held(cage.size(), 0);
    for (std::size_t i = 0; i < view.n(cage); ++i) {
        const std::uint8_t* filling = view.filling(cage, i);
        std::int64_t sum = 0;
        for (std::size_t p = 0; p < cage.size(); ++p) sum += signs[p] * (filling[p] + 1);
        if (sum != equation.total) continue;
        for (std::size_t p = 0; p < cage.size(); ++p) held[p] |= bit(filling[p]);
    }
    return held;
}

// A cage that is cut by a border. Its part inside, or outside, has a known sum.
void find_cage_splits(const Board& board, Sink& sink) {
    for (const Equation& equation : sums_of(board)) {
        if (sink.done()) return;
        if (!equation.plus.empty() && !equation.minus.empty()) continue;
        const int c = cage_of(board, equation);
        if (c < 0 || equation.n() == 1) continue;
        const Cage& cage = board.cages()[c];
        const View& view = board.view(c);
        if (!view.is_listed || n_open(board, cage) == static_cast<int>(equation.n())) continue;
        Step& step = sink.start();
        keep_only(board, step, cage, held_in_cage(cage, view, equation));
        if (step.eliminations.empty()) continue;
        cite(board, step, c);
        cite_sum(board, step, equation);
        sink.finish();
    }
}

// Two + cages with common cells: the sums of their other cells have the same difference as their
// targets.
void find_cage_overlaps(const Board& board, Sink& sink) {
    if (board.n_cages() == 0) return;
    for (const auto [a, b] : board.cages().overlaps()) {
        if (sink.done()) return;
        const Cage &one = board.cages()[a], &other = board.cages()[b];
        if (!one.is_sum() || !other.is_sum()) continue;
        if (one.target < other.target || (one.target == other.target && a > b)) continue;
        Equation equation;
        equation.total = one.target - other.target;
        for (const int sign : {1, -1})
            (sign > 0 ? one.set - other.set : other.set - one.set).each([&](int cell) {
                auto& open = sign > 0 ? equation.plus : equation.minus;
                if (board.is_open(cell))
                    open.push_back(static_cast<std::uint16_t>(cell));
                else
                    equation.counted.push_back(static_cast<std::uint16_t>(cell));
                if (!board.is_open(cell)) equation.total -= sign * (board.digit(cell) + 1);
            });
        if (equation.n() == 0 || equation.n() > kMostOpen) continue;
        const Territory land{{}, {a, b}, {}, {}, {}};
        equation.land = &land;
        take_by(board, sink, equation, '+');
    }
}

// The product of n! over the houses, or 0 if it is too large.
std::int64_t product_of(const Board& board, const Territory& land) {
    std::int64_t product = 1;
    for (std::size_t h = 0; h < land.houses.size(); ++h)
        for (int k = 2; k <= board.order(); ++k) {
            if (product > (std::int64_t{1} << 56) / k) return 0;
            product *= k;
        }
    return product;
}

// Sets the product of the open cells. Returns false if the numbers do not divide or are too large.
bool find_product(const Board& board, Equation& equation) {
    std::int64_t above = product_of(board, *equation.land), below = 1;
    if (above == 0) return false;
    const auto divide = [&](std::int64_t by) {
        if (by < 1) return false;
        // Without outies, every number must be a divisor. With outies, the cages have the larger
        // product.
        if (above % by == 0) return above /= by, true;
        return !__builtin_mul_overflow(below, by, &below);
    };
    for (const int c : equation.land->inside)
        if (!divide(board.cages()[c].target)) return false;
    for (const int c : equation.outside)
        if (!divide(board.cages()[c].target)) return false;
    for (const std::uint16_t cell : equation.counted) {
        const int digit = board.digit(cell) + 1;
        if (is_inside(board, *equation.land, cell)) {
            if (!divide(digit)) return false;
        } else if (below % digit == 0) {
            below /= digit;
        } else if (__builtin_mul_overflow(above, std::int64_t{digit}, &above)) {
            return false;
        }
    }
    const bool is_outside = !equation.minus.empty();
    const std::int64_t over = is_outside ? below : above, under = is_outside ? above : below;
    if (over % under != 0) return false;
    equation.total = over / under;
    return true;
}

// Looks for products of open cells.
std::vector<Equation> products_of(const Board& board, bool single) {
    std::vector<Equation> products;
    if (board.n_cages() == 0) return products;
    Equation equation;
    for (const Territory& land : board.cages().products())
        for (const Side side : {Side::inside, Side::outside}) {
            if (!lay_out(board, land, side, single ? 1 : kMostOpen, equation)) continue;
            if (!single && equation.n() == 1) continue;
            if (!equation.plus.empty() && !equation.minus.empty()) continue;
            const auto is_known = [&](const Equation& other) { return other.is_same(equation); };
            if (std::any_of(products.begin(), products.end(), is_known)) continue;
            if (find_product(board, equation)) products.push_back(equation);
        }
    return products;
}

void take_products(const Board& board, Sink& sink, bool single) {
    const Kept what = single ? Kept::products_of_one : Kept::products;
    for (const Equation& equation :
         board.kept<std::vector<Equation>>(what, [&] { return products_of(board, single); })) {
        if (sink.done()) return;
        take_by(board, sink, equation, '*');
    }
}

constexpr const char* kSumRoles[] = {"innie", "counted", "outie"};

}  // namespace

extern constexpr Finder kInnie{"innie", with<take_sums, Sums::innie>, std::span(kSumRoles, 2),
                               Needs::cages};
extern constexpr Finder kOutie{"outie", with<take_sums, Sums::outie>,
                               std::span(kSumRoles).subspan(1), Needs::cages};
extern constexpr Finder kInnies{"innies", with<take_sums, Sums::innies>, std::span(kSumRoles, 2),
                                Needs::cages};
extern constexpr Finder kOuties{"outies", with<take_sums, Sums::outies>,
                                std::span(kSumRoles).subspan(1), Needs::cages};
extern constexpr Finder kInniesAndOuties{"innies-and-outies", with<take_sums, Sums::both>,
                                         kSumRoles, Needs::cages};
extern constexpr Finder kCageSplitting{"cage-splitting", find_cage_splits, kSumRoles, Needs::cages};
extern constexpr Finder kCageOverlap{"cage-overlap", find_cage_overlaps, kSumRoles, Needs::cages};
extern constexpr Finder kProductInnie{"product-innie", with<take_products, true>, kSumRoles,
                                      Needs::cages};
extern constexpr Finder kProductInnies{"product-innies", with<take_products, false>, kSumRoles,
                                       Needs::cages};

}  // namespace pandoku::logic
