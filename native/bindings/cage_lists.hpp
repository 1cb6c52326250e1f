// A list of pandoku.model.Cage for each of many puzzles, as the core takes them.
#pragma once

#include "cages/cages.hpp"

#include <nanobind/nanobind.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace pandoku {

namespace nb = nanobind;

// The cages of many puzzles, told flat as native/cages/cages.hpp describes.
class CageLists {
  public:
    // Takes a puzzle's cages (pandoku.model.Cage); false, and nothing is taken, when a cell lies
    // outside the grid or stands twice in a cage, or a target needs more than 64 bits.
    bool add(const nb::tuple& list, int n_cells) {
        const std::size_t n = targets.size(), n_told = cells.size();
        seen_.assign(static_cast<std::size_t>(n_cells), 0);
        std::uint32_t number = 0;
        for (const nb::handle cage : list)
            if (!add_cage(cage, ++number)) {
                operations.resize(n);
                targets.resize(n);
                repeats.resize(n);
                cell_start.resize(n + 1);
                cells.resize(n_told);
                return false;
            }
        cage_start.push_back(static_cast<std::int64_t>(targets.size()));
        return true;
    }
    void fill(cages::Batch& batch) const {
        batch.n = static_cast<std::int64_t>(cage_start.size()) - 1;
        batch.cage_start = cage_start.data();
        batch.operations = operations.data();
        batch.targets = targets.data();
        batch.repeats = repeats.data();
        batch.cell_start = cell_start.data();
        batch.cells = cells.data();
    }

  private:
    bool add_cage(nb::handle cage, std::uint32_t number) {
        const nb::object target = cage.attr("target");
        std::int64_t value = 0;
        if (!target.is_none()) {
            int overflow = 0;
            value = PyLong_AsLongLongAndOverflow(target.ptr(), &overflow);
            if (overflow != 0 || value == std::numeric_limits<std::int64_t>::min()) return false;
        }
        const auto operation = nb::cast<const char*>(cage.attr("operation"));
        for (const nb::handle cell : nb::cast<nb::tuple>(cage.attr("cells"))) {
            int overflow = 0;
            const auto at = PyLong_AsLongLongAndOverflow(cell.ptr(), &overflow);
            if (overflow != 0 || at < 0 || at >= static_cast<long long>(seen_.size())) return false;
            if (seen_[static_cast<std::size_t>(at)] == number) return false;
            seen_[static_cast<std::size_t>(at)] = number;
            cells.push_back(static_cast<std::uint16_t>(at));
        }
        operations.push_back(static_cast<std::uint8_t>(target.is_none() ? '.' : operation[0]));
        targets.push_back(value);
        repeats.push_back(nb::cast<bool>(cage.attr("repeats")));
        cell_start.push_back(static_cast<std::int64_t>(cells.size()));
        return true;
    }

    std::vector<std::int64_t> cage_start{0}, targets, cell_start{0};
    std::vector<std::uint8_t> operations, repeats;
    std::vector<std::uint16_t> cells;
    std::vector<std::uint32_t> seen_;  // of each cell: the cage that named it last
};

}  // namespace pandoku
