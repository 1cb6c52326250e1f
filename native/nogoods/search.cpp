#include "nogoods/search.hpp"

#include <algorithm>

namespace pandoku::nogoods {
namespace {

constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
// These variants were tried on six 25x25 puzzles that take 1 to 6 seconds, in single runs on a busy
// machine: decays of 0.8 to 0.92, units of 32 to 200, and guessing that candidates are right. None
// of them made a clear difference. Keeping only nogoods of two levels was slower.
constexpr double kDecay = 0.95;
constexpr std::int64_t kRestartUnit = 100;                       // conflicts
constexpr std::int64_t kForgetFirst = 3000, kForgetMore = 1000;  // conflicts
// Nogoods of at most this many levels are never forgotten.
constexpr std::uint32_t kKeptLevels = 3;
constexpr std::int64_t kAskEvery = 20'000;                // literals propagated
constexpr std::int64_t kRuleCost = 100;                   // a run of a rule, in literals
constexpr int kMaxDepth = 100;                            // of `follows`
constexpr double kFirstActivity = 0.001;                  // a conflict counts 1
constexpr std::size_t kMostWords = std::size_t{1} << 27;  // of nogoods: 512 MB

// 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, ...: Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas
// algorithms", 1993.
std::int64_t luby(std::int64_t i) {
    std::int64_t size = 1, power = 0;
    while (size < i + 1) {
        ++power;
        size = 2 * size + 1;
    }
    while (size - 1 != i) {
        size = (size - 1) / 2;
        --power;
        i %= size;
    }
    return std::int64_t{1} << power;
}

}  // namespace

Search::Search(int order, int n_cells, std::span<const std::uint16_t> house_cells)
    : order_(static_cast<std::uint32_t>(order)),
      n_cells_(static_cast<std::uint32_t>(n_cells)),
      n_variables_(order_ * n_cells_) {
    const auto n_houses = static_cast<std::uint32_t>(house_cells.size()) / order_;
    n_groups_ = n_cells_ + n_houses * order_;
    members_.resize(n_groups_ * order_);
    for (Variable v = 0; v < n_variables_; ++v) members_[v] = v;
    std::vector<std::vector<Place>> places(n_variables_);
    for (std::uint32_t cell = 0; cell < n_cells_; ++cell)
        for (std::uint32_t digit = 0; digit < order_; ++digit)
            places[cell * order_ + digit].push_back({cell, digit});
    for (std::uint32_t house = 0; house < n_houses; ++house)
        for (std::uint32_t digit = 0; digit < order_; ++digit)
            for (std::uint32_t i = 0; i < order_; ++i) {
                const std::uint32_t group = n_cells_ + house * order_ + digit;
                const Variable v = house_cells[house * order_ + i] * order_ + digit;
                members_[group * order_ + i] = v;
                places[v].push_back({group, i});
            }
    for (const auto& list : places)
        places_each_ = std::max(places_each_, static_cast<std::uint32_t>(list.size()));
    for (auto& list : places) {
        list.resize(places_each_, {kNowhere, 0});
        places_.insert(places_.end(), list.begin(), list.end());
    }
}

void Search::load(const Mask* masks, Rules* rules) {
    const Mask all = order_ == 64 ? ~Mask{0} : bit(static_cast<int>(order_)) - 1;
    is_over_ = is_found_ = false;
    value_.assign(n_variables_, 0);
    phase_.assign(n_variables_, -1);
    open_.assign(n_groups_, all);
    reason_.assign(n_variables_, 0);
    level_.assign(n_variables_, 0);
    trail_.clear();
    marks_.clear();
    next_ = told_ = 0;
    rules_ = rules;
    runs_.clear();
    run_marks_.clear();
    if (rules != nullptr) place_.assign(n_variables_, 0);
    arena_.clear();
    clauses_.clear();
    watches_.assign(2 * n_variables_, {});
    seen_.assign(n_variables_, Seen::no);
    stamps_.assign(n_variables_ + 1, 0);
    stamp_ = 0;
    digits_.assign(n_cells_, 0);
    n_guesses_ = n_conflicts_ = n_propagated_ = 0;
    ask_at_ = kAskEvery;
    forget_at_ = kForgetFirst;
    n_forgotten_ = n_restarts_ = 0;
    restart_at_ = kRestartUnit;
    queue_.reset(n_variables_);
    for (std::uint32_t cell = 0; cell < n_cells_; ++cell)
        for (std::uint32_t digit = 0; digit < order_; ++digit)
            if ((masks[cell] >> digit & 1) == 0) assign(wrong(cell * order_ + digit), 0);
    for (std::uint32_t group = 0; group < n_groups_; ++group) {
        if (open_[group] == 0) is_over_ = true;
        if (open_[group] == 0 || is_several(open_[group])) continue;
        const Variable v = member(group, lowest(open_[group]));
        if (value_[v] == 0) assign(right(v), 0);
    }
    if (is_over_ || !propagate()) {
        is_over_ = true;
        return;
    }
    // Before the first conflict, the variables of small groups are the most active.
    for (Variable v = 0; v < n_variables_; ++v) {
        if (value_[v] != 0) continue;
        for (const Place& place : places(v))
            if (place.group != kNowhere) queue_.bump(v, kFirstActivity / count(open_[place.group]));
        queue_.insert(v);
    }
}

void Search::assign(Literal p, Reason reason) {
    const Variable v = variable(p);
    value_[v] = (p & 1) ? -1 : 1;
    reason_[v] = reason;
    level_[v] = level();
    if (rules_ != nullptr) place_[v] = static_cast<std::uint32_t>(trail_.size());
    trail_.push_back(p);
    if (p & 1)
        for (const Place& place : places(v)) {
            if (place.group == kNowhere) break;
            open_[place.group] &= ~bit(static_cast<int>(place.position));
        }
}

void Search::assume(Literal p) {
    marks_.push_back(trail_.size());
    run_marks_.push_back(runs_.size());
    if (rules_ != nullptr) rules_->begin_level();
    assign(p, reason(Because::guess, 0));
}

void Search::undo_to(int level) {
    if (this->level() <= level) return;
    const std::size_t mark = marks_[static_cast<std::size_t>(level)];
    for (std::size_t i = trail_.size(); i-- > mark;) {
        const Variable v = variable(trail_[i]);
        phase_[v] = value_[v];
        value_[v] = 0;
        queue_.insert(v);
        if (trail_[i] & 1)
            for (const Place& place : places(v)) {
                if (place.group == kNowhere) break;
                open_[place.group] |= bit(static_cast<int>(place.position));
            }
    }
    trail_.resize(mark);
    marks_.resize(static_cast<std::size_t>(level));
    runs_.resize(run_marks_[static_cast<std::size_t>(level)]);
    run_marks_.resize(static_cast<std::size_t>(level));
    next_ = mark;
    told_ = std::min(told_, mark);
    if (rules_ != nullptr) rules_->undo_to(level);
}

bool Search::propagate() {
    while (true) {
        while (next_ < trail_.size()) {
            const Literal p = trail_[next_++];
            ++n_propagated_;
            if (!propagate_groups(p) || !propagate_clauses(p)) return false;
        }
        if (rules_ == nullptr) return true;
        const Turn turn = propagate_rules();
        if (turn != Turn::removed) return turn == Turn::idle;
    }
}

// Passes the wrong candidates to the rules, and runs one of the rules.
Search::Turn Search::propagate_rules() {
    for (; told_ < trail_.size(); ++told_) {
        if ((trail_[told_] & 1) == 0) continue;
        const Variable v = variable(trail_[told_]);
        // (No cell is empty here, because its group would have failed.)
        rules_->remove(static_cast<int>(cell_of(v)), bit(static_cast<int>(v % order_)));
    }
    while (true) {
        std::uint32_t rule = 0;
        removals_.clear();
        const Rules::Outcome outcome = rules_->run(rule, removals_);
        n_propagated_ += kRuleCost;
        if (outcome == Rules::Outcome::idle) return Turn::idle;
        const Run run{rule, static_cast<std::uint32_t>(trail_.size())};
        if (outcome == Rules::Outcome::failed) {
            conflict_.clear();
            const auto blame = [&](Literal p) {
                conflict_.push_back(p);
                return true;
            };
            each_seen(run, blame);
            for (const auto& [cell, digits] : removals_) each_seen_in(cell, run.trail_size, blame);
            return Turn::failed;
        }
        const auto number = static_cast<std::uint32_t>(runs_.size());
        for (const auto& [cell, digits] : removals_)
            for (Mask left = digits; left != 0; left &= left - 1) {
                const Variable v = candidate(cell, lowest(left));
                if (value_[v] == 0) assign(wrong(v), reason(Because::rule, number));
            }
        if (trail_.size() == run.trail_size) continue;
        runs_.push_back(run);
        return Turn::removed;
    }
}

template <class F>
bool Search::each_seen_in(std::uint32_t cell, std::uint32_t trail_size, F&& f) const {
    const Mask open = open_[cell];
    if (is_single(open)) {
        // A right digit explains all removals of its cell with one literal. In single runs with
        // sandwich sums, this halved the number of conflicts.
        const Variable v = cell * order_ + static_cast<std::uint32_t>(lowest(open));
        if (value_[v] > 0 && place_[v] < trail_size) return level_[v] == 0 || f(wrong(v));
    }
    for (std::uint32_t digit = 0; digit < order_; ++digit) {
        const Variable v = cell * order_ + digit;
        const bool was_wrong = value_[v] < 0 && place_[v] < trail_size;
        if (was_wrong && level_[v] > 0 && !f(right(v))) return false;
    }
    return true;
}

template <class F>
void Search::each_seen(const Run& run, F&& f) const {
    for (const std::uint16_t cell : rules_->cells(run.rule))
        if (!each_seen_in(cell, run.trail_size, f)) return;
}

bool Search::exclude_peers(Variable v) {
    for (const std::uint16_t peer : rules_->peers(static_cast<int>(cell_of(v)))) {
        const Variable other = peer * order_ + v % order_;
        if (value_[other] == 1) {
            conflict_ = {wrong(v), wrong(other)};
            return false;
        }
        if (value_[other] == 0) assign(wrong(other), reason(Because::other, v));
    }
    return true;
}

bool Search::propagate_groups(Literal p) {
    const Variable v = variable(p);
    for (const Place& place : places(v)) {
        if (place.group == kNowhere) break;
        const Mask open = open_[place.group];
        if ((p & 1) == 0) {
            for (Mask others = open & ~bit(static_cast<int>(place.position)); others != 0;
                 others &= others - 1) {
                const Variable other = member(place.group, lowest(others));
                if (value_[other] == 1) {
                    conflict_ = {wrong(v), wrong(other)};
                    return false;
                }
                assign(wrong(other), reason(Because::other, v));
            }
        } else if (open == 0) {
            conflict_.clear();
            for (std::uint32_t i = 0; i < order_; ++i)
                conflict_.push_back(right(members_[place.group * order_ + i]));
            return false;
        } else if (!is_several(open)) {
            const Variable last = member(place.group, lowest(open));
            if (value_[last] == 0) assign(right(last), reason(Because::last, place.group));
        }
    }
    return rules_ == nullptr || (p & 1) != 0 || exclude_peers(v);
}

bool Search::propagate_clauses(Literal p) {
    const Literal failed = p ^ 1;
    std::vector<Watch>& watches = watches_[failed];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < watches.size(); ++i) {
        const Watch watch = watches[i];
        if (holds(watch.blocker)) {
            watches[kept++] = watch;
            continue;
        }
        std::uint32_t* const clause = arena_.data() + watch.clause;
        Literal* const literals = clause + kFields;
        if (literals[0] == failed) std::swap(literals[0], literals[1]);
        const Literal first = literals[0];
        if (first != watch.blocker && holds(first)) {
            watches[kept++] = {watch.clause, first};
            continue;
        }
        bool is_moved = false;
        for (std::uint32_t k = 2; k < clause[kSize]; ++k)
            if (!fails(literals[k])) {
                std::swap(literals[1], literals[k]);
                watches_[literals[1]].push_back({watch.clause, first});
                is_moved = true;
                break;
            }
        if (is_moved) continue;
        watches[kept++] = {watch.clause, first};
        if (fails(first)) {
            conflict_.assign(literals, literals + clause[kSize]);
            while (++i < watches.size()) watches[kept++] = watches[i];
            watches.resize(kept);
            return false;
        }
        assign(first, reason(Because::clause, watch.clause));
    }
    watches.resize(kept);
    return true;
}

