// Cages that do not repeat, up to order 9, by dynamic programming over sets of digits. The forward
// pass finds the digits that the first cells can use; the backward pass starts from the sets that
// the operation allows. A layer is a set of such sets: bit s represents the digits of mask s. This
// is exact for every operation, and also shows which digits the cage must hold. Decided cells need
// no layer: all sets hold their digits from the start.
//
// Tried without gain: the same for a whole house, divided into the sums inside it (a fifth fewer
// guesses on killers, no fewer on the hardest, and the easy ones slower), and with the sums of
// cages that cross its border (a fifth fewer on the hardest, at twice the cost per guess).
#include <algorithm>
#include <array>

#include "cages/model.hpp"
#include "cages/set_moves.hpp"

namespace pandoku::cages {
namespace {

// A digit that every final set holds is removed from the cells that see all its places in the cage.
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

template <std::size_t W>
bool filter(const Model& model, State& state, const Rule& rule) {
    const auto cells = model.cells_of(rule);
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

    std::uint64_t layers[(kMaxDigitSetOrder + 1) * W];
    std::fill_n(layers, W, 0);
    layers[used / 64] = std::uint64_t{1} << (used % 64);
    for (std::size_t i = 0; i < n_open; ++i) {
        const std::uint64_t* from = layers + i * W;
        std::uint64_t* to = layers + (i + 1) * W;
        std::fill_n(to, W, 0);
        each(state.at(open[i]), [&](int digit) { add_digit<W>(to, from, digit); });
    }
    std::uint64_t any = 0, *ends = layers + n_open * W;
    for (std::size_t w = 0; w < W; ++w) any |= ends[w] &= model.allowed[rule.data + w];
    if (any == 0) return false;

    std::uint64_t met_a[W], met_b[W], *behind = met_a, *met = met_b;
    std::copy_n(ends, W, behind);
    for (std::size_t i = n_open; i-- > 0;) {
        Mask found = 0;
        std::fill_n(met, W, 0);
        each(state.at(open[i]), [&](int digit) {
            if (meet_digit<W>(met, layers + i * W, behind, digit)) found |= bit(digit);
        });
        if (!state.keep(open[i], found)) return false;
        std::swap(behind, met);
    }
    return point_always<W>(model, state, cells, ends);
}

}  // namespace

void make_digit_sets(Model& model, Rule& rule) {
    const int n = model.layout->order();
    rule.kind = Kind::digit_sets;
    rule.n_words = set_words(n);
    rule.data = static_cast<std::uint32_t>(model.allowed.size());
    model.allowed.resize(rule.data + rule.n_words, 0);
    std::int64_t steps = std::int64_t{1} << 2 * kMaxDigitSetOrder;  // never runs out
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
