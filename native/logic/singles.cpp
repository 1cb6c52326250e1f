// One place for a digit, or one digit for a cell.
#include "logic/finders.hpp"

namespace pandoku::logic {

void find_full_houses(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    for (int house = 0; house < layout.n_houses() && !sink.done(); ++house) {
        if (board.n_open(house) != 1) continue;
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
    for (int cell = 0; cell < layout.n_cells(); ++cell) {
        if (!is_single(board.at(cell))) continue;
        const int digit = lowest(board.at(cell));
        Step& step = sink.start();
        step.place(cell, digit);
        step.mark(cell, "single");
        step.mark(cell, digit, "proves");
        // For every other digit the first peer that holds it.
        Mask told = bit(digit);
        for (const int peer : layout.peers(cell)) {
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
        for (int digit = 0; digit < board.order(); ++digit) {
            if (!is_single(board.where(house, digit))) continue;
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
