// A search that learns from its conflicts, for puzzles made of houses where guessing gets lost.
//
// A variable is a candidate: whether a cell has a digit. A group is a set of candidates with
// exactly one true member: the candidates of a cell, or the places of a digit in a house. Groups
// are propagated from bitmasks. From each conflict the search derives a nogood: a clause of
// candidates, one of which must change. A nogood holds everywhere, so no mistake is made twice. The
// methods come from solvers for satisfiability: clauses of the first unique implication point,
// watched literals, activities that decay, saved phases and restarts (Een and Soerensson, "An
// extensible SAT-solver", 2003; Audemard and Simon, "Predicting learnt clauses quality in modern
// SAT solvers", 2009).
//
// Nothing is validated here, and the caller must check the solutions. A search is the same in every
// run: it depends neither on time nor on addresses. Throws only std::bad_alloc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grid/function_ref.hpp"
#include "grid/mask.hpp"
#include "nogoods/queue.hpp"

namespace pandoku::nogoods {

enum class Answer : std::uint8_t { solution, none, stopped };

// Called regularly, about every millisecond. Returns whether to continue.
using GoOn = FunctionRef<bool()>;

// Rules in addition to the groups. They have a separate copy of the candidates, and run alternately
// with the groups: removals by each side are passed on to the other.
class Rules {
  public:
    struct Removal {
        std::uint16_t cell;
        Mask digits;
    };
    enum class Outcome : std::uint8_t { idle, removed, failed };

    virtual ~Rules() = default;
    // A cell loses digits. Returns false if no digit is left.
    virtual bool remove(int cell, Mask digits) = 0;
    // Runs one rule, if a rule is waiting. The rule only reads its `cells`. However, it may fail
    // because another cell has no candidate left. Then this cell is the only removal.
    virtual Outcome run(std::uint32_t& rule, std::vector<Removal>& removals) = 0;
    virtual std::span<const std::uint16_t> cells(std::uint32_t rule) const = 0;
    // Cells outside the houses of a cell that must not have its digit.
    virtual std::span<const std::uint16_t> peers(int cell) const = 0;
    virtual void begin_level() = 0;
    virtual void undo_to(int level) = 0;
};

class Search {
  public:
    // House h has the cells house_cells[h * order] and following, all different.
    Search(int order, int n_cells, std::span<const std::uint16_t> house_cells);

    // Begins with a puzzle: a mask of candidates for each cell, bit 0 for the digit 1. Rules must
    // have the same candidates, be on level 0, and outlive the search of this puzzle.
    void load(const Mask* masks, Rules* rules = nullptr);

    // Finds a solution that was not found before, and stores it in `digits`. May be called again
    // after the result `stopped`.
    Answer next(GoOn go_on);
    // Finds a solution with a candidate, which `next` may find again. Digits are 0 .. order-1.
    Answer find_with(int cell, int digit, GoOn go_on);
    // Excludes this candidate from all later solutions.
    void exclude(int cell, int digit);

    std::span<const std::uint8_t> digits() const { return digits_; }  // 1 .. order
    std::int64_t n_guesses() const { return n_guesses_; }
    std::int64_t n_conflicts() const { return n_conflicts_; }
    // Sets the maximum number of guesses from now on. A search that needs more is stopped. A
    // negative number means no bound.
    void allow(std::int64_t n_guesses) { n_left_ = n_guesses; }

  private:
    using Variable = std::uint32_t;
    // A candidate that is right (2 * variable), or wrong (2 * variable + 1).
    using Literal = std::uint32_t;
    // The reason why a literal holds: a right candidate that excludes it, a group without another
    // place, a clause, or a run of a rule. The low bits are the kind of reason.
    enum class Because : std::uint32_t { guess, other, last, clause, rule };
    static constexpr int kBecauseBits = 3;
    using Reason = std::uint32_t;
    struct Run {  // of a rule, which saw the trail up to this point
        std::uint32_t rule;
        std::uint32_t trail_size;
    };
    struct Place {  // of a variable in a group
        std::uint32_t group;
        std::uint32_t position;
    };
    struct Watch {
        std::uint32_t clause;
        Literal blocker;  // a literal of the clause: if it holds, the clause holds
    };
    // The header of a clause, before its literals in `arena_`.
    enum Field : std::uint32_t { kSize, kLevels, kFields };

