// All ways to fill some cells so that an operation reaches its target, and what they have in
// common.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "logic/cages.hpp"

namespace pandoku::logic {

// A cell to fill: what it may hold, and the terms from whose digits its own differs.
struct Term {
    Mask may = 0;
    std::uint32_t apart = 0;
    int sign = 1;  // -1: subtracted; only with '+'
};

// Tries digits in the order of the terms. What it tries only shrinks with the candidates.
class Filler {
  public:
    Filler(const cages::Goal& goal, std::span<const Term> terms) : goal_(goal), terms_(terms) {
        bound();
    }

    // Calls visit(digits), 0-based, for every filling, in ascending order. False when `steps` ran
    // out or visit returned false.
    template <class Visit>
    bool each(std::int64_t& steps, Visit visit) {
        steps_ = &steps;
        return terms_.empty() || fill(0, cages::nothing_of(goal_), visit);
    }

  private:
    template <class Visit>
    bool fill(std::size_t i, const cages::Partial& partial, Visit& visit) {
        if (!may_reach(i, partial)) return true;
        const Term& term = terms_[i];
        const bool is_last = i + 1 == terms_.size();
        Mask mask = term.may;
        if (is_last)
            mask &= term.sign > 0 ? cages::closing(goal_, partial)
                                  : cages::mask_of(partial.sum - goal_.target, goal_.order);
        for (std::uint32_t before = term.apart & ((std::uint32_t{1} << i) - 1); before != 0;
             before &= before - 1)
            mask &= ~(Mask{1} << digits_[static_cast<std::size_t>(std::countr_zero(before))]);
        for (; mask != 0; mask &= mask - 1) {
            if (--*steps_ < 0) return false;
            digits_[i] = static_cast<std::uint8_t>(std::countr_zero(mask));
            if (is_last) {
                if (!visit(digits_.data())) return false;
                continue;
            }
            cages::Partial next = cages::with(partial, digits_[i] + 1);
            if (term.sign < 0) next.sum = partial.sum - digits_[i] - 1;
            if (!fill(i + 1, next, visit)) return false;
        }
        return true;
    }
    void bound();
    bool may_reach(std::size_t i, const cages::Partial& partial) const;

    cages::Goal goal_;
    std::span<const Term> terms_;
    std::array<std::int64_t, Cage::kMostCells> least_{}, most_{};  // of the terms from here on
    std::array<std::uint8_t, Cage::kMostCells> digits_{};
    std::int64_t* steps_ = nullptr;
};

// What a cage still says. Nothing is known of a cage that is too large for it.
struct View {
    bool is_exact = false;               // all below but the fillings is
    bool is_listed = false;              // the fillings are listed
    std::vector<std::uint8_t> fillings;  // [.][position], 0-based, ascending
    std::vector<Mask> sets;              // of the digits in a filling, each once, ascending
    std::vector<Mask> may;               // [position]
    Mask required = 0;                   // in every filling

    std::size_t n(const Cage& cage) const { return fillings.size() / cage.size(); }
    const std::uint8_t* filling(const Cage& cage, std::size_t i) const {
        return fillings.data() + i * cage.size();
    }
};

// `may`: what each position may hold, a placed digit alone. A view that is listed is narrowed.
void look(const Cage& cage, int order, std::span<const Mask> may, View& view);

}  // namespace pandoku::logic
