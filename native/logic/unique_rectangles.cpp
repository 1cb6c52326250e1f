// Unique rectangles: four cells that would be a deadly pattern without some extra candidates.
#include <vector>

#include "logic/finder.hpp"
#include "logic/rectangles.hpp"

namespace pandoku::logic {

namespace {

enum class Type { type1, type2, type3, type4, type5, type6, hidden };

class Rectangle {
  public:
    Rectangle(const Board& board, Sink& sink, const std::vector<int>& corners, Mask pair)
        : board_(board),
          sink_(sink),
          deadly_(board, sink, corners, pair),
          corners_(corners),
          pair_(pair) {}

    void tell(Type type) {
        const auto& roof = deadly_.roof();
        const bool is_side = roof.size() == 2 && (roof[1] - roof[0]) % 2 == 1;
        const bool is_diagonal = roof.size() == 2 && !is_side;
        if (type == Type::type1 && roof.size() == 1) deadly_.one_roof();
        if (type == Type::type2 && is_side) deadly_.one_extra();
        if (type == Type::type3 && is_side) deadly_.subset();
        if (type == Type::type4 && is_side) deadly_.tied_pair();
        if (type == Type::type5 && (is_diagonal || roof.size() == 3)) deadly_.one_extra();
        if (type == Type::type6 && is_diagonal) type6();
        if (type == Type::hidden && roof.size() >= 2) hidden();
    }

  private:
    // The roof is a diagonal, and x has no other places in two opposite sides. If one roof cell
    // were x, both would be x and the floor would be y: the deadly pattern.
    void type6() {
        each(pair_, [&](int x) {
            for (const int turn : {0, 1}) {
                const int first = deadly_.tied(corners_[turn], corners_[turn + 1], x);
                const int second = deadly_.tied(corners_[turn + 2], corners_[(turn + 3) % 4], x);
                if (first < 0 || second < 0) continue;
                Step& step = deadly_.start();
                for (const int i : deadly_.roof())
                    if (board_.has(corners_[i], x)) step.eliminate(corners_[i], x);
                step.houses = {first, second};
                sink_.finish();
                return;
            }
        });
    }

    // x has no other places in the two sides at corner q, and the corner opposite has only the
    // pair. If q were y, both its neighbors would be x and the corner opposite would be y: the
    // deadly pattern.
    void hidden() {
        for (int i = 0; i < 4; ++i) {
            const int q = corners_[i];
            if ((board_.at(corners_[(i + 2) % 4]) & ~pair_) != 0) continue;
            each(pair_, [&](int x) {
                const int y = lowest(pair_ & ~bit(x));
                const int first = deadly_.tied(q, corners_[(i + 1) % 4], x);
                const int second = deadly_.tied(q, corners_[(i + 3) % 4], x);
                if (first < 0 || second < 0 || !board_.has(q, y)) return;
                Step& step = deadly_.start();
                step.eliminate(q, y);
                step.houses = {first, second};
                sink_.finish();
            });
        }
    }

    const Board& board_;
    Sink& sink_;
    Deadly deadly_;
    const std::vector<int>& corners_;
    Mask pair_;
};

void find_unique_rectangles(const Board& board, Sink& sink, Type type) {
    const auto is_open = [&](int cell) { return board.at(cell) != 0; };
    each_rectangle(board.layout(), sink, is_open, [&](const std::vector<int>& corners) {
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

}  // namespace

extern constexpr Finder kUniqueRectangle1{"unique-rectangle-1",
                                          with<find_unique_rectangles, Type::type1>,
                                          std::span(kDeadlyRoles, 4), Needs::one_solution};
extern constexpr Finder kUniqueRectangle2{"unique-rectangle-2",
                                          with<find_unique_rectangles, Type::type2>,
                                          std::span(kDeadlyRoles, 4), Needs::one_solution};
extern constexpr Finder kUniqueRectangle3{"unique-rectangle-3",
                                          with<find_unique_rectangles, Type::type3>, kDeadlyRoles,
                                          Needs::one_solution};
extern constexpr Finder kUniqueRectangle4{"unique-rectangle-4",
                                          with<find_unique_rectangles, Type::type4>,
                                          std::span(kDeadlyRoles, 4), Needs::one_solution};
extern constexpr Finder kUniqueRectangle5{"unique-rectangle-5",
                                          with<find_unique_rectangles, Type::type5>,
                                          std::span(kDeadlyRoles, 4), Needs::one_solution};
extern constexpr Finder kUniqueRectangle6{"unique-rectangle-6",
                                          with<find_unique_rectangles, Type::type6>,
                                          std::span(kDeadlyRoles, 4), Needs::one_solution};
extern constexpr Finder kHiddenRectangle{"hidden-rectangle",
                                         with<find_unique_rectangles, Type::hidden>,
                                         std::span(kDeadlyRoles, 4), Needs::one_solution};

}  // namespace pandoku::logic
