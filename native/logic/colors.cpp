// Coloring: cells joined by strong links of a digit get two alternating colors. All cells of one
// color hold the digit, and no cell of the other color does.
#include <vector>

#include "logic/finder.hpp"
#include "logic/links.hpp"

namespace pandoku::logic {

namespace {

// Two roles for each cluster.
constexpr const char* kColorRoles[] = {"color-a", "color-b", "color-c", "color-d"};

struct Cluster {
    CellSet color[2];
    CellSet all() const { return color[0] | color[1]; }
};

std::vector<Cluster> clusters(const Board& board, int digit) {
    const Layout& layout = board.layout();
    const auto links = strong_links(board, digit);
    std::vector<Cluster> found;
    CellSet seen = layout.none();
    for (const StrongLink& first : links) {
        if (seen.has(first.ends[0])) continue;
        Cluster cluster{{layout.none(), layout.none()}};
        cluster.color[0].add(first.ends[0]);
        for (bool grows = true; grows;) {
            grows = false;
            for (const StrongLink& link : links)
                for (int end = 0; end < 2; ++end)
                    for (int side = 0; side < 2; ++side)
                        if (cluster.color[side].has(link.ends[end]) &&
                            !cluster.color[1 - side].has(link.ends[1 - end])) {
                            cluster.color[1 - side].add(link.ends[1 - end]);
                            grows = true;
                        }
        }
        seen |= cluster.all();
        // A ring of odd length cannot be colored. The board then has no solution and any step
        // would be valid, so the cluster is skipped.
        if (!cluster.color[0].meets(cluster.color[1])) found.push_back(cluster);
    }
    return found;
}

CellSet sight_of(const Layout& layout, const CellSet& cells) {
    CellSet seen = layout.none();
    cells.each([&](int cell) { seen |= layout.house_sight(cell); });
    return seen;
}

void mark(Step& step, int digit, const Cluster& cluster, int which) {
    for (int side = 0; side < 2; ++side)
        cluster.color[side].each([&](int cell) {
            step.mark(cell, kColorRoles[2 * which + side]);
            step.mark(cell, digit, kColorRoles[2 * which + side]);
        });
}

void tell(Sink& sink, int digit, const CellSet& gone, const std::vector<Cluster>& shown) {
    if (gone.empty()) return;
    Step& step = sink.start();
    gone.each([&](int cell) { step.eliminate(cell, digit); });
    for (std::size_t i = 0; i < shown.size(); ++i) mark(step, digit, shown[i], static_cast<int>(i));
    sink.finish();
}

// The false color gets the second role, so that the explanation can name it.
Cluster turned(const Cluster& cluster, int false_side) {
    return {{cluster.color[1 - false_side], cluster.color[false_side]}};
}

void find_color_traps(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    for (int digit = 0; digit < board.order(); ++digit)
        for (const Cluster& cluster : clusters(board, digit)) {
            if (sink.done()) return;
            CellSet gone = sight_of(layout, cluster.color[0]) & sight_of(layout, cluster.color[1]);
            gone &= board.cells_with(digit);
            tell(sink, digit, gone - cluster.all(), {cluster});
        }
}

void find_color_wraps(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    for (int digit = 0; digit < board.order(); ++digit)
        for (const Cluster& cluster : clusters(board, digit))
            for (int side = 0; side < 2; ++side) {
                if (sink.done()) return;
                const CellSet& color = cluster.color[side];
                if (sight_of(layout, color).meets(color))
                    tell(sink, digit, color, {turned(cluster, side)});
            }
}

void find_multi_color_traps(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    for (int digit = 0; digit < board.order(); ++digit) {
        const auto all = clusters(board, digit);
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t j = i + 1; j < all.size() && !sink.done(); ++j) {
                CellSet gone = layout.none();
                for (int a = 0; a < 2; ++a)
                    for (int b = 0; b < 2; ++b) {
                        if (!sight_of(layout, all[i].color[a]).meets(all[j].color[b])) continue;
                        // The two colors are not both true, so at least one of the opposite colors
                        // is true.
                        gone |= sight_of(layout, all[i].color[1 - a]) &
                                sight_of(layout, all[j].color[1 - b]);
                    }
                tell(sink, digit, gone & board.cells_with(digit), {all[i], all[j]});
            }
    }
}

void find_multi_color_wraps(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    for (int digit = 0; digit < board.order(); ++digit) {
        const auto all = clusters(board, digit);
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t j = 0; j < all.size(); ++j)
                for (int a = 0; a < 2 && i != j; ++a) {
                    if (sink.done()) return;
                    // One of the other cluster's colors is true, and this color sees both.
                    const CellSet seen = sight_of(layout, all[i].color[a]);
                    if (seen.meets(all[j].color[0]) && seen.meets(all[j].color[1]))
                        tell(sink, digit, all[i].color[a], {turned(all[i], a), all[j]});
                }
    }
}

// Remote pairs: cells with the same two candidates that form a path of peers, so that their digits
// alternate.
void find_remote_pairs(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    CellSet seen = layout.none();
    for (int first = 0; first < layout.n_cells(); ++first) {
        const Mask pair = board.at(first);
        if (!is_pair(pair) || seen.has(first)) continue;
        CellSet same = layout.none();
        for (int cell = first; cell < layout.n_cells(); ++cell)
            if (board.at(cell) == pair) same.add(cell);
        Cluster cluster{{layout.none(), layout.none()}};
        cluster.color[0].add(first);
        for (int before = 0, now = 1; now != before; before = now, now = cluster.all().count())
            for (int side = 0; side < 2; ++side)
                cluster.color[1 - side] |= sight_of(layout, cluster.color[side]) & same;
        seen |= cluster.all();
        if (cluster.color[0].meets(cluster.color[1]) || cluster.all().count() < 4) continue;
        CellSet both = sight_of(layout, cluster.color[0]) & sight_of(layout, cluster.color[1]);
        both -= cluster.all();
        Step& step = sink.start();
        both.each([&](int cell) {
            each(board.at(cell) & pair, [&](int d) { step.eliminate(cell, d); });
        });
        for (int side = 0; side < 2; ++side)
            cluster.color[side].each(
                [&](int cell) { step.mark_all(board, cell, pair, kColorRoles[side]); });
        sink.finish();
        if (sink.done()) return;
    }
}

}  // namespace

extern constexpr Finder kSimpleColorsTrap{"simple-colors-trap", find_color_traps,
                                          std::span(kColorRoles, 2)};
extern constexpr Finder kSimpleColorsWrap{"simple-colors-wrap", find_color_wraps,
                                          std::span(kColorRoles, 2)};
extern constexpr Finder kMultiColorsTrap{"multi-colors-trap", find_multi_color_traps, kColorRoles};
extern constexpr Finder kMultiColorsWrap{"multi-colors-wrap", find_multi_color_wraps, kColorRoles};
extern constexpr Finder kRemotePair{"remote-pair", find_remote_pairs, std::span(kColorRoles, 2)};

}  // namespace pandoku::logic
