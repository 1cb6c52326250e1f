// The reasons of the nodes of nested trials, and the resulting steps.
#include "logic/branch.hpp"
#include "logic/nested_trial.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace pandoku::logic {

void NestedTrial::need_gone(const Level& now, int cell, int digit) {
    const std::size_t node = by_[index(cell, digit)];
    if (is_needed_.size() <= nodes_.size()) is_needed_.resize(2 * nodes_.size() + 64);
    is_needed_[node] = 1;
    if (node < now.first) needed_gone_.push_back(Step::make(cell, digit));
}

void NestedTrial::need_reasons(const Level& now, const Node& node) {
    const int cell = node.candidate.cell, digit = node.candidate.digit;
    if (is_needed_.size() <= nodes_.size()) is_needed_.resize(2 * nodes_.size() + 64);
    if (node.reason == kNaked) {
        each(board_.at(cell) & ~bit(digit), [&](int d) { need_gone(now, cell, d); });
    } else if (node.reason >= 0) {
        const auto cells = layout_.cells(node.reason);
        each(board_.where(node.reason, digit), [&](int p) {
            if (cells[p] != cell) need_gone(now, cells[p], digit);
        });
    } else if (node.reason == kProved) {
        const Proof& proof = proofs_[static_cast<std::size_t>(node.proof)];
        for (const Candidate gone : proof.gone) need_gone(now, gone.cell, gone.digit);
    }
}

void NestedTrial::need(const Level& now, const Clash& clash) {
    if (clash.cell >= 0)
        each(board_.at(clash.cell), [&](int d) { need_gone(now, clash.cell, d); });
    else
        each(board_.where(clash.house, clash.digit),
             [&](int p) { need_gone(now, layout_.cells(clash.house)[p], clash.digit); });
}

// The needed nodes of the trial before `last`, and its supposition. Resets the marks of needed
// nodes.
NestedTrial::Needs NestedTrial::take_needed(const Level& now, std::size_t last) {
    Needs needs;
    is_needed_[now.first] = 1;
    for (std::size_t i = last; i-- > now.first;) {
        if (!std::exchange(is_needed_[i], 0)) continue;
        needs.nodes.push_back(nodes_[i]);
        need_reasons(now, nodes_[i]);
    }
    std::reverse(needs.nodes.begin(), needs.nodes.end());
    std::fill_n(is_needed_.begin(), std::min(now.first, is_needed_.size()), 0);
    needs.gone = std::exchange(needed_gone_, {});
    return needs;
}

NestedTrial::Cost NestedTrial::cost_of_needed(const Level& now, std::size_t last) {
    Cost cost;
    is_needed_[now.first] = 1;
    for (std::size_t i = last; i-- > now.first;) {
        if (!std::exchange(is_needed_[i], 0)) continue;
        const Node& node = nodes_[i];
        cost.n_nodes += cost_of_node(node);
        cost.is_nested |= node.proof >= 0;
        need_reasons(now, node);
    }
    std::fill_n(is_needed_.begin(), std::min(now.first, is_needed_.size()), 0);
    needed_gone_.clear();
    return cost;
}

// One node can cause several contradictions: the one that needs the fewest nodes is kept.
NestedTrial::Cost NestedTrial::cheapest_clash(const Level& now) {
    Cost best{std::numeric_limits<int>::max()};
    for (const Clash& clash : clashes_) {
        need(now, clash);
        const Cost cost = cost_of_needed(now, nodes_.size());
        if (cost.n_nodes < best.n_nodes) best = cost, clash_ = clash;
    }
    return best;
}

// ---- outcomes and words

NestedTrial::Cost NestedTrial::cost_of(std::size_t node) {
    if (is_needed_.size() <= nodes_.size()) is_needed_.resize(2 * nodes_.size() + 64);
    is_needed_[node] = 1;
    return cost_of_needed(levels_[0], node + 1);
}

std::vector<NestedTrial::Outcome> NestedTrial::truths() {
    std::vector<Outcome> all;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (nodes_[i].proof < 0) all.push_back({nodes_[i].candidate, cost_of(i)});
    return all;
}

std::vector<NestedTrial::Outcome> NestedTrial::falsehoods() {
    std::vector<Cost> costs;
    for (std::size_t i = 0; i < nodes_.size(); ++i) costs.push_back(cost_of(i));
    std::vector<Outcome> all;
    for (int cell = 0; cell < layout_.n_cells(); ++cell)
        each(board_.at(cell) & ~levels_[0].state.masks[cell],
             [&](int d) { all.push_back({Step::make(cell, d), costs[by_[index(cell, d)]]}); });
    return all;
}

std::vector<Step> NestedTrial::why_true(Candidate candidate) {
    const auto node = std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& each) {
        return each.proof < 0 && each.candidate == candidate;
    });
    need_reasons(levels_[0], *node);
    is_needed_[static_cast<std::size_t>(node - nodes_.begin())] = 1;
    return told(take_needed(levels_[0], nodes_.size()).nodes);
}

std::vector<Step> NestedTrial::why_false(Candidate candidate) {
    need_gone(levels_[0], candidate.cell, candidate.digit);
    return told(take_needed(levels_[0], nodes_.size()).nodes);
}

std::vector<Step> NestedTrial::why_clash() {
    need(levels_[0], clash_);
    return told(take_needed(levels_[0], nodes_.size()).nodes);
}

void NestedTrial::mark(const Clash& clash, Step& step) const {
    if (clash.cell >= 0)
        mark_bare_cell(board_, clash.cell, step);
    else
        mark_bare_house(board_, clash.house, clash.digit, step);
}

std::vector<Step> NestedTrial::told(const std::vector<Node>& nodes) const {
    std::vector<Step> branch;
    for (const Node& node : nodes)
        branch.push_back(node.proof >= 0 ? told(proofs_[static_cast<std::size_t>(node.proof)])
                         : node.reason == kSupposed
                             ? assumption(node.candidate)
                             : single_in_branch(board_, node.candidate, node.reason));
    return branch;
}

Step NestedTrial::told(const Proof& proof) const {
    Step step;
    step.technique = proof.technique;
    step.eliminations.push_back(proof.candidate);
    if (proof.house >= 0)
        step.houses.push_back(proof.house);
    else
        step.mark(proof.from[0].cell, "source");
    for (const Candidate from : proof.from) step.mark(from.cell, from.digit, "source");
    for (const Candidate gone : proof.gone) step.mark(gone.cell, gone.digit, "off");
    if (proof.from.size() == 1) mark(proof.clash, step);
    for (const auto& branch : proof.branches) step.branches.push_back(told(branch));
    return step;
}

}  // namespace pandoku::logic
