// Deadly patterns: a ring of cells where two digits could be exchanged. Every house of a cell
// contains exactly two cells of the ring, in an even and an odd place. If they held x y x y ... and
// none were a given, exchanging x and y would give a second solution. This depends on the digits
// only, so a cell may have lost one of the two candidates.
#pragma once

#include <vector>

#include "logic/sink.hpp"

namespace pandoku::logic {

// The roles of its cells and candidates. The last is used only if the roof is part of a subset.
constexpr const char* kDeadlyRoles[] = {"floor", "roof", "pair", "extra", "subset"};

// Whether every house that has one of the cells has exactly one in an even and one in an odd place.
bool can_exchange(const Layout& layout, const std::vector<int>& cells);

// Cells that would be a deadly pattern if some of them, the roof, had no extra candidates.
class Deadly {
  public:
    Deadly(const Board& board, Sink& sink, const std::vector<int>& cells, Mask pair);

    const std::vector<int>& roof() const { return roof_; }  // places in the pattern, ascending
    bool is_roof_in_one_house() const;                      // two cells that see each other

    // If there is one roof cell, it holds neither digit of the pair.
    void one_roof();
    // If all extra candidates are one digit, this digit is in one of the roof's cells.
    void one_extra();
    // If two roof cells are in a house, their extra candidates act as one cell of a naked subset.
    void subset();
    // If two roof cells are in a house without another place for x, one of them is x, so neither is
    // y.
    void tied_pair();

    // Starts a step with the pattern marked.
    Step& start();
    // A house that contains both cells and has no other place for the digit, or -1.
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
