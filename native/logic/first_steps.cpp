#include "logic/first_steps.hpp"

#include <algorithm>
#include <vector>

namespace pandoku::logic {

namespace {

// A search is slow if finders have taken this many looks at the board, about a millisecond.
constexpr std::size_t kSlowLooks = std::size_t{1} << 12;
// Maximum number of results. A step with nested chains can have 100 kilobytes, but most finders
// have no step.
constexpr std::size_t kMostResults = std::size_t{1} << 14;

}  // namespace

bool FirstSteps::give(const Finder& finder, const Board& board, Sink& sink) {
    look_at(board);
    if (results_ == nullptr) return false;
    const auto found = std::find_if(results_->begin(), results_->end(),
                                    [&](const Result& each) { return each.finder == &finder; });
    if (found == results_->end()) return false;
    if (!found->step) return true;
    if (!sink.takes_one() || (sink.is_told() && !found->step->is_told)) return false;
    sink.start() = *found->step;
    sink.finish();
    return true;
}

void FirstSteps::keep(const Finder& finder, const Board& board, const Sink& sink) {
    look_at(board);
    n_looks_ += sink.n_looks();
    if (n_looks_ < kSlowLooks || sink.was_stopped() || n_results_ == kMostResults) return;
    std::vector<Result>& results = boards_[state_];
    results_ = &results;
    // A step that was kept without its facts is replaced.
    std::erase_if(results, [&](const Result& each) { return each.finder == &finder; });
    results.push_back({&finder, {}});
    // Finders have a fixed order of steps. A search that takes one step takes the first.
    if (sink.n_taken() > 0)
        results.back().step = sink.takes_one() ? sink.last() : sink.steps().front();
    ++n_results_;
}

void FirstSteps::look_at(const Board& board) {
    if (!state_.empty() && time_ == board.time()) return;
    state_.clear();
    for (int cell = 0; cell < board.layout().n_cells(); ++cell)
        state_.push_back(board.is_open(cell) ? board.at(cell) : ~bit(board.digit(cell)));
    time_ = board.time();
    n_looks_ = 0;
    const auto known = boards_.find(state_);
    results_ = known == boards_.end() ? nullptr : &known->second;
}

std::size_t FirstSteps::HashOfState::operator()(const State& state) const {
    std::uint64_t hash = 0;
    for (const Mask mask : state) {
        hash = (hash ^ mask) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 32;
    }
    return static_cast<std::size_t>(hash);
}

}  // namespace pandoku::logic