template <class F>
void Search::each_cause(Literal p, F&& f) const {
    const Variable v = variable(p);
    const std::uint32_t what = reason_[v] >> kBecauseBits;
    switch (because(reason_[v])) {
        case Because::guess: return;
        case Because::other: f(wrong(what)); return;
        case Because::last:
            for (std::uint32_t i = 0; i < order_; ++i)
                if (const Variable other = members_[what * order_ + i]; other != v)
                    if (!f(right(other))) return;
            return;
        case Because::clause:
            for (std::uint32_t k = 0; k < arena_[what + kSize]; ++k)
                if (const Literal q = arena_[what + kFields + k]; q != p)
                    if (!f(q)) return;
            return;
        case Because::rule: each_seen(runs_[what], f); return;
    }
}

// A rule may fail late, because of literals that were already known on an earlier level.
void Search::go_to_conflict() {
    int latest = 0;
    for (const Literal p : conflict_) latest = std::max(latest, level_[variable(p)]);
    undo_to(latest);
}

void Search::analyze() {
    learned_.assign(1, 0);
    touched_.clear();
    int n_open = 0;  // literals of this level that are still to be explained
    const auto look_at = [&](Literal q) {
        const Variable v = variable(q);
        if (seen_[v] != Seen::no || level_[v] == 0) return true;
        seen_[v] = Seen::yes;
        touched_.push_back(v);
        queue_.bump(v);
        if (level_[v] == level())
            ++n_open;
        else
            learned_.push_back(q);
        return true;
    };
    for (const Literal q : conflict_) look_at(q);
    std::size_t i = trail_.size();
    while (true) {
        while (seen_[variable(trail_[--i])] == Seen::no) {
        }
        if (--n_open == 0) break;
        each_cause(trail_[i], look_at);
    }
    learned_[0] = trail_[i] ^ 1;
    minimize();
    for (const Variable v : touched_) seen_[v] = Seen::no;
    queue_.age(kDecay);
}

