#include "logic/cage_proof.hpp"

#include <algorithm>

#include "logic/branch.hpp"

namespace pandoku::logic {

CageProof::CageProof(const Board& start) : start_(start) { clear(); }

void CageProof::clear() {
    const int n_cells = start_.layout().n_cells();
    last_.clear(), nodes_.clear();
    for (int cell = 0; cell < n_cells; ++cell) last_.push_back(start_.may(cell));
    by_.assign(static_cast<std::size_t>(n_cells) * start_.order(), kNever);
}

void CageProof::note_placement(const Board& now, Candidate placed, int house, bool is_assumed) {
    note(now, {is_assumed ? Kind::assumed : Kind::placed, placed, house});
}

void CageProof::note_repeats(const Board& now, Candidate placed, int cage) {
    note(now, {Kind::repeats, placed, cage});
}

void CageProof::note_filling(const Board& now, int cage) { note(now, {Kind::filled, {}, cage}); }

// All candidates that were removed since the last node are false because of this node.
void CageProof::note(const Board& now, Node node) {
    bool has_any = false;
    for (int cell = 0; cell < start_.layout().n_cells(); ++cell) {
        const Mask may = now.may(cell), gone = last_[static_cast<std::size_t>(cell)] & ~may;
        each(gone, [&](int d) { by(cell, d) = static_cast<std::uint16_t>(nodes_.size()); });
        last_[static_cast<std::size_t>(cell)] = may;
        has_any |= gone != 0;
    }
    if (has_any) nodes_.push_back(std::move(node));
}

void CageProof::need(Candidate gone) {
    if (by(gone.cell, gone.digit) == kNever) return;
    Node& node = nodes_[by(gone.cell, gone.digit)];
    node.is_needed = true;
    if (std::find(node.needed.begin(), node.needed.end(), gone) == node.needed.end())
        node.needed.push_back(gone);
}

void CageProof::need_placement(Candidate placed) {
    for (Node& node : nodes_)
        if (node.kind != Kind::filled && node.kind != Kind::repeats && node.placed == placed)
            node.is_needed = true;
}

std::vector<Candidate> CageProof::blockers(int number, const Candidate* with, std::size_t before) {
    const Cage& cage = start_.cages()[number];
    const View& view = start_.view(number);
    std::vector<const std::uint8_t*> left;
    for (std::size_t i = 0; i < view.n(cage); ++i) {
        const std::uint8_t* filling = view.filling(cage, i);
        bool has = with == nullptr;
        for (std::size_t p = 0; p < cage.size() && !has; ++p)
            has = cage.cells[p] == with->cell && filling[p] == with->digit;
        if (has) left.push_back(filling);
    }
    std::vector<Candidate> found;
    // The candidate that blocks the most fillings, or the earliest of several.
    while (!left.empty()) {
        std::size_t most = 0, where = 0;
        int best = -1;
        for (std::size_t p = 0; p < cage.size(); ++p)
            for (int d = 0; d < start_.order(); ++d) {
                if (!is_false_before(cage.cells[p], d, before)) continue;
                const auto has = [&](const std::uint8_t* filling) { return filling[p] == d; };
                const auto n =
                    static_cast<std::size_t>(std::count_if(left.begin(), left.end(), has));
                const bool is_earlier =
                    best >= 0 && by(cage.cells[p], d) < by(cage.cells[where], best);
                if (n > most || (n != 0 && n == most && is_earlier)) most = n, where = p, best = d;
            }
        if (best < 0) return found;  // does not happen, because each filling has a false candidate
        found.push_back(Step::make(cage.cells[where], best));
        std::erase_if(left, [&](const std::uint8_t* filling) { return filling[where] == best; });
    }
    return found;
}

void CageProof::end_in_cell(Step& step, int cell) {
    mark_bare_cell(start_, cell, step);
    each(start_.at(cell), [&](int d) { need(Step::make(cell, d)); });
    tell(step);
}

void CageProof::end_in_house(Step& step, int house, int digit) {
    mark_bare_house(start_, house, digit, step);
    each(start_.where(house, digit),
         [&](int p) { need(Step::make(start_.layout().cells(house)[p], digit)); });
    tell(step);
}

void CageProof::end_in_cage(Step& step, int cage) {
    for (const Candidate gone : blockers(cage, nullptr, nodes_.size())) {
        step.mark(gone.cell, gone.digit, "contradiction");
        need(gone);
    }
    step.cages.push_back({cage});
    tell(step);
}

// From the last node to the first, because each needed node marks the earlier ones it needs.
void CageProof::tell(Step& step) {
    std::vector<Step> branch;
    for (std::size_t i = nodes_.size(); i-- > 0;)
        if (nodes_[i].is_needed) branch.push_back(told(i));
    std::reverse(branch.begin(), branch.end());
    step.branches.push_back(std::move(branch));
}

Step CageProof::told(std::size_t number) {
    Node& node = nodes_[number];
    if (node.kind == Kind::assumed) return assumption(node.placed);
    if (node.kind == Kind::placed) {
        Step step = single_in_branch(start_, node.placed, node.where);
        for (const auto& [candidate, role] : step.candidates)
            if (candidate != node.placed) need(candidate);
        return step;
    }
    std::sort(node.needed.begin(), node.needed.end());
    if (node.kind == Kind::filled) return told_filling(node, number);
    Step step;
    step.technique = "cage";
    step.eliminations = node.needed;
    step.mark(node.placed.cell, node.placed.digit, "on");
    step.cages.push_back({node.where});
    need_placement(node.placed);
    return step;
}

Step CageProof::told_filling(const Node& node, std::size_t number) {
    Step step;
    step.technique = "cage";
    step.eliminations = node.needed;
    step.cages.push_back({node.where});
    std::vector<Candidate> off;
    for (const Candidate gone : node.needed)
        for (const Candidate blocker : blockers(node.where, &gone, number))
            if (std::find(off.begin(), off.end(), blocker) == off.end()) off.push_back(blocker);
    for (const Candidate blocker : off) {
        step.mark(blocker.cell, blocker.digit, "off");
        need(blocker);
    }
    return step;
}

}  // namespace pandoku::logic
