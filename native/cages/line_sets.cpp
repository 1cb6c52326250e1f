// Lines read by an automaton whose cells see each other in parts, up to order 9: each state is
// stored with the sets of digits that the cells of the part may have used when the state is
// reached. This finds more than the states alone, but costs more, so these rules run last.
#include <algorithm>

#include "cages/model.hpp"
#include "cages/resumed_line.hpp"
#include "cages/set_moves.hpp"

namespace pandoku::cages {
namespace {

// Maximum of the number of states times the number of cells of the line.
constexpr std::size_t kMostStates = 4096;

template <std::size_t W>
bool is_none(const std::uint64_t* sets) {
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < W; ++w) any |= sets[w];
    return any == 0;
}

// A layer has the sets of digits that reach each state, or that lead from it to an accepting state.
// At the start of a part, the digits before it no longer matter, so a reached state keeps only the
// empty set.
template <std::size_t W>
class SetReader {
  public:
    SetReader(const Automaton& automaton, const std::uint8_t* starts)
        : automaton_(automaton), starts_(starts) {}
    std::size_t layer_size() const { return automaton_.n_states * W; }
    void begin(std::uint64_t* first, std::uint64_t* last) const {
        first[0] = 1;
        for (std::uint32_t at = 0; at < automaton_.n_states; ++at)
            if (automaton_.accepts(at)) std::fill_n(last + at * W, W, kAll);
    }
    void ahead(std::size_t i, Mask mask, const std::uint64_t* from, std::uint64_t* to) const {
        each_reached(i, from, [&](std::uint32_t at, const std::uint64_t* before) {
            SetsOf<W>(before).each_with(mask & automaton_.may_read[at],
                                        [&](int digit, SetsOf<W> sets) {
                                            std::uint64_t* const next = to + next_of(at, digit);
                                            sets |= SetsOf<W>(next);
                                            sets.store(next);
                                        });
        });
    }
    void behind(std::size_t i, Mask mask, const std::uint64_t* from, std::uint64_t* to) const {
        for (std::uint32_t at = 0; at < automaton_.n_states; ++at) {
            std::uint64_t* const sets = to + at * W;
            SetsOf<W> found;
            each(mask & automaton_.may_read[at], [&](int digit) {
                SetsOf<W>(from + next_of(at, digit))
                    .each_less(bit(digit), [&](int, const SetsOf<W>& less) { found |= less; });
            });
            found.store(sets);
            if (starts_[i]) std::fill_n(sets, W, sets[0] & 1 ? kAll : 0);
        }
    }
    Mask digits(std::size_t i, Mask mask, const std::uint64_t* before,
                const std::uint64_t* after) const {
        Mask found = 0;
        each_reached(i, before, [&](std::uint32_t at, const std::uint64_t* reached) {
            SetsOf<W>(reached).each_with(mask & ~found & automaton_.may_read[at],
                                         [&](int digit, SetsOf<W> sets) {
                                             sets &= SetsOf<W>(after + next_of(at, digit));
                                             if (!sets.is_none()) found |= bit(digit);
                                         });
        });
        return found;
    }

  private:
    static constexpr std::uint64_t kAll = ~std::uint64_t{0};

    template <class Visit>
    void each_reached(std::size_t i, const std::uint64_t* layer, Visit visit) const {
        static constexpr std::uint64_t kNothing[W] = {1};
        for (std::uint32_t at = 0; at < automaton_.n_states; ++at)
            if (!is_none<W>(layer + at * W)) visit(at, starts_[i] ? kNothing : layer + at * W);
    }
    // The index at which the sets of the next state begin.
    std::size_t next_of(std::uint32_t at, int digit) const {
        return static_cast<std::size_t>(automaton_.step(at, digit)) * W;
    }

    const Automaton& automaton_;
    const std::uint8_t* starts_;
};

template <std::size_t W>
bool read_line(Model& model, State& state, const Rule& rule) {
    return resume_line(
        model.line_memories[rule.memory], state, model.cells_of(rule),
        SetReader<W>(*model.automata[rule.data], model.starts.data() + rule.first_line));
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
    if (longest < 3) return false;
    rule.kind = Kind::line_sets;
    rule.derived = true;
    rule.memory = static_cast<std::uint32_t>(model.line_memories.size());
    model.line_memories.emplace_back();
    return true;
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
