// Sections 1 and 2: the main loop.
#pragma once

#include <memory>

#include "rating/cycles.hpp"
#include "rating/finders.hpp"
#include "rating/forcing.hpp"
#include "rating/steps.hpp"

namespace pandoku::rating {

// The end of a rating. Ratings with any end except `rated` and `stuck` are lower bounds.
enum class End : std::uint8_t { rated, bounded, budget, stuck };

// The rating is a bound that no step has reached, or there was no step.
constexpr int kNoName = 255;

struct Rating {
    int er = 0, ep = 0, ed = 0;  // in tenths
    int hardest = kNoName;       // an index into names()
    End end = End::rated;
};

class Rater {
  public:
    explicit Rater(Work& work);
    ~Rater();

    // Finds the next step of the reference. Returns false if there is no step, or if the work must
    // end. The first techniques may be skipped if they are known to have no step.
    bool find(const Grid& grid, Hint& hint, int first = 0);

    // The step for the hint that `find` found last, on the same grid.
    logic::Step tell(const Grid& grid, const Hint& hint);

    // `givens` of a puzzle with one solution. Both limits are in tenths, or 0 for no limit. The
    // rating ends once it is known to be at least `at_least`, or above `at_most`.
    Rating rate(const std::uint8_t* givens, int at_least, int at_most);

  private:
    int settle(Grid& grid, double hardest, bool& is_placed);
    // True if no step that rates less than `base` is left, and if this is enough to decide the
    // request.
    bool is_known(double base);
    bool find_chain(const Grid& grid, Hint& hint);
    bool take(const Grid& grid, const Conclusions& conclusions, int level, Hint& hint);

    Work& work_;
    Cycles cycles_;
    Forcing forcing_;
    Excluded pairs_, triplets_;
    ChainHint chain_;  // the last hint
    Hint step_;
    // Houses that may have a direct hidden pair or triplet.
    std::uint32_t pairs_left_ = 0, triplets_left_ = 0;
    int at_least_ = 0, at_most_ = 0, known_ = 0;  // in tenths
};

}  // namespace pandoku::rating
