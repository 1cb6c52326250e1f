// Chains through houses and cages: a candidate leads, one link after the other, to its opposite.
//
// The ways to fill a cage make links of four kinds. If a candidate is true, another can be false or
// true. If it is false, another can be true or false. So the chains need not alternate.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "logic/bit_rows.hpp"
#include "logic/cage_steps.hpp"
#include "logic/finder.hpp"
#include "logic/links.hpp"

namespace pandoku::logic {

namespace {

// Maximum number of fillings of a cage: people can remember this many, and steps list them.
constexpr std::size_t kMostWays = 24;
// Maximum number of candidates. With more, nobody looks for chains, and the table takes two
// megabytes.
constexpr std::size_t kMostLiterals = 4096;

// A candidate, or several candidates of one digit in one house. The node is true if one of them is
// true.
struct Node {
    int digit;
    CellSet cells, sight;  // sight: the cells that see all of them
    int first;             // the lowest cell

    bool is_single() const { return cells.count() == 1; }
};

// A literal is a node that is true or false: 2 * node + is_true.
using Literal = std::uint32_t;
constexpr Literal literal(std::size_t node, bool is_true) {
    return static_cast<Literal>(2 * node + is_true);
}

// A consequence of a literal, by a house, a cage or (if both are -1) a cell.
struct Implied {
    Literal to;
    int house = -1, cage = -1;
};

class Implications {
  public:
    Implications(const Board& board, Sink& sink) : board_(board) {
        add_candidates();
        if (2 * nodes_.size() > kMostLiterals) return;
        add_groups();
        if (2 * nodes_.size() > kMostLiterals) return;
        follows_.resize(2 * nodes_.size());
        link_cells();
        for (int house = 0; house < board.layout().n_houses(); ++house) link_house(house);
        link_sights();
        for (int c = 0; c < board.n_cages() && !sink.done(nodes_.size()); ++c) link_cage(c);
    }

    std::size_t n_candidates() const { return n_candidates_; }
    std::size_t n_literals() const { return follows_.size(); }
    const Node& node(Literal of) const { return nodes_[of / 2]; }
    const std::vector<Implied>& of(Literal from) const { return follows_[from]; }

    // The literals that follow from each literal over any number of links. No rows if there are too
    // many literals.
    BitRows closure() const {
        BitRows rows(follows_.size(), follows_.size());
        for (std::size_t from = 0; from < follows_.size(); ++from)
            for (const Implied& implied : follows_[from]) rows.add(from, implied.to);
        close_rows(rows);
        return rows;
    }

  private:
    void add(int digit, const CellSet& cells) {
        board_.pause();
        for (const std::size_t known : by_digit_[static_cast<std::size_t>(digit)])
            if (nodes_[known].cells == cells) return;
        Node made{digit, cells, board_.layout().none(), -1};
        cells.each([&](int cell) {
            if (made.first < 0)
                made.first = cell, made.sight = board_.layout().house_sight(cell);
            else
                made.sight &= board_.layout().house_sight(cell);
        });
        by_digit_[static_cast<std::size_t>(digit)].push_back(nodes_.size());
        nodes_.push_back(made);
    }

    void add_candidates() {
        const int n = board_.order();
        by_digit_.resize(static_cast<std::size_t>(n));
        single_.resize(static_cast<std::size_t>(board_.layout().n_cells() * n));
        for (int cell = 0; cell < board_.layout().n_cells(); ++cell)
            each(board_.at(cell), [&](int digit) {
                single_[index(cell, digit)] = nodes_.size();
                CellSet only = board_.layout().none();
                only.add(cell);
                add(digit, only);
            });
        n_candidates_ = nodes_.size();
    }

    // The common places of a digit in two houses, or in a house and a cage with few fillings.
    void add_groups() {
        const Layout& layout = board_.layout();
        std::vector<CellSet> crossings;
        for (int house = 0; house < layout.n_houses(); ++house) {
            for (const int other : layout.overlapping(house))
                if (other > house)
                    crossings.push_back(layout.house_set(house) & layout.house_set(other));
            for (int c = 0; c < board_.n_cages(); ++c)
                if (is_handy(c))
                    crossings.push_back(layout.house_set(house) & board_.cages()[c].set);
        }
        for (const CellSet& crossing : crossings)
            for (int digit = 0; digit < board_.order(); ++digit) {
                const CellSet cells = crossing & board_.cells_with(digit);
                if (cells.count() > 1) add(digit, cells);
            }
    }

    bool is_handy(int cage) const {
        const View& view = board_.view(cage);
        const std::size_t n = view.n(board_.cages()[cage]);
        return view.is_listed && n > 1 && n <= kMostWays;
    }

