// Locked candidates: all places of a digit in one house lie in a second house too.
#include "logic/finders.hpp"

namespace pandoku::logic {

void find_locked(const Board& board, Sink& sink, bool from_box) {
    const Layout& layout = board.layout();
    for (int house = 0; house < layout.n_houses(); ++house) {
        if ((layout.kind(house) == Kind::box) != from_box) continue;
        for (int other = 0; other < layout.n_houses(); ++other) {
            const Mask common = layout.crossing(house, other);
            if (other == house || count(common) < 2) continue;
            for (int digit = 0; digit < board.order(); ++digit) {
                const Mask places = board.where(house, digit);
                const Mask gone = board.where(other, digit) & ~layout.crossing(other, house);
                if (count(places) < 2 || (places & ~common) != 0 || gone == 0) continue;
                Step& step = sink.start();
                each(gone, [&](int p) { step.eliminate(layout.cells(other)[p], digit); });
                each(places, [&](int p) {
                    step.mark(layout.cells(house)[p], "pattern");
                    step.mark(layout.cells(house)[p], digit, "proves");
                });
                step.houses.push_back(house);
                step.houses.push_back(other);
                sink.finish();
                if (sink.done()) return;
            }
        }
    }
}

}  // namespace pandoku::logic
