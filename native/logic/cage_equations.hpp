// Equations of a board's houses and cages (grid/sums.hpp), and the steps they make.
#pragma once

#include <vector>

#include "grid/sums.hpp"
#include "logic/board.hpp"
#include "logic/sink.hpp"

namespace pandoku::logic {

constexpr std::size_t kMostOpen = 5;  // open cells of an equation

// Builds the equation of a territory. False if no cell is open, or more than `most` are.
bool lay_out(const Board& board, const Territory& land, Side side, std::size_t most,
             Equation& equation);

// Whether a cell is in one of the territory's houses.
bool is_inside(const Board& board, const Territory& land, int cell);

// Every sum of at most kMostOpen open cells, or of one, each from the fewest houses that give it.
const std::vector<Equation>& sums_of(const Board& board);
const std::vector<Equation>& sums_of_one(const Board& board);

// Marks and cites what an equation rests on.
void cite_sum(const Board& board, Step& step, const Equation& equation);

// Places the digit of an equation's only open cell, or eliminates what no filling of its open cells
// has. For the operation '*' its plus cells, or its minus cells, multiply to the total.
void take_by(const Board& board, Sink& sink, const Equation& equation, char operation);

}  // namespace pandoku::logic
