// Almost locked sets: n cells of a house with n + 1 digits between them. Take one digit away, and
// the rest is locked in.
#pragma once

#include <vector>

#include "logic/step.hpp"

namespace pandoku::logic {

// How many cells of a house are looked at as a set: larger ones are for no one to see, and there
// are too many to look at.
inline int most_set(int order) { return order <= 9 ? 8 : order <= 16 ? 4 : 3; }

struct Als {
    int house;  // the first that holds all its cells
    std::vector<int> cells;
    CellSet set;
    Mask digits;
    std::vector<CellSet> of_digit;  // for each of its digits its places, and what sees all these

    // A digit's places in the set, and the cells that have it and see all these.
    const CellSet& with(int digit) const { return of_digit[2 * rank(digit)]; }
    const CellSet& sight(int digit) const { return of_digit[2 * rank(digit) + 1]; }

  private:
    std::size_t rank(int digit) const {
        return static_cast<std::size_t>(count(digits & (bit(digit) - 1)));
    }
};

// Another set, and the restricted digits: each can be in one of the two only, as all its places
// there see each other.
struct AlsLink {
    int set;
    Mask digits;
};

struct AlsTable {
    std::vector<Als> sets;                    // small ones first, then by house
    std::vector<std::vector<AlsLink>> links;  // of each set, ascending
};

// All almost locked sets of a board, each once. Where there would be more than 2 000, sets of the
// sizes that make them so many are left out.
const AlsTable& almost_locked_sets(const Board& board);

// ---- telling: the sets of a step are called set-a, set-b, ...

constexpr std::size_t kMostSetsInStep = 11;
void mark_set(const Board& board, Step& step, const Als& als, std::size_t number);
void mark_restricted(Step& step, const Als& als, int digit);
// Eliminates the digit from the cells; what is gone already stays so.
void eliminate_once(Step& step, const CellSet& cells, int digit);

}  // namespace pandoku::logic
