// Almost locked sets, two of them (XZ) and three (XY-wing).
#include <utility>

#include "logic/als.hpp"
#include "logic/finders.hpp"

namespace pandoku::logic {

void find_als_xz(const Board& board, Sink& sink) {
    const auto& [sets, table] = almost_locked_sets(board);
    for (std::size_t i = 0; i < sets.size(); ++i)
        for (const auto [j, links] : table[i]) {
            if (sink.done()) return;
            if (j < static_cast<int>(i)) continue;
            const Als &a = sets[i], &b = sets[j];
            // Told once for each link; what two links do together is told with the first.
            const bool is_double = count(links) >= 2 && !a.set.meets(b.set);
            Mask todo = is_double ? links & -links : links;
            for (; todo != 0; todo &= todo - 1) {
                const int x = lowest(todo);
                Step& step = sink.start();
                for (Mask rest = a.digits & b.digits; rest != 0; rest &= rest - 1) {
                    const int z = lowest(rest);
                    if (z != x || is_double)
                        eliminate_once(step, a.sight(z) & b.sight(z), z);
                }
                if (is_double)
                    for (const Als* one : {&a, &b})
                        each(one->digits & ~links, [&](int d) {
                            eliminate_once(step, one->sight(d) - a.set - b.set, d);
                        });
                if (step.eliminations.empty()) continue;
                mark_set(board, step, a, 0);
                mark_set(board, step, b, 1);
                for (const Als* one : {&a, &b})
                    each(is_double ? links : bit(x),
                         [&](int d) { mark_restricted(step, *one, d); });
                sink.finish();
            }
        }
}

// The middle set c shares the restricted digit x with a, and y with b.
void find_als_xy_wings(const Board& board, Sink& sink) {
    const auto& [sets, links] = almost_locked_sets(board);
    for (std::size_t middle = 0; middle < sets.size(); ++middle) {
        const Als& c = sets[middle];
        const auto& linked = links[middle];
        for (std::size_t i = 0; i < linked.size(); ++i)
            for (std::size_t j = i + 1; j < linked.size(); ++j) {
                if (sink.done()) return;
                const Mask x_links = linked[i].digits, y_links = linked[j].digits;
                const Als &a = sets[linked[i].set], &b = sets[linked[j].set];
                // Any two different digits will do.
                for (Mask xs = x_links; xs != 0; xs &= xs - 1)
                    for (Mask ys = y_links & ~(xs & -xs); ys != 0; ys &= ys - 1) {
                        const int x = lowest(xs), y = lowest(ys);
                        Step& step = sink.start();
                        each(a.digits & b.digits & ~bit(x) & ~bit(y), [&](int z) {
                            if (a.sight(z).meets(b.sight(z)))
                                eliminate_once(step, (a.sight(z) & b.sight(z)) - c.set, z);
                        });
                        if (step.eliminations.empty()) continue;
                        mark_set(board, step, a, 0);
                        mark_set(board, step, c, 1);
                        mark_set(board, step, b, 2);
                        for (const auto& [set, digit] : {std::pair{&a, x}, {&c, x}, {&c, y}, {&b, y}})
                            mark_restricted(step, *set, digit);
                        sink.finish();
                    }
            }
    }
}

}  // namespace pandoku::logic
