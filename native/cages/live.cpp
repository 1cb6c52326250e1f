// Rules with too many fillings for a table. While many cells are open, they use bounds. Once few
// cells are open, they try every filling.
#include <algorithm>
#include <array>

#include "cages/model.hpp"
#include "cages/rule_terms.hpp"

namespace pandoku::cages {
namespace {

// Maximum number of ways to try: if there are more, only bounds are used.
constexpr std::int64_t kMostTried = 512;

struct OpenCells {
    Partial given;  // the digits of the decided cells
    std::uint32_t positions = 0;
    int n = 0, last = -1;  // the number of open positions, and the last one
    // Ways to fill all cells except the cell with the most candidates, whose digit is computed.
    std::int64_t ways = 1;
};

OpenCells look(const State& state, std::span<const std::uint16_t> cells, const Goal& goal) {
    OpenCells open{nothing_of(goal)};
    std::int64_t widest = 1;
    for (std::size_t p = 0; p < cells.size(); ++p) {
        const Mask mask = state.at(cells[p]);
        if (!is_several(mask)) {
            open.given = with(open.given, lowest(mask));
            continue;
        }
        if (p < 32) open.positions |= std::uint32_t{1} << p;
        open.last = static_cast<int>(p);
        ++open.n;
        open.ways = std::min<std::int64_t>(open.ways * count(mask), 1 << 30);
        widest = std::max<std::int64_t>(widest, count(mask));
    }
    open.ways /= widest;
    return open;
}

bool try_all(const Model& model, State& state, const Rule& rule, const OpenCells& open) {
    const RuleTerms terms(model, state, rule, open.positions);
    std::array<Mask, Fillings::kMaxTerms> found{};
    Fillings fillings(model.goal_of(rule), terms.all(), open.given);
    std::int64_t steps = 8 * kMostTried;  // `ways` counts the fillings, not the digits tried
    const bool all = fillings.each(steps, [&](const std::uint8_t* digits) {
        for (std::size_t i = 0; i < terms.n(); ++i) found[terms.position(i)] |= bit(digits[i]);
        return true;
    });
    if (!all) return true;
    const auto cells = model.cells_of(rule);
    for (std::uint32_t left = open.positions; left != 0; left &= left - 1) {
        const auto p = static_cast<std::size_t>(std::countr_zero(left));
        if (!state.keep(cells[p], found[p])) return false;
    }
    return true;
}

// The digits with values from `low` to `high`.
Mask digits_between(std::int64_t low, std::int64_t high, int order) {
    low = std::clamp<std::int64_t>(low, 1, order + 1);
    high = std::clamp<std::int64_t>(high, 0, order);
    if (low > high) return 0;
    return ((Mask{1} << high) - 1) & ~((Mask{1} << (low - 1)) - 1);
}

bool bound_sum(State& state, std::span<const std::uint16_t> cells, const Goal& goal) {
    std::int64_t least = 0, most = 0;
    for (const int cell : cells) {
        least += least_value(state.at(cell));
        most += most_value(state.at(cell));
    }
    for (const int cell : cells) {
        const std::int64_t low = least_value(state.at(cell)), high = most_value(state.at(cell));
        const Mask fit =
            digits_between(goal.target - (most - high), goal.target - (least - low), goal.order);
        if (!state.keep(cell, fit)) return false;
    }
    return true;
}

// Keeps the digits that divide the rest of the product after the decided cells, if the other open
// cells can reach the quotient.
bool bound_product(State& state, std::span<const std::uint16_t> cells, const OpenCells& open,
                   int order) {
    const std::int64_t rest = open.given.rest;
    if (rest == 0) return false;
    // Computed in floating point, with a margin for rounding: a bound may be too loose, but never
    // wrong.
    double most = 1;
    for (const int cell : cells)
        if (!state.is_decided(cell)) most = std::min(most * most_value(state.at(cell)), 1e280);
    for (const int cell : cells) {
        const Mask mask = state.at(cell);
        if (!is_several(mask)) continue;
        const double others = most >= 1e280 ? most : most / most_value(mask) * 1.001;
        Mask fit = 0;
        for (int value = 1; value <= order; ++value)
            if (rest % value == 0 && static_cast<double>(rest / value) <= others)
                fit |= digit_worth(value, order);
        if (!state.keep(cell, fit)) return false;
    }
    return true;
}

}  // namespace

bool filter_live(const Model& model, State& state, const Rule& rule) {
    const auto cells = model.cells_of(rule);
    const Goal goal = model.goal_of(rule);
    OpenCells open = look(state, cells, goal);
    if (open.n == 0) {
        // All cells are decided, so check the last cell against all others.
        Partial others = nothing_of(goal);
        for (const int cell : cells.first(cells.size() - 1))
            others = with(others, lowest(state.at(cell)));
        return (closing(goal, others) & state.at(cells.back())) != 0;
    }
    if (open.n == 1)
        return state.keep(cells[static_cast<std::size_t>(open.last)], closing(goal, open.given));
    if (cells.size() <= Fillings::kMaxTerms && open.ways <= kMostTried)
        return try_all(model, state, rule, open);
    if (goal.operation == '+') return bound_sum(state, cells, goal);
    if (goal.operation == '*') return bound_product(state, cells, open, goal.order);
    return true;
}

}  // namespace pandoku::cages
