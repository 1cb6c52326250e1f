// Puzzles of any shape, made from bytes: candidates and cages. Some are made for a known grid, so
// that there are solutions. Small puzzles are also solved by trying everything.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "bytes.hpp"
#include "grid/cage_lists.hpp"
#include "shapes.hpp"

struct AnyCage {
    char operation;
    std::int64_t target;
    bool repeats;
    std::vector<std::uint16_t> cells;
};

inline bool gives(char operation, std::int64_t target, const std::vector<int>& digits) {
    if (operation == '.') return true;
    if (operation == '?')
        return gives('+', target, digits) || gives('-', target, digits) ||
               gives('*', target, digits) || gives('/', target, digits);
    const int largest = *std::max_element(digits.begin(), digits.end());
    const std::int64_t sum = std::accumulate(digits.begin(), digits.end(), std::int64_t{0});
    if (operation == '+') return sum == target;
    if (operation == '-') return 2 * largest - sum == target;
    if (operation == '=') return digits.size() == 1 && sum == target;
    long double product = 1;  // exact up to 64 bits
    for (const int d : digits) product *= d;
    if (operation == '*') return product == static_cast<long double>(target);
    return static_cast<long double>(largest) * largest ==
           product * static_cast<long double>(target);
}

struct AnyPuzzle {
    explicit AnyPuzzle(const Shape& its_shape) : shape(its_shape) {}

    pandoku::CageLists lists() const {
        pandoku::CageLists made;
        for (const AnyCage& cage : cages)
            made.add(cage.operation, cage.target, cage.repeats, cage.cells);
        made.end_puzzle();
        return made;
    }
    bool holds(const AnyCage& cage, const std::uint8_t* solution) const {
        static std::vector<int> digits;  // static, to reuse its memory
        digits.clear();
        for (const int cell : cage.cells) digits.push_back(solution[cell]);
        if (!gives(cage.operation, cage.target, digits)) return false;
        std::sort(digits.begin(), digits.end());
        return cage.repeats || std::adjacent_find(digits.begin(), digits.end()) == digits.end();
    }
    bool holds(const std::uint8_t* solution) const {
        for (std::size_t cell = 0; cell < masks.size(); ++cell)
            if (solution[cell] < 1 || solution[cell] > shape.order ||
                !(masks[cell] >> (solution[cell] - 1) & 1))
                return false;
        for (const auto& house : shape.houses.cells) {
            std::uint64_t seen = 0;
            for (const int cell : house) seen |= std::uint64_t{1} << (solution[cell] - 1);
            if (seen != shape.all()) return false;
        }
        return std::all_of(cages.begin(), cages.end(),
                           [&](const AnyCage& cage) { return holds(cage, solution); });
    }

    const Shape& shape;
    std::vector<std::uint64_t> masks;
    std::vector<AnyCage> cages;
};

inline std::int64_t any_target(Bytes& bytes) {
    switch (bytes.below(8)) {
        case 0: return bytes.below(2) ? INT64_MAX : -INT64_MAX;
        case 1: return -bytes.below(30);
        case 2: return std::int64_t{1} << bytes.below(63);
        case 3: {
            std::int64_t product = 1;
            for (int k = bytes.below(12); k > 0; --k) product *= 1 + bytes.below(16);
            return product;
        }
        default: return bytes.below(60);
    }
}

// A target that makes the digits of a grid satisfy the cage, if possible.
inline std::int64_t target_for(char operation, const std::vector<std::uint16_t>& cells,
                               const std::vector<std::uint8_t>& grid) {
    std::int64_t largest = 0, sum = 0, product = 1;
    for (const std::uint16_t cell : cells) {
        largest = std::max<std::int64_t>(largest, grid[cell]);
        sum += grid[cell];
        if (product < std::int64_t{1} << 40) product *= grid[cell];
    }
    if (operation == '-') return 2 * largest - sum;
    if (operation == '*') return product;
    if (operation == '/' && largest * largest % product == 0) return largest * largest / product;
    return sum;
}

