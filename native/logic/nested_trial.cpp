#include "logic/nested_trial.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace pandoku::logic {

namespace {

// Bounds: the digits of a cell, or places of a digit, that inner trials compare, and the masks for
// a round of inner trials or for the direct consequences of candidates.
constexpr int kMostBranches = 3;
constexpr std::size_t kMostMasks = std::size_t{1} << 22;
constexpr std::size_t kMasksPerNode = 128;  // comparing this many takes as long as a node
constexpr std::size_t kNoTrial = static_cast<std::size_t>(-1) / 2;
constexpr std::size_t kNoNumber = static_cast<std::size_t>(-1);

}  // namespace

NestedTrial::NestedTrial(const Board& board, std::size_t most_nodes, Sink& sink)
    : board_(board),
      layout_(board.layout()),
      sink_(sink),
      by_(static_cast<std::size_t>(layout_.n_cells()) * board.order()),
      most_nodes_(most_nodes) {
    for (int cell = 0; cell < layout_.n_cells(); ++cell) start_.masks.push_back(board.at(cell));
    for (int house = 0; house < layout_.n_houses(); ++house)
        for (int digit = 0; digit < board.order(); ++digit)
            start_.where.push_back(board.where(house, digit));
    start_.filled = layout_.none();
    for (int cell = 0; cell < layout_.n_cells(); ++cell)
        if (!board.is_open(cell)) start_.filled.add(cell);
    try_all_alone();
}

void NestedTrial::try_all_alone() {
    std::size_t n_candidates = 0;
    for (const Mask mask : start_.masks) n_candidates += static_cast<std::size_t>(count(mask));
    if (n_candidates * (start_.masks.size() + start_.where.size()) > kMostMasks) return;
    alone_.resize(by_.size());
    for (int cell = 0; cell < layout_.n_cells(); ++cell)
        each(board_.at(cell), [&](int digit) {
            run(Step::make(cell, digit), 0, false, std::numeric_limits<int>::max());
            alone_[index(cell, digit)] = {is_contradiction_, levels_[0].state};
        });
}

// The pairs of candidates that lead to a contradiction together, but not alone.
void NestedTrial::try_all_pairs() {
    if (alone_.empty() || !rivals_.empty()) return;
    rivals_.resize(alone_.size());
    number_.assign(alone_.size(), kNoNumber);
    std::vector<Candidate> all;
    for (int cell = 0; cell < layout_.n_cells(); ++cell)
        each(board_.at(cell), [&](int digit) {
            if (alone_[index(cell, digit)].is_contradiction) return;
            number_[index(cell, digit)] = all.size();
            all.push_back(Step::make(cell, digit));
        });
    together_ = BitRows(all.size(), all.size());
    levels_.resize(2);
    nodes_.clear();
    for (std::size_t i = 0; i < all.size() && !is_spent(); ++i)
        for (std::size_t k = 0; k < i; ++k) {
            if (together_.has(i, k)) continue;
            const std::size_t n_nodes = clash_of(all[i], all[k]);
            if (n_nodes == 0) continue;
            rivals_[index(all[i].cell, all[i].digit)].push_back({n_nodes, all[k]});
            rivals_[index(all[k].cell, all[k].digit)].push_back({n_nodes, all[i]});
        }
}

// The number of nodes in the contradiction of two candidates, or 0.
std::size_t NestedTrial::clash_of(Candidate a, Candidate b) {
    const State& first = alone_[index(a.cell, a.digit)].state;
    const State& second = alone_[index(b.cell, b.digit)].state;
    if ((first.masks[b.cell] & bit(b.digit)) == 0) return 0;
    if ((second.masks[a.cell] & bit(a.digit)) == 0) return 0;
    const bool is_open = meet(levels_[1], first, second) && drain(levels_[1]);
    const std::size_t n_nodes = nodes_.size() + 1;
    nodes_.clear();
    if (is_open) note_together(levels_[1].state);
    return is_open ? 0 : n_nodes;
}

