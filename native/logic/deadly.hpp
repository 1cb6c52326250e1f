// Deadly patterns: cells in turn, each in sight of the next, in which two digits could change
// places. Every house that holds one of the cells holds two, one of every other cell in turn; if
// they held x y x y ... and none is a given, exchanging x and y would give a second solution. A
// candidate that is gone changes nothing of this, so the cells may lack one of the two.
#pragma once

#include <vector>

#include "logic/sink.hpp"

namespace pandoku::logic {

// What a deadly pattern marks; the last only where its roof is part of a subset.
constexpr const char* kDeadlyRoles[] = {"floor", "roof", "pair", "extra", "subset"};

// Whether every house that holds one of the cells holds one in an even and one in an odd place.
bool can_exchange(const Layout& layout, const std::vector<int>& cells);

// A deadly pattern but for further candidates in some cells, its roof.
class Deadly {
  public:
    Deadly(const Board& board, Sink& sink, const std::vector<int>& cells, Mask pair);

    const std::vector<int>& roof() const { return roof_; }  // by place in the pattern, ascending
    bool is_roof_in_one_house() const;                      // of two cells

    // One roof cell: it holds neither of the pair.
    void one_roof();
    // All further candidates are one digit: it is in one of the roof's cells.
    void one_extra();
    // Two roof cells in a house: their further candidates act as one cell of a naked subset.
    void subset();
    // Two roof cells in a house, in which x has no other place: one is x, so y is in neither.
    void tied_pair();

    // Starts a step with the pattern marked.
    Step& start();
    // A house that holds both cells and has no other place for the digit; -1: there is none.
    int tied(int a, int b, int digit) const;

  private:
    int roof_cell(std::size_t i) const { return cells_[roof_[i]]; }
    bool holds_only(int house, int digit, int a, int b) const;
    void join(int house, const std::vector<int>& others, std::size_t next, Mask digits,
              std::vector<int>& chosen);
    void tell_subset(int house, Mask digits, const std::vector<int>& chosen);

    const Board& board_;
    const Layout& layout_;
    Sink& sink_;
    const std::vector<int>& cells_;
    Mask pair_;
    std::vector<int> roof_;
};

}  // namespace pandoku::logic
