// Sums that follow from houses and + cages, added as rules (see grid/sums.hpp).
#include <algorithm>

#include "cages/model.hpp"
#include "grid/sums.hpp"

namespace pandoku::cages {
namespace {

// Of a sum (the top of search.cpp reports results with six and seven cells).
constexpr std::size_t kMaxCells = 5;

// Flips all signs if every cell is subtracted, because rules list added cells first.
void tidy(Equation& equation) {
    if (!equation.plus.empty()) return;
    std::swap(equation.plus, equation.minus);
    equation.total = -equation.total;
}

// A hash of the cells and their signs, so that a sum found in two ways is added only once.
std::uint64_t name_of(const Equation& equation) {
    // The size is multiplied before the first cell is added, because it could cancel out with the
    // number of a cell.
    std::uint64_t hash = (equation.plus.size() + 1) * 0x9e3779b97f4a7c15;
    for (const std::uint16_t cell : equation.plus) hash = (hash ^ cell) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
    for (const std::uint16_t cell : equation.minus) hash = (hash ^ cell) * 0x9e3779b97f4a7c15;
    return hash;
}

// The rules of the + cages that share no cell with an earlier + cage. Empty if they cover less than
// half of the grid: then hardly any sum would be short enough, and looking for sums takes time.
std::vector<int> sum_cages(const Model& model) {
    CellSet covered = model.layout->none();
    std::vector<int> cages;
    for (std::size_t r = 0; r < model.rules.size(); ++r) {
        const auto cells = model.cells_of(model.rules[r]);
        const Rule& rule = model.rules[r];
        if (rule.operation != '+' || rule.n_plus != rule.n_cells) continue;
        if (std::any_of(cells.begin(), cells.end(), [&](int c) { return covered.has(c); }))
            continue;
        for (const std::uint16_t cell : cells) covered.add(cell);
        cages.push_back(static_cast<int>(r));
    }
    if (2 * covered.count() < model.layout->n_cells()) cages.clear();
    return cages;
}

void make_derived_pair(Model& model, Rule& rule) {
    const int n = model.layout->order();
    rule.kind = Kind::pair;
    rule.data = static_cast<std::uint32_t>(model.partners.size());
    for (int value = 1; value <= n; ++value) {
        const Mask same = rule.differs ? digit_worth(value, n) : 0;
        const std::int64_t other = rule.n_plus == 2 ? rule.target - value : value - rule.target;
        model.partners.push_back(digit_worth(other, n) & ~same);
    }
}

// The open cells outside these cages. A sum contains all of these cells that are in its houses.
CellSet open_cells_outside(const Model& model, const State& state, const std::vector<int>& cages) {
    CellSet cells = model.layout->none();
    for (int cell = 0; cell < model.layout->n_cells(); ++cell)
        cells.put(cell, !state.is_decided(cell));
    for (const int r : cages)
        for (const std::uint16_t cell : model.cells_of(model.rules[static_cast<std::size_t>(r)]))
            cells.drop(cell);
    return cells;
}

// Returns false when there is no solution.
bool add_rule(Model& model, State& state, const Equation& equation) {
    const std::size_t n = equation.n();
    if (n == 0) return equation.total == 0;
    if (n == 1)
        return state.keep(equation.plus[0], digit_worth(equation.total, model.layout->order()));
    Rule rule;
    rule.derived = true;
    rule.target = equation.total;
    rule.first_cell = static_cast<std::uint32_t>(model.cells.size());
    rule.n_cells = static_cast<std::uint16_t>(n);
    rule.n_plus = static_cast<std::uint16_t>(equation.plus.size());
    model.cells.insert(model.cells.end(), equation.plus.begin(), equation.plus.end());
    model.cells.insert(model.cells.end(), equation.minus.begin(), equation.minus.end());
    const auto cells = model.cells_of(rule);
    rule.differs = true;
    for (std::size_t i = 1; i < n; ++i)
        for (std::size_t j = 0; j < i; ++j)
            rule.differs = rule.differs && model.sees(cells[i], cells[j]);
    if (n == 2)
        make_derived_pair(model, rule);
    else if (model.has_digit_sets(rule))
        make_digit_sets(model, rule);
    else if (!make_layers(model, rule))
        return true;
    model.rules.push_back(rule);
    return true;
}

}  // namespace

bool add_derived_sums(Model& model, State& state) {
    const std::vector<int> cages = sum_cages(model);
    if (cages.empty()) return true;
    Surveyor surveyor(*model.layout);
    for (const int r : cages) surveyor.add(r, model.cells_of(model.rules[r]));
    const auto digit_at = [&](int cell) {
        return state.is_decided(cell) ? lowest(state.at(cell)) : -1;
    };
    const auto target_of = [&](int rule) { return model.rules[rule].target; };
    Territory land;
    Equation equation;
    std::vector<std::uint64_t> known;
    CellSet loose = open_cells_outside(model, state, cages);
    for (const Layout::Union& houses : model.layout->unions()) {
        if (static_cast<std::size_t>((houses.cells & loose).count()) > kMaxCells) continue;
        surveyor.survey(houses, land);
        for (const Side side : {Side::shorter, Side::inside, Side::outside}) {
            if (!lay_out(land, side, kMaxCells, digit_at, equation)) continue;
            add_targets(model.layout->order(), target_of, equation);
            tidy(equation);
            const std::uint64_t name = name_of(equation);
            if (std::find(known.begin(), known.end(), name) != known.end()) continue;
            known.push_back(name);
            if (!add_rule(model, state, equation)) return false;
        }
    }
    return true;
}

}  // namespace pandoku::cages
