// Nested forcing chains through cages, the very last resort. When the trial of a candidate makes no
// more progress, candidates of cells with few candidates are tried within it. If one leads to a
// contradiction, it is false within the outer trial.
#include <algorithm>
#include <vector>

#include "logic/cage_net.hpp"
#include "logic/finder.hpp"
#include "logic/idle_trials.hpp"

namespace pandoku::logic {

namespace {

// Maximum number of inner trials, times the square of the number of cells.
constexpr std::size_t kMostWork = std::size_t{1} << 26;
// After the first chain, a few more chains are searched for, and the shortest chain is reported.
constexpr std::size_t kEnoughChains = 4, kMoreTrials = 256;

std::size_t length_of(const std::vector<Step>& branch) {
    std::size_t n = branch.size();
    for (const Step& step : branch)
        for (const std::vector<Step>& inner : step.branches) n += length_of(inner);
    return n;
}

class CageNesting {
  public:
    CageNesting(const Board& board, Sink& sink)
        : board_(board),
          sink_(sink),
          net_(board, sink),
          idle_(idle_trials_of(board, net_.rules())) {
        for (int cell = 0; cell < board.layout().n_cells() && !sink.done(); ++cell)
            each(board.at(cell), [&](int d) {
                const Candidate candidate = Step::make(cell, d);
                // Contradictions without an inner trial are left to other techniques.
                if (!net_.run(candidate) || net_.is_stopped()) return;
                outer_.push_back({candidate, net_.n_events()});
                net_.keep_alone(candidate);
            });
        // Candidates that remove many others come first, because they are the most likely to fail.
        std::stable_sort(outer_.begin(), outer_.end(),
                         [](const Outer& a, const Outer& b) { return a.n_events > b.n_events; });
    }

    // From now on, trials also share out the digits of houses. The first chain is reported, because
    // each trial takes long.
    void share_out_houses() {
        net_.share_out_houses();
        shares_out_ = true;
        n_trials_ = 0, n_enough_ = 1;
    }

    // Whether there is a chain with trials nested to this depth, where each trial is of a cell with
    // at most `most_left` candidates.
    bool run(std::size_t depth, int most_left) {
        most_left_ = most_left;
        std::vector<Step> best;
        std::size_t n_found = 0, n_at_first = 0;
        Step end;
        const TrialKind kind{shares_out_, depth, most_left};
        for (const Outer& outer : outer_) {
            if (is_spent() || n_found == n_enough_) break;
            if (n_found > 0 && n_trials_ > n_at_first + kMoreTrials) break;
            if (is_idle(kind, outer.candidate)) continue;
            const std::size_t n_trials = n_trials_, n_looks = sink_.n_looks();
            // If this trial shares out houses, it may end in a contradiction without an inner
            // trial.
            if (net_.run(outer.candidate)) {
                left_.assign(net_.left().begin(), net_.left().end());
                if (!is_refuted(depth)) {
                    if (!is_spent())
                        idle_.keep(kind, outer.candidate, left_,
                                   {n_trials_ - n_trials, sink_.n_looks() - n_looks});
                    continue;
                }
            }
            if (net_.is_stopped()) break;
            if (n_found++ == 0) n_at_first = n_trials_;
            std::vector<Step> branch = net_.why_clash();
            if (!best.empty() && length_of(branch) >= length_of(best)) continue;
            best = std::move(branch);
            end.clear();
            net_.mark_clash(end);
        }
        if (best.empty() || sink_.done()) return false;
        tell(std::move(best), end);
        return true;
    }

  private:
    struct Outer {
        Candidate candidate;
        std::size_t n_events;
    };

    // Whether the trial is known to prove nothing. Counts its work again.
    bool is_idle(TrialKind kind, Candidate supposed) {
        const auto work = idle_.find(kind, supposed);
        if (!work) return false;
        n_trials_ += work->n_trials;
        sink_.done(work->n_looks);
        return true;
    }

    bool is_spent() {
        const auto n_cells = static_cast<std::size_t>(board_.layout().n_cells());
        return n_trials_ * n_cells * n_cells >= kMostWork || sink_.done();
    }

    // Whether inner trials rule out candidates until there is a contradiction.
    bool is_refuted(std::size_t depth) {
        if (depth == 0) return false;
        for (bool has_more = true; has_more;) {
            has_more = false;
            for (int size = 2; size <= most_left_; ++size)
                for (int cell = 0; cell < board_.layout().n_cells(); ++cell) {
                    if (count(net_.may(cell)) != size) continue;
                    for (Mask rest = net_.may(cell); rest != 0; rest &= rest - 1) {
                        if (is_spent()) return false;
                        const Candidate inner = Step::make(cell, lowest(rest));
                        if ((net_.may(cell) & bit(inner.digit)) == 0) continue;
                        if (!is_false(inner, depth - 1)) continue;
                        if (!net_.rule_out(net_.leave_with_proof())) return true;
                        has_more = true;
                    }
                }
        }
        return false;
    }

    // Whether the candidate leads to a contradiction within the trial. If so, its inner trial stays
    // open.
    bool is_false(Candidate inner, std::size_t depth) {
        ++n_trials_;
        if (depth == 0 && net_.is_possible(inner)) return false;
        if (!net_.enter(inner) || is_refuted(depth)) return true;
        net_.leave();
        return false;
    }

    void tell(std::vector<Step> branch, const Step& end) {
        const Candidate supposed = branch.front().placements.front();
        Step& step = sink_.start();
        step.eliminate(supposed.cell, supposed.digit);
        step.mark(supposed.cell, "source");
        step.mark(supposed.cell, supposed.digit, "source");
        step.cells.insert(step.cells.end(), end.cells.begin(), end.cells.end());
        step.candidates.insert(step.candidates.end(), end.candidates.begin(), end.candidates.end());
        step.houses = end.houses;
        step.branches.push_back(std::move(branch));
        sink_.finish();
    }

    const Board& board_;
    Sink& sink_;
    CageNet net_;
    IdleTrials& idle_;
    std::vector<Outer> outer_;
    std::vector<Mask> left_;  // the candidates that the outer trial left, before inner trials
    bool shares_out_ = false;
    int most_left_ = 2;
    std::size_t n_trials_ = 0, n_enough_ = kEnoughChains;
};

void find_nested_cage_chain(const Board& board, Sink& sink) {
    if (board.n_cages() == 0) return;
    CageNesting finder(board, sink);
    struct Level {
        std::size_t depth;
        int most_left;
    };
    for (const auto [depth, most_left] : {Level{1, 2}, {1, 3}, {1, 4}, {1, 6}, {2, 2}})
        if (sink.done() || finder.run(depth, most_left)) return;
    finder.share_out_houses();
    for (const auto [depth, most_left] : {Level{1, 2}, {1, 3}})
        if (sink.done() || finder.run(depth, most_left)) return;
}

constexpr const char* kNestedCageRoles[] = {"source", "single", "proves",  "off",
                                            "innie",  "outie",  "counted", "contradiction"};

}  // namespace

extern constexpr Finder kCageNestedForcingChain{"cage-nested-forcing-chain", find_nested_cage_chain,
                                                kNestedCageRoles, Needs::cages};

}  // namespace pandoku::logic
