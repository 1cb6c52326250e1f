// Makes proper puzzles with cages: a solution is divided into cages. As long as there is a second
// solution, cages are changed where it differs.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "cages/search.hpp"
#include "generate/cage_areas.hpp"
#include "generate/cage_clues.hpp"
#include "generate/cage_wishes.hpp"
#include "generate/random.hpp"
#include "generate/swaps.hpp"
#include "generate/witnesses.hpp"
#include "grid/layout.hpp"

namespace pandoku::generate {

class CageMaker {
  public:
    // Makes puzzles on one thread. It gives up soon after `stop` becomes true.
    CageMaker(const Layout& layout, const CageWishes& wishes, std::atomic<bool>& stop);

    // Makes a puzzle with this solution, digits 1 .. order, and these givens, 0 for an empty cell.
    // All random choices follow from the key. Returns false if the bounded search found no puzzle.
    bool make(std::uint64_t key, const std::uint8_t* solution, const std::uint8_t* givens);

    const std::vector<Area>& areas() const { return areas_; }
    const std::vector<Clue>& clues() const { return clues_; }
    int area_of(int cell) const { return area_of_[static_cast<std::size_t>(cell)]; }
    int n_rounds() const { return n_rounds_; }

  private:
    enum class Proof : std::uint8_t { proper, several, unknown };
    // New areas and clues that replace old ones.
    struct Change {
        int n_old = 0, n_new = 0;
        int old_areas[2] = {};
        Area areas[2];
        Clue clues[2];
    };

    bool is_solution() const;
    bool set_up(Random& random);
    Proof prove();
    int missing_operation(int first = 0) const;
    bool add_missing_operation(Random& random);
    bool give(Random& random, Operation operation);
    bool is_spare(char operation) const;
    bool repair(Random& random);
    void add_exchanges(const std::uint8_t* givens);
    bool tighten(Random& random);
    bool loosen(Random& random);
    void own(std::size_t area);
    int differing_area(Random& random) const;
    bool draw_change(Random& random, Change& change);
    bool draw_clues(Random& random, Change& change);
    int n_alive(const Change& change) const;
    bool is_alive(std::size_t witness, const Change& change) const;
    void apply(const Change& change);
    int neighbor(Random& random, int area) const;

    const Layout& layout_;
    const CageWishes& wishes_;
    Divider divider_;
    ClueMaker clue_maker_;
    cages::Stopper stopper_;
    cages::Search search_;
    Swaps swaps_;
    const std::uint8_t* solution_ = nullptr;
    std::vector<Area> areas_;
    std::vector<Clue> clues_;
    std::vector<std::uint16_t> area_of_;  // [cell]
    std::vector<Mask> masks_;
    Witnesses witnesses_;
    // The number of witnesses that are exchanges, not results of proofs.
    std::size_t n_exchanges_ = 0;
    int n_rounds_ = 0, n_added_ = 0, n_loosened_ = 0;
    std::int64_t n_guesses_ = 0;  // guesses of the last proof
    std::int64_t n_nodes_ = 0;    // guesses of all proofs for the current puzzle
};

}  // namespace pandoku::generate
