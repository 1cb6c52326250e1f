// Conversion of chains to steps: each node of the reference becomes an implication of a branch.
#include <algorithm>
#include <array>

#include "rating/propagation.hpp"
#include "rating/steps.hpp"

namespace pandoku::rating {

namespace {

using logic::Step;

int house_in_layout(int house) { return house < 9 ? house + 18 : house - 9; }

const char* name_of(const ChainHint& hint) {
    switch (hint.technique) {
        case Technique::x_cycle: return "x-cycle";
        case Technique::y_cycle: return "y-cycle";
        case Technique::cycle: return "xy-cycle";
        case Technique::turbot_fish:
        case Technique::x_chain: return "forcing-x-chain";
        case Technique::forcing_chain: return "forcing-chain";
        case Technique::nishio: return "nishio";
        case Technique::cell_forcing_chains: return "cell-forcing-chain";
        case Technique::region_forcing_chains: return "region-forcing-chain";
        case Technique::dynamic_double: return "dynamic-double-chain";
        case Technique::dynamic_cell: return "dynamic-cell-chain";
        case Technique::dynamic_region: return "dynamic-region-chain";
        default: return "dynamic-contradiction-chain";
    }
}

void tell_links(const ChainHint& hint, Step& step) {
    const bool is_loop = hint.target < 0;
    const auto& points = hint.points;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto& [id, is_on, house] = points[i];
        if (i > 0) {
            const int before = points[i - 1].id;
            step.links.push_back({{Step::make(before / 9, before % 9)},
                                  {Step::make(id / 9, id % 9)},
                                  is_on,
                                  house < 0 ? -1 : house_in_layout(house)});
        }
        if (is_loop && i + 1 == points.size()) break;  // the start again
        step.mark(id / 9, "chain");
        step.mark(id / 9, id % 9, is_on ? "on" : "off");
    }
}

// The branches of a hint. The chains are searched again to get them.
class Branches {
  public:
    Branches(const Grid& grid, const ChainHint& hint, int level, Work& work, Step& step)
        : grid_(grid),
          hint_(hint),
          level_(level),
          work_(work),
          step_(step),
          propagation_(work),
          advanced_(work, true) {}

    void run() {
        const int cell = hint_.start / 9, d = hint_.start % 9;
        switch (hint_.kind) {
            case Class::cell:
                step_.mark(cell, "source");
                each9(grid_.at[cell], [&](int other) { add(cell * 9 + other, true); });
                break;
            case Class::region:
                step_.houses.push_back(house_in_layout(hint_.house));
                each9(grid_.where[hint_.house][d],
                      [&](int p) { add(kTables.cell[hint_.house][p] * 9 + d, true); });
                break;
            case Class::double_forcing:
                add(hint_.start, true);
                add(hint_.start, false);
                break;
            default: add(hint_.start, hint_.start_is_on);
        }
    }

  private:
    bool is_dynamic() const { return level_ >= 0; }
    bool is_nishio() const { return hint_.technique == Technique::nishio; }

    void add(int start, bool is_on) {
        const bool is_new = std::none_of(
            step_.candidates.begin(), step_.candidates.end(), [&](const logic::Marked& known) {
                return known.candidate == Step::make(start / 9, start % 9);
            });
        if (is_new) step_.mark(start / 9, start % 9, "source");
        const Rules rules{!is_nishio(), is_nishio() || is_dynamic(), std::max(level_, 0)};
        propagation_.run(grid_, start, is_on, rules, Conclusions::kNoLimit, tree_, &advanced_);
        if (hint_.kind == Class::contradiction) {
            const int id = tree_.nodes[tree_.clash_on].id;
            step_.mark(id / 9, id % 9, "contradiction");
            return tell({tree_.clash_on, tree_.clash_off});
        }
        tell({tree_.node_of(hint_.target, hint_.is_on)});
    }

    // The closure of the targets, with nodes in the order they were found.
    void tell(std::initializer_list<int> targets) {
        std::vector<std::uint16_t> nodes;
        for (const int target : targets) {
            closure_.count(tree_, target, 1 << 30);
            nodes.insert(nodes.end(), closure_.nodes().begin(), closure_.nodes().end());
        }
        std::sort(nodes.begin(), nodes.end());
        nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
        step_.branches.emplace_back();
        for (const auto at : nodes) step_.branches.back().push_back(implication(at));
    }

    Step implication(std::uint16_t at) {
        const Node& node = tree_.nodes[at];
        const int cell = node.id / 9, d = node.id % 9;
        Step step;
        if (node.cause == Cause::advanced) step = pattern(at);
        const char* const role = node.is_on || node.cause == Cause::advanced ? "off" : "on";
        tree_.each_parent(node, [&](std::uint16_t parent) {
            const int id = tree_.nodes[parent].id;
            step.mark(id / 9, id % 9, role);
        });
        if (node.is_on)
            step.place(cell, d);
        else
            step.eliminate(cell, d);
        if (node.cause == Cause::start)
            step.technique = "assumption";
        else if (node.cause != Cause::advanced)
            step.technique = !node.is_on                 ? "weak-link"
                             : node.cause == Cause::cell ? "naked-single"
                                                         : "hidden-single";
        if (node.cause >= Cause::block && node.cause <= Cause::column)
            step.houses.push_back(
                house_in_layout(kTables.house[cell][static_cast<int>(node.cause) - 1]));
        return step;
    }

    // The pattern or nested chain behind an advanced node, without its conclusions.
    Step pattern(std::uint16_t at) {
        const auto found = std::find_if(tree_.told.begin(), tree_.told.end(),
                                        [&](const auto& each) { return each.first == at; });
        const Advanced::Told& told = advanced_.told()[found->second];
        Step step = told.chain.is_found() ? step_of(*told.grid, told.chain, told.level, work_)
                                          : step_of(*told.grid, told.hint);
        step.placements.clear();
        step.eliminations.clear();
        if (!step.links.empty()) {  // which are equivalent, and leave the role "off" to the parents
            step.cells.clear();
            step.candidates.clear();
        }
        return step;
    }

    const Grid& grid_;
    const ChainHint& hint_;
    const int level_;
    Work& work_;
    Step& step_;
    Propagation propagation_;
    Advanced advanced_;
    Tree tree_;
    Closure closure_;
};

}  // namespace

Step step_of(const Grid& grid, const ChainHint& hint, int level, Work& work) {
    Step step;
    step.technique = name_of(hint);
    if (hint.is_on) step.place(hint.target / 9, hint.target % 9);
    for (const auto& removal : hint.removals)
        each9(removal.digits, [&](int d) { step.eliminate(removal.cell, d); });
    if (hint.points.empty())
        Branches(grid, hint, level, work, step).run();
    else
        tell_links(hint, step);
    return step;
}

}  // namespace pandoku::rating
