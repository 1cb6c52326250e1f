// Forcing chains, the last resort. One of the candidates of a cell, or of the places of a digit in
// a house, is true, so whatever follows from every one of them is true as well. A candidate that
// leads to a contradiction is false.
#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "logic/finder.hpp"
#include "logic/trial.hpp"

namespace pandoku::logic {

namespace {

enum class Source { cell, house };

// The result of a trial, for comparing it with others.
struct Tried {
    bool is_contradiction = false;
    std::vector<Trial::Outcome> outcomes[2];  // false, true
};

// Candidates, at least one of which is true.
using Alternatives = std::vector<Candidate>;

class ForcingFinder {
  public:
    ForcingFinder(const Board& board, Sink& sink)
        : board_(board),
          layout_(board.layout()),
          sink_(sink),
          trials_(trials_of(board)),
          trial_(board, Follow::all_digits),
          number_(n_candidates()) {}

    // If the board has too many trials to store, only the trials that are compared with each other
    // are in memory at the same time: the trials of one cell, or of one digit.
    void run(Source source) {
        for (auto& side : best_) side.assign(n_candidates(), Best{});
        for (auto& side : seen_) side.assign(n_candidates(), Seen{});
        if (source == Source::cell) {
            for (int cell = 0; cell < layout_.n_cells(); ++cell) {
                const Alternatives all = of_cell(cell);
                if (all.size() < 2) continue;
                if (!try_all(all)) return;
                compare(all, -1);
            }
        } else {
            for (int digit = 0; digit < board_.order(); ++digit) {
                Alternatives all;
                board_.cells_with(digit).each(
                    [&](int cell) { all.push_back(Step::make(cell, digit)); });
                if (!try_all(all)) return;
                for (int house = 0; house < layout_.n_houses(); ++house)
                    compare(of_house(house, digit), house);
            }
        }
        tell_all();
    }

  private:
    // The best proof of a conclusion so far. Its cost is the number of steps in all its branches.
    struct Best {
        int cost = std::numeric_limits<int>::max();
        int source = -1;
    };
    struct Origin {
        Alternatives alternatives;
        int house;  // -1 for a cell
    };
    struct Seen {
        int n_branches = 0, cost = 0;
    };
    struct Conclusion {
        int cost;
        bool is_true;
        std::size_t candidate;
    };

    std::size_t n_candidates() const {
        return static_cast<std::size_t>(layout_.n_cells()) * board_.order();
    }
    std::size_t index(Candidate c) const {
        return static_cast<std::size_t>(c.cell) * board_.order() + c.digit;
    }
    Candidate candidate(std::size_t index) const {
        const auto n = static_cast<std::size_t>(board_.order());
        return Step::make(static_cast<int>(index / n), static_cast<int>(index % n));
    }

    // False if the sink is done.
    bool try_all(const Alternatives& all) {
        if (tried_.size() < all.size()) tried_.resize(all.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (sink_.done()) return false;
            if (trials_.is_known()) continue;
            trial_.run(all[i]);
            number_[index(all[i])] = i;
            tried_[i].is_contradiction = trial_.is_contradiction();
            tried_[i].outcomes[0] = trial_.falsehoods();
            tried_[i].outcomes[1] = trial_.truths();
        }
        return true;
    }
    bool is_contradiction(Candidate c) const {
        return trials_.is_known() ? trials_.clash_cost(index(c)) > 0 : tried(c).is_contradiction;
    }
    std::span<const Trial::Outcome> outcomes(Candidate c, int side) const {
        if (trials_.is_known()) return trials_.outcomes(index(c), side);
        return tried(c).outcomes[side];
    }
    const Tried& tried(Candidate c) const { return tried_[number_[index(c)]]; }

    Alternatives of_cell(int cell) const {
        Alternatives all;
        each(board_.at(cell), [&](int d) { all.push_back(Step::make(cell, d)); });
        return all;
    }

    Alternatives of_house(int house, int digit) const {
        Alternatives all;
        each(board_.where(house, digit),
             [&](int p) { all.push_back(Step::make(layout_.cells(house)[p], digit)); });
        return all;
    }

    // Records the outcomes that all alternatives have in common. Anything follows from an
    // alternative with a contradiction, so these cases are left to the technique for
    // contradictions.
    void compare(const Alternatives& alternatives, int house) {
        if (alternatives.size() < 2) return;
        for (const Candidate one : alternatives)
            if (is_contradiction(one)) return;
        for (const int side : {0, 1}) {
            auto& seen = seen_[side];
            int n = 0;
            for (const Candidate one : alternatives) {
                for (const auto& [outcome, cost] : outcomes(one, side)) {
                    Seen& known = seen[index(outcome)];
                    if (known.n_branches != n) continue;
                    known = {n + 1, cost + (n == 0 ? 0 : known.cost)};
                }
                ++n;
            }
            for (const auto& first : outcomes(alternatives[0], side)) {
                Seen& known = seen[index(first.candidate)];
                Best& best = best_[side][index(first.candidate)];
                if (known.n_branches == n && known.cost < best.cost)
                    best = {known.cost, static_cast<int>(sources_.size())};
                known = {};
            }
        }
        sources_.push_back({alternatives, house});
    }

