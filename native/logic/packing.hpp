// Sets of digits for the parts of a house: no digit may be in two of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grid/arithmetic.hpp"

namespace pandoku::logic {

// Finds the sets that occur in some choice of pairwise disjoint sets, one for each part. It visits
// the parts in order and stores the possible sets of used digits. So equal sets are followed only
// once.
class Packing {
  public:
    enum class End { some, none, too_many };

    // Finds the sets of each part that can occur. `occurs` is filled only if there is a choice. The
    // search gives up if there are more than 16 digits, and after kMostMoves.
    End run(std::span<const std::vector<Mask>* const> parts);

    // [part][set]: whether the set occurs.
    const std::vector<std::vector<std::uint8_t>>& occurs() const { return occurs_; }
    // The amount of work in the last run: states times sets.
    std::size_t n_moves() const { return n_moves_; }

  private:
    static constexpr int kMostDigits = 16;
    static constexpr std::size_t kMostMoves = std::size_t{1} << 22;

    struct Level {
        std::vector<std::uint32_t> states;    // digits that are used up
        std::vector<std::uint64_t> is_known;  // [state], as bits
        bool add(std::uint32_t state);
        bool has(std::uint32_t state) const {
            return (is_known[state / 64] >> state % 64 & 1) != 0;
        }
    };
    bool number_digits(std::span<const std::vector<Mask>* const> parts);
    void look_ahead();
    End go_forward();
    void go_back();

    int n_digits_ = 0, n_over_ = 0;
    std::size_t n_moves_ = 0;
    std::vector<std::size_t> order_;                // the parts, fewest sets first
    std::vector<std::vector<std::uint32_t>> sets_;  // [part], with the digits renumbered
    std::vector<std::uint32_t> ahead_;              // [place in the order]
    std::vector<Level> levels_;
    std::vector<std::vector<std::uint8_t>> occurs_;
};

}  // namespace pandoku::logic
