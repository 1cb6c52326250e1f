// Death blossom: almost locked sets around a cell, one for each of its candidates.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "logic/als.hpp"
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

// A cell, the stem, and for each of its candidates a petal: an almost locked set whose places for
// the candidate all see the stem.
class Blossoms {
  public:
    Blossoms(const Board& board, Sink& sink)
        : board_(board), layout_(board.layout()), sink_(sink), table_(almost_locked_sets(board)) {}

    void run() {
        for (int stem = 0; stem < layout_.n_cells() && !sink_.done(); ++stem) {
            const int n = count(board_.at(stem));
            if (n < 2 || n > static_cast<int>(kMostSetsInStep)) continue;
            digits_.clear(), petals_.clear();
            each(board_.at(stem), [&](int digit) {
                digits_.push_back(digit);
                petals_.push_back(table_.seeing(stem, digit));
            });
            told_.clear();
            for (int z = 0; z < board_.order(); ++z) {
                const bool is_lost = board_.has(stem, z);  // one of the petals loses z
                board_.cells_with(z).each([&](int victim) {
                    if (victim == stem || sink_.done() || is_lost) return;
                    if (choose(z, victim)) tell(stem);
                });
            }
        }
    }

  private:
    // Chooses, for each candidate of the stem, the first petal whose places for z the victim sees.
    // One choice for each victim is enough to find every elimination, and trying all combinations
    // would explode. Returns false if there is no such petal, or if the same choice has already
    // made a step.
    bool choose(int z, int victim) {
        chosen_.clear();
        const std::uint64_t* seeing = table_.seeing(victim, z);
        for (const std::uint64_t* petals : petals_) {
            std::size_t w = 0;
            while (w < table_.n_words() && (petals[w] & seeing[w]) == 0) ++w;
            if (w == table_.n_words()) return false;
            const auto first = static_cast<std::size_t>(std::countr_zero(petals[w] & seeing[w]));
            chosen_.push_back(&table_.sets()[w * 64 + first]);
        }
        return std::find(told_.begin(), told_.end(), chosen_) == told_.end();
    }

    // One step for all digits that these petals have in common.
    void tell(int stem) {
        told_.push_back(chosen_);
        Mask common = layout_.all_digits() & ~board_.at(stem);
        for (const Als* petal : chosen_) common &= petal->digits;
        Step& step = sink_.start();
        each(common, [&](int z) {
            CellSet gone = board_.cells_with(z);
            for (const Als* petal : chosen_) gone &= petal->sight(z);
            gone.drop(stem);
            eliminate_once(step, gone, z);
        });
        step.mark_all(board_, stem, layout_.all_digits(), "stem");
        // A petal that several of the stem's digits share is marked once.
        std::size_t n_sets = 0;
        for (std::size_t i = 0; i < chosen_.size(); ++i) {
            const auto here = chosen_.begin() + static_cast<std::ptrdiff_t>(i);
            if (std::find(chosen_.begin(), here, *here) == here)
                mark_set(board_, step, *chosen_[i], n_sets++);
            mark_restricted(step, *chosen_[i], digits_[i]);
        }
        sink_.finish();
    }

    const Board& board_;
    const Layout& layout_;
    Sink& sink_;
    const AlsTable& table_;
    std::vector<int> digits_;  // the stem's candidates, and for each the sets that can lose it
    std::vector<const std::uint64_t*> petals_;
    std::vector<const Als*> chosen_;
    std::vector<std::vector<const Als*>> told_;
};

void find_death_blossoms(const Board& board, Sink& sink) { Blossoms(board, sink).run(); }

}  // namespace

extern constexpr Finder kDeathBlossom{"death-blossom", find_death_blossoms, kSetRoles};

}  // namespace pandoku::logic
