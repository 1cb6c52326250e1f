// Lines read by an automaton: a forward pass finds the states that the first cells can reach, a
// backward pass those that lead to an accepting one. What no path from start to end reads goes.
#include <algorithm>
#include <bit>

#include "cages/model.hpp"

namespace pandoku::cages {
namespace {

template <class Visit>
void each_state(const std::uint64_t* states, std::size_t n_words, Visit visit) {
    for (std::size_t w = 0; w < n_words; ++w)
        for (std::uint64_t left = states[w]; left != 0; left &= left - 1)
            visit(static_cast<std::uint32_t>(w * 64) +
                  static_cast<std::uint32_t>(std::countr_zero(left)));
}

}  // namespace

bool filter_automaton(Model& model, State& state, const Rule& rule) {
    const Automaton& automaton = *model.automata[rule.data];
    const auto cells = model.cells_of(rule);
    const std::size_t words = automaton.n_words, size = (cells.size() + 1) * words;
    if (model.scratch.size() < size) model.scratch.resize(size);
    std::uint64_t* const reached = model.scratch.data();
    std::fill_n(reached, size, 0);
    reached[0] = 1;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Mask mask = state.at(cells[i]);
        std::uint64_t* const next = reached + (i + 1) * words;
        each_state(reached + i * words, words, [&](std::uint32_t at) {
            each(mask & automaton.may_read[at], [&](int digit) {
                const auto to = static_cast<std::uint32_t>(automaton.step(at, digit));
                next[to / 64] |= std::uint64_t{1} << (to % 64);
            });
        });
    }
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < words; ++w)
        any |= reached[cells.size() * words + w] &= automaton.accepting[w];
    if (any == 0) return false;
    for (std::size_t i = cells.size(); i-- > 0;) {
        const Mask mask = state.at(cells[i]);
        std::uint64_t* const here = reached + i * words;
        const std::uint64_t* const next = here + words;
        Mask found = 0;
        each_state(here, words, [&](std::uint32_t at) {
            Mask leads = 0;
            each(mask & automaton.may_read[at], [&](int digit) {
                const auto to = static_cast<std::uint32_t>(automaton.step(at, digit));
                if (next[to / 64] >> (to % 64) & 1) leads |= bit(digit);
            });
            if (leads == 0) here[at / 64] &= ~(std::uint64_t{1} << (at % 64));
            found |= leads;
        });
        if (!state.keep(cells[i], found)) return false;
    }
    return true;
}

}  // namespace pandoku::cages
