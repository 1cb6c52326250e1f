// Propagation to the fixed point, cheap rules first. Then guesses: in a cell with few candidates
// and a history of failures (dom/wdeg), the lower half of the digits is tried, and removed if it
// fails. If all rules are houses and pairs, a guess is one digit, possibly of a house that has two
// cells left for it, and old failures are forgotten. A Sudoku with 18 inequalities and no givens
// then takes 16,000 guesses instead of 3.8 million. On killers, the same method doubles the number
// of guesses.
//
// Tried without gain on the hard and extreme killers: forgetting old failures (a little of this
// helped the extreme killers with guesses of one digit, and hurt with guesses of halves, and more
// hurt in both cases), a second restart, guessing one digit instead of half of the digits, chosen
// in five ways (slower on extreme killers, equally fast on all others), and derived sums of six and
// seven cells (fewer guesses, but no less time).
#include "cages/search.hpp"

#include <algorithm>
#include <utility>

#include "verify/verify.hpp"
#include "verify/wrong.hpp"

namespace pandoku::cages {
namespace {

constexpr int kMatchingOrder = 12;  // in smaller orders, exact matchings cost more than they save
// After this many guesses without a solution, every candidate is tried once by itself, unless there
// are too many candidates. In measurements, 64 and 256 guesses were not better overall. Without
// these trials, the 15x15 and 16x16 puzzles take twice as long.
constexpr std::int64_t kProbeAfter = 128, kMostProbes = 3000;
// If this many trials in a row succeed, hardly any other candidate fails.
constexpr int kProbesInVain = 200;

// Line sets are used after this number of guesses. Most puzzles are solved by then.
constexpr std::int64_t kLateAfter = 4;

// After this many failures, the history of every cell is halved (pairs only).
constexpr int kForgetAfter = 30;

constexpr std::int64_t kPollEvery = 64;  // propagations

// A search counts as stuck once it has made more guesses than this number times (solutions found +
// 1). If half of the rules are quick, a guess takes 5 to 15 us, and other published variants take
// at most 2,013 guesses. With sandwich sums, a guess takes 150 us, and learning proves in a second
// what guessing does not find in minutes. With cages only, as in the extreme killers, guessing
// needs 160,000 guesses for proofs that take learning ten times as long.
constexpr std::int64_t kPatience = 4000, kPatienceIfQuick = 50'000;
constexpr std::int64_t kPatienceWithCages = 1'000'000;
constexpr std::int64_t kNever = INT64_MAX;
constexpr std::int64_t kFirstLearning = 30'000;  // guesses
constexpr std::int64_t kMorePatience = 8, kMoreLearning = 4;

bool is_quick(Kind kind) {
    return kind == Kind::pair || kind == Kind::table || kind == Kind::digit_sets;
}

// The lower half of the digits of a mask, rounded down.
Mask lower_half(Mask mask) {
    Mask high = mask;
    for (int k = count(mask) / 2; k > 0; --k) high &= high - 1;
    return mask & ~high;
}

bool relation_holds(const RelationLists::Relation& relation, const std::uint8_t* digits) {
    const std::uint16_t* const cells = relation.cells.data();
    const int n_cells = static_cast<int>(relation.cells.size());
    switch (relation.type) {
        case RelationLists::Type::differ: return verify::all_differ(cells, n_cells, digits);
        case RelationLists::Type::pair:
            return verify::pair_holds(relation.table->data(), cells[0], cells[1], digits);
        case RelationLists::Type::sum:
            return verify::sum_holds(relation.target, cells, static_cast<int>(relation.n_plus),
                                     n_cells, digits);
        case RelationLists::Type::total:
            return verify::total_holds(
                relation.weights.data(), relation.order, relation.targets.data(),
                static_cast<int>(relation.targets.size()), cells, n_cells, digits);
        case RelationLists::Type::machine:
            return verify::machine_accepts(
                relation.automaton->order, relation.automaton->steps.data(),
                relation.automaton->accepting.data(), cells, n_cells, digits);
    }
    return false;
}

}  // namespace

void Stopper::start(Clock::time_point now, double seconds) {
    has_deadline_ = seconds > 0 && seconds < 1e9;
    if (has_deadline_)
        deadline_ = now + std::chrono::duration_cast<Clock::duration>(
                              std::chrono::duration<double>(seconds));
}

Stopped Stopper::check() {
    if (stop_.load(std::memory_order_relaxed)) return Stopped::interrupted;
    if (!has_deadline_ && poll_ == nullptr) return Stopped::no;
    const auto now = Clock::now();
    if (poll_ != nullptr && now >= next_poll_) {
        next_poll_ = now + kPollEvery;
        if (!(*poll_)()) {
            stop_.store(true, std::memory_order_relaxed);
            return Stopped::interrupted;
        }
    }
    return has_deadline_ && now >= deadline_ ? Stopped::seconds : Stopped::no;
}

Search::Search(const Layout& layout, Stopper& stopper) : layout_(layout), stopper_(stopper) {
    model_.layout = &layout;
    use_matcher_ = layout.order() >= kMatchingOrder;
}

Result Search::solve(const Batch& batch, std::int64_t i) {
    const auto started = Clock::now();
    stopper_.start(started, batch.seconds);
    batch_ = &batch;
    puzzle_ = i;
    first_digits_ =
        batch.first_digits == nullptr ? nullptr : batch.first_digits + i * layout_.n_cells();
    result_ = {};
    polled_ = 0;
    guesses_.clear();
    weight_.assign(static_cast<std::size_t>(layout_.n_cells()), 1.0F);
    if (use_matcher_) matcher_.reset(layout_);
    points_early_ = batch.relations != nullptr && batch.relations->n_relations(i) != 0;
    has_only_pairs_ = false;
    n_failures_ = 0;
    bool holds = build(model_, state_, batch, i);
    if (holds) {
        has_only_pairs_ =
            !model_.rules.empty() && std::ranges::all_of(model_.rules, [](const Rule& rule) {
                return rule.kind == Kind::pair;
            });
        holds = prepare();
    }
    if (batch.true_candidates) {
        result_.candidates.assign(static_cast<std::size_t>(layout_.n_cells()), 0);
        if (holds) find_candidates();
    } else if (holds) {
        explore(true, batch.limit);
    }
    learner_.reset();
    result_.seconds = std::chrono::duration<double>(Clock::now() - started).count();
    return std::move(result_);
}

bool Search::is_stopped() {
    result_.stopped = stopper_.check();
    return result_.stopped != Stopped::no;
}

bool Search::prepare() {
    if (!propagate()) {
        is_stopped();
        return false;
    }
    // Tables are made only now, because the first propagation makes many of them small enough.
    sharpen(model_, state_);
    return propagate() || (is_stopped(), false);
}

// Guessing is slow if a wrong guess fails late. Learning is slow if a failed rule gives little
// information about the reason, such as the sum of a cage. Which of the two is faster is not known
// beforehand, so they take turns, and each turn is longer than the last.
bool Search::explore(bool holds, std::int64_t limit) {
    learner_.reset();
    if (!holds) return !is_stopped();
    const std::size_t root = state_.mark();
    const std::int64_t first = result_.count;
    most_found_ = 0;
    std::int64_t patience = first_patience(), most_guesses = kFirstLearning;
    while (true) {
        Outcome outcome = guess(first, limit, patience);
        if (outcome == Outcome::stuck) {
            begin_anew(root, first);
            if (learner_ == nullptr) learner_ = std::make_unique<Learner>(model_, state_);
            // If there are only houses, learning never needs to stop.
            outcome = learn(first, limit, model_.rules.empty() ? -1 : most_guesses);
        }
        if (outcome != Outcome::stuck) {
            if (outcome == Outcome::stopped) restore_most(first);
            return outcome == Outcome::done;
        }
        begin_anew(root, first);
        patience = patience > kNever / kMorePatience ? kNever : patience * kMorePatience;
        most_guesses *= kMoreLearning;
    }
}

std::int64_t Search::first_patience() const {
    if (batch_->patience >= 0) return batch_->patience > 0 ? batch_->patience : kNever;
    if (model_.rules.empty()) return kPatience;
    if (batch_->relations == nullptr || batch_->relations->n_relations(puzzle_) == 0)
        return kPatienceWithCages;
    const auto n_quick = std::ranges::count_if(model_.rules, is_quick, &Rule::kind);
    return 2 * static_cast<std::size_t>(n_quick) >= model_.rules.size() ? kPatienceIfQuick
                                                                        : kPatience;
}

// Forgets the solutions found from `first` on, which another search will find again.
void Search::begin_anew(std::size_t root, std::int64_t first) {
    state_.undo(root);
    guesses_.clear();
    const std::int64_t n_found = result_.count - first;
    const auto stored =
        static_cast<std::ptrdiff_t>(std::min(first, batch_->keep) * layout_.n_cells());
    if (n_found > most_found_) {
        most_found_ = n_found;
        most_stored_.assign(result_.solutions.begin() + stored, result_.solutions.end());
    }
    if (batch_->n_found != nullptr) batch_->n_found->fetch_sub(n_found, std::memory_order_relaxed);
    result_.count = first;
    result_.solutions.resize(static_cast<std::size_t>(stored));
}

// If the search was stopped after fewer solutions than an earlier search had found, restores those
// of the earlier search.
void Search::restore_most(std::int64_t first) {
    if (most_found_ <= result_.count - first) return;
    result_.count = first + most_found_;
    result_.solutions.resize(
        static_cast<std::size_t>(std::min(first, batch_->keep) * layout_.n_cells()));
    result_.solutions.insert(result_.solutions.end(), most_stored_.begin(), most_stored_.end());
}

Search::Outcome Search::guess(std::int64_t first, std::int64_t limit, std::int64_t patience) {
    const std::size_t root = state_.mark();
    const std::int64_t n_before = result_.nodes;
    guesses_.clear();
    bool probed = false, holds = true;
    while (true) {
        if (is_stopped()) return Outcome::stopped;
        if (!holds) {
            if (!refute(holds)) return Outcome::done;
            continue;
        }
        if (!probed && result_.nodes - n_before >= kProbeAfter) {
            probed = true;
            if (result_.count > first) continue;  // a restart would count these solutions twice
            state_.undo(root);
            guesses_.clear();
            if (n_candidates() <= kMostProbes && !probe(holds)) return Outcome::stopped;
            continue;
        }
        const auto [cell, digits] = choose();
        if (cell < 0) {
            record();
            if (result_.count - first >= limit) {
                result_.stopped = Stopped::limit;
                return Outcome::stopped;
            }
            holds = false;
            continue;
        }
        if (patience != kNever &&
            result_.nodes - n_before >= patience * (result_.count - first + 1))
            return Outcome::stuck;
        if (!may_guess()) return Outcome::stopped;
        guesses_.push_back({state_.mark(), static_cast<std::uint16_t>(cell), digits});
        holds = state_.keep(cell, digits) && propagate();
    }
}

// Continues where it was interrupted. begin_anew has uncounted its solutions, so they are counted
// again.
Search::Outcome Search::learn(std::int64_t first, std::int64_t limit, std::int64_t most_guesses) {
    nogoods::Search& search = learner_->search;
    const std::int64_t guessed = search.n_guesses(), ran = learner_->rules.n_runs;
    const std::int64_t left = batch_->node_budget > 0 ? batch_->node_budget - result_.nodes : -1;
    const bool is_bounded = most_guesses >= 0 && (left < 0 || most_guesses < left);
    search.allow(is_bounded ? most_guesses : left);
    const auto n_cells = static_cast<std::ptrdiff_t>(layout_.n_cells());
    for (auto at = learner_->found.begin(); at != learner_->found.end(); at += n_cells) {
        digits_.assign(at, at + n_cells);
        record_digits();
    }
    nogoods::Answer answer = nogoods::Answer::none;
    while (result_.count - first < limit) {
        answer = search.next([&] { return !is_stopped(); });
        if (answer != nogoods::Answer::solution) break;
        digits_.assign(search.digits().begin(), search.digits().end());
        if (is_bounded)
            learner_->found.insert(learner_->found.end(), digits_.begin(), digits_.end());
        record_digits();
    }
    result_.nodes += search.n_guesses() - guessed;
    result_.propagations += learner_->rules.n_runs - ran;
    if (result_.count - first >= limit) {
        result_.stopped = Stopped::limit;
        return Outcome::stopped;
    }
    if (answer == nogoods::Answer::none) return Outcome::done;
    if (result_.stopped != Stopped::no) return Outcome::stopped;
    if (is_bounded) return Outcome::stuck;
    result_.stopped = Stopped::nodes;
    return Outcome::stopped;
}

// The half of a cell's digits that is guessed first.
Mask Search::first_half(int cell) const {
    const Mask mask = state_.at(cell), low = lower_half(mask);
    if (first_digits_ == nullptr) return low;
    const Mask wanted = bit(first_digits_[cell] - 1);
    return (mask & wanted) && !(low & wanted) ? mask & ~low : low;
}

// First looks for two solutions, which often suffice. Otherwise each candidate that no solution
// contains so far gets a separate search.
void Search::find_candidates() {
    const std::size_t root = state_.mark();
    explore(true, 2);
    if (result_.stopped != Stopped::limit) return;
    result_.stopped = Stopped::no;
    if (learner_ != nullptr) return learn_candidates();
    state_.undo(root);
    for (int cell = 0; cell < layout_.n_cells(); ++cell)
        for (Mask left = state_.at(cell); left != 0; left &= left - 1) {
            const Mask digit = left & (~left + 1);
            if (!(state_.at(cell) & digit)) continue;  // propagation has removed it
            if (result_.candidates[static_cast<std::size_t>(cell)] & digit) continue;
            if (is_stopped()) return;
            // A candidate without a solution is removed at once, which shortens later searches.
            if (has_witness(cell, digit)) continue;
            if (result_.stopped != Stopped::no) return;
            if (!state_.remove(cell, digit) || !propagate()) {
                is_stopped();
                return;  // there is no solution
            }
        }
}

// The same for a puzzle where guessing got stuck. This search excludes the solutions found so far,
// but their candidates are already known.
void Search::learn_candidates() {
    nogoods::Search& search = learner_->search;
    const std::int64_t guessed = search.n_guesses(), ran = learner_->rules.n_runs;
    search.allow(batch_->node_budget > 0 ? batch_->node_budget - result_.nodes : -1);
    nogoods::Answer answer = nogoods::Answer::none;
    for (int cell = 0; cell < layout_.n_cells() && answer != nogoods::Answer::stopped; ++cell)
        for (int digit = 0; digit < layout_.order(); ++digit) {
            if (result_.candidates[static_cast<std::size_t>(cell)] & bit(digit)) continue;
            answer = search.find_with(cell, digit, [&] { return !is_stopped(); });
            if (answer == nogoods::Answer::stopped) break;
            if (answer == nogoods::Answer::none) {
                search.exclude(cell, digit);
                continue;
            }
            digits_.assign(search.digits().begin(), search.digits().end());
            record_digits();
        }
    result_.nodes += search.n_guesses() - guessed;
    result_.propagations += learner_->rules.n_runs - ran;
    if (answer == nogoods::Answer::stopped && result_.stopped == Stopped::no)
        result_.stopped = Stopped::nodes;
}

bool Search::has_witness(int cell, Mask digit) {
    const std::size_t mark = state_.mark();
    const std::int64_t count = result_.count;
    explore(state_.keep(cell, digit) && propagate(), 1);
    state_.undo(mark);
    if (result_.stopped == Stopped::limit) result_.stopped = Stopped::no;
    return result_.count > count;
}

bool Search::refute(bool& holds) {
    if (guesses_.empty()) return false;
    const Guess guess = guesses_.back();
    guesses_.pop_back();
    state_.undo(guess.mark);
    holds = state_.remove(guess.cell, guess.digits) && propagate();
    return true;
}

// Tries every candidate of every open cell by itself, and removes those that fail. Line sets are
// not used, because they would take most of the time.
bool Search::probe(bool& holds) {
    is_probing_ = true;
    const bool goes_on = probe_all(holds);
    is_probing_ = false;
    return goes_on;
}

bool Search::probe_all(bool& holds) {
    holds = true;
    int n_fitting = 0;
    bool has_failed = false;
    for (int cell = 0; cell < layout_.n_cells(); ++cell) {
        for (Mask left = state_.at(cell); left != 0; left &= left - 1) {
            const Mask digit = left & (~left + 1);
            if (state_.is_decided(cell) || !(state_.at(cell) & digit)) continue;
            if (!may_guess()) return false;
            if (is_stopped()) return false;
            const std::size_t mark = state_.mark();
            const bool fits = state_.keep(cell, digit) && propagate();
            state_.undo(mark);
            if (fits) {
                if (++n_fitting == kProbesInVain && !has_failed) return true;
                continue;
            }
            has_failed = true;
            holds = state_.remove(cell, digit) && propagate();
            if (!holds) return true;
        }
    }
    return true;
}

std::int64_t Search::n_candidates() const {
    std::int64_t n = 0;
    for (int cell = 0; cell < layout_.n_cells(); ++cell)
        if (!state_.is_decided(cell)) n += count(state_.at(cell));
    return n;
}

bool Search::is_hard() const { return result_.nodes >= kProbeAfter; }

bool Search::may_guess() {
    if (batch_->node_budget > 0 && result_.nodes >= batch_->node_budget) {
        result_.stopped = Stopped::nodes;
        return false;
    }
    ++result_.nodes;
    return true;
}

Search::Choice Search::choose() const {
    int best = -1;
    float best_score = 0;
    for (int cell = 0; cell < layout_.n_cells(); ++cell) {
        const Mask mask = state_.at(cell);
        if (!is_several(mask)) continue;
        const float score =
            weight_[static_cast<std::size_t>(cell)] / static_cast<float>(count(mask));
        if (score > best_score) {
            best = cell;
            best_score = score;
        }
    }
    if (best < 0) return {};
    if (has_only_pairs_) return choose_place({best, first_digit(best)}, best_score);
    // Half of the digits, because a guess of one digit removes only one when it fails (see the top
    // of this file for measurements).
    return {best, first_half(best)};
}

// A cell that is one of two places for a digit counts as if it had two candidates.
Search::Choice Search::choose_place(Choice best, float best_score) const {
    for (int house = 0; house < layout_.n_houses(); ++house) {
        const auto cells = layout_.cells(house);
        Mask once = 0, twice = 0, thrice = 0;
        for (const std::uint16_t cell : cells) {
            const Mask mask = state_.at(cell);
            thrice |= twice & mask;
            twice |= once & mask;
            once |= mask;
        }
        const Mask in_two = twice & ~thrice;
        for (const std::uint16_t cell : cells) {
            const Mask mask = state_.at(cell) & in_two;
            const float score = weight_[cell] / 2;
            if (mask == 0 || score <= best_score) continue;
            best = {cell, mask & (~mask + 1)};
            best_score = score;
        }
    }
    return best;
}

// The digit of a cell that is guessed first.
Mask Search::first_digit(int cell) const {
    const Mask mask = state_.at(cell);
    const Mask wanted = first_digits_ == nullptr ? 0 : mask & bit(first_digits_[cell] - 1);
    return wanted != 0 ? wanted : mask & (~mask + 1);
}

bool Search::propagate() {
    while (true) {
        // A large grid may take long. If the result is false, the caller asks the stopper whether
        // time was the reason.
        if (result_.propagations - polled_ >= kPollEvery) {
            polled_ = result_.propagations;
            if (stopper_.check() != Stopped::no) return false;
        }
        int culprit = 0;
        if (!settle(model_, state_, culprit)) {
            blame_house(culprit);
            return false;
        }
        // Pairs and tables run first: they read few words, and often make a run of other rules
        // unnecessary.
        if (!state_.rules[0].empty()) {
            if (!run_rule(state_.rules[0].pop())) return false;
        } else if (!state_.rules[1].empty()) {
            if (!run_rule(state_.rules[1].pop())) return false;
        } else if ((use_matcher_ || points_early_ || is_hard()) && !state_.matchings.empty()) {
            const int house = static_cast<int>(state_.matchings.pop());
            ++result_.propagations;
            if (!(use_matcher_ ? matcher_.filter(state_, house)
                               : point_from_house(model_, state_, house))) {
                blame_house(house);
                return false;
            }
        } else if (runs_late() && !state_.rules[2].empty()) {
            if (!run_rule(state_.rules[2].pop())) return false;
        } else {
            return true;
        }
    }
}

bool filter_rule(Model& model, State& state, std::uint32_t r) {
    const Rule& rule = model.rules[r];
    const std::uint32_t changed = std::exchange(state.changed[r], 0);
    // Most filters are exact: running them again after their own removals would change nothing.
    const bool is_exact = rule.kind != Kind::live && rule.kind != Kind::groups;
    state.running = is_exact ? r : State::kNoRule;
    bool holds = true;
    switch (rule.kind) {
        case Kind::pair: holds = filter_pair(model, state, rule); break;
        case Kind::table: holds = filter_table(model, state, rule, changed); break;
        case Kind::digit_sets: holds = filter_digit_sets(model, state, rule); break;
        case Kind::layers: holds = filter_layers(model, state, rule); break;
        case Kind::groups: holds = filter_groups(model, state, rule); break;
        case Kind::line_sets: holds = filter_line_sets(model, state, rule); break;
        case Kind::automaton: holds = filter_automaton(model, state, rule); break;
        case Kind::live: holds = filter_live(model, state, rule); break;
        case Kind::off: break;
    }
    state.running = State::kNoRule;
    return holds;
}

bool Search::run_rule(std::uint32_t r) {
    const Rule& rule = model_.rules[r];
    ++result_.propagations;
    // Line sets find everything that an automaton finds, and on long lines they are as fast.
    if (rule.kind == Kind::automaton && rule.is_early && rule.has_memory() && runs_late()) {
        state_.changed[r] = 0;
        return true;
    }
    const bool holds = filter_rule(model_, state_, r);
    if (!holds) blame_rule(rule);
    return holds;
}

bool Search::runs_late() const { return result_.nodes >= kLateAfter && !is_probing_; }

void Search::blame_rule(const Rule& rule) {
    forget();
    for (const std::uint16_t cell : model_.cells_of(rule)) weight_[cell] += 1.0F;
}

void Search::blame_house(int culprit) {
    forget();
    if (culprit < 0) {
        weight_[static_cast<std::size_t>(-1 - culprit)] += 1.0F;
        return;
    }
    for (const std::uint16_t cell : layout_.cells(culprit)) weight_[cell] += 1.0F;
}

void Search::forget() {
    if (!has_only_pairs_ || ++n_failures_ % kForgetAfter != 0) return;
    for (float& weight : weight_) weight = (weight + 1) / 2;
}

void Search::record() {
    const auto n_cells = static_cast<std::size_t>(layout_.n_cells());
    digits_.resize(n_cells);
    for (std::size_t cell = 0; cell < n_cells; ++cell)
        digits_[cell] = static_cast<std::uint8_t>(lowest(state_.at(static_cast<int>(cell))) + 1);
    record_digits();
}

void Search::record_digits() {
    const std::size_t n_cells = digits_.size();
    if (!holds(digits_.data())) refuse();
    if (batch_->true_candidates)
        for (std::size_t cell = 0; cell < n_cells; ++cell)
            result_.candidates[cell] |= bit(digits_[cell] - 1);
    if (batch_->n_found != nullptr) batch_->n_found->fetch_add(1, std::memory_order_relaxed);
    if (result_.count++ >= batch_->keep) return;
    result_.solutions.insert(result_.solutions.end(), digits_.begin(), digits_.end());
}

// Checks the puzzle from the caller, not the model that was made of it.
bool Search::holds(const std::uint8_t* digits) const {
    const verify::Houses houses{layout_.order(), layout_.n_houses(), layout_.cells(0).data()};
    if (!verify::houses_hold(houses, digits)) return false;
    const Mask* const masks = batch_->masks + puzzle_ * layout_.n_cells();
    for (int cell = 0; cell < layout_.n_cells(); ++cell)
        if ((masks[cell] >> (digits[cell] - 1) & 1) == 0) return false;
    for (std::size_t k = 0; k < batch_->cages->n_cages(puzzle_); ++k) {
        const auto cage = batch_->cages->cage(puzzle_, k);
        if (!verify::cage_holds(cage.operation, cage.target, cage.repeats, cage.cells.data(),
                                static_cast<int>(cage.cells.size()), digits))
            return false;
    }
    for (std::size_t r = 0; batch_->relations && r < batch_->relations->n_relations(puzzle_); ++r)
        if (!relation_holds(batch_->relations->relation(puzzle_, r), digits)) return false;
    return true;
}

void Search::refuse() const {
    const Mask* const masks = batch_->masks + puzzle_ * layout_.n_cells();
    std::vector<std::uint8_t> givens(digits_.size());
    for (std::size_t cell = 0; cell < givens.size(); ++cell)
        if (is_single(masks[cell]))
            givens[cell] = static_cast<std::uint8_t>(lowest(masks[cell]) + 1);
    throw verify::WrongSolution(layout_.n_cells(), givens.data(), digits_.data());
}

}  // namespace pandoku::cages