    static Literal right(Variable v) { return 2 * v; }
    static Literal wrong(Variable v) { return 2 * v + 1; }
    static Variable variable(Literal p) { return p >> 1; }
    static Reason reason(Because because, std::uint32_t what) {
        return what << kBecauseBits | static_cast<std::uint32_t>(because);
    }
    static Because because(Reason reason) {
        return static_cast<Because>(reason & ((1u << kBecauseBits) - 1));
    }
    std::uint32_t cell_of(Variable v) const { return v / order_; }
    bool holds(Literal p) const { return value_[variable(p)] == ((p & 1) ? -1 : 1); }
    bool fails(Literal p) const { return value_[variable(p)] == ((p & 1) ? 1 : -1); }
    int level() const { return static_cast<int>(marks_.size()); }
    std::span<const Place> places(Variable v) const {
        return {places_.data() + v * places_each_, places_each_};
    }
    Variable candidate(int cell, int digit) const {
        return static_cast<std::uint32_t>(cell) * order_ + static_cast<std::uint32_t>(digit);
    }
    Variable member(std::uint32_t group, int position) const {
        return members_[group * order_ + static_cast<std::uint32_t>(position)];
    }

    void assign(Literal p, Reason reason);
    void assume(Literal p);
    void undo_to(int level);
    // False after a conflict. Then the literals of the conflict, all false, are in `conflict_`.
    bool propagate();
    bool propagate_groups(Literal p);
    bool propagate_clauses(Literal p);
    enum class Turn : std::uint8_t { idle, removed, failed };
    Turn propagate_rules();
    bool exclude_peers(Variable v);
    // Calls f with the false literals that describe what a rule saw, until f returns false.
    template <class F>
    void each_seen(const Run& run, F&& f) const;
    template <class F>
    bool each_seen_in(std::uint32_t cell, std::uint32_t trail_size, F&& f) const;
    template <class F>
    void each_cause(Literal p, F&& f) const;  // the false literals that make p true
    void go_to_conflict();                    // goes back to the latest level of `conflict_`
    void analyze();                           // turns `conflict_` into the nogood `learned_`
    void minimize();                          // removes literals that follow from others
    bool follows(Literal p, int depth);
    std::uint32_t n_levels(std::span<const Literal> literals);
    void learn();  // adds `learned_`, and goes back to where it implies its first literal
    void add(std::span<const Literal> clause, std::uint32_t levels);
    void forget();  // forgets the least useful nogoods
    void exclude_found();
    Answer run(Literal wanted, bool has_wanted, GoOn go_on);
    void keep_digits();

    std::uint32_t order_, n_cells_, n_variables_, n_groups_;
    std::uint32_t places_each_ = 0;  // groups of a variable (short lists end with `kNowhere`)
    std::vector<Variable> members_;  // [group][position]
    std::vector<Place> places_;      // [variable][places_each_]

    bool is_over_ = false;   // there are no more solutions
    bool is_found_ = false;  // the assignment is a solution that `next` returned
    std::vector<std::int8_t> value_, phase_;
    std::vector<Mask> open_;  // [group] members that are not wrong
    std::vector<Reason> reason_;
    std::vector<int> level_;
    std::vector<Literal> trail_, conflict_, learned_;
    std::vector<std::size_t> marks_;  // where each level begins on the trail
    std::size_t next_ = 0;            // the first literal of the trail that is not yet propagated
    Rules* rules_ = nullptr;
    std::size_t told_ = 0;   // the first literal of the trail that the rules do not know
    std::vector<Run> runs_;  // runs that removed candidates
    std::vector<std::size_t> run_marks_;
    std::vector<std::uint32_t> place_;  // [variable] on the trail (with rules only)
    std::vector<Rules::Removal> removals_;
    std::vector<std::uint32_t> arena_;
    std::vector<std::uint32_t> clauses_;       // nogoods that may be forgotten
    std::vector<std::vector<Watch>> watches_;  // [literal] clauses that watch it
    Queue queue_;
    enum class Seen : std::uint8_t { no, yes, follows, stays };
    std::vector<Seen> seen_;
    std::vector<Variable> touched_;
    std::vector<std::uint64_t> stamps_;  // [level]
    std::uint64_t stamp_ = 0;
    std::vector<std::uint8_t> digits_;
    std::int64_t n_guesses_ = 0, n_conflicts_ = 0, n_left_ = -1, n_propagated_ = 0;
    std::int64_t ask_at_ = 0;  // literals propagated at the next call of `go_on`
    std::int64_t forget_at_ = 0, n_forgotten_ = 0, restart_at_ = 0, n_restarts_ = 0;
};

}  // namespace pandoku::nogoods
