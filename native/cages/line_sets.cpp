// Lines read by an automaton whose cells see each other in parts, up to order 9: each state is kept
// with the sets of digits that the cells of the part can have used when it is reached. This finds
// more than the states alone, and costs more: it waits until all else is done.
#include <algorithm>
#include <bit>

#include "cages/model.hpp"
#include "cages/set_moves.hpp"

namespace pandoku::cages {
namespace {

constexpr std::size_t kMostStates = 4096;  // times the cells of the line

template <std::size_t W>
bool is_none(const std::uint64_t* sets) {
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < W; ++w) any |= sets[w];
    return any == 0;
}

// Layers of sets for each state, one before each cell and one after the last. Where a part starts,
// the digits before it no longer matter: of a state that is reached, only the empty set goes on.
template <std::size_t W>
bool read_line(Model& model, State& state, const Rule& rule) {
    const Automaton& automaton = *model.automata[rule.data];
    const auto cells = model.cells_of(rule);
    const std::uint8_t* const starts = model.starts.data() + rule.first_line;
    const std::size_t n_states = automaton.n_states, layer = n_states * W;
    const std::size_t size = (cells.size() + 2) * layer;
    if (model.scratch.size() < size) model.scratch.resize(size);
    std::uint64_t* const layers = model.scratch.data();
    std::fill_n(layers, (cells.size() + 1) * layer, 0);
    layers[0] = 1;
    constexpr std::uint64_t nothing[W] = {1};
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Mask mask = state.at(cells[i]);
        std::uint64_t* const next = layers + (i + 1) * layer;
        for (std::uint32_t at = 0; at < n_states; ++at) {
            const std::uint64_t* from = layers + i * layer + at * W;
            if (is_none<W>(from)) continue;
            if (starts[i]) from = nothing;
            each(mask & automaton.may_read[at], [&](int digit) {
                const auto to = static_cast<std::size_t>(automaton.step(at, digit));
                add_digit<W>(next + to * W, from, digit);
            });
        }
    }
    std::uint64_t* const ends = layers + cells.size() * layer;
    std::uint64_t any = 0;
    for (std::uint32_t at = 0; at < n_states; ++at) {
        if (!automaton.accepts(at)) std::fill_n(ends + at * W, W, 0);
        for (std::size_t w = 0; w < W; ++w) any |= ends[at * W + w];
    }
    if (any == 0) return false;
    for (std::size_t i = cells.size(); i-- > 0;) {
        const Mask mask = state.at(cells[i]);
        const std::uint64_t* const next = layers + (i + 1) * layer;
        Mask found = 0;
        for (std::uint32_t at = 0; at < n_states; ++at) {
            std::uint64_t* const here = layers + i * layer + at * W;
            if (is_none<W>(here)) continue;
            const std::uint64_t* const from = starts[i] ? nothing : here;
            std::uint64_t met[W] = {};
            each(mask & automaton.may_read[at], [&](int digit) {
                const auto to = static_cast<std::size_t>(automaton.step(at, digit));
                if (meet_digit<W>(met, from, next + to * W, digit)) found |= bit(digit);
            });
            if (!starts[i])
                std::copy_n(met, W, here);
            else if (met[0] == 0)
                std::fill_n(here, W, 0);
        }
        if (!state.keep(cells[i], found)) return false;
    }
    return true;
}

}  // namespace

bool make_line_sets(Model& model, Rule& rule) {
    const auto cells = model.cells_of(rule);
    if (model.layout->order() > kMaxDigitSetOrder) return false;
    if (model.automata[rule.data]->n_states * cells.size() > kMostStates) return false;
    rule.first_line = static_cast<std::uint32_t>(model.starts.size());
    std::size_t start = 0, longest = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        bool is_start = i == 0;
        for (std::size_t j = start; j < i; ++j) is_start |= !model.sees(cells[j], cells[i]);
        if (is_start) start = i;
        longest = std::max(longest, i + 1 - start);
        model.starts.push_back(is_start);
    }
    rule.kind = Kind::line_sets;
    rule.derived = true;
    return longest > 2;
}

bool filter_line_sets(Model& model, State& state, const Rule& rule) {
    switch (set_words(model.layout->order())) {
        case 1: return read_line<1>(model, state, rule);
        case 2: return read_line<2>(model, state, rule);
        case 4: return read_line<4>(model, state, rule);
        default: return read_line<kMaxSetWords>(model, state, rule);
    }
}

}  // namespace pandoku::cages
