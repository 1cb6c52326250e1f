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

namespace pandoku::cages {
namespace {

// The 64 digit sets of a word that lack digit 0, 1, ..., 5; digits 6 to 8 select the word.
constexpr std::uint64_t kWithout[6] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                       0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
constexpr std::size_t kMaxSetWords = 8;

// to |= the sets of `from` that lack the digit, with it added
template <std::size_t W>
inline void add_digit(std::uint64_t* to, const std::uint64_t* from, int digit) {
    if (W == 1 || digit < 6) {
        const std::uint64_t without = kWithout[digit];
        const int shift = 1 << digit;
        for (std::size_t w = 0; w < W; ++w) to[w] |= (from[w] & without) << shift;
        return;
    }
    const std::size_t step = std::size_t{1} << (digit - 6);
    for (std::size_t w = 0; w < W; ++w)
        if (!(w & step)) to[w | step] |= from[w];
}

// met |= the sets of `from` that are in `to` once the digit is added. Returns whether any are.
template <std::size_t W>
inline bool meet(std::uint64_t* met, const std::uint64_t* from, const std::uint64_t* to,
                 int digit) {
    std::uint64_t any = 0;
    if (W == 1 || digit < 6) {
        const std::uint64_t without = kWithout[digit];
        const int shift = 1 << digit;
        for (std::size_t w = 0; w < W; ++w) {
            const std::uint64_t part = (to[w] >> shift) & without & from[w];
            met[w] |= part;
            any |= part;
        }
        return any != 0;
    }
    const std::size_t step = std::size_t{1} << (digit - 6);
    for (std::size_t w = 0; w < W; ++w) {
        if (w & step) continue;
        const std::uint64_t part = to[w | step] & from[w];
        met[w] |= part;
        any |= part;
    }
    return any != 0;
}

// A digit that every final set holds is removed from the cells that see all its places in the cage.
template <std::size_t W>
bool point_always(const Model& model, State& state, std::span<const std::uint16_t> cells,
                  const std::uint64_t* ends) {
    Mask open = 0;
    for (const int cell : cells)
        if (!state.is_decided(cell)) open |= state.at(cell);
    for (; open != 0; open &= open - 1) {
        const int digit = lowest(open);
        std::uint64_t without = 0;
        for (std::size_t w = 0; w < W; ++w) {
            const std::uint64_t here = digit < 6              ? kWithout[digit]
                                       : w >> (digit - 6) & 1 ? 0
                                                              : ~std::uint64_t{0};
            without |= ends[w] & here;
        }
        if (without == 0 && !point(model, state, cells, digit)) return false;
    }
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
            if (meet<W>(met, layers + i * W, behind, digit)) found |= bit(digit);
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
    rule.n_words = static_cast<std::uint32_t>(((1 << n) + 63) / 64);
    rule.data = static_cast<std::uint32_t>(model.allowed.size());
    model.allowed.resize(rule.data + rule.n_words, 0);
    std::int64_t steps = std::int64_t{1} << 2 * kMaxDigitSetOrder;  // never runs out
    DigitSets(model.goal_of(rule), rule.n_cells, model.layout->all_digits())
        .each(steps, [&](Mask set) {
            model.allowed[rule.data + set / 64] |= std::uint64_t{1} << (set % 64);
        });
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
