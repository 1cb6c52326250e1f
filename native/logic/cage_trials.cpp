// Cage trials: a candidate is assumed true, and singles and cages are followed to a contradiction.
#include <array>
#include <optional>

#include "logic/cage_outcomes.hpp"
#include "logic/cage_proof.hpp"
#include "logic/cage_steps.hpp"
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

constexpr std::size_t kMostFollowed = 32;  // maximum number of placements after the assumption
// Maximum number of trials on one board (a 9x9 grid has fewer candidates).
constexpr int kMostTrials = 800;

// A placement that follows: the only candidate of its cell (house -1), or the only place in a
// house.
struct Followed {
    Candidate candidate;
    int house = -1;
};

// The contradiction of a trial: a cell without candidates, a digit without places in a house, or a
// cage without fillings.
struct Dead {
    int cell = -1, house = -1, digit = -1, cage = -1;
    bool is_any() const { return cell >= 0 || house >= 0 || cage >= 0; }
};

class CageTrial {
  public:
    explicit CageTrial(const Board& board) : start_(board), now_(board.layout()) {
        for (int cell = 0; cell < board.layout().n_cells(); ++cell) {
            digits_.push_back(static_cast<std::uint8_t>(board.digit(cell) + 1));
            masks_.push_back(board.at(cell));
        }
        reset();
        for (const Cage& cage : board.cages().all()) n_at_start_.push_back(n_candidates(cage));
    }

    // Follows an assumption to a contradiction. Returns no value if it does not lead to one, or if
    // it takes more than `most` placements.
    std::optional<Dead> run(Candidate assumed, std::size_t most, std::vector<Followed>& followed) {
        reset();
        followed.clear();
        Dead dead = place(assumed);
        while (!dead.is_any()) {
            const std::optional<Followed> next = single();
            if (!next || followed.size() == most) return {};
            followed.push_back(*next);
            dead = place(next->candidate);
        }
        return dead;
    }

    // The contradiction, if these placements alone still lead to one: each must follow from earlier
    // placements, and the contradiction must not come before the last placement. A proof, if any,
    // records their effects.
    std::optional<Dead> replay(Candidate assumed, const std::vector<Followed>& followed,
                               CageProof* proof = nullptr) {
        reset();
        Dead dead = place(assumed, -1, proof, true);
        for (const Followed& next : followed) {
            if (dead.is_any()) return {};  // the remaining placements would not be needed
            if (!holds(next)) return {};
            dead = place(next.candidate, next.house, proof);
        }
        if (!dead.is_any()) return {};
        return dead;
    }

  private:
    void reset() {
        now_.reset(digits_.data(), masks_.data(), digits_.data());
        n_held_ = n_at_start_;
    }

    int n_candidates(const Cage& cage) const {
        int n = 0;
        for (const std::uint16_t cell : cage.cells) n += count(now_.may(cell));
        return n;
    }

    bool holds(const Followed& next) const {
        const auto [cell, digit] = next.candidate;
        if (!now_.has(cell, digit)) return false;
        return next.house < 0 ? is_single(now_.at(cell)) : is_single(now_.where(next.house, digit));
    }

    std::optional<Followed> single() const {
        const Layout& layout = now_.layout();
        if (const int cell = now_.singles().first(); cell >= 0)
            return Followed{Step::make(cell, lowest(now_.at(cell))), -1};
        for (int house = 0; house < layout.n_houses(); ++house)
            if (const Mask sole = now_.sole(house); sole != 0) {
                const int d = lowest(sole);
                const int position = lowest(now_.where(house, d));
                return Followed{Step::make(layout.cells(house)[position], d), house};
            }
        return {};
    }

    Dead place(Candidate candidate, int house = -1, CageProof* proof = nullptr,
               bool is_assumed = false) {
        const auto [cell, digit] = candidate;
        now_.place(cell, digit);
        if (proof != nullptr) proof->note_placement(now_, candidate, house, is_assumed);
        for (const std::uint16_t c : start_.cages().of(cell))
            if (const Cage& cage = start_.cages()[c]; !cage.repeats) {
                for (const std::uint16_t other : cage.cells) now_.eliminate(other, digit);
                if (proof != nullptr) proof->note_repeats(now_, candidate, c);
            }
        for (int c = 0; c < start_.n_cages(); ++c) {
            if (!narrow(c)) return {-1, -1, -1, c};
            if (proof != nullptr) proof->note_filling(now_, c);
        }
        return find_dead();
    }

