#include <algorithm>
#include <limits>

#include "cages/model.hpp"

namespace pandoku::cages {
namespace {

// The maximum number of fillings of a table: at first, and after the first propagation (for cages
// and for derived sums). Where digit sets are exact, only small tables pay off.
constexpr std::int64_t kFirstTable = 1024, kLaterTable = 4096, kDerivedTable = 256,
                       kSmallTable = 128;
// Sums of at least this many cells take into account which cells see each other. With fewer cells,
// the fillings can soon be listed.
constexpr int kLongSum = 7;
constexpr std::int64_t kTableSteps = 3'000'000;  // for all tables of a puzzle: about 30 ms

void clear(Model& model) {
    const auto n_cells = static_cast<std::size_t>(model.layout->n_cells());
    model.rules.clear();
    model.cells.clear();
    model.sight = model.layout->house_sight();
    // There is a vector for each cell. Vectors that the last puzzle left empty are reused.
    if (model.has_cage_peers || model.cage_peers.size() != n_cells)
        model.cage_peers.assign(n_cells, {});
    model.has_cage_peers = false;
    model.partners.clear();
    model.known_pairs.clear();
    model.automata.clear();
    model.seen.clear();
    model.line_memories.clear();
    model.short_lines.clear();
    model.supports.clear();
    model.lines.clear();
    model.hints.clear();
    model.groups.clear();
    model.starts.clear();
    trim_weighings(model);
    model.shifts.clear();
    model.allowed.clear();
    model.table_steps = kTableSteps;
}

bool is_smooth(std::int64_t target, int order) {
    for (int p = 2; p <= order && target > 1; ++p)
        while (target % p == 0) target /= p;
    return target == 1;
}

// Returns the cage as a rule without a kind, and appends its cells to the model.
Rule rule_of(Model& model, const CageLists::Cage& cage) {
    Rule rule;
    rule.operation = cage.operation;
    rule.target = cage.target;
    if (rule.operation != '*' &&
        rule.operation != '?')  // no sum exceeds this bound, and nothing overflows
        rule.target = std::clamp<std::int64_t>(rule.target, -1'000'000, 1'000'000);
    rule.first_cell = static_cast<std::uint32_t>(model.cells.size());
    rule.n_cells = rule.n_plus = static_cast<std::uint16_t>(cage.cells.size());
    model.cells.insert(model.cells.end(), cage.cells.begin(), cage.cells.end());
    return rule;
}

void make_pair_rule(Model& model, Rule& rule) {
    const Goal goal = model.goal_of(rule);
    rule.kind = Kind::pair;
    rule.data = static_cast<std::uint32_t>(model.partners.size());
    for (int digit = 0; digit < goal.order; ++digit) {
        const Mask same = rule.differs ? bit(digit) : 0;
        model.partners.push_back(closing(goal, with(nothing_of(goal), digit)) & ~same);
    }
}

std::int64_t n_fillings(const Model& model, const Rule& digit_sets) {
    std::int64_t n = 0;
    for (std::uint32_t w = 0; w < digit_sets.n_words; ++w)
        n += count(model.allowed[digit_sets.data + w]);
    for (int k = 2; k <= digit_sets.n_cells; ++k) n *= k;
    return n;
}

// Chooses the kind that gives a cage's rule the best filtering for its cost.
void choose_kind(Model& model, State& state, Rule& rule) {
    if (rule.kind != Kind::off) return;  // pairs and automata of relations
    const bool has_digit_sets = model.has_digit_sets(rule);
    if (rule.operation == '.') {
        // The cells of the cage already see each other. Digit sets find more only if the cage needs
        // nearly every digit.
        if (has_digit_sets && rule.n_cells + 2 >= model.layout->order())
            make_digit_sets(model, rule);
        return;
    }
    if (rule.n_cells == 2) return make_pair_rule(model, rule);
    if (has_digit_sets) {
        make_digit_sets(model, rule);
        if (n_fillings(model, rule) > kSmallTable) return;
    }
    if (make_table(model, state, rule, kFirstTable)) return;
    if (rule.kind == Kind::digit_sets) return;
    if (rule.n_cells >= kLongSum && make_sum_groups(model, rule)) return;
    if (make_layers(model, rule)) return;
    rule.kind = Kind::live;
}

std::uint8_t level_of(const Rule& rule) {
    if (rule.kind == Kind::line_sets) return 2;
    return rule.kind == Kind::pair || rule.kind == Kind::table ? 0 : 1;
}

void watch_all(const Model& model, State& state) {
    std::vector<std::uint32_t> start(static_cast<std::size_t>(model.layout->n_cells()) + 1, 0);
    std::vector<std::uint8_t> level;
    for (const Rule& rule : model.rules) {
        level.push_back(level_of(rule));
        for (const std::uint16_t cell : model.cells_of(rule)) ++start[cell + 1u];
    }
    for (std::size_t c = 1; c < start.size(); ++c) start[c] += start[c - 1];
    std::vector<Watch> watches(start.back());
    std::vector<std::uint32_t> next = start;
    for (std::uint32_t r = 0; r < model.rules.size(); ++r) {
        const auto cells = model.cells_of(model.rules[r]);
        for (std::uint32_t p = 0; p < cells.size(); ++p) watches[next[cells[p]]++] = {r, p};
    }
    state.watch(std::move(start), std::move(watches), level);
    for (std::uint32_t r = 0; r < model.rules.size(); ++r) state.wake(r, kFresh);
}

}  // namespace

bool all_see(const Model& model, std::span<const std::uint16_t> cells) {
    for (std::size_t i = 1; i < cells.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (!model.sees(cells[i], cells[j])) return false;
    return true;
}

void add_peers(Model& model, std::span<const std::uint16_t> cells) {
    for (const std::uint16_t a : cells)
        for (const std::uint16_t b : cells) {
            if (a == b || model.sees(a, b)) continue;
            model.cage_peers[a].push_back(b);
            model.has_cage_peers = true;
        }
    model.sight.add_group(cells);
}

// Adds the cage as a rule whose kind is chosen later. A cage of one cell is applied immediately.
// Returns false if there is no solution.
bool add_cage(Model& model, State& state, const CageLists::Cage& cage) {
    Rule rule = rule_of(model, cage);
    const auto cells = model.cells_of(rule);
    const Goal goal = model.goal_of(rule);
    if (rule.n_cells == 1)
        return rule.operation == '.' || state.keep(cells[0], closing(goal, nothing_of(goal)));
    if (!cage.repeats) add_peers(model, cells);
    rule.differs = all_see(model, cells);
    if (rule.differs && rule.n_cells > goal.order) return false;
    if (rule.operation == '=') return false;
    if (rule.operation == '*' && !is_smooth(rule.target, goal.order)) return false;
    model.rules.push_back(rule);
    return true;
}

bool build(Model& model, State& state, const Batch& batch, std::int64_t i) {
    const Layout& layout = *model.layout;
    const Mask* masks = batch.masks + i * layout.n_cells();
    clear(model);
    state.reset(layout, masks);
    // Relations come first, because they may state that cells of cages differ.
    const std::size_t n_relations =
        batch.relations == nullptr ? 0 : batch.relations->n_relations(i);
    for (const bool differ : {true, false})
        for (std::size_t r = 0; r < n_relations; ++r) {
            const auto relation = batch.relations->relation(i, r);
            if ((relation.type == RelationLists::Type::differ) != differ) continue;
            if (!add_relation(model, state, relation)) return false;
        }
    for (std::size_t c = 0; c < batch.cages->n_cages(i); ++c)
        if (!add_cage(model, state, batch.cages->cage(i, c))) return false;
    for (int cell = 0; cell < layout.n_cells(); ++cell) {
        if (masks[cell] == 0) return false;
        if (!is_several(masks[cell])) state.decided.push_back(static_cast<std::uint16_t>(cell));
    }
    for (int h = 0; h < layout.n_houses(); ++h) state.houses.push(static_cast<std::uint32_t>(h));
    int culprit = 0;
    if (!settle(model, state, culprit)) return false;

    for (Rule& rule : model.rules) choose_kind(model, state, rule);
    if (!add_derived_sums(model, state)) return false;
    std::erase_if(model.rules, [](const Rule& rule) { return rule.kind == Kind::off; });
    watch_all(model, state);
    return true;
}

void sharpen(Model& model, State& state) {
    for (std::uint32_t r = 0; r < model.rules.size(); ++r) {
        Rule& rule = model.rules[r];
        if (level_of(rule) == 0 || model.has_digit_sets(rule)) continue;
        if (rule.operation == '.') continue;  // no sum
        if (!make_table(model, state, rule, rule.derived ? kDerivedTable : kLaterTable)) continue;
        state.set_level(r, 0);
        state.wake(r, kFresh);
    }
}

}  // namespace pandoku::cages
