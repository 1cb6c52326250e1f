// Arguments about one cage that need no list of its fillings: bounds, factors, parity.
#include <cstdlib>

#include "logic/cage_steps.hpp"
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

// The least or greatest sum that the other cells of a + cage can have: by their candidates or, if
// all digits differ and that bound is stronger, 1 + 2 + 3 ... (or n + (n-1) ...). People use one or
// the other, so the two are not mixed.
std::int64_t extreme(const Board& board, const Cage& cage, std::size_t but, bool is_least) {
    std::int64_t by_cell = 0, by_number = 0;
    int number = 0;
    for (std::size_t p = 0; p < cage.size(); ++p) {
        const Mask may = board.may(cage.cells[p]);
        if (p == but || may == 0) continue;
        by_cell += is_least ? least_value(may) : most_value(may);
        by_number += is_least ? 1 + number : board.order() - number;
        ++number;
    }
    const bool by_rank = cage.all_differ && (is_least ? by_number > by_cell : by_number < by_cell);
    return by_rank ? by_number : by_cell;
}

void mark_extremes(const Board& board, Step& step, const Cage& cage, bool is_least) {
    for (const std::uint16_t cell : cage.cells)
        if (const Mask may = board.at(cell); may != 0)
            step.mark(cell, (is_least ? least_value(may) : most_value(may)) - 1,
                      is_least ? "least" : "most");
}

// A step treats all cells of a cage, because a person adds up the smallest (or greatest) digits
// only once.
void find_cage_bounds(const Board& board, Sink& sink) {
    for (int c = 0; c < board.n_cages() && !sink.done(); ++c) {
        const Cage& cage = board.cages()[c];
        if (cage.operation != '+' || !cage.is_small()) continue;
        if (static_cast<int>(cage.size()) > board.order() && cage.all_differ)
            continue;  // the cage cannot be filled
        Step& step = sink.start();
        bool has_above = false, has_below = false;
        for (std::size_t p = 0; p < cage.size(); ++p) {
            const int cell = cage.cells[p];
            if (!board.is_open(cell)) continue;
            const std::int64_t most = cage.target - extreme(board, cage, p, true),
                               least = cage.target - extreme(board, cage, p, false);
            each(board.at(cell), [&](int d) {
                if (d + 1 <= most && d + 1 >= least) return;
                step.eliminate(cell, d);
                (d + 1 > most ? has_above : has_below) = true;
            });
        }
        mark_open(board, step, cage, "pattern");
        if (has_above) mark_extremes(board, step, cage, true);
        if (has_below) mark_extremes(board, step, cage, false);
        step.cages.push_back({c});
        sink.finish();
    }
}

// The product that the open cells of a * cage must have; 0 if the placed digits do not divide the
// target.
std::int64_t left_of(const Board& board, const Cage& cage) {
    std::int64_t left = cage.target;
    for (const std::uint16_t cell : cage.cells)
        if (!board.is_open(cell)) {
            if (left % (board.digit(cell) + 1) != 0) return 0;
            left /= board.digit(cell) + 1;
        }
    return left;
}

int power(std::int64_t number, int prime) {
    int n = 0;
    for (; number != 0 && number % prime == 0; number /= prime) ++n;
    return n;
}

bool is_prime(int number) {
    for (int d = 2; d * d <= number; ++d)
        if (number % d == 0) return false;
    return number >= 2;
}

// The highest exponent of `prime` in a candidate of the cell.
int most_power(const Board& board, int cell, int prime) {
    int most = 0;
    each(board.at(cell), [&](int d) { most = std::max(most, power(d + 1, prime)); });
    return most;
}

void take_non_divisors(const Board& board, Sink& sink, int c, std::int64_t left) {
    const Cage& cage = board.cages()[c];
    Step& step = sink.start();
    for (const std::uint16_t cell : cage.cells)
        each(board.at(cell), [&](int d) {
            if (left % (d + 1) != 0) step.eliminate(cell, d);
        });
    mark_open(board, step, cage, "pattern");
    for (const std::uint16_t cell : cage.cells)
        if (!board.is_open(cell)) step.mark(cell, board.digit(cell), "counted");
    step.cages.push_back({c});
    sink.finish();
}

// Eliminates digits that leave the other cells more factors of the prime than they can supply.
void take_poor_in(int prime, const Board& board, Sink& sink, int c, std::int64_t left) {
    const Cage& cage = board.cages()[c];
    int all = 0;
    for (const std::uint16_t cell : cage.cells) all += most_power(board, cell, prime);
    for (const std::uint16_t cell : cage.cells) {
        if (!board.is_open(cell)) continue;
        const int needed = power(left, prime) - (all - most_power(board, cell, prime));
        if (needed <= 0) continue;
        Step& step = sink.start();
        each(board.at(cell), [&](int d) {
            if (power(d + 1, prime) < needed) step.eliminate(cell, d);
        });
        step.mark(cell, "pattern");
        step.mark(cell, prime - 1, "factor");
        for (const std::uint16_t other : cage.cells) {
            if (other != cell && board.is_open(other)) step.mark(other, "others");
            if (!board.is_open(other)) step.mark(other, board.digit(other), "counted");
        }
        step.cages.push_back({c});
        sink.finish();
    }
}

