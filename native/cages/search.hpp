// One puzzle at a time: propagate, guess, take back.
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

// When to stop: asked at every guess, so it has to be cheap.
class Stopper {
  public:
    // `poll` (may be null) is called about every 20 ms; when it returns false all stop.
    Stopper(std::atomic<bool>& stop, const std::function<bool()>* poll)
        : stop_(stop), poll_(poll), next_poll_(Clock::now() + kPollEvery) {}

    void start(Clock::time_point now, double seconds);  // 0: no bound
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
    bool prepare();  // false: no solution
    // Searches from here on, below what stands; false when stopped, by the limit or else.
    bool explore(bool holds, std::int64_t limit);
    void find_candidates();
    bool has_witness(int cell, Mask digit);
    bool probe(bool& holds);            // false when stopped
    bool refute(bool& holds);           // takes back the last guess; false when there is none
    int choose() const;                 // -1: every cell is decided
    std::int64_t n_candidates() const;  // of the open cells
    bool is_hard() const;
    bool is_stopped();
    bool may_guess();
    void record();

    const Layout& layout_;
    Stopper& stopper_;
    Model model_;
    State state_;
    Matcher matcher_;
    std::vector<Guess> guesses_;
    std::vector<float> weight_;  // of each cell: how often its rules failed
    bool use_matcher_ = false;
    std::int64_t polled_ = 0;  // propagations when the stopper was last asked
    const Batch* batch_ = nullptr;
    Result result_;
};

}  // namespace pandoku::cages
