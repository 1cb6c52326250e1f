// Geometries, made from bytes. Most of them are small, because a fault seldom needs a large grid,
// and a hundred small grids can be tried in the same time. Each is prepared once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "bytes.hpp"
#include "grid/layout.hpp"
#include "lanes/lanes.hpp"
#include "tests/houses.hpp"

struct Shape {
    Shape(int its_order, int its_box_rows, const std::vector<std::vector<int>>& extra)
        : order(its_order),
          box_rows(its_box_rows),
          box_cols(box_rows == 0 ? 0 : order / box_rows),
          houses(houses_and(houses_of(order, box_rows, box_cols), extra)),
          layout(order, houses.cells, houses.kinds),
          plan(order, box_rows, box_cols, houses.cells),
          houses_of_cell(static_cast<std::size_t>(n_cells())) {
        for (std::size_t house = 0; house < houses.cells.size(); ++house)
            for (const int cell : houses.cells[house])
                houses_of_cell[static_cast<std::size_t>(cell)].push_back(house);
        find_grid();
    }
    int n_cells() const { return order * order; }
    std::uint64_t all() const { return (std::uint64_t{1} << order) - 1; }
    bool is_plain() const { return houses.cells.size() == (box_rows == 0 ? 2u : 3u) * order; }

    int order, box_rows, box_cols;
    Houses houses;
    pandoku::Layout layout;
    pandoku::lanes::Plan plan;
    std::vector<std::vector<std::size_t>> houses_of_cell;
    std::vector<std::uint8_t>
        grid;  // a grid that fills the houses, or empty if a short search found none
    mutable std::shared_ptr<const void> prepared;  // further data of a target for this shape

  private:
    static Houses houses_and(Houses houses, const std::vector<std::vector<int>>& extra) {
        for (std::size_t i = 0; i < extra.size(); ++i) {
            houses.cells.push_back(extra[i]);
            houses.kinds.push_back(i % 2 == 0 ? 3 : 2);
        }
        return houses;
    }
    void find_grid() {
        namespace lanes = pandoku::lanes;
        std::vector<std::uint8_t> digits(static_cast<std::size_t>(n_cells()));
        std::vector<std::uint8_t> found(digits.size());
        std::int64_t count = 0;
        lanes::Batch batch;
        batch.puzzles = digits.data();
        batch.n = batch.limit = 1;
        batch.node_budget = 500;
        batch.solutions = found.data();
        batch.counts = &count;
        lanes::Stats stats;
        lanes::solve(plan, batch, stats, [] { return true; });
        if (count == 1) grid = found;
    }
};

// Some cells that must have each digit once: random cells, or the cells of a bent line.
inline std::vector<int> any_house(Bytes& bytes, int order) {
    const int n_cells = order * order, stride = bytes.below(order + 3);
    std::vector<int> house;
    for (int cell = bytes.below(n_cells); static_cast<int>(house.size()) < order;) {
        cell = (cell + (stride == 0 ? bytes.below(n_cells) : stride)) % n_cells;
        while (std::find(house.begin(), house.end(), cell) != house.end())
            cell = (cell + 1) % n_cells;
        house.push_back(cell);
    }
    std::sort(house.begin(), house.end());
    return house;
}

// The returned shape is valid until the next call.
inline const Shape& shape_from(Bytes& bytes, int most = 36) {
    struct Usual {
        int order, box_rows;
    };
    constexpr Usual kSmall[] = {{1, 0}, {2, 0}, {3, 0}, {3, 0}, {4, 0}, {4, 0}, {4, 2}, {4, 2},
                                {4, 2}, {4, 2}, {4, 2}, {4, 2}, {5, 0}, {6, 2}, {6, 3}, {6, 2}};
    constexpr Usual kLarge[] = {{6, 0},  {7, 0},  {8, 2},  {9, 3},  {9, 3},  {9, 3},
                                {9, 3},  {9, 0},  {10, 2}, {12, 3}, {16, 4}, {16, 0},
                                {17, 0}, {25, 5}, {32, 4}, {36, 6}};
    const unsigned kind = bytes.next();
    Usual usual = kind < 248 ? kSmall[kind % 16] : kLarge[bytes.below(16)];
    // The first 4 have order 3 or less, and the first 12 order 4.
    if (usual.order > most) usual = kSmall[kind % (most < 4 ? 4 : 12)];
    std::vector<int> key{usual.order, usual.box_rows};
    std::vector<std::vector<int>> extra;
    if (bytes.one_in(16))
        for (int more = 1 + bytes.below(3); more > 0; --more) {
            extra.push_back(any_house(bytes, usual.order));
            key.insert(key.end(), extra.back().begin(), extra.back().end());
        }
    static std::map<std::vector<int>, std::unique_ptr<const Shape>> known;
    constexpr std::size_t kMostKnown = 500;
    auto found = known.find(key);
    if (found == known.end()) {
        if (known.size() >= kMostKnown) known.clear();
        auto made = std::make_unique<const Shape>(usual.order, usual.box_rows, extra);
        found = known.emplace(std::move(key), std::move(made)).first;
    }
    return *found->second;
}

// The relabeled digits of a grid of the shape, or empty.
inline std::vector<std::uint8_t> grid_from(Bytes& bytes, const Shape& shape) {
    std::vector<std::uint8_t> names(static_cast<std::size_t>(shape.order)), grid = shape.grid;
    std::iota(names.begin(), names.end(), std::uint8_t{1});
    for (unsigned n = static_cast<unsigned>(shape.order), drawn = bytes.next(); n > 1 && drawn != 0;
         drawn /= n--)
        std::swap(names[n - 1], names[drawn % n]);
    for (auto& digit : grid) digit = names[digit - 1u];
    return grid;
}
