// Techniques with two almost locked sets (XZ) and with three (XY-wing).
#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "logic/als.hpp"
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

void find_als_xz(const Board& board, Sink& sink) {
    const AlsTable& table = almost_locked_sets(board);
    const auto& sets = table.sets();
    for (std::size_t i = 0; i < sets.size(); ++i)
        for (const AlsLink& link : table.links(i)) {
            if (sink.done()) return;
            const auto j = static_cast<std::size_t>(link.set);
            const Mask links = link.digits;
            if (j < i || (is_single(links) && !table.is_aiming(link, i))) continue;
            const Als &a = sets[i], &b = sets[j];
            // Makes a step for each digit of the link. Two restricted digits prove more, because
            // each set locks the other. These make a single step, which is built for the first
            // digit.
            const bool is_double = is_several(links) && !a.set().meets(b.set());
            Mask todo = is_double ? links & -links : links;
            for (; todo != 0; todo &= todo - 1) {
                const int x = lowest(todo);
                Step& step = sink.start();
                for (Mask rest = a.digits & b.digits; rest != 0; rest &= rest - 1) {
                    const int z = lowest(rest);
                    if (z != x || is_double) eliminate_once(step, a.sight(z) & b.sight(z), z);
                }
                if (is_double)
                    for (const Als* one : {&a, &b})
                        each(one->digits & ~links, [&](int d) {
                            eliminate_once(step, one->sight(d) - a.set() - b.set(), d);
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
class AlsXyWings {
  public:
    AlsXyWings(const Board& board, Sink& sink)
        : board_(board),
          sink_(sink),
          table_(almost_locked_sets(board)),
          sets_(table_.sets()),
          linked_(1, sets_.size()),
          places_(sets_.size()) {}

    void run() {
        std::vector<std::uint64_t> pairs(table_.n_words());
        for (std::size_t middle = 0; middle < sets_.size(); ++middle) {
            const auto links = table_.links(middle);
            note(links);
            for (std::size_t i = 0; i < links.size(); ++i) {
                const auto first = static_cast<std::size_t>(links[i].set);
                const std::uint64_t* aiming = table_.aiming(links[i]);
                for (std::size_t w = 0; w < pairs.size(); ++w) pairs[w] = linked_[0][w] & aiming[w];
                // Every pair counts as a look, even if it is skipped because it eliminates nothing.
                // So the count does not depend on the shortcut.
                std::size_t looked = i;
                each_bit(pairs.data(), pairs.size(), first + 1, [&](std::size_t second) {
                    const std::size_t j = places_[second];
                    if (sink_.done(j - std::exchange(looked, j))) return;
                    if (table_.is_aiming(links[j], first))
                        try_pair(sets_[middle], links[i], links[j]);
                });
                if (sink_.done(links.size() - 1 - looked)) return;
            }
        }
    }

  private:
    // Records which sets are linked to the middle one, and the index of each among its
    // links.
    void note(std::span<const AlsLink> links) {
        std::fill(linked_[0], linked_[0] + linked_.n_words(), 0);
        for (std::size_t i = 0; i < links.size(); ++i) {
            linked_.add(0, static_cast<std::size_t>(links[i].set));
            places_[static_cast<std::size_t>(links[i].set)] = i;
        }
    }

    // Tries every choice of two different restricted digits x and y.
    void try_pair(const Als& c, const AlsLink& to_a, const AlsLink& to_b) {
        const Als &a = sets_[to_a.set], &b = sets_[to_b.set];
        for (Mask xs = to_a.digits; xs != 0; xs &= xs - 1)
            for (Mask ys = to_b.digits & ~(xs & -xs); ys != 0; ys &= ys - 1) {
                const int x = lowest(xs), y = lowest(ys);
                const auto each_gone = [&](auto&& f) {
                    each(a.digits & b.digits & ~bit(x) & ~bit(y),
                         [&](int z) { f((a.sight(z) & b.sight(z)) - c.set(), z); });
                };
                bool any = false;
                each_gone([&](const CellSet& cells, int) { any = any || !cells.empty(); });
                if (!any) continue;
                Step& step = sink_.start();
                each_gone([&](const CellSet& cells, int z) { eliminate_once(step, cells, z); });
                mark_set(board_, step, a, 0);
                mark_set(board_, step, c, 1);
                mark_set(board_, step, b, 2);
                for (const auto& [set, digit] : {std::pair{&a, x}, {&c, x}, {&c, y}, {&b, y}})
                    mark_restricted(step, *set, digit);
                sink_.finish();
            }
    }

    const Board& board_;
    Sink& sink_;
    const AlsTable& table_;
    const std::vector<Als>& sets_;
    BitRows linked_;                   // the sets linked to the middle one
    std::vector<std::size_t> places_;  // [set]: its index among the middle's links
};

void find_als_xy_wings(const Board& board, Sink& sink) { AlsXyWings(board, sink).run(); }

}  // namespace

extern constexpr Finder kAlsXz{"als-xz", find_als_xz, std::span(kSetRoles).subspan(1, 3)};
extern constexpr Finder kAlsXyWing{"als-xy-wing", find_als_xy_wings,
                                   std::span(kSetRoles).subspan(1, 4)};

}  // namespace pandoku::logic
