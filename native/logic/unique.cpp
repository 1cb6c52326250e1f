// What takes for granted that there is one solution: rectangles, and the bivalue grave.
//
// Four corners A B C D, in turn, in which two digits could change places: every house that holds
// a corner holds one of A, C and one of B, D. If the corners held x y x y, and none is a given,
// exchanging x and y would give a second solution. A candidate that is gone changes nothing of
// this, so corners may lack one of the two.
#include <array>
#include <vector>

#include "logic/finders.hpp"
#include "logic/links.hpp"

namespace pandoku::logic {

namespace {

using Corners = std::array<int, 4>;

bool can_exchange(const Layout& layout, const Corners& c) {
    for (const int corner : c)
        for (const Place place : layout.places(corner)) {
            const CellSet& house = layout.house_set(place.house);
            if (house.has(c[0]) + house.has(c[2]) != 1 || house.has(c[1]) + house.has(c[3]) != 1)
                return false;
        }
    return true;
}

// Calls f(corners) for every rectangle whose corners `is_fit`.
template <class Fit, class F>
void each_rectangle(const Layout& layout, Sink& sink, Fit&& is_fit, F&& f) {
    const int n = layout.order();
    for (int top = 0; top < n; ++top)
        for (int left = 0; left < n; ++left) {
            if (!is_fit(top * n + left)) continue;
            for (int right = left + 1; right < n; ++right) {
                if (!is_fit(top * n + right)) continue;
                for (int bottom = top + 1; bottom < n; ++bottom) {
                    const Corners c{top * n + left, top * n + right, bottom * n + right,
                                    bottom * n + left};
                    if (sink.done()) return;
                    if (is_fit(c[2]) && is_fit(c[3]) && can_exchange(layout, c)) f(c);
                }
            }
        }
}

class Rectangle {
  public:
    Rectangle(const Board& board, Sink& sink, const Corners& corners, Mask pair)
        : board_(board), layout_(board.layout()), sink_(sink), corners_(corners), pair_(pair) {
        for (int i = 0; i < 4; ++i)
            if ((board.at(corners[i]) & ~pair) != 0) roof_.push_back(i);
    }

    void tell(Uniqueness type) {
        const bool is_side = roof_.size() == 2 && (roof_[1] - roof_[0]) % 2 == 1;
        const bool is_diagonal = roof_.size() == 2 && !is_side;
        if (type == Uniqueness::type1 && roof_.size() == 1) type1();
        if (type == Uniqueness::type2 && is_side) one_extra();
        if (type == Uniqueness::type3 && is_side) type3();
        if (type == Uniqueness::type4 && is_side) type4();
        if (type == Uniqueness::type5 && (is_diagonal || roof_.size() == 3)) one_extra();
        if (type == Uniqueness::type6 && is_diagonal) type6();
        if (type == Uniqueness::hidden && roof_.size() >= 2) hidden();
    }

  private:
    Step& start() {
        Step& step = sink_.start();
        for (int i = 0; i < 4; ++i) {
            const Mask extra = board_.at(corners_[i]) & ~pair_;
            step.mark_all(board_, corners_[i], pair_, extra != 0 ? "roof" : "floor");
            for (auto& marked : step.candidates)
                if (marked.candidate.cell == corners_[i]) marked.role = "pair";
            each(extra, [&](int d) { step.mark(corners_[i], d, "extra"); });
        }
        return step;
    }
    int roof(std::size_t i) const { return corners_[roof_[i]]; }
    bool is_corner(int cell) const {
        for (const int corner : corners_)
            if (corner == cell) return true;
        return false;
    }

    void type1() {
        Step& step = start();
        each(board_.at(roof(0)) & pair_, [&](int d) { step.eliminate(roof(0), d); });
        sink_.finish();
    }

    // All further candidates are one digit (types 2 and 5): it is in one of the roof's cells.
    void one_extra() {
        Mask extra = 0;
        for (const int i : roof_) extra |= board_.at(corners_[i]) & ~pair_;
        if (!is_single(extra)) return;
        const int z = lowest(extra);
        CellSet gone = board_.cells_with(z);
        for (const int i : roof_) gone &= layout_.sight(corners_[i]);
        Step& step = start();
        gone.each([&](int cell) { step.eliminate(cell, z); });
        sink_.finish();
    }

