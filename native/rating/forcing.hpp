// Section 6c: Nishio, multiple and dynamic forcing chains.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <span>

#include "rating/advanced.hpp"
#include "rating/chain_hint.hpp"
#include "rating/propagation.hpp"

namespace pandoku::rating {

class Forcing {
  public:
    using Mode = ForcingMode;

    explicit Forcing(Work& work);
    ~Forcing();

    // Adds the conclusions of a grid. `original` is given for nested chains: the grid without the
    // assumptions of `grid`. `level`: for dynamic chains only.
    void find(const Grid& grid, const Grid* original, Mode mode, int level,
              Conclusions& conclusions);

    // Called before another puzzle, so that the number of looks does not depend on the previous
    // puzzle.
    void forget() { std::memset(before_, 0, sizeof before_); }

  private:
    struct Branch {
        const Tree* tree;
        int node;
    };
    int most() const;
    void compare_digits();
    void try_cell(int cell);
    void try_binary(int id);
    void try_regions(int id);
    const Tree& on_tree(int id);
    void offer(Class kind, int target, bool is_on, std::span<const Branch> branches, int start,
               int house, bool start_is_on = true);
    void compare(Class kind, std::span<const Tree* const> trees, int start, int house);
    void add_rule_parents(const Tree& tree, const Closure& closure, Class kind, int house,
                          Bits& all) const;

    Work& work_;
    Propagation propagation_;
    std::unique_ptr<Advanced> advanced_;
    std::unique_ptr<Tree> on_trees_[kCandidates];
    Bits known_;  // the trees that belong to this grid
    Tree off_tree_;
    Closure closure_;
    Set before_[9][9] = {};  // [row][digit]: where Nishio found nothing
    bool is_new_[9];

    const Grid* grid_ = nullptr;
    const Grid* original_ = nullptr;
    Conclusions* conclusions_ = nullptr;
    Mode mode_{};
    int level_ = 0;
    double base_ = 0;
};

}  // namespace pandoku::rating
