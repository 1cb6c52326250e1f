// Cage conflicts: all fillings of a cage that contain a candidate are impossible because of what
// they leave elsewhere, so the candidate is false.
#include "logic/cage_steps.hpp"
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

enum class Against { cells_and_houses, cages };

constexpr std::size_t kMostTold = 8;             // fillings that one step lists and refutes
constexpr std::size_t kMostFillingsTried = 300;  // of a cage: every filling is tried on the board

// One filling of a cage, laid on the board.
class LaidFilling {
  public:
    LaidFilling(const Board& board, const Cage& cage, const std::uint8_t* digits)
        : board_(board), cage_(cage), digits_(digits) {}

    int digit_at(int cell) const {  // -1 if the cell is not in the cage
        for (std::size_t p = 0; p < cage_.size(); ++p)
            if (cage_.cells[p] == cell) return digits_[p];
        return -1;
    }
    // The candidates that the filling leaves to another cell.
    Mask left_at(int cell) const {
        Mask left = board_.may(cell);
        for (std::size_t p = 0; p < cage_.size(); ++p)
            if (board_.cages().apart(cage_.cells[p], cell)) left &= ~bit(digits_[p]);
        return left;
    }
    // A cell that has no candidate left, or -1.
    int emptied(const CellSet& near) const {
        int found = -1;
        near.each([&](int cell) {
            if (found < 0 && board_.is_open(cell) && left_at(cell) == 0) found = cell;
        });
        return found;
    }
    // A house in which a digit has no place left, or -1.
    int starved(const std::vector<int>& houses, int& digit) const {
        for (const int house : houses)
            for (int d = 0; d < board_.order(); ++d)
                if (board_.where(house, d) != 0 && !has_place(house, d)) return digit = d, house;
        return -1;
    }
    bool allows(const Cage& other, const std::uint8_t* digits) const {
        for (std::size_t p = 0; p < other.size(); ++p)
            for (std::size_t q = 0; q < cage_.size(); ++q) {
                if (other.cells[p] == cage_.cells[q] && digits[p] != digits_[q]) return false;
                if (digits[p] == digits_[q] && board_.cages().apart(other.cells[p], cage_.cells[q]))
                    return false;
            }
        return true;
    }
    bool leaves_any(const Cage& other, const View& view) const {
        for (std::size_t i = 0; i < view.n(other); ++i)
            if (allows(other, view.filling(other, i))) return true;
        return false;
    }

  private:
    bool has_place(int house, int d) const {
        bool found = false;
        const auto cells = board_.layout().cells(house);
        each(board_.where(house, d), [&](int p) {
            const int mine = digit_at(cells[p]);
            found |= mine >= 0 ? mine == d : (left_at(cells[p]) & bit(d)) != 0;
        });
        return found;
    }
    const Board& board_;
    const Cage& cage_;
    const std::uint8_t* digits_;
};

// Why a filling is impossible: a cell is left without candidates, a digit without places in a
// house, or a cage without fillings.
struct Conflict {
    enum class With { none, cell, house, cage } with = With::none;
    int which = -1, digit = -1;
};

CellSet near_of(const Board& board, const Cage& cage) {
    CellSet near = board.layout().none();
    for (const std::uint16_t cell : cage.cells)
        if (board.is_open(cell)) near |= board.cages().sight(cell);
    return near - cage.set;
}

std::vector<int> houses_of(const Board& board, const Cage& cage) {
    std::vector<int> houses;
    for (const std::uint16_t cell : cage.cells)
        if (board.is_open(cell))
            for (const Place place : board.layout().places(cell)) houses.push_back(place.house);
    std::sort(houses.begin(), houses.end());
    houses.erase(std::unique(houses.begin(), houses.end()), houses.end());
    return houses;
}

class Judge {
  public:
    Judge(const Board& board, int number, Against against)
        : board_(board), cage_(board.cages()[number]) {
        if (against == Against::cages)
            find_neighbours(number);
        else
            near_ = near_of(board, cage_), houses_ = houses_of(board, cage_);
        against_ = against;
    }
    Conflict of(const std::uint8_t* digits) const {
        using enum Conflict::With;
        const LaidFilling trial(board_, cage_, digits);
        if (against_ == Against::cages) {
            for (const int other : neighbours_)
                if (!trial.leaves_any(board_.cages()[other], board_.view(other)))
                    return {cage, other, -1};
            return {};
        }
        if (const int emptied = trial.emptied(near_); emptied >= 0) return {cell, emptied, -1};
        int digit = -1;
        if (const int starved = trial.starved(houses_, digit); starved >= 0)
            return {house, starved, digit};
        return {};
    }

