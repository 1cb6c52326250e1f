// The contents of the cells of any puzzle, and their labels in a canonical form.
#pragma once

#include <cstdint>
#include <vector>

namespace pandoku::symmetry {

// A puzzle of order n: n x n cells. Cages do not overlap.
struct Marked {
    int order = 0;
    const std::uint8_t* digits = nullptr;  // of each cell; 0 for empty
    const std::int16_t* cages = nullptr;   // of each cell; -1 for none. Null if there are no cages
    // Of each cage: cages with equal ranks ask the same of their digits.
    std::vector<std::uint16_t> ranks{};
    bool may_relabel = true;  // digits, or false if a cage calculates with them

    bool is_blank(int cell) const {
        return digits[cell] == 0 && (cages == nullptr || cages[cell] < 0);
    }
};

// Names digits and cages in the order of their appearance, and gives the text of a cell in a
// canonical form. An empty cell comes before a digit. If the digits are equal, a cell without a
// cage comes first, then a cell of an earlier cage, then cells of new cages by rank.
class Labels {
  public:
    Labels(const Marked& puzzle, std::uint8_t* digits, std::uint16_t* cages)
        : puzzle_(puzzle), digits_(digits), cages_(cages) {}

    // The number of labels in a copy: of digits (0 counts the labels), and of cages.
    static int n_digits(const Marked& puzzle) { return puzzle.order + 1; }
    static int n_cages(const Marked& puzzle) { return static_cast<int>(puzzle.ranks.size()) + 1; }

    std::uint32_t token(int cell) const {
        const auto n_cages = static_cast<std::uint32_t>(puzzle_.ranks.size());
        return digit_token(puzzle_.digits[cell]) * (2 * n_cages + 2) + cage_token(cell, n_cages);
    }

    void take(int cell) {
        const int digit = puzzle_.digits[cell];
        if (digit != 0 && digits_[digit] == 0)
            digits_[digit] = puzzle_.may_relabel ? ++digits_[0] : static_cast<std::uint8_t>(digit);
        if (puzzle_.cages == nullptr || puzzle_.cages[cell] < 0) return;
        auto& label = cages_[1 + puzzle_.cages[cell]];
        if (label == 0) label = ++cages_[0];
    }

  private:
    std::uint32_t digit_token(int digit) const {
        if (digit == 0 || !puzzle_.may_relabel) return static_cast<std::uint32_t>(digit);
        return digits_[digit] != 0 ? digits_[digit] : digits_[0] + 1u;
    }
    std::uint32_t cage_token(int cell, std::uint32_t n_cages) const {
        if (puzzle_.cages == nullptr || puzzle_.cages[cell] < 0) return 0;
        const auto cage = puzzle_.cages[cell];
        const std::uint32_t label = cages_[1 + cage];
        return label != 0 ? label : n_cages + 1 + puzzle_.ranks[cage];
    }

    const Marked& puzzle_;
    std::uint8_t* digits_;
    std::uint16_t* cages_;
};

}  // namespace pandoku::symmetry
