// Exact all-different (Régin): match the cells of a house with digits. A candidate stays if it is
// in the matching or on a cycle of exchanges. Because a house has as many cells as digits, the
// graph of exchanges only needs the cells as nodes. A set of them fits one word.
#include <algorithm>

#include "cages/model.hpp"

namespace pandoku::cages {
namespace {

constexpr int kMaxOrder = 36;

std::uint64_t reachable(const std::uint64_t* next, int from, std::uint64_t within) {
    std::uint64_t seen = bit(from), fresh = seen;
    while (fresh != 0) {
        const int at = std::countr_zero(fresh);
        const std::uint64_t more = next[at] & within & ~seen;
        seen |= more;
        fresh = (fresh & (fresh - 1)) | more;
    }
    return seen;
}

}  // namespace

void Matcher::reset(const Layout& layout) {
    order_ = layout.order();
    const auto n = static_cast<std::size_t>(layout.n_houses() * order_);
    digit_of_.assign(n, -1);
    owner_.assign(n, -1);
}

// Gives the cell at `position` a digit, and other cells another one if necessary. `tried` collects
// the digits attempted, so that none is attempted twice.
bool Matcher::place(const Mask* masks, int position, Mask& tried) {
    for (Mask left = masks[position] & ~tried; left != 0; left = masks[position] & ~tried) {
        const int digit = lowest(left);
        tried |= bit(digit);
        if (owners_[digit] < 0 || place(masks, owners_[digit], tried)) {
            owners_[digit] = static_cast<std::int8_t>(position);
            digits_[position] = static_cast<std::int8_t>(digit);
            return true;
        }
    }
    return false;
}

bool Matcher::filter(State& state, int house) {
    const auto cells = state.layout().cells(house);
    digits_ = digit_of_.data() + house * order_;
    owners_ = owner_.data() + house * order_;
    // The matching of the last run is used again, even after an undo. Only cells whose candidates
    // no longer include their digit are matched again.
    Mask masks[kMaxOrder];
    std::uint64_t open = 0;
    for (int p = 0; p < order_; ++p) {
        masks[p] = state.at(cells[static_cast<std::size_t>(p)]);
        if (is_several(masks[p])) open |= bit(p);
        if (digits_[p] >= 0 && !(masks[p] >> digits_[p] & 1)) {
            owners_[digits_[p]] = -1;
            digits_[p] = -1;
        }
    }
    for (int p = 0; p < order_; ++p) {
        Mask tried = 0;
        if (digits_[p] < 0 && !place(masks, p, tried)) return false;
    }

    // An arrow leads from each open cell to the owner of each of its candidates. No arrow leaves a
    // decided cell, because it cannot exchange its digit.
    std::uint64_t next[kMaxOrder] = {}, previous[kMaxOrder] = {};
    for (std::uint64_t left = open; left != 0; left &= left - 1) {
        const int p = std::countr_zero(left);
        each(masks[p], [&](int digit) {
            const int owner = owners_[digit];
            next[p] |= bit(owner);
            previous[owner] |= bit(p);
        });
    }
    // Cells that reach each other can exchange digits around a cycle. They cannot take any other
    // digits.
    while (open != 0) {
        const int p = std::countr_zero(open);
        const std::uint64_t knot = reachable(next, p, open) & reachable(previous, p, open);
        Mask theirs = 0;
        for (std::uint64_t left = knot; left != 0; left &= left - 1)
            theirs |= bit(digits_[std::countr_zero(left)]);
        for (std::uint64_t left = knot; left != 0; left &= left - 1)
            if (!state.keep(cells[static_cast<std::size_t>(std::countr_zero(left))], theirs))
                return false;
        open &= ~knot;
    }
    return true;
}

}  // namespace pandoku::cages
