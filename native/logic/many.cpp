#include "logic/many.hpp"

#include <utility>

#include "grid/in_threads.hpp"
#include "logic/path.hpp"

namespace pandoku::logic {

// Singles take about half of the time (mostly in Board::place), and setting up the board a sixth.
// Tried without gaining more than 1 %: newer instructions (popcnt, BMI), locked candidates by the
// houses of the first place, places stored digit by digit.
bool walk_many(const Layout& layout, const Many& many, Poll poll) {
    return in_threads(many.n, many.threads, poll, [&](const auto& goes_on, const auto& next) {
        Starts starts(layout, many);
        Sink sink(1, goes_on, false);
        for (std::int64_t i; (i = next()) >= 0;) {
            std::int32_t* counts = many.counts + i * static_cast<std::int64_t>(many.order.size());
            Board& board = starts.board(i);
            if (many.kept == nullptr) {
                if (count_steps(board, many.order, sink, counts)) starts.end(i);
                continue;
            }
            Outline outline{many.costs, counts};
            if (outline_steps(board, many.order, sink, outline)) starts.end(i);
            many.kept[i] = std::move(outline.kept);
        }
    });
}

}  // namespace pandoku::logic
