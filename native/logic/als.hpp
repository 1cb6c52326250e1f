// Almost locked sets: n cells of a house with n + 1 digits between them. Take one digit away, and
// the rest is locked in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "logic/bit_rows.hpp"
#include "logic/step.hpp"

namespace pandoku::logic {

// How many cells of a house are looked at as a set: larger ones are for no one to see, and there
// are too many to look at.
inline int most_set(int order) { return order <= 9 ? 8 : order <= 16 ? 4 : 3; }

struct Als {
    int house;  // the first that holds all its cells
    std::vector<int> cells;
    Mask digits;
    CellSets sets;  // its own; for each of its digits the places, and what sees all these

    CellSet set() const { return sets[0]; }
    // A digit's places in the set, and the cells that have it and see all these.
    CellSet with(int digit) const { return sets[1 + 2 * rank(digit)]; }
    CellSet sight(int digit) const { return sets[2 + 2 * rank(digit)]; }

  private:
    std::size_t rank(int digit) const {
        return static_cast<std::size_t>(count(digits & (bit(digit) - 1)));
    }
};

// Another set, and the restricted digits: each can be in one of the two only, as all its places
// there see each other.
struct AlsLink {
    int set;
    int aim;  // for AlsTable::aiming
    Mask digits;
};

// The sets of a board, and what all techniques ask of them, as rows with a bit for each set.
class AlsTable {
  public:
    AlsTable(const Board& board, std::vector<Als> sets);

    const std::vector<Als>& sets() const { return sets_; }  // small ones first, then by house
    // The other sets it has restricted digits with, ascending.
    std::span<const AlsLink> links(std::size_t set) const {
        return {links_.data() + link_start_[set], link_start_[set + 1] - link_start_[set]};
    }
    std::size_t n_words() const { return seeing_.n_words(); }  // of a row
    // The sets whose places of the digit are all in sight of the cell, which has it too.
    const std::uint64_t* seeing(int cell, int digit) const {
        return seeing_[static_cast<std::size_t>(rows_[place(cell, digit)])];
    }
    // The sets with which the link's set shares a digit that some cell sees in both, so that it
    // could go from there: any digit but a restricted one that is the only one of the link.
    const std::uint64_t* aiming(const AlsLink& link) const {
        return aiming_[static_cast<std::size_t>(link.aim)];
    }
    bool is_aiming(const AlsLink& link, std::size_t other) const {
        return aiming_.has(static_cast<std::size_t>(link.aim), other);
    }

  private:
    std::size_t place(int cell, int digit) const {
        return static_cast<std::size_t>(cell) * order_ + static_cast<std::size_t>(digit);
    }
    std::size_t aim(std::size_t set, Mask links) const {
        const Mask digits = sets_[set].digits;
        return aim_start_[set] + static_cast<std::size_t>(count(
                                     is_several(links) ? digits : digits & ((links & -links) - 1)));
    }
    void fill_seeing();
    void fill_aiming();
    void fill_links();

    std::size_t order_;
    std::vector<Als> sets_;
    std::vector<AlsLink> links_;
    std::vector<std::size_t> link_start_, aim_start_;
    std::vector<int> rows_;    // [candidate]: of seeing_; the first one is empty
    BitRows seeing_, aiming_;  // aiming_: of each set a row for each digit, and one for all
};

// All almost locked sets of a board, each once. Where there would be more than 2 000, sets of the
// sizes that make them so many are left out.
const AlsTable& almost_locked_sets(const Board& board);

// ---- telling: the sets of a step are called set-a, set-b, ...

constexpr const char* kSetRoles[] = {"stem",  "restricted", "set-a", "set-b", "set-c",
                                     "set-d", "set-e",      "set-f", "set-g", "set-h",
                                     "set-i", "set-j",      "set-k"};
constexpr std::size_t kFirstSetRole = 2;
constexpr std::size_t kMostSetsInStep = std::size(kSetRoles) - kFirstSetRole;
void mark_set(const Board& board, Step& step, const Als& als, std::size_t number);
void mark_restricted(Step& step, const Als& als, int digit);
// Eliminates the digit from the cells; what is gone already stays so.
void eliminate_once(Step& step, const CellSet& cells, int digit);

}  // namespace pandoku::logic
