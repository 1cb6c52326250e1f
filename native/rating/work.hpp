// The budget of a rating, and whether to continue.
#pragma once

#include <cstdint>
#include <limits>

#include "grid/function_ref.hpp"

namespace pandoku::rating {

// Looks are nodes of chains. Counting them instead of measuring time gives the same answer on every
// machine.
class Work {
  public:
    explicit Work(std::uint64_t budget = 0, Poll goes_on = {})
        : budget_(budget != 0 ? budget : std::numeric_limits<std::uint64_t>::max()),
          goes_on_(goes_on) {}

    // True if the search must end.
    bool done(std::size_t n_looks) {
        looks_ += n_looks;
        if (looks_ > budget_) is_over_ = true;
        if (looks_ >= next_poll_) {
            next_poll_ = looks_ + kLooksPerPoll;
            if (goes_on_ && !goes_on_()) is_stopped_ = true;
        }
        return is_over_ || is_stopped_;
    }
    bool is_done() const { return is_over_ || is_stopped_; }
    bool is_stopped() const { return is_stopped_; }
    void restart() {
        looks_ = next_poll_ = 0;
        is_over_ = false;
    }

  private:
    static constexpr std::uint64_t kLooksPerPoll = 1 << 16;
    std::uint64_t budget_, looks_ = 0, next_poll_ = 0;
    Poll goes_on_;
    bool is_over_ = false, is_stopped_ = false;
};

}  // namespace pandoku::rating
