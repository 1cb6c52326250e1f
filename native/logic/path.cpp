#include "logic/path.hpp"

namespace pandoku::logic {

void apply(Board& board, const Step& step) {
    for (const auto [cell, digit] : step.eliminations) board.eliminate(cell, digit);
    for (const auto [cell, digit] : step.placements)
        if (board.is_open(cell)) board.place(cell, digit);
}

bool walk(Board& board, std::span<const int> order, const OnStep& on_step,
          const std::function<bool()>& poll, bool is_told) {
    Sink sink(1, poll, is_told);
    while (board.n_open() > 0 && !board.is_broken()) {
        bool has_step = false;
        for (const int number : order) {
            sink.reopen();
            finders()[static_cast<std::size_t>(number)].find(board, sink);
            if (sink.was_stopped()) return false;
            if ((has_step = sink.n_taken() > 0)) {
                if (!on_step(number, sink.last())) return true;
                apply(board, sink.last());
                break;
            }
        }
        if (!has_step) break;
    }
    return true;
}

}  // namespace pandoku::logic
