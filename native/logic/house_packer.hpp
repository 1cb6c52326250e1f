// The candidates that remain within a trial if the cages and cells of a house share out its digits.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
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
        std::vector<Mask> sets = {};  // the different sets of digits of the fillings, ascending
        std::vector<std::uint16_t> set_of = {};  // [filling of the rule]: its set in the house
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
    std::size_t n_moves() const { return n_moves_; }

    // The fewest cages, and the fewest of the candidates `gone`, that make the candidates `lost` of
    // one part impossible. The first of `gone` are left out first.
    Reason why(int house, std::span<const Candidate> lost, std::vector<Candidate> gone);

  private:
    const Part& part(int house, int number) const {
        return parts_[static_cast<std::size_t>(house)][static_cast<std::size_t>(number)];
    }
    // What remains of a part.
    struct Remaining {
        std::vector<Mask> sets;            // ascending
        std::vector<std::uint16_t> place;  // [set of the part]: its index in `sets`, or kGone
    };
    static constexpr std::uint16_t kGone = 0xffff;
    // The result of a run.
    struct Known {
        bool is_possible;
        std::size_t n_moves;
        std::vector<Loss> losses;
    };
    using State = std::vector<std::uint64_t>;
    struct HashOfState {
        std::size_t operator()(const State& state) const;
    };

    void add_parts(int house);
    static void number_sets(Part& part);
    void note_state(int house, std::span<const Mask> may, std::span<const std::uint64_t> fillings);
    bool share_out(int house, std::span<const Mask> may, std::span<const std::uint64_t> fillings,
                   std::vector<Loss>& losses);
    void list_sets(const Part& part, std::span<const Mask> may, const std::uint64_t* fillings,
                   Remaining& left) const;
    const std::uint64_t* words_of(const Part& part, std::span<const std::uint64_t> fillings) const;
    std::vector<std::uint64_t> fillings_of(const CageRule& rule, std::span<const Mask> may) const;
    void find_losses(int number, const Part& part, std::span<const Mask> may,
                     const std::uint64_t* fillings, const Remaining& remaining,
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
    std::size_t n_moves_ = 0;
    std::vector<Remaining> remaining_;
    std::vector<const std::vector<Mask>*> taken_;
    // Trials often reach the same state of a house again: its fillings and candidates.
    State state_;
    std::unordered_map<State, Known, HashOfState> known_;
};

}  // namespace pandoku::logic
