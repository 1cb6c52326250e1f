// Forcing chains that also follow cages and the sums of houses. Only the shortest chain is
// reported, because a last resort needs no choice of steps.
#include <algorithm>
#include <limits>
#include <vector>

#include "logic/cage_outcomes.hpp"
#include "logic/finder.hpp"
#include "logic/idle_trials.hpp"

namespace pandoku::logic {

namespace {

enum class Cases { of_cell, of_house };

constexpr std::size_t kMostCases = 4;  // maximum number of branches, more than anybody follows
// Maximum number of contradictions whose length is looked up.
constexpr std::size_t kMostMeasured = 16;
// The maximum number of trials that also share out houses, and the number of contradictions that
// end the search.
constexpr std::size_t kMostShared = 128, kEnoughShared = 2;

class CageForcing {
  public:
    CageForcing(const Board& board, Sink& sink)
        : board_(board), sink_(sink), trials_(cage_outcomes_of(board, sink)) {}

    void run(Cases cases) {
        const Layout& layout = board_.layout();
        if (cases == Cases::of_cell)
            for (int cell = 0; cell < layout.n_cells() && !sink_.done(); ++cell) {
                std::vector<Candidate> from;
                each(board_.at(cell), [&](int d) { from.push_back(Step::make(cell, d)); });
                compare(from, -1);
            }
        else
            for (int house = 0; house < layout.n_houses(); ++house)
                for (int d = 0; d < board_.order() && !sink_.done(); ++d) {
                    std::vector<Candidate> from;
                    each(board_.where(house, d),
                         [&](int p) { from.push_back(Step::make(layout.cells(house)[p], d)); });
                    compare(from, house);
                }
        if (!best_.from.empty() && !sink_.done()) tell();
    }

  private:
    struct Best {
        std::size_t cost = std::numeric_limits<std::size_t>::max();
        std::vector<Candidate> from;
        int house;
        Candidate conclusion;
        bool is_true;
    };

    // Anything follows from a candidate that leads to a contradiction, so these candidates are left
    // to the technique for contradictions.
    void compare(const std::vector<Candidate>& from, int house) {
        if (from.size() < 2 || from.size() > kMostCases) return;
        for (const Candidate one : from)
            if (trials_.n_events(one) != 0) return;
        const std::vector<Candidate>& all = trials_.all();
        for (std::size_t first = 0; first < all.size();) {
            // The candidates of one cell. One of them is true if all others are false.
            std::size_t last = first;
            std::size_t n_removed = 0, of_all = 0;
            for (; last < all.size() && all[last].cell == all[first].cell; ++last) {
                const std::size_t cost = cost_of(from, all[last]);
                n_removed += cost != 0, of_all += cost;
                if (cost != 0 && cost < best_.cost && !trials_.is_plain(all[last]))
                    best_ = {cost, from, house, all[last], false};
            }
            if (n_removed + 1 == last - first && n_removed > 1 && of_all < best_.cost)
                for (std::size_t i = first; i < last; ++i)
                    if (cost_of(from, all[i]) == 0) best_ = {of_all, from, house, all[i], true};
            first = last;
        }
    }

    // The total number of events until each of the trials removes the candidate, or 0 if a trial
    // does not remove it.
    std::size_t cost_of(const std::vector<Candidate>& from, Candidate other) const {
        std::size_t cost = 0;
        for (const Candidate one : from) {
            const std::size_t at = trials_.removed_at(one, other);
            if (at == 0) return 0;
            cost += at;
        }
        return cost;
    }

    void tell() {
        Step& step = sink_.start();
        (best_.is_true ? step.placements : step.eliminations).push_back(best_.conclusion);
        if (best_.house < 0)
            step.mark(best_.from[0].cell, "source");
        else
            step.houses.push_back(best_.house);
        CageNet net(board_, sink_);
        for (const Candidate one : best_.from) {
            if (!step.is_told) break;
            step.mark(one.cell, one.digit, "source");
            net.run(one);
            if (net.is_stopped()) return;
            step.branches.push_back(best_.is_true ? net.why_true(best_.conclusion)
                                                  : net.why_false(best_.conclusion));
        }
        sink_.finish();
    }

