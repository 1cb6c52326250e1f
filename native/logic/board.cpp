#include "logic/board.hpp"

#include <algorithm>

namespace pandoku::logic {

Board::Board(const Layout& layout, const Cages* cages)
    : layout_(&layout),
      cages_(cages),
      masks_(layout.n_cells()),
      where_(static_cast<std::size_t>(layout.n_houses()) * layout.order()),
      sole_(layout.n_houses()),
      digits_(layout.n_cells(), -1),
      givens_(layout.n_cells()),
      open_in_(layout.n_houses()),
      with_(layout.order(), layout.none()),
      singles_(layout.none()) {}

void Board::reset(const std::uint8_t* digits, const Mask* masks, const std::uint8_t* givens) {
    forget();
    std::fill(where_.begin(), where_.end(), 0);
    std::fill(open_in_.begin(), open_in_.end(), 0);
    std::fill(with_.begin(), with_.end(), layout_->none());
    std::fill(sole_.begin(), sole_.end(), 0);
    singles_ = layout_->none();
    n_open_ = n_bare_ = n_almost_full_ = 0;
    views_.assign(static_cast<std::size_t>(n_cages()), {});
    is_fresh_.assign(views_.size(), 0);
    for (int cell = 0; cell < layout_->n_cells(); ++cell) {
        digits_[cell] = static_cast<std::int8_t>(digits[cell] - 1);
        givens_[cell] = givens[cell];
        masks_[cell] = digits[cell] != 0 ? 0 : masks[cell];
        if (digits[cell] != 0) continue;
        ++n_open_;
        n_bare_ += masks_[cell] == 0;
        if (is_single(masks_[cell])) singles_.add(cell);
        each(masks_[cell], [&](int d) { with_[d].add(cell); });
        for (const Place place : layout_->places(cell)) {
            ++open_in_[place.house];
            each(masks_[cell], [&](int d) {
                where_[place.house * order() + d] |= Mask{1} << place.position;
            });
        }
    }
    for (const int n : open_in_) n_almost_full_ += n == 1;
    for (int house = 0; house < layout_->n_houses(); ++house)
        for (int d = 0; d < order(); ++d)
            if (is_single(where(house, d))) sole_[house] |= bit(d);
}

void Board::forget(int cell) {
    forget();
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

void Board::eliminate(int cell, int digit) {
    if (!has(cell, digit)) return;
    forget(cell);
    masks_[cell] &= ~bit(digit);
    if (is_single(masks_[cell])) {
        singles_.add(cell);
    } else if (masks_[cell] == 0) {
        singles_.drop(cell);
        ++n_bare_;
    }
    withdraw(cell, digit);
}

void Board::withdraw(int cell, int digit) {
    with_[digit].drop(cell);
    for (const Place place : layout_->places(cell)) {
        Mask& where = where_[place.house * order() + digit];
        where &= ~(Mask{1} << place.position);
        Mask& sole = sole_[place.house];
        sole = (sole & ~bit(digit)) | static_cast<Mask>(is_single(where)) << digit;
    }
}

void Board::place(int cell, int digit) {
    n_bare_ -= masks_[cell] == 0;
    singles_.drop(cell);
    each(masks_[cell], [&](int d) { withdraw(cell, d); });
    masks_[cell] = 0;
    digits_[cell] = static_cast<std::int8_t>(digit);
    forget(cell);
    --n_open_;
    for (const Place place : layout_->places(cell)) {
        const int n = --open_in_[place.house];
        n_almost_full_ += (n == 1) - (n == 0);
    }
    (with_[digit] & layout_->sight(cell)).each([&](int peer) { eliminate(peer, digit); });
}

}  // namespace pandoku::logic
