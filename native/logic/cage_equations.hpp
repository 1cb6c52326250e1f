// Equations of a board's houses and cages (grid/sums.hpp), and the steps they make.
#pragma once

#include <vector>

#include "grid/sums.hpp"
#include "logic/board.hpp"
#include "logic/sink.hpp"

namespace pandoku::logic {

constexpr std::size_t kMostOpen = 5;  // maximum number of open cells in an equation

// Builds the equation of a territory. False if no cell is open, or more than `most` are.
bool lay_out(const Board& board, const Territory& land, Side side, std::size_t most,
             Equation& equation);

// Whether a cell is in one of the territory's houses.
bool is_inside(const Board& board, const Territory& land, int cell);

// Every sum of at most kMostOpen open cells (or of one cell), each from the smallest number of
// houses.
const std::vector<Equation>& sums_of(const Board& board);
const std::vector<Equation>& sums_of_one(const Board& board);

// Marks the facts that an equation is based on.
void cite_sum(const Board& board, Step& step, const Equation& equation);

// Places the digit of an equation's only open cell, or eliminates candidates that no filling of its
// open cells contains. For the operation '*', the product of the plus cells, or of the minus cells,
// is the total.
void take_by(const Board& board, Sink& sink, const Equation& equation, char operation);

}  // namespace pandoku::logic
