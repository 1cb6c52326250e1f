// Almost locked sets in a row, four or more.
#include <algorithm>
#include <vector>

#include "logic/als.hpp"
#include "logic/finders.hpp"

namespace pandoku::logic {

namespace {

// From a first set, by restricted digits that differ from one link to the next.
class AlsChains {
  public:
    AlsChains(const Board& board, Sink& sink)
        : board_(board),
          sink_(sink),
          sets_(almost_locked_sets(board).sets),
          links_(almost_locked_sets(board).links) {}

    void run() {
        for (std::size_t first = 0; first < sets_.size(); ++first) {
            if (!has_target(first)) continue;
            each(sets_[first].digits, [&](int digit) {
                if (!sink_.done()) spread(static_cast<int>(first), digit);
            });
        }
    }

  private:
    // A set reached by a digit; `from` is the state before, by index.
    struct State {
        int set, digit, from, length;
    };

    // Whether some later set shares a digit with this one that both see elsewhere.
    bool has_target(std::size_t first) {
        const Als& a = sets_[first];
        for (std::size_t last = first + 1; last < sets_.size(); ++last)
            for (Mask rest = a.digits & sets_[last].digits; rest != 0; rest &= rest - 1)
                if (a.sight(lowest(rest)).meets(sets_[last].sight(lowest(rest)))) return true;
        return false;
    }

    // All chains that start with `digit` as their first link, short ones first.
    void spread(int first, int digit) {
        states_.clear();
        seen_.assign(sets_.size(), 0);
        expanded_.assign(sets_.size(), 0);
        for (const AlsLink& next : links_[first])
            if ((next.digits & bit(digit)) != 0) reach(next.set, bit(digit), -1, 2);
        for (std::size_t i = 0; i < states_.size(); ++i) {
            const State state = states_[i];
            if (sink_.done(links_[state.set].size())) return;
            if (state.length > 3 && state.set > first) tell(first, digit, state);
            if (state.length == static_cast<int>(kMostSetsInStep)) continue;
            // Reached by one digit, a set goes on by all others; by a second one, by the first too;
            // a third adds nothing.
            Mask& used = expanded_[state.set];
            const Mask ways = used == 0 ? ~bit(state.digit) : is_single(used) ? used : 0;
            used |= bit(state.digit);
            if (ways == 0) continue;
            for (const AlsLink& next : links_[state.set])
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
        Mask gone = 0;
        each(a.digits & b.digits & ~bit(first_digit) & ~bit(last.digit), [&](int z) {
            if (a.sight(z).meets(b.sight(z))) gone |= bit(z);
        });
        if (gone == 0) return;
        Step& step = sink_.start();
        each(gone, [&](int z) { eliminate_once(step, a.sight(z) & b.sight(z), z); });
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
    const std::vector<Als>& sets_;
    const std::vector<std::vector<AlsLink>>& links_;
    std::vector<State> states_;
    std::vector<Mask> seen_, expanded_;  // [set]: the digits by which it was reached, and went on
};

}  // namespace

void find_als_chains(const Board& board, Sink& sink) { AlsChains(board, sink).run(); }

}  // namespace pandoku::logic
