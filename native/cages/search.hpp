// The search of one puzzle at a time: propagate, guess, undo.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "cages/cages.hpp"
#include "cages/learner.hpp"
#include "cages/model.hpp"

namespace pandoku::cages {

using Clock = std::chrono::steady_clock;

// Decides when to stop. It is called at every guess, so it must be cheap.
class Stopper {
  public:
    // `poll` (may be null) is called about every 20 ms. If it returns false, all workers stop.
    Stopper(std::atomic<bool>& stop, const std::function<bool()>* poll)
        : stop_(stop), poll_(poll), next_poll_(Clock::now() + kPollEvery) {}

    void start(Clock::time_point now, double seconds);  // 0 means no bound
    Stopped check();

  private:
    static constexpr auto kPollEvery = std::chrono::milliseconds(20);
    std::atomic<bool>& stop_;
    const std::function<bool()>* poll_;
    Clock::time_point next_poll_, deadline_;
    bool has_deadline_ = false;
};

class Search {
  public:
    Search(const Layout& layout, Stopper& stopper);
    Result solve(const Batch& batch, std::int64_t i);

  private:
    struct Guess {
        std::size_t mark;
        std::uint16_t cell;
        Mask digits;
    };
    // A cell, and the digits to guess in it first. No cell is -1.
    struct Choice {
        int cell = -1;
        Mask digits = 0;
    };
    bool propagate();
    bool run_rule(std::uint32_t r);
    void blame_rule(const Rule& rule);
    void blame_house(int culprit);
    void forget();
    bool prepare();  // false if there is no solution, or if the search was stopped
    // Searches everything below the current state, by guessing and by learning in turn. Returns
    // false if the limit or anything else stopped the search.
    bool explore(bool holds, std::int64_t limit);
    enum class Outcome : std::uint8_t { done, stopped, stuck };
    // Before both, no solution below the current state has been counted. The count starts at
    // `first`.
    Outcome guess(std::int64_t first, std::int64_t limit, std::int64_t patience);
    Outcome learn(std::int64_t first, std::int64_t limit, std::int64_t most_guesses);
    void begin_anew(std::size_t root, std::int64_t first);
    void restore_most(std::int64_t first);
    std::int64_t first_patience() const;
    void find_candidates();
    bool has_witness(int cell, Mask digit);
    void learn_candidates();
    bool probe(bool& holds);  // false when stopped
    bool probe_all(bool& holds);
    bool refute(bool& holds);  // undoes and excludes the last guess, or returns false
    Mask first_half(int cell) const;
    Mask first_digit(int cell) const;
    Choice choose() const;  // no cell when every cell is decided
    Choice choose_place(Choice best, float best_score) const;
    std::int64_t n_candidates() const;  // of the open cells
    bool is_hard() const;
    bool runs_late() const;  // whether the rules that run last are used
    bool is_stopped();
    bool may_guess();
    void record();
    void record_digits();                          // records the solution in `digits_`
    bool holds(const std::uint8_t* digits) const;  // whether this is a solution of the puzzle
    [[noreturn]] void refuse() const;

    const Layout& layout_;
    Stopper& stopper_;
    Model model_;
    State state_;
    Matcher matcher_;
    std::vector<Guess> guesses_;
    std::vector<float> weight_;  // for each cell: one plus how often its rules failed
    bool use_matcher_ = false;
    // Cells that see all places of a digit lose it, even before guesses.
    bool points_early_ = false;
    bool has_only_pairs_ = false;  // all rules except houses are pairs
    bool is_probing_ = false;
    int n_failures_ = 0;
    std::int64_t polled_ = 0;  // propagations when the stopper was last asked
    const Batch* batch_ = nullptr;
    std::int64_t puzzle_ = 0;
    std::vector<std::uint8_t> digits_;            // the last solution
    const std::uint8_t* first_digits_ = nullptr;  // the first digits of this puzzle, or null
    // For the state that was explored last, if guessing got stuck.
    std::unique_ptr<Learner> learner_;
    std::int64_t most_found_ = 0;  // maximum found by a search that got stuck, and its solutions
    std::vector<std::uint8_t> most_stored_;
    Result result_;
};

}  // namespace pandoku::cages
