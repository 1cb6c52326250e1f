// Equations of a board's houses and cages (grid/sums.hpp), and the steps they make.
#pragma once

#include <vector>

#include "grid/sums.hpp"
#include "logic/board.hpp"
#include "logic/sink.hpp"

namespace pandoku::logic {

constexpr std::size_t kMostOpen = 5;  // cells of an equation

// False when no cell is open, or more than `most` are.
bool lay_out(const Board& board, const Territory& land, Side side, std::size_t most,
             Equation& equation);

// Whether a cell is in the houses.
bool is_inside(const Board& board, const Territory& land, int cell);

// Every sum of at most `most` open cells, each with its fewest houses.
std::vector<Equation> sums_of(const Board& board, std::size_t most = kMostOpen);

// Marks and cites what an equation rests on.
void cite_sum(const Board& board, Step& step, const Equation& equation);

// Places the one cell of an equation, or takes what no filling of its cells has. '*': its plus, or
// its minus, multiply to the total.
void take_by(const Board& board, Sink& sink, const Equation& equation, char operation);

}  // namespace pandoku::logic
