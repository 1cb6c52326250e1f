// What one cage says, for those who explain: its fillings, and what follows from them.
#include <algorithm>

#include "cages/fillings.hpp"
#include "cages/model.hpp"

namespace pandoku::cages {
namespace {

constexpr std::int64_t kSteps = 2'000'000;  // digits tried, some 20 ms

bool filter(Model& model, State& state, const Rule& rule) {
    switch (rule.kind) {
        case Kind::pair: return filter_pair(model, state, rule);
        case Kind::table: return filter_table(model, state, rule, kFresh);
        case Kind::digit_sets: return filter_digit_sets(model, state, rule);
        case Kind::layers: return filter_layers(model, state, rule);
        case Kind::live: return filter_live(model, state, rule);
        case Kind::off: break;
    }
    return true;
}

bool list_fillings(const Model& model, const State& state, const Rule& rule, std::int64_t most,
                   CageView& view) {
    const std::size_t n = rule.n_cells;
    if (n > static_cast<std::size_t>(Fillings::kMaxCells)) return false;
    const std::uint32_t positions = (std::uint32_t{1} << n) - 1;
    Fillings fillings(model, state, rule, positions, nothing_of(model.goal_of(rule)));
    std::int64_t steps = kSteps, count = 0;
    Mask required = ~Mask{0};
    std::vector<Mask> masks(n, 0);
    const bool is_all = fillings.each(steps, [&](const std::uint8_t* digits) {
        if (count++ == most) return false;
        Mask held = 0;
        for (std::size_t p = 0; p < n; ++p) {
            masks[p] |= Mask{1} << (digits[p] - 1);
            held |= Mask{1} << (digits[p] - 1);
        }
        required &= held;
        view.fillings.insert(view.fillings.end(), digits, digits + n);
        return true;
    });
    if (!is_all) {
        view.fillings.clear();
        return false;
    }
    view.is_complete = true;
    view.masks = std::move(masks);
    view.required = count == 0 ? 0 : required;
    return true;
}

}  // namespace

CageView view_cage(const Shape& shape, const Batch& batch, std::int64_t i, std::int64_t cage,
                   std::int64_t most) {
    Model model;
    model.shape = &shape;
    State state;
    CageView view;
    const bool holds = read_cages(model, state, batch, i);
    const std::int64_t c = batch.cage_start[i] + cage;
    // A rule of its own, so that a cage of one cell is no special case.
    Rule plain = rule_of_cage(model, batch, i, c);
    plain.differs = !batch.repeats[c];
    const auto cells = model.cells_of(plain);
    // Reading may have decided cells by other cages of one cell: the board's own candidates count.
    state.reset(shape, batch.masks + i * shape.n_cells());
    for (const std::uint16_t cell : cells) view.masks.push_back(state.at(cell));
    const bool cannot_hold = plain.operation == '=' && plain.n_cells != 1;
    if (cannot_hold ||
        std::any_of(cells.begin(), cells.end(), [&](int cell) { return state.at(cell) == 0; })) {
        view.masks.assign(cells.size(), 0);
        view.is_complete = true;
        return view;
    }
    if (list_fillings(model, state, plain, most, view) || !holds) return view;
    const auto rule = std::find_if(model.rules.begin(), model.rules.end(),
                                   [&](const Rule& r) { return r.cage == cage; });
    if (rule == model.rules.end()) return view;
    choose_kind(model, state, *rule);
    const bool fits = filter(model, state, *rule);
    for (std::size_t p = 0; p < view.masks.size(); ++p)
        view.masks[p] = fits ? state.at(model.cells_of(*rule)[p]) : 0;
    return view;
}

}  // namespace pandoku::cages
