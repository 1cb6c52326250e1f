#include "logic/starts.hpp"

#include "logic/path.hpp"

namespace pandoku::logic {

Starts::Starts(const Layout& layout, const Puzzles& puzzles)
    : layout_(layout),
      puzzles_(puzzles),
      board_(layout),
      masks_(layout.n_cells()),
      stands_(layout.n_houses()) {}

Board& Starts::board(std::int64_t index) {
    const std::uint8_t* givens = puzzles_.givens + index * layout_.n_cells();
    for (int house = 0; house < layout_.n_houses(); ++house) {
        Mask stands = 0;
        for (const int cell : layout_.cells(house)) stands |= bit(givens[cell]) >> 1;
        stands_[house] = stands;
    }
    for (int cell = 0; cell < layout_.n_cells(); ++cell) {
        Mask gone = 0;
        for (const Place place : layout_.places(cell)) gone |= stands_[place.house];
        masks_[cell] = layout_.all_digits() & ~gone;
    }
    if (puzzles_.cages != nullptr) {
        cages_.emplace(layout_, *puzzles_.cages, index, puzzles_.relations);
        board_ = Board(layout_, &*cages_);
        for (int cell = 0; cell < layout_.n_cells(); ++cell)
            if (givens[cell] != 0)
                board_.sight().of(cell).each(
                    [&](int peer) { masks_[peer] &= ~(bit(givens[cell]) >> 1); });
    }
    board_.reset(givens, masks_.data(), givens);
    if (puzzles_.first_steps != nullptr) board_.know(puzzles_.first_steps[index]);
    return board_;
}

void Starts::end(std::int64_t index) {
    const End end = board_.is_broken()    ? End::broken
                    : board_.n_open() > 0 ? End::stuck
                    : is_solved(board_)   ? End::full
                                          : End::broken;
    puzzles_.ends[index] = puzzles_.end_numbers[static_cast<std::size_t>(end)];
}

}  // namespace pandoku::logic
