// Many puzzles are dug at the same time, because the lanes are fast on many puzzles. In each round,
// every puzzle tries to lose its next few groups at once. If the solution stays unique, it would
// also be unique with fewer groups removed. So all of the groups are removed, just as they would
// have been one by one. Otherwise, the cells where the second solution differs from the first form
// an unavoidable set. At least one of its givens must stay. A puzzle stores these sets, and does
// not try groups with the last given of a set. Small sets are known from the start (swaps.hpp).
// Two variants were tried without gain: sets from more than two solutions, and, for a trial of a
// single given, a search for one solution that differs in its cell. This search takes fewer sweeps,
// but because other trials need two solutions, each of the two batches is smaller.
#include "generate/dig.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <vector>

#include "generate/dig_walk.hpp"
#include "generate/dug.hpp"
#include "generate/random.hpp"
#include "generate/swaps.hpp"
#include "grid/in_threads.hpp"

namespace pandoku::generate {
namespace {

constexpr int kTogether = 512;  // maximum number of puzzles at the same time
constexpr int kAhead = 3;       // puzzles whose memory is prefetched before their turn

// The number of groups tried at once. The first trial leaves this percentage of the cells as
// givens, because fewer givens seldom have one solution. Then a few groups are tried: more after a
// success, and half as many after a failure.
constexpr int kDense = 58;
constexpr int kNextPace = 6;

// If givens have to be added, the maximum number of givens to try.
constexpr int kMostAdded = 1000;

template <int words>
class Digger {
  public:
    explicit Digger(const Dig& task)
        : task_(task),
          n_cells_(task.plan->tables().n_cells),
          swaps_(task.plan->tables().order, task.plan->tables().n_houses,
                 task.plan->tables().house_cells),
          walker_(n_cells_, task.exchanges),
          puzzles_(static_cast<std::size_t>(std::clamp<std::int64_t>(task.n, 1, kTogether))),
          place_(static_cast<std::size_t>(n_cells_)) {
        number_groups();
        rows_.resize(puzzles_.size() * n_cells_);
        found_.resize(rows_.size() * 2);
        counts_.resize(puzzles_.size());
    }

    // `next()` is the index of a puzzle that no thread has begun, or -1. Returns false if `goes_on`
    // returned false.
    template <class Next>
    bool run(Next&& next, const std::function<bool()>& goes_on) {
        for (auto& puzzle : puzzles_) begin(puzzle, next);
        for (;;) {
            on_trial_.clear();
            for (std::size_t i = 0; i < puzzles_.size(); ++i) {
                if (i + kAhead < puzzles_.size()) puzzles_[i + kAhead].fetch();
                auto& puzzle = puzzles_[i];
                while (puzzle.index >= 0 && !choose(puzzle))
                    if (!go_on(puzzle)) begin(puzzle, next);
                if (puzzle.index >= 0) on_trial_.push_back(&puzzle);
            }
            if (on_trial_.empty()) return true;
            if (!search(goes_on)) return false;
            for (std::size_t i = 0; i < on_trial_.size(); ++i) {
                if (i + kAhead < on_trial_.size()) on_trial_[i + kAhead]->fetch();
                learn(*on_trial_[i], i);
            }
        }
    }

  private:
    using Puzzle = Dug<words>;
    using Group = std::vector<std::uint16_t>;

    void number_groups() {
        std::vector<int> numbers;
        for (int cell = 0; cell < n_cells_; ++cell) {
            const int number = task_.groups != nullptr ? task_.groups[cell] : cell;
            auto at = std::find(numbers.begin(), numbers.end(), number);
            const auto group = static_cast<std::size_t>(at - numbers.begin());
            if (at == numbers.end()) {
                numbers.push_back(number);
                groups_.emplace_back();
            }
            groups_[group].push_back(static_cast<std::uint16_t>(cell));
        }
    }

    template <class Next>
    void begin(Puzzle& puzzle, Next& next) {
        puzzle.index = next();
        if (puzzle.index < 0) return;
        const std::uint8_t* given = task_.puzzles + puzzle.index * n_cells_;
        puzzle.row.assign(given, given + n_cells_);
        puzzle.least = task_.least[puzzle.index];
        puzzle.random = Random(task_.keys[puzzle.index]);
        puzzle.walk.n_made = 0;
        if (task_.less > 0) return lessen(puzzle);
        const std::uint8_t* solution = task_.solutions + puzzle.index * n_cells_;
        if (!is_solution(solution, given)) return puzzle.refuse();
        begin_digging(puzzle, solution);
        puzzle.is_proved = puzzle.n_givens == n_cells_;
    }

