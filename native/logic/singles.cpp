// One place for a digit, or one digit for a cell.
#include "logic/finders.hpp"

namespace pandoku::logic {

void find_full_houses(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    if (board.n_almost_full() == 0) return;
    for (int house = 0; house < layout.n_houses(); ++house) {
        if (board.n_open(house) != 1) continue;
        if (sink.done()) return;
        for (const int cell : layout.cells(house)) {
            if (!board.is_open(cell) || !is_single(board.at(cell))) continue;
            Step& step = sink.start();
            step.place(cell, lowest(board.at(cell)));
            step.mark(cell, "single");
            step.houses.push_back(house);
            sink.finish();
        }
    }
}

void find_naked_singles(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    CellSet left = board.singles();
    for (int cell; (cell = left.first()) >= 0; left.drop(cell)) {
        const int digit = lowest(board.at(cell));
        Step& step = sink.start();
        step.place(cell, digit);
        step.mark(cell, "single");
        step.mark(cell, digit, "proves");
        // For every other digit the first peer that holds it.
        Mask told = bit(digit);
        for (const int peer : layout.peers(cell)) {
            if (!step.is_told) break;
            if (board.is_open(peer) || (told & bit(board.digit(peer))) != 0) continue;
            told |= bit(board.digit(peer));
            step.mark(peer, "excludes");
        }
        sink.finish();
        if (sink.done()) return;
    }
}

namespace {

// For every other empty cell of the house the first peer that holds the digit.
void mark_who_excludes(const Board& board, Step& step, int house, int digit, int place) {
    if (!step.is_told) return;
    const Layout& layout = board.layout();
    CellSet told = layout.none();
    for (const int cell : layout.cells(house)) {
        if (cell == place || !board.is_open(cell)) continue;
        for (const int peer : layout.peers(cell)) {
            if (board.digit(peer) != digit) continue;
            if (!told.has(peer)) step.mark(peer, "excludes");
            told.add(peer);
            break;
        }
    }
}

}  // namespace

void find_hidden_singles(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    for (int house = 0; house < layout.n_houses(); ++house)
        for (Mask left = board.sole(house); left != 0; left &= left - 1) {
            const int digit = lowest(left);
            const int cell = layout.cells(house)[lowest(board.where(house, digit))];
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

}  // namespace pandoku::logic
