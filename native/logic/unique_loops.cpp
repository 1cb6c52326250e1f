// Unique loops: six or more cells that would be a deadly pattern without some extra candidates.
#include <algorithm>
#include <vector>

#include "logic/deadly.hpp"
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

// Maximum number of cells in a loop, because people do not see longer loops.
constexpr std::size_t kMostCells = 14;
constexpr std::size_t kMostRoof = 3;  // maximum number of cells with extra candidates

// Every cell of a loop has both digits of a pair and sees the next cell. The search starts at the
// loop's lowest-numbered cell without extra candidates, so each loop is found from one cell only.
class LoopFinder {
  public:
    LoopFinder(const Board& board, Sink& sink, int type)
        : board_(board), layout_(board.layout()), sink_(sink), type_(type) {}

    void run() {
        for (int start = 0; start < layout_.n_cells() && !sink_.done(); ++start) {
            if (!is_pair(board_.at(start))) continue;
            pair_ = board_.at(start);
            fitting_ = layout_.none();
            for (int cell = 0; cell < layout_.n_cells(); ++cell)
                if ((board_.at(cell) & pair_) == pair_ &&
                    (cell > start || board_.at(cell) != pair_))
                    fitting_.add(cell);
            cells_ = {start};
            n_in_house_.assign(static_cast<std::size_t>(layout_.n_houses()), 0);
            go_on();
        }
    }

  private:
    // Counts a cell in its houses. Returns false if it would be the third cell of the loop in a
    // house, because then the pair could not be exchanged.
    bool enter(int cell) {
        for (const Place place : layout_.places(cell))
            if (n_in_house_[place.house] == 2) return false;
        for (const Place place : layout_.places(cell)) ++n_in_house_[place.house];
        return true;
    }
    void leave(int cell) {
        for (const Place place : layout_.places(cell)) --n_in_house_[place.house];
    }

    void go_on(Mask extra = 0, std::size_t n_roof = 0) {
        if (sink_.done() || !enter(cells_.back())) return;
        if (cells_.size() >= 6 && cells_.size() % 2 == 0 &&
            layout_.share_house(cells_.back(), cells_.front()))
            check();
        if (cells_.size() < kMostCells)
            (layout_.house_sight(cells_.back()) & fitting_).each([&](int next) {
                if (std::find(cells_.begin(), cells_.end(), next) != cells_.end()) return;
                const Mask more = board_.at(next) & ~pair_;
                const Mask all = extra | more;
                const std::size_t n = n_roof + (more != 0);
                // More than two roof cells make a step only if they have one extra digit in common.
                if (n > kMostRoof || (n > 2 && !is_single(all))) return;
                cells_.push_back(next);
                go_on(all, n);
                cells_.pop_back();
            });
        leave(cells_.back());
    }

    void check() {
        if (!can_exchange(layout_, cells_)) return;
        std::vector<int> ids = cells_;
        std::sort(ids.begin(), ids.end());
        if (std::find(told_.begin(), told_.end(), ids) != told_.end()) return;
        told_.push_back(ids);
        Deadly deadly(board_, sink_, cells_, pair_);
        const std::size_t n_roof = deadly.roof().size();
        if (type_ == 1 && n_roof == 1) deadly.one_roof();
        if (type_ == 2 && n_roof >= 2) deadly.one_extra();
        if (type_ == 3 && deadly.is_roof_in_one_house()) deadly.subset();
        if (type_ == 4 && deadly.is_roof_in_one_house()) deadly.tied_pair();
    }

    const Board& board_;
    const Layout& layout_;
    Sink& sink_;
    int type_;
    Mask pair_ = 0;
    CellSet fitting_;
    std::vector<int> cells_;
    std::vector<int> n_in_house_;
    std::vector<std::vector<int>> told_;
};

void find_unique_loops(const Board& board, Sink& sink, int type) {
    LoopFinder(board, sink, type).run();
}

}  // namespace

extern constexpr Finder kUniqueLoop1{"unique-loop-1", with<find_unique_loops, 1>,
                                     std::span(kDeadlyRoles, 4), Needs::one_solution};
extern constexpr Finder kUniqueLoop2{"unique-loop-2", with<find_unique_loops, 2>,
                                     std::span(kDeadlyRoles, 4), Needs::one_solution};
extern constexpr Finder kUniqueLoop3{"unique-loop-3", with<find_unique_loops, 3>, kDeadlyRoles,
                                     Needs::one_solution};
extern constexpr Finder kUniqueLoop4{"unique-loop-4", with<find_unique_loops, 4>,
                                     std::span(kDeadlyRoles, 4), Needs::one_solution};

}  // namespace pandoku::logic
