// Locked candidates: all places of a digit in one house lie in a second house too.
#include "logic/finders.hpp"

namespace pandoku::logic {

void find_locked(const Board& board, Sink& sink, bool from_box) {
    const Layout& layout = board.layout();
    for (int house = 0; house < layout.n_houses(); ++house) {
        if ((layout.kind(house) == Kind::box) != from_box) continue;
        Mask several = 0;  // the digits with two places in the house or more
        for (int digit = 0; digit < board.order(); ++digit)
            several |= static_cast<Mask>(board.where(house, digit) != 0) << digit;
        several &= ~board.sole(house);
        if (several == 0) continue;
        for (const int other : layout.overlapping(house)) {
            const Mask common = layout.crossing(house, other);
            const Mask back = layout.crossing(other, house);
            for (Mask left = several; left != 0; left &= left - 1) {
                const int digit = lowest(left);
                const Mask places = board.where(house, digit);
                if ((places & ~common) != 0) continue;
                const Mask gone = board.where(other, digit) & ~back;
                if (gone == 0) continue;
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
