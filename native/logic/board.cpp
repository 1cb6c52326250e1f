#include "logic/board.hpp"

#include <algorithm>

namespace pandoku::logic {

Board::Board(const Layout& layout, const Cages* cages)
    : layout_(&layout),
      cages_(cages),
      masks_(layout.n_cells()),
      where_(static_cast<std::size_t>(layout.n_houses()) * layout.order()),
      digits_(layout.n_cells(), -1),
      givens_(layout.n_cells()),
      open_in_(layout.n_houses()),
      with_(layout.order(), layout.none()) {}

void Board::reset(const std::uint8_t* digits, const Mask* masks, const std::uint8_t* givens) {
    std::fill(where_.begin(), where_.end(), 0);
    std::fill(open_in_.begin(), open_in_.end(), 0);
    std::fill(with_.begin(), with_.end(), layout_->none());
    views_.assign(static_cast<std::size_t>(n_cages()), {});
    is_fresh_.assign(views_.size(), 0);
    n_open_ = 0;
    for (int cell = 0; cell < layout_->n_cells(); ++cell) {
        digits_[cell] = static_cast<std::int8_t>(digits[cell] - 1);
        givens_[cell] = givens[cell];
        masks_[cell] = digits[cell] != 0 ? 0 : masks[cell];
        if (digits[cell] != 0) continue;
        ++n_open_;
        each(masks_[cell], [&](int d) { with_[d].add(cell); });
        for (const Place place : layout_->places(cell)) {
            ++open_in_[place.house];
            each(masks_[cell], [&](int d) {
                where_[place.house * order() + d] |= Mask{1} << place.position;
            });
        }
    }
}

void Board::forget(int cell) {
    if (cages_ == nullptr) return;
    for (const std::uint16_t cage : cages_->of(cell)) is_fresh_[cage] = 0;
}

const View& Board::view(int number) const {
    const auto at = static_cast<std::size_t>(number);
    if (is_fresh_[at]) return views_[at];
    const Cage& cage = (*cages_)[number];
    std::vector<Mask> held;
    for (const std::uint16_t cell : cage.cells) held.push_back(may(cell));
    look(cage, order(), held, views_[at]);
    is_fresh_[at] = 1;
    return views_[at];
}

bool Board::is_broken() const {
    for (int cell = 0; cell < layout_->n_cells(); ++cell)
        if (is_open(cell) && masks_[cell] == 0) return true;
    return false;
}

void Board::eliminate(int cell, int digit) {
    if (!has(cell, digit)) return;
    masks_[cell] &= ~bit(digit);
    forget(cell);
    with_[digit].drop(cell);
    for (const Place place : layout_->places(cell))
        where_[place.house * order() + digit] &= ~(Mask{1} << place.position);
}

void Board::place(int cell, int digit) {
    each(Mask{masks_[cell]}, [&](int d) { eliminate(cell, d); });
    digits_[cell] = static_cast<std::int8_t>(digit);
    forget(cell);
    --n_open_;
    for (const Place place : layout_->places(cell)) --open_in_[place.house];
    for (const std::uint16_t peer : layout_->peers(cell)) eliminate(peer, digit);
}

}  // namespace pandoku::logic
