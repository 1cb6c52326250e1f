#include "logic/packing.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace pandoku::logic {

namespace {

// The first six digits number the bits of a word, and the others number the words.
constexpr int kDigitsOfWord = 6;
constexpr std::uint32_t kInWord = 63;

// [set of digits]: the bits of the states without any of these digits.
constexpr std::array<std::uint64_t, 64> kWithout = [] {
    std::array<std::uint64_t, 64> without{};
    for (std::size_t set = 0; set < 64; ++set)
        for (std::size_t state = 0; state < 64; ++state)
            if ((set & state) == 0) without[set] |= std::uint64_t{1} << state;
    return without;
}();

}  // namespace

Packing::End Packing::run(std::span<const std::vector<Mask>* const> parts) {
    n_moves_ = 0;
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

Packing::End Packing::go_forward() {
    const std::size_t n_words = std::size_t{1} << std::max(n_digits_ - kDigitsOfWord, 0);
    if (levels_.size() < order_.size() + 1) levels_.resize(order_.size() + 1);
    for (std::size_t i = 0; i <= order_.size(); ++i) levels_[i].states.assign(n_words, 0);
    levels_[0].states[0] = 1;
    levels_[0].words.assign(1, 0);
    for (std::size_t i = 0; i < order_.size(); ++i) {
        const std::span<const std::uint32_t> sets = sets_[order_[i]];
        const Level& here = levels_[i];
        Level& next = levels_[i + 1];
        n_moves_ += here.words.size() * sets.size();
        if (n_moves_ > kMostMoves) return End::too_many;
        for (const std::uint32_t set : sets) {
            const std::uint32_t high = set >> kDigitsOfWord, low = set & kInWord;
            for (const std::uint32_t word : here.words)
                if ((word & high) == 0)
                    next.states[word | high] |= (here.states[word] & kWithout[low]) << low;
        }
        next.words.clear();
        for (std::uint32_t word = 0; word < n_words; ++word)
            if (next.states[word] != 0) next.words.push_back(word);
        if (next.words.empty()) return End::none;
    }
    return End::some;
}

// From the last part to the first. Only the states that lead to the end remain.
void Packing::go_back() {
    if (occurs_.size() < order_.size()) occurs_.resize(order_.size());
    for (std::size_t i = order_.size(); i-- > 0;) {
        const std::span<const std::uint32_t> sets = sets_[order_[i]];
        Level& here = levels_[i];
        const std::vector<std::uint64_t>& goes_on = levels_[i + 1].states;
        std::vector<std::uint8_t>& occurs = occurs_[order_[i]];
        occurs.assign(sets.size(), 0);
        reaching_.assign(here.states.size(), 0);
        for (std::size_t s = 0; s < sets.size(); ++s) {
            const std::uint32_t high = sets[s] >> kDigitsOfWord, low = sets[s] & kInWord;
            std::uint64_t any = 0;
            for (const std::uint32_t word : here.words) {
                if ((word & high) != 0) continue;
                const std::uint64_t states =
                    here.states[word] & kWithout[low] & (goes_on[word | high] >> low);
                reaching_[word] |= states;
                any |= states;
            }
            occurs[s] = any != 0;
        }
        here.states.swap(reaching_);
    }
}

}  // namespace pandoku::logic
