#include "rating/rater.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "rating/finders.hpp"
#include "rating/names.hpp"

namespace pandoku::rating {

Rater::Rater(Work& work) : work_(work), cycles_(work), forcing_(work) {}
Rater::~Rater() = default;

namespace {

template <auto find, int size>
bool sized(const Grid& grid, Hint& hint) {
    return find(grid, size, hint);
}

// The techniques before chains, in order.
constexpr bool (*kSimple[])(const Grid&, Hint&) = {
    find_hidden_single,
    find_direct_locking,
    sized<find_direct_hidden_set, 2>,
    find_naked_single,
    sized<find_direct_hidden_set, 3>,
    find_locking,
    sized<find_naked_set, 2>,
    sized<find_fish, 2>,
    sized<find_hidden_set, 2>,
    sized<find_naked_set, 3>,
    sized<find_fish, 3>,
    sized<find_hidden_set, 3>,
    find_xy_wing,
    find_xyz_wing,
    find_unique_loop,
    sized<find_naked_set, 4>,
    sized<find_fish, 4>,
    sized<find_hidden_set, 4>,
    find_bug,
};

}  // namespace

bool Rater::take(const Grid& grid, const Conclusions& conclusions, int level, Hint& hint) {
    const ChainHint& best = conclusions.best();
    if (!best.is_found() || work_.is_done()) return false;
    hint.begin(best.technique, best.rating);
    hint.level = level;
    for (const auto& [cell, digits] : best.removals) hint.remove(grid, cell, digits);
    if (best.is_on) hint.placed = best.target;
    chain_ = best;
    return true;
}

logic::Step Rater::tell(const Grid& grid, const Hint& hint) {
    if (hint.technique < Technique::x_cycle ||
        hint.technique == Technique::aligned_triplet_exclusion)
        return step_of(grid, hint);
    const bool is_dynamic = hint.technique >= Technique::dynamic_contradiction;
    return step_of(grid, chain_, is_dynamic ? hint.level : -1, work_);
}

bool Rater::is_known(double base) {
    if ((at_least_ == 0 || in_tenths(base) < at_least_) &&
        (at_most_ == 0 || in_tenths(base) <= at_most_))
        return false;
    known_ = in_tenths(base);
    return true;
}

bool Rater::find_chain(const Grid& grid, Hint& hint) {
    if (is_known(6.5)) return false;
    {
        Conclusions conclusions(false);
        cycles_.find(grid, nullptr, conclusions);
        if (take(grid, conclusions, 0, hint)) return true;
    }
    if (is_known(7.5)) return false;
    if (find_aligned_exclusion(grid, 3, triplets_, hint)) return true;
    for (const auto mode : {Forcing::Mode::nishio, Forcing::Mode::multiple}) {
        if (mode == Forcing::Mode::multiple && is_known(8.0)) return false;
        Conclusions conclusions(false);
        forcing_.find(grid, nullptr, mode, 0, conclusions);
        if (take(grid, conclusions, 0, hint)) return true;
    }
    for (int level = 0; level < kLevels && !work_.is_done(); ++level) {
        if (is_known(8.5 + 0.5 * std::min(level, 4))) return false;
        Conclusions conclusions(false);
        forcing_.find(grid, nullptr, Forcing::Mode::dynamic, level, conclusions);
        if (take(grid, conclusions, level, hint)) return true;
    }
    return false;
}

bool Rater::find(const Grid& grid, Hint& hint, int first) {
    for (const auto find : std::span(kSimple).subspan(static_cast<std::size_t>(first)))
        if (find(grid, hint)) return true;
    return find_aligned_exclusion(grid, 2, pairs_, hint) || find_chain(grid, hint);
}

// Takes all steps that rate no more than the hardest step so far, in any order. Singles, direct
// techniques and locked candidates lead to the same grid in every order, because each of these
// steps stays possible (or becomes a single) while other steps are taken. Returns the number of
// techniques in kSimple that have no more steps.
int Rater::settle(Grid& grid, double hardest, bool& is_placed) {
    if (hardest < 1.5) return 0;
    for (;;) {
        do {
            pairs_left_ |= grid.changed;
            triplets_left_ |= grid.changed;
            is_placed |= place_hidden_singles(grid, std::exchange(grid.changed, 0));
        } while (grid.changed != 0);
        if (hardest < 2.0) return 1;
        if (hardest >= 2.3 && place_naked_singles(grid)) {
            is_placed = true;
            continue;
        }
        if (hardest >= 2.8) {
            // These do the same as the direct techniques, followed by a hidden single.
            if (remove_all_locked(grid)) continue;
        } else if (find_direct_locking(grid, step_)) {
            step_.apply(grid);
            is_placed = true;
            continue;
        }
        if (find_direct_hidden_set_in(grid, 2, pairs_left_, step_) ||
            (hardest >= 2.5 && find_direct_hidden_set_in(grid, 3, triplets_left_, step_))) {
            step_.apply(grid);
            is_placed = true;
            continue;
        }
        return hardest >= 2.8 ? 6 : hardest >= 2.5 ? 5 : hardest >= 2.3 ? 4 : 3;
    }
}

Rating Rater::rate(const std::uint8_t* givens, int at_least, int at_most) {
    Grid grid;
    grid.start(givens);
    work_.restart();
    cycles_.forget();
    forcing_.forget();
    pairs_ = triplets_ = {};
    at_least_ = at_least;
    at_most_ = at_most;
    known_ = 0;
    pairs_left_ = triplets_left_ = kAllHouses;
    Rating rating;
    Hint hint;
    double hardest = 0;
    bool is_placed = false;
    for (bool is_first = true;; is_first = false) {
        const int n_settled = settle(grid, hardest, is_placed);
        if (grid.n_open == 0) break;
        if (!find(grid, hint, n_settled)) {
            rating.end = work_.is_done() ? End::budget : known_ > 0 ? End::bounded : End::stuck;
            if (rating.end == End::stuck) rating.er = 200;
            if (rating.end == End::bounded && known_ > rating.er) {
                rating.er = known_;
                rating.hardest = kNoName;
            }
            break;
        }
        hint.apply(grid);
        if (hint.rating > hardest) {
            hardest = hint.rating;
            rating.er = in_tenths(hardest);
            rating.hardest = name_of(hint);
        }
        if (is_first) rating.ed = rating.er;
        if (!is_placed) rating.ep = rating.er;
        is_placed |= hint.placed >= 0;
        if ((at_least > 0 && rating.er >= at_least) || (at_most > 0 && rating.er > at_most)) {
            if (grid.n_open > 0) rating.end = End::bounded;
            break;
        }
    }
    return rating;
}

}  // namespace pandoku::rating