    void begin_digging(Puzzle& puzzle, const std::uint8_t* solution) {
        puzzle.solution.assign(solution, solution + n_cells_);
        puzzle.find_givens();
        order_groups(puzzle);
        if (task_.exchanges > 0) {
            walker_.start(puzzle);
            swaps_.each(solution, true, [&](auto pairs) { puzzle.walk.sets.add(cells_of(pairs)); });
        } else {
            order_swaps(puzzle);
        }
    }

    static Cells<words> cells_of(std::span<const Swaps::Pair> pairs) {
        Cells<words> cells;
        for (const auto [one, other] : pairs) {
            cells.add(one);
            cells.add(other);
        }
        return cells;
    }

    // A set with a given that is never tried always has a given, so it forbids nothing and is left
    // out.
    void order_swaps(Puzzle& puzzle) {
        Cells<words> in_order;
        std::uint16_t n = 0;
        for (const auto group : puzzle.order)
            for (const int cell : groups_[group]) {
                in_order.add(cell);
                place_[cell] = n++;
            }
        puzzle.sets.clear(n_cells_);
        swaps_.each(puzzle.solution.data(), false, [&](auto pairs) {
            const Cells<words> set = cells_of(pairs);
            int last = -1;
            bool is_kept = false;
            (set & puzzle.givens).each([&](int cell) {
                is_kept |= !in_order.has(cell);
                if (last < 0 || place_[cell] > place_[last]) last = cell;
            });
            if (last >= 0 && !is_kept) puzzle.sets.add(set, last);
        });
    }

    // From now on, all givens may be removed.
    void order_groups(Puzzle& puzzle) {
        puzzle.phase = Phase::digging;
        puzzle.order.clear();
        for (std::size_t group = 0; group < groups_.size(); ++group)
            if (may_go(puzzle, groups_[group]))
                puzzle.order.push_back(static_cast<std::uint16_t>(group));
        puzzle.random.shuffle(puzzle.order);
        puzzle.next = 0;
        const int spare = puzzle.n_givens - n_cells_ * kDense / 100;
        puzzle.pace = std::max(1, spare * static_cast<int>(groups_.size()) / n_cells_);
        puzzle.is_first = true;
    }

    // Removes some givens. Others will be added until the solution is unique.
    void lessen(Puzzle& puzzle) {
        collect(puzzle, true);
        puzzle.random.shuffle(tried_);
        for (std::size_t i = 0; i < tried_.size() && i < static_cast<std::size_t>(task_.less); ++i)
            puzzle.row[tried_[i]] = 0;
        puzzle.phase = Phase::adding;
        puzzle.n_to_add = kMostAdded;
    }

    // Gives an empty cell a digit that it does not see, both at random. (Following singles first
    // would halve the trials, but take as long as it saves.)
    bool add(Puzzle& puzzle) {
        puzzle.trial.clear();
        collect(puzzle, false);
        while (puzzle.n_to_add-- > 0 && !tried_.empty()) {
            const int cell = tried_[puzzle.random.below(static_cast<std::uint32_t>(tried_.size()))];
            std::uint64_t free = unseen(puzzle, cell);
            if (free == 0) continue;
            auto skip = puzzle.random.below(static_cast<std::uint32_t>(std::popcount(free)));
            for (; skip > 0; --skip) free &= free - 1;
            puzzle.row[cell] = static_cast<std::uint8_t>(std::countr_zero(free) + 1);
            puzzle.trial.push_back(static_cast<std::uint16_t>(cell));
            return true;
        }
        puzzle.refuse();
        return false;
    }

    // Fills `tried_` with the cells that have givens, or with the cells without.
    void collect(const Puzzle& puzzle, bool is_given) {
        tried_.clear();
        for (int cell = 0; cell < n_cells_; ++cell)
            if ((puzzle.row[cell] != 0) == is_given)
                tried_.push_back(static_cast<std::uint16_t>(cell));
    }

