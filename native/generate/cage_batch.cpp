#include "generate/cage_batch.hpp"

#include <atomic>
#include <vector>

#include "generate/cage_maker.hpp"
#include "grid/in_threads.hpp"

namespace pandoku::generate {
namespace {

void write(const CageMaker& maker, const CageBatch& batch, std::int64_t i, int n_cells) {
    constexpr std::uint16_t kNone = 0xffff;
    std::uint16_t* cage_of = batch.cage_of + i * n_cells;
    std::vector<std::uint16_t> number(maker.areas().size(), kNone);
    std::uint16_t n = 0;
    for (int cell = 0; cell < n_cells; ++cell) {
        const auto area = static_cast<std::size_t>(maker.area_of(cell));
        if (number[area] == kNone) {
            const Clue& clue = maker.clues()[area];
            batch.operations[i * n_cells + n] = static_cast<std::uint8_t>(clue.operation);
            batch.targets[i * n_cells + n] = clue.target;
            number[area] = n++;
        }
        cage_of[cell] = number[area];
    }
    batch.n_cages[i] = n;
}

}  // namespace

bool make_cages(const Layout& layout, const CageWishes& wishes, const CageBatch& batch, Poll poll) {
    std::atomic<bool> stop{false};
    const auto poll_and_tell = [&] {
        const bool goes_on = poll();
        if (!goes_on) stop = true;
        return goes_on;
    };
    return in_threads(batch.n, batch.threads, poll_and_tell, [&](const auto&, const auto& next) {
        CageMaker maker(layout, wishes, stop);
        const int n_cells = layout.n_cells();
        for (std::int64_t i; (i = next()) >= 0;) {
            const auto at = i * n_cells;
            const bool is_made = maker.make(batch.keys[i], batch.solutions + at, batch.givens + at);
            if (is_made)
                write(maker, batch, i, n_cells);
            else
                batch.n_cages[i] = 0;
        }
    });
}

}  // namespace pandoku::generate
