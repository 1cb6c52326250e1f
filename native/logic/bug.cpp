// The bivalue universal grave: a board where all pairs could be exchanged at once.
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

// All empty cells have two candidates, except one that has three. Every digit has two places in
// every house, except one digit in the houses of that cell. If that digit were false there, the
// puzzle would have two solutions or no solution.
void find_bug(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    int odd = -1;
    for (int cell = 0; cell < layout.n_cells(); ++cell) {
        if (!board.is_open(cell) || is_pair(board.at(cell))) continue;
        if (odd >= 0 || count(board.at(cell)) != 3) return;
        odd = cell;
    }
    if (odd < 0) return;
    Mask thrice = 0;
    for (int house = 0; house < layout.n_houses(); ++house)
        for (int digit = 0; digit < board.order(); ++digit) {
            const int n = count(board.where(house, digit));
            if (n == 0 || n == 2) continue;
            if (n != 3 || !layout.house_set(house).has(odd)) return;
            thrice |= bit(digit);
        }
    if (!is_single(thrice) || (board.at(odd) & thrice) == 0) return;
    // The digit must have three places in every house of the cell. Otherwise, removing the digit
    // there would not leave a grave.
    const int digit = lowest(thrice);
    for (const Place place : layout.places(odd))
        if (count(board.where(place.house, digit)) != 3) return;
    Step& step = sink.start();
    each(board.at(odd) & ~thrice, [&](int d) { step.eliminate(odd, d); });
    step.mark(odd, "pattern");
    step.mark(odd, digit, "proves");
    for (const Place place : layout.places(odd)) step.houses.push_back(place.house);
    sink.finish();
}

constexpr const char* kBugRoles[] = {"pattern", "proves"};

}  // namespace

extern constexpr Finder kBugPlus1{"bug-plus-1", find_bug, kBugRoles, Needs::one_solution};

}  // namespace pandoku::logic