    std::uint64_t unseen(const Puzzle& puzzle, int cell) const {
        const lanes::Tables& t = task_.plan->tables();
        std::uint64_t free = ~std::uint64_t{0} >> (64 - t.order);
        for (auto k = t.cell_start[cell]; k < t.cell_start[cell + 1]; ++k)
            for (int i = 0; i < t.order; ++i)
                if (const int digit = puzzle.row[t.house_cells[t.cell_houses[k] * t.order + i]])
                    free &= ~(std::uint64_t{1} << (digit - 1));
        return free;
    }

    bool is_solution(const std::uint8_t* digits, const std::uint8_t* givens) const {
        for (int cell = 0; cell < n_cells_; ++cell)
            if (givens[cell] != 0 && givens[cell] != digits[cell]) return false;
        const lanes::Tables& t = task_.plan->tables();
        const std::uint64_t all = ~std::uint64_t{0} >> (64 - t.order);
        for (int h = 0; h < t.n_houses; ++h) {
            std::uint64_t seen = 0;
            for (int i = 0; i < t.order; ++i)
                seen |= std::uint64_t{1} << ((digits[t.house_cells[h * t.order + i]] - 1) & 63);
            if (seen != all) return false;
        }
        return true;
    }

    // All givens of a group are removed together. If one of its cells has to stay, all of them
    // stay. (Cells that are empty from the start do not matter.)
    bool may_go(const Puzzle& puzzle, const Group& group) const {
        bool has_given = false;
        for (const int cell : group) {
            if (task_.keep != nullptr && task_.keep[cell] != 0) return false;
            has_given |= puzzle.row[cell] != 0;
        }
        return has_given;
    }

    // Removes the next groups, or returns false if there are no more to try. Groups that must stay
    // if the groups before them are removed are skipped: if the trial succeeds, that decides them
    // as well.
    bool choose(Puzzle& puzzle) {
        if (puzzle.phase == Phase::adding) return add(puzzle);
        if (puzzle.phase == Phase::exchanging) return walker_.exchange(puzzle);
        puzzle.trial.clear();
        puzzle.n_tried = 0;
        if (!puzzle.is_proved) return true;
        std::size_t at = puzzle.next;
        for (; at < puzzle.order.size() && puzzle.n_tried < puzzle.pace; ++at)
            if (take(puzzle, groups_[puzzle.order[at]]) && puzzle.n_tried++ == 0)
                puzzle.tried_at = at;
        puzzle.last = at;
        return !puzzle.trial.empty();
    }

    // Removes a group, unless a set or the minimum number of givens forbids it.
    bool take(Puzzle& puzzle, const Group& group) const {
        const std::size_t before = puzzle.trial.size();
        bool can_go = true;
        for (const int cell : group) {
            if (puzzle.row[cell] == 0) continue;
            can_go = can_spare(puzzle, cell) && puzzle.n_givens > puzzle.least;
            if (!can_go) break;
            puzzle.drop(cell);
            puzzle.trial.push_back(static_cast<std::uint16_t>(cell));
        }
        if (!can_go) puzzle.put_back(before);
        return can_go;
    }

    bool can_spare(const Puzzle& puzzle, int cell) const {
        return task_.exchanges > 0 ? puzzle.walk.sets.can_spare(cell, puzzle.givens)
                                   : puzzle.sets.can_spare(cell, puzzle.givens);
    }

    // Looks for two solutions of each puzzle on trial. (For a single cell, one solution that
    // differs there would suffice, but two smaller searches are no faster than one.)
    bool search(const std::function<bool()>& goes_on) {
        std::uint8_t* row = rows_.data();
        for (const auto* puzzle : on_trial_)
            row = std::copy(puzzle->row.begin(), puzzle->row.end(), row);
        lanes::Batch batch;
        batch.puzzles = rows_.data();
        batch.n = static_cast<std::int64_t>(on_trial_.size());
        batch.limit = batch.keep = 2;
        batch.solutions = found_.data();
        batch.counts = counts_.data();
        lanes::Stats stats;
        return lanes::solve(*task_.plan, batch, stats, goes_on) == lanes::End::done;
    }

