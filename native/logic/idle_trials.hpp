// Trials of candidates that have proved nothing, and the candidates that each of them left. After
// steps that remove none of these, and place no digit, the same trial ends in the same way: its
// consequences only remove candidates, in any order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "logic/board.hpp"
#include "logic/cage_rules.hpp"
#include "logic/step.hpp"

namespace pandoku::logic {

// What follows the supposition. The numbers are of inner trials: how deep they are nested, and the
// maximum number of candidates of their cells.
struct TrialKind {
    bool shares_out = false;  // whether the trial also shares out houses
    std::size_t depth = 0;
    int most_left = 0;

    bool operator==(const TrialKind&) const = default;
};

class IdleTrials {
  public:
    // The work that a trial took, which counts again, because the amount of work can end a search.
    struct Work {
        std::size_t n_trials = 0, n_looks = 0;
    };

    explicit IdleTrials(const Board& board) : board_(board) {}

    // Forgets all trials if they followed other rules.
    void follow(const CageRules& rules);
    // The work of a trial that is known to prove nothing on the board, or nothing.
    std::optional<Work> find(TrialKind kind, Candidate supposed) const;
    // Keeps a trial that has proved nothing. `left` are the candidates that its supposition left,
    // before those that inner trials removed.
    void keep(TrialKind kind, Candidate supposed, std::span<const Mask> left, Work work);

  private:
    struct Trial {
        std::vector<Mask> left;  // [cell], or empty if the trial is not known
        Work work;
    };
    struct OfKind {
        TrialKind kind;
        std::vector<Trial> trials;  // [candidate]
    };
    std::size_t index(Candidate c) const {
        return static_cast<std::size_t>(c.cell) * static_cast<std::size_t>(board_.order()) +
               c.digit;
    }

    const Board& board_;
    std::vector<std::pair<int, int>> rules_;  // the cage and the sum of each
    std::vector<OfKind> kinds_;
    std::size_t n_kept_ = 0;
};

// The trials on a board since a digit was last placed.
IdleTrials& idle_trials_of(const Board& board, const CageRules& rules);

}  // namespace pandoku::logic
