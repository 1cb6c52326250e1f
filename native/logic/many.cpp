#include "logic/many.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "grid/in_threads.hpp"

namespace pandoku::logic {

namespace {

// Sets the board up from the givens and walks the path.
//
// Singles take about half of the time (mostly in Board::place), and setting up the board a sixth.
// Tried without gaining more than 1 %: newer instructions (popcnt, BMI), locked candidates by the
// houses of the first place, places stored digit by digit.
class Walker {
  public:
    Walker(const Layout& layout, const Many& many, Poll goes_on)
        : layout_(layout),
          many_(many),
          sink_(1, goes_on, false),
          board_(layout),
          masks_(layout.n_cells()),
          stands_(layout.n_houses()) {}

    // If it is stopped, the end of the path stays as it is.
    void run(std::int64_t index) {
        const std::uint8_t* givens = many_.givens + index * layout_.n_cells();
        for (int house = 0; house < layout_.n_houses(); ++house) {
            Mask stands = 0;
            for (const int cell : layout_.cells(house)) stands |= bit(givens[cell]) >> 1;
            stands_[house] = stands;
        }
        for (int cell = 0; cell < layout_.n_cells(); ++cell) {
            Mask gone = 0;
            for (const Place place : layout_.places(cell)) gone |= stands_[place.house];
            masks_[cell] = layout_.all_digits() & ~gone;
        }
        if (many_.cages != nullptr) {
            cages_.emplace(layout_, *many_.cages, index);
            board_ = Board(layout_, &*cages_);
        }
        board_.reset(givens, masks_.data(), givens);
        std::int32_t* counts = many_.counts + index * static_cast<std::int64_t>(many_.order.size());
        if (!walk(index, counts)) return;
        const End end = board_.is_broken()    ? End::broken
                        : board_.n_open() > 0 ? End::stuck
                        : is_solved(board_)   ? End::full
                                              : End::broken;
        many_.ends[index] = many_.end_numbers[static_cast<std::size_t>(end)];
    }

  private:
    bool walk(std::int64_t index, std::int32_t* counts) {
        if (many_.kept == nullptr) return count_steps(board_, many_.order, sink_, counts);
        Outline outline{many_.costs, counts};
        const bool is_done = outline_steps(board_, many_.order, sink_, outline);
        many_.kept[index] = std::move(outline.kept);
        return is_done;
    }

    const Layout& layout_;
    const Many& many_;
    std::optional<Cages> cages_;
    Sink sink_;
    Board board_;
    std::vector<Mask> masks_;   // [cell]: its candidates
    std::vector<Mask> stands_;  // [house]: the digits of its givens
};

}  // namespace

bool walk_many(const Layout& layout, const Many& many, Poll poll) {
    return in_threads(many.n, many.threads, poll, [&](const auto& goes_on, const auto& next) {
        Walker walker(layout, many, goes_on);
        for (std::int64_t i; (i = next()) >= 0;) walker.run(i);
    });
}

}  // namespace pandoku::logic
