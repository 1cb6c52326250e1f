#include "lanes/stuck.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <span>

#include "grid/in_threads.hpp"
#include "lanes/team.hpp"
#include "nogoods/search.hpp"

namespace pandoku::lanes {
namespace {

// One thread's search of puzzles that are stuck.
class Learner {
  public:
    Learner(const Tables& tables, const Batch& batch, const Stuck& stuck)
        : tables_(tables),
          batch_(batch),
          stuck_(stuck),
          search_(tables.order, tables.n_cells,
                  {tables.house_cells, static_cast<std::size_t>(tables.n_houses) *
                                           static_cast<std::size_t>(tables.order)}) {}

    void search(std::int64_t puzzle, nogoods::GoOn goes_on) {
        const auto started = Clock::now();
        const auto index = static_cast<std::size_t>(puzzle);
        const double left_s = batch_.seconds - (stuck_.seconds.empty() ? 0 : stuck_.seconds[index]);
        const auto has_time = [&] {
            return batch_.seconds <= 0 ||
                   std::chrono::duration<double>(Clock::now() - started).count() < left_s;
        };
        const auto masks = masks_of(batch_.input, batch_.puzzles, puzzle, tables_.order);
        search_.load(masks.data());
        search_.allow(batch_.node_budget > 0 ? batch_.node_budget - batch_.nodes[puzzle] : -1);

        // The result of the lanes is only kept if this search, which starts from scratch, finds
        // fewer solutions.
        std::int64_t& count = batch_.counts[puzzle];
        const std::int64_t n_before = -1 - count;
        std::uint8_t* const row = batch_.solutions + puzzle * batch_.keep * tables_.n_cells;
        const std::vector<std::uint8_t> before(row, row + kept(n_before) * tables_.n_cells);
        std::int64_t n_found = 0;
        nogoods::Answer answer;
        while ((answer = search_.next([&] { return goes_on() && has_time(); })) ==
               nogoods::Answer::solution) {
            require(masks, search_.digits().data());
            if (n_found < batch_.keep)
                std::ranges::copy(search_.digits(), row + n_found * tables_.n_cells);
            ++n_found;
            count = -1 - std::max(n_found, n_before);
            if (n_found == batch_.limit) break;
        }
        batch_.nodes[puzzle] += search_.n_guesses();
        if (answer != nogoods::Answer::stopped)
            count = n_found;
        else if (n_found < n_before)
            std::copy(before.begin(), before.end(), row);
    }

  private:
    std::int64_t kept(std::int64_t count) const { return std::min(count, batch_.keep); }

    void require(const std::vector<std::uint64_t>& masks, const std::uint8_t* digits) const {
        bool holds = verify::houses_hold(tables_.named, digits);
        for (std::size_t cell = 0; cell < masks.size() && holds; ++cell)
            holds = (masks[cell] >> (digits[cell] - 1) & 1) != 0;
        if (!holds) refuse(masks, digits);
    }

    const Tables& tables_;
    const Batch& batch_;
    const Stuck& stuck_;
    nogoods::Search search_;
};

}  // namespace

bool search_stuck(const Plan& plan, const Batch& batch, const Stuck& stuck,
                  const std::function<bool()>& keep_going) {
    std::vector<std::int64_t> puzzles;
    for (std::size_t i = 0; i < stuck.puzzles.size(); ++i)
        if (stuck.puzzles[i] != 0) puzzles.push_back(static_cast<std::int64_t>(i));
    if (puzzles.empty()) return true;
    if (puzzles.size() > 1 && batch.threads > 1)
        return in_threads(static_cast<std::int64_t>(puzzles.size()), batch.threads, keep_going,
                          [&](const auto& goes_on, const auto& next) {
                              Learner learner(plan.tables(), batch, stuck);
                              for (std::int64_t i = next(); i >= 0; i = next())
                                  learner.search(puzzles[static_cast<std::size_t>(i)], goes_on);
                          });
    Learner learner(plan.tables(), batch, stuck);
    auto looked = Clock::now();
    bool goes_on = true;
    for (const std::int64_t puzzle : puzzles) {
        if (!goes_on) break;
        learner.search(puzzle, [&] {
            if (const auto now = Clock::now(); goes_on && now - looked >= kLookEvery) {
                looked = now;
                goes_on = keep_going();
            }
            return goes_on;
        });
    }
    return goes_on;
}

}  // namespace pandoku::lanes
