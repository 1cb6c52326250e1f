// Chains of four or more almost locked sets, each linked to the next by a restricted digit.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "logic/als.hpp"
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

// The sets that a chain of any length can reach, if it may return to its first set. Real chains
// reach only slightly fewer sets, and one closure computes the result for all sets. With it, most
// searches can be skipped, because nothing could be eliminated at their end.
class AlsReach {
  public:
    // is_known() is false if there are more than kMostWays ways.
    explicit AlsReach(const AlsTable& table) : n_sets_(table.sets().size()) {
        for (std::size_t set = 0; set < n_sets_; ++set) {
            start_.push_back(ways_.size());
            Mask digits = 0;
            for (const AlsLink& link : table.links(set)) digits |= link.digits;
            digits_.push_back(digits);
            each(digits, [&](int digit) { ways_.push_back({set, digit}); });
        }
        start_.push_back(ways_.size());
        if (ways_.size() <= kMostWays) follow(table);
    }

    // An upper bound on the number of states in the searches from every set by every digit.
    std::size_t most_states() const {
        std::size_t sum = 0;
        for (std::size_t from = 0; from < reached_.n_rows(); ++from)
            for (std::size_t w = 0; w < reached_.n_words(); ++w)
                sum += static_cast<std::size_t>(count(reached_[from][w]));
        return sum;
    }
    bool is_known() const { return reached_.n_rows() == ways_.size(); }

    // Whether f(set, last) holds for some set after `first` that can be reached by the digit `last`
    // when the chain leaves `first` by `digit`.
    template <class F>
    bool any_after(std::size_t first, int digit, F&& f) const {
        if ((digits_[first] & bit(digit)) == 0) return false;
        bool any = false;
        each_bit(reached_[way(first, digit)], reached_.n_words(), start_[first + 1],
                 [&](std::size_t to) { any = any || f(ways_[to].set, ways_[to].digit); });
        return any;
    }

  private:
    static constexpr std::size_t kMostWays = 4096;  // two megabytes
    // A set, and the digit that links it to the chain.
    struct Way {
        std::size_t set;
        int digit;
    };

    std::size_t way(std::size_t set, int digit) const {
        return start_[set] + static_cast<std::size_t>(count(digits_[set] & (bit(digit) - 1)));
    }

    void follow(const AlsTable& table) {
        const std::size_t n = ways_.size();
        reached_ = BitRows(n, n);
        for (std::size_t set = 0; set < n_sets_; ++set)
            for (const AlsLink& link : table.links(set))
                each(link.digits, [&](int digit) {
                    reached_.add(way(set, digit), way(static_cast<std::size_t>(link.set), digit));
                });
        // A chain that enters a set by one digit leaves it by another.
        BitRows on(n, n);
        for (std::size_t in = 0; in < n; ++in)
            for (std::size_t out = start_[ways_[in].set]; out < start_[ways_[in].set + 1]; ++out)
                if (out != in) on.join(in, reached_, out);
        close_rows(on);
        for (std::size_t set = 0; set < n_sets_; ++set)
            for (const AlsLink& link : table.links(set))
                each(link.digits, [&](int digit) {
                    const auto in = way(static_cast<std::size_t>(link.set), digit);
                    reached_.join(way(set, digit), on, in);
                });
    }

    std::size_t n_sets_;
    std::vector<Way> ways_;           // by set, then by digit
    std::vector<std::size_t> start_;  // [set]: its first way
    std::vector<Mask> digits_;        // [set]: the digits that link it to others
    BitRows reached_;                 // [way out]: the ways in
};

// The search from one first set. Consecutive links have different restricted digits.
class AlsChains {
  public:
    AlsChains(const Board& board, Sink& sink)
        : board_(board), sink_(sink), table_(almost_locked_sets(board)), sets_(table_.sets()) {}

    void run() {
        const AlsReach reach(table_);
        std::size_t most_links = 0;
        for (std::size_t set = 0; set < sets_.size(); ++set)
            most_links = std::max(most_links, table_.links(set).size());
        // A skipped search does not count its looks. But the shortcut must not change the steps
        // found. So searches may be skipped only if all searches together would stay below the
        // sink's limit.
        const bool is_few =
            reach.is_known() && reach.most_states() * (most_links + 1) < Sink::kMostLooks;
        for (std::size_t first = 0; first < sets_.size(); ++first) {
            if (!note_targets(first)) continue;
            each(sets_[first].digits, [&](int digit) {
                const auto is_told = [&](std::size_t last, int last_digit) {
                    return gone(last, digit, last_digit) != 0;
                };
                if (!sink_.done() && (!is_few || reach.any_after(first, digit, is_told)))
                    spread(static_cast<int>(first), digit);
            });
        }
    }

