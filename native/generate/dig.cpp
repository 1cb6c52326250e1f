// Many puzzles are dug side by side, because the lanes are fast on many: in each round every puzzle
// tries to lose its next few groups at once. If the solution stays unique, it would have stayed so
// with any of them back, so all go, as they would have one by one. If not, the second solution says
// why: the cells where it differs from the first are an unavoidable set, of which one must stay. A
// puzzle keeps these sets, and no group is tried that would take the last given of one. Small sets
// are known from the start: places where two rows of a band, or columns of a stack, have the same
// digits. (To look for two digits that can be exchanged cost more than it gained.)
#include "generate/dig.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <vector>

#include "generate/random.hpp"
#include "grid/in_threads.hpp"

namespace pandoku::generate {
namespace {

constexpr int kTogether = 512;  // puzzles side by side

// How many groups are tried at once. At first, all but so many percent of the cells: fewer seldom
// have one solution. Then a few, more after a success and half after a failure.
constexpr int kDense = 58;
constexpr int kNextPace = 6;

// An unavoidable set that is known from the start has at most this many cells; larger ones seldom
// lose all their givens but the last.
constexpr int kSmall = 12;

// The unavoidable sets of a puzzle: which of them each cell belongs to, and how many givens each
// has left. Sets are numbered, and sets of sets are bits.
template <int words>
class Sets {
  public:
    static constexpr int kMost = 64 * words;
    using Bits = std::array<std::uint64_t, words>;

    void clear(int n_cells) {
        n_ = 0;
        of_cell_.assign(static_cast<std::size_t>(n_cells), Bits{});
        last_ = {};
    }
    int size() const { return n_; }

    // A new set; its cells follow. A full table forgets a set that has many givens.
    int begin() {
        if (n_ < kMost) {
            left_[n_] = 0;
            return n_++;
        }
        const int set = static_cast<int>(std::max_element(left_, left_ + kMost) - left_);
        for (auto& bits : of_cell_) bits[set / 64] &= ~(std::uint64_t{1} << (set % 64));
        left_[set] = 0;
        return set;
    }
    void add(int set, int cell, bool is_given) {
        of_cell_[cell][set / 64] |= std::uint64_t{1} << (set % 64);
        left_[set] = static_cast<std::uint16_t>(left_[set] + is_given);
    }
    // False if no cell of the set is given.
    bool end(int set) {
        mark(set);
        return left_[set] > 0;
    }

    // Whether each set keeps a given without this cell.
    bool can_spare(int cell) const {
        std::uint64_t needed = 0;
        for (int w = 0; w < words; ++w) needed |= of_cell_[cell][w] & last_[w];
        return needed == 0;
    }
    void take(int cell) { change(cell, -1); }
    void put_back(int cell) { change(cell, 1); }

  private:
    void change(int cell, int by) {
        for (int w = 0; w < words; ++w)
            for (auto bits = of_cell_[cell][w]; bits != 0; bits &= bits - 1) {
                const int set = 64 * w + std::countr_zero(bits);
                left_[set] = static_cast<std::uint16_t>(left_[set] + by);
                mark(set);
            }
    }
    void mark(int set) {
        const std::uint64_t bit = std::uint64_t{1} << (set % 64);
        last_[set / 64] = (last_[set / 64] & ~bit) | (left_[set] == 1 ? bit : 0);
    }
    int n_ = 0;
    std::vector<Bits> of_cell_;
    std::uint16_t left_[kMost] = {};
    Bits last_ = {};  // the sets with one given left
};

// A puzzle on its way down.
template <int words>
struct Puzzle {
    std::int64_t index = -1;
    std::vector<std::uint8_t> row;     // its digits, without those of the trial
    int n_givens = 0;                  // in the row
    int least = 0;                     // no fewer
    std::vector<std::uint16_t> order;  // groups, in the order in which they are tried
    std::size_t next = 0;              // the first that is not decided
    std::size_t last = 0;              // the first that the trial does not decide
    std::vector<std::uint16_t> trial;  // the cells that are tried
    int pace = 1;                      // how many groups are tried at once
    bool is_first = true;              // nothing was tried before
    Sets<words> sets;
};

template <int words>
class Digger {
  public:
    explicit Digger(const Dig& task)
        : task_(task), n_cells_(task.plan->tables().n_cells), puzzles_(kTogether) {
        number_groups();
        find_lines();
        rows_.resize(std::size_t{kTogether} * n_cells_);
        found_.resize(rows_.size() * 2);
        counts_.resize(kTogether);
    }

