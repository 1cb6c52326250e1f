// Runs over the cells of a line, from both ends. A run starts from the layers that the last run
// left in memory. It computes only the layers that changed cells affect, because changes seldom
// reach far along a line.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "cages/model.hpp"

namespace pandoku::cages {

// `Reader` knows what a layer means. Its layers have `layer_size` words: one before each cell and
// one after the last, in each direction.
//   begin(first, last)              fills the first layer ahead, and the last one behind
//   ahead(i, mask, from, to)        adds what cell i leads to; `to` is all zeros
//   behind(i, mask, from, to)       adds what cell i leads to from the other end
//   digits(i, mask, before, after)  returns the digits of cell i that join the layers around it
template <class Reader>
bool resume_line(LineMemory& memory, State& state, std::span<const std::uint16_t> cells,
                 const Reader& reader) {
    const std::size_t n = cells.size(), size = reader.layer_size();
    if (memory.seen.empty()) {
        memory.seen.assign(n, 0);
        memory.found.assign(n, 0);
        memory.is_due.assign(n, 0);
        memory.layers.assign((2 * (n + 1) + 1) * size, 0);
        reader.begin(memory.layers.data(), memory.layers.data() + (2 * n + 1) * size);
    }
    std::uint64_t* const ahead = memory.layers.data();
    std::uint64_t *const behind = ahead + (n + 1) * size, *const spare = behind + (n + 1) * size;
    const auto has_changed = [&](std::size_t i) { return memory.seen[i] != state.at(cells[i]); };
    // Replaces a layer by the spare layer. Returns whether the two layers differ.
    const auto replace = [&](std::uint64_t* layer) {
        if (std::equal(spare, spare + size, layer)) return false;
        std::copy_n(spare, size, layer);
        return true;
    };
    bool moves = false;
    for (std::size_t i = 0; i < n; ++i) {
        if (!moves && !has_changed(i)) continue;
        memory.is_due[i] = 1;
        std::fill_n(spare, size, 0);
        reader.ahead(i, state.at(cells[i]), ahead + i * size, spare);
        moves = replace(ahead + (i + 1) * size);
    }
    moves = false;
    for (std::size_t i = n; i-- > 0;) {
        if (!moves && !has_changed(i)) continue;
        memory.is_due[i] = 1;
        std::fill_n(spare, size, 0);
        reader.behind(i, state.at(cells[i]), behind + (i + 1) * size, spare);
        moves = replace(behind + i * size);
    }
    for (std::size_t i = 0; i < n; ++i) {
        const Mask mask = state.at(cells[i]);
        if (memory.is_due[i])
            memory.found[i] = reader.digits(i, mask, ahead + i * size, behind + (i + 1) * size);
        memory.is_due[i] = 0;
        memory.seen[i] = mask;
    }
    for (std::size_t i = 0; i < n; ++i)
        if (!state.keep(cells[i], memory.found[i])) return false;
    return true;
}

}  // namespace pandoku::cages