void find_cage_factors(const Board& board, Sink& sink) {
    for (int c = 0; c < board.n_cages() && !sink.done(); ++c) {
        const Cage& cage = board.cages()[c];
        if (cage.operation != '*' || !cage.is_small()) continue;
        const std::int64_t left = left_of(board, cage);
        if (left < 1) continue;
        take_non_divisors(board, sink, c, left);
        for (int prime = 2; prime <= board.order(); ++prime)
            if (is_prime(prime) && left % prime == 0 && !sink.done())
                take_poor_in(prime, board, sink, c, left);
    }
}

constexpr Mask kOdd = 0x5555'5555'5555'5555;  // bit 0 is the digit 1

// 1 if all digits are odd, 0 if all are even, -1 if there are both.
int parity_of(Mask may) {
    if ((may & kOdd) == 0) return 0;
    return (may & ~kOdd) == 0 ? 1 : -1;
}

// Eliminates the even candidates of `cell` if `odd`, and the odd ones otherwise.
void keep_parity(const Board& board, Step& step, int cell, bool odd) {
    each(board.at(cell), [&](int d) {
        if (((d + 1) % 2 == 1) != odd) step.eliminate(cell, d);
    });
}

// The one cell that may be odd or even, -1 if all cells have a fixed parity, or -2 for two or more
// such cells. The parity of all other cells is added to `is_odd`. `sofar` is the result for cells
// examined before, or -1.
int undecided(const Board& board, std::span<const std::uint16_t> cells, bool& is_odd,
              int sofar = -1) {
    int found = sofar;
    for (const std::uint16_t cell : cells) {
        const int parity = parity_of(board.may(cell));
        if (parity >= 0) {
            is_odd ^= parity == 1;
            continue;
        }
        if (found >= 0) return -2;
        found = cell;
    }
    return found;
}

void mark_parities(const Board& board, Step& step, std::span<const std::uint16_t> cells, int but) {
    for (const std::uint16_t cell : cells)
        if (cell != but) step.mark(cell, parity_of(board.may(cell)) == 1 ? "odd" : "even");
}

// The sum of the digits of a + cage has the same parity as the target. The same is true of a -
// cage, because subtracting a digit changes the parity just as adding it does.
void find_cage_parities(const Board& board, Sink& sink) {
    for (int c = 0; c < board.n_cages() && !sink.done(); ++c) {
        const Cage& cage = board.cages()[c];
        if (cage.operation != '+' && cage.operation != '-') continue;
        bool is_odd = cage.target % 2 != 0;
        const int cell = undecided(board, cage.cells, is_odd);
        if (cell < 0) continue;
        Step& step = sink.start();
        keep_parity(board, step, cell, is_odd);
        step.mark(cell, is_odd ? "is-odd" : "is-even");
        mark_parities(board, step, cage.cells, cell);
        step.cages.push_back({c});
        sink.finish();
    }
}

void find_house_parities(const Board& board, Sink& sink) {
    if (board.n_cages() == 0) return;
    const int n = board.order();
    const auto& lands = board.kept<std::vector<Territory>>(
        Kept::parities, [&] { return board.cages().parities(board.layout()); });
    for (const Territory& land : lands) {
        if (sink.done()) return;
        bool is_odd = static_cast<int>(land.houses.size()) * n * (n + 1) / 2 % 2 != 0;
        for (const int c : land.inside) is_odd ^= board.cages()[c].target % 2 != 0;
        int cell = undecided(board, land.loose, is_odd);
        std::vector<bool> by_outside;
        for (const Territory::Crossing& crossing : land.crossing) {
            if (cell == -2) break;
            // A cage that crosses the border is counted by its cells inside, or by its target and
            // its cells outside: whichever leaves fewer cells undecided.
            bool odd_in = is_odd, odd_out = is_odd ^ (board.cages()[crossing.cage].target % 2 != 0);
            const int in = undecided(board, land.inside_of(crossing), odd_in, cell);
            const int out = undecided(board, land.outside_of(crossing), odd_out, cell);
            const bool outside = in != cell && (out == cell || in == -2);
            by_outside.push_back(outside);
            cell = outside ? out : in;
            is_odd = outside ? odd_out : odd_in;
        }
        if (cell < 0 || !board.is_open(cell)) continue;
        Step& step = sink.start();
        keep_parity(board, step, cell, is_odd);
        if (step.eliminations.empty()) continue;
        step.mark(cell, is_odd ? "is-odd" : "is-even");
        mark_parities(board, step, land.loose, cell);
        for (const int c : land.inside) step.cages.push_back({c});
        for (std::size_t i = 0; i < land.crossing.size(); ++i) {
            const Territory::Crossing& crossing = land.crossing[i];
            mark_parities(board, step,
                          by_outside[i] ? land.outside_of(crossing) : land.inside_of(crossing),
                          cell);
            if (by_outside[i]) step.cages.push_back({crossing.cage});
        }
        step.houses.assign(land.houses.begin(), land.houses.end());
        sink.finish();
    }
}

constexpr const char* kBoundRoles[] = {"pattern", "least", "most"};
constexpr const char* kFactorRoles[] = {"pattern", "counted", "factor", "others"};
constexpr const char* kParityRoles[] = {"is-odd", "is-even", "odd", "even"};

}  // namespace

extern constexpr Finder kCageBounds{"cage-bounds", find_cage_bounds, kBoundRoles, Needs::cages};
extern constexpr Finder kCageFactors{"cage-factors", find_cage_factors, kFactorRoles, Needs::cages};
extern constexpr Finder kCageParity{"cage-parity", find_cage_parities, kParityRoles, Needs::cages};
extern constexpr Finder kHouseParity{"house-parity", find_house_parities, kParityRoles,
                                     Needs::cages};

}  // namespace pandoku::logic
