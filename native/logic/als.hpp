// Almost locked sets: n cells of a house with n + 1 digits between them. If one of the digits is
// removed, the others are locked in the cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "logic/bit_rows.hpp"
#include "logic/step.hpp"

namespace pandoku::logic {

// The maximum number of cells in a set. People do not see larger ones, and on large boards there
// are too many of them.
inline int most_set(int order) { return order <= 9 ? 8 : order <= 16 ? 4 : 3; }

struct Als {
    int house;  // the first house that holds all its cells
    std::vector<int> cells;
    Mask digits;
    CellSets sets;  // its cells, then two sets for each digit: with() and sight()

    CellSet set() const { return sets[0]; }
    // A digit's places in the set, and the cells with the digit that see all of these places.
    CellSet with(int digit) const { return sets[1 + 2 * rank(digit)]; }
    CellSet sight(int digit) const { return sets[2 + 2 * rank(digit)]; }

  private:
    std::size_t rank(int digit) const {
        return static_cast<std::size_t>(count(digits & (bit(digit) - 1)));
    }
};

// A link to another set, by restricted digits. A restricted digit can be in only one of the two
// sets, because all its places in one set see all its places in the other.
struct AlsLink {
    int set;
    int aim;  // for AlsTable::aiming
    Mask digits;
};

// The almost locked sets of a board, and the relations that techniques ask about, as rows with one
// bit per set: there may be thousands of sets, and most questions compare one set with all others.
class AlsTable {
  public:
    AlsTable(const Board& board, std::vector<Als> sets);

    const std::vector<Als>& sets() const { return sets_; }  // small sets first, then by house
    // The links to the sets that share a restricted digit with this one, by ascending set.
    std::span<const AlsLink> links(std::size_t set) const {
        return {links_.data() + link_start_[set], link_start_[set + 1] - link_start_[set]};
    }
    std::size_t n_words() const { return seeing_.n_words(); }  // per row
    // The sets where the cell sees all places of the digit, or no sets if the cell does not have
    // the candidate.
    const std::uint64_t* seeing(int cell, int digit) const {
        return seeing_[static_cast<std::size_t>(rows_[place(cell, digit)])];
    }
    // The sets that could eliminate something together with the link's set: some cell sees all
    // places of a common digit in both. If the link has a single digit, this digit does not count.
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
    std::vector<int> rows_;    // [candidate]: its row in seeing_; row 0 is empty
    BitRows seeing_, aiming_;  // aiming_: for each set one row per digit, and one for all
};

// All almost locked sets of a board, each once. If there would be more than 2000, the largest sizes
// are left out.
const AlsTable& almost_locked_sets(const Board& board);

// ---- facts: the sets of a step have the roles set-a, set-b, ...

constexpr const char* kSetRoles[] = {"stem",  "restricted", "set-a", "set-b", "set-c",
                                     "set-d", "set-e",      "set-f", "set-g", "set-h",
                                     "set-i", "set-j",      "set-k"};
constexpr std::size_t kFirstSetRole = 2;
constexpr std::size_t kMostSetsInStep = std::size(kSetRoles) - kFirstSetRole;
void mark_set(const Board& board, Step& step, const Als& als, std::size_t number);
void mark_restricted(Step& step, const Als& als, int digit);
// Eliminates the digit from the cells, except candidates that the step already eliminates.
void eliminate_once(Step& step, const CellSet& cells, int digit);

}  // namespace pandoku::logic
