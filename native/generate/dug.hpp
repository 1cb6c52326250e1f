// A puzzle whose givens are being removed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "generate/cells.hpp"
#include "generate/random.hpp"
#include "generate/unavoidable.hpp"

namespace pandoku::generate {

// The purpose of a trial: to remove groups, to add a digit, or to exchange a given.
enum class Phase { digging, adding, exchanging };

// The way from one minimal puzzle of a solution to the next (see dig_walk.hpp).
template <int words>
struct Walk {
    Sets<words> sets;
    int gone = -1;         // the given that is being exchanged
    Cells<words> fillers;  // the cells that may replace it, according to the sets
    // Cells are tried in an order of the puzzle, beginning at a random place.
    std::vector<std::uint16_t> turns;
    int first_turn = 0, turn = 0;  // of the given to remove
    int first_at = 0, at = 0;      // of its replacement
    int n_moves = 0, n_made = 0;
    Cells<words> before, latest;  // without the given, and after the last exchange
    bool has_latest = false;
    std::vector<Cells<words>> seen;  // the givens of all puzzles visited so far

    int in_turn(int first, int turn) const {
        const auto at = static_cast<std::size_t>(first + turn);
        return turns[at < turns.size() ? at : at - turns.size()];
    }
};

template <int words>
struct Dug {
    std::int64_t index = -1;
    std::vector<std::uint8_t> solution;
    std::vector<std::uint8_t> row;  // its digits, except the digits on trial
    Cells<words> givens;            // where the row has digits
    int n_givens = 0;
    int least = 0;                     // minimum number of givens
    std::vector<std::uint16_t> order;  // groups, in the order of trial
    std::size_t next = 0;              // the first group that is not decided
    std::size_t tried_at = 0;          // the first group on trial
    std::size_t last = 0;              // the first group that the trial does not decide
    int n_tried = 0;                   // the number of groups tried
    std::vector<std::uint16_t> trial;  // the cells that are tried
    int pace = 1;                      // the number of groups tried at once
    bool is_first = true;              // no trial was made before
    bool is_proved = false;            // it has no other solution
    OrderedSets<words> sets;
    Random random{0};
    Phase phase = Phase::digging;
    int n_to_add = 0;  // the number of givens that may still be tried, until the solution is unique
    Walk<words> walk;

    // Prefetches the memory that is needed next.
    void fetch() const {
        for (std::size_t at = 0; at < row.size(); at += 64) __builtin_prefetch(row.data() + at);
        for (std::size_t at = 0; at < solution.size(); at += 64)
            __builtin_prefetch(solution.data() + at);
        if (next < order.size()) __builtin_prefetch(order.data() + next);
        sets.fetch();
        walk.sets.fetch();
    }

    void give(int cell) {
        givens.add(cell);
        row[cell] = solution[cell];
        ++n_givens;
    }
    void drop(int cell) {
        givens.drop(cell);
        row[cell] = 0;
        --n_givens;
    }
    void find_givens() {
        givens = {};
        for (std::size_t cell = 0; cell < row.size(); ++cell)
            givens.put(static_cast<int>(cell), row[cell] != 0);
        n_givens = static_cast<int>(row.size() - std::count(row.begin(), row.end(), 0));
    }
    // Adds and removes givens until exactly these cells are given.
    void restore(const Cells<words>& wanted) {
        for (int w = 0; w < words; ++w)
            for (auto rest = givens.bits[w] ^ wanted.bits[w]; rest != 0; rest &= rest - 1) {
                const int cell = 64 * w + std::countr_zero(rest);
                wanted.has(cell) ? give(cell) : drop(cell);
            }
    }

    // Restores the cells of the trial, except the first few.
    void put_back(std::size_t first) {
        for (std::size_t i = first; i < trial.size(); ++i) give(trial[i]);
        trial.resize(first);
    }

    // Ends a puzzle that is not proper, or that has another solution.
    void refuse() {
        std::fill(row.begin(), row.end(), std::uint8_t{0});
        phase = Phase::digging;
        n_givens = 0;
        is_proved = true;
        trial.clear();
        order.clear();
        next = 0;
    }
};

}  // namespace pandoku::generate
