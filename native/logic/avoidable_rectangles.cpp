// Avoidable rectangles: placed digits that are not givens could be exchanged, just like candidates.
#include <vector>

#include "logic/finder.hpp"
#include "logic/rectangles.hpp"

namespace pandoku::logic {

namespace {

// Type 1: three corners have been filled in. The fourth must not complete two pairs that could be
// exchanged, because no given would distinguish the two solutions.
void find_avoidable_rectangles_1(const Board& board, Sink& sink) {
    const auto is_fit = [&](int cell) { return !board.is_given(cell); };
    each_rectangle(board.layout(), sink, is_fit, [&](const std::vector<int>& c) {
        for (int i = 0; i < 4; ++i) {
            const int last = c[i], opposite = board.digit(c[(i + 2) % 4]);
            const int one = board.digit(c[(i + 1) % 4]), other = board.digit(c[(i + 3) % 4]);
            if (!board.is_open(last) || opposite < 0 || one < 0 || one != other) continue;
            if (!board.has(last, opposite)) continue;
            Step& step = sink.start();
            step.eliminate(last, opposite);
            for (int k = 1; k < 4; ++k) step.mark(c[(i + k) % 4], "filled");
            step.mark(last, "open");
            step.mark(last, opposite, "pair");
            sink.finish();
        }
    });
}

// Type 2: two neighboring corners are filled, and the other two have the same extra candidate. The
// extra candidate is true in one of them, because otherwise the digits of the rectangle could be
// exchanged.
void find_avoidable_rectangles_2(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    const auto is_fit = [&](int cell) { return !board.is_given(cell); };
    each_rectangle(layout, sink, is_fit, [&](const std::vector<int>& c) {
        for (int i = 0; i < 4; ++i) {
            const int a = c[i], b = c[(i + 1) % 4], across_a = c[(i + 2) % 4],
                      across_b = c[(i + 3) % 4];
            if (board.is_open(a) || board.is_open(b)) continue;
            // In a rectangle that can be exchanged, opposite corners hold the same digit.
            const Mask x = bit(board.digit(a)), y = bit(board.digit(b));
            const Mask m = board.at(across_a), n = board.at(across_b);
            if (!is_pair(m) || !is_pair(n) || (m & x) == 0 || (n & y) == 0) continue;
            if ((m & ~x) != (n & ~y)) continue;
            const int z = lowest(m & ~x);
            const CellSet gone =
                layout.house_sight(across_a) & layout.house_sight(across_b) & board.cells_with(z);
            Step& step = sink.start();
            gone.each([&](int cell) { step.eliminate(cell, z); });
            for (const int cell : {a, b}) step.mark(cell, "filled");
            for (const int cell : {across_a, across_b}) {
                step.mark(cell, "open");
                step.mark(cell, lowest(board.at(cell) & ~bit(z)), "pair");
                step.mark(cell, z, "extra");
            }
            sink.finish();
        }
    });
}

constexpr const char* kAvoidableRoles[] = {"filled", "open", "pair", "extra"};

}  // namespace

extern constexpr Finder kAvoidableRectangle1{"avoidable-rectangle-1", find_avoidable_rectangles_1,
                                             std::span(kAvoidableRoles, 3), Needs::one_solution};
extern constexpr Finder kAvoidableRectangle2{"avoidable-rectangle-2", find_avoidable_rectangles_2,
                                             kAvoidableRoles, Needs::one_solution};

}  // namespace pandoku::logic