// If a trial ends without a contradiction, any two candidates that it made true are possible
// together: singles that follow from fewer candidates also follow from more.
void NestedTrial::note_together(const State& state) {
    std::vector<std::uint64_t> row(together_.n_words());
    std::vector<std::size_t> numbers;
    for (int cell = 0; cell < layout_.n_cells(); ++cell) {
        if (!board_.is_open(cell) || !state.filled.has(cell)) continue;
        const std::size_t number = number_[index(cell, lowest(state.masks[cell]))];
        if (number == kNoNumber) continue;
        numbers.push_back(number);
        row[number >> 6] |= std::uint64_t{1} << (number & 63);
    }
    for (const std::size_t number : numbers)
        for (std::size_t w = 0; w < row.size(); ++w) together_[number][w] |= row[w];
}

void NestedTrial::run(Candidate supposed, std::size_t depth, bool is_thorough, int most) {
    if (depth > 0) try_all_pairs();
    nodes_.clear(), proofs_.clear();
    is_thorough_ = is_thorough;
    levels_.resize(depth + 1);
    most_ = most;
    is_contradiction_ = !follow(0, supposed);
    if (is_contradiction_) clash_cost_ = cheapest_clash(levels_[0]);
}

// ---- following

bool NestedTrial::follow(std::size_t level, Candidate supposed) {
    Level& now = levels_[level];
    now.state = level == 0 ? start_ : levels_[level - 1].state;
    now.first = nodes_.size();
    now.queue.assign(1, {supposed, kSupposed});
    now.far.clear();
    if (level > 0)
        now.queue.insert(now.queue.end(), levels_[level - 1].far.begin(),
                         levels_[level - 1].far.end());
    if (!drain(now)) return false;
    std::size_t next = now.first;
    for (bool has_more = level + 1 < levels_.size(); has_more;) {
        const std::size_t n = nodes_.size();
        if (!rule_out_rivals(level, next)) return false;
        if (is_thorough_ && nodes_.size() == n && !rule_out_all(level, impossible(level)))
            return false;
        if (is_thorough_ && nodes_.size() == n && !rule_out_agreed(level)) return false;
        has_more = nodes_.size() > n && !is_spent();
    }
    return true;
}

bool NestedTrial::drain(Level& now) {
    board_.pause();
    for (std::size_t next = 0; next < now.queue.size(); ++next) {
        const Node node = now.queue[next];
        if (now.state.filled.has(node.candidate.cell)) continue;
        if (is_too_far(now, node))
            now.far.push_back(node);
        else if (!take(now, node))
            return false;
    }
    now.queue.clear();
    return true;
}

// Only the outermost trial is bounded, because the number of nodes that an inner trial needs is
// only known at its end.
bool NestedTrial::is_too_far(const Level& now, const Node& next) {
    if (&now != levels_.data() || next.reason == kSupposed) return false;
    if (most_ == std::numeric_limits<int>::max()) return false;
    need_reasons(now, next);
    return cost_of_needed(now, nodes_.size()).n_nodes + cost_of_node(next) > most_;
}

bool NestedTrial::take(Level& now, const Node& next) {
    const int cell = next.candidate.cell, digit = next.candidate.digit;
    const std::size_t number = nodes_.size();
    clashes_.clear();
    nodes_.push_back(next);
    now.state.filled.add(cell);
    each(now.state.masks[cell] & ~bit(digit), [&](int d) { remove(now, cell, d, number); });
    for (const Place place : layout_.places(cell)) {
        const auto cells = layout_.cells(place.house);
        const Mask others =
            now.state.where[place_index(place.house, digit)] & ~(Mask{1} << place.position);
        each(others, [&](int p) { remove(now, cells[p], digit, number); });
    }
    spend(1);
    return clashes_.empty();
}

