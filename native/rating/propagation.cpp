#include "rating/propagation.hpp"

#include <algorithm>

#include "rating/advanced.hpp"

namespace pandoku::rating {

void Propagation::run(const Grid& source, int id, bool is_on, Rules rules, int most, Tree& tree,
                      Advanced* advanced) {
    source_ = &source;
    rules_ = rules;
    tree_ = &tree;
    now_ = source;
    std::memcpy(fresh_at_, source.at, sizeof fresh_at_);
    std::memcpy(fresh_where_, source.where, sizeof fresh_where_);
    n_ons_ = n_offs_ = next_on_ = next_off_ = 0;
    tree.clear();
    if (is_on)
        add(id, true, 0, Cause::start);
    else
        turn_off(id, 0, Cause::start);
    for (;;) {
        if (next_on_ < n_ons_) {
            if (!follow_on(ons_[next_on_++])) break;
        } else if (next_off_ < n_offs_) {
            // Later nodes are at least as far from the start.
            const int node = offs_[next_off_++];
            if (tree.nodes[node].distance >= most || !follow_off(node)) break;
        } else if (rules.level == 0 || !advance(*advanced, rules.level)) {
            break;
        }
    }
    work_.done(tree.nodes.size());
}

int Propagation::add(int id, bool is_on, int parent, Cause cause) {
    const auto index = static_cast<std::uint16_t>(tree_->nodes.size());
    const std::uint16_t least =
        cause == Cause::start ? 1 : static_cast<std::uint16_t>(tree_->nodes[parent].least + 1);
    const std::uint16_t distance =
        cause == Cause::start ? 1 : static_cast<std::uint16_t>(tree_->nodes[parent].distance + 1);
    tree_->nodes.push_back({static_cast<std::uint16_t>(id), static_cast<std::uint16_t>(parent),
                            least, distance, 0, is_on, cause,
                            static_cast<std::uint32_t>(tree_->parents.size())});
    if (is_on) {
        tree_->on.add(id);
        tree_->on_node[id] = index;
        ons_[n_ons_++] = index;
    } else {
        tree_->off.add(id);
        tree_->off_node[id] = index;
        offs_[n_offs_++] = index;
    }
    return index;
}

// False if the candidate is on already, which ends the propagation.
bool Propagation::turn_off(int id, int parent, Cause cause) {
    if (tree_->on.has(id)) {
        tree_->clash_on = tree_->on_node[id];
        tree_->clash_off = add(id, false, parent, cause);
        tree_->off.remove(id);
        return false;
    }
    add(id, false, parent, cause);
    spend(id);
    return true;
}

// Removes a candidate that is off from the set of candidates that may still be turned off.
void Propagation::spend(int id) {
    const int cell = id / 9, d = id % 9;
    fresh_at_[cell] &= static_cast<Set>(~bit9(d));
    for (int type = 0; type < 3; ++type)
        fresh_where_[kTables.house[cell][type]][d] &=
            static_cast<Set>(~bit9(kTables.position[cell][type]));
}

// Adds a candidate that is off to the parents of the node that was added last.
void Propagation::rest_on(int id) {
    Node& node = tree_->nodes.back();
    const std::uint16_t parent = tree_->off_node[id];
    tree_->parents.push_back(parent);
    ++node.n_more;
    node.least = std::max(node.least, static_cast<std::uint16_t>(tree_->nodes[parent].least + 1));
}

bool Propagation::follow_on(int node) {
    const int id = tree_->nodes[node].id, cell = id / 9, d = id % 9;
    if (rules_.has_cells)
        for (Set rest = fresh_at_[cell] & static_cast<Set>(~bit9(d)); rest != 0;
             rest &= static_cast<Set>(rest - 1))
            if (!turn_off(cell * 9 + std::countr_zero(rest), node, Cause::cell)) return false;
    for (int type = 0; type < 3; ++type) {
        const int house = kTables.house[cell][type];
        for (Set rest =
                 fresh_where_[house][d] & static_cast<Set>(~bit9(kTables.position[cell][type]));
             rest != 0; rest &= static_cast<Set>(rest - 1))
            if (!turn_off(kTables.cell[house][std::countr_zero(rest)] * 9 + d, node,
                          cause_of(type)))
                return false;
    }
    return true;
}

// The only candidate left of a cell (cause cell), or the only place left in a house. The parents of
// the node are the node that triggers it, and all other candidates that were removed from the cell
// or the house since the start.
bool Propagation::turn_on(int id, int parent, Cause cause, int where, int d) {
    if (tree_->on.has(id)) return true;
    const bool is_clash = tree_->off.has(id);
    const auto off = is_clash ? tree_->off_node[id] : 0;
    const int index = add(id, true, parent, cause);
    if (rules_.is_dynamic) {
        if (cause == Cause::cell)
            each9(source_->at[where] & static_cast<Set>(~now_.at[where]),
                  [&](int other) { rest_on(where * 9 + other); });
        else
            each9(source_->where[where][d] & static_cast<Set>(~now_.where[where][d]),
                  [&](int p) { rest_on(kTables.cell[where][p] * 9 + d); });
    }
    if (!is_clash) return true;
    tree_->on.remove(id);
    tree_->clash_on = index;
    tree_->clash_off = off;
    return false;
}

bool Propagation::follow_off(int node) {
    const int id = tree_->nodes[node].id, cell = id / 9, d = id % 9;
    if (rules_.has_cells && is_two(now_.at[cell]) && now_.has(cell, d)) {
        const int other = std::countr_zero(static_cast<Set>(now_.at[cell] & ~bit9(d)));
        if (!turn_on(cell * 9 + other, node, Cause::cell, cell, other)) return false;
    }
    for (int type = 0; type < 3; ++type) {
        const int house = kTables.house[cell][type];
        const Set rest =
            now_.where[house][d] & static_cast<Set>(~bit9(kTables.position[cell][type]));
        if (!is_one(rest)) continue;
        const int other = kTables.cell[house][std::countr_zero(rest)] * 9 + d;
        if (!turn_on(other, node, cause_of(type), house, d)) return false;
    }
    if (rules_.is_dynamic) now_.remove(cell, d);
    return true;
}

// Adds the results of the advanced implications. Returns false if there are no results, or a
// contradiction.
bool Propagation::advance(Advanced& advanced, int level) {
    for (const auto& [id, parents, nested, told] : advanced.find(*source_, now_, level)) {
        if (tree_->off.has(id)) continue;
        const bool is_clash = tree_->on.has(id);
        const int on = is_clash ? tree_->on_node[id] : -1;
        const int index = add(id, false, tree_->off_node[parents[0]], Cause::advanced);
        for (std::size_t i = 1; i < parents.size(); ++i) rest_on(parents[i]);
        if (nested >= 0)
            tree_->nested.emplace_back(static_cast<std::uint16_t>(index),
                                       static_cast<std::uint32_t>(nested));
        if (told >= 0)
            tree_->told.emplace_back(static_cast<std::uint16_t>(index),
                                     static_cast<std::uint32_t>(told));
        if (is_clash) {
            tree_->off.remove(id);
            tree_->clash_on = on;
            tree_->clash_off = index;
            return false;
        }
        spend(id);
    }
    return next_off_ < n_offs_;
}

}  // namespace pandoku::rating
