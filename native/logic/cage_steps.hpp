// Helpers that the cage finders share.
#pragma once

#include "logic/board.hpp"
#include "logic/step.hpp"

namespace pandoku::logic {

// Adds a cage to the facts: with its fillings if there are few, or else with its combinations if
// there are few.
void cite(const Board& board, Step& step, int cage);

// Marks the cells of a cage that are still empty.
void mark_open(const Board& board, Step& step, const Cage& cage, const char* role);

// Eliminates from a cage's cells the candidates that are not in `kept`, a mask for each position.
void keep_only(const Board& board, Step& step, const Cage& cage, std::span<const Mask> kept);

inline int n_open(const Board& board, const Cage& cage) {
    int n = 0;
    for (const std::uint16_t cell : cage.cells) n += board.is_open(cell);
    return n;
}

// Calls f(position) for every bit, ascending.
template <class F>
void each_position(std::uint32_t positions, F&& f) {
    for (; positions != 0; positions &= positions - 1)
        f(static_cast<std::size_t>(std::countr_zero(positions)));
}

}  // namespace pandoku::logic