void Search::minimize() {
    std::size_t kept = 1;
    for (std::size_t k = 1; k < learned_.size(); ++k)
        if (!follows(learned_[k] ^ 1, 0)) learned_[kept++] = learned_[k];
    learned_.resize(kept);
}

// Whether p, which holds, follows from other literals of the nogood.
bool Search::follows(Literal p, int depth) {
    if (because(reason_[variable(p)]) == Because::guess || depth > kMaxDepth) return false;
    bool all = true;
    each_cause(p, [&](Literal q) {
        const Variable v = variable(q);
        if (level_[v] == 0 || seen_[v] == Seen::yes || seen_[v] == Seen::follows) return true;
        if (seen_[v] == Seen::stays) return all = false;
        const bool q_follows = follows(q ^ 1, depth + 1);
        seen_[v] = q_follows ? Seen::follows : Seen::stays;
        touched_.push_back(v);
        return all = q_follows;
    });
    return all;
}

std::uint32_t Search::n_levels(std::span<const Literal> literals) {
    ++stamp_;
    std::uint32_t n = 0;
    for (const Literal p : literals) {
        std::uint64_t& stamp = stamps_[static_cast<std::size_t>(level_[variable(p)])];
        n += stamp != stamp_;
        stamp = stamp_;
    }
    return n;
}

