#include "logic/sink.hpp"

#include <utility>

namespace pandoku::logic {

Step& Sink::start() {
    draft_.clear();
    draft_.is_told = is_told_;
    return draft_;
}

void Sink::finish() {
    if (draft_.placements.empty() && draft_.eliminations.empty()) return;
    if (done_) return;
    ++n_taken_;
    // A finder may start another step before it asks whether the sink is done. So the last step is
    // moved out of the way. Swapping lets both steps reuse their memory.
    std::swap(draft_, last_);
    if (limit_ != 1) steps_.push_back(last_);
    done_ = n_taken_ >= limit_;
}

void Sink::reopen() {
    next_poll_ -= looks_;
    n_taken_ = looks_ = 0, done_ = was_stopped_;
    steps_.clear();
}

void Sink::ask() {
    next_poll_ = looks_ + kLooksPerPoll;
    was_stopped_ = watch_.is_over_now();
    done_ = was_stopped_ || looks_ > kMostLooks;
}

}  // namespace pandoku::logic