    // The roof's further candidates act as one cell, a part of a naked subset.
    void type3() {
        const Mask extra = (board_.at(roof(0)) | board_.at(roof(1))) & ~pair_;
        for (const Place place : layout_.places(roof(0))) {
            if (!layout_.house_set(place.house).has(roof(1))) continue;
            std::vector<int> others, chosen;
            for (const int cell : layout_.cells(place.house))
                if (board_.is_open(cell) && !is_corner(cell)) others.push_back(cell);
            join(place.house, others, 0, extra, chosen);
        }
    }

    void join(int house, const std::vector<int>& others, std::size_t next, Mask digits,
              std::vector<int>& chosen) {
        const auto size = static_cast<int>(chosen.size()) + 1;  // the roof counts as one
        if (size > 1 && count(digits) == size) tell_subset(house, digits, chosen);
        for (std::size_t i = next; i < others.size() && !sink_.done(); ++i) {
            if (count(digits | board_.at(others[i])) > kMostSubset) continue;
            chosen.push_back(others[i]);
            join(house, others, i + 1, digits | board_.at(others[i]), chosen);
            chosen.pop_back();
        }
    }

    void tell_subset(int house, Mask digits, const std::vector<int>& chosen) {
        Step& step = start();
        // Every house that holds the roof and the chosen cells.
        CellSet others = layout_.none();
        for (const Place place : layout_.places(roof(0))) {
            const CellSet& set = layout_.house_set(place.house);
            bool all = set.has(roof(1));
            for (const int cell : chosen) all &= set.has(cell);
            if (all) others |= set;
        }
        others.drop(roof(0)), others.drop(roof(1));
        for (const int cell : chosen) others.drop(cell);
        others.each([&](int cell) {
            each(board_.at(cell) & digits, [&](int d) { step.eliminate(cell, d); });
        });
        if (step.eliminations.empty()) return;
        for (const int cell : chosen) step.mark_all(board_, cell, digits, "subset");
        step.houses.push_back(house);
        sink_.finish();
    }

    // x has no other place in a house of the roof: one roof cell is x, so y is in neither.
    void type4() {
        for (const Place place : layout_.places(roof(0))) {
            if (!layout_.house_set(place.house).has(roof(1))) continue;
            each(pair_, [&](int x) {
                const int y = lowest(pair_ & ~bit(x));
                if (!holds_only(place.house, x, roof(0), roof(1))) return;
                Step& step = start();
                for (const int cell : {roof(0), roof(1)})
                    if (board_.has(cell, y)) step.eliminate(cell, y);
                step.houses.push_back(place.house);
                sink_.finish();
            });
        }
    }

    bool holds_only(int house, int digit, int a, int b) const {
        const Mask places = board_.where(house, digit);
        if (places == 0) return false;
        bool only = true;
        each(places, [&](int p) {
            const int cell = layout_.cells(house)[p];
            only &= cell == a || cell == b;
        });
        return only;
    }

    // A house that holds both, in which the digit has no place but these; -1 when there is none.
    int tied(int a, int b, int digit) const {
        for (const Place place : layout_.places(a))
            if (layout_.house_set(place.house).has(b) && holds_only(place.house, digit, a, b))
                return place.house;
        return -1;
    }

    // The roof is a diagonal, and x is tied along two opposite sides: x in one roof cell would be
    // in both, and y in the floor.
    void type6() {
        each(pair_, [&](int x) {
            for (const int turn : {0, 1}) {
                const int first = tied(corners_[turn], corners_[turn + 1], x);
                const int second = tied(corners_[turn + 2], corners_[(turn + 3) % 4], x);
                if (first < 0 || second < 0) continue;
                Step& step = start();
                for (const int i : roof_)
                    if (board_.has(corners_[i], x)) step.eliminate(corners_[i], x);
                step.houses = {first, second};
                sink_.finish();
                return;
            }
        });
    }

