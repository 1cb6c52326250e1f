// Lines read by an automaton: a forward pass finds the states that the first cells can reach, and a
// backward pass finds the states that lead to an accepting state. Digits that are on no path from
// start to end are removed.
#include <algorithm>
#include <bit>

#include "cages/model.hpp"
#include "cages/resumed_line.hpp"

namespace pandoku::cages {
namespace {

template <class Visit>
void each_state(const std::uint64_t* states, std::size_t n_words, Visit visit) {
    for (std::size_t w = 0; w < n_words; ++w)
        for (std::uint64_t left = states[w]; left != 0; left &= left - 1)
            visit(static_cast<std::uint32_t>(w * 64) +
                  static_cast<std::uint32_t>(std::countr_zero(left)));
}

// A layer has the states that are reached, or the states that lead to an accepting state.
class StateReader {
  public:
    explicit StateReader(const Automaton& automaton) : automaton_(automaton) {}
    std::size_t layer_size() const { return automaton_.n_words; }
    void begin(std::uint64_t* first, std::uint64_t* last) const {
        first[0] = 1;
        std::ranges::copy(automaton_.accepting, last);
    }
    void ahead(std::size_t, Mask mask, const std::uint64_t* from, std::uint64_t* to) const {
        each_state(from, automaton_.n_words, [&](std::uint32_t at) {
            for (const Automaton::Move& move : automaton_.moves_of(at))
                if (mask & move.digits) to[move.to / 64] |= std::uint64_t{1} << (move.to % 64);
        });
    }
    void behind(std::size_t, Mask mask, const std::uint64_t* from, std::uint64_t* to) const {
        for (std::uint32_t at = 0; at < automaton_.n_states; ++at)
            if (leading(at, mask, from)) to[at / 64] |= std::uint64_t{1} << (at % 64);
    }
    Mask digits(std::size_t, Mask mask, const std::uint64_t* before,
                const std::uint64_t* after) const {
        Mask found = 0;
        each_state(before, automaton_.n_words,
                   [&](std::uint32_t at) { found |= leading(at, mask, after); });
        return found;
    }

  private:
    // The digits that lead from a state to any state of a layer.
    Mask leading(std::uint32_t at, Mask mask, const std::uint64_t* layer) const {
        Mask found = 0;
        for (const Automaton::Move& move : automaton_.moves_of(at))
            if (layer[move.to / 64] >> (move.to % 64) & 1) found |= mask & move.digits;
        return found;
    }
    const Automaton& automaton_;
};

// The kinds of the digits in a mask, with a bit for each kind.
Mask kinds_in(const Automaton& automaton, Mask mask) {
    const std::size_t n = automaton.kinds.size();
    if (n == static_cast<std::size_t>(automaton.order)) return mask;
    Mask found = 0;
    for (std::size_t k = 0; k < n; ++k) found |= Mask{(mask & automaton.kinds[k]) != 0} << k;
    return found;
}

// Whether the cells have the same kinds of digits as after the last run, which then would remove
// nothing.
bool is_seen(const State& state, const Automaton& automaton, std::span<const std::uint16_t> cells,
             const Mask* seen) {
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (seen[i] != kinds_in(automaton, state.at(cells[i]))) return false;
    return true;
}

// The kinds of digits in all cells of a line, as one number.
std::size_t kinds_in_line(const State& state, const Automaton& automaton,
                          std::span<const std::uint16_t> cells) {
    std::size_t kinds = 0;
    for (const std::uint16_t cell : cells)
        kinds = kinds << automaton.kinds.size() | kinds_in(automaton, state.at(cell));
    return kinds;
}

bool keep_kinds(State& state, const Automaton& automaton, std::span<const std::uint16_t> cells,
                std::size_t kinds) {
    for (std::size_t i = cells.size(); i-- > 0;) {
        Mask digits = 0;
        for (const Mask kind : automaton.kinds) {
            if (kinds & 1) digits |= kind;
            kinds >>= 1;
        }
        if (!state.keep(cells[i], digits)) return false;
    }
    return true;
}

bool read_line(Model& model, State& state, const Automaton& automaton,
               std::span<const std::uint16_t> cells) {
    const std::size_t words = automaton.n_words, size = (cells.size() + 1) * words;
    if (model.scratch.size() < size) model.scratch.resize(size);
    std::uint64_t* const reached = model.scratch.data();
    std::fill_n(reached, size, 0);
    reached[0] = 1;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Mask mask = state.at(cells[i]);
        std::uint64_t* const next = reached + (i + 1) * words;
        each_state(reached + i * words, words, [&](std::uint32_t at) {
            for (const Automaton::Move& move : automaton.moves_of(at))
                if (mask & move.digits) next[move.to / 64] |= std::uint64_t{1} << (move.to % 64);
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
            for (const Automaton::Move& move : automaton.moves_of(at))
                if (next[move.to / 64] >> (move.to % 64) & 1) leads |= mask & move.digits;
            if (leads == 0) here[at / 64] &= ~(std::uint64_t{1} << (at % 64));
            found |= leads;
        });
        if (!state.keep(cells[i], found)) return false;
    }
    return true;
}

// Uses the stored result for the kinds of digits in the line, if there is one.
bool look_up_line(Model& model, State& state, const Automaton& automaton, ShortLines& lines,
                  std::span<const std::uint16_t> cells) {
    const std::size_t kinds = kinds_in_line(state, automaton, cells);
    std::uint16_t& kept = lines.kept[kinds];
    if (kept == kinds) return true;
    if (kept != ShortLines::kUnknown) return kept != 0 && keep_kinds(state, automaton, cells, kept);
    const bool holds = read_line(model, state, automaton, cells);
    kept = holds ? static_cast<std::uint16_t>(kinds_in_line(state, automaton, cells)) : 0;
    return holds;
}

}  // namespace

void find_short_lines(Model& model, Rule& rule) {
    const Automaton* const automaton = model.automata[rule.data];
    const std::size_t n_bits = automaton->kinds.size() * rule.n_cells;
    if (n_bits > ShortLines::kMostBits) return;
    rule.short_lines = 0;
    for (const ShortLines& known : model.short_lines) {
        if (known.automaton == automaton && known.n_cells == rule.n_cells) return;
        ++rule.short_lines;
    }
    model.short_lines.push_back(
        {automaton, rule.n_cells,
         std::vector<std::uint16_t>(std::size_t{1} << n_bits, ShortLines::kUnknown)});
}

bool filter_automaton(Model& model, State& state, const Rule& rule) {
    const Automaton& automaton = *model.automata[rule.data];
    const auto cells = model.cells_of(rule);
    if (rule.has_memory())
        return resume_line(model.line_memories[rule.memory], state, cells, StateReader(automaton));
    if (rule.short_lines != Rule::kNone)
        return look_up_line(model, state, automaton, model.short_lines[rule.short_lines], cells);
    Mask* const seen = model.seen.data() + rule.first_line;
    if (is_seen(state, automaton, cells, seen)) return true;
    if (!read_line(model, state, automaton, cells)) return false;
    for (std::size_t i = 0; i < cells.size(); ++i)
        seen[i] = kinds_in(automaton, state.at(cells[i]));
    return true;
}

}  // namespace pandoku::cages
