// The search of one puzzle at a time: propagate, guess, undo.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "cages/cages.hpp"
#include "cages/model.hpp"

namespace pandoku::cages {

using Clock = std::chrono::steady_clock;

// Decides when to stop. It is asked at every guess, so it must be cheap.
class Stopper {
  public:
    // `poll` (may be null) is called about every 20 ms; when it returns false, all workers stop.
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
    bool propagate();
    bool run_rule(std::uint32_t r);
    void blame_rule(const Rule& rule);
    void blame_house(int culprit);
    bool prepare();  // false when there is no solution, or when stopped
    // Searches everything below the current state. Returns false when stopped, by the limit or
    // otherwise.
    bool explore(bool holds, std::int64_t limit);
    void find_candidates();
    bool has_witness(int cell, Mask digit);
    bool probe(bool& holds);   // false when stopped
    bool refute(bool& holds);  // undoes and excludes the last guess; false if none is left
    Mask first_half(int cell) const;
    int choose() const;                 // -1 when every cell is decided
    std::int64_t n_candidates() const;  // of the open cells
    bool is_hard() const;
    bool is_stopped();
    bool may_guess();
    void record();
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
    bool points_early_ = false;  // what sees all places of a digit loses it, from the start
    std::int64_t polled_ = 0;    // propagations when the stopper was last asked
    const Batch* batch_ = nullptr;
    std::int64_t puzzle_ = 0;
    std::vector<std::uint8_t> digits_;            // of the last solution
    const std::uint8_t* first_digits_ = nullptr;  // of this puzzle
    Result result_;
};

}  // namespace pandoku::cages
