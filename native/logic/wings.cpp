// Wings: a few cells with few candidates. One of these cells always holds a digit z, so a cell that
// sees all their places for z cannot hold z.
#include <span>
#include <vector>

#include "logic/finder.hpp"
#include "logic/links.hpp"

namespace pandoku::logic {

namespace {

// Eliminates the digit from the cells that see all of `seen_by`. No cell sees itself, so the cells
// in `seen_by` keep it.
void eliminate_in_sight(const Board& board, Step& step, int digit, std::span<const int> seen_by) {
    CellSet gone = board.cells_with(digit);
    for (const int cell : seen_by) gone &= board.layout().house_sight(cell);
    gone.each([&](int cell) { step.eliminate(cell, digit); });
}

// The pivot has two candidates (XY) or three (XYZ). Each wing shares one of them and has z.
void find_xy_wings(const Board& board, Sink& sink, bool with_z) {
    const Layout& layout = board.layout();
    std::vector<int> wings;
    for (int pivot = 0; pivot < layout.n_cells(); ++pivot) {
        const Mask digits = board.at(pivot);
        if (!has_at_most(digits, with_z ? 3 : 2) || has_at_most(digits, with_z ? 2 : 1)) continue;
        wings.clear();
        for (const int peer : layout.house_peers(pivot))
            if (is_pair(board.at(peer)) && count(board.at(peer) & digits) == (with_z ? 2 : 1))
                wings.push_back(peer);
        for (std::size_t i = 0; i < wings.size(); ++i)
            for (std::size_t j = i + 1; j < wings.size(); ++j) {
                const Mask a = board.at(wings[i]), b = board.at(wings[j]);
                if (!is_single(a & b) || count(a | b | digits) != 3) continue;
                if ((a & b & digits) != (with_z ? a & b : 0)) continue;
                const int z = lowest(a & b);
                Step& step = sink.start();
                const int seen_by[] = {wings[i], wings[j], pivot};
                eliminate_in_sight(board, step, z, std::span(seen_by, with_z ? 3 : 2));
                if (step.eliminations.empty()) continue;
                step.mark_all(board, pivot, digits, "pivot");
                for (const int wing : {wings[i], wings[j]}) {
                    step.mark_all(board, wing, board.at(wing) & ~bit(z), "wing");
                    step.mark(wing, z, "z");
                }
                if (with_z) step.mark(pivot, z, "z");
                sink.finish();
                if (sink.done()) return;
            }
    }
}

// Two cells with the same pair, and a strong link of one of its digits, with each cell seeing one
// end: one of the cells loses that digit, so it holds the other.
void find_w_wings(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    std::vector<std::vector<StrongLink>> links;
    for (int digit = 0; digit < board.order(); ++digit) links.push_back(strong_links(board, digit));
    for (int a = 0; a < layout.n_cells(); ++a)
        for (int b = a + 1; b < layout.n_cells() && is_pair(board.at(a)); ++b) {
            if (board.at(a) != board.at(b) || layout.share_house(a, b)) continue;
            each(board.at(a), [&](int linked) {
                const int z = lowest(board.at(a) & ~bit(linked));
                for (const StrongLink& link : links[linked])
                    for (int i = 0; i < 2; ++i) {
                        const int p = link.ends[i], q = link.ends[1 - i];
                        if (sink.done() || !layout.share_house(a, p) || !layout.share_house(b, q))
                            continue;
                        Step& step = sink.start();
                        const int seen_by[] = {a, b};
                        eliminate_in_sight(board, step, z, seen_by);
                        for (const int cell : {a, b}) {
                            step.mark(cell, "wing");
                            step.mark(cell, linked, "wing");
                            step.mark(cell, z, "z");
                        }
                        for (const int cell : {p, q}) {
                            step.mark(cell, "link");
                            step.mark(cell, linked, "link");
                        }
                        step.houses.push_back(link.house);
                        sink.finish();
                    }
            });
            if (sink.done()) return;
        }
}

// A pivot and three cells that it sees, with four digits between them. Every digit except z can be
// in only one of them, so without z three digits would have to fill four cells.
void find_wxyz_wings(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    std::vector<int> near;
    for (int pivot = 0; pivot < layout.n_cells(); ++pivot) {
        if (count(board.at(pivot)) < 2 || count(board.at(pivot)) > 4) continue;
        near.clear();
        for (const int peer : layout.house_peers(pivot)) {
            const Mask mask = board.at(peer);
            if (count(mask) >= 2 && count(mask | board.at(pivot)) <= 4) near.push_back(peer);
        }
        for (std::size_t i = 0; i < near.size(); ++i)
            for (std::size_t j = i + 1; j < near.size(); ++j) {
                const Mask two = board.at(pivot) | board.at(near[i]) | board.at(near[j]);
                if (sink.done()) return;
                if (count(two) > 4) continue;
                for (std::size_t k = j + 1; k < near.size(); ++k) {
                    const Mask all = two | board.at(near[k]);
                    if (count(all) != 4) continue;
                    const int cells[] = {pivot, near[i], near[j], near[k]};
                    Mask loose = 0;  // digits that could be in two of the cells
                    for (int m = 0; m < 4; ++m)
                        for (int n = m + 1; n < 4; ++n)
                            if (!layout.share_house(cells[m], cells[n]))
                                loose |= board.at(cells[m]) & board.at(cells[n]);
                    if (!is_single(loose)) continue;
                    const int z = lowest(loose);
                    std::vector<int> seen_by;
                    for (const int cell : cells)
                        if (board.has(cell, z)) seen_by.push_back(cell);
                    Step& step = sink.start();
                    eliminate_in_sight(board, step, z, seen_by);
                    if (step.eliminations.empty()) continue;
                    for (const int cell : cells) {
                        step.mark_all(board, cell, all & ~bit(z), cell == pivot ? "pivot" : "wing");
                        if (board.has(cell, z)) step.mark(cell, z, "z");
                    }
                    sink.finish();
                }
            }
    }
}

constexpr const char* kPivotRoles[] = {"pivot", "wing", "z"};
constexpr const char* kLinkRoles[] = {"wing", "z", "link"};

}  // namespace

extern constexpr Finder kXyWing{"xy-wing", with<find_xy_wings, false>, kPivotRoles};
extern constexpr Finder kXyzWing{"xyz-wing", with<find_xy_wings, true>, kPivotRoles};
extern constexpr Finder kWWing{"w-wing", find_w_wings, kLinkRoles};
extern constexpr Finder kWxyzWing{"wxyz-wing", find_wxyz_wings, kPivotRoles};

}  // namespace pandoku::logic
