#include "cages/state.hpp"

#include <utility>

namespace pandoku::cages {

void State::reset(const Layout& layout, const Mask* masks) {
    layout_ = &layout;
    memory_.assign(masks, masks + layout.n_cells());
    trail_.clear();
    decided.clear();
    houses.reset(static_cast<std::size_t>(layout.n_houses()));
    matchings.reset(static_cast<std::size_t>(layout.n_houses()));
    watch_start_.assign(static_cast<std::size_t>(layout.n_cells()) + 1, 0);
    watches_.clear();
    level_.clear();
    changed.clear();
    for (auto& queue : rules) queue.reset(0);
}

void State::watch(std::vector<std::uint32_t> start, std::vector<Watch> watches,
                  std::span<const std::uint8_t> level) {
    watch_start_ = std::move(start);
    watches_ = std::move(watches);
    level_.assign(level.begin(), level.end());
    changed.assign(level.size(), 0);
    for (auto& queue : rules) queue.reset(level.size());
}

std::uint32_t State::add_words(std::uint32_t n, std::uint64_t value) {
    const auto first = static_cast<std::uint32_t>(memory_.size());
    memory_.resize(memory_.size() + n, value);
    return first;
}

void State::undo(std::size_t mark) {
    while (trail_.size() > mark) {
        memory_[trail_.back().index] = trail_.back().value;
        trail_.pop_back();
    }
    decided.clear();
    houses.clear();
    matchings.clear();
    for (auto& queue : rules) {
        while (!queue.empty()) changed[queue.pop()] = 0;
    }
}

}  // namespace pandoku::cages
