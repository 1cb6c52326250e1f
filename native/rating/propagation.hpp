// Section 6b: all consequences of an assumption.
#pragma once

#include "rating/tree.hpp"
#include "rating/work.hpp"

namespace pandoku::rating {

struct Rules {
    // Whether the last candidate of a cell becomes on, and the other candidates of a cell with an
    // on candidate become off.
    bool has_cells;
    bool is_dynamic;  // whether candidates that are off are removed from the grid
    int level = 0;    // above 0: with advanced implications (section 6d)
};

class Advanced;

class Propagation {
  public:
    explicit Propagation(Work& work) : work_(work) {}

    // Fills the tree with the consequences in `source` of a candidate that is on or off. Ends if
    // nothing follows, if two nodes contradict each other, or if the ways from the start have more
    // than `most` nodes. `advanced` is needed for levels above 0.
    void run(const Grid& source, int id, bool is_on, Rules rules, int most, Tree& tree,
             Advanced* advanced);

    // For advanced implications: the grid without the candidates that are off.
    const Grid& source() const { return *source_; }
    const Grid& now() const { return now_; }

  private:
    bool follow_on(int node);
    bool follow_off(int node);
    bool turn_on(int id, int parent, Cause cause, int house_or_cell, int digit);
    bool turn_off(int id, int parent, Cause cause);
    void spend(int id);
    void rest_on(int id);
    bool advance(Advanced& advanced, int level);
    int add(int id, bool is_on, int parent, Cause cause);

    Work& work_;
    const Grid* source_ = nullptr;
    Rules rules_{};
    Tree* tree_ = nullptr;
    Grid now_;          // without the candidates whose consequences are already in the tree
    Set fresh_at_[81];  // without the candidates that are off
    Set fresh_where_[kHouses][9];
    int n_ons_ = 0, n_offs_ = 0, next_on_ = 0, next_off_ = 0;
    std::uint16_t ons_[kCandidates], offs_[kCandidates];
};

}  // namespace pandoku::rating
