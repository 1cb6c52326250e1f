// Empty rectangle: a digit's places in a box lie in one row and one column of it. So the digit is
// in that row inside the box, or in that column. A strong link turns this into an elimination.
#include <vector>

#include "logic/finder.hpp"
#include "logic/links.hpp"

namespace pandoku::logic {

namespace {

// A box, its line that meets the link, and its line where the digit is eliminated.
struct Hinge {
    int box, met, other;
    Mask places;
};

// The digit is in `met` or in `other`. If the digit is in `met` inside the box, `near` is false and
// `far` is true. So a cell of `other` that sees `far` cannot hold the digit.
struct Find {
    Hinge hinge;
    StrongLink link;
    int near, far;
    CellSet gone;
};

std::vector<Hinge> hinges(const Board& board, int digit) {
    const Layout& layout = board.layout();
    std::vector<Hinge> found;
    for (const int box : layout.houses(Kind::box)) {
        const Mask places = board.where(box, digit);
        if (count(places) < 2) continue;
        for (const int row : layout.houses(Kind::row))
            for (const int column : layout.houses(Kind::column)) {
                const Mask in_row = layout.crossing(box, row),
                           in_col = layout.crossing(box, column);
                if (in_row == 0 || in_col == 0 || (places & ~(in_row | in_col)) != 0) continue;
                if ((places & ~in_row) == 0 || (places & ~in_col) == 0) continue;
                found.push_back({box, row, column, places});
                found.push_back({box, column, row, places});
            }
    }
    return found;
}

std::vector<Find> finds(const Board& board, int digit) {
    const Layout& layout = board.layout();
    const auto links = strong_links(board, digit);
    std::vector<Find> found;
    for (const Hinge& hinge : hinges(board, digit))
        for (const StrongLink& link : links)
            for (int i = 0; i < 2; ++i) {
                const int near = link.ends[i], far = link.ends[1 - i];
                const CellSet &box = layout.house_set(hinge.box),
                              &met = layout.house_set(hinge.met);
                if (layout.kind(link.house) == Kind::box || box.has(near) || box.has(far)) continue;
                if (!met.has(near) || met.has(far)) continue;
                CellSet gone = layout.house_set(hinge.other) & layout.house_sight(far);
                gone &= board.cells_with(digit);
                gone -= box;
                gone.drop(near);
                if (!gone.empty()) found.push_back({hinge, link, near, far, gone});
            }
    return found;
}

void fill(const Board& board, Step& step, int digit, const Find& find) {
    const Layout& layout = board.layout();
    if (step.cells.empty())
        each(find.hinge.places, [&](int p) {
            step.mark(layout.cells(find.hinge.box)[p], "pattern");
            step.mark(layout.cells(find.hinge.box)[p], digit, "proves");
        });
    for (const int cell : {find.near, find.far}) {
        step.mark(cell, "link");
        step.mark(cell, digit, "link");
    }
    find.gone.each([&](int cell) { step.eliminate(cell, digit); });
    for (const int house : {find.hinge.box, find.hinge.met, find.hinge.other, find.link.house})
        step.houses.push_back(house);
}

void find_empty_rectangles(const Board& board, Sink& sink) {
    for (int digit = 0; digit < board.order(); ++digit)
        for (const Find& find : finds(board, digit)) {
            if (sink.done()) return;
            fill(board, sink.start(), digit, find);
            sink.finish();
        }
}

// Two empty rectangles of one box that eliminate different candidates, as one step.
void find_dual_empty_rectangles(const Board& board, Sink& sink) {
    for (int digit = 0; digit < board.order(); ++digit) {
        const auto all = finds(board, digit);
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t j = i + 1; j < all.size(); ++j) {
                if (sink.done()) return;
                if (all[i].hinge.box != all[j].hinge.box || all[i].gone.meets(all[j].gone))
                    continue;
                Step& step = sink.start();
                fill(board, step, digit, all[i]);
                fill(board, step, digit, all[j]);
                sink.finish();
            }
    }
}

constexpr const char* kEmptyRectangleRoles[] = {"pattern", "proves", "link"};

}  // namespace

extern constexpr Finder kEmptyRectangle{"empty-rectangle", find_empty_rectangles,
                                        kEmptyRectangleRoles};
extern constexpr Finder kDualEmptyRectangle{"dual-empty-rectangle", find_dual_empty_rectangles,
                                            kEmptyRectangleRoles};

}  // namespace pandoku::logic
