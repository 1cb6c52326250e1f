// The proof of a cage trial: for each false candidate, the placement or the cage that made it
// false, and the reasons.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/board.hpp"
#include "logic/step.hpp"

namespace pandoku::logic {

// Notes what a trial does to its board, and gives the steps that a contradiction needs. `start` is
// the board before the trial and must outlive the proof.
class CageProof {
  public:
    explicit CageProof(const Board& start);

    void clear();

    // Each function is called after a change, with the changed board.
    void note_placement(const Board& now, Candidate placed, int house, bool is_assumed);
    void note_repeats(const Board& now, Candidate placed, int cage);
    void note_filling(const Board& now, int cage);

    // Marks in `step` the candidates whose loss is the contradiction, and adds the steps that made
    // them false as a branch. Only one of these is called.
    void end_in_cell(Step& step, int cell);
    void end_in_house(Step& step, int house, int digit);
    void end_in_cage(Step& step, int cage);

  private:
    enum class Kind { assumed, placed, repeats, filled };
    struct Node {
        Kind kind;
        Candidate placed;  // not of filled cells
        int where;         // the house of a hidden single, or the cage; -1 for none
        std::vector<Candidate> needed = {};
        bool is_needed = false;
    };
    static constexpr std::uint16_t kNever = 0xffff;

    void note(const Board& now, Node node);
    std::uint16_t& by(int cell, int digit) {
        return by_[static_cast<std::size_t>(cell) * start_.order() + digit];
    }
    bool is_false_before(int cell, int digit, std::size_t node) {
        return by(cell, digit) < node;  // kNever is greater than the number of any node
    }
    void need(Candidate gone);
    void need_placement(Candidate placed);
    // For each filling with `with` (or for all fillings, if that is null), a false candidate that
    // refutes it. Each of these was false before the node.
    std::vector<Candidate> blockers(int cage, const Candidate* with, std::size_t before);
    void tell(Step& step);
    Step told(std::size_t node);
    Step told_filling(const Node& node, std::size_t number);

    const Board& start_;
    std::vector<Mask> last_;         // [cell]: its candidates after the last note
    std::vector<std::uint16_t> by_;  // [candidate]: the node that made it false
    std::vector<Node> nodes_;
};

}  // namespace pandoku::logic