    const Board& board_;
    Sink& sink_;
    const CageOutcomes& trials_;
    Best best_;
};

void find_cage_forcing(const Board& board, Sink& sink, Cases cases) {
    if (board.n_cages() > 0) CageForcing(board, sink).run(cases);
}

// The contradictions by singles, cages and sums that occur after the fewest events.
std::vector<Candidate> contradictions(const CageOutcomes& trials) {
    std::vector<Candidate> found;
    for (const Candidate one : trials.all())
        if (trials.n_events(one) != 0 && !trials.is_plain(one)) found.push_back(one);
    std::stable_sort(found.begin(), found.end(), [&](Candidate a, Candidate b) {
        return trials.n_events(a) < trials.n_events(b);
    });
    found.resize(std::min(found.size(), kMostMeasured));
    return found;
}

// The first contradictions of a net that also shares out houses. Candidates that remove many others
// without sharing out houses are tried first, because they are the most likely to end in a
// contradiction.
std::vector<Candidate> contradictions_of_houses(const Board& board, const CageOutcomes& trials,
                                                CageNet& net, Sink& sink) {
    IdleTrials& idle = idle_trials_of(board, net.rules());
    const TrialKind kind{true};
    std::vector<Candidate> all = trials.all(), found;
    std::stable_sort(all.begin(), all.end(), [&](Candidate a, Candidate b) {
        return trials.n_removed(a) > trials.n_removed(b);
    });
    all.resize(std::min(all.size(), kMostShared));
    for (const Candidate one : all) {
        if (trials.is_plain(one)) continue;
        if (const auto work = idle.find(kind, one)) {
            sink.done(work->n_looks);
            continue;
        }
        const std::size_t n_looks = sink.n_looks();
        if (net.run(one)) {
            if (!net.is_stopped()) idle.keep(kind, one, net.left(), {0, sink.n_looks() - n_looks});
            continue;
        }
        found.push_back(one);
        if (found.size() == kEnoughShared) break;
    }
    return found;
}

// The shortest chain to a contradiction.
void find_cage_contradiction(const Board& board, Sink& sink) {
    if (board.n_cages() == 0) return;
    const CageOutcomes& trials = cage_outcomes_of(board, sink);
    std::vector<Candidate> found = contradictions(trials);
    if (sink.done()) return;
    CageNet net(board, sink);
    if (found.empty()) {
        net.share_out_houses();
        found = contradictions_of_houses(board, trials, net, sink);
    }
    if (found.empty() || sink.done()) return;
    std::vector<Step> shortest;
    Candidate best{};
    for (const Candidate one : found) {
        net.run(one);
        if (net.is_stopped()) return;
        std::vector<Step> branch = net.why_clash();
        if (!shortest.empty() && branch.size() >= shortest.size()) continue;
        shortest = std::move(branch), best = one;
    }
    net.run(best);
    Step& step = sink.start();
    step.eliminate(best.cell, best.digit);
    step.mark(best.cell, "source");
    step.mark(best.cell, best.digit, "source");
    if (step.is_told) net.mark_clash(step), step.branches.push_back(std::move(shortest));
    sink.finish();
}

constexpr const char* kCageForcingRoles[] = {"source", "single", "proves",  "off",
                                             "innie",  "outie",  "counted", "contradiction"};

}  // namespace

extern constexpr Finder kCageCellForcingChain{"cage-cell-forcing-chain",
                                              with<find_cage_forcing, Cases::of_cell>,
                                              std::span(kCageForcingRoles, 7), Needs::cages};
extern constexpr Finder kCageRegionForcingChain{"cage-region-forcing-chain",
                                                with<find_cage_forcing, Cases::of_house>,
                                                std::span(kCageForcingRoles, 7), Needs::cages};
extern constexpr Finder kCageContradictionForcingChain{
    "cage-contradiction-forcing-chain", find_cage_contradiction, kCageForcingRoles, Needs::cages};

}  // namespace pandoku::logic