void NestedTrial::spend(std::size_t n_nodes) {
    n_nodes_ += n_nodes, n_unreported_ += n_nodes;
    if (n_unreported_ >= 64) is_stopped_ |= sink_.done(std::exchange(n_unreported_, 0));
}

bool NestedTrial::rule_out(Level& now, Proof proof) {
    const Node node{proof.candidate, kProved, static_cast<int>(proofs_.size())};
    proofs_.push_back(std::move(proof));
    if (is_too_far(now, node)) return true;
    clashes_.clear();
    nodes_.push_back(node);
    remove(now, node.candidate.cell, node.candidate.digit, nodes_.size() - 1);
    return clashes_.empty() && drain(now);
}

void NestedTrial::remove(Level& now, int cell, int digit, std::size_t node) {
    State& state = now.state;
    const Mask left = state.masks[cell] &= ~bit(digit);
    by_[index(cell, digit)] = static_cast<std::uint32_t>(node);
    for (const Place place : layout_.places(cell)) {
        Mask& where = state.where[place_index(place.house, digit)];
        where &= ~(Mask{1} << place.position);
        if (where == 0) {
            clashes_.push_back({-1, place.house, digit});
        } else if (is_single(where)) {
            const int only = layout_.cells(place.house)[lowest(where)];
            if (!state.filled.has(only))
                now.queue.push_back({Step::make(only, digit), place.house});
        }
    }
    if (state.filled.has(cell)) return;
    if (left == 0)
        clashes_.push_back({cell});
    else if (is_single(left))
        now.queue.push_back({Step::make(cell, lowest(left)), kNaked});
}

// ---- inner trials

// Rules out candidates that contradict a node of the trial, from node `next` on.
bool NestedTrial::rule_out_rivals(std::size_t level, std::size_t& next) {
    if (rivals_.empty()) return true;
    std::vector<Rival> suspects;
    for (; next < nodes_.size(); ++next) {
        const auto [cell, digit] = nodes_[next].candidate;
        if (nodes_[next].proof >= 0) continue;
        for (const Rival& rival : rivals_[index(cell, digit)])
            if ((levels_[level].state.masks[rival.candidate.cell] & bit(rival.candidate.digit)) !=
                0)
                suspects.push_back(rival);
    }
    return rule_out_all(level, std::move(suspects));
}

// Rules out the candidates that inner trials prove false, the shortest trials first.
bool NestedTrial::rule_out_all(std::size_t level, std::vector<Rival> suspects) {
    std::stable_sort(suspects.begin(), suspects.end(),
                     [](const Rival& a, const Rival& b) { return a.n_nodes < b.n_nodes; });
    Level& now = levels_[level];
    const Level& inner = levels_[level + 1];
    for (const auto& [n_nodes, supposed] : suspects) {
        if ((now.state.masks[supposed.cell] & bit(supposed.digit)) == 0) continue;
        const std::size_t n_proofs = proofs_.size();
        const bool is_possible = follow(level + 1, supposed);
        Proof proof{supposed, is_possible ? Cost{} : cheapest_clash(inner),
                    "contradiction-forcing-chain"};
        ++proof.cost.n_nodes, proof.cost.is_nested = true;
        if (is_possible || (level == 0 && proof.cost.n_nodes > most_)) {
            leave(level, n_proofs);
            continue;
        }
        proof.clash = clash_;
        need(inner, clash_);
        add_branch(proof, take_needed(inner, nodes_.size()), supposed);
        nodes_.resize(inner.first);
        if (!rule_out(now, std::move(proof))) return false;
    }
    return true;
}

// Forgets the inner trial that has just ended, and the proofs that only this trial used.
void NestedTrial::leave(std::size_t level, std::size_t n_proofs) {
    nodes_.resize(levels_[level + 1].first);
    proofs_.resize(n_proofs);
}

