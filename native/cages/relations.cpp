// The relations of a puzzle as rules of the search.
#include <algorithm>
#include <array>

#include "cages/model.hpp"

namespace pandoku::cages {
namespace {

// Appends cells to the model, for a rule without a kind.
Rule rule_with(Model& model, std::span<const std::uint16_t> cells) {
    Rule rule;
    rule.first_cell = static_cast<std::uint32_t>(model.cells.size());
    rule.n_cells = rule.n_plus = static_cast<std::uint16_t>(cells.size());
    model.cells.insert(model.cells.end(), cells.begin(), cells.end());
    return rule;
}

// Cells that differ see each other. A rule finds more than this only if the cells need nearly every
// digit. For this case, a cage without a target is added.
bool add_differ(Model& model, State& state, std::span<const std::uint16_t> cells) {
    const int n = static_cast<int>(cells.size()), order = model.layout->order();
    if (n + 2 >= order && n > 2) return add_cage(model, state, {'.', 0, false, cells});
    add_peers(model, cells);
    return n <= order;
}

// The index at which the partners of a table begin.
std::uint32_t partners_of(Model& model, const PairTable& table, bool differs) {
    for (const KnownPairs& known : model.known_pairs)
        if (known.table == &table && known.differs == differs) return known.data;
    const auto data = static_cast<std::uint32_t>(model.partners.size());
    for (std::size_t digit = 0; digit < table.size(); ++digit)
        model.partners.push_back(table[digit] & ~(differs ? bit(static_cast<int>(digit)) : 0));
    model.known_pairs.push_back({&table, differs, data});
    return data;
}

void add_pair(Model& model, const RelationLists::Relation& relation) {
    Rule rule = rule_with(model, relation.cells);
    rule.kind = Kind::pair;
    rule.operation = '.';
    rule.differs = all_see(model, relation.cells);
    rule.data = partners_of(model, *relation.table, rule.differs);
    model.rules.push_back(rule);
}

bool add_sum(Model& model, State& state, const RelationLists::Relation& relation) {
    const int order = model.layout->order();
    if (relation.cells.size() == 1) {
        const std::int64_t value = relation.n_plus == 1 ? relation.target : -relation.target;
        return state.keep(relation.cells[0], digit_worth(value, order));
    }
    const auto n_plus = static_cast<std::int64_t>(relation.n_plus),
               n_minus = static_cast<std::int64_t>(relation.cells.size()) - n_plus;
    if (relation.target < n_plus - n_minus * order || relation.target > n_plus * order - n_minus)
        return false;
    Rule rule = rule_with(model, relation.cells);
    rule.n_plus = static_cast<std::uint16_t>(relation.n_plus);
    rule.target = relation.target;
    rule.differs = all_see(model, relation.cells);
    model.rules.push_back(rule);
    return true;
}

bool add_total(Model& model, const RelationLists::Relation& relation) {
    Rule rule = rule_with(model, relation.cells);
    rule.operation = '.';
    if (!make_groups(model, rule, relation.weights, relation.targets, Along::any)) return false;
    model.rules.push_back(rule);
    // With many cells, a single division into groups seldom gives both the minimum and the maximum
    // of the total. For 32 cells with the total 98, for example, only the groups along the rows do.
    if (static_cast<int>(relation.cells.size()) <= model.layout->order()) return true;
    for (const Along along : {Along::rows, Along::columns, Along::boxes}) {
        Rule more = rule_with(model, relation.cells);
        more.operation = '.';
        more.derived = true;
        if (make_groups(model, more, relation.weights, relation.targets, along))
            model.rules.push_back(more);
    }
    return true;
}

// Turns off the pairs of cells that a rule with sets implies, because this rule finds everything
// that they find.
void drop_pairs_within(Model& model, const Rule& sets) {
    const auto cells = model.cells_of(sets);
    const auto n = static_cast<std::size_t>(model.layout->order());
    // [digit]: the digits that occur together with it in some set.
    std::array<Mask, kMaxDigitSetOrder> beside{};
    for (Mask set = 0; set < Mask{1} << n; ++set)
        if (count(set) == sets.n_cells && (model.allowed[sets.data + set / 64] >> (set % 64) & 1))
            each(set, [&](int d) { beside[static_cast<std::size_t>(d)] |= set & ~bit(d); });
    for (Rule& rule : model.rules) {
        if (rule.kind != Kind::pair) continue;
        const bool is_within = std::ranges::all_of(model.cells_of(rule), [&](std::uint16_t cell) {
            return std::ranges::find(cells, cell) != cells.end();
        });
        const Mask* const partners = model.partners.data() + rule.data;
        bool is_implied = is_within;
        for (std::size_t d = 0; is_implied && d < n; ++d)
            is_implied = (beside[d] & ~partners[d]) == 0;
        if (!is_implied) continue;
        rule.kind = Kind::off;
        rule.differs = false;
    }
}

void add_machine(Model& model, const RelationLists::Relation& relation) {
    Rule rule = rule_with(model, relation.cells);
    rule.operation = '.';
    if (!relation.automaton->sets.empty() && all_see(model, relation.cells)) {
        rule.differs = true;
        make_digit_sets(model, rule, relation.automaton->sets);
        drop_pairs_within(model, rule);
        model.rules.push_back(rule);
        return;
    }
    rule.kind = Kind::automaton;
    rule.data = static_cast<std::uint32_t>(model.automata.size());
    rule.first_line = static_cast<std::uint32_t>(model.seen.size());
    model.automata.push_back(relation.automaton);
    model.seen.resize(model.seen.size() + relation.cells.size(), 0);
    if (static_cast<int>(relation.cells.size()) > model.layout->order()) {
        rule.memory = static_cast<std::uint32_t>(model.line_memories.size());
        model.line_memories.emplace_back();
    } else {
        find_short_lines(model, rule);
    }
    model.rules.push_back(rule);
    if (!make_line_sets(model, rule)) return;
    model.rules.back().is_early = true;
    model.rules.push_back(rule);
}

}  // namespace

bool add_relation(Model& model, State& state, const RelationLists::Relation& relation) {
    switch (relation.type) {
        case RelationLists::Type::differ: return add_differ(model, state, relation.cells);
        case RelationLists::Type::pair: add_pair(model, relation); return true;
        case RelationLists::Type::sum: return add_sum(model, state, relation);
        case RelationLists::Type::total: return add_total(model, relation);
        case RelationLists::Type::machine: add_machine(model, relation); return true;
    }
    return false;
}

}  // namespace pandoku::cages
