// A nested trial supposes that a candidate is true and follows singles, as a trial does. If no
// singles are left, it tries the remaining candidates. A candidate that leads to a contradiction
// within the trial is false in it, and so is a candidate that is ruled out by every digit of a
// cell, or by every place of a digit in a house. These inner trials may be nested in turn. All open
// trials share one stack of nodes, so a node's reason may be in the same trial or in an outer one.
// Reasons are looked up only for proofs, because most inner trials prove nothing. (A plain trial
// stores the reasons of every node, because all of its outcomes are compared.)
#pragma once

#include <cstdint>
#include <vector>

#include "logic/bit_rows.hpp"
#include "logic/sink.hpp"
#include "logic/step.hpp"

namespace pandoku::logic {

class NestedTrial {
  public:
    // The trials stop when they have taken `most_nodes` nodes in all, and report them to the sink
    // as looks.
    NestedTrial(const Board& board, std::size_t most_nodes, Sink& sink);

    // Starts again from the board. `depth` is the allowed depth of inner trials. Consequences that
    // need more than `most` nodes are not followed. A trial that is not thorough rules out only
    // candidates that a single node, with its singles, contradicts.
    void run(Candidate supposed, std::size_t depth, bool is_thorough, int most);
    // Whether the budget is spent. The last trial is then incomplete.
    bool is_spent() const { return n_nodes_ >= most_nodes_ || is_stopped_; }

    // Lifts the bound, so that trials which were complete can be run again.
    void spend_more() { most_nodes_ = static_cast<std::size_t>(-1); }

    bool is_contradiction() const { return is_contradiction_; }

    // The number of nodes in a proof, including the supposition and the nodes of inner trials.
    struct Cost {
        int n_nodes = 0;
        bool is_nested = false;  // whether an inner trial is among them
    };
    const Cost& clash_cost() const { return clash_cost_; }

    // The candidates that became true, and those that became false.
    struct Outcome {
        Candidate candidate;
        Cost cost;
    };
    std::vector<Outcome> truths();
    std::vector<Outcome> falsehoods();

    // The nodes that prove the candidate true or false, or the contradiction, and no others.
    std::vector<Step> why_true(Candidate candidate);
    std::vector<Step> why_false(Candidate candidate);
    std::vector<Step> why_clash();
    // Marks the cell that has no candidate left, or the house that has no place for a digit.
    void mark_clash(Step& step) const { mark(clash_, step); }

  private:
    static constexpr int kSupposed = -2, kNaked = -1, kProved = -3;
    struct Node {
        Candidate candidate;
        int reason;      // kSupposed, kNaked, kProved, or the house of a hidden single
        int proof = -1;  // index in proofs_ of the proof that the candidate is false
    };
    struct Clash {
        int cell = -1, house = -1, digit = -1;
    };
    // The needed nodes of a trial, and their reasons in outer trials.
    struct Needs {
        std::vector<Node> nodes;
        std::vector<Candidate> gone;  // the candidates that had to be removed in outer trials
    };
    // How inner trials prove that a candidate is false.
    struct Proof {
        Candidate candidate;
        Cost cost;
        const char* technique;
        int house = -1;                    // where the branches start, unless it is a cell
        std::vector<Candidate> from = {};  // the candidate that each branch supposes
        std::vector<std::vector<Node>> branches = {};
        Clash clash = {};  // of a contradiction
        std::vector<Candidate> gone = {};
    };
    struct State {
        std::vector<Mask> masks, where;
        CellSet filled;
    };
    // The consequences of a candidate by singles on the board.
    struct Alone {
        bool is_contradiction;
        State state;
    };
    struct Level {
        State state;
        std::size_t first = 0;  // its first node
        std::vector<Node> queue;
        std::vector<Node> far;   // singles that are not yet followed
        std::vector<Mask> left;  // [trial of a round][cell]: the masks that inner trials end with
        std::vector<std::size_t> slot;  // [candidate]: its trial in the round, or kNoTrial
    };
    struct Rival {
        std::size_t n_nodes;  // number of nodes that the contradiction took
        Candidate candidate;
    };
    // One of the candidates is true.
    struct Source {
        std::vector<Candidate> from;
        int house = -1;
    };

    // These are false on a contradiction.
    bool follow(std::size_t level, Candidate supposed);
    bool is_possible(std::size_t level, Candidate supposed);
    bool meet(Level& now, const State& outer, const State& alone);
    bool drain(Level& now);
    bool take(Level& now, const Node& next);
    bool rule_out(Level& now, Proof proof);
    bool rule_out_agreed(std::size_t level);

    bool rule_out_all(std::size_t level, std::vector<Rival> suspects);
    bool rule_out_rivals(std::size_t level, std::size_t& next);

    void spend(std::size_t n_nodes);
    void try_all_alone();
    void try_all_pairs();
    std::size_t clash_of(Candidate a, Candidate b);
    void note_together(const State& state);
    void remove(Level& now, int cell, int digit, std::size_t node);
    bool is_too_far(const Level& now, const Node& next);
    std::vector<Rival> impossible(std::size_t level);
    void agree(std::size_t level, const Source& source, std::vector<Proof>& found);
    std::vector<Candidate> agreed(const Level& now, const Source& source) const;
    std::vector<Source> sources(const State& state) const;
    void leave(std::size_t level, std::size_t n_proofs);

    void need_gone(const Level& now, int cell, int digit);
    void need_reasons(const Level& now, const Node& node);
    void need(const Level& now, const Clash& clash);
    Cost cost_of_needed(const Level& now, std::size_t last);
    Needs take_needed(const Level& now, std::size_t last);
    Cost cheapest_clash(const Level& now);
    Cost cost_of(std::size_t node);
    int cost_of_node(const Node& node) const {
        return node.proof < 0 ? 1 : proofs_[static_cast<std::size_t>(node.proof)].cost.n_nodes;
    }
    void add_branch(Proof& proof, const Needs& needs, Candidate supposed) const;

    void mark(const Clash& clash, Step& step) const;
    Step told(const Proof& proof) const;
    std::vector<Step> told(const std::vector<Node>& nodes) const;

    std::size_t index(int cell, int digit) const {
        return static_cast<std::size_t>(cell) * board_.order() + digit;
    }
    std::size_t place_index(int house, int digit) const {
        return static_cast<std::size_t>(house) * board_.order() + digit;
    }

    const Board& board_;
    const Layout& layout_;
    Sink& sink_;
    State start_;
    std::vector<Alone> alone_;  // [candidate]; empty if the board is too large to keep them
    std::vector<std::vector<Rival>> rivals_;  // [candidate]: the candidates that it contradicts
    // Used while all pairs are tried. The candidates without a contradiction alone have numbers.
    std::vector<std::size_t> number_;  // [candidate]
    BitRows together_;                 // [number]: the numbers that are possible with it
    std::vector<Level> levels_;        // the trial, the trial within it, ...
    std::vector<Node> nodes_;          // of all open trials, the outermost first
    std::vector<Proof> proofs_;
    std::vector<std::uint32_t> by_;        // [candidate]: the node that removed it, if one has
    std::vector<std::uint8_t> is_needed_;  // [node]: while needs are looked up
    std::vector<Candidate> needed_gone_;
    std::vector<Clash> clashes_;  // of the last node
    std::size_t n_nodes_ = 0, n_unreported_ = 0, most_nodes_;
    int most_ = 0;
    bool is_thorough_ = false, is_stopped_ = false, is_contradiction_ = false;
    Clash clash_;
    Cost clash_cost_;
};

}  // namespace pandoku::logic
