// Locked candidates: all places of a digit in one house are also in a second house.
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

void find_locked(const Board& board, Sink& sink, bool from_box) {
    const Layout& layout = board.layout();
    for (int house = 0; house < layout.n_houses(); ++house) {
        if ((layout.kind(house) == Kind::box) != from_box) continue;
        // Most houses have no such digit. The first place of each digit shows whether all its
        // places can be in a second house, before any pair of houses is compared. (The added bit
        // keeps lowest() in range if the digit has no places.)
        Mask near = 0;
        for (int digit = 0; digit < board.order(); ++digit) {
            const Mask places = board.where(house, digit), rest = places & (places - 1);
            const Mask company = layout.company(house, lowest(places | bit(board.order() - 1)));
            near |= static_cast<Mask>(rest != 0 && (rest & ~company) == 0) << digit;
        }
        if (near == 0) continue;
        for (const int other : layout.overlapping(house)) {
            const Mask common = layout.crossing(house, other);
            const Mask back = layout.crossing(other, house);
            for (Mask left = near; left != 0; left &= left - 1) {
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

constexpr const char* kLockedRoles[] = {"pattern", "proves"};

}  // namespace

extern constexpr Finder kPointing{"pointing", with<find_locked, true>, kLockedRoles};
extern constexpr Finder kClaiming{"claiming", with<find_locked, false>, kLockedRoles};

}  // namespace pandoku::logic
