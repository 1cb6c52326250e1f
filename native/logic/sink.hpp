// The sink, which receives a finder's steps.
#pragma once

#include <cstddef>
#include <vector>

#include "logic/step.hpp"
#include "logic/watch.hpp"

namespace pandoku::logic {

// A receiver of a finder's steps that decides when there are enough. All steps are built in the
// same memory, because most finders start many that lead to nothing. A search also ends after
// kMostLooks looks, each at one more combination, link or cell. Boards of puzzles that people solve
// come nowhere near this bound. Without it, boards built to be slow would take hours. It is not a
// time limit, so every machine finds the same steps.
class Sink {
  public:
    static constexpr std::size_t kMostLooks = std::size_t{1} << 24;

    // `poll` is called regularly. If it returns false, the finder must end. `is_told`: whether
    // steps need their facts.
    explicit Sink(std::size_t limit, Poll poll = {}, bool is_told = true)
        : limit_(limit), watch_(poll), is_told_(is_told) {}

    // An empty step, to be filled and finished.
    Step& start();
    // Accepts the step that was started, unless it changes nothing.
    void finish();
    // Called before the next `n_looks` looks. True if the finder must end.
    bool done(std::size_t n_looks = 1) {
        looks_ += n_looks;
        if (looks_ >= next_poll_ && !done_) ask();
        return done_;
    }

    // Asks for a stop at once, between two looks that take long. True if the finder must end.
    bool done_now() {
        if (!done_) ask();
        return done_;
    }

    // The poll for work that has no sink.
    Watch& watch() { return watch_; }
    // Ends the search, as the poll would.
    void stop() { done_ = was_stopped_ = true; }
    // Asks between two finders. True if the search must end.
    bool is_over() {
        if (watch_.is_over()) stop();
        return was_stopped_;
    }
    bool was_stopped() const { return was_stopped_; }
    bool takes_one() const { return limit_ == 1; }
    bool is_told() const { return is_told_; }       // whether steps need their facts
    std::size_t n_looks() const { return looks_; }  // the number of looks since it was reopened
    std::size_t n_taken() const { return n_taken_; }
    const Step& last() const { return last_; }
    const std::vector<Step>& steps() const { return steps_; }
    // Sets whether steps need their facts from now on.
    void tell(bool is_told) { is_told_ = is_told; }
    // Resets the sink for the next finder. Polling keeps its schedule, and a stopped sink stays
    // stopped.
    void reopen();
    void reopen(std::size_t limit) {
        limit_ = limit;
        reopen();
    }

  private:
    static constexpr std::size_t kLooksPerPoll = std::size_t{1} << 14;
    void ask();
    std::size_t limit_, n_taken_ = 0, looks_ = 0, next_poll_ = kLooksPerPoll;
    Watch watch_;
    bool is_told_;
    bool done_ = false, was_stopped_ = false;
    Step draft_, last_;
    std::vector<Step> steps_;
};

}  // namespace pandoku::logic
