// Sets of digits for the parts of a house: no digit may be in two of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grid/arithmetic.hpp"

namespace pandoku::logic {

// Finds the sets that occur in some choice of pairwise disjoint sets, one for each part. It visits
// the parts in order and stores the possible states, which are the sets of digits that are used up.
// A state is a bit of a word, so one operation adds a set to up to 64 states.
class Packing {
  public:
    enum class End { some, none, too_many };

    // Finds the sets of each part that can occur. `occurs` is filled only if there is a choice. The
    // search gives up if there are more than 16 digits, and after kMostMoves.
    End run(std::span<const std::vector<Mask>* const> parts);

    // [part][set]: whether the set occurs.
    const std::vector<std::vector<std::uint8_t>>& occurs() const { return occurs_; }
    // The amount of work in the last run: words of states times sets.
    std::size_t n_moves() const { return n_moves_; }

  private:
    static constexpr int kMostDigits = 16;
    static constexpr std::size_t kMostMoves = std::size_t{1} << 22;

    struct Level {
        std::vector<std::uint64_t> states;  // as bits
        std::vector<std::uint32_t> words;   // the indices of the words with a state
    };
    bool number_digits(std::span<const std::vector<Mask>* const> parts);
    End go_forward();
    void go_back();

    int n_digits_ = 0;
    std::size_t n_moves_ = 0;
    std::vector<std::size_t> order_;                // the parts, fewest sets first
    std::vector<std::vector<std::uint32_t>> sets_;  // [part], with the digits renumbered
    std::vector<Level> levels_;
    std::vector<std::uint64_t> reaching_;
    std::vector<std::vector<std::uint8_t>> occurs_;
};

}  // namespace pandoku::logic
