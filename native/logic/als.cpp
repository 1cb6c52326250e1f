// The almost locked sets of a board and their links. Several techniques use them, so they are found
// once and stored with the board.
#include "logic/als.hpp"

#include <algorithm>
#include <utility>

namespace pandoku::logic {

namespace {

constexpr std::size_t kMostSets = 2000;

class Collector {
  public:
    explicit Collector(const Board& board) : board_(board), layout_(board.layout()) {}

    // Small sets first. If a size brings the number above kMostSets, that size and all larger ones
    // are left out: cutting in the middle of a size would make the result depend on the order of
    // the houses.
    std::vector<Als> run() {
        for (size_ = 1; size_ <= most_set(board_.order()); ++size_) {
            const std::size_t before = found_.size();
            for (int house = 0; house < layout_.n_houses() && found_.size() <= kMostSets; ++house) {
                open_.clear();
                for (const int cell : layout_.cells(house))
                    if (const int n = count(board_.at(cell)); n >= 2 && n <= size_ + 1)
                        open_.push_back(cell);
                choose(house, 0, 0);
            }
            if (found_.size() > kMostSets) {
                found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(before), found_.end());
                break;
            }
        }
        return std::move(found_);
    }

  private:
    void choose(int house, std::size_t next, Mask digits) {
        const auto n = static_cast<int>(chosen_.size());
        if (n == size_) {
            if (count(digits) == size_ + 1) add(house, digits);
            return;
        }
        for (std::size_t i = next; i < open_.size() && found_.size() <= kMostSets; ++i) {
            const Mask grown = digits | board_.at(open_[i]);
            if (count(grown) > size_ + 1) continue;
            chosen_.push_back(open_[i]);
            choose(house, i + 1, grown);
            chosen_.pop_back();
        }
    }

    void add(int house, Mask digits) {
        CellSet set = layout_.none();
        for (const int cell : chosen_) set.add(cell);
        for (const Place place : layout_.places(chosen_[0]))
            if (place.house < house && set.is_within(layout_.house_set(place.house)))
                return;  // already found in a house that comes before
        Als als{house, chosen_, digits, CellSets(layout_.n_words())};
        als.sets.reserve(1 + 2 * static_cast<std::size_t>(count(digits)));
        als.sets.push_back(set);
        each(digits, [&](int digit) {
            const CellSet with = set & board_.cells_with(digit);
            CellSet sight = board_.cells_with(digit);
            with.each([&](int cell) { sight &= layout_.house_sight(cell); });
            als.sets.push_back(with);
            als.sets.push_back(sight);
        });
        found_.push_back(std::move(als));
    }

    const Board& board_;
    const Layout& layout_;
    int size_ = 0;
    std::vector<int> open_, chosen_;
    std::vector<Als> found_;
};

}  // namespace

AlsTable::AlsTable(const Board& board, std::vector<Als> sets)
    : order_(static_cast<std::size_t>(board.order())),
      sets_(std::move(sets)),
      rows_(order_ * static_cast<std::size_t>(board.layout().n_cells())) {
    fill_seeing();
    fill_aiming();
    fill_links();
}

void AlsTable::fill_seeing() {
    int n_rows = 1;
    // The first pass finds the candidates that need a row, and the second pass fills the rows. With
    // a row for every candidate, the table would be far larger and mostly empty.
    const auto each_seen = [&](auto&& f) {
        for (std::size_t i = 0; i < sets_.size(); ++i)
            each(sets_[i].digits, [&](int digit) {
                sets_[i].sight(digit).each([&](int cell) { f(i, rows_[place(cell, digit)]); });
            });
    };
    each_seen([&](std::size_t, int& row) { row = row != 0 ? row : n_rows++; });
    seeing_ = BitRows(static_cast<std::size_t>(n_rows), sets_.size());
    each_seen([&](std::size_t i, int row) { seeing_.add(static_cast<std::size_t>(row), i); });
}

void AlsTable::fill_aiming() {
    std::size_t n_rows = 0;
    for (const Als& als : sets_) {
        aim_start_.push_back(n_rows);
        n_rows += static_cast<std::size_t>(count(als.digits)) + 1;
    }
    aiming_ = BitRows(n_rows, sets_.size());
    std::vector<std::uint64_t> twice(n_words());  // sets aimed at by two digits or more
    for (std::size_t i = 0; i < sets_.size(); ++i) {
        const Als& als = sets_[i];
        std::uint64_t* const any = aiming_[aim(i, als.digits)];
        std::fill(twice.begin(), twice.end(), 0);
        each(als.digits, [&](int digit) {
            std::uint64_t* const row = aiming_[aim(i, bit(digit))];
            als.sight(digit).each([&](int cell) {
                const std::uint64_t* sets = seeing(cell, digit);
                for (std::size_t w = 0; w < n_words(); ++w) row[w] |= sets[w];
            });
            for (std::size_t w = 0; w < n_words(); ++w) {
                twice[w] |= any[w] & row[w];
                any[w] |= row[w];
            }
        });
        // The row of a digit has the sets that any other digit aims at.
        for (std::uint64_t* row = aiming_[aim_start_[i]]; row != any; row += n_words())
            for (std::size_t w = 0; w < n_words(); ++w) row[w] = twice[w] | (any[w] & ~row[w]);
    }
}

// Two sets are linked by a digit when all its places in one see all its places in the other. The
// links of a set are intersections of rows, one for each place, which is cheaper than comparing
// every pair of sets.
void AlsTable::fill_links() {
    std::vector<std::uint64_t> by_one(n_words()), by_any(n_words());
    std::vector<Mask> shared(sets_.size());
    link_start_.reserve(sets_.size() + 1);
    for (const Als& als : sets_) {
        link_start_.push_back(links_.size());
        std::fill(by_any.begin(), by_any.end(), 0);
        each(als.digits, [&](int digit) {
            std::fill(by_one.begin(), by_one.end(), ~std::uint64_t{0});
            als.with(digit).each([&](int cell) {
                const std::uint64_t* sets = seeing(cell, digit);
                for (std::size_t w = 0; w < n_words(); ++w) by_one[w] &= sets[w];
            });
            for (std::size_t w = 0; w < n_words(); ++w) by_any[w] |= by_one[w];
            each_bit(by_one.data(), n_words(), 0,
                     [&](std::size_t other) { shared[other] |= bit(digit); });
        });
        each_bit(by_any.data(), n_words(), 0, [&](std::size_t other) {
            const Mask digits = std::exchange(shared[other], 0);
            links_.push_back(
                {static_cast<int>(other), static_cast<int>(aim(other, digits)), digits});
        });
    }
    link_start_.push_back(links_.size());
}

const AlsTable& almost_locked_sets(const Board& board) {
    return board.kept<AlsTable>(Kept::almost_locked_sets,
                                [&] { return AlsTable(board, Collector(board).run()); });
}

void mark_set(const Board& board, Step& step, const Als& als, std::size_t number) {
    const char* role = kSetRoles[kFirstSetRole + number];
    for (const int cell : als.cells) step.mark_all(board, cell, als.digits, role);
    step.houses.push_back(als.house);
}

void mark_restricted(Step& step, const Als& als, int digit) {
    als.with(digit).each([&](int cell) { step.mark(cell, digit, "restricted"); });
}

void eliminate_once(Step& step, const CellSet& cells, int digit) {
    cells.each([&](int cell) {
        const Candidate gone = Step::make(cell, digit);
        if (std::find(step.eliminations.begin(), step.eliminations.end(), gone) ==
            step.eliminations.end())
            step.eliminations.push_back(gone);
    });
}

}  // namespace pandoku::logic
