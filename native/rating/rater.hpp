// Sections 1 and 2: the main loop.
#pragma once

#include <memory>

#include "rating/cycles.hpp"
#include "rating/finders.hpp"
#include "rating/forcing.hpp"
#include "rating/steps.hpp"

namespace pandoku::rating {

// How a rating ends. All but `rated` and `stuck` give lower bounds.
enum class End : std::uint8_t { rated, bounded, budget, stuck };

constexpr int kNoName = 255;  // a bound that no step has reached, or no step at all

struct Rating {
    int er = 0, ep = 0, ed = 0;  // in tenths
    int hardest = kNoName;       // an index into names()
    End end = End::rated;
};

class Rater {
  public:
    explicit Rater(Work& work);
    ~Rater();

    // The next step of the reference. Returns false if it has no step, or if the work is done. The
    // first techniques may be left out if they are known to have no step.
    bool find(const Grid& grid, Hint& hint, int first = 0);

    // The step of the hint that `find` has found last, on the same grid.
    logic::Step tell(const Grid& grid, const Hint& hint);

    // `givens` of a puzzle with one solution. In tenths, 0 for none: it ends once the rating is
    // known to be at least `at_least`, or above `at_most`.
    Rating rate(const std::uint8_t* givens, int at_least, int at_most);

  private:
    int settle(Grid& grid, double hardest, bool& is_placed);
    // True if no step that rates less than `base` is left, and that decides the request.
    bool is_known(double base);
    bool find_chain(const Grid& grid, Hint& hint);
    bool take(const Grid& grid, const Conclusions& conclusions, int level, Hint& hint);

    Work& work_;
    Cycles cycles_;
    Forcing forcing_;
    Excluded pairs_, triplets_;
    ChainHint chain_;  // the last one
    Hint step_;
    // Houses that may have a direct hidden pair or triplet.
    std::uint32_t pairs_left_ = 0, triplets_left_ = 0;
    int at_least_ = 0, at_most_ = 0, known_ = 0;  // in tenths
};

}  // namespace pandoku::rating
