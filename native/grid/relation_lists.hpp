// The relations of several puzzles, except their cages, one puzzle after another.
//
//   differ    cells whose digits are pairwise different
//   pair      a table: for each digit of the first cell, the digits of the second
//   sum       the digits of the first `n_plus` cells, less those of the others, give the target
//             (one cell or at least three: two are a pair)
//   total     weights of the digits in each cell; they add up to one of some targets
//   machine   an automaton accepts the digits of the cells, read in their order
//
// Relations with equal tables or automata share them, because there are many.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "grid/mask.hpp"

namespace pandoku {

using PairTable = std::vector<Mask>;  // [digit]

// State 0 is the first.
//
//   steps      [state][digit] the next state, or kNowhere
//   may_read   [state] the digits that lead somewhere
//   moves      the digits that lead from a state to another: those of state s are
//              moves[first_move[s] .. first_move[s + 1])
//   kinds      digits that lead to the same states from all, by the lowest of each kind
//   accepting  a bit for each state in which a line may end
//   sets       if cells that differ are accepted for the set of their digits alone, up to order 9:
//              a bit for each set that is; else empty
struct Automaton {
    static constexpr std::int16_t kNowhere = -1;
    static constexpr int kMostSetOrder = 9;

    int order = 0;
    std::uint32_t n_states = 0, n_words = 0;
    std::vector<std::int16_t> steps;
    std::vector<Mask> may_read;
    struct Move {
        Mask digits;
        std::uint32_t to;
    };
    std::vector<Move> moves;
    std::vector<std::uint32_t> first_move;
    std::vector<Mask> kinds;
    std::vector<std::uint64_t> accepting;
    std::vector<std::uint64_t> sets;

    Automaton(int digits, std::vector<std::int16_t> all_steps, std::span<const std::uint16_t> ends)
        : order(digits),
          n_states(static_cast<std::uint32_t>(all_steps.size() / static_cast<std::size_t>(digits))),
          n_words((n_states + 63) / 64),
          steps(std::move(all_steps)),
          may_read(n_states, 0),
          accepting(n_words, 0) {
        for (std::size_t at = 0; at < steps.size(); ++at)
            if (steps[at] != kNowhere)
                may_read[at / static_cast<std::size_t>(order)] |=
                    bit(static_cast<int>(at % static_cast<std::size_t>(order)));
        for (const std::uint16_t end : ends) accepting[end / 64] |= std::uint64_t{1} << (end % 64);
        find_moves();
        find_sets();
    }
    std::int16_t step(std::uint32_t state, int digit) const {
        return steps[static_cast<std::size_t>(state) * static_cast<std::size_t>(order) +
                     static_cast<std::size_t>(digit)];
    }
    std::span<const Move> moves_of(std::uint32_t state) const {
        return {moves.data() + first_move[state], first_move[state + 1] - first_move[state]};
    }
    bool accepts(std::uint32_t state) const { return accepting[state / 64] >> (state % 64) & 1; }

  private:
    void find_moves() {
        // [digit]: the digits of the same kind
        std::vector<Mask> alike(static_cast<std::size_t>(order), (Mask{1} << order) - 1);
        for (std::uint32_t at = 0; at < n_states; ++at) {
            first_move.push_back(static_cast<std::uint32_t>(moves.size()));
            Mask nowhere = 0;
            for (int digit = 0; digit < order; ++digit) {
                const std::int16_t to = step(at, digit);
                if (to == kNowhere) {
                    nowhere |= bit(digit);
                    continue;
                }
                std::size_t m = first_move.back();
                while (m < moves.size() && moves[m].to != static_cast<std::uint32_t>(to)) ++m;
                if (m == moves.size()) moves.push_back({0, static_cast<std::uint32_t>(to)});
                moves[m].digits |= bit(digit);
            }
            each(nowhere, [&](int d) { alike[static_cast<std::size_t>(d)] &= nowhere; });
            for (std::size_t m = first_move.back(); m < moves.size(); ++m)
                each(moves[m].digits,
                     [&](int d) { alike[static_cast<std::size_t>(d)] &= moves[m].digits; });
        }
        first_move.push_back(static_cast<std::uint32_t>(moves.size()));
        for (int digit = 0; digit < order; ++digit) {
            const Mask kind = alike[static_cast<std::size_t>(digit)];
            if (lowest(kind) == digit) kinds.push_back(kind);
        }
    }
    // Reads every set of digits in all orders, and checks that all orders lead to the same state.
    void find_sets() {
        if (order > kMostSetOrder) return;
        constexpr int kUnread = -2;
        const Mask all = (Mask{1} << order) - 1;
        std::vector<int> state_of(all + 1, kUnread);
        std::vector<std::uint64_t> found(all / 64 + 1, 0);
        state_of[0] = 0;
        for (Mask set = 0; set <= all; ++set) {
            const int at = state_of[set];
            if (at != kNowhere && accepts(static_cast<std::uint32_t>(at)))
                found[set / 64] |= bit(static_cast<int>(set % 64));
            for (Mask left = all & ~set; left != 0; left &= left - 1) {
                const int digit = lowest(left);
                const int to = at == kNowhere ? at : step(static_cast<std::uint32_t>(at), digit);
                int& known = state_of[set | bit(digit)];
                if (known == kUnread)
                    known = to;
                else if (known != to)
                    return;
            }
        }
        sets = std::move(found);
    }
};

// Two candidates in different cells. The constraint `owner` forbids that both are true. Digits are
// counted from 0.
struct Tie {
    std::uint16_t cell, digit, other, other_digit, owner;
};

class RelationLists {
  public:
    enum class Type : std::uint8_t { differ, pair, sum, total, machine };
    struct Relation {
        Type type;
        std::int64_t target;                         // sums
        std::size_t n_plus;                          // sums
        const PairTable* table;                      // pairs
        const Automaton* automaton;                  // machines
        std::span<const std::uint16_t> cells;        // all different
        int order = 0;                               // totals
        std::span<const std::int64_t> weights = {};  // totals: [cell][digit]
        std::span<const std::int64_t> targets = {};  // totals
    };

