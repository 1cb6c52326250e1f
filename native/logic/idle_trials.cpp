#include "logic/idle_trials.hpp"

#include <algorithm>

namespace pandoku::logic {

namespace {

constexpr std::size_t kMostKeptMasks = std::size_t{1} << 20;  // 8 megabytes

// A board gives what it keeps as constant, but these trials are added while it stays the same.
struct KeptTrials {
    mutable IdleTrials trials;
};

}  // namespace

void IdleTrials::follow(const CageRules& rules) {
    const auto is_same = [](const CageRule& rule, const std::pair<int, int>& known) {
        return rule.cage == known.first && rule.sum == known.second;
    };
    if (std::ranges::equal(rules.all(), rules_, is_same)) return;
    rules_.clear(), kinds_.clear();
    n_kept_ = 0;
    for (const CageRule& rule : rules.all()) rules_.emplace_back(rule.cage, rule.sum);
}

std::optional<IdleTrials::Work> IdleTrials::find(TrialKind kind, Candidate supposed) const {
    const auto known = std::ranges::find(kinds_, kind, &OfKind::kind);
    if (known == kinds_.end()) return {};
    const Trial& trial = known->trials[index(supposed)];
    if (trial.left.empty()) return {};
    for (std::size_t cell = 0; cell < trial.left.size(); ++cell)
        if ((trial.left[cell] & ~board_.may(static_cast<int>(cell))) != 0) return {};
    return trial.work;
}

void IdleTrials::keep(TrialKind kind, Candidate supposed, std::span<const Mask> left, Work work) {
    auto known = std::ranges::find(kinds_, kind, &OfKind::kind);
    if (known == kinds_.end()) {
        const std::size_t n_candidates = left.size() * static_cast<std::size_t>(board_.order());
        known = kinds_.insert(kinds_.end(), {kind, std::vector<Trial>(n_candidates)});
    }
    Trial& trial = known->trials[index(supposed)];
    if (trial.left.empty()) {
        if (n_kept_ + left.size() > kMostKeptMasks) return;
        n_kept_ += left.size();
    }
    trial.left.assign(left.begin(), left.end());
    trial.work = work;
}

IdleTrials& idle_trials_of(const Board& board, const CageRules& rules) {
    const auto made = [&] { return KeptTrials{IdleTrials(board)}; };
    IdleTrials& trials = board.kept<KeptTrials>(Kept::idle_trials, made).trials;
    trials.follow(rules);
    return trials;
}

}  // namespace pandoku::logic
