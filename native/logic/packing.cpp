#include "logic/packing.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace pandoku::logic {

Packing::End Packing::run(std::span<const std::vector<Mask>* const> parts) {
    if (!number_digits(parts)) return End::too_many;
    order_.resize(parts.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
        return parts[a]->size() < parts[b]->size();
    });
    const End end = go_forward();
    if (end == End::some) go_back();
    return end;
}

bool Packing::Level::add(std::uint32_t state) {
    if (has(state)) return false;
    is_known[state / 64] |= bit(static_cast<int>(state % 64));
    states.push_back(state);
    return true;
}

// Renumbers the digits that occur as 0, 1, 2, ..., so that a state is a small number.
bool Packing::number_digits(std::span<const std::vector<Mask>* const> parts) {
    Mask all = 0;
    for (const auto* part : parts)
        for (const Mask set : *part) all |= set;
    n_digits_ = count(all);
    if (n_digits_ > kMostDigits) return false;
    if (sets_.size() < parts.size()) sets_.resize(parts.size());
    for (std::size_t part = 0; part < parts.size(); ++part) {
        sets_[part].clear();
        for (const Mask set : *parts[part]) {
            std::uint32_t renumbered = 0;
            each(set, [&](int d) { renumbered |= std::uint32_t{1} << count(all & (bit(d) - 1)); });
            sets_[part].push_back(renumbered);
        }
    }
    return true;
}

// The digits that the parts from each one on can hold, and the number of digits that may be left
// over.
void Packing::look_ahead() {
    ahead_.assign(order_.size() + 1, 0);
    n_over_ = n_digits_;
    for (std::size_t i = order_.size(); i-- > 0;) {
        int fewest = sets_[order_[i]].empty() ? 0 : n_digits_;
        ahead_[i] = ahead_[i + 1];
        for (const std::uint32_t set : sets_[order_[i]]) {
            ahead_[i] |= set;
            fewest = std::min(fewest, std::popcount(set));
        }
        n_over_ -= fewest;
    }
}

Packing::End Packing::go_forward() {
    const std::uint32_t all = (std::uint32_t{1} << n_digits_) - 1;
    const std::size_t n_words = ((std::size_t{1} << n_digits_) + 63) / 64;
    if (levels_.size() < order_.size() + 1) levels_.resize(order_.size() + 1);
    for (std::size_t i = 0; i <= order_.size(); ++i) {
        levels_[i].states.clear();
        levels_[i].is_known.assign(n_words, 0);
    }
    look_ahead();
    levels_[0].add(0);
    n_moves_ = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
        const std::span<const std::uint32_t> sets = sets_[order_[i]];
        const std::uint32_t lost = all & ~ahead_[i + 1];  // unless the digit is already used up
        Level& next = levels_[i + 1];
        n_moves_ += levels_[i].states.size() * sets.size();
        if (n_moves_ > kMostMoves) return End::too_many;
        for (const std::uint32_t used : levels_[i].states)
            for (const std::uint32_t set : sets)
                if ((used & set) == 0 && std::popcount(lost & ~(used | set)) <= n_over_)
                    next.add(used | set);
        if (next.states.empty()) return End::none;
    }
    return End::some;
}

// From the last part to the first. `is_known` marks the states that lead to the end.
void Packing::go_back() {
    if (occurs_.size() < order_.size()) occurs_.resize(order_.size());
    for (std::size_t i = order_.size(); i-- > 0;) {
        const std::span<const std::uint32_t> sets = sets_[order_[i]];
        occurs_[order_[i]].assign(sets.size(), 0);
        // Local copies, because the compiler must assume that writing bytes can change any
        // variable.
        std::uint8_t* const occurs = occurs_[order_[i]].data();
        Level& here = levels_[i];
        const std::uint64_t* const goes_on = levels_[i + 1].is_known.data();
        std::fill(here.is_known.begin(), here.is_known.end(), std::uint64_t{0});
        for (const std::uint32_t used : here.states) {
            bool reaches = false;
            for (std::size_t s = 0; s < sets.size(); ++s) {
                const std::uint32_t state = used | sets[s];
                if ((used & sets[s]) == 0 && (goes_on[state / 64] >> state % 64 & 1) != 0)
                    occurs[s] = reaches = true;
            }
            if (reaches) here.is_known[used / 64] |= bit(static_cast<int>(used % 64));
        }
    }
}

}  // namespace pandoku::logic
