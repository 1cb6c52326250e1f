#include "logic/step.hpp"

namespace pandoku::logic {

void Step::place(int cell, int digit) { placements.push_back(make(cell, digit)); }

void Step::eliminate(int cell, int digit) { eliminations.push_back(make(cell, digit)); }

void Step::mark(int cell, const char* role) {
    if (is_told) cells.push_back({static_cast<std::uint16_t>(cell), role});
}

void Step::mark(int cell, int digit, const char* role) {
    if (is_told) candidates.push_back({make(cell, digit), role});
}

void Step::mark_all(const Board& board, int cell, Mask digits, const char* role) {
    mark(cell, role);
    each(board.at(cell) & digits, [&](int d) { mark(cell, d, role); });
}

void Step::clear() {
    placements.clear(), eliminations.clear(), cells.clear();
    candidates.clear(), houses.clear(), cages.clear();
    links.clear(), branches.clear(), parts.clear();
}

}  // namespace pandoku::logic
