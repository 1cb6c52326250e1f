// Subsets: k cells of a house that share k digits. Naked: the cells have no other digit. Hidden:
// the digits have no other cell. Both are the same search over items with masks.
#include <span>
#include <vector>

#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

enum class Shared { one_house, several_houses };

// A cell with its digits, or a digit with its places.
struct Item {
    int what;
    Mask mask;
};

// The items of a house, and the chosen ones. The size is a template parameter so that the search
// compiles to nested loops.
template <int size>
struct Choice {
    Item items[64];
    int n = 0;
    int chosen[size];

    void clear() { n = 0; }
    void add(int what, Mask mask) { items[n++] = {what, mask}; }
};

// Calls f(chosen, union) for every choice of `size` items whose union has `size` bits. Unions that
// grow larger are not followed.
template <int size, int depth = 0, class F>
void each_tight_choice(Choice<size>& choice, F&& f, int next = 0, Mask all = 0) {
    if constexpr (depth == size) {
        if (!has_at_most(all, size - 1)) f(choice.chosen, all);
    } else {
        for (int i = next; i <= choice.n - (size - depth); ++i) {
            const Mask grown = all | choice.items[i].mask;
            if (!has_at_most(grown, size)) continue;
            choice.chosen[depth] = choice.items[i].what;
            each_tight_choice<size, depth + 1>(choice, f, i + 1, grown);
        }
    }
}

// The empty cells with 2 to `size` candidates, found for all cells at once by a counter whose
// `size` + 1 levels are sets of cells.
template <int size>
CellSet cells_with_few(const Board& board) {
    CellSet at_least[size + 2];  // [n]: cells with n candidates or more
    for (CellSet& set : at_least) set = board.layout().none();
    for (int digit = 0; digit < board.order(); ++digit) {
        for (int n = size + 1; n > 1; --n) at_least[n] |= at_least[n - 1] & board.cells_with(digit);
        at_least[1] |= board.cells_with(digit);
    }
    return at_least[2] - at_least[size + 1];
}

template <int size, Shared shared>
void find_naked_subsets(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    const CellSet few = cells_with_few<size>(board);
    Choice<size> choice;
    std::vector<int> common;
    for (int house = 0; house < layout.n_houses(); ++house) {
        // If the house has no other open cell, there is nothing to eliminate.
        if (board.n_open(house) <= size) continue;
        choice.clear();
        (few & layout.house_set(house)).each([&](int cell) { choice.add(cell, board.at(cell)); });
        each_tight_choice(choice, [&](std::span<const int> cells, Mask digits) {
            if (sink.done()) return;
            common.clear();
            for (const Place place : layout.places(cells[0])) {
                bool all = true;
                for (const int cell : cells) all &= layout.house_set(place.house).has(cell);
                if (all) common.push_back(place.house);
            }
            // Cells that share two houses are found in both houses, and only the first house
            // counts.
            if (common[0] != house || (common.size() > 1) != (shared == Shared::several_houses))
                return;
            CellSet others = layout.house_set(house);
            for (const int other : common) others |= layout.house_set(other);
            for (const int cell : cells) others.drop(cell);
            Step& step = sink.start();
            others.each([&](int cell) {
                each(board.at(cell) & digits, [&](int d) { step.eliminate(cell, d); });
            });
            if (step.eliminations.empty()) return;
            for (const int cell : cells) step.mark_all(board, cell, digits, "pattern");
            step.houses = common;
            sink.finish();
        });
        if (sink.done()) return;
    }
}

template <int size>
void find_hidden_subsets(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    Choice<size> choice;
    for (int house = 0; house < layout.n_houses(); ++house) {
        if (board.n_open(house) <= size) continue;
        Mask few = 0;  // the digits with 2 .. size places (most houses have too few)
        for (int digit = 0; digit < board.order(); ++digit) {
            const Mask places = board.where(house, digit);
            few |= (Mask{is_several(places)} & Mask{has_at_most(places, size)}) << digit;
        }
        if (has_at_most(few, size - 1)) continue;
        choice.clear();
        each(few, [&](int digit) { choice.add(digit, board.where(house, digit)); });
        each_tight_choice(choice, [&](std::span<const int> digits, Mask positions) {
            if (sink.done()) return;
            Mask kept = 0;
            for (const int digit : digits) kept |= bit(digit);
            Step& step = sink.start();
            each(positions, [&](int p) {
                const int cell = layout.cells(house)[p];
                each(board.at(cell) & ~kept, [&](int d) { step.eliminate(cell, d); });
            });
            if (step.eliminations.empty()) return;
            each(positions,
                 [&](int p) { step.mark_all(board, layout.cells(house)[p], kept, "pattern"); });
            step.houses.push_back(house);
            sink.finish();
        });
        if (sink.done()) return;
    }
}

constexpr const char* kSubsetRoles[] = {"pattern"};

}  // namespace

extern constexpr Finder kLockedPair{"locked-pair", find_naked_subsets<2, Shared::several_houses>,
                                    kSubsetRoles};
extern constexpr Finder kLockedTriple{"locked-triple",
                                      find_naked_subsets<3, Shared::several_houses>, kSubsetRoles};
extern constexpr Finder kNakedPair{"naked-pair", find_naked_subsets<2, Shared::one_house>,
                                   kSubsetRoles};
extern constexpr Finder kNakedTriple{"naked-triple", find_naked_subsets<3, Shared::one_house>,
                                     kSubsetRoles};
extern constexpr Finder kNakedQuad{"naked-quad", find_naked_subsets<4, Shared::one_house>,
                                   kSubsetRoles};
extern constexpr Finder kHiddenPair{"hidden-pair", find_hidden_subsets<2>, kSubsetRoles};
extern constexpr Finder kHiddenTriple{"hidden-triple", find_hidden_subsets<3>, kSubsetRoles};
extern constexpr Finder kHiddenQuad{"hidden-quad", find_hidden_subsets<4>, kSubsetRoles};

}  // namespace pandoku::logic
