#include "logic/trial.hpp"

#include "logic/branch.hpp"

namespace pandoku::logic {

Trial::Trial(const Board& board, Follow follow)
    : board_(board),
      layout_(board.layout()),
      follow_(follow),
      filled_(layout_.none()),
      by_(static_cast<std::size_t>(layout_.n_cells()) * board.order()),
      needs_(layout_.n_words()),
      clash_needs_(layout_.none()) {
    for (int cell = 0; cell < layout_.n_cells(); ++cell) masks_.push_back(board.at(cell));
    for (int digit = 0; digit < board.order(); ++digit) with_.push_back(board.cells_with(digit));
    for (int house = 0; house < layout_.n_houses(); ++house)
        for (int digit = 0; digit < board.order(); ++digit)
            where_.push_back(board.where(house, digit));
}

void Trial::undo() {
    for (const auto& [candidate, cost] : falsehoods_) {
        masks_[candidate.cell] |= bit(candidate.digit);
        with_[candidate.digit].add(candidate.cell);
        for (const Place place : layout_.places(candidate.cell))
            where_[place_index(place.house, candidate.digit)] |= Mask{1} << place.position;
    }
    filled_ = layout_.none();
    queue_.clear(), steps_.clear(), needs_.clear(), truths_.clear(), falsehoods_.clear();
    has_clash_ = false;
}

void Trial::run(Candidate supposed) {
    board_.pause();
    undo();
    queue_.push_back({supposed, kSupposed});
    for (std::size_t next = 0; next < queue_.size() && !has_clash_; ++next)
        if (!filled_.has(queue_[next].candidate.cell)) take(Taken{queue_[next]});
}

void Trial::take(const Taken& next) {
    const int cell = next.candidate.cell, digit = next.candidate.digit;
    const auto number = static_cast<int>(steps_.size());
    CellSet needs = layout_.none();
    needs.add(number);
    if (next.house == kNaked) add_needs(needs, cell, board_.at(cell) & ~bit(digit));
    if (next.house >= 0)
        add_needs(needs, next.house, digit,
                  board_.where(next.house, digit) & ~where_[place_index(next.house, digit)]);
    steps_.push_back(next);
    needs_.push_back(needs);
    truths_.push_back({next.candidate, needs.count()});
    filled_.add(cell);
    if (follow_ == Follow::all_digits)
        each(masks_[cell] & ~bit(digit), [&](int d) { remove(cell, d, number); });
    (with_[digit] & layout_.house_sight(cell)).each([&](int peer) { remove(peer, digit, number); });
}

void Trial::remove(int cell, int digit, int step) {
    const Mask left = masks_[cell] &= ~bit(digit);
    with_[digit].drop(cell);
    by_[index(cell, digit)] = static_cast<std::uint16_t>(step);
    falsehoods_.push_back({Step::make(cell, digit), truths_[step].cost});
    for (const Place place : layout_.places(cell)) {
        const Mask places = where_[place_index(place.house, digit)] &= ~(Mask{1} << place.position);
        if (places == 0) {
            clash_in_house(place.house, digit);
        } else if (is_single(places)) {
            const int only = layout_.cells(place.house)[lowest(places)];
            if (!filled_.has(only)) queue_.push_back({Step::make(only, digit), place.house});
        }
    }
    if (follow_ == Follow::one_digit || filled_.has(cell)) return;
    if (left == 0)
        clash_in_cell(cell);
    else if (is_single(left))
        queue_.push_back({Step::make(cell, lowest(left)), kNaked});
}

// Adds the steps that removed these candidates of a cell.
void Trial::add_needs(CellSet& needs, int cell, Mask digits) const {
    each(digits, [&](int d) { needs |= needs_[by_[index(cell, d)]]; });
}

// Adds the steps that removed the digit from these positions of a house.
void Trial::add_needs(CellSet& needs, int house, int digit, Mask positions) const {
    each(positions, [&](int p) { needs |= needs_[by_[index(layout_.cells(house)[p], digit)]]; });
}

void Trial::clash_in_cell(int cell) {
    CellSet needs = layout_.none();
    add_needs(needs, cell, board_.at(cell));
    keep_clash(needs, cell, -1, -1);
}

void Trial::clash_in_house(int house, int digit) {
    CellSet needs = layout_.none();
    add_needs(needs, house, digit, board_.where(house, digit));
    keep_clash(needs, -1, house, digit);
}

// One step can cause several contradictions: the one that needs the fewest steps is kept.
void Trial::keep_clash(const CellSet& needs, int cell, int house, int digit) {
    const int cost = needs.count();
    if (has_clash_ && cost >= clash_cost_) return;
    has_clash_ = true;
    clash_cost_ = cost, clash_needs_ = needs;
    clash_cell_ = cell, clash_house_ = house, clash_digit_ = digit;
}

void Trial::mark_clash(Step& step) const {
    if (clash_cell_ >= 0)
        mark_bare_cell(board_, clash_cell_, step);
    else
        mark_bare_house(board_, clash_house_, clash_digit_, step);
}

std::vector<Step> Trial::why_true(Candidate candidate) const {
    for (std::size_t i = 0; i < steps_.size(); ++i)
        if (steps_[i].candidate == candidate) return told(needs_[i]);
    return {};
}

std::vector<Step> Trial::why_false(Candidate candidate) const {
    return told(needs_[by_[index(candidate)]]);
}

std::vector<Step> Trial::told(const CellSet& needs) const {
    std::vector<Step> branch;
    needs.each([&](int number) {
        const auto& [candidate, house] = steps_[number];
        branch.push_back(house == kSupposed ? assumption(candidate)
                                            : single_in_branch(board_, candidate, house));
    });
    return branch;
}

Trials::Trials(const Board& board) {
    const Layout& layout = board.layout();
    const int n = board.order();
    std::size_t n_candidates = 0;
    for (int cell = 0; cell < layout.n_cells(); ++cell)
        n_candidates += static_cast<std::size_t>(count(board.at(cell)));
    if (n_candidates > kMostCandidates) return;
    clash_cost_.resize(static_cast<std::size_t>(layout.n_cells()) * n);
    ends_.resize(clash_cost_.size());
    Trial trial(board, Follow::all_digits);
    for (int cell = 0; cell < layout.n_cells() && outcomes_.size() <= kMostOutcomes; ++cell)
        each(board.at(cell), [&](int digit) {
            const std::size_t candidate = static_cast<std::size_t>(cell) * n + digit;
            trial.run(Step::make(cell, digit));
            if (trial.is_contradiction()) {
                clash_cost_[candidate] = trial.clash_cost();
                return;
            }
            keep(trial.falsehoods(), ends_[candidate][0]);
            keep(trial.truths(), ends_[candidate][1]);
        });
    is_known_ = outcomes_.size() <= kMostOutcomes;
    if (!is_known_) outcomes_ = {};
}

void Trials::keep(const std::vector<Trial::Outcome>& outcomes, Ends& ends) {
    ends.first = static_cast<std::uint32_t>(outcomes_.size());
    outcomes_.insert(outcomes_.end(), outcomes.begin(), outcomes.end());
    ends.last = static_cast<std::uint32_t>(outcomes_.size());
}

const Trials& trials_of(const Board& board) {
    return board.kept<Trials>(Kept::trials, [&] { return Trials(board); });
}

}  // namespace pandoku::logic
