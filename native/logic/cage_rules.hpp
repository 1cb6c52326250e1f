// The cages of a board, and the short sums of its houses, as tables with a bit for every filling,
// which trials narrow.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/cage_equations.hpp"
#include "logic/sink.hpp"

namespace pandoku::logic {

struct CageRule {
    int cage = -1;  // or the number of a sum:
    int sum = -1;
    std::vector<std::uint16_t> cells = {};  // the open cells
    std::size_t n_words = 0, first_word = 0, first_support = 0;
};

class CageRules {
  public:
    CageRules(const Board& board, Sink& sink);

    struct Watch {
        std::uint32_t rule, position;
    };
    const std::vector<CageRule>& all() const { return all_; }
    // Whether the rules include every cage. Cages with too many fillings are left out.
    bool has_all_cages() const { return has_all_cages_; }
    const Equation& sum(int number) const { return sums_[static_cast<std::size_t>(number)]; }
    // Whether a rule alone rules the candidate out: no filling has it.
    bool rules_out(Candidate candidate) const;
    std::span<const Watch> of(int cell) const { return watches_[static_cast<std::size_t>(cell)]; }

    // The words with the possible fillings of all rules. On the board, all fillings are possible.
    const std::vector<std::uint64_t>& all_fillings() const { return all_fillings_; }
    // [digit]: the fillings of a word that have the digit at the position.
    const std::uint64_t* supports(const CageRule& rule, std::size_t word,
                                  std::size_t position) const {
        const std::size_t row = word * rule.cells.size() + position;
        return supports_.data() + rule.first_support + row * order_;
    }

  private:
    bool add(const Board& board, CageRule rule, const Goal& goal, std::span<const int> signs);
    void add_cages(const Board& board, Sink& sink);
    void add_sums(const Board& board, Sink& sink);

    std::size_t order_;
    bool has_all_cages_ = true;
    std::vector<CageRule> all_;
    std::vector<Equation> sums_;
    std::vector<std::vector<Watch>> watches_;  // [cell]
    std::vector<std::uint64_t> supports_, all_fillings_;
};

// The rules of a board, valid until the board changes.
const CageRules& cage_rules_of(const Board& board, Sink& sink);

}  // namespace pandoku::logic
