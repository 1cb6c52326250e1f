// Section 6: the consequences of an assumption, as a tree of nodes. A node is a candidate that is
// on (in the cell) or off (not in it).
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "rating/grid.hpp"

namespace pandoku::rating {

constexpr int kCandidates = 81 * 9;  // a candidate's number is cell * 9 + digit

// A set of candidates.
struct Bits {
    std::uint64_t words[12] = {};

    bool has(int id) const { return (words[id >> 6] >> (id & 63) & 1) != 0; }
    void add(int id) { words[id >> 6] |= std::uint64_t{1} << (id & 63); }
    void remove(int id) { words[id >> 6] &= ~(std::uint64_t{1} << (id & 63)); }
    void clear() { std::memset(words, 0, sizeof words); }
    bool any() const {
        std::uint64_t all = 0;
        for (const auto word : words) all |= word;
        return all != 0;
    }
    Bits& operator&=(const Bits& o) {
        for (int i = 0; i < 12; ++i) words[i] &= o.words[i];
        return *this;
    }
};

// Adds the candidates of a cell, or the places of a digit in a house, that were removed between two
// grids.
inline void add_gone(Bits& bits, const Grid& before, const Grid& now, int cell) {
    each9(before.at[cell] & static_cast<Set>(~now.at[cell]),
          [&](int d) { bits.add(cell * 9 + d); });
}
inline void add_gone(Bits& bits, const Grid& before, const Grid& now, int house, int d) {
    each9(before.where[house][d] & static_cast<Set>(~now.where[house][d]),
          [&](int p) { bits.add(kTables.cell[house][p] * 9 + d); });
}

// The reason why a node holds.
enum class Cause : std::uint8_t { start, block, row, column, cell, advanced };
inline Cause cause_of(int type) { return static_cast<Cause>(1 + type); }

struct Node {
    std::uint16_t id;      // the candidate
    std::uint16_t parent;  // the node that triggered this one
    // A lower bound for the size of the node's closure: the longest way to the start.
    std::uint16_t least;
    std::uint16_t distance;  // nodes on the way to the start that was found first
    std::uint16_t n_more;    // further parents
    bool is_on;
    Cause cause;
    std::uint32_t more;  // where they begin in Tree::parents
};

// A chain inside a chain: see section 6d.
struct Nested {
    int complexity;
    std::uint64_t sum;  // a key that distinguishes it from other chains
};

struct Tree {
    std::vector<Node> nodes;  // in order of discovery
    std::vector<std::uint16_t> parents;
    Bits on, off;  // the nodes that were found
    // The nested chain of an advanced node: (node, index into Advanced::nested).
    std::vector<std::pair<std::uint16_t, std::uint32_t>> nested;
    // For complete steps: the pattern of an advanced node (node, index into Advanced::told).
    std::vector<std::pair<std::uint16_t, std::uint32_t>> told;
    std::uint16_t on_node[kCandidates], off_node[kCandidates];  // [candidate], if found
    // Nodes of both kinds for one candidate, or -1. One of the two nodes is in neither set.
    int clash_on = -1, clash_off = -1;

    bool is_clash() const { return clash_on >= 0; }
    void clear() {
        nodes.clear();
        parents.clear();
        nested.clear();
        told.clear();
        on.clear();
        off.clear();
        clash_on = clash_off = -1;
    }
    int node_of(int id, bool is_on) const { return is_on ? on_node[id] : off_node[id]; }
    template <class F>
    void each_parent(const Node& node, F&& f) const {
        if (node.cause == Cause::start) return;
        f(node.parent);
        for (int i = 0; i < node.n_more; ++i) f(parents[node.more + i]);
    }
};

// The closure of a node: the nodes that it is based on, and the node itself.
class Closure {
  public:
    // The number of nodes, or any number above `most` if there are more.
    int count(const Tree& tree, int node, int most);
    // The nodes that `count` counted, if there were no more than `most`.
    const std::vector<std::uint16_t>& nodes() const { return nodes_; }
    bool has(int node) const { return stamps_[node] == stamp_; }

  private:
    std::vector<std::uint32_t> stamps_;
    std::uint32_t stamp_ = 0;
    std::vector<std::uint16_t> nodes_;
};

}  // namespace pandoku::rating