void Search::learn() {
    if (learned_.size() == 1) {
        undo_to(0);
        assign(learned_[0], 0);
        return;
    }
    std::size_t second = 1;
    for (std::size_t k = 2; k < learned_.size(); ++k)
        if (level_[variable(learned_[k])] > level_[variable(learned_[second])]) second = k;
    std::swap(learned_[1], learned_[second]);
    const std::uint32_t levels = n_levels(learned_);
    undo_to(level_[variable(learned_[1])]);
    const auto clause = static_cast<std::uint32_t>(arena_.size());
    if (levels > kKeptLevels) clauses_.push_back(clause);
    add(learned_, levels);
    assign(learned_[0], reason(Because::clause, clause));
}

void Search::add(std::span<const Literal> literals, std::uint32_t levels) {
    const auto clause = static_cast<std::uint32_t>(arena_.size());
    arena_.push_back(static_cast<std::uint32_t>(literals.size()));
    arena_.push_back(levels);
    arena_.insert(arena_.end(), literals.begin(), literals.end());
    watches_[literals[0]].push_back({clause, literals[1]});
    watches_[literals[1]].push_back({clause, literals[0]});
}

// Called on level 0, where no clause is needed as a reason.
void Search::forget() {
    std::stable_sort(clauses_.begin(), clauses_.end(), [&](std::uint32_t a, std::uint32_t b) {
        return arena_[a + kLevels] < arena_[b + kLevels];
    });
    for (std::size_t i = clauses_.size() / 2; i < clauses_.size(); ++i)
        arena_[clauses_[i] + kLevels] = kNowhere;
    // Writes the arena again in the same order, without clauses that always hold.
    std::vector<std::uint32_t> old;
    old.swap(arena_);
    clauses_.clear();
    for (auto& watches : watches_) watches.clear();
    for (std::size_t at = 0; at < old.size(); at += kFields + old[at + kSize]) {
        const std::span<const Literal> literals{old.data() + at + kFields, old[at + kSize]};
        const std::uint32_t levels = old[at + kLevels];
        if (levels == kNowhere) continue;
        if (std::ranges::any_of(literals, [&](Literal p) { return holds(p); })) continue;
        learned_.clear();
        for (const Literal p : literals)
            if (!fails(p)) learned_.push_back(p);
        if (levels > kKeptLevels) clauses_.push_back(static_cast<std::uint32_t>(arena_.size()));
        add(learned_, levels);
    }
}