    // Adds an implication and its contrapositive.
    void link(Literal from, Literal to, int house = -1, int cage = -1) {
        follows_[from].push_back({to, house, cage});
        follows_[to ^ 1].push_back({from ^ 1, house, cage});
    }

    void link_cells() {
        for (int cell = 0; cell < board_.layout().n_cells(); ++cell) {
            const Mask may = board_.at(cell);
            each(may, [&](int a) {
                each(may & ~bit(a) & ~(bit(a) - 1), [&](int b) {
                    const std::size_t one = single_[index(cell, a)],
                                      other = single_[index(cell, b)];
                    link(literal(one, true), literal(other, false));
                    if (is_pair(may)) link(literal(one, false), literal(other, true));
                });
            });
        }
    }

    // Two nodes that together hold all places of a digit in a house: one of them is true.
    void link_house(int house) {
        board_.pause();
        const CellSet& all = board_.layout().house_set(house);
        for (int digit = 0; digit < board_.order(); ++digit) {
            const CellSet places = all & board_.cells_with(digit);
            const auto& nodes = by_digit_[static_cast<std::size_t>(digit)];
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                if (!nodes_[nodes[i]].cells.is_within(places)) continue;
                const CellSet rest = places - nodes_[nodes[i]].cells;
                for (std::size_t j = i + 1; j < nodes.size(); ++j)
                    if (nodes_[nodes[j]].cells == rest)
                        link(literal(nodes[i], false), literal(nodes[j], true), house);
            }
        }
    }

    void link_sights() {
        for (const auto& nodes : by_digit_)
            for (std::size_t i = 0; i < nodes.size(); ++i)
                for (std::size_t j = i + 1; j < nodes.size(); ++j)
                    if (const int house = house_of(nodes[i], nodes[j]); house >= 0)
                        link(literal(nodes[i], true), literal(nodes[j], false), house);
    }

    // A house that holds two nodes without a cell in common, or -1.
    int house_of(std::size_t a, std::size_t b) const {
        const CellSet &one = nodes_[a].cells, &other = nodes_[b].cells;
        if (!other.is_within(nodes_[a].sight)) return -1;
        for (const Place place : board_.layout().places(nodes_[a].first)) {
            const CellSet& all = board_.layout().house_set(place.house);
            if (one.is_within(all) && other.is_within(all)) return place.house;
        }
        return -1;
    }

    void link_cage(int c) {
        board_.pause();
        if (!is_handy(c)) return;
        const Cage& cage = board_.cages()[c];
        const View& view = board_.view(c);
        const Mask all = ~Mask{0} >> (64 - view.n(cage));
        std::vector<std::size_t> nodes;
        std::vector<Mask> ways;  // of each node: bits of the fillings that have it
        for (std::size_t id = 0; id < nodes_.size(); ++id) {
            if (!nodes_[id].cells.is_within(cage.set)) continue;
            const Mask with = ways_of(cage, view, nodes_[id]);
            if (with == 0 || with == all) continue;  // left to easier techniques
            nodes.push_back(id), ways.push_back(with);
        }
        for (std::size_t i = 0; i < nodes.size(); ++i)
            for (std::size_t j = i + 1; j < nodes.size(); ++j)
                link_in_cage(c, nodes[i], nodes[j], ways[i], ways[j], all);
    }

    static Mask ways_of(const Cage& cage, const View& view, const Node& node) {
        Mask with = 0;
        for (std::size_t i = 0; i < view.n(cage); ++i)
            for (std::size_t p = 0; p < cage.size(); ++p)
                if (view.filling(cage, i)[p] == node.digit && node.cells.has(cage.cells[p]))
                    with |= bit(static_cast<int>(i));
        return with;
    }

    // Links in one cell, or of one digit, come from cells and houses.
    void link_in_cage(int c, std::size_t a, std::size_t b, Mask with_a, Mask with_b, Mask all) {
        const Node &one = nodes_[a], &other = nodes_[b];
        if (one.digit == other.digit) {
            if (one.cells.meets(other.cells)) return;
        } else if (one.is_single() && one.cells == other.cells) {
            return;
        }
        for (const bool is_a : {true, false})
            for (const bool is_b : {true, false}) {
                const Mask if_a = is_a ? with_a : all & ~with_a;
                const Mask if_b = is_b ? with_b : all & ~with_b;
                if ((if_a & ~if_b) == 0) link(literal(a, is_a), literal(b, is_b), -1, c);
            }
    }

    std::size_t index(int cell, int digit) const {
        return static_cast<std::size_t>(cell * board_.order() + digit);
    }

