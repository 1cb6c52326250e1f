// A trial through houses and cages. It supposes that a candidate is true and follows naked and
// hidden singles, and the remaining fillings of cages and short sums, until nothing more follows or
// a cell has no candidate left. It may contain inner trials. Every removal stores the event that
// caused it. The reasons of an event are only looked up for reported steps.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logic/cage_rules.hpp"
#include "logic/house_packer.hpp"
#include "logic/step.hpp"

namespace pandoku::logic {

class CageNet {
  public:
    // The sink counts every event as a look.
    CageNet(const Board& board, Sink& sink);

    // Starts again from the board. False on a contradiction.
    bool run(Candidate supposed);
    // From now on, trials also follow how the cages and cells of a house share out its digits. This
    // finds more, but takes far longer.
    void share_out_houses();
    // Whether the sink stopped the last trial before its end.
    bool is_stopped() const { return is_stopped_; }

    const CageRules& rules() const { return rules_; }
    // [cell]: the digits that remain.
    std::span<const Mask> left() const { return now_.may; }
    Mask may(int cell) const { return now_.may[static_cast<std::size_t>(cell)]; }
    std::size_t n_events() const { return events_.size(); }
    // The number of the event that removed the candidate, which must be gone.
    std::size_t event_of(Candidate candidate) const { return by_[index(candidate)]; }

    // ---- trials within the trial

    // Supposes a candidate in the state that the trial has reached. False on a contradiction.
    bool enter(Candidate supposed);
    // Stores the consequences of the candidate whose trial has just ended without a contradiction,
    // so that `is_possible` is fast.
    void keep_alone(Candidate candidate);
    // Whether a trial that `enter` would begin has no contradiction. Changes nothing.
    bool is_possible(Candidate supposed);
    // Ends the trial that was entered last, and undoes its changes. If it ended in a contradiction,
    // returns its proof.
    void leave();
    int leave_with_proof();
    // Removes a candidate that a proof shows to be false, and follows the consequences. False on a
    // contradiction.
    bool rule_out(int proof);

    // The steps that prove the candidate true or false, or the contradiction, and no others. The
    // supposition is the first.
    std::vector<Step> why_true(Candidate candidate);
    std::vector<Step> why_false(Candidate candidate);
    std::vector<Step> why_clash();
    // Marks the cell that has no candidate left, or the house that has no place for a digit.
    void mark_clash(Step& step) const { mark(clash_, step); }

  private:
    struct State {
        std::vector<Mask> may;                // [cell]
        std::vector<std::uint64_t> fillings;  // the possible fillings of all rules
        CellSet placed;
    };
    enum class Kind : std::uint8_t { supposed, naked, hidden, rule, house, proved };
    struct Event {
        Kind kind;
        Candidate candidate;  // the candidate that became true, or was proved false
        int where = -1;       // the house, the rule, or the proof
    };
    struct Clash {
        int cell = -1, house = -1, digit = -1;
    };
    // The proof that a candidate is false within a trial: the steps of an inner trial, and the
    // removals in outer trials that the steps are based on.
    struct Proof {
        Candidate candidate;
        std::vector<Step> branch;
        std::vector<Candidate> gone;
        Clash clash;
    };
    struct Around {
        State state;
        std::size_t n_events;
        Candidate supposed;
        std::uint32_t version;
    };

    std::size_t index(Candidate c) const { return index(c.cell, c.digit); }
    std::size_t index(int cell, int digit) const {
        return static_cast<std::size_t>(cell) * static_cast<std::size_t>(board_.order()) +
               static_cast<std::size_t>(digit);
    }
    bool drain();
    bool take(const Event& single);
    bool look_at_house(int house);
    bool meet(const State& alone);
    bool is_known_possible(std::size_t number) const;
    void keep_possible(std::size_t number);
    void keep_witness();
    bool is_shared_out();
    bool narrow(std::size_t rule);
    bool share_out(int house);
    bool remove(int cell, Mask digits, std::size_t event);
    void wake(int cell);
    void forget_work();

    void need(int cell, Mask digits);
    void need(Candidate gone);
    void need_places(int house, int digit, int but);
    void need_reasons(std::size_t number);
    void need_fillings(std::size_t number);
    void need_parts(std::size_t number);
    void look_up();
    std::vector<Step> told(std::size_t first = 0, std::size_t last = 0);
    void need_clash();
    void mark(const Clash& clash, Step& step) const;
    Step step_of(std::size_t number) const;

    const Board& board_;
    const Layout& layout_;
    const CageRules& rules_;
    Sink& sink_;
    State start_, now_;
    Candidate supposed_;  // by the outermost trial
    // Of the state where nothing more follows: kFirstVersion after the outermost trial, which
    // always ends in the same state.
    static constexpr std::uint32_t kFirstVersion = 1;
    std::uint32_t version_ = kFirstVersion, n_versions_ = kFirstVersion;
    std::vector<Event> events_;
    std::vector<Around> around_;  // the states of the outer trials, the outermost first
    std::vector<Proof> proofs_;
    std::vector<State> alone_;  // the consequences of single candidates
    // [candidate]: its index in alone_ plus 1, or 0 if it is not in alone_.
    std::vector<std::size_t> number_;
    // The candidates that trials without a contradiction ended with, n_cells for each.
    std::vector<Mask> witnesses_;
    // [number]: the latest witness with both candidates plus 1, or 0. The lower number is first.
    std::vector<std::uint32_t> witness_of_;
    // [outermost number][number]: the version of the state that last allowed it, or 0.
    std::vector<std::uint32_t> possible_in_;
    std::vector<std::size_t> met_;   // the numbers of the candidates of a witness
    std::vector<std::uint32_t> by_;  // [candidate]: the event that removed it, if one has
    std::vector<Event> singles_;     // to be placed
    std::size_t next_single_ = 0;
    std::vector<std::uint16_t> houses_;  // to be looked at
    std::vector<std::uint32_t> woken_;   // rules to be narrowed
    std::vector<std::uint8_t> is_house_waiting_;
    std::vector<std::uint32_t> changed_;  // [rule]: its positions that changed
    std::size_t next_house_ = 0, next_rule_ = 0;
    std::optional<HousePacker> packer_;
    std::vector<std::uint16_t> shares_;  // houses to be shared out
    std::vector<std::uint8_t> is_share_waiting_;
    std::size_t next_share_ = 0;
    std::vector<HousePacker::Loss> losses_;
    Clash clash_;
    bool is_stopped_ = false;
    // Used while reasons are looked up:
    std::vector<std::uint8_t> is_needed_;           // [candidate]
    std::vector<std::vector<Candidate>> needed_;    // [event]: its removals that are needed
    std::vector<std::vector<Candidate>> rests_on_;  // [event]: the removals that it is based on
    std::vector<std::vector<int>> cages_of_;  // [event]: the cages of a house that it is based on
    std::vector<std::uint8_t> leaves_none_;   // [event]: whether the house cannot be filled at all
};

}  // namespace pandoku::logic
