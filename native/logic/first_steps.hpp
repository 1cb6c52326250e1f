// The first steps of finders on the boards of one puzzle, if it took long to find them. Two paths
// of a puzzle, such as the path that is rated and the path that a person takes, come to many of the
// same boards. The second path looks their steps up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "logic/finder.hpp"

namespace pandoku::logic {

class FirstSteps {
  public:
    // Passes the known first step of a finder on a board to the sink, or nothing if the finder is
    // known to find nothing. Returns whether this is known.
    bool give(const Finder& finder, const Board& board, Sink& sink);
    // Keeps the result of a finder, which the sink has just received. Finders share what they
    // compute, so all results count as slow after the first slow search on a board.
    void keep(const Finder& finder, const Board& board, const Sink& sink);

  private:
    struct Result {
        const Finder* finder;
        std::optional<Step> step;
    };
    using State = std::vector<Mask>;  // [cell]: the candidates, or all others of a filled cell
    struct HashOfState {
        std::size_t operator()(const State& state) const;
    };

    void look_at(const Board& board);

    std::unordered_map<State, std::vector<Result>, HashOfState> boards_;
    std::size_t n_results_ = 0;
    // Of the board that was looked at last:
    State state_;
    std::uint32_t time_ = 0;
    std::size_t n_looks_ = 0;
    const std::vector<Result>* results_ = nullptr;
};

}  // namespace pandoku::logic