    // `next()` is the index of a puzzle that nobody has begun, or -1. False if `goes_on` was.
    template <class Next>
    bool run(Next&& next, const std::function<bool()>& goes_on) {
        for (auto& puzzle : puzzles_) begin(puzzle, next);
        for (;;) {
            on_trial_.clear();
            for (auto& puzzle : puzzles_) {
                while (puzzle.index >= 0 && !choose(puzzle)) {
                    finish(puzzle);
                    begin(puzzle, next);
                }
                if (puzzle.index >= 0) on_trial_.push_back(&puzzle);
            }
            if (on_trial_.empty()) return true;
            if (!search(goes_on)) return false;
            for (std::size_t i = 0; i < on_trial_.size(); ++i) learn(*on_trial_[i], i);
        }
    }

  private:
    using Cells = std::vector<std::uint16_t>;

    // Two houses whose cells belong in pairs to the same other houses: rows of one band, columns of
    // one stack.
    struct Lines {
        Cells first, second;
    };

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

    void find_lines() {
        const int n = task_.plan->tables().n_houses;
        for (int a = 0; a < n; ++a)
            for (int b = a + 1; b < n; ++b)
                if (Lines lines; are_lines(a, b, lines)) lines_.push_back(std::move(lines));
    }

    bool are_lines(int a, int b, Lines& lines) const {
        const lanes::Tables& t = task_.plan->tables();
        for (int i = 0; i < t.order; ++i) {
            const auto x = t.house_cells[a * t.order + i];
            int k = 0;
            while (k < t.order && !are_partners(x, a, t.house_cells[b * t.order + k], b)) ++k;
            if (k == t.order) return false;
            lines.first.push_back(x);
            lines.second.push_back(t.house_cells[b * t.order + k]);
        }
        return true;
    }

    // Whether two cells have the same houses, but for these two.
    bool are_partners(int x, int a, int y, int b) const {
        const lanes::Tables& t = task_.plan->tables();
        if (x == y ||
            t.cell_start[x + 1] - t.cell_start[x] != t.cell_start[y + 1] - t.cell_start[y])
            return false;
        auto other = t.cell_houses + t.cell_start[y];
        for (auto k = t.cell_start[x]; k < t.cell_start[x + 1]; ++k) {
            const int house = static_cast<int>(t.cell_houses[k]);
            if (house == a) continue;
            if (static_cast<int>(*other) == b) ++other;
            if (house != static_cast<int>(*other++)) return false;
        }
        return true;
    }