  private:
    // A set reached by a digit; `from` is the state before, by index.
    struct State {
        int set, digit, from, length;
    };

    // Records, for every later set, the digits that it and this set could eliminate together.
    // Returns false if there are no such digits.
    bool note_targets(std::size_t first) {
        targets_.assign(sets_.size(), 0);
        bool any = false;
        each(sets_[first].digits, [&](int z) {
            sets_[first].sight(z).each([&](int cell) {
                each_bit(table_.seeing(cell, z), table_.n_words(), first + 1,
                         [&](std::size_t last) {
                             targets_[last] |= bit(z);
                             any = true;
                         });
            });
        });
        return any;
    }

    // The digits that a chain with this first and last link eliminates.
    Mask gone(std::size_t last, int first_digit, int last_digit) const {
        return targets_[last] & ~bit(first_digit) & ~bit(last_digit);
    }

    // All chains whose first link is `digit`, short ones first.
    void spread(int first, int digit) {
        states_.clear();
        seen_.assign(sets_.size(), 0);
        expanded_.assign(sets_.size(), 0);
        for (const AlsLink& next : table_.links(first))
            if ((next.digits & bit(digit)) != 0) reach(next.set, bit(digit), -1, 2);
        for (std::size_t i = 0; i < states_.size(); ++i) {
            const State state = states_[i];
            const auto links = table_.links(state.set);
            if (sink_.done(links.size())) return;
            if (state.length > 3 && state.set > first) tell(first, digit, state);
            if (state.length == static_cast<int>(kMostSetsInStep)) continue;
            // A set that is reached by one digit can be left by all others. If the set is reached
            // again by another digit, it can also be left by the first digit. Reaching it a third
            // time adds nothing new.
            Mask& used = expanded_[state.set];
            const Mask ways = used == 0 ? ~bit(state.digit) : is_single(used) ? used : 0;
            used |= bit(state.digit);
            if (ways == 0) continue;
            for (const AlsLink& next : links)
                if ((next.digits & ways & ~seen_[next.set]) != 0 && next.set != first)
                    reach(next.set, next.digits & ways, static_cast<int>(i), state.length + 1);
        }
    }

    void reach(int set, Mask digits, int from, int length) {
        digits &= ~seen_[set];
        seen_[set] |= digits;
        each(digits, [&](int digit) { states_.push_back({set, digit, from, length}); });
    }

    void tell(int first, int first_digit, const State& last) {
        const Als &a = sets_[first], &b = sets_[last.set];
        const Mask lost = gone(last.set, first_digit, last.digit);
        if (lost == 0) return;
        Step& step = sink_.start();
        each(lost, [&](int z) { eliminate_once(step, a.sight(z) & b.sight(z), z); });
        std::vector<State> way{last};
        while (way.back().from >= 0) way.push_back(states_[way.back().from]);
        std::reverse(way.begin(), way.end());
        mark_set(board_, step, a, 0);
        const Als* before = &a;
        for (std::size_t i = 0; i < way.size(); ++i) {
            const Als& now = sets_[way[i].set];
            mark_set(board_, step, now, i + 1);
            mark_restricted(step, *before, way[i].digit);
            mark_restricted(step, now, way[i].digit);
            before = &now;
        }
        sink_.finish();
    }

    const Board& board_;
    Sink& sink_;
    const AlsTable& table_;
    const std::vector<Als>& sets_;
    std::vector<Mask> targets_;  // [set]: the digits that it and the first set could eliminate
    std::vector<State> states_;
    std::vector<Mask> seen_,
        expanded_;  // [set]: digits that reached it, and digits that were expanded
};

void find_als_chains(const Board& board, Sink& sink) { AlsChains(board, sink).run(); }

}  // namespace

extern constexpr Finder kAlsChain{"als-chain", find_als_chains, std::span(kSetRoles).subspan(1)};

}  // namespace pandoku::logic