// The candidates that inner trials prove false.
std::vector<NestedTrial::Rival> NestedTrial::impossible(std::size_t level) {
    Level& now = levels_[level];
    const Level& inner = levels_[level + 1];
    const auto n_cells = static_cast<std::size_t>(layout_.n_cells());
    std::vector<Rival> found;
    std::size_t n_trials = 0;
    now.left.clear();
    now.slot.resize(by_.size());
    for (int cell = 0; cell < layout_.n_cells(); ++cell) {
        if (now.state.filled.has(cell)) continue;
        for (Mask rest = now.state.masks[cell]; rest != 0 && !is_spent(); rest &= rest - 1) {
            const Candidate supposed = Step::make(cell, lowest(rest));
            const std::size_t n_proofs = proofs_.size(), n_nodes = n_nodes_;
            if (is_possible(level, supposed)) {
                now.slot[index(cell, supposed.digit)] = n_trials++;
                if (n_trials * n_cells <= kMostMasks)
                    now.left.insert(now.left.end(), inner.state.masks.begin(),
                                    inner.state.masks.end());
            } else {
                found.push_back({n_nodes_ - n_nodes, supposed});
                now.slot[index(cell, supposed.digit)] = kNoTrial;
            }
            leave(level, n_proofs);
        }
    }
    return found;
}

// Whether the inner trial of a candidate ends without a contradiction. The innermost trials start
// from the stored consequences of the candidate alone, which saves most of the work.
bool NestedTrial::is_possible(std::size_t level, Candidate supposed) {
    if (alone_.empty() || level + 2 < levels_.size()) return follow(level + 1, supposed);
    const Alone& alone = alone_[index(supposed.cell, supposed.digit)];
    Level& inner = levels_[level + 1];
    inner.first = nodes_.size();
    if (alone.is_contradiction || !meet(inner, levels_[level].state, alone.state)) return false;
    inner.queue.insert(inner.queue.end(), levels_[level].far.begin(), levels_[level].far.end());
    return drain(inner);
}

// The intersection of both results. Returns false for a contradiction. New singles can only occur
// where both results have removed candidates.
bool NestedTrial::meet(Level& now, const State& outer, const State& alone) {
    spend(1 + outer.where.size() / kMasksPerNode);
    now.queue.clear();
    now.state.filled = outer.filled | alone.filled;
    now.state.masks.resize(outer.masks.size()), now.state.where.resize(outer.where.size());
    for (std::size_t cell = 0; cell < outer.masks.size(); ++cell) {
        const Mask left = now.state.masks[cell] = outer.masks[cell] & alone.masks[cell];
        if (left == outer.masks[cell] || left == alone.masks[cell]) continue;
        if (left == 0) return false;
        if (is_single(left))
            now.queue.push_back({Step::make(static_cast<int>(cell), lowest(left)), kNaked});
    }
    // In most houses, one of the results has not removed anything more than the other.
    const auto n = static_cast<std::size_t>(board_.order());
    for (std::size_t first = 0; first < outer.where.size(); first += n) {
        const Mask* const a = outer.where.data() + first;
        const Mask* const b = alone.where.data() + first;
        Mask* const both = now.state.where.data() + first;
        Mask more_a = 0, more_b = 0;
        for (std::size_t digit = 0; digit < n; ++digit) {
            both[digit] = a[digit] & b[digit];
            more_a |= a[digit] & ~b[digit], more_b |= b[digit] & ~a[digit];
        }
        if (more_a == 0 || more_b == 0) continue;
        const auto house = static_cast<int>(first / n);
        for (std::size_t digit = 0; digit < n; ++digit) {
            if (both[digit] == a[digit] || both[digit] == b[digit]) continue;
            if (both[digit] == 0) return false;
            if (is_single(both[digit]))
                now.queue.push_back(
                    {Step::make(layout_.cells(house)[lowest(both[digit])], static_cast<int>(digit)),
                     house});
        }
    }
    return true;
}