    // Eliminates candidates of a cage's cells that no filling has. Returns false if no filling is
    // left.
    bool narrow(int number) {
        const Cage& cage = start_.cages()[number];
        const View& view = start_.view(number);
        if (!view.is_listed) return true;
        int& n_held = n_held_[static_cast<std::size_t>(number)];
        if (n_candidates(cage) == n_held) return true;  // nothing has changed
        std::array<Mask, Cage::kMostCells> held{};
        for (std::size_t i = 0; i < view.n(cage); ++i) {
            const std::uint8_t* filling = view.filling(cage, i);
            bool fits = true;
            for (std::size_t p = 0; p < cage.size() && fits; ++p)
                fits = (now_.may(cage.cells[p]) & bit(filling[p])) != 0;
            for (std::size_t p = 0; p < cage.size() && fits; ++p) held[p] |= bit(filling[p]);
        }
        for (std::size_t p = 0; p < cage.size(); ++p) {
            if (held[p] == 0) return false;
            const int cell = cage.cells[p];
            each(now_.at(cell) & ~held[p], [&](int d) { now_.eliminate(cell, d); });
        }
        n_held = n_candidates(cage);
        return true;
    }

    Dead find_dead() const {
        const Layout& layout = now_.layout();
        for (int cell = 0; cell < layout.n_cells() && now_.is_broken(); ++cell)
            if (now_.is_open(cell) && now_.at(cell) == 0) return {cell, -1, -1, -1};
        for (int house = 0; house < layout.n_houses(); ++house) {
            Mask there = 0;
            for (const int cell : layout.cells(house)) there |= now_.may(cell);
            const Mask missing = layout.all_digits() & ~there;
            if (missing != 0) return {-1, house, lowest(missing), -1};
        }
        return {};
    }

    const Board& start_;
    Board now_;  // a board without cages: narrow() applies the cages of start_
    std::vector<std::uint8_t> digits_;
    std::vector<Mask> masks_;
    std::vector<int> n_held_, n_at_start_;  // [cage]: candidates when last narrowed, at start
};

struct Contradiction {
    Candidate assumed;
    std::vector<Followed> followed;
    Dead dead;
};

// Leaves out placements that the contradiction does not need. The last placements come first,
// because a placement may only be needed for a later one.
void shorten(CageTrial& trial, Contradiction& found) {
    for (std::size_t i = found.followed.size(); i-- > 0;) {
        std::vector<Followed> fewer = found.followed;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (const auto dead = trial.replay(found.assumed, fewer)) {
            found.followed = std::move(fewer);
            found.dead = *dead;
        }
    }
}

void tell(const Board& board, CageTrial& trial, const Contradiction& found, Sink& sink) {
    Step& step = sink.start();
    step.eliminate(found.assumed.cell, found.assumed.digit);
    if (step.is_told) {
        step.mark(found.assumed.cell, "source");
        step.mark(found.assumed.cell, found.assumed.digit, "source");
        CageProof proof(board);
        trial.replay(found.assumed, found.followed, &proof);
        if (found.dead.cell >= 0) proof.end_in_cell(step, found.dead.cell);
        if (found.dead.house >= 0) proof.end_in_house(step, found.dead.house, found.dead.digit);
        if (found.dead.cage >= 0) proof.end_in_cage(step, found.dead.cage);
    }
    sink.finish();
}

// The maximum number of candidates of a cell that is tried. Cells with equally many are all tried
// or all skipped: otherwise the result would depend on their order.
int most_candidates(const Board& board) {
    std::vector<int> n_trials(static_cast<std::size_t>(board.order()) + 1, 0);
    for (int cell = 0; cell < board.layout().n_cells(); ++cell) {
        const int n = count(board.at(cell));
        n_trials[static_cast<std::size_t>(n)] += n;
    }
    int most = 0, n = 0;
    while (most < board.order() && n + n_trials[static_cast<std::size_t>(most) + 1] <= kMostTrials)
        n += n_trials[static_cast<std::size_t>(++most)];
    return most;
}

// Finds only the shortest contradiction, or the first of several, because a last resort needs no
// choice of steps.
void find_cage_trials(const Board& board, Sink& sink) {
    if (board.n_cages() == 0) return;
    CageTrial trial(board);
    std::optional<Contradiction> shortest;
    std::vector<Followed> followed;
    const int most = most_candidates(board);
    // A quicker trial, which finds these contradictions and others, selects the candidates.
    const CageOutcomes& known = cage_outcomes_of(board, sink);
    for (int cell = 0; cell < board.layout().n_cells() && !sink.done(); ++cell) {
        if (count(board.at(cell)) > most) continue;
        each(board.at(cell), [&](int d) {
            const Candidate assumed = Step::make(cell, d);
            if (known.has_all_contradictions() && known.n_events(assumed) == 0) return;
            if (shortest && shortest->followed.empty()) return;
            const std::size_t most = shortest ? shortest->followed.size() - 1 : kMostFollowed;
            if (const auto dead = trial.run(assumed, most, followed))
                shortest = {assumed, followed, *dead};
        });
    }
    if (!shortest) return;
    shorten(trial, *shortest);
    tell(board, trial, *shortest, sink);
}

constexpr const char* kCageTrialRoles[] = {"source", "single", "proves",
                                           "on",     "off",    "contradiction"};

}  // namespace

extern constexpr Finder kCageTrial{"cage-trial", find_cage_trials, kCageTrialRoles, Needs::cages};

}  // namespace pandoku::logic