  private:
    void find_neighbours(int number) {
        const CellSet near = near_of(board_, cage_) | cage_.set;
        for (int other = 0; other < board_.n_cages(); ++other) {
            const View& view = board_.view(other);
            const Cage& cage = board_.cages()[other];
            if (other != number && cage.set.meets(near) && view.is_listed &&
                view.n(cage) <= kMostFillingsTried && n_open(board_, cage) > 1)
                neighbours_.push_back(other);
        }
    }
    const Board& board_;
    const Cage& cage_;
    Against against_;
    CellSet near_;
    std::vector<int> houses_, neighbours_;
};

void mark_victim(const Board& board, Step& step, const Conflict& conflict) {
    using enum Conflict::With;
    if (conflict.with == cell) {
        step.mark(conflict.which, "emptied");
        each(board.at(conflict.which), [&](int d) { step.mark(conflict.which, d, "goes"); });
    } else if (conflict.with == house) {
        step.houses.push_back(conflict.which);
        const auto cells = board.layout().cells(conflict.which);
        each(board.where(conflict.which, conflict.digit), [&](int p) {
            step.mark(cells[static_cast<std::size_t>(p)], "place");
            step.mark(cells[static_cast<std::size_t>(p)], conflict.digit, "goes");
        });
    } else {
        cite(board, step, conflict.which);
    }
}

// Eliminates a candidate if all fillings that contain it are impossible, and few enough to list.
void take_impossible(const Board& board, Sink& sink, int c, std::size_t p, int digit,
                     const std::vector<Conflict>& conflicts) {
    const Cage& cage = board.cages()[c];
    const View& view = board.view(c);
    CageFact told{c};
    std::vector<Conflict> victims;
    for (std::size_t i = 0; i < view.n(cage); ++i) {
        const std::uint8_t* filling = view.filling(cage, i);
        if (filling[p] != digit) continue;
        const Conflict& conflict = conflicts[i];
        if (conflict.with == Conflict::With::none) return;
        told.fillings.insert(told.fillings.end(), filling, filling + cage.size());
        if (told.fillings.size() > kMostTold * cage.size()) return;
        const auto is_same = [&](const Conflict& other) {
            return other.with == conflict.with && other.which == conflict.which &&
                   other.digit == conflict.digit;
        };
        if (std::none_of(victims.begin(), victims.end(), is_same)) victims.push_back(conflict);
    }
    if (victims.empty()) return;
    Step& step = sink.start();
    step.eliminate(cage.cells[p], digit);
    mark_open(board, step, cage, "pattern");
    step.mark(cage.cells[p], digit, "assumed");
    step.cages.push_back(std::move(told));
    for (const Conflict& victim : victims) mark_victim(board, step, victim);
    sink.finish();
}

void find_cage_conflicts(const Board& board, Sink& sink, Against against) {
    std::vector<Conflict> conflicts;
    for (int c = 0; c < board.n_cages() && !sink.done(); ++c) {
        const Cage& cage = board.cages()[c];
        const View& view = board.view(c);
        if (!view.is_listed || view.n(cage) > kMostFillingsTried || n_open(board, cage) < 2)
            continue;
        const Judge judge(board, c, against);
        conflicts.clear();
        bool has_any = false;
        for (std::size_t i = 0; i < view.n(cage); ++i) {
            conflicts.push_back(judge.of(view.filling(cage, i)));
            has_any |= conflicts.back().with != Conflict::With::none;
        }
        for (std::size_t p = 0; p < cage.size() && has_any; ++p)
            each(board.at(cage.cells[p]) & view.may[p], [&](int d) {
                if (!sink.done()) take_impossible(board, sink, c, p, d, conflicts);
            });
    }
}

constexpr const char* kConflictRoles[] = {"pattern", "assumed", "goes", "emptied", "place"};

}  // namespace

extern constexpr Finder kCageConflict{"cage-conflict",
                                      with<find_cage_conflicts, Against::cells_and_houses>,
                                      kConflictRoles, Needs::cages};
extern constexpr Finder kTwoCages{"two-cages", with<find_cage_conflicts, Against::cages>,
                                  std::span(kConflictRoles, 2), Needs::cages};

}  // namespace pandoku::logic