    // Each adds to the current puzzle, which `end_puzzle` ends.
    void add_differ(std::span<const std::uint16_t> cells) { add({Type::differ}, cells); }
    void add_pair(std::shared_ptr<const PairTable> table, std::span<const std::uint16_t> cells) {
        Entry entry{Type::pair};
        entry.shared = share(tables_, std::move(table));
        add(entry, cells);
    }
    void add_sum(std::int64_t target, std::size_t n_plus, std::span<const std::uint16_t> cells) {
        Entry entry{Type::sum};
        entry.target = target;
        entry.n_plus = n_plus;
        add(entry, cells);
    }
    // `weights` has one weight for each cell and digit.
    void add_total(std::span<const std::int64_t> weights, std::span<const std::int64_t> targets,
                   std::span<const std::uint16_t> cells) {
        Entry entry{Type::total};
        entry.first_number = numbers_.size();
        entry.n_weights = weights.size();
        entry.n_targets = targets.size();
        numbers_.insert(numbers_.end(), weights.begin(), weights.end());
        numbers_.insert(numbers_.end(), targets.begin(), targets.end());
        add(entry, cells);
    }
    void add_machine(std::shared_ptr<const Automaton> automaton,
                     std::span<const std::uint16_t> cells) {
        Entry entry{Type::machine};
        entry.shared = share(automata_, std::move(automaton));
        add(entry, cells);
    }
    void add_tie(const Tie& tie) { ties_.push_back(tie); }
    void end_puzzle() {
        ends_.push_back(entries_.size());
        tie_ends_.push_back(ties_.size());
    }

    // The relations of a puzzle are numbered from 0. A puzzle beyond the last one has no relations.
    std::size_t n_relations(std::int64_t puzzle) const {
        const auto p = static_cast<std::size_t>(puzzle);
        return p < ends_.size() ? ends_[p] - first_of(p) : 0;
    }
    Relation relation(std::int64_t puzzle, std::size_t number) const {
        const Entry& entry = entries_[first_of(static_cast<std::size_t>(puzzle)) + number];
        return {entry.type,
                entry.target,
                entry.n_plus,
                entry.type == Type::pair ? tables_[entry.shared].get() : nullptr,
                entry.type == Type::machine ? automata_[entry.shared].get() : nullptr,
                {cells_.data() + entry.first_cell, entry.n_cells},
                entry.n_cells == 0 ? 0 : static_cast<int>(entry.n_weights / entry.n_cells),
                {numbers_.data() + entry.first_number, entry.n_weights},
                {numbers_.data() + entry.first_number + entry.n_weights, entry.n_targets}};
    }

    std::span<const Tie> ties(std::int64_t puzzle) const {
        const auto p = static_cast<std::size_t>(puzzle);
        if (p >= tie_ends_.size()) return {};
        const std::size_t first = p == 0 ? 0 : tie_ends_[p - 1];
        return {ties_.data() + first, tie_ends_[p] - first};
    }

  private:
    struct Entry {
        Type type;
        std::int64_t target = 0;
        std::size_t n_plus = 0, shared = 0, first_cell = 0, n_cells = 0;
        std::size_t first_number = 0, n_weights = 0, n_targets = 0;
    };
    void add(Entry entry, std::span<const std::uint16_t> cells) {
        entry.first_cell = cells_.size();
        entry.n_cells = cells.size();
        entries_.push_back(entry);
        cells_.insert(cells_.end(), cells.begin(), cells.end());
    }
    // Returns the index of a shared value. Looks at the last few values first, because they are the
    // most likely.
    template <class T>
    static std::size_t share(std::vector<std::shared_ptr<const T>>& all,
                             std::shared_ptr<const T> one) {
        for (std::size_t i = all.size(); i-- > 0;)
            if (all[i] == one) return i;
        all.push_back(std::move(one));
        return all.size() - 1;
    }
    std::size_t first_of(std::size_t puzzle) const { return puzzle == 0 ? 0 : ends_[puzzle - 1]; }

    std::vector<Entry> entries_;
    std::vector<std::uint16_t> cells_;
    std::vector<std::int64_t> numbers_;
    std::vector<Tie> ties_;
    std::vector<std::size_t> ends_, tie_ends_;  // for each puzzle: one past its last
    std::vector<std::shared_ptr<const PairTable>> tables_;
    std::vector<std::shared_ptr<const Automaton>> automata_;
};

}  // namespace pandoku
