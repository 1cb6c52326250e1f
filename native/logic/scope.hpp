// Some cells with all that one or several rules say of them together, and with their sight. A scope
// answers whether the rules can be met: with a certain candidate, or with a digit in none of some
// cells. It searches for a way and never lists all of them, because there may be millions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grid/function_ref.hpp"
#include "grid/mask.hpp"
#include "grid/relation_lists.hpp"

namespace pandoku::logic {

class Scope {
  public:
    // The cells have the numbers 0 .. sees.size()-1, and `lists` describes the rules of these cells
    // in its first puzzle. Each house has a cell for every digit. `lists` must outlive the scope.
    Scope(int order, std::vector<std::vector<int>> sees, const RelationLists& lists,
          std::vector<std::vector<int>> houses);

    int n_cells() const { return static_cast<int>(sees_.size()); }

    // A digit that is in none of the cells.
    struct Absence {
        int digit;
        std::vector<int> cells;
    };
    // Bounds on the nodes of a question, and of all questions together. A question that exceeds
    // them stays open.
    struct Limits {
        int one, all;
    };
    struct Answer {
        std::vector<Mask> left;           // the candidates that some way has, or that are open
        std::vector<std::uint8_t> never;  // [absence]: whether no way has it
        int n_nodes = 0;
        bool is_complete = true;  // whether no question is open
    };
    // Asks for every candidate and every absence. If there is no way at all, nothing is left.
    // Throws Stopped if the poll returns false.
    Answer ask(std::span<const Mask> masks, std::span<const Absence> absences, Limits limits,
               Poll poll) const;

    // The different digits of some cells in all ways. Returns false if there are more than `most`,
    // or if finding them takes more than `n_nodes` nodes.
    bool list(std::span<const Mask> masks, std::span<const int> cells, std::size_t most,
              int n_nodes, Poll poll, std::vector<std::vector<int>>& ways) const;

    // The digits of all cells in some way, or none if no way was found within `n_nodes` nodes.
    std::vector<int> find(std::span<const Mask> masks, int n_nodes, Poll poll) const;

  private:
    friend class ScopeSearch;

    struct Pair {
        int a, b;
        std::vector<Mask> seconds, firsts;  // [digit of a], [digit of b]
    };
    // Cells of a total that see each other and have the same weights.
    struct Clique {
        std::vector<int> terms;
        std::vector<int> by_weight;  // the digits, smallest weight first
    };
    struct Total {
        std::vector<int> cells;
        std::vector<std::int64_t> weights;  // [term][digit]
        std::vector<std::int64_t> targets;  // ascending
        std::vector<Clique> cliques;
        std::int64_t least = 0;   // the least total of any digits
        std::size_t n_words = 0;  // of a set of totals, which begins at `least`; 0: too many totals
    };
    struct Machine {
        std::vector<int> cells;
        const Automaton* automaton;
    };
    struct Rule {
        enum class Kind : std::uint8_t { pair, total, machine, house, never } kind;
        std::size_t number;
    };

    void add(const RelationLists::Relation& relation);
    void add_total(Total total);
    void add_rule(Rule::Kind kind, std::size_t number, std::span<const int> cells);
    bool see(int a, int b) const;

    int order_;
    std::vector<std::vector<int>> sees_;
    std::vector<Pair> pairs_;
    std::vector<Total> totals_;
    std::vector<Machine> machines_;
    std::vector<std::vector<int>> houses_;
    std::vector<Rule> rules_;
    std::vector<std::vector<int>> rules_of_;  // [cell]
};

}  // namespace pandoku::logic
