// A puzzle prepared for the search: every cage, and the short sums that follow from the houses, as
// rules of the kind that filters them best.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cages/cages.hpp"
#include "cages/known_tables.hpp"
#include "cages/set_moves.hpp"
#include "cages/state.hpp"
#include "grid/arithmetic.hpp"
#include "grid/cell_set.hpp"
#include "grid/fillings.hpp"
#include "grid/sight.hpp"

namespace pandoku::cages {

enum class Kind : std::uint8_t {
    pair,        // two cells: for each digit of a cell, the digits of the other cell
    table,       // every filling listed, one bit each
    digit_sets,  // the sets of digits that can be used, from both ends
    layers,      // sets of reachable sums or products, from both ends
    groups,      // the digit sets of cells that see each other, joined by reachable totals
    automaton,   // the reachable states of an automaton, from both ends
    line_sets,   // the states of an automaton, with the digit sets of cells that see each other
    live,        // bounds, and all fillings once few cells are open
    off          // has no effect
};

struct Rule {
    Kind kind = Kind::off;
    char operation = '+';
    bool differs = false;   // its digits all differ
    bool is_early = false;  // line sets of the same automaton run later, and find more
    bool derived = false;   // follows from houses and cages, so the search is correct without it
    std::uint16_t n_cells = 0;
    std::uint16_t n_plus = 0;  // cells from here on are subtracted (derived sums only)
    std::uint32_t first_cell = 0;
    std::int64_t target = 0;
    std::uint32_t cage = 0;  // index of the cage in the puzzle (not for derived sums)
    std::uint32_t data = 0;  // where its data starts in the arrays of its kind
    std::uint32_t n_words = 0, first_word = 0, first_line = 0, n_lines = 0;
    std::uint32_t first_hint = 0;  // tables only
    std::int8_t needs = -1;        // a digit that one of the cells must hold (groups only)
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    std::uint32_t memory = kNone;       // index of the memory of a long line
    std::uint32_t short_lines = kNone;  // index of the results that short lines share
    bool has_memory() const { return memory != kNone; }
};

// The cells of a table that lie in one house, as positions.
struct Line {
    std::uint16_t house;
    std::uint32_t positions;
};

// The partners of a table of pairs: once for cells that see each other, and once for other cells.
struct KnownPairs {
    const PairTable* table;
    bool differs;
    std::uint32_t data;
};

// The weights of the digits in a total, counted from 0, and for each value the digit sets that have
// it.
struct Weighing {
    std::array<std::uint8_t, kMaxDigitSetOrder> of;
    std::vector<std::uint64_t> sets;  // [value][word]
    int only = -1;                    // the only digit whose weight is not 0
};

// The cells of a total that see each other and weigh digits alike: cells of the rule from `first`
// on. The result of the last run is cached together with its candidates.
struct Group {
    std::uint16_t first, size, weighing;
    std::uint32_t scale;  // the contribution of one unit of the weighing to the total
    std::array<Mask, kMaxDigitSetOrder> seen{}, kept{};
    // Of the last run, which had the candidates `seen` and left the candidates `kept`.
    std::uint64_t values = 0, kept_values = 0;
};

// The result of the last run over a line, and its candidates. Empty before the first run.
struct LineMemory {
    std::vector<Mask> seen, found;     // [cell]
    std::vector<std::uint8_t> is_due;  // [cell]: whether the result for this cell may have changed
    std::vector<std::uint64_t> layers;
};

// The results of an automaton for lines of a few cells and few kinds of digits: [kinds in all
// cells] the kinds that remain, or no kinds if the line cannot be filled. Many lines share them,
// such as the 64 squares of a rule.
struct ShortLines {
    static constexpr std::size_t kMostBits = 12;
    static constexpr std::uint16_t kUnknown = 0xffff;
    const Automaton* automaton;
    std::size_t n_cells;
    std::vector<std::uint16_t> kept;
};

struct Model {
    const Layout* layout = nullptr;
    std::vector<Rule> rules;
    std::vector<std::uint16_t> cells;  // of all rules
    Sight sight;                       // of the houses and the cages that do not repeat
    std::vector<std::vector<std::uint16_t>> cage_peers;  // cells seen only through such cages
    bool has_cage_peers = false;

    std::vector<Mask> partners;           // pairs: [digit] the other cell's digits
    std::vector<KnownPairs> known_pairs;  // of this puzzle
    std::vector<const Automaton*> automata;
    std::vector<Mask> seen;               // automata: [cell] what the last run found consistent
    std::vector<std::uint64_t> supports;  // tables: [word][position][digit]
    std::vector<Line> lines;              // tables
    std::vector<std::uint16_t> hints;     // tables: words to look at first
    std::vector<Group> groups;
    std::vector<Weighing> weighings;   // of all puzzles so far
    std::vector<std::uint8_t> starts;  // line sets: where cells no longer see those before them
    std::vector<LineMemory> line_memories;
    std::vector<ShortLines> short_lines;
    std::vector<std::uint32_t> shifts;  // layers: [digit] the shift of a set by a digit
    std::vector<std::uint64_t>
        allowed;  // digit sets, layers: the allowed ends; layers: the bits that may move
    std::vector<std::uint64_t> scratch;
    KnownTables known_tables;      // of all puzzles so far
    std::int64_t table_steps = 0;  // the number of digits that may still be tried to make tables

