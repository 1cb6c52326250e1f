// Candidates, and groups of them, as the nodes of a graph of links, for chains.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "logic/bit_rows.hpp"
#include "logic/board.hpp"
#include "logic/sink.hpp"

namespace pandoku::logic {

// A candidate, or a group: several candidates of one digit that lie in two houses at once. A group
// is true when one of its candidates is.
struct Node {
    int digit;
    std::span<const int> cells;
    bool is_group() const { return cells.size() > 1; }
};

// The links that a graph has.
enum class Links {
    one_digit,  // in houses only
    pairs,      // links of all digits, but strong links only within cells with two candidates
    all,
    grouped  // all links, with groups as nodes too
};

class Graph {
  public:
    // The graph is incomplete if the sink is stopped.
    Graph(const Board& board, Sink& sink, Links links);

    struct Edge {
        int to;
        int house;       // the house of the link; -1 for a link in a cell, or by a constraint
        int owner = -1;  // the constraint of the link
    };
    int size() const { return static_cast<int>(digits_.size()); }
    Node node(int id) const {
        return {digits_[id], {cells_.data() + start_[id], cells_.data() + start_[id + 1]}};
    }
    bool has_groups() const { return cells_.size() > digits_.size(); }
    // Strong: the nodes that are true if this node is false. Weak: the nodes that are false if this
    // node is true.
    std::span<const Edge> strong(int id) const { return strong_.of(id); }
    std::span<const Edge> weak(int id) const { return weak_.of(id); }

    // The cells that see all cells of the node.
    CellSet sight(int id) const { return sight_[static_cast<std::size_t>(id)]; }

    // Whether the consequences over any number of links are known. They are known if the table is
    // small enough, and if following the links from all nodes takes fewer looks than a sink allows.
    bool is_followed() const { return follows_.n_rows() != 0; }
    // Whether `to` is `is_on_then` if `from` is `is_on`. Requires is_followed().
    bool follows(int from, bool is_on, int to, bool is_on_then) const {
        return follows_.has(literal(from, is_on), literal(to, is_on_then));
    }

  private:
    static constexpr std::size_t kMostLiterals = 4096;  // two megabytes
    static std::size_t literal(int node, bool is_on) {
        return 2 * static_cast<std::size_t>(node) + is_on;
    }
    void follow_links();
    // The edges of all nodes, first as they are found and then sorted by node: one array instead of
    // one for each node.
    class Edges {
      public:
        void add(int from, Edge edge) { found_.push_back({from, edge}); }
        void sort(int n_nodes);
        std::span<const Edge> of(int id) const {
            return {edges_.data() + start_[id], edges_.data() + start_[id + 1]};
        }

      private:
        struct Found {
            int from;
            Edge edge;
        };
        std::vector<Found> found_;
        std::vector<Edge> edges_;
        std::vector<int> start_;
    };

    void add(const Board& board, int digit, std::span<const int> cells);
    void add_groups(const Board& board);
    void link_cells(const Board& board, Links links);
    void link_houses(const Board& board);
    void link_sights(const Board& board, Sink& sink);
    void link_sight(const Board& board, int a, int b);
    void link_ties(const Board& board, Links links);

    std::vector<int> digits_, cells_, start_;  // of the nodes, one after the other
    CellSets sight_, sets_;
    Edges strong_, weak_;
    std::vector<int> single_;                 // [cell * order + digit]: its node, or -1
    std::vector<std::vector<int>> by_digit_;  // [digit]: its nodes
    BitRows follows_;                         // [literal]: the literals that follow from it
};

// The graph of a board, valid until the board changes.
const Graph& graph_of(const Board& board, Sink& sink, Links links);

}  // namespace pandoku::logic
