// The candidates that remain within a trial if the cages and cells of a house share out its digits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/cage_rules.hpp"
#include "logic/packing.hpp"
#include "logic/step.hpp"

namespace pandoku::logic {

class HousePacker {
  public:
    HousePacker(const Board& board, const CageRules& rules);

    // A part of a house: the cells of a rule in it, or a single cell.
    struct Part {
        int rule = -1;
        std::vector<std::uint16_t> cells = {};
        std::vector<Mask> sets = {};  // [filling of the rule]: its digits in the house
    };
    struct Loss {
        int part;
        std::uint16_t cell;
        Mask digits;
    };
    struct Reason {
        std::vector<int> cages;
        std::vector<Candidate> gone;
        bool leaves_none = false;  // whether they leave no way to fill the house at all
    };

    // Finds the candidates that the cells of a house, and all other cells of its cages, lose. The
    // result is listed by part. Returns false if there is no way to share out the digits.
    // `fillings` are the remaining fillings of all rules.
    bool run(int house, std::span<const Mask> may, std::span<const std::uint64_t> fillings,
             std::vector<Loss>& losses);
    // The amount of work in the last run.
    std::size_t n_moves() const { return packing_.n_moves(); }

    // The fewest cages, and the fewest of the candidates `gone`, that make the candidates `lost` of
    // one part impossible. The first of `gone` are left out first.
    Reason why(int house, std::span<const Candidate> lost, std::vector<Candidate> gone);

  private:
    const Part& part(int house, int number) const {
        return parts_[static_cast<std::size_t>(house)][static_cast<std::size_t>(number)];
    }
    void add_parts(int house);
    void list_sets(const Part& part, std::span<const Mask> may, const std::uint64_t* fillings,
                   std::vector<Mask>& sets) const;
    std::vector<std::uint64_t> fillings_of(const CageRule& rule, std::span<const Mask> may) const;
    void find_losses(int number, const Part& part, std::span<const Mask> may,
                     const std::uint64_t* fillings, std::span<const Mask> sets,
                     std::span<const std::uint8_t> occurs, std::vector<Loss>& losses) const;
    Packing::End pack(int house, std::span<const int> numbers, std::span<const Mask> may,
                      std::vector<std::uint64_t>& of_first);
    bool is_impossible(int house, std::span<const int> numbers, std::span<const Mask> may,
                       std::span<const Candidate> lost);
    bool has_cell(const Part& part, int cell) const;

    const Board& board_;
    const CageRules& rules_;
    std::vector<std::vector<Part>> parts_;  // [house]
    Packing packing_;
    std::vector<std::vector<Mask>> sets_;
    std::vector<const std::vector<Mask>*> taken_;
};

}  // namespace pandoku::logic
