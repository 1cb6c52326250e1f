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

// How many givens are tried where some are to be added, before there is no result.
constexpr int kMostAdded = 1000;

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
        last_ = empty_ = {};
    }

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
    // Whether each set without a given gets one in this cell.
    bool fills(int cell) const {
        std::uint64_t missed = 0;
        for (int w = 0; w < words; ++w) missed |= empty_[w] & ~of_cell_[cell][w];
        return missed == 0;
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
        empty_[set / 64] = (empty_[set / 64] & ~bit) | (left_[set] == 0 ? bit : 0);
    }
    int n_ = 0;
    std::vector<Bits> of_cell_;
    std::uint16_t left_[kMost] = {};
    Bits last_ = {}, empty_ = {};  // the sets with one given left, and with none
};

enum class Phase { digging, adding, exchanging };

// A walk ends after so many moves for each puzzle that is asked for, as it may come back.
constexpr int kMovesEach = 3;

// A puzzle on its way down.
template <int words>
struct Puzzle {
    std::int64_t index = -1;
    std::vector<std::uint8_t> solution;
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
    Random random{0};
    Phase phase = Phase::digging;
    int n_to_add = 0;  // how many givens may still be tried, until the solution is unique
    int n_made = 0;    // minimal puzzles so far
    int gone = -1;     // the given that is being exchanged
    // Cells take turns in an order of the puzzle, from some place in it.
    std::vector<std::uint16_t> turns;
    int first_turn = 0, turn = 0;  // of the given that goes
    int first_at = 0, at = 0;      // of the one in its place
    int n_moves = 0;
    std::vector<std::uint8_t> before, latest;  // without a given; the latest with another instead
    std::vector<std::uint64_t> seen;           // the patterns of givens so far

    int in_turn(int first, int turn) const {
        const std::size_t at = static_cast<std::size_t>(first + turn);
        return turns[at < turns.size() ? at : at - turns.size()];
    }
};

template <int words>
class Digger {
  public:
    explicit Digger(const Dig& task)
        : task_(task), n_cells_(task.plan->tables().n_cells), puzzles_(kTogether) {
        number_groups();
        find_lines();
        for (int cell = 0; cell < n_cells_; ++cell)
            codes_.push_back(Random(static_cast<std::uint64_t>(cell)).next());
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
                while (puzzle.index >= 0 && !choose(puzzle))
                    if (!go_on(puzzle)) begin(puzzle, next);
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
        puzzle.least = task_.least[puzzle.index];
        puzzle.random = Random(task_.keys[puzzle.index]);
        puzzle.n_made = 0;
        if (task_.less > 0) return lessen(puzzle);
        const std::uint8_t* solution = task_.solutions + puzzle.index * n_cells_;
        if (!is_solution(solution, given)) return refuse(puzzle);
        begin_digging(puzzle, solution);
    }

    void begin_digging(Puzzle<words>& puzzle, const std::uint8_t* solution) {
        puzzle.solution.assign(solution, solution + n_cells_);
        puzzle.n_givens =
            n_cells_ - static_cast<int>(std::count(puzzle.row.begin(), puzzle.row.end(), 0));
        puzzle.sets.clear(n_cells_);
        for (const auto& pair : lines_) exchange_lines(puzzle, pair);
        order_groups(puzzle);
        if (task_.exchanges == 0) return;
        puzzle.turns.resize(static_cast<std::size_t>(n_cells_));
        for (int cell = 0; cell < n_cells_; ++cell)
            puzzle.turns[cell] = static_cast<std::uint16_t>(cell);
        puzzle.random.shuffle(puzzle.turns);
        puzzle.seen.clear();
        puzzle.n_moves = 0;
        puzzle.gone = -1;
    }

