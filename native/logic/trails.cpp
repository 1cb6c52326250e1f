#include "logic/trails.hpp"

#include "grid/in_threads.hpp"

namespace pandoku::logic {

namespace {

void add(Trail& trail, int finder, const Step& step, bool is_told) {
    trail.finders.push_back(static_cast<std::int16_t>(finder));
    trail.houses.push_back(static_cast<std::int16_t>(step.houses.empty() ? -1 : step.houses[0]));
    trail.placed.push_back(static_cast<std::int32_t>(step.placements.size()));
    trail.gone.push_back(static_cast<std::int32_t>(step.eliminations.size()));
    for (const Candidate each : step.placements) trail.placements.push_back(each);
    for (const Candidate each : step.eliminations) trail.eliminations.push_back(each);
    if (is_told) trail.told.push_back(step);
}

}  // namespace

bool walk_trails(const Layout& layout, const Trails& all, Poll poll) {
    return in_threads(all.n, all.threads, poll, [&](const auto& goes_on, const auto& next) {
        Starts starts(layout, all);
        for (std::int64_t i; (i = next()) >= 0;) {
            const auto keep = [&](int finder, const Step& step) {
                add(all.trails[i], finder, step, all.is_told[static_cast<std::size_t>(finder)]);
                return true;
            };
            Board& board = starts.board(i);
            if (all.choosing != nullptr ? walk_chosen(board, *all.choosing, keep, goes_on)
                                        : walk(board, all.order, keep, goes_on))
                starts.end(i);
        }
    });
}

}  // namespace pandoku::logic
