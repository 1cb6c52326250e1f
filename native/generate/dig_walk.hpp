// Walks over the minimal puzzles of a solution: a given is exchanged for another given, and
// redundant givens are then removed. Because the solution stays the same, the unavoidable sets
// found so far remain valid. So most givens are known to be needed still.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "generate/dug.hpp"

namespace pandoku::generate {

template <int words>
class Walker {
  public:
    // `length` is the number of additional puzzles to make from each puzzle.
    Walker(int n_cells, int length) : n_cells_(n_cells), length_(length) {}

    // The first puzzle of a walk is dug before the walk begins.
    void start(Dug<words>& puzzle) const {
        auto& walk = puzzle.walk;
        walk.turns.resize(static_cast<std::size_t>(n_cells_));
        for (int cell = 0; cell < n_cells_; ++cell)
            walk.turns[cell] = static_cast<std::uint16_t>(cell);
        puzzle.random.shuffle(walk.turns);
        walk.sets.clear(n_cells_ <= 128 ? 128 : 1024);
        walk.seen.clear();
        walk.n_moves = 0;
        walk.gone = -1;
    }

    // Exchanges a given for another given of the same solution: the first possible exchange in a
    // random order of givens and their replacements. Returns false if no given can be exchanged.
    bool exchange(Dug<words>& puzzle) const {
        auto& walk = puzzle.walk;
        for (;;) {
            if (walk.gone >= 0) {
                if (fill(puzzle)) return true;
                puzzle.give(walk.gone);
                walk.gone = -1;
                if (walk.has_latest) {
                    puzzle.restore(walk.latest);
                    begin_exchange(puzzle);
                }
            }
            while (walk.turn < n_cells_ &&
                   !puzzle.givens.has(walk.in_turn(walk.first_turn, walk.turn)))
                ++walk.turn;
            if (walk.turn == n_cells_) return false;
            walk.gone = walk.in_turn(walk.first_turn, walk.turn++);
            walk.first_at = random_cell(puzzle);
            walk.at = 0;
            walk.has_latest = false;
            puzzle.drop(walk.gone);
            walk.fillers = walk.sets.fillers(puzzle.givens);
            walk.fillers.drop(walk.gone);
        }
    }

    // If the exchange leaves several solutions, it fails. If it leaves one solution, other givens
    // may be redundant. `differ` has the cells where a second solution differs.
    void learn(Dug<words>& puzzle, bool is_proper, const Cells<words>& differ) const {
        auto& walk = puzzle.walk;
        if (is_proper) {
            walk.before = puzzle.givens;
            walk.before.drop(puzzle.trial[0]);
            return check_givens(puzzle);
        }
        puzzle.drop(puzzle.trial[0]);
        walk.sets.add(differ);
        walk.fillers &= differ;
        ++walk.at;
    }

    // Whether the walk has not visited this puzzle before.
    bool is_new(Dug<words>& puzzle) const {
        auto& seen = puzzle.walk.seen;
        if (std::find(seen.begin(), seen.end(), puzzle.givens) != seen.end()) return false;
        seen.push_back(puzzle.givens);
        return true;
    }

    // Continues from a minimal puzzle, or returns false at the end of the walk.
    bool go_on(Dug<words>& puzzle) const {
        auto& walk = puzzle.walk;
        if (walk.n_made > length_ || walk.n_moves++ > kMovesEach * length_) return false;
        if (walk.gone < 0) {
            begin_exchange(puzzle);
            return true;
        }
        // Finds the other cells that can replace the same given.
        walk.latest = puzzle.givens;
        walk.has_latest = true;
        puzzle.restore(walk.before);
        puzzle.phase = Phase::exchanging;
        ++walk.at;
        return true;
    }

  private:
    // A walk may return to the same puzzles, so it ends after this many moves per requested puzzle.
    static constexpr int kMovesEach = 3;

    // Tries the next cell that may replace the removed given.
    bool fill(Dug<words>& puzzle) const {
        auto& walk = puzzle.walk;
        for (; walk.at < n_cells_; ++walk.at) {
            const int cell = walk.in_turn(walk.first_at, walk.at);
            if (puzzle.givens.has(cell) || !walk.fillers.has(cell)) continue;
            puzzle.give(cell);
            puzzle.trial.assign(1, static_cast<std::uint16_t>(cell));
            return true;
        }
        return false;
    }

    void begin_exchange(Dug<words>& puzzle) const {
        puzzle.phase = Phase::exchanging;
        puzzle.walk.first_turn = random_cell(puzzle);
        puzzle.walk.turn = 0;
        puzzle.walk.gone = -1;
        puzzle.walk.has_latest = false;
    }

    // After an exchange, finds the givens that are redundant.
    void check_givens(Dug<words>& puzzle) const {
        const auto& walk = puzzle.walk;
        const auto needed = walk.sets.needed(puzzle.givens);
        puzzle.phase = Phase::digging;
        puzzle.order.clear();
        for (int turn = 0; turn < n_cells_; ++turn) {
            const int cell = walk.in_turn(walk.first_at, turn);
            if (puzzle.givens.has(cell) && !needed.has(cell))
                puzzle.order.push_back(static_cast<std::uint16_t>(cell));
        }
        puzzle.next = 0;
        puzzle.pace = 1;
        puzzle.is_first = false;
    }

    int random_cell(Dug<words>& puzzle) const {
        return static_cast<int>(puzzle.random.below(static_cast<std::uint32_t>(n_cells_)));
    }

    int n_cells_;
    int length_;
};

}  // namespace pandoku::generate
