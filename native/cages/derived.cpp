// Sums that follow from houses and + cages: the rule of 45 and its kin, innies and outies.
//
// The cells of some disjoint houses add up to a known sum. Cages inside give theirs; a cage that
// crosses the border counts by its cells inside (innies), or by its target less its cells
// outside (outies); cells without such a cage count themselves. What is left is a sum of few
// cells, some of them subtracted.
#include <algorithm>
#include <array>

#include "cages/model.hpp"

namespace pandoku::cages {
namespace {

constexpr std::size_t kMaxCells = 5;

enum class Side { shorter, inside, outside };

struct Equation {  // plus - minus == target
    std::array<std::uint16_t, kMaxCells> plus, minus;
    std::size_t n_plus = 0, n_minus = 0;
    std::int64_t target = 0;

    // False when there is no room.
    bool add(std::uint16_t cell, const State& state, bool subtracted) {
        if (state.is_decided(cell)) {
            target += subtracted ? lowest(state.at(cell)) : -lowest(state.at(cell));
            return true;
        }
        if (n_plus + n_minus == kMaxCells) return false;
        if (subtracted)
            minus[n_minus++] = cell;
        else
            plus[n_plus++] = cell;
        return true;
    }
    void tidy() {
        if (n_plus == 0) {
            std::swap(plus, minus);
            std::swap(n_plus, n_minus);
            target = -target;
        }
        std::sort(plus.begin(), plus.begin() + static_cast<std::ptrdiff_t>(n_plus));
        std::sort(minus.begin(), minus.begin() + static_cast<std::ptrdiff_t>(n_minus));
    }
    std::uint64_t name() const {
        // Not n_plus itself: with a cell of that number it would come to zero.
        std::uint64_t hash = (n_plus + 1) * 0x9e3779b97f4a7c15;
        for (std::size_t i = 0; i < n_plus; ++i) hash = (hash ^ plus[i]) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 29;
        for (std::size_t i = 0; i < n_minus; ++i) hash = (hash ^ minus[i]) * 0x9e3779b97f4a7c15;
        return hash;
    }
};

// The + cages that share no cell; a cell has at most one of them.
class SumCages {
  public:
    explicit SumCages(const Model& model)
        : model_(model), of_cell_(static_cast<std::size_t>(model.shape->n_cells()), kNone) {
        for (std::uint32_t r = 0; r < model.rules.size(); ++r) {
            const auto cells = model.cells_of(model.rules[r]);
            if (model.rules[r].operation != '+') continue;
            if (std::any_of(cells.begin(), cells.end(), [&](int c) { return of(c) != kNone; }))
                continue;
            for (const std::uint16_t cell : cells) of_cell_[cell] = r;
            n_covered_ += cells.size();
        }
    }
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    std::uint32_t of(int cell) const { return of_cell_[static_cast<std::size_t>(cell)]; }
    std::size_t n_covered() const { return n_covered_; }
    const Rule& rule(std::uint32_t r) const { return model_.rules[r]; }