    template <class Next>
    void begin(Puzzle<words>& puzzle, Next& next) {
        puzzle.index = next();
        if (puzzle.index < 0) return;
        const std::uint8_t* given = task_.puzzles + puzzle.index * n_cells_;
        puzzle.row.assign(given, given + n_cells_);
        puzzle.n_givens = n_cells_ - static_cast<int>(std::count(given, given + n_cells_, 0));
        puzzle.least = task_.least[puzzle.index];
        puzzle.order.clear();
        puzzle.next = 0;
        if (!is_solution(task_.solutions + puzzle.index * n_cells_, given)) return refuse(puzzle);
        for (std::size_t group = 0; group < groups_.size(); ++group)
            if (may_go(puzzle, groups_[group]))
                puzzle.order.push_back(static_cast<std::uint16_t>(group));
        Random random(task_.keys[puzzle.index]);
        random.shuffle(puzzle.order);
        const int spare = puzzle.n_givens - n_cells_ * kDense / 100;
        puzzle.pace = std::max(1, spare * static_cast<int>(groups_.size()) / n_cells_);
        puzzle.is_first = true;
        puzzle.sets.clear(n_cells_);
        for (const auto& pair : lines_) exchange_lines(puzzle, pair);
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

    // A group goes as a whole, or not at all if one of its cells has to stay. (Cells that are empty
    // from the start do not matter.)
    bool may_go(const Puzzle<words>& puzzle, const Cells& group) const {
        bool has_given = false;
        for (const int cell : group) {
            if (task_.keep != nullptr && task_.keep[cell] != 0) return false;
            has_given |= puzzle.row[cell] != 0;
        }
        return has_given;
    }

    // Two lines can exchange the digits of places where both have the same digits.
    void exchange_lines(Puzzle<words>& puzzle, const Lines& lines) {
        const std::uint8_t* solution = task_.solutions + puzzle.index * n_cells_;
        const int order = task_.plan->tables().order;
        std::array<std::uint8_t, lanes::kMaxOrder + 1> place;  // of each digit in the first line
        for (int i = 0; i < order; ++i)
            place[solution[lines.first[i]]] = static_cast<std::uint8_t>(i);
        std::uint64_t open = ~std::uint64_t{0} >> (64 - order);
        while (open != 0) {
            std::uint64_t cycle = 0;
            for (int i = std::countr_zero(open); (cycle >> i & 1) == 0;
                 i = place[solution[lines.second[i]]])
                cycle |= std::uint64_t{1} << i;
            open &= ~cycle;
            if (2 * std::popcount(cycle) > kSmall) continue;
            const int set = puzzle.sets.begin();
            for (auto rest = cycle; rest != 0; rest &= rest - 1) {
                const int i = std::countr_zero(rest);
                for (const int cell : {lines.first[i], lines.second[i]})
                    puzzle.sets.add(set, cell, puzzle.row[cell] != 0);
            }
            puzzle.sets.end(set);
        }
    }

    // Takes the next groups out; false if there are none to try. Groups that must stay once those
    // before them are gone are passed over: if the trial succeeds, that decides them too.
    bool choose(Puzzle<words>& puzzle) const {
        puzzle.trial.clear();
        std::size_t at = puzzle.next;
        for (int n_tried = 0; at < puzzle.order.size() && n_tried < puzzle.pace; ++at)
            n_tried += take(puzzle, groups_[puzzle.order[at]]) ? 1 : 0;
        puzzle.last = at;
        return !puzzle.trial.empty();
    }

    // Takes a group out if nothing speaks against it.
    bool take(Puzzle<words>& puzzle, const Cells& group) const {
        const std::size_t before = puzzle.trial.size();
        bool can_go = true;
        for (const int cell : group) {
            if (puzzle.row[cell] == 0) continue;
            can_go = puzzle.sets.can_spare(cell) && puzzle.n_givens > puzzle.least;
            if (!can_go) break;
            puzzle.sets.take(cell);
            puzzle.row[cell] = 0;
            --puzzle.n_givens;
            puzzle.trial.push_back(static_cast<std::uint16_t>(cell));
        }
        if (!can_go) put_back(puzzle, before);
        return can_go;
    }

    // Puts the cells of the trial back, all but the first few.
    void put_back(Puzzle<words>& puzzle, std::size_t first) const {
        const std::uint8_t* solution = task_.solutions + puzzle.index * n_cells_;
        for (std::size_t i = first; i < puzzle.trial.size(); ++i) {
            const int cell = puzzle.trial[i];
            puzzle.sets.put_back(cell);
            puzzle.row[cell] = solution[cell];
            ++puzzle.n_givens;
        }
        puzzle.trial.resize(first);
    }

    // Looks for two solutions of each puzzle on trial. (One solution that differs in the cell that
    // is tried would do, where only one is; but two smaller searches are no faster than one.)
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

    void learn(Puzzle<words>& puzzle, std::size_t row) {
        if (counts_[row] == 1) {
            puzzle.next = puzzle.last;
            puzzle.pace = puzzle.is_first ? kNextPace : puzzle.pace + 1;
        } else {
            const auto n_tried = static_cast<int>(puzzle.last - puzzle.next);
            tried_ = puzzle.trial;
            put_back(puzzle, 0);
            if (!add_second(puzzle, row)) refuse(puzzle);
            puzzle.pace = std::max(1, std::min(puzzle.pace, n_tried) / 2);
        }
        puzzle.is_first = false;
    }

    // Adds the givens where the second solution differs, of which one must stay: they are all among
    // those that were tried. False if there is none, so that the puzzle is not proper.
    bool add_second(Puzzle<words>& puzzle, std::size_t row) const {
        const std::uint8_t* solution = task_.solutions + puzzle.index * n_cells_;
        const std::uint8_t* second = found_.data() + 2 * row * n_cells_;
        if (counts_[row] == 0) return false;
        if (std::equal(solution, solution + n_cells_, second)) second += n_cells_;
        const int set = puzzle.sets.begin();
        for (const int cell : tried_)
            if (second[cell] != solution[cell]) puzzle.sets.add(set, cell, true);
        return puzzle.sets.end(set);
    }

    // Ends a puzzle that is not proper, or whose solution is another.
    static void refuse(Puzzle<words>& puzzle) {
        std::fill(puzzle.row.begin(), puzzle.row.end(), std::uint8_t{0});
        puzzle.next = puzzle.order.size();
    }

    void finish(const Puzzle<words>& puzzle) const {
        std::memcpy(task_.out + puzzle.index * n_cells_, puzzle.row.data(), puzzle.row.size());
    }

    const Dig& task_;
    int n_cells_;
    std::vector<Cells> groups_;
    std::vector<Puzzle<words>> puzzles_;
    std::vector<Puzzle<words>*> on_trial_;
    std::vector<std::uint8_t> rows_, found_;
    std::vector<Lines> lines_;
    Cells tried_;
    Cells cells_of_;  // of each digit
    std::vector<std::uint8_t>
        number_;  // of each house's cell of each digit, among the digit's cells
    std::vector<std::int64_t> counts_;
};

}  // namespace

bool dig(const Dig& task, Poll poll) {
    return in_threads(task.n, task.threads, poll, [&](auto goes_on, auto next) {
        if (task.plan->tables().order <= 9)
            Digger<2>(task).run(next, goes_on);
        else
            Digger<16>(task).run(next, goes_on);
    });
}

}  // namespace pandoku::generate
