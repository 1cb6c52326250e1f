#include "logic/cage_steps.hpp"

#include <algorithm>

namespace pandoku::logic {

namespace {

// The maximum number of fillings, and of combinations, of a cage that a step lists, because nobody
// reads more. Four digits have 24 orders.
constexpr std::size_t kFewFillings = 24, kFewSets = 8;

}  // namespace

void cite(const Board& board, Step& step, int number) {
    const Cage& cage = board.cages()[number];
    const View& view = board.view(number);
    CageFact fact{number};
    if (view.is_listed && view.n(cage) <= kFewFillings)
        fact.fillings = view.fillings;
    else if (view.is_exact && cage.all_differ && view.sets.size() <= kFewSets)
        fact.combinations = view.sets;
    step.cages.push_back(std::move(fact));
}

void mark_open(const Board& board, Step& step, const Cage& cage, const char* role) {
    for (const std::uint16_t cell : cage.cells)
        if (board.is_open(cell)) step.mark(cell, role);
}

void keep_only(const Board& board, Step& step, const Cage& cage, std::span<const Mask> kept) {
    // Another cage of the step may share a cell, and the candidate may already be eliminated there.
    const auto is_gone = [&](Candidate candidate) {
        const auto& gone = step.eliminations;
        return std::find(gone.begin(), gone.end(), candidate) != gone.end();
    };
    for (std::size_t p = 0; p < cage.size(); ++p)
        each(board.at(cage.cells[p]) & ~kept[p], [&](int d) {
            if (!is_gone(Step::make(cage.cells[p], d))) step.eliminate(cage.cells[p], d);
        });
}

}  // namespace pandoku::logic
