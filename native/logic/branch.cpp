#include "logic/branch.hpp"

namespace pandoku::logic {

namespace {

Step placing(Candidate candidate, const char* technique) {
    Step step;
    step.technique = technique;
    step.place(candidate.cell, candidate.digit);
    step.mark(candidate.cell, "single");
    step.mark(candidate.cell, candidate.digit, "proves");
    return step;
}

}  // namespace

Step assumption(Candidate candidate) { return placing(candidate, "assumption"); }

Step single_in_branch(const Board& board, Candidate candidate, int house) {
    const int cell = candidate.cell, digit = candidate.digit;
    Step step = placing(candidate, house < 0 ? "naked-single" : "hidden-single");
    if (house < 0) {
        each(board.at(cell) & ~bit(digit), [&](int d) { step.mark(cell, d, "off"); });
        return step;
    }
    step.houses.push_back(house);
    each(board.where(house, digit), [&](int p) {
        const int other = board.layout().cells(house)[p];
        if (other != cell) step.mark(other, digit, "off");
    });
    return step;
}

void mark_bare_cell(const Board& board, int cell, Step& step) {
    step.mark_all(board, cell, board.at(cell), "contradiction");
}

void mark_bare_house(const Board& board, int house, int digit, Step& step) {
    step.houses.push_back(house);
    each(board.where(house, digit),
         [&](int p) { step.mark(board.layout().cells(house)[p], digit, "contradiction"); });
}

}  // namespace pandoku::logic
