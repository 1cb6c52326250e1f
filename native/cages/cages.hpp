// Searching puzzles with cages: Calcudoku, KenKen, Mathdoku, Killer, and Sudoku as well.
//
// Trusts its caller: cells, digits and sizes are in range, every cage has at least one cell and no
// cell twice. Re-entrant, holds no globals, never prints. Throws std::bad_alloc only.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace pandoku::cages {

struct Cage {
    char operation = '+';  // + - * / = or ? (any of the first four)
    bool has_target = true;
    std::int64_t target = 0;
    bool repeats = true;  // whether equal digits may stand in it, houses permitting
    std::vector<int> cells;
};

struct Puzzle {
    int order = 0;  // 1 to 36
    std::vector<std::vector<int>> houses;
    std::vector<std::uint64_t> masks;  // candidates of every cell, bit d-1 for digit d
    std::vector<Cage> cages;
};

struct Limits {
    std::int64_t solutions = 2;  // stop after so many, at least 1
    std::int64_t keep = 2;       // store so many
    std::int64_t nodes = 0;      // guesses; 0: no bound
    double seconds = 0;          // 0: no bound
};

enum class Stop { none, limit, nodes, seconds };

struct Result {
    std::int64_t count = 0;
    Stop stop = Stop::none;
    std::int64_t nodes = 0;
    double seconds = 0;
    std::vector<std::uint8_t> solutions;  // one after the other, n*n digits each
};

// Search one puzzle. `keep_going` is asked every few milliseconds; when it says false the search
// ends as if out of time.
Result solve(const Puzzle& puzzle, const Limits& limits, const std::function<bool()>& keep_going);

// Search many puzzles on several threads; results in their order. `keep_going` is asked on the
// calling thread only. Returns false when it said no.
bool solve_all(const std::vector<Puzzle>& puzzles, const Limits& limits, int threads,
               std::vector<Result>& results, const std::function<bool()>& keep_going);

}  // namespace pandoku::cages