// Any cage. If `grid` is not empty, half of the cages are made so that the grid satisfies them.
inline AnyCage any_cage(Bytes& bytes, const Shape& shape, const std::vector<std::uint8_t>& grid) {
    const int n = shape.order, kind = bytes.below(64);
    AnyCage cage{"+-*/=?.+"[kind % 8], 0, kind / 8 % 4 != 0, {}};
    const bool is_true = !grid.empty() && kind / 32 == 0;
    if (!is_true) cage.target = any_target(bytes);
    const unsigned sizes = bytes.next();
    int cell = bytes.below(256) % (n * n);
    for (unsigned k = 1 + sizes % (sizes >= 250 ? 20 : 4); k > 0; --k) {
        if (std::find(cage.cells.begin(), cage.cells.end(), cell) == cage.cells.end())
            cage.cells.push_back(static_cast<std::uint16_t>(cell));
        const int to = bytes.below(9);
        cell = to < 4 ? (cell + 1) % (n * n) : to < 8 ? (cell + n) % (n * n) : bytes.below(n * n);
    }
    if (cage.operation == '.') cage.repeats = false;
    if (is_true) cage.target = target_for(cage.operation, cage.cells, grid);
    return cage;
}

// Candidates: all digits of a cell, all except one or two, or a single digit. If there is a grid,
// its digit remains.
inline std::uint64_t any_mask(Bytes& bytes, const Shape& shape, std::uint8_t digit) {
    const unsigned byte = bytes.empty() ? 255 : bytes.next();
    const auto n = static_cast<unsigned>(shape.order);
    const std::uint64_t stays = digit == 0 ? 0 : std::uint64_t{1} << (digit - 1);
    if (byte > 160) return shape.all();
    if (byte > 80) return (shape.all() & ~(std::uint64_t{1} << byte % n)) | stays;
    if (byte > 40) return (shape.all() & (0x9249'2492'4924'9249 << byte % 3)) | stays;
    return digit != 0 ? stays : std::uint64_t{1} << byte % n;
}

inline AnyPuzzle puzzle_from(Bytes& bytes, const Shape& shape, bool has_cages) {
    AnyPuzzle puzzle(shape);
    std::vector<std::uint8_t> grid;
    if (bytes.below(4) != 3) grid = grid_from(bytes, shape);
    const int n_cages = has_cages ? bytes.below(2 * shape.order + 2) : 0;
    for (int k = 0; k < n_cages && !bytes.empty(); ++k)
        puzzle.cages.push_back(any_cage(bytes, shape, grid));
    puzzle.masks.reserve(static_cast<std::size_t>(shape.n_cells()));
    for (std::size_t cell = 0; static_cast<int>(cell) < shape.n_cells(); ++cell)
        puzzle.masks.push_back(any_mask(bytes, shape, grid.empty() ? std::uint8_t{0} : grid[cell]));
    return puzzle;
}

// All solutions, found by trying every digit in every cell. This is slow, but simple enough to be
// trusted.
class Plain {
  public:
    Plain(const AnyPuzzle& puzzle, int most_tries)
        : puzzle_(puzzle),
          candidates(puzzle.masks.size()),
          n_left_(most_tries),
          digits_(puzzle.masks.size()),
          used_(puzzle.shape.houses.cells.size()),
          ends_at_(puzzle.cages.size()) {
        for (std::size_t c = 0; c < puzzle.cages.size(); ++c)
            ends_at_[c] =
                *std::max_element(puzzle.cages[c].cells.begin(), puzzle.cages[c].cells.end());
        fill(0);
    }
    bool is_known() const { return n_left_ > 0; }  // false if it took too many tries

  private:
    const AnyPuzzle& puzzle_;

  public:
    int count = 0;
    std::vector<std::uint64_t> candidates;  // the candidates of all solutions

  private:
    void fill(std::size_t cell) {
        if (cell == digits_.size()) {
            ++count;
            for (std::size_t k = 0; k < cell; ++k)
                candidates[k] |= std::uint64_t{1} << (digits_[k] - 1);
            return;
        }
        const auto& houses = puzzle_.shape.houses_of_cell[cell];
        std::uint64_t free = puzzle_.masks[cell] & puzzle_.shape.all();
        for (const std::size_t house : houses) free &= ~used_[house];
        for (; free != 0; free &= free - 1) {
            if (--n_left_ <= 0) return;
            const std::uint64_t bit = free & -free;
            digits_[cell] = static_cast<std::uint8_t>(1 + std::countr_zero(bit));
            for (const std::size_t house : houses) used_[house] |= bit;
            if (cages_hold(cell)) fill(cell + 1);
            for (const std::size_t house : houses) used_[house] &= ~bit;
        }
    }
    // The relations whose last cell is this one.
    bool cages_hold(std::size_t cell) const {
        for (std::size_t c = 0; c < ends_at_.size(); ++c)
            if (ends_at_[c] == cell && !puzzle_.holds(puzzle_.cages[c], digits_.data()))
                return false;
        return true;
    }

    int n_left_;
    std::vector<std::uint8_t> digits_;
    std::vector<std::uint64_t> used_;
    std::vector<std::size_t> ends_at_;
};