    std::span<const std::uint16_t> cells_of(const Rule& rule) const {
        return {cells.data() + rule.first_cell, rule.n_cells};
    }
    bool sees(int a, int b) const { return sight.sees(a, b); }
    // Whether digit sets apply. They are exact for every operation.
    bool has_digit_sets(const Rule& rule) const {
        return rule.differs && rule.n_plus == rule.n_cells && layout->order() <= kMaxDigitSetOrder;
    }
    Goal goal_of(const Rule& rule) const { return {rule.operation, rule.target, layout->order()}; }
};

// Fills `model` with puzzle number `i` of a batch, and queues every rule. Returns false when there
// is no solution.
bool build(Model& model, State& state, const Batch& batch, std::int64_t i);

// Adds a relation of the puzzle as a rule whose kind may be chosen later. Parts that concern single
// cells are applied immediately. Returns false if there is no solution.
bool add_relation(Model& model, State& state, const RelationLists::Relation& relation);

// Whether all of the cells see each other.
bool all_see(const Model& model, std::span<const std::uint16_t> cells);
// Makes cells that hold different digits see each other.
void add_peers(Model& model, std::span<const std::uint16_t> cells);
bool add_cage(Model& model, State& state, const CageLists::Cage& cage);

// Turns layers and live rules into tables if few fillings remain. May only be called when the
// queues are empty. Queues the new tables.
void sharpen(Model& model, State& state);

// Adds the sums that follow from houses and + cages (the rule of 45 and its relatives). build()
// calls it after the cages have their rules and before the rules watch cells. Returns false when
// there is no solution.
bool add_derived_sums(Model& model, State& state);

// Processes decided cells and houses until none is queued. Returns false on a contradiction;
// `culprit` is then the house that failed, or -1 - cell.
bool settle(const Model& model, State& state, int& culprit);

// Makes a table of the fillings that the candidates allow, with its bits in the state. Returns
// false when there are too many.
bool make_table(Model& model, State& state, Rule& rule, std::int64_t most_fillings);
// Makes layers. Returns false if the sets would be too large.
bool make_layers(Model& model, Rule& rule);

// The houses that divide the cells of a total into groups: those with most of the cells, or those
// of one kind, in the order of `Layout::places`.
enum class Along : std::uint8_t { rows, columns, boxes, any };

// Makes groups of cells for a total. The weights are [position][digit]. Returns false when there
// would be too many totals or the order is too large.
bool make_groups(Model& model, Rule& rule, std::span<const std::int64_t> weights,
                 std::span<const std::int64_t> targets, Along along);
// The same for a sum.
bool make_sum_groups(Model& model, Rule& rule);
void trim_weighings(Model& model);  // where there are too many

// Lets an automaton remember its results if there are few possible results.
void find_short_lines(Model& model, Rule& rule);
// Makes line sets of an automaton. Returns false if they would find nothing or cost too much.
bool make_line_sets(Model& model, Rule& rule);

// Makes digit sets, for a rule that `has_digit_sets`.
void make_digit_sets(Model& model, Rule& rule);
// The same, but with the allowed sets of digits, one bit each. Bits of sets with another number of
// digits are ignored.
void make_digit_sets(Model& model, Rule& rule, std::span<const std::uint64_t> sets);

// Removes a digit with two or three places in a house from every cell that sees all of them.
bool point_from_house(const Model& model, State& state, int house);

// Each function removes candidates that a rule forbids, and returns false if no filling is left.
// `changed` are the positions that changed since the last run of the rule.
bool filter_pair(const Model& model, State& state, const Rule& rule);
// In `changed`: the rule, or its table, is new.
constexpr std::uint32_t kFresh = std::uint32_t{1} << 31;
bool filter_table(Model& model, State& state, const Rule& rule, std::uint32_t changed);
bool filter_digit_sets(const Model& model, State& state, const Rule& rule);
bool filter_layers(Model& model, State& state, const Rule& rule);
bool filter_automaton(Model& model, State& state, const Rule& rule);
bool filter_groups(Model& model, State& state, const Rule& rule);
bool filter_line_sets(Model& model, State& state, const Rule& rule);
bool filter_live(const Model& model, State& state, const Rule& rule);

// Removes `digit` from every cell that sees all cells of `among` that may hold it. Cells in the set
// `without`, which may be null, are skipped, because they do not have the digit.
bool point(const Model& model, State& state, std::span<const std::uint16_t> among, int digit,
           const std::uint64_t* without = nullptr);

// Removes the candidates that no assignment of all different digits to a house uses.
class Matcher {
  public:
    void reset(const Layout& layout);
    bool filter(State& state, int house);

  private:
    bool place(const Mask* masks, int position, Mask& tried);
    std::vector<std::int8_t> digit_of_, owner_;  // [house][position], [house][digit]; -1 for none
    std::int8_t *digits_ = nullptr, *owners_ = nullptr;
    int order_ = 0;
};

}  // namespace pandoku::cages
