// The consequences of each candidate of a board by houses, cages and sums. Several techniques
// compare them, so they are stored with the board.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/cage_net.hpp"

namespace pandoku::logic {

class CageOutcomes {
  public:
    CageOutcomes(const Board& board, Sink& sink);

    // The candidates, or an empty list if there are too many.
    const std::vector<Candidate>& all() const { return all_; }
    // The number of events of a candidate's contradiction, or 0.
    std::size_t n_events(Candidate c) const { return n_events_[number(c)]; }
    // The number of the event, from 1, where the trial of a candidate removed another candidate, or
    // 0.
    std::size_t removed_at(Candidate supposed, Candidate other) const {
        return removed_at_[number(supposed) * all_.size() + number(other)];
    }
    // The number of candidates that its trial removed, or 0 if it ended in a contradiction.
    std::size_t n_removed(Candidate c) const { return n_removed_[number(c)]; }
    // Whether a cage or a sum rules the candidate out without any trial.
    bool is_plain(Candidate c) const { return is_plain_[number(c)]; }
    // Whether no trial that follows singles and cages can find more contradictions.
    bool has_all_contradictions() const { return has_all_ && !all_.empty(); }

  private:
    std::size_t index(Candidate c) const {
        return static_cast<std::size_t>(c.cell) * static_cast<std::size_t>(order_) + c.digit;
    }
    std::size_t number(Candidate c) const { return number_[index(c)]; }

    int order_;
    bool has_all_;
    std::vector<Candidate> all_;
    std::vector<std::size_t> number_, n_events_, n_removed_;
    std::vector<std::uint8_t> is_plain_;
    std::vector<std::uint16_t> removed_at_;
};

const CageOutcomes& cage_outcomes_of(const Board& board, Sink& sink);

}  // namespace pandoku::logic
