// A trial supposes that a candidate is true and follows the naked and hidden singles that result,
// nearest first, until there are no more or there is a contradiction. Every step stores the steps
// that it is based on, so that a proof only has the steps that it needs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "logic/step.hpp"

namespace pandoku::logic {

// The consequences that a trial follows: all, or only places of the supposed digit in houses.
enum class Follow { all_digits, one_digit };

class Trial {
  public:
    Trial(const Board& board, Follow follow);

    // Starts again from the board. Undoing the last trial is much cheaper than copying the board.
    void run(Candidate supposed);

    bool is_contradiction() const { return has_clash_; }
    // The number of steps that the contradiction needs, the supposition included.
    int clash_cost() const { return clash_cost_; }

    // The candidates that became true or false, in the order of the trial, each with the number of
    // steps that it needs.
    struct Outcome {
        Candidate candidate;
        int cost;
    };
    const std::vector<Outcome>& truths() const { return truths_; }
    const std::vector<Outcome>& falsehoods() const { return falsehoods_; }

    // The steps that prove the candidate true or false, or the contradiction, and no others. The
    // supposition is the first.
    std::vector<Step> why_true(Candidate candidate) const;
    std::vector<Step> why_false(Candidate candidate) const;
    std::vector<Step> why_clash() const { return told(clash_needs_); }
    // Marks the cell that has no candidate left, or the house that has no place for a digit.
    void mark_clash(Step& step) const;

  private:
    static constexpr int kSupposed = -2, kNaked = -1;
    struct Taken {
        Candidate candidate;
        int house;  // kSupposed, kNaked, or the house of a hidden single
    };

    void undo();
    void take(const Taken& next);
    void remove(int cell, int digit, int step);
    void clash_in_cell(int cell);
    void clash_in_house(int house, int digit);
    void keep_clash(const CellSet& needs, int cell, int house, int digit);
    void add_needs(CellSet& needs, int cell, Mask digits) const;
    void add_needs(CellSet& needs, int house, int digit, Mask positions) const;
    std::size_t index(Candidate c) const { return index(c.cell, c.digit); }
    std::size_t index(int cell, int digit) const {
        return static_cast<std::size_t>(cell) * board_.order() + digit;
    }
    std::size_t place_index(int house, int digit) const {
        return static_cast<std::size_t>(house) * board_.order() + digit;
    }
    std::vector<Step> told(const CellSet& needs) const;

    const Board& board_;
    const Layout& layout_;
    Follow follow_;
    std::vector<Mask> masks_, where_;  // the candidates at the end of the trial
    std::vector<CellSet> with_;
    CellSet filled_;
    std::vector<std::uint16_t> by_;  // [candidate]: the step that removed it, if one has
    std::vector<Taken> queue_, steps_;
    CellSets needs_;  // [step]: the numbers of the steps that it is based on, and its own number
    std::vector<Outcome> truths_, falsehoods_;
    bool has_clash_ = false;
    int clash_cost_ = 0, clash_cell_ = 0, clash_house_ = 0, clash_digit_ = 0;
    CellSet clash_needs_;
};

// The results of the trials of all candidates, with all digits followed. Several techniques compare
// them, so they are kept with the board.
class Trials {
  public:
    explicit Trials(const Board& board);

    // False if there are too many results to store. In this case, no results are available.
    bool is_known() const { return is_known_; }
    // The number of steps in the candidate's contradiction, or 0. Candidates are numbered by cell
    // and digit: cell * order + digit.
    int clash_cost(std::size_t candidate) const { return clash_cost_[candidate]; }
    // The candidates that became false (side 0) or true (side 1), or empty after a contradiction.
    std::span<const Trial::Outcome> outcomes(std::size_t candidate, int side) const {
        const auto [first, last] = ends_[candidate][side];
        return {outcomes_.data() + first, last - first};
    }

  private:
    static constexpr std::size_t kMostCandidates = 1 << 12, kMostOutcomes = 1 << 20;  // 8 megabytes
    struct Ends {
        std::uint32_t first = 0, last = 0;
    };
    void keep(const std::vector<Trial::Outcome>& outcomes, Ends& ends);

    bool is_known_ = false;
    std::vector<int> clash_cost_;            // [candidate]
    std::vector<std::array<Ends, 2>> ends_;  // [candidate][side]: in outcomes_
    std::vector<Trial::Outcome> outcomes_;
};

const Trials& trials_of(const Board& board);

}  // namespace pandoku::logic
