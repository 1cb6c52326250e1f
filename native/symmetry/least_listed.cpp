#include "symmetry/least_listed.hpp"

#include <algorithm>

namespace pandoku::symmetry {

std::vector<ListedMap> least_listed(const Marked& puzzle, const std::vector<std::uint16_t>& cells) {
    const auto n_cells = static_cast<std::size_t>(puzzle.order) * puzzle.order;
    std::vector<ListedMap> kept;
    std::vector<std::uint32_t> best;  // the least text so far
    std::vector<std::uint8_t> digits(static_cast<std::size_t>(Labels::n_digits(puzzle)));
    std::vector<std::uint16_t> cages(static_cast<std::size_t>(Labels::n_cages(puzzle)));
    for (std::size_t index = 0; index < cells.size() / n_cells; ++index) {
        std::fill(digits.begin(), digits.end(), std::uint8_t{0});
        std::fill(cages.begin(), cages.end(), std::uint16_t{0});
        Labels labels(puzzle, digits.data(), cages.data());
        std::size_t at = 0;
        for (; at < n_cells; ++at) {
            const int cell = cells[index * n_cells + at];
            const std::uint32_t token = labels.token(cell);
            if (at < best.size() && token > best[at]) break;
            if (at < best.size() && token < best[at]) best.resize(at), kept.clear();
            if (at == best.size()) best.push_back(token);
            labels.take(cell);
        }
        if (at == n_cells) kept.push_back({index, digits});
    }
    return kept;
}

}  // namespace pandoku::symmetry
