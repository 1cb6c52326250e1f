// The cells of a rule as terms to fill, fewest candidates first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "cages/model.hpp"

namespace pandoku::cages {

class RuleTerms {
  public:
    // The cells at `positions`, at most Fillings::kMaxTerms.
    RuleTerms(const Model& model, const State& state, const Rule& rule, std::uint32_t positions) {
        const auto cells = model.cells_of(rule);
        // The last term is computed instead of tried, so it should be the term with the most
        // candidates.
        for (; positions != 0; positions &= positions - 1) {
            const auto p = static_cast<std::size_t>(std::countr_zero(positions));
            order_[n_++] = static_cast<std::uint16_t>(
                static_cast<std::size_t>(count(state.at(cells[p]))) << 8 | p);
        }
        std::sort(order_.begin(), order_.begin() + n_);
        for (std::size_t i = 0; i < n(); ++i) {
            const std::size_t p = position(i);
            terms_[i] = {state.at(cells[p]), 0, p < rule.n_plus ? 1 : -1};
            for (std::size_t j = 0; j < i; ++j)
                if (rule.differs || model.sees(cells[p], cells[position(j)]))
                    terms_[i].apart |= std::uint32_t{1} << j;
        }
    }
    std::size_t n() const { return static_cast<std::size_t>(n_); }
    std::span<const Term> all() const { return {terms_.data(), n()}; }
    std::size_t position(std::size_t i) const { return order_[i] & 0xff; }  // of term i in the rule

  private:
    int n_ = 0;
    std::array<std::uint16_t, Fillings::kMaxTerms> order_;  // candidates << 8 | position
    std::array<Term, Fillings::kMaxTerms> terms_;
};

}  // namespace pandoku::cages
