// The start boards of many puzzles with one layout.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "logic/board.hpp"
#include "logic/first_steps.hpp"

namespace pandoku::logic {

enum class End : std::uint8_t { full, stuck, broken };

// The puzzles whose paths are to be found, and the array for the ends of the paths.
struct Puzzles {
    const std::uint8_t* givens = nullptr;  // n x cells; 0 for an empty cell
    std::int64_t n = 0;
    const CageLists* cages = nullptr;  // of n puzzles, or null if no puzzle has cages
    // Relations in addition to cages, of n puzzles or null.
    const RelationLists* relations = nullptr;
    int threads = 1;
    std::uint8_t* ends = nullptr;                      // n: how each path ended, see end_numbers
    std::array<std::uint8_t, 3> end_numbers{0, 1, 2};  // [End]
    FirstSteps* const* first_steps = nullptr;          // n, or null if no steps are kept
};

// Sets up the boards of the puzzles one after the other in the same memory.
class Starts {
  public:
    Starts(const Layout& layout, const Puzzles& puzzles);

    // The board with the givens of a puzzle, and the candidates that they leave. It is
    // valid until the next call.
    Board& board(std::int64_t index);
    // Writes how the path of this puzzle ended, judging by its board.
    void end(std::int64_t index);

  private:
    const Layout& layout_;
    const Puzzles& puzzles_;
    std::optional<Cages> cages_;
    Board board_;
    std::vector<Mask> masks_;   // [cell]: its candidates
    std::vector<Mask> stands_;  // [house]: the digits of its givens
};

}  // namespace pandoku::logic
