// A step: a deduction and the facts that prove it, as plain values.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/board.hpp"

namespace pandoku::logic {

struct Candidate {
    std::uint16_t cell;
    std::uint8_t digit;
    bool operator==(const Candidate&) const = default;
    auto operator<=>(const Candidate&) const = default;
};

// A role is one of the strings in the finder's row, never built at run time, so steps only point to
// it.
struct Marked {
    Candidate candidate;
    const char* role;
};
struct Spot {
    std::uint16_t cell;
    const char* role;
};

// A link from one node of a chain to the next. A node is one or more candidates of one digit.
struct Link {
    std::vector<Candidate> from, to;
    bool strong;
    int house;      // the house of the link; -1 for a link in a cell or by a constraint
    int cage = -1;  // the cage of the link; -1 for a link in a cell or a house
    // For a link in a cage: whether both ends are true (strong) or both false (weak).
    bool is_alike = false;
    int constraint = -1;  // the other constraint of the link; -1 for any other link
};

// A cage that a step uses, with its remaining fillings, or its combinations if there are many
// fillings. Both lists are empty if there are many of both or if they do not matter.
struct CageFact {
    int cage;
    // Digits, from 0, one for each of its cells, filling by filling.
    std::vector<std::uint8_t> fillings = {};
    std::vector<Mask> combinations = {};  // sets of digits, regardless of their cells
};

struct Step {
    // Set only inside a branch, and in a part that another finder found. Otherwise the finder of
    // the step names it.
    const char* technique = nullptr;
    bool is_told = true;  // false if steps are only counted, so that marks are left out
    std::vector<Candidate> placements, eliminations;
    std::vector<Spot> cells;
    std::vector<Marked> candidates;
    std::vector<int> houses;
    std::vector<CageFact> cages;
    std::vector<Link> links;
    std::vector<std::vector<Step>> branches;  // each branch: an assumption, then its consequences
    std::vector<Step> parts;  // the steps that this step joins: it only has their eliminations

    void place(int cell, int digit);
    void eliminate(int cell, int digit);
    void mark(int cell, const char* role);
    void mark(int cell, int digit, const char* role);
    // Marks the cell, and its candidates that are among `digits`.
    void mark_all(const Board& board, int cell, Mask digits, const char* role);
    void clear();
    static Candidate make(int cell, int digit) {
        return {static_cast<std::uint16_t>(cell), static_cast<std::uint8_t>(digit)};
    }
};

}  // namespace pandoku::logic
