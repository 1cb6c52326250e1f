// Singles: one place left for a digit, or one digit for a cell. The board keeps track of both, so
// finding a single only takes reading a bit.
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

Placement only_place(const Board& board, int house, int digit) {
    return {board.layout().cells(house)[lowest(board.where(house, digit))], digit};
}

// In a house with one empty cell, the digits with one place are the candidates of this cell. If
// there is exactly one digit, it is returned.
Placement last_of(const Board& board, int house) {
    const Mask sole = board.sole(house);
    return is_single(sole) ? only_place(board, house, lowest(sole)) : Placement{};
}

void find_full_houses(const Board& board, Sink& sink) {
    const int n = board.layout().n_houses();
    for (int house = -1; (house = board.next_almost_full(house + 1)) < n;) {
        if (sink.done()) return;
        const auto [cell, digit] = last_of(board, house);
        if (cell < 0) continue;
        Step& step = sink.start();
        step.place(cell, digit);
        step.mark(cell, "single");
        step.houses.push_back(house);
        sink.finish();
    }
}

Placement first_full_house(const Board& board) {
    const int n = board.layout().n_houses();
    for (int house = -1; (house = board.next_almost_full(house + 1)) < n;)
        if (const Placement found = last_of(board, house); found.cell >= 0) return found;
    return {};
}

// Marks, for every other digit, the first cell in sight that holds it: one reason is enough.
void mark_who_excludes(const Board& board, Step& step, int cell, int digit) {
    Mask told = bit(digit);
    board.sight().of(cell).each([&](int peer) {
        if (board.is_open(peer) || (told & bit(board.digit(peer))) != 0) return;
        told |= bit(board.digit(peer));
        step.mark(peer, "excludes");
    });
}

void find_naked_singles(const Board& board, Sink& sink) {
    CellSet left = board.singles();
    for (int cell; (cell = left.first()) >= 0; left.drop(cell)) {
        const int digit = lowest(board.at(cell));
        Step& step = sink.start();
        step.place(cell, digit);
        step.mark(cell, "single");
        step.mark(cell, digit, "proves");
        if (step.is_told) mark_who_excludes(board, step, cell, digit);
        sink.finish();
        if (sink.done()) return;
    }
}

Placement first_naked_single(const Board& board) {
    const int cell = board.singles().first();
    return {cell, cell < 0 ? 0 : lowest(board.at(cell))};
}

// Marks, for every other empty cell of the house, the first cell in sight that holds the digit.
void mark_who_excludes(const Board& board, Step& step, int house, int digit, int place) {
    if (!step.is_told) return;
    const Layout& layout = board.layout();
    CellSet told = layout.none();
    for (const int cell : layout.cells(house)) {
        if (cell == place || !board.is_open(cell)) continue;
        int by = -1;
        board.sight().of(cell).each([&](int peer) {
            if (by < 0 && board.digit(peer) == digit) by = peer;
        });
        if (by < 0 || told.has(by)) continue;
        told.add(by);
        step.mark(by, "excludes");
    }
}

void find_hidden_singles(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    for (int house = 0; house < layout.n_houses(); ++house)
        for (Mask left = board.sole(house); left != 0; left &= left - 1) {
            const auto [cell, digit] = only_place(board, house, lowest(left));
            Step& step = sink.start();
            step.place(cell, digit);
            step.mark(cell, "single");
            step.mark(cell, digit, "proves");
            mark_who_excludes(board, step, house, digit, cell);
            step.houses.push_back(house);
            sink.finish();
            if (sink.done()) return;
        }
}

Placement first_hidden_single(const Board& board) {
    const int n = board.layout().n_houses();
    for (int house = 0; house < n; ++house)
        if (const Mask sole = board.sole(house); sole != 0)
            return only_place(board, house, lowest(sole));
    return {};
}

constexpr const char* kSingleRoles[] = {"single", "proves", "excludes"};

}  // namespace

extern constexpr Finder kFullHouse{"full-house", find_full_houses, std::span(kSingleRoles, 1),
                                   Needs::nothing, first_full_house};
extern constexpr Finder kNakedSingle{"naked-single", find_naked_singles, kSingleRoles,
                                     Needs::nothing, first_naked_single};
extern constexpr Finder kHiddenSingle{"hidden-single", find_hidden_singles, kSingleRoles,
                                      Needs::nothing, first_hidden_single};

}  // namespace pandoku::logic
