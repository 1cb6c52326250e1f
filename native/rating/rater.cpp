#include "rating/rater.hpp"

#include "rating/finders.hpp"
#include "rating/names.hpp"

namespace pandoku::rating {

Rater::Rater(Work& work) : work_(work), cycles_(work), forcing_(work) {}
Rater::~Rater() = default;

bool Rater::find_simple(const Grid& grid, Hint& hint) {
    return find_hidden_single(grid, hint) || find_direct_locking(grid, hint) ||
           find_direct_hidden_set(grid, 2, hint) || find_naked_single(grid, hint) ||
           find_direct_hidden_set(grid, 3, hint) || find_locking(grid, hint) ||
           find_naked_set(grid, 2, hint) || find_fish(grid, 2, hint) ||
           find_hidden_set(grid, 2, hint) || find_naked_set(grid, 3, hint) ||
           find_fish(grid, 3, hint) || find_hidden_set(grid, 3, hint) ||
           find_xy_wing(grid, hint) || find_xyz_wing(grid, hint) || find_unique_loop(grid, hint) ||
           find_naked_set(grid, 4, hint) || find_fish(grid, 4, hint) ||
           find_hidden_set(grid, 4, hint) || find_bug(grid, hint) ||
           find_aligned_exclusion(grid, 2, hint);
}

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

bool Rater::find_chain(const Grid& grid, Hint& hint) {
    {
        Conclusions conclusions(false);
        cycles_.find(grid, nullptr, conclusions);
        if (take(grid, conclusions, 0, hint)) return true;
    }
    if (find_aligned_exclusion(grid, 3, hint)) return true;
    for (const auto mode : {Forcing::Mode::nishio, Forcing::Mode::multiple}) {
        Conclusions conclusions(false);
        forcing_.find(grid, nullptr, mode, 0, conclusions);
        if (take(grid, conclusions, 0, hint)) return true;
    }
    for (int level = 0; level < kLevels && !work_.is_done(); ++level) {
        Conclusions conclusions(false);
        forcing_.find(grid, nullptr, Forcing::Mode::dynamic, level, conclusions);
        if (take(grid, conclusions, level, hint)) return true;
    }
    return false;
}

bool Rater::find(const Grid& grid, Hint& hint) {
    return find_simple(grid, hint) || find_chain(grid, hint);
}

Rating Rater::rate(const std::uint8_t* givens, int at_least, int at_most) {
    Grid grid;
    grid.start(givens);
    work_.restart();
    Rating rating;
    Hint hint;
    double hardest = 0;
    bool is_placed = false;
    for (bool is_first = true; grid.n_open > 0; is_first = false) {
        if (!find(grid, hint)) {
            rating.end = work_.is_done() ? End::budget : End::stuck;
            if (rating.end == End::stuck) rating.er = 200;
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