    const Board& board_;
    std::vector<Node> nodes_;  // single candidates first, by cell
    std::size_t n_candidates_ = 0;
    std::vector<std::size_t> single_;                 // [cell * order + digit]
    std::vector<std::vector<std::size_t>> by_digit_;  // nodes
    std::vector<std::vector<Implied>> follows_;       // [literal]
};

// A chain: where it starts, and its links.
struct Chain {
    Literal start;
    std::vector<Implied> links;
    bool is_caged;  // whether one of the links is by a cage
};

class CageChains {
  public:
    CageChains(const Board& board, Sink& sink) : board_(board), sink_(sink), known_(board, sink) {}

    void run() {
        const BitRows all = known_.closure();
        std::vector<Chain> found;
        if (all.n_rows() == 0) return;
        for (Literal start = 0; start < 2 * known_.n_candidates() && !sink_.done_now(); ++start)
            if (all.has(start, start ^ 1)) {
                Chain chain = shortest(start);
                if (chain.is_caged) found.push_back(std::move(chain));
            }
        std::stable_sort(found.begin(), found.end(), [](const Chain& a, const Chain& b) {
            return a.links.size() < b.links.size();
        });
        for (const Chain& chain : found) {
            if (sink_.done()) return;
            tell(chain);
        }
    }

  private:
    struct Reached {
        Literal at;
        std::size_t from;  // the index of the node it follows from
        Implied by;
        bool is_caged;  // whether a link on the way to it is by a cage
    };

    // The shortest chain from a literal to its opposite, if the opposite follows. Chains without
    // cages are preferred to chains of the same length. Otherwise, the order of candidates would
    // decide whether a chain uses cages.
    Chain shortest(Literal start) {
        reached_.assign(1, {start, 0, {}, false});
        is_seen_.assign(known_.n_literals(), false);
        for (std::size_t first = 0, last = 1; first < last && !is_seen_[start ^ 1];
             first = last, last = reached_.size()) {
            for (std::size_t i = first; i < last; ++i)
                if (!reached_[i].is_caged) go_on(i, false);
            for (std::size_t i = first; i < last; ++i) go_on(i, true);
        }
        std::size_t i = 0;
        while (reached_[i].at != (start ^ 1)) ++i;
        Chain chain{start, {}, reached_[i].is_caged};
        for (; i != 0; i = reached_[i].from) chain.links.push_back(reached_[i].by);
        std::reverse(chain.links.begin(), chain.links.end());
        return chain;
    }

    // Records the direct consequences of a literal: by cells and houses, or by cages as well.
    void go_on(std::size_t i, bool by_cages) {
        for (const Implied& implied : known_.of(reached_[i].at)) {
            if (is_seen_[implied.to] || (implied.cage >= 0 && !by_cages)) continue;
            is_seen_[implied.to] = true;
            reached_.push_back({implied.to, i, implied, reached_[i].is_caged || implied.cage >= 0});
        }
    }

    std::vector<Candidate> candidates(Literal of) const {
        std::vector<Candidate> out;
        known_.node(of).cells.each(
            [&](int cell) { out.push_back(Step::make(cell, known_.node(of).digit)); });
        return out;
    }

    void tell(const Chain& chain) {
        Step& step = sink_.start();
        const Candidate first = candidates(chain.start)[0];
        if (chain.start % 2 == 1)
            step.eliminate(first.cell, first.digit);
        else
            each(board_.at(first.cell) & ~bit(first.digit),
                 [&](int d) { step.eliminate(first.cell, d); });
        mark(step, chain.start);
        Literal from = chain.start;
        std::vector<int> cages;
        for (const Implied& implied : chain.links) {
            if (implied.to / 2 != chain.start / 2) mark(step, implied.to);
            const bool is_true = implied.to % 2 == 1;
            step.links.push_back({candidates(from), candidates(implied.to), is_true, implied.house,
                                  implied.cage, from % 2 == implied.to % 2});
            if (implied.cage >= 0 && std::ranges::count(cages, implied.cage) == 0)
                cages.push_back(implied.cage);
            from = implied.to;
        }
        for (const int cage : cages) cite(board_, step, cage);
        sink_.finish();
    }

    void mark(Step& step, Literal of) const {
        for (const Candidate each : candidates(of)) {
            step.mark(each.cell, "chain");
            step.mark(each.cell, each.digit, of % 2 == 1 ? "on" : "off");
        }
    }

    const Board& board_;
    Sink& sink_;
    Implications known_;
    std::vector<Reached> reached_;  // literals reached by the chains of one start, nearest first
    std::vector<bool> is_seen_;     // [literal]
};

void find_cage_chains(const Board& board, Sink& sink) {
    if (board.n_cages() > 0) CageChains(board, sink).run();
}

constexpr const char* kCageChainRoles[] = {"chain", "on", "off"};

}  // namespace

extern constexpr Finder kCageChain{"cage-chain", find_cage_chains, kCageChainRoles, Needs::cages};

}  // namespace pandoku::logic