std::vector<NestedTrial::Source> NestedTrial::sources(const State& state) const {
    std::vector<Source> all;
    for (int cell = 0; cell < layout_.n_cells(); ++cell) {
        const int n = count(state.masks[cell]);
        if (state.filled.has(cell) || n < 2 || n > kMostBranches) continue;
        Source& source = all.emplace_back();
        each(state.masks[cell], [&](int d) { source.from.push_back(Step::make(cell, d)); });
    }
    for (int house = 0; house < layout_.n_houses(); ++house)
        for (int digit = 0; digit < board_.order(); ++digit) {
            const Mask where = state.where[place_index(house, digit)];
            if (count(where) < 2 || count(where) > kMostBranches) continue;
            Source& source = all.emplace_back();
            source.house = house;
            each(where,
                 [&](int p) { source.from.push_back(Step::make(layout_.cells(house)[p], digit)); });
        }
    return all;
}

// Compares the trials of a round that end without a contradiction. Contradictions have been used
// already.
bool NestedTrial::rule_out_agreed(std::size_t level) {
    std::vector<Proof> found;
    for (const Source& source : sources(levels_[level].state)) agree(level, source, found);
    std::stable_sort(found.begin(), found.end(), [&](const Proof& a, const Proof& b) {
        return a.cost.n_nodes < b.cost.n_nodes;
    });
    Level& now = levels_[level];
    for (Proof& proof : found) {
        const auto [cell, digit] = proof.candidate;
        if ((now.state.masks[cell] & bit(digit)) == 0) continue;
        if (!rule_out(now, std::move(proof))) return false;
    }
    return true;
}

std::vector<Candidate> NestedTrial::agreed(const Level& now, const Source& source) const {
    std::vector<Candidate> all;
    const auto n_cells = static_cast<std::size_t>(layout_.n_cells());
    for (std::size_t cell = 0; cell < n_cells; ++cell) {
        Mask gone = now.state.masks[cell];
        for (const Candidate from : source.from) {
            const std::size_t slot = now.slot[index(from.cell, from.digit)];
            const bool is_kept = slot != kNoTrial && (slot + 1) * n_cells <= now.left.size();
            gone &= is_kept ? ~now.left[slot * n_cells + cell] : 0;
        }
        each(gone, [&](int digit) { all.push_back(Step::make(static_cast<int>(cell), digit)); });
    }
    return all;
}

void NestedTrial::agree(std::size_t level, const Source& source, std::vector<Proof>& found) {
    const std::vector<Candidate> targets = agreed(levels_[level], source);
    if (targets.empty() || is_spent()) return;
    const Level& inner = levels_[level + 1];
    const std::size_t first = found.size();
    for (const Candidate target : targets)
        found.push_back({target,
                         {1, true},
                         source.house < 0 ? "cell-forcing-chain" : "region-forcing-chain",
                         source.house});
    for (const Candidate from : source.from) {
        follow(level + 1, from);
        if (is_spent()) return found.resize(first);  // the trial may be incomplete
        for (std::size_t i = 0; i < targets.size(); ++i) {
            need_gone(inner, targets[i].cell, targets[i].digit);
            found[first + i].cost.n_nodes += cost_of_needed(inner, nodes_.size()).n_nodes;
            need_gone(inner, targets[i].cell, targets[i].digit);
            add_branch(found[first + i], take_needed(inner, nodes_.size()), from);
        }
        nodes_.resize(inner.first);
    }
}

void NestedTrial::add_branch(Proof& proof, const Needs& needs, Candidate supposed) const {
    proof.from.push_back(supposed);
    proof.branches.push_back(needs.nodes);
    proof.gone.insert(proof.gone.end(), needs.gone.begin(), needs.gone.end());
    std::sort(proof.gone.begin(), proof.gone.end());
    proof.gone.erase(std::unique(proof.gone.begin(), proof.gone.end()), proof.gone.end());
}

}  // namespace pandoku::logic