    // All givens may go again.
    void order_groups(Puzzle<words>& puzzle) {
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

    // After an exchange: which of the givens can go? (No groups, and none that has to stay.)
    void check_givens(Puzzle<words>& puzzle) const {
        puzzle.phase = Phase::digging;
        puzzle.order.clear();
        for (int turn = 0; turn < n_cells_; ++turn) {
            const int cell = puzzle.in_turn(puzzle.first_at, turn);
            if (puzzle.row[cell] != 0) puzzle.order.push_back(static_cast<std::uint16_t>(cell));
        }
        puzzle.next = 0;
        puzzle.pace = 1;
        puzzle.is_first = false;
    }

    // Takes some givens away; others will be added until the solution is unique.
    void lessen(Puzzle<words>& puzzle) {
        collect(puzzle, true);
        puzzle.random.shuffle(tried_);
        for (std::size_t i = 0; i < tried_.size() && i < static_cast<std::size_t>(task_.less); ++i)
            puzzle.row[tried_[i]] = 0;
        puzzle.phase = Phase::adding;
        puzzle.n_to_add = kMostAdded;
    }

    // Gives an empty cell a digit that it does not see, both at random. (To follow singles first
    // halves the trials, and takes as long as it saves.)
    bool add(Puzzle<words>& puzzle) {
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
        refuse(puzzle);
        return false;
    }

    // Fills `tried_` with the cells that have givens, or that have none.
    void collect(const Puzzle<words>& puzzle, bool is_given) {
        tried_.clear();
        for (int cell = 0; cell < n_cells_; ++cell)
            if ((puzzle.row[cell] != 0) == is_given)
                tried_.push_back(static_cast<std::uint16_t>(cell));
    }

    std::uint64_t unseen(const Puzzle<words>& puzzle, int cell) const {
        const lanes::Tables& t = task_.plan->tables();
        std::uint64_t free = ~std::uint64_t{0} >> (64 - t.order);
        for (auto k = t.cell_start[cell]; k < t.cell_start[cell + 1]; ++k)
            for (int i = 0; i < t.order; ++i)
                if (const int digit = puzzle.row[t.house_cells[t.cell_houses[k] * t.order + i]])
                    free &= ~(std::uint64_t{1} << (digit - 1));
        return free;
    }

    // Exchanges a given for another of the same solution: the first that will do, in a random order
    // of the givens and of what may replace each. The sets stay true, as the solution does, so most
    // givens are known to be needed still. False if no given can be exchanged.
    bool exchange(Puzzle<words>& puzzle) {
        for (;;) {
            if (puzzle.gone >= 0) {
                while (puzzle.at < n_cells_) {
                    const int cell = puzzle.in_turn(puzzle.first_at, puzzle.at);
                    if (puzzle.row[cell] == 0 && cell != puzzle.gone && puzzle.sets.fills(cell)) {
                        give(puzzle, cell);
                        puzzle.trial.assign(1, static_cast<std::uint16_t>(cell));
                        return true;
                    }
                    ++puzzle.at;
                }
                give(puzzle, puzzle.gone);
                puzzle.gone = -1;
                if (!puzzle.latest.empty()) {
                    restore(puzzle, puzzle.latest);
                    begin_exchange(puzzle);
                }
            }
            while (puzzle.turn < n_cells_ &&
                   puzzle.row[puzzle.in_turn(puzzle.first_turn, puzzle.turn)] == 0)
                ++puzzle.turn;
            if (puzzle.turn == n_cells_) return false;
            puzzle.gone = puzzle.in_turn(puzzle.first_turn, puzzle.turn++);
            puzzle.first_at = random_cell(puzzle);
            puzzle.at = 0;
            puzzle.latest.clear();
            drop(puzzle, puzzle.gone);
        }
    }

    void begin_exchange(Puzzle<words>& puzzle) {
        puzzle.phase = Phase::exchanging;
        puzzle.first_turn = random_cell(puzzle);
        puzzle.turn = 0;
        puzzle.gone = -1;
        puzzle.latest.clear();
    }

    int random_cell(Puzzle<words>& puzzle) const {
        return static_cast<int>(puzzle.random.below(static_cast<std::uint32_t>(n_cells_)));
    }

    void give(Puzzle<words>& puzzle, int cell) const {
        puzzle.sets.put_back(cell);
        puzzle.row[cell] = puzzle.solution[cell];
        ++puzzle.n_givens;
    }
    void drop(Puzzle<words>& puzzle, int cell) const {
        puzzle.sets.take(cell);
        puzzle.row[cell] = 0;
        --puzzle.n_givens;
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
        const auto& solution = puzzle.solution;
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
    bool choose(Puzzle<words>& puzzle) {
        if (puzzle.phase == Phase::adding) return add(puzzle);
        if (puzzle.phase == Phase::exchanging) return exchange(puzzle);
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
            drop(puzzle, cell);
            puzzle.trial.push_back(static_cast<std::uint16_t>(cell));
        }
        if (!can_go) put_back(puzzle, before);
        return can_go;
    }

    // Puts the cells of the trial back, all but the first few.
    void put_back(Puzzle<words>& puzzle, std::size_t first) const {
        for (std::size_t i = first; i < puzzle.trial.size(); ++i) give(puzzle, puzzle.trial[i]);
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
        if (puzzle.phase == Phase::adding) return learn_added(puzzle, row);
        if (puzzle.phase == Phase::exchanging) return learn_exchanged(puzzle, row);
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

    // A digit without a solution goes, and with several stays; with one, digging begins.
    void learn_added(Puzzle<words>& puzzle, std::size_t row) {
        if (counts_[row] == 0) puzzle.row[puzzle.trial[0]] = 0;
        if (counts_[row] != 1) return;
        begin_digging(puzzle, found_.data() + 2 * row * n_cells_);
    }

    // A given that leaves several solutions is not the one; with one, the others may be able to go.
    void learn_exchanged(Puzzle<words>& puzzle, std::size_t row) {
        if (counts_[row] == 1) {
            puzzle.before = puzzle.row;
            puzzle.before[puzzle.trial[0]] = 0;
            return check_givens(puzzle);
        }
        drop(puzzle, puzzle.trial[0]);
        add_second(puzzle, row);
        ++puzzle.at;
    }

    // Adds the givens where the second solution differs, of which one must stay: they are all among
    // those that were tried. False if there is none, so that the puzzle is not proper.
    bool add_second(Puzzle<words>& puzzle, std::size_t row) const {
        if (counts_[row] == 0) return false;
        const auto& solution = puzzle.solution;
        const std::uint8_t* second = found_.data() + 2 * row * n_cells_;
        if (std::equal(solution.begin(), solution.end(), second)) second += n_cells_;
        const int set = puzzle.sets.begin();
        if (task_.exchanges > 0) {
            // Cells without givens matter as well: they may get one.
            for (int cell = 0; cell < n_cells_; ++cell)
                if (second[cell] != solution[cell])
                    puzzle.sets.add(set, cell, puzzle.row[cell] != 0);
        } else {
            for (const int cell : tried_)
                if (second[cell] != solution[cell]) puzzle.sets.add(set, cell, true);
        }
        return puzzle.sets.end(set);
    }

    // Ends a puzzle that is not proper, or whose solution is another.
    void refuse(Puzzle<words>& puzzle) const {
        std::fill(puzzle.row.begin(), puzzle.row.end(), std::uint8_t{0});
        puzzle.phase = Phase::digging;
        puzzle.n_givens = 0;
        puzzle.trial.clear();
        puzzle.order.clear();
        puzzle.next = 0;
    }

    // Stores a puzzle that is done, unless the walk was there before; false if nothing is to be
    // made from it.
    bool go_on(Puzzle<words>& puzzle) {
        if (puzzle.phase == Phase::exchanging || puzzle.n_givens == 0) return false;
        if (is_new(puzzle)) {
            const std::int64_t at = puzzle.index * (1 + task_.exchanges) + puzzle.n_made++;
            std::memcpy(task_.out + at * n_cells_, puzzle.row.data(), puzzle.row.size());
        }
        if (puzzle.n_made > task_.exchanges || puzzle.n_moves++ > kMovesEach * task_.exchanges)
            return false;
        if (puzzle.gone < 0) {
            begin_exchange(puzzle);
            return true;
        }
        // What else can take the place of the same given?
        puzzle.latest = puzzle.row;
        restore(puzzle, puzzle.before);
        puzzle.phase = Phase::exchanging;
        ++puzzle.at;
        return true;
    }

    // Gives and drops until the row is this one.
    void restore(Puzzle<words>& puzzle, const std::vector<std::uint8_t>& row) const {
        for (int cell = 0; cell < n_cells_; ++cell)
            if (row[cell] != puzzle.row[cell])
                row[cell] != 0 ? give(puzzle, cell) : drop(puzzle, cell);
    }

    bool is_new(Puzzle<words>& puzzle) const {
        if (task_.exchanges == 0) return true;
        std::uint64_t pattern = 0;
        for (int cell = 0; cell < n_cells_; ++cell)
            if (puzzle.row[cell] != 0) pattern ^= codes_[cell];
        if (std::find(puzzle.seen.begin(), puzzle.seen.end(), pattern) != puzzle.seen.end())
            return false;
        puzzle.seen.push_back(pattern);
        return true;
    }

    const Dig& task_;
    int n_cells_;
    std::vector<Cells> groups_;
    std::vector<Puzzle<words>> puzzles_;
    std::vector<std::uint64_t> codes_;  // of cells; those of givens combine to that of a pattern
    std::vector<Puzzle<words>*> on_trial_;
    std::vector<std::uint8_t> rows_, found_;
    std::vector<Lines> lines_;
    Cells tried_;
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
