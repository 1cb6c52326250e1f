// A way to end work on a board from anywhere in the code.
#pragma once

#include <chrono>

#include "grid/function_ref.hpp"

namespace pandoku::logic {

// Thrown out of work that must end. `run` (finders.hpp) catches it.
struct Stopped {};

// Calls a poll at most every ten milliseconds, so asking the watch itself every microsecond is fast
// enough.
class Watch {
  public:
    explicit Watch(Poll poll = {}) : poll_(poll) {}

    // Whether the work must end.
    bool is_over() {
        if (!poll_) return false;
        const auto now = Clock::now();
        return now >= next_ && is_over_at(now);
    }
    // The same, regardless of the time of the last poll.
    bool is_over_now() { return poll_ && is_over_at(Clock::now()); }

  private:
    using Clock = std::chrono::steady_clock;

    bool is_over_at(Clock::time_point now) {
        next_ = now + std::chrono::milliseconds(10);
        return !poll_();
    }

    Poll poll_;
    Clock::time_point next_{};
};

}  // namespace pandoku::logic