    // x is tied from a corner q to both its neighbours, and the corner opposite has only the
    // pair: y at q would put x next to it twice, and y opposite.
    void hidden() {
        for (int i = 0; i < 4; ++i) {
            const int q = corners_[i];
            if ((board_.at(corners_[(i + 2) % 4]) & ~pair_) != 0) continue;
            each(pair_, [&](int x) {
                const int y = lowest(pair_ & ~bit(x));
                const int first = tied(q, corners_[(i + 1) % 4], x);
                const int second = tied(q, corners_[(i + 3) % 4], x);
                if (first < 0 || second < 0 || !board_.has(q, y)) return;
                Step& step = start();
                step.eliminate(q, y);
                step.houses = {first, second};
                sink_.finish();
            });
        }
    }

    static constexpr int kMostSubset = 6;  // digits of a subset: more is not for people
    const Board& board_;
    const Layout& layout_;
    Sink& sink_;
    Corners corners_;
    Mask pair_;
    std::vector<int> roof_;  // corners with further candidates, by index
};

}  // namespace

void find_unique_rectangles(const Board& board, Sink& sink, Uniqueness type) {
    const auto is_open = [&](int cell) { return board.at(cell) != 0; };
    each_rectangle(board.layout(), sink, is_open, [&](const Corners& corners) {
        std::vector<Mask> told;
        for (const int corner : corners) {
            const Mask pair = board.at(corner);
            if (!is_pair(pair)) continue;
            bool fits = true;
            for (const int other : corners) fits &= (board.at(other) & pair) != 0;
            for (const Mask before : told) fits &= before != pair;
            told.push_back(pair);
            if (fits) Rectangle(board, sink, corners, pair).tell(type);
        }
    });
}

// Corners that the player filled: three of them leave the fourth no way to complete the exchange.
void find_avoidable_rectangles_1(const Board& board, Sink& sink) {
    const auto is_fit = [&](int cell) { return !board.is_given(cell); };
    each_rectangle(board.layout(), sink, is_fit, [&](const Corners& c) {
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

// Two neighbours are filled, the other two have one further candidate: it is in one of them.
void find_avoidable_rectangles_2(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    const auto is_fit = [&](int cell) { return !board.is_given(cell); };
    each_rectangle(layout, sink, is_fit, [&](const Corners& c) {
        for (int i = 0; i < 4; ++i) {
            const int a = c[i], b = c[(i + 1) % 4], across_a = c[(i + 2) % 4],
                      across_b = c[(i + 3) % 4];
            if (board.is_open(a) || board.is_open(b)) continue;
            // Exchanged, the corner opposite a filled one holds the same digit.
            const Mask x = bit(board.digit(a)), y = bit(board.digit(b));
            const Mask m = board.at(across_a), n = board.at(across_b);
            if (!is_pair(m) || !is_pair(n) || (m & x) == 0 || (n & y) == 0) continue;
            if ((m & ~x) != (n & ~y)) continue;
            const int z = lowest(m & ~x);
            const CellSet gone =
                layout.sight(across_a) & layout.sight(across_b) & board.cells_with(z);
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

// All cells have two candidates but one that has three, and every digit has two places in every
// house but for one digit in the houses of that cell: without it there, everything could be turned.
void find_bug(const Board& board, Sink& sink) {
    const Layout& layout = board.layout();
    int odd = -1;
    for (int cell = 0; cell < layout.n_cells(); ++cell) {
        if (!board.is_open(cell) || is_pair(board.at(cell))) continue;
        if (odd >= 0 || count(board.at(cell)) != 3) return;
        odd = cell;
    }
    if (odd < 0) return;
    Mask thrice = 0;
    for (int house = 0; house < layout.n_houses(); ++house)
        for (int digit = 0; digit < board.order(); ++digit) {
            const int n = count(board.where(house, digit));
            if (n == 0 || n == 2) continue;
            if (n != 3 || !layout.house_set(house).has(odd)) return;
            thrice |= bit(digit);
        }
    if (!is_single(thrice) || (board.at(odd) & thrice) == 0) return;
    // It must be so in all houses of the cell, or the rest would not be a grave.
    const int digit = lowest(thrice);
    for (const Place place : layout.places(odd))
        if (count(board.where(place.house, digit)) != 3) return;
    Step& step = sink.start();
    each(board.at(odd) & ~thrice, [&](int d) { step.eliminate(odd, d); });
    step.mark(odd, "pattern");
    step.mark(odd, digit, "proves");
    for (const Place place : layout.places(odd)) step.houses.push_back(place.house);
    sink.finish();
}

}  // namespace pandoku::logic