  private:
    const Model& model_;
    std::vector<std::uint32_t> of_cell_;
    std::size_t n_covered_ = 0;
};

bool counts_inside(const Model& model, const State& state, const Rule& cage,
                   const std::uint64_t* group, Side side) {
    if (side != Side::shorter) return side == Side::inside;
    int n_inside = 0, n_outside = 0;
    for (const std::uint16_t cell : model.cells_of(cage))
        if (!state.is_decided(cell)) ++(has(group, cell) ? n_inside : n_outside);
    return n_inside <= n_outside;
}

bool lies_in(std::span<const std::uint16_t> cells, const std::uint64_t* group) {
    return std::all_of(cells.begin(), cells.end(), [&](int c) { return has(group, c); });
}

// False when too many cells are left.
bool add_crossing(const Model& model, const State& state, const Rule& cage,
                  const std::uint64_t* group, Side side, Equation& equation) {
    const bool inside = counts_inside(model, state, cage, group, side);
    if (!inside) equation.target -= cage.target;
    for (const std::uint16_t cell : model.cells_of(cage))
        if (has(group, cell) == inside && !equation.add(cell, state, !inside)) return false;
    return true;
}

bool equation_of(const Model& model, const State& state, const SumCages& cages,
                 const Shape::Group& group, Side side, Equation& equation) {
    const int n = model.shape->order();
    equation.target = std::int64_t{group.n_houses()} * n * (n + 1) / 2;
    for (std::size_t w = 0; w < group.cells.size(); ++w)
        for (std::uint64_t left = group.cells[w]; left != 0; left &= left - 1) {
            const auto cell = static_cast<std::uint16_t>(
                w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
            const std::uint32_t r = cages.of(cell);
            if (r == SumCages::kNone) {
                if (!equation.add(cell, state, false)) return false;
                continue;
            }
            const Rule& cage = cages.rule(r);
            const auto cells = model.cells_of(cage);
            const auto first = std::find_if(cells.begin(), cells.end(),
                                            [&](int c) { return has(group.cells.data(), c); });
            if (*first != cell) continue;  // counted already
            if (lies_in(cells, group.cells.data()))
                equation.target -= cage.target;
            else if (!add_crossing(model, state, cage, group.cells.data(), side, equation))
                return false;
        }
    equation.tidy();
    return true;
}

void make_derived_pair(Model& model, Rule& rule) {
    const int n = model.shape->order();
    rule.kind = Kind::pair;
    rule.data = static_cast<std::uint32_t>(model.partners.size());
    for (int digit = 1; digit <= n; ++digit) {
        const Mask same = rule.differs ? Mask{1} << (digit - 1) : 0;
        const std::int64_t other = rule.n_plus == 2 ? rule.target - digit : digit - rule.target;
        model.partners.push_back(mask_of(other, n) & ~same);
    }
}

// False: no solution.
bool add_rule(Model& model, State& state, const Equation& equation) {
    const std::size_t n = equation.n_plus + equation.n_minus;
    if (n == 0) return equation.target == 0;
    if (n == 1) return state.keep(equation.plus[0], mask_of(equation.target, model.shape->order()));
    Rule rule;
    rule.derived = true;
    rule.target = equation.target;
    rule.first_cell = static_cast<std::uint32_t>(model.cells.size());
    rule.n_cells = static_cast<std::uint16_t>(n);
    rule.n_plus = static_cast<std::uint16_t>(equation.n_plus);
    model.cells.insert(model.cells.end(), equation.plus.begin(),
                       equation.plus.begin() + static_cast<std::ptrdiff_t>(equation.n_plus));
    model.cells.insert(model.cells.end(), equation.minus.begin(),
                       equation.minus.begin() + static_cast<std::ptrdiff_t>(equation.n_minus));
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

namespace {

// Calls visit(equation, group, side) for every equation, each once; stops, with false, when it
// returns false.
template <class Visit>
bool each_equation(const Model& model, const State& state, const SumCages& cages, Visit visit) {
    std::vector<std::uint64_t> known;
    for (const Shape::Group& group : model.shape->groups())
        for (const Side side : {Side::shorter, Side::inside, Side::outside}) {
            Equation equation;
            if (!equation_of(model, state, cages, group, side, equation)) continue;
            const std::uint64_t name = equation.name();
            if (std::find(known.begin(), known.end(), name) != known.end()) continue;
            known.push_back(name);
            if (!visit(equation, group, side)) return false;
        }
    return true;
}

// Where the terms of an equation come from.
void explain(const Model& model, const State& state, const SumCages& cages,
             const Shape::Group& group, Side side, DerivedSum& sum) {
    const std::uint64_t* set = group.cells.data();
    const auto place = [&](std::uint16_t cell) {
        if (state.is_decided(cell)) sum.placed.push_back(cell);
    };
    std::vector<std::uint32_t> seen;
    for (int c = 0; c < model.shape->n_cells(); ++c) {
        const auto cell = static_cast<std::uint16_t>(c);
        const std::uint32_t r = cages.of(cell);
        if (!has(set, cell)) continue;
        if (r == SumCages::kNone) {
            place(cell);
            continue;
        }
        if (std::find(seen.begin(), seen.end(), r) != seen.end()) continue;
        seen.push_back(r);
        const Rule& cage = cages.rule(r);
        const auto cells = model.cells_of(cage);
        if (lies_in(cells, set)) {
            sum.inside.push_back(cage.cage);
            continue;
        }
        const bool by_inside = counts_inside(model, state, cage, set, side);
        if (!by_inside) sum.outside.push_back(cage.cage);
        for (const std::uint16_t its : cells)
            if (has(set, its) == by_inside) place(its);
    }
}

}  // namespace

bool add_derived_sums(Model& model, State& state) {
    const SumCages cages(model);
    // Where other operations fill the grid hardly a sum is short, and looking costs.
    if (2 * cages.n_covered() < static_cast<std::size_t>(model.shape->n_cells())) return true;
    return each_equation(model, state, cages, [&](const Equation& equation, const auto&, Side) {
        return add_rule(model, state, equation);
    });
}

std::vector<DerivedSum> derived_sums(const Shape& shape, const Batch& batch, std::int64_t i) {
    Model model;
    model.shape = &shape;
    State state;
    read_cages(model, state, batch, i);
    std::vector<DerivedSum> sums;
    const SumCages cages(model);
    each_equation(
        model, state, cages, [&](const Equation& equation, const Shape::Group& group, Side side) {
            if (equation.n_plus + equation.n_minus == 0) return true;
            const auto plus = equation.plus.begin(), minus = equation.minus.begin();
            DerivedSum sum;
            sum.houses = group.houses;
            sum.total = equation.target;
            sum.plus.assign(plus, plus + static_cast<std::ptrdiff_t>(equation.n_plus));
            sum.minus.assign(minus, minus + static_cast<std::ptrdiff_t>(equation.n_minus));
            explain(model, state, cages, group, side, sum);
            sums.push_back(std::move(sum));
            return true;
        });
    return sums;
}

}  // namespace pandoku::cages
