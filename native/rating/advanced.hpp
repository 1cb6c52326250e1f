// Section 6d: implications of complete patterns, which hold because some candidates are off.
#pragma once

#include <memory>
#include <vector>

#include "rating/chain_hint.hpp"
#include "rating/tree.hpp"
#include "rating/work.hpp"

namespace pandoku::rating {

class Cycles;
class Forcing;
enum class ForcingMode { nishio, multiple, dynamic };

class Advanced {
  public:
    struct Implication {
        int id;                                     // the candidate that is off
        const std::vector<std::uint16_t>& parents;  // candidates that are off, at least one
        int nested;                                 // index of the chain behind it, or -1
        int told;                                   // index of its pattern, or -1
    };
    // The pattern behind an implication: a hint, or a chain on a grid.
    struct Told {
        Hint hint;
        std::unique_ptr<Grid> grid;
        ChainHint chain;
        int level;  // of a dynamic chain, otherwise -1
    };

    // `is_told`: whether to store the patterns.
    explicit Advanced(Work& work, bool is_told = false);
    ~Advanced();

    // The implications of the first technique that has any. `now` is `source` without the
    // candidates that are off. They stay valid until the next call.
    const std::vector<Implication>& find(const Grid& source, const Grid& now, int level);

    // The nested chains behind all implications since `forget`.
    const std::vector<Nested>& nested() const { return nested_; }
    void forget() { nested_.clear(); }
    const std::vector<Told>& told() const { return told_; }

  private:
    void find_locking();
    void find_hidden_pairs();
    void find_naked_pairs();
    void find_x_wings();
    void find_cycles();
    void find_forcing(ForcingMode mode, int inner_level);
    void take_nested(Conclusions& conclusions, int level);
    // Starts a hint with the candidates that must be off, in any order. Returns false if there are
    // no such candidates, because the hint then holds without any.
    bool begin(const Bits& parents);
    void add(std::vector<Removal>& removals, int nested);
    void tell(Technique which, int house, int other, Set digits, Set positions);

    Work& work_;
    const bool is_told_;
    const Grid* source_ = nullptr;
    const Grid* now_ = nullptr;
    std::vector<Implication> found_;
    std::vector<std::unique_ptr<std::vector<std::uint16_t>>> parents_;
    std::size_t n_parents_ = 0;
    std::vector<Nested> nested_;
    std::vector<Told> told_;
    std::vector<Removal> removals_;
    std::unique_ptr<Cycles> cycles_;
    std::unique_ptr<Forcing> forcing_;
};

}  // namespace pandoku::rating
