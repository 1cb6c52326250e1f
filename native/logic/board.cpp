#include "logic/board.hpp"

#include <algorithm>

namespace pandoku::logic {

Board::Board(const Layout& layout, const Cages* cages)
    : layout_(&layout),
      cages_(cages),
      sight_(cages == nullptr ? &layout.house_sight() : &cages->sight()),
      masks_(layout.n_cells()),
      where_(static_cast<std::size_t>(layout.n_houses()) * layout.order()),
      sole_(layout.n_houses()),
      digits_(layout.n_cells(), -1),
      givens_(layout.n_cells()),
      open_in_(layout.n_houses()),
      cell_changed_(layout.n_cells()),
      digit_changed_(layout.order()),
      almost_full_(static_cast<std::size_t>(layout.n_houses() + 63) / 64),
      with_(layout.order(), layout.none()),
      singles_(layout.none()) {}

void Board::reset(const std::uint8_t* digits, const Mask* masks, const std::uint8_t* givens) {
    forget();
    forget_placed();
    std::fill(cell_changed_.begin(), cell_changed_.end(), 0);
    std::fill(digit_changed_.begin(), digit_changed_.end(), 0);
    time_ = 0;
    idle_.clear();
    views_.assign(static_cast<std::size_t>(n_cages()), {});
    is_fresh_.assign(views_.size(), 0);
    std::copy(givens, givens + layout_->n_cells(), givens_.begin());
    singles_ = layout_->none();
    n_open_ = n_bare_ = 0;
    // Without branches, because half of them would be mispredicted: which cells are empty is nearly
    // random.
    for (int cell = 0; cell < layout_->n_cells(); ++cell) {
        const bool is_empty = digits[cell] == 0;
        const Mask mask = is_empty ? masks[cell] : 0;
        digits_[cell] = static_cast<std::int8_t>(digits[cell] - 1);
        masks_[cell] = mask;
        n_open_ += is_empty;
        n_bare_ += is_empty && mask == 0;
        singles_.put(cell, is_single(mask));
    }
    order() <= 16 ? fill_narrow_views() : fill_views();
    std::fill(almost_full_.begin(), almost_full_.end(), 0);
    for (int house = 0; house < layout_->n_houses(); ++house) {
        int n_open = 0;
        for (const int cell : layout_->cells(house)) n_open += digits_[cell] < 0;
        open_in_[house] = n_open;
        almost_full_[house >> 6] |= std::uint64_t{n_open == 1} << (house & 63);
        Mask sole = 0;
        for (int d = 0; d < order(); ++d)
            sole |= static_cast<Mask>(is_single(where(house, d))) << d;
        sole_[house] = sole;
    }
}

void Board::fill_views() {
    std::fill(where_.begin(), where_.end(), 0);
    std::fill(with_.begin(), with_.end(), layout_->none());
    for (int cell = 0; cell < layout_->n_cells(); ++cell) {
        each(masks_[cell], [&](int d) { with_[d].add(cell); });
        for (const Place place : layout_->places(cell))
            each(masks_[cell],
                 [&](int d) { where_[place.house * order() + d] |= Mask{1} << place.position; });
    }
}

// Up to order 16 the masks of a house are transposed with word arithmetic, because setting up the
// board takes a sixth of the time of a path whose steps are only counted. Four cells share a word,
// 16 bits each: position p has the 16 bits of word p / 4 that start at bit 16 * (p % 4). Bit d of
// every cell is moved to bit 16 * (p % 4) + 4 * (p / 4), and one multiplication gathers these into
// bits 48 + p.
void Board::fill_narrow_views() {
    constexpr std::uint64_t kOnes = 0x0001000100010001;
    constexpr std::uint64_t kGather =
        std::uint64_t{1} << 48 | std::uint64_t{1} << 33 | std::uint64_t{1} << 18 | 1 << 3;
    const int n = order();
    for (int house = 0; house < layout_->n_houses(); ++house) {
        const auto cells = layout_->cells(house);
        std::uint64_t four[4] = {};
        for (int p = 0; p < n; ++p) four[p >> 2] |= masks_[cells[p]] << 16 * (p & 3);
        for (int d = 0; d < n; ++d) {
            const std::uint64_t bits = (four[0] >> d & kOnes) | (four[1] >> d & kOnes) << 4 |
                                       (four[2] >> d & kOnes) << 8 | (four[3] >> d & kOnes) << 12;
            where_[house * n + d] = bits * kGather >> 48;
        }
    }
    std::fill(with_.begin(), with_.end(), layout_->none());
    for (const int row : layout_->houses(Kind::row))
        for (int d = 0; d < n; ++d) with_[d].add_run(layout_->cells(row)[0], where(row, d));
}

int Board::next_almost_full(int house) const {
    const int n = layout_->n_houses();
    for (; house < n; house = (house | 63) + 1)
        if (const std::uint64_t left = almost_full_[house >> 6] >> (house & 63); left != 0)
            return house + std::countr_zero(left);
    return n;
}

// Called for every candidate that is removed, so it has no branch that is hard to predict.
inline void Board::withdraw(int cell, int digit) {
    with_[digit].drop(cell);
    cell_changed_[cell] = digit_changed_[digit] = ++time_;
    const int n = order();
    Mask* const where = where_.data() + digit;
    Mask* const sole = sole_.data();
    const auto look_again = [&](Place place) {
        const Mask left = where[place.house * n] & ~(Mask{1} << place.position);
        where[place.house * n] = left;
        sole[place.house] = (sole[place.house] & ~bit(digit)) | static_cast<Mask>(is_single(left))
                                                                    << digit;
    };
    const auto places = layout_->places(cell);
    // Nearly every cell is in just a row, a column and a box, so the loop of three is unrolled.
    if (places.size() == 3) {
        look_again(places[0]), look_again(places[1]), look_again(places[2]);
    } else {
        for (const Place place : places) look_again(place);
    }
}

const View& Board::view(int number) const {
    const auto at = static_cast<std::size_t>(number);
    if (is_fresh_[at]) return views_[at];
    pause();
    const Cage& cage = (*cages_)[number];
    std::vector<Mask> held;
    for (const std::uint16_t cell : cage.cells) held.push_back(may(cell));
    look(cage, order(), held, views_[at]);
    is_fresh_[at] = 1;
    return views_[at];
}

inline void Board::forget(int cell) {
    forget();
    if (cages_ == nullptr) return;
    for (const std::uint16_t cage : cages_->of(cell)) is_fresh_[cage] = 0;
}

inline void Board::remove(int cell, int digit) {
    forget(cell);
    const Mask left = masks_[cell] & ~bit(digit);
    masks_[cell] = left;
    singles_.put(cell, is_single(left));
    n_bare_ += left == 0;
    withdraw(cell, digit);
}

void Board::eliminate(int cell, int digit) {
    if (has(cell, digit)) remove(cell, digit);
}

void Board::place(int cell, int digit) {
    n_bare_ -= masks_[cell] == 0;
    singles_.drop(cell);
    each(masks_[cell] & ~bit(digit), [&](int d) { withdraw(cell, d); });
    masks_[cell] = 0;
    with_[digit].drop(cell);
    cell_changed_[cell] = digit_changed_[digit] = ++time_;
    digits_[cell] = static_cast<std::int8_t>(digit);
    forget(cell);
    forget_placed();
    --n_open_;
    const int n = order();
    for (const Place place : layout_->places(cell)) {
        where_[place.house * n + digit] = 0;
        sole_[place.house] &= ~bit(digit);
        const int n_open = --open_in_[place.house];
        const int shift = place.house & 63;
        std::uint64_t& word = almost_full_[place.house >> 6];
        word = (word & ~(std::uint64_t{1} << shift)) | std::uint64_t{n_open == 1} << shift;
    }
    (with_[digit] & sight_->of(cell)).each([&](int peer) { remove(peer, digit); });
}

}  // namespace pandoku::logic