    void learn(Puzzle& puzzle, std::size_t row) {
        if (puzzle.phase == Phase::adding) return learn_added(puzzle, row);
        if (puzzle.phase == Phase::exchanging) return learn_exchanged(puzzle, row);
        if (!puzzle.is_proved) {
            if (counts_[row] != 1) puzzle.refuse();
            puzzle.is_proved = true;
            return;
        }
        if (counts_[row] == 1) {
            puzzle.next = puzzle.last;
            puzzle.pace = puzzle.is_first ? kNextPace : puzzle.pace + 1;
        } else {
            learn_kept(puzzle, row);
            puzzle.pace = std::max(1, std::min(puzzle.pace, puzzle.n_tried) / 2);
        }
        puzzle.is_first = false;
    }

    // A digit without a solution is removed, and a digit with several stays. With one solution,
    // digging begins.
    void learn_added(Puzzle& puzzle, std::size_t row) {
        if (counts_[row] == 0) puzzle.row[puzzle.trial[0]] = 0;
        if (counts_[row] != 1) return;
        begin_digging(puzzle, found_.data() + 2 * row * n_cells_);
        puzzle.is_proved = true;
    }

    // The second solution only differs in cells that were tried, and one of its givens must stay.
    // If only one group was tried, this group stays.
    void learn_kept(Puzzle& puzzle, std::size_t row) {
        tried_ = puzzle.trial;
        puzzle.put_back(0);
        if (puzzle.n_tried == 1) puzzle.next = puzzle.tried_at + 1;
        if (task_.exchanges > 0) return puzzle.walk.sets.add(second(puzzle, row));
        if (puzzle.n_tried == 1) return;
        const std::uint8_t* other = second_solution(puzzle, row);
        Cells<words> set;
        int last = 0;
        for (const int cell : tried_)
            if (other[cell] != puzzle.solution[cell]) set.add(last = cell);
        puzzle.sets.add(set, last);
    }

    void learn_exchanged(Puzzle& puzzle, std::size_t row) {
        const bool is_proper = counts_[row] == 1;
        walker_.learn(puzzle, is_proper, is_proper ? Cells<words>{} : second(puzzle, row));
    }

    const std::uint8_t* second_solution(const Puzzle& puzzle, std::size_t row) const {
        const std::uint8_t* found = found_.data() + 2 * row * n_cells_;
        const bool is_first = std::equal(puzzle.solution.begin(), puzzle.solution.end(), found);
        return is_first ? found + n_cells_ : found;
    }

    // Where the second solution differs from the first.
    Cells<words> second(const Puzzle& puzzle, std::size_t row) const {
        const std::uint8_t* other = second_solution(puzzle, row);
        Cells<words> cells;
        for (int cell = 0; cell < n_cells_; ++cell)
            cells.put(cell, other[cell] != puzzle.solution[cell]);
        return cells;
    }

    // Stores a finished puzzle, unless the walk has visited it. Returns false if no further puzzle
    // is made from it.
    bool go_on(Puzzle& puzzle) {
        if (puzzle.phase == Phase::exchanging || puzzle.n_givens == 0) return false;
        if (task_.exchanges == 0 || walker_.is_new(puzzle)) {
            const std::int64_t at = puzzle.index * (1 + task_.exchanges) + puzzle.walk.n_made++;
            std::memcpy(task_.out + at * n_cells_, puzzle.row.data(), puzzle.row.size());
        }
        return task_.exchanges > 0 && walker_.go_on(puzzle);
    }

    const Dig& task_;
    int n_cells_;
    Swaps swaps_;
    Walker<words> walker_;
    std::vector<Group> groups_;
    std::vector<Puzzle> puzzles_;
    std::vector<std::uint16_t> place_;  // of each cell in the order of a puzzle
    std::vector<Puzzle*> on_trial_;
    std::vector<std::uint8_t> rows_, found_;
    Group tried_;
    std::vector<std::int64_t> counts_;
};

}  // namespace

bool dig(const Dig& task, Poll poll) {
    return in_threads(task.n, task.threads, poll, [&](auto goes_on, auto next) {
        if (task.plan->tables().order <= 9)
            Digger<2>(task).run(next, goes_on);
        else
            Digger<21>(task).run(next, goes_on);
    });
}

}  // namespace pandoku::generate
