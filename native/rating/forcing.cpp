#include "rating/forcing.hpp"

#include <algorithm>
#include <cstring>

#include "rating/length.hpp"

namespace pandoku::rating {

namespace {

constexpr double kLevelRating[kLevels] = {8.5, 9.0, 9.5, 10.0, 10.5, 10.5, 10.5, 10.5};

}  // namespace

Forcing::Forcing(Work& work) : work_(work), propagation_(work) {}
Forcing::~Forcing() = default;

void Forcing::find(const Grid& grid, const Grid* original, Mode mode, int level,
                   Conclusions& conclusions) {
    grid_ = &grid;
    original_ = original;
    mode_ = mode;
    level_ = level;
    conclusions_ = &conclusions;
    base_ = mode == Mode::nishio ? 7.5 : mode == Mode::multiple ? 8.0 : kLevelRating[level];
    if (level > 0 && !advanced_) advanced_ = std::make_unique<Advanced>(work_);
    if (advanced_) advanced_->forget();
    known_.clear();
    if (mode == Mode::nishio) compare_digits();
    const int least = mode == Mode::multiple ? 3 : 2;
    for (int cell = 0; cell < 81 && !work_.is_done(); ++cell)
        if (size_of(grid.at[cell]) >= least) try_cell(cell);
    if (mode == Mode::nishio && !conclusions.best().is_found() && !work_.is_done())
        std::memcpy(before_, grid.where[9], sizeof before_);
}

// Nishio looks at each digit alone. It skips digits that have not changed since it found nothing
// for them.
void Forcing::compare_digits() {
    for (int d = 0; d < 9; ++d) {
        is_new_[d] = false;
        for (int row = 0; row < 9; ++row) is_new_[d] |= before_[row][d] != grid_->where[9 + row][d];
    }
}

const Tree& Forcing::on_tree(int id) {
    auto& tree = on_trees_[id];
    if (!tree) tree = std::make_unique<Tree>();
    if (!known_.has(id)) {
        const Rules rules{mode_ != Mode::nishio, mode_ != Mode::multiple, level_};
        propagation_.run(*grid_, id, true, rules, most(), *tree, advanced_.get());
        known_.add(id);
    }
    return *tree;
}

// Every conclusion has two or more targets, so no single target may use all nodes.
int Forcing::most() const { return conclusions_->most() - 1; }

void Forcing::try_cell(int cell) {
    const Tree* trees[9];
    int n = 0;
    for (Set rest = grid_->at[cell]; rest != 0; rest &= static_cast<Set>(rest - 1)) {
        const int id = cell * 9 + std::countr_zero(rest);
        if (mode_ == Mode::nishio && !is_new_[id % 9]) continue;
        try_binary(id);
        if (work_.is_done()) return;
        if (mode_ == Mode::nishio) continue;
        trees[n++] = on_trees_[id].get();
        try_regions(id);
    }
    if (n > 0) compare(Class::cell, {trees, static_cast<std::size_t>(n)}, cell * 9, -1);
}

void Forcing::try_binary(int id) {
    const Tree& on = on_tree(id);
    if (mode_ == Mode::multiple) return;
    if (on.is_clash()) {
        const Branch clash[] = {{&on, on.clash_on}, {&on, on.clash_off}};
        offer(Class::contradiction, id, false, clash, id, -1);
    }
    const Rules rules{mode_ != Mode::nishio, true, level_};
    propagation_.run(*grid_, id, false, rules, most(), off_tree_, advanced_.get());
    if (off_tree_.is_clash()) {
        const Branch clash[] = {{&off_tree_, off_tree_.clash_on},
                                {&off_tree_, off_tree_.clash_off}};
        offer(Class::contradiction, id, true, clash, id, -1, false);
    }
    if (mode_ == Mode::nishio || is_two(grid_->at[id / 9])) return;
    const Tree* const both[] = {&on, &off_tree_};
    compare(Class::double_forcing, both, id, -1);
}

void Forcing::try_regions(int id) {
    const int cell = id / 9, d = id % 9;
    for (int type = 0; type < 3; ++type) {
        const int house = kTables.house[cell][type];
        const Set where = grid_->where[house][d];
        if (!has_two_or_more(where) || std::countr_zero(where) != kTables.position[cell][type])
            continue;
        const Tree* trees[9];
        int n = 0;
        each9(where, [&](int p) { trees[n++] = &on_tree(kTables.cell[house][p] * 9 + d); });
        compare(Class::region, {trees, static_cast<std::size_t>(n)}, id, house);
    }
}

// Collects the conclusions that all trees have in common, in the order of the first tree.
void Forcing::compare(Class kind, std::span<const Tree* const> trees, int start, int house) {
    for (const bool is_on : {true, false}) {
        Bits common = is_on ? trees[0]->on : trees[0]->off;
        for (const Tree* tree : trees.subspan(1)) common &= is_on ? tree->on : tree->off;
        if (!common.any()) continue;
        for (const Node& node : trees[0]->nodes) {
            if (node.is_on != is_on || !common.has(node.id)) continue;
            if (trees[0]->node_of(node.id, is_on) != &node - trees[0]->nodes.data()) continue;
            Branch branches[9];
            for (std::size_t i = 0; i < trees.size(); ++i)
                branches[i] = {trees[i], trees[i]->node_of(node.id, is_on)};
            offer(kind, node.id, is_on, {branches, trees.size()}, start, house);
        }
    }
}

void Forcing::offer(Class kind, int target, bool is_on, std::span<const Branch> branches, int start,
                    int house, bool start_is_on) {
    const int cell = target / 9;
    const Set own = bit9(target % 9);
    if (is_on && is_one(grid_->at[cell])) return;
    int least = 0;
    for (const auto& [tree, node] : branches) least += tree->nodes[node].least;
    const auto takes = [&](int complexity) {
        return conclusions_->takes(base_ + length_increment(complexity), complexity, kind);
    };
    if (!takes(least)) return;
    ChainHint hint;
    std::vector<std::uint64_t> nested;
    for (const auto& [tree, node] : branches) {
        hint.complexity += closure_.count(*tree, node, 1 << 30);
        for (const auto& [at, index] : tree->nested) {
            if (!closure_.has(at)) continue;
            const Nested& chain = advanced_->nested()[index];
            if (std::find(nested.begin(), nested.end(), chain.sum) != nested.end()) continue;
            nested.push_back(chain.sum);
            hint.complexity += chain.complexity;
        }
        if (!takes(hint.complexity)) return;
        if (original_ == nullptr) continue;
        std::uint64_t sum = 0;
        for (const auto at : closure_.nodes())
            sum += mixed(tree->nodes[at].id * 2u + tree->nodes[at].is_on);
        hint.sum = mixed(hint.sum + sum + tree->nodes[node].id * 2u + tree->nodes[node].is_on);
        add_rule_parents(*tree, closure_, kind, house, hint.rule_parents);
    }
    hint.rating = base_ + length_increment(hint.complexity);
    hint.kind = kind;
    hint.target = target;
    hint.is_on = is_on;
    hint.start = start;
    hint.start_is_on = start_is_on;
    hint.house = house;
    hint.removals.push_back(
        {static_cast<std::uint8_t>(cell), is_on ? static_cast<Set>(grid_->at[cell] & ~own) : own});
    constexpr Technique kDynamic[] = {Technique::dynamic_double, Technique::dynamic_double,
                                      Technique::dynamic_double, Technique::dynamic_double,
                                      Technique::dynamic_double, Technique::dynamic_cell,
                                      Technique::dynamic_region, Technique::dynamic_contradiction};
    hint.technique = mode_ == Mode::nishio    ? Technique::nishio
                     : mode_ == Mode::dynamic ? kDynamic[static_cast<std::size_t>(kind)]
                     : kind == Class::cell    ? Technique::cell_forcing_chains
                                              : Technique::region_forcing_chains;
    conclusions_->add(std::move(hint));
}

void Forcing::add_rule_parents(const Tree& tree, const Closure& closure, Class kind, int house,
                               Bits& all) const {
    const auto add_cell = [&](int cell) { add_gone(all, *original_, *grid_, cell); };
    const auto add_house = [&](int where, int d) { add_gone(all, *original_, *grid_, where, d); };
    for (const auto at : closure.nodes()) {
        const Node& node = tree.nodes[at];
        if (!node.is_on) continue;
        const int cell = node.id / 9, d = node.id % 9;
        if (node.cause == Cause::cell)
            add_cell(cell);
        else if (node.cause == Cause::start) {
            if (kind == Class::cell) add_cell(cell);
            if (kind == Class::region) add_house(house, d);
        } else
            add_house(kTables.house[cell][static_cast<int>(node.cause) - 1], d);
    }
}

}  // namespace pandoku::rating
