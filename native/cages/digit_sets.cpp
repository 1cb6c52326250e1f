// Cages that do not repeat, up to order 9, by dynamic programming over sets of digits. The forward
// pass finds the digits that the first cells can use. The backward pass starts from the sets that
// the operation allows. A layer is a set of such sets: bit s represents the digits of mask s. This
// is exact for every operation, and also shows which digits the cage must hold. Decided cells need
// no layer, because all sets contain their digits from the start.
//
// Two variants were tried without gain. The first did the same for an entire house, divided into
// the sums inside it: a fifth fewer guesses on killers, but no fewer on the hardest killers, and
// more time on easy killers. The second also used the sums of cages that cross the border of the
// house: a fifth fewer guesses on the hardest killers, at twice the cost per guess.
#include <algorithm>
#include <array>

#include "cages/model.hpp"
#include "cages/set_moves.hpp"

namespace pandoku::cages {
namespace {

// A digit that is in every final set is removed from cells that see all its places in the cage.
template <std::size_t W>
bool point_always(const Model& model, State& state, std::span<const std::uint16_t> cells,
                  const std::uint64_t* ends) {
    Mask open = 0;
    for (const int cell : cells)
        if (!state.is_decided(cell)) open |= state.at(cell);
    for (Mask left = always_in<W>(ends, open); left != 0; left &= left - 1)
        if (!point(model, state, cells, lowest(left))) return false;
    return true;
}

bool has_set(const std::uint64_t* sets, Mask set) { return sets[set / 64] >> (set % 64) & 1; }

// The digits of `mask` that lead from one set to any of the other sets.
Mask leading(const std::uint64_t* sets, Mask set, Mask mask) {
    Mask found = 0;
    each(mask & ~set, [&](int digit) {
        if (has_set(sets, set | bit(digit))) found |= bit(digit);
    });
    return found;
}

// Tries all pairs of digits of two open cells, with the digits `used` in the others.
bool filter_two(const Model& model, State& state, const Rule& rule, Mask used, int a, int b) {
    const std::uint64_t* const allowed = model.allowed.data() + rule.data;
    const Mask of_b = state.at(b);
    Mask keep_a = 0, keep_b = 0, always = ~Mask{0};
    each(state.at(a) & ~used, [&](int digit) {
        const Mask fit = leading(allowed, used | bit(digit), of_b);
        if (fit == 0) return;
        keep_a |= bit(digit);
        keep_b |= fit;
        always &= bit(digit) | (is_several(fit) ? 0 : fit);
    });
    if (keep_a == 0 || !state.keep(b, keep_b) || !state.keep(a, keep_a)) return false;
    if (!is_several(keep_a) || !is_several(keep_b)) return true;
    bool holds = true;
    each(always & keep_a & keep_b,
         [&](int digit) { holds = holds && point(model, state, model.cells_of(rule), digit); });
    return holds;
}

template <std::size_t W>
bool filter(const Model& model, State& state, const Rule& rule) {
    const auto cells = model.cells_of(rule);
    const std::uint64_t* const allowed = model.allowed.data() + rule.data;
    Mask used = 0;
    std::uint16_t open[kMaxDigitSetOrder];
    std::size_t n_open = 0;
    for (const std::uint16_t cell : cells)
        if (state.is_decided(cell))
            used |= state.at(cell);
        else
            open[n_open++] = cell;
    // With fewer digits than decided cells, two of the cells are equal.
    if (static_cast<std::size_t>(count(used)) + n_open != cells.size()) return false;
    if (n_open == 0) return has_set(allowed, used);
    if (n_open == 1) return state.keep(open[0], leading(allowed, used, state.at(open[0])));
    if (n_open == 2) return filter_two(model, state, rule, used, open[0], open[1]);

    // Layer i has the sets after open cell i. Before the first open cell, the only set is the
    // digits used.
    std::uint64_t layers[kMaxDigitSetOrder * W];
    std::fill_n(layers, W, 0);
    each(state.at(open[0]) & ~used, [&](int digit) {
        const Mask set = used | bit(digit);
        layers[set / 64] |= std::uint64_t{1} << (set % 64);
    });
    for (std::size_t i = 1; i < n_open; ++i)
        add_digits<W>(layers + i * W, layers + (i - 1) * W, state.at(open[i]));
    std::uint64_t any = 0, *ends = layers + (n_open - 1) * W;
    for (std::size_t w = 0; w < W; ++w) any |= ends[w] &= allowed[w];
    if (any == 0) return false;

    std::uint64_t met_a[W], met_b[W], *behind = met_a, *met = met_b;
    std::copy_n(ends, W, behind);
    for (std::size_t i = n_open - 1; i > 0; --i) {
        const Mask found = meet_digits<W>(met, layers + (i - 1) * W, behind, state.at(open[i]));
        if (!state.keep(open[i], found)) return false;
        std::swap(behind, met);
    }
    return state.keep(open[0], leading(behind, used, state.at(open[0]))) &&
           point_always<W>(model, state, cells, ends);
}

}  // namespace

void make_digit_sets(Model& model, Rule& rule) {
    const int n = model.layout->order();
    rule.kind = Kind::digit_sets;
    rule.n_words = set_words(n);
    rule.data = static_cast<std::uint32_t>(model.allowed.size());
    model.allowed.resize(rule.data + rule.n_words, 0);
    std::int64_t steps = std::int64_t{1} << 2 * kMaxDigitSetOrder;  // large enough never to run out
    DigitSets(model.goal_of(rule), rule.n_cells, model.layout->all_digits())
        .each(steps, [&](Mask set) {
            model.allowed[rule.data + set / 64] |= std::uint64_t{1} << (set % 64);
        });
}

void make_digit_sets(Model& model, Rule& rule, std::span<const std::uint64_t> sets) {
    rule.kind = Kind::digit_sets;
    rule.n_words = set_words(model.layout->order());
    rule.data = static_cast<std::uint32_t>(model.allowed.size());
    model.allowed.insert(model.allowed.end(), sets.begin(), sets.end());
    model.allowed.resize(rule.data + rule.n_words, 0);
}

bool filter_digit_sets(const Model& model, State& state, const Rule& rule) {
    switch (rule.n_words) {
        case 1: return filter<1>(model, state, rule);
        case 2: return filter<2>(model, state, rule);
        case 4: return filter<4>(model, state, rule);
        default: return filter<kMaxSetWords>(model, state, rule);
    }
}

}  // namespace pandoku::cages