    // Short proofs first, then placements before eliminations, both in the order of candidates.
    void tell_all() {
        std::vector<Conclusion> conclusions;
        for (const bool is_true : {true, false})
            for (std::size_t i = 0; i < n_candidates(); ++i)
                if (best_[is_true][i].source >= 0)
                    conclusions.push_back({best_[is_true][i].cost, is_true, i});
        std::stable_sort(conclusions.begin(), conclusions.end(),
                         [](const Conclusion& a, const Conclusion& b) { return a.cost < b.cost; });
        for (const Conclusion& conclusion : conclusions) {
            if (sink_.done()) return;
            tell(conclusion);
        }
    }

    void tell(const Conclusion& conclusion) {
        const Candidate target = candidate(conclusion.candidate);
        Step& step = sink_.start();
        (conclusion.is_true ? step.placements : step.eliminations).push_back(target);
        const auto& [alternatives, house] =
            sources_[best_[conclusion.is_true][conclusion.candidate].source];
        if (house < 0)
            step.mark(alternatives[0].cell, "source");
        else
            step.houses.push_back(house);
        for (const Candidate one : alternatives) {
            if (!step.is_told) break;
            step.mark(one.cell, one.digit, "source");
            trial_.run(one);
            step.branches.push_back(conclusion.is_true ? trial_.why_true(target)
                                                       : trial_.why_false(target));
        }
        sink_.finish();
    }

    const Board& board_;
    const Layout& layout_;
    Sink& sink_;
    const Trials& trials_;
    Trial trial_;
    // The trials that are currently compared, if trials_ is not known.
    std::vector<Tried> tried_;
    std::vector<std::size_t> number_;  // [candidate]: its index in tried_
    std::vector<Origin> sources_;
    std::vector<Best> best_[2];  // [false or true][candidate]
    std::vector<Seen> seen_[2];
};

void find_forcing_chains(const Board& board, Sink& sink, Source source) {
    ForcingFinder(board, sink).run(source);
}

void find_contradictions(const Board& board, Sink& sink, Follow follow) {
    const Layout& layout = board.layout();
    struct Found {
        int cost;
        Candidate candidate;
    };
    std::vector<Found> found;
    const Trials* known = follow == Follow::all_digits ? &trials_of(board) : nullptr;
    Trial trial(board, follow);
    const auto cost_of = [&](const Candidate supposed) {
        const auto [cell, digit] = supposed;
        if (known != nullptr && known->is_known())
            return known->clash_cost(static_cast<std::size_t>(cell) * board.order() + digit);
        trial.run(supposed);
        return trial.is_contradiction() ? trial.clash_cost() : 0;
    };
    for (int cell = 0; cell < layout.n_cells(); ++cell)
        for (Mask rest = board.at(cell); rest != 0; rest &= rest - 1) {
            if (sink.done()) return;
            const Candidate supposed = Step::make(cell, lowest(rest));
            if (const int cost = cost_of(supposed); cost > 0) found.push_back({cost, supposed});
        }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.cost < b.cost; });
    for (const Found& one : found) {
        if (sink.done()) return;
        const auto [cell, digit] = one.candidate;
        Step& step = sink.start();
        step.eliminate(cell, digit);
        if (step.is_told) {
            trial.run(one.candidate);
            step.mark(cell, "source");
            step.mark(cell, digit, "source");
            trial.mark_clash(step);
            step.branches.push_back(trial.why_clash());
        }
        sink.finish();
    }
}

constexpr const char* kForcingRoles[] = {"source", "single", "proves", "off", "contradiction"};

}  // namespace

extern constexpr Finder kNishio{"nishio", with<find_contradictions, Follow::one_digit>,
                                kForcingRoles};
extern constexpr Finder kCellForcingChain{
    "cell-forcing-chain", with<find_forcing_chains, Source::cell>, std::span(kForcingRoles, 4)};
extern constexpr Finder kRegionForcingChain{
    "region-forcing-chain", with<find_forcing_chains, Source::house>, std::span(kForcingRoles, 4)};
extern constexpr Finder kContradictionForcingChain{
    "contradiction-forcing-chain", with<find_contradictions, Follow::all_digits>, kForcingRoles};

}  // namespace pandoku::logic
