#include "generate/grids.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

#include "generate/fillings.hpp"
#include "grid/in_threads.hpp"

namespace pandoku::generate {
namespace {

// The maximum number of grids with the first row 1, 2, 3, ... to list. There are 12 for 4x4, and
// 39,168 for 6x6.
constexpr std::size_t kMostListed = 50000;
constexpr std::int64_t kListTrials = 3000000;
constexpr int kLargestListed = 6;

// The maximum number of searches for a first grid, and the maximum number of digits that each may
// try.
constexpr int kStarts = 200;
constexpr std::int64_t kStartTrials = 20000;

// The number of rounds of a walk is `kRounds` times the order. Each round has a move of each kind.
// With 6 instead of 20, the probabilities of the grids of a 7x7 jigsaw differ by 15 % instead of 2
// %.
constexpr int kRounds = 20;
constexpr std::int64_t kMoveTrials = 4000;

// All grids whose first row is 1, 2, 3, ..., or no grids if there are too many.
std::vector<std::uint8_t> list_grids(const Layout& layout) {
    std::vector<std::uint8_t> first_row(static_cast<std::size_t>(layout.n_cells()), 0), listed;
    for (int i = 0; i < layout.order(); ++i)
        first_row[layout.cells(0)[i]] = static_cast<std::uint8_t>(i + 1);
    OpenGrid grid(layout);
    grid.place(first_row.data());
    std::size_t n = 0;
    const bool is_whole = grid.each_filling(kListTrials, [&] {
        listed.insert(listed.end(), grid.digits().begin(), grid.digits().end());
        return ++n > kMostListed;
    });
    if (!is_whole || n > kMostListed) listed.clear();
    return listed;
}

// A walk over the solution grids of a geometry. A move opens some cells and fills them again in one
// of all possible ways, all equally likely. So a move and its reverse have the same probability,
// and all grids connected by moves become equally likely. Moves with too many fillings to list are
// skipped. The number of fillings depends only on the opened cells and the rest of the grid, so the
// reverse of a skipped move is skipped as well. Moves open two or three digits, two rows, two
// columns, or two other houses.
class Walk {
  public:
    Walk(const Layout& layout, Random& random)
        : layout_(layout), random_(random), grid_(layout), found_(grid_.digits().size()) {}

    // Starts from this grid, or from the first that a search finds. Returns false if it finds none.
    bool start(const std::vector<std::uint8_t>& first) {
        if (!first.empty()) {
            grid_.place(first.data());
            return true;
        }
        for (int i = 0; i < kStarts; ++i)
            if (grid_.fill_any(random_, kStartTrials)) return true;
        return false;
    }

    void go() {
        const int order = layout_.order();
        for (int i = 0; i < kRounds * order; ++i) {
            open_digits(2);
            open_digits(3);
            for (const Kind kind : {Kind::row, Kind::column, Kind::other, Kind::box})
                open_houses(layout_.houses(kind));
        }
    }

    const std::vector<std::uint8_t>& digits() const { return grid_.digits(); }

  private:
    void open_digits(int n) {
        Mask digits = 0;
        while (std::popcount(digits) < std::min(n, layout_.order()))
            digits |= Mask{1} << below(layout_.order());
        opened_.clear();
        for (int cell = 0; cell < layout_.n_cells(); ++cell)
            if (digits >> (grid_.digits()[cell] - 1) & 1) opened_.push_back(cell);
        move();
    }

    void open_houses(const std::vector<int>& houses) {
        if (houses.size() < 2) return;
        const int a = below(static_cast<int>(houses.size()));
        const int b =
            (a + 1 + below(static_cast<int>(houses.size()) - 1)) % static_cast<int>(houses.size());
        opened_.clear();
        for (const int house : {houses[a], houses[b]})
            for (const int cell : layout_.cells(house))
                if (std::find(opened_.begin(), opened_.end(), cell) == opened_.end())
                    opened_.push_back(cell);
        move();
    }

    // Opens the cells, and fills them in one of the possible ways: the n-th way found replaces the
    // choice so far with a probability of 1/n.
    void move() {
        std::copy(grid_.digits().begin(), grid_.digits().end(), found_.begin());
        before_ = found_;
        for (const int cell : opened_) grid_.open(cell);
        std::uint32_t n = 0;
        const bool is_whole = grid_.each_filling(kMoveTrials, [&] {
            if (random_.below(++n) == 0)
                std::copy(grid_.digits().begin(), grid_.digits().end(), found_.begin());
            return false;
        });
        grid_.place(is_whole ? found_.data() : before_.data());
    }

    int below(int n) { return static_cast<int>(random_.below(static_cast<std::uint32_t>(n))); }

    const Layout& layout_;
    Random& random_;
    OpenGrid grid_;
    std::vector<std::uint8_t> found_, before_;
    std::vector<int> opened_;
};

// Relabels the digits: names[0..order-1] replace 1..order.
void rename(const std::uint8_t* names, std::uint8_t* grid, int n_cells) {
    for (int cell = 0; cell < n_cells; ++cell) grid[cell] = names[grid[cell] - 1];
}

}  // namespace

Grids::Grids(const Layout& layout, bool is_classic, bool is_latin, std::vector<std::uint8_t> first)
    : layout_(layout), first_(std::move(first)) {
    if (is_classic) {
        method_ = Method::classic;
        return;
    }
    if (layout.order() <= kLargestListed) listed_ = list_grids(layout);
    method_ = !listed_.empty() ? Method::listed : is_latin ? Method::latin : Method::walk;
}

bool Grids::draw(std::uint64_t key, std::uint8_t* grid) const {
    Random random(key);
    const int order = layout_.order(), n_cells = layout_.n_cells();
    if (method_ == Method::classic) {
        uniform_grid9(random, grid);
        return true;
    }
    if (method_ == Method::latin) {
        latin_square(random, order, grid);
        for (int cell = 0; cell < n_cells; ++cell) ++grid[cell];
        return true;
    }
    if (method_ == Method::walk) {
        Walk walk(layout_, random);
        if (!walk.start(first_)) return false;
        walk.go();
        std::copy(walk.digits().begin(), walk.digits().end(), grid);
    } else {
        const auto n =
            static_cast<std::uint32_t>(listed_.size() / static_cast<std::size_t>(n_cells));
        std::memcpy(grid, listed_.data() + std::size_t{random.below(n)} * n_cells, n_cells);
    }
    std::vector<std::uint8_t> names(static_cast<std::size_t>(order));
    for (int i = 0; i < order; ++i) names[i] = static_cast<std::uint8_t>(i + 1);
    random.shuffle(names);
    rename(names.data(), grid, n_cells);
    return true;
}

bool Grids::draw_many(const std::uint64_t* keys, std::int64_t n, std::uint8_t* grids, int threads,
                      Poll poll) const {
    const std::int64_t n_cells = layout_.n_cells();
    return in_threads(n, threads, poll, [&](auto goes_on, auto next) {
        for (std::int64_t i; goes_on() && (i = next()) >= 0;)
            if (!draw(keys[i], grids + i * n_cells)) std::memset(grids + i * n_cells, 0, n_cells);
    });
}

}  // namespace pandoku::generate