void Search::keep_digits() {
    for (std::uint32_t cell = 0; cell < n_cells_; ++cell)
        digits_[cell] = static_cast<std::uint8_t>(lowest(open_[cell]) + 1);
}

// The guesses of a solution imply the complete solution. So a clause that excludes these guesses
// excludes no other solution.
void Search::exclude_found() {
    is_found_ = false;
    if (level() == 0) {
        is_over_ = true;
        return;
    }
    learned_.clear();
    for (const std::size_t mark : marks_) learned_.push_back(trail_[mark] ^ 1);
    std::reverse(learned_.begin(), learned_.end());
    if (learned_.size() == 1) {
        undo_to(0);
        assign(learned_[0], 0);
        return;
    }
    undo_to(level() - 1);
    const auto clause = static_cast<std::uint32_t>(arena_.size());
    add(learned_, 0);
    assign(learned_[0], reason(Because::clause, clause));
}

Answer Search::next(GoOn go_on) {
    if (is_found_) exclude_found();
    const Answer answer = run(0, false, go_on);
    is_found_ = answer == Answer::solution;
    return answer;
}

Answer Search::find_with(int cell, int digit, GoOn go_on) {
    is_found_ = false;
    undo_to(0);
    return run(right(candidate(cell, digit)), true, go_on);
}

void Search::exclude(int cell, int digit) {
    is_found_ = false;
    undo_to(0);
    const Variable v = candidate(cell, digit);
    if (value_[v] == 1) is_over_ = true;
    if (value_[v] == 0) assign(wrong(v), 0);
}

Answer Search::run(Literal wanted, bool has_wanted, GoOn go_on) {
    while (!is_over_) {
        if (n_propagated_ >= ask_at_) {
            ask_at_ = n_propagated_ + kAskEvery;
            if (!go_on()) return Answer::stopped;
        }
        if (!propagate()) {
            ++n_conflicts_;
            if (rules_ != nullptr) go_to_conflict();
            if (level() == 0) {
                is_over_ = true;
                break;
            }
            analyze();
            learn();
            continue;
        }
        if (n_conflicts_ >= restart_at_) {
            ++n_restarts_;
            restart_at_ = n_conflicts_ + kRestartUnit * luby(n_restarts_);
            undo_to(0);
            if (n_conflicts_ >= forget_at_) {
                ++n_forgotten_;
                forget_at_ = n_conflicts_ + kForgetFirst + kForgetMore * n_forgotten_;
                forget();
            }
            continue;
        }
        if (has_wanted && level() == 0 && value_[variable(wanted)] != 0) {
            if (fails(wanted)) return Answer::none;
            has_wanted = false;
        }
        if (trail_.size() == n_variables_) {
            keep_digits();
            return Answer::solution;
        }
        if (n_left_ == 0 || arena_.size() > kMostWords) return Answer::stopped;
        Literal guess = wanted;
        if (!has_wanted || level() > 0) {
            Variable v;
            do v = queue_.take_first();
            while (value_[v] != 0);
            guess = phase_[v] > 0 ? right(v) : wrong(v);
        }
        ++n_guesses_;
        if (n_left_ > 0) --n_left_;
        assume(guess);
    }
    return Answer::none;
}

}  // namespace pandoku::nogoods
