// A board of candidates, which finders read and steps change. It keeps the candidates in three
// views (by cell, by house and digit, by digit), so that a finder can read any of them as one mask.
// A change updates all three views, which pays off because reads are far more frequent.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grid/layout.hpp"
#include "logic/cage_view.hpp"
#include "logic/cages.hpp"
#include "logic/idle.hpp"
#include "logic/kept.hpp"
#include "logic/watch.hpp"

namespace pandoku::logic {

class FirstSteps;

// Data that several finders derive from the same board.
enum class Kept {
    links_one_digit,
    links_pairs,
    links_all,
    links_grouped,
    almost_locked_sets,
    trials,
    cage_rules,
    cage_outcomes,
    cage_holders,
    // Data that only a placed digit changes:
    sums,
    sums_of_one,
    idle_sums,
    idle_trials,
    products,
    products_of_one,
    parities,
    count
};
constexpr std::size_t kFirstPlacedKept = static_cast<std::size_t>(Kept::sums);

// Digits are 0 .. order-1 here: a printed 1 is 0. A board must be used by one thread at a time,
// because even reading it may fill its caches.
class Board {
  public:
    // Both must outlive the board. Null cages mean a puzzle without cages.
    explicit Board(const Layout& layout, const Cages* cages = nullptr);

    // digits: 1 .. order, 0 for an empty cell. masks: candidates, read for empty cells only.
    // givens: nonzero if the digit is a given. Candidates are used as passed, without eliminations
    // by digits.
    void reset(const std::uint8_t* digits, const Mask* masks, const std::uint8_t* givens);

    const Layout& layout() const { return *layout_; }
    int order() const { return layout_->order(); }
    int n_cages() const { return cages_ == nullptr ? 0 : cages_->n(); }
    const Cages& cages() const { return *cages_; }  // only if there are any
    // Pairs of candidates that a constraint other than a cage forbids together.
    std::span<const Tie> ties() const {
        return cages_ == nullptr ? std::span<const Tie>{} : cages_->ties();
    }
    // Which cells see each other. Finders of techniques with houses only use Layout::house_sight.
    const Sight& sight() const { return *sight_; }

    Mask at(int cell) const { return masks_[cell]; }  // 0 in a filled cell
    bool has(int cell, int digit) const { return (masks_[cell] & bit(digit)) != 0; }
    bool is_open(int cell) const { return digits_[cell] < 0; }
    int digit(int cell) const { return digits_[cell]; }  // -1 while the cell is empty
    bool is_given(int cell) const { return givens_[cell] != 0; }
    int n_open() const { return n_open_; }
    int n_open(int house) const { return open_in_[house]; }
    // The digits that a cell may hold, just one for a filled cell.
    Mask may(int cell) const { return is_open(cell) ? masks_[cell] : bit(digits_[cell]); }
    // The remaining possibilities of a cage, recomputed only after its cells have changed.
    const View& view(int cage) const;
    // The first house, starting at `house`, that has exactly one empty cell, or the number of
    // houses.
    int next_almost_full(int house) const;
    bool is_broken() const { return n_bare_ > 0; }  // an empty cell has no candidate

    // The positions of a house where the digit is a candidate; 0 once it is placed there.
    Mask where(int house, int digit) const { return where_[house * order() + digit]; }
    // The digits with exactly one place in a house, and the empty cells with exactly one candidate.
    Mask sole(int house) const { return sole_[house]; }
    const CellSet& singles() const { return singles_; }
    // The empty cells that have the digit as a candidate.
    const CellSet& cells_with(int digit) const { return with_[digit]; }

    // The watch, if any, that tells work on the board to end.
    void watch(Watch* watch) const { watch_ = watch; }
    // Called between pieces of work of some microseconds. Throws Stopped if the work must end.
    void pause() const {
        if (watch_ != nullptr && watch_->is_over()) throw Stopped{};
    }

    // The known steps of slow finders, if any, which `run` looks up and adds to.
    void know(FirstSteps* steps) { first_steps_ = steps; }
    FirstSteps* first_steps() const { return first_steps_; }

    void place(int cell, int digit);  // also removes the digit from the cells in sight
    void eliminate(int cell, int digit);

    // A clock that counts changes since the reset. The other two functions return the time of the
    // last change of a cell, or of the set of cells with a candidate, or 0.
    std::uint32_t time() const { return time_; }
    std::uint32_t changed_at(int cell) const { return cell_changed_[cell]; }
    std::uint32_t changed_with(int digit) const { return digit_changed_[digit]; }
    // The places where finders have found nothing since the reset.
    Idle& idle() const { return idle_; }

    // Data that several finders derive from the board: computed for the first one that asks, and
    // kept until the board changes, or until a digit is placed.
    template <class T, class Make>
    const T& kept(Kept what, Make make) const {
        const auto at = static_cast<std::size_t>(what);
        (at < kFirstPlacedKept ? is_kept_ : is_placed_kept_) = true;
        KeptValue& value = kept_[at];
        if (value.is_empty()) value.set<T>(make());
        return value.get<T>();
    }

  private:
    void fill_views();  // where_ and with_, from masks_
    void fill_narrow_views();
    void remove(int cell, int digit);    // the cell must have this candidate
    void withdraw(int cell, int digit);  // from the views by house and by digit
    void forget() {                      // discards the data that finders have stored here
        if (!is_kept_) return;
        for (std::size_t at = 0; at < kFirstPlacedKept; ++at) kept_[at].clear();
        is_kept_ = false;
    }
    void forget_placed() {  // discards the stored data about placed digits
        if (!is_placed_kept_) return;
        for (std::size_t at = kFirstPlacedKept; at < kept_.size(); ++at) kept_[at].clear();
        is_placed_kept_ = false;
    }
    void forget(int cell);  // the same, and marks the views of its cages as outdated

    const Layout* layout_;
    const Cages* cages_;
    const Sight* sight_;
    mutable std::vector<View> views_;
    mutable std::vector<std::uint8_t> is_fresh_;  // [cage]: whether its view is up to date
    std::vector<Mask> masks_, where_, sole_;
    std::vector<std::int8_t> digits_;
    std::vector<std::uint8_t> givens_;
    std::vector<int> open_in_;
    std::vector<std::uint32_t> cell_changed_, digit_changed_;  // see changed_at
    std::uint32_t time_ = 0;
    mutable Idle idle_;
    std::vector<std::uint64_t> almost_full_;  // bit h: house h has one empty cell
    std::vector<CellSet> with_;
    CellSet singles_;
    int n_open_ = 0, n_bare_ = 0;
    mutable std::array<KeptValue, static_cast<std::size_t>(Kept::count)> kept_;
    mutable bool is_kept_ = false, is_placed_kept_ = false;
    mutable Watch* watch_ = nullptr;
    FirstSteps* first_steps_ = nullptr;
};

}  // namespace pandoku::logic
