// Two strong links of a digit, joined by a weak one: one of the two free ends is true.
//
//     free a ===== a - - - b ===== free b
//
// A cell that sees both free ends cannot hold the digit. The houses of the links determine the name
// of the pattern. A single search finds all patterns, and each pattern gets the first name that
// fits.
#include <algorithm>
#include <vector>

#include "logic/finder.hpp"
#include "logic/links.hpp"

namespace pandoku::logic {

namespace {

enum class TwoLinks { skyscraper, kite, turbot_fish };

bool is_line(Kind kind) { return kind == Kind::row || kind == Kind::column; }

// Whether links in houses of these kinds can make the pattern.
bool can_make(TwoLinks kind, Kind x, Kind y) {
    if (kind == TwoLinks::turbot_fish) return true;
    return is_line(x) && is_line(y) && (x == y) == (kind == TwoLinks::skyscraper);
}

// The house that joins the ends a and b, and which pattern that makes.
struct Join {
    int house;
    TwoLinks kind;
};

Join join_of(const Layout& layout, const StrongLink& x, const StrongLink& y, int a, int b) {
    const Kind kx = layout.kind(x.house), ky = layout.kind(y.house);
    if (is_line(kx) && kx == ky) {
        const int across = common_house(layout, a, b, kx == Kind::row ? Kind::column : Kind::row);
        if (across >= 0) return {across, TwoLinks::skyscraper};
    }
    if (is_line(kx) && is_line(ky) && kx != ky) {
        const int box = common_house(layout, a, b, Kind::box);
        if (box >= 0) return {box, TwoLinks::kite};
    }
    return {common_house(layout, a, b), TwoLinks::turbot_fish};
}

void tell(const Board& board, Sink& sink, int digit, const StrongLink& x, const StrongLink& y,
          int i, int j, int join) {
    const Layout& layout = board.layout();
    const int a = x.ends[i], b = y.ends[j], free_a = x.ends[1 - i], free_b = y.ends[1 - j];
    const CellSet gone =
        layout.house_sight(free_a) & layout.house_sight(free_b) & board.cells_with(digit);
    if (gone.empty()) return;
    Step& step = sink.start();
    gone.each([&](int cell) {
        if (cell != a && cell != b) step.eliminate(cell, digit);
    });
    for (const int cell : {free_a, a, b, free_b}) {
        step.mark(cell, "pattern");
        step.mark(cell, digit, "proves");
    }
    step.houses = {x.house, y.house, join};
    sink.finish();
}

// Calls f(x, y, i, j, join) for every pair of links whose ends x.ends[i] and y.ends[j] see each
// other and may make the pattern.
template <class F>
void each_two(const Layout& layout, const std::vector<StrongLink>& links, TwoLinks kind, F&& f) {
    for (std::size_t m = 0; m < links.size(); ++m)
        for (std::size_t n = m + 1; n < links.size(); ++n) {
            const StrongLink &x = links[m], &y = links[n];
            if (!can_make(kind, layout.kind(x.house), layout.kind(y.house))) continue;
            if (x.ends[0] == y.ends[0] || x.ends[0] == y.ends[1] || x.ends[1] == y.ends[0] ||
                x.ends[1] == y.ends[1])
                continue;
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 2; ++j)
                    if (layout.share_house(x.ends[i], y.ends[j]))
                        f(x, y, i, j, join_of(layout, x, y, x.ends[i], y.ends[j]));
        }
}

void find_two_links(const Board& board, Sink& sink, TwoLinks kind) {
    for (int digit = 0; digit < board.order() && !sink.done(); ++digit)
        each_two(board.layout(), strong_links(board, digit), kind,
                 [&](const StrongLink& x, const StrongLink& y, int i, int j, Join join) {
                     if (join.kind == kind && !sink.done())
                         tell(board, sink, digit, x, y, i, j, join.house);
                 });
}

// Two kites that share their cells in the box. Often, each kite uses the row of a different cell.
void find_dual_kites(const Board& board, Sink& sink) {
    struct Kite {
        int low, high;  // the cells in the box
        Step step;
    };
    std::vector<Kite> kites;
    for (int digit = 0; digit < board.order(); ++digit)
        each_two(board.layout(), strong_links(board, digit), TwoLinks::kite,
                 [&](const StrongLink& x, const StrongLink& y, int i, int j, Join join) {
                     if (join.kind != TwoLinks::kite) return;
                     Sink one(1);
                     tell(board, one, digit, x, y, i, j, join.house);
                     const auto [low, high] = std::minmax(x.ends[i], y.ends[j]);
                     if (one.n_taken() != 0) kites.push_back({low, high, one.last()});
                 });
    for (std::size_t m = 0; m < kites.size(); ++m)
        for (std::size_t n = m + 1; n < kites.size(); ++n) {
            if (sink.done()) return;
            const auto &a = kites[m], &b = kites[n];
            if (a.low != b.low || a.high != b.high) continue;
            Step& step = sink.start();
            step = a.step;
            const auto join = [](auto& all, const auto& more) {
                all.insert(all.end(), more.begin(), more.end());
            };
            join(step.houses, b.step.houses);
            join(step.cells, b.step.cells);
            join(step.candidates, b.step.candidates);
            for (const Candidate gone : b.step.eliminations)
                if (std::find(step.eliminations.begin(), step.eliminations.end(), gone) ==
                    step.eliminations.end())
                    step.eliminations.push_back(gone);
            sink.finish();
        }
}

constexpr const char* kTwoLinksRoles[] = {"pattern", "proves"};

}  // namespace

extern constexpr Finder kSkyscraper{"skyscraper", with<find_two_links, TwoLinks::skyscraper>,
                                    kTwoLinksRoles};
extern constexpr Finder kTwoStringKite{"two-string-kite", with<find_two_links, TwoLinks::kite>,
                                       kTwoLinksRoles};
extern constexpr Finder kDualTwoStringKite{"dual-two-string-kite", find_dual_kites, kTwoLinksRoles};
extern constexpr Finder kTurbotFish{"turbot-fish", with<find_two_links, TwoLinks::turbot_fish>,
                                    kTwoLinksRoles};

}  // namespace pandoku::logic
