// The sum, or product, of some houses against the cages in them.
//
// A cage inside counts by its target. One that crosses the border counts by its cells inside
// (innies), or by its target less its cells outside (outies); cells without such a cage count
// themselves. Cells that are placed are taken off; what is left is a sum of few open cells.
#pragma once

#include <vector>

#include "logic/board.hpp"
#include "logic/sink.hpp"

namespace pandoku::logic {

constexpr std::size_t kMostOpen = 5;  // cells of an equation

enum class Side { shorter, inside, outside };

// plus - minus == total, over open cells; for products, plus and minus are not both there.
struct Equation {
    const Territory* land = nullptr;
    std::vector<std::uint16_t> plus, minus;
    std::vector<std::uint16_t> counted;  // placed cells
    std::vector<int> outside;            // cages counted by their target less their cells outside
    std::int64_t total = 0;

    std::size_t n() const { return plus.size() + minus.size(); }
    bool is_same(const Equation& other) const { return plus == other.plus && minus == other.minus; }
};

// Which cells count on which side; false when no cell is open, or more than `most` are.
bool lay_out(const Board& board, const Territory& land, Side side, std::size_t most,
             Equation& equation);

// Whether a cell is in the houses.
bool is_inside(const Board& board, const Territory& land, int cell);

// Every sum of at most so many open cells, each with its fewest houses.
std::vector<Equation> sums_of(const Board& board, std::size_t most = kMostOpen);

// Marks and cites what an equation rests on.
void cite_sum(const Board& board, Step& step, const Equation& equation);

// Places the one cell of an equation, or takes what no filling of its cells has. '*': its plus, or
// its minus, multiply to the total.
void take_by(const Board& board, Sink& sink, const Equation& equation, char operation);

}  // namespace pandoku::logic
