// Section 6a: cycles and single forcing chains.
#pragma once

#include <cstring>
#include <span>

#include "logic/bit_rows.hpp"
#include "rating/chain_hint.hpp"
#include "rating/tree.hpp"
#include "rating/work.hpp"

namespace pandoku::rating {

class Cycles {
  public:
    explicit Cycles(Work& work) : work_(work) {}

    // Adds the cycles and chains of a grid. `original` is given for nested chains: the grid without
    // the assumptions of `grid`.
    void find(const Grid& grid, const Grid* original, Conclusions& conclusions);

    // Called before another puzzle, so that the number of looks does not depend on the previous
    // puzzle.
    void forget() { std::memset(before_, 0, sizeof before_); }

  private:
    struct Strong {
        std::uint16_t id;
        Cause cause;
        std::uint8_t house;  // the house, if the cause is not a cell
    };
    // The links of a candidate, in the reference's order: links in the cell first.
    struct Links {
        std::uint8_t n_weak_in_cell, n_weak, n_strong_in_cell, n_strong;
        std::uint16_t weak[28];
        Strong strong[4];
    };
    // A node of the search. Even depths have the parity of the start.
    struct Point {
        std::uint16_t id;
        std::int16_t parent;  // -1 for the start
        Cause cause;
        std::uint8_t house;
    };
    enum class Pass { x, y, xy };

    // The useful consequences of a start: the depth where the start is off, or 0, and whether a
    // cycle may lead back to it.
    struct Reach {
        int chain = 0, cycle = 0;
    };

    // Whether a start may lead to its opposite, or back to itself, over any number of links.
    struct Hopes {
        bool chain, cycle;
    };

    void make_links(const Grid& grid);
    void make_rows(Pass pass);
    Hopes hopes(int start, bool start_is_on) const;
    Reach reach(int start, bool start_is_on, Pass pass);
    template <int n_words>
    Reach reach_in(int start, bool start_is_on, Pass pass) const;
    void find_cycles(int start, Pass pass);
    void find_chain(int start, bool start_is_on, Pass pass);
    void tell_cycle(int start, int last, int depth, Pass pass);
    void tell_chain(int start, bool start_is_on, int last, int depth, Pass pass);
    void add_rule_parents(ChainHint& hint, int last);
    void add_points(ChainHint& hint, int last) const;
    bool is_on_path(int point, int id) const;
    std::span<const std::uint16_t> weak(int id, Pass pass) const {
        const Links& links = links_[id];
        const int from = pass == Pass::x ? links.n_weak_in_cell : 0;
        return {links.weak + from, static_cast<std::size_t>(links.n_weak - from)};
    }
    std::span<const Strong> strong(int id, Pass pass) const {
        const Links& links = links_[id];
        const int from = pass == Pass::x ? links.n_strong_in_cell : 0;
        const int to = pass == Pass::y ? links.n_strong_in_cell : links.n_strong;
        return {links.strong + from, static_cast<std::size_t>(to - from)};
    }

    Work& work_;
    const Grid* grid_ = nullptr;
    const Grid* original_ = nullptr;
    Conclusions* conclusions_ = nullptr;
    Links links_[kCandidates];
    std::vector<Point> points_;
    std::vector<std::int16_t> layer_, next_layer_;
    Set before_[9][9] = {};  // [row][digit]: where no X-cycle or X-chain was found

    // The links of a pass as rows of bits, one for each candidate of the grid.
    int n_candidates_ = 0, n_words_ = 0;
    std::uint16_t number_[kCandidates];
    std::vector<std::uint64_t> weak_rows_, strong_rows_;
    logic::BitRows leads_;  // the consequences of an on candidate
};

}  // namespace pandoku::rating
