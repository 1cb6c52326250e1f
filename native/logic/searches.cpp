#include "logic/searches.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <string_view>

#include "grid/in_threads.hpp"

namespace pandoku::logic {

namespace {

// The number of candidates that a branch and its nested chains make true or false.
std::int32_t n_of_branch(const std::vector<Step>& branch) {
    std::set<Candidate> off;
    std::int32_t n = 0;
    for (const Step& step : branch) {
        for (const Marked& marked : step.candidates)
            if (std::string_view(marked.role) == "off") off.insert(marked.candidate);
        off.insert(step.eliminations.begin(), step.eliminations.end());
        n += static_cast<std::int32_t>(step.placements.size());
        for (const auto& inner : step.branches) n += n_of_branch(inner);
    }
    return n + static_cast<std::int32_t>(off.size());
}

void add(Search& search, int finder, const Step& step, const Layout& layout) {
    search.finders.push_back(static_cast<std::int16_t>(finder));
    search.in_box.push_back(std::ranges::any_of(
        step.houses, [&](int house) { return layout.kind(house) == Kind::box; }));
    search.lengths.push_back(n_between(finder, step));
}

}  // namespace

std::int32_t n_between(int finder, const Step& step) {
    std::int32_t n = 0;
    if (!step.parts.empty()) {
        for (const Step& part : step.parts) n = std::max(n, n_between(finder, part));
        return n;
    }
    const auto n_links = static_cast<std::int32_t>(step.links.size());
    // Its links need not alternate, and the end of the chain is its start.
    if (std::string_view(finders()[static_cast<std::size_t>(finder)]->name) == "cage-chain")
        return n_links - 1;
    if (n_links > 0) {
        // Most chains start and end at a candidate that they eliminate. Loops do not, and chains
        // that place a digit at their start do not either, so both have two nodes less.
        for (const Link& link : step.links) n += link.strong;
        const bool is_loop = step.links.front().strong && !step.links.back().strong;
        return 2 * (n - (is_loop || !step.placements.empty()));
    }
    for (const auto& branch : step.branches) n += n_of_branch(branch);
    return std::max(0, n - 2);
}

int n_ways_onward(const Board& board) {
    const Layout& layout = board.layout();
    CellSet found = layout.none();
    for (int house = 0; house < layout.n_houses(); ++house)
        each(board.sole(house),
             [&](int digit) { found.add(layout.cells(house)[lowest(board.where(house, digit))]); });
    const int n_hidden = found.count();
    return std::max(1, n_hidden > 0 ? n_hidden : board.singles().count());
}

int n_ways_onward(const Layout& layout, const std::uint8_t* digits, const Mask* masks) {
    CellSet found = layout.none();
    for (int house = 0; house < layout.n_houses(); ++house) {
        Mask once = 0, not_alone = 0;
        for (const int cell : layout.cells(house)) {
            not_alone |= once & masks[cell];
            once |= masks[cell];
            if (digits[cell] != 0) not_alone |= masks[cell];
        }
        if ((once & ~not_alone) == 0) continue;
        for (const int cell : layout.cells(house))
            if ((masks[cell] & once & ~not_alone) != 0) found.add(cell);
    }
    int n = found.count();
    if (n == 0)
        for (int cell = 0; cell < layout.n_cells(); ++cell)
            n += digits[cell] == 0 && std::has_single_bit(masks[cell]);
    return std::max(1, n);
}

bool walk_searches(const Layout& layout, const Searches& all, Poll poll) {
    return in_threads(all.n, all.threads, poll, [&](const auto& goes_on, const auto& next) {
        Starts starts(layout, all);
        for (std::int64_t i; (i = next()) >= 0;) {
            Board& board = starts.board(i);
            Search& search = all.searches[i];
            int n_empty = board.n_open(), n_ways = n_ways_onward(board);
            const auto keep = [&](int finder, const Step& step) {
                add(search, finder, step, layout);
                search.n_empty.push_back(static_cast<std::int16_t>(n_empty));
                search.n_ways.push_back(static_cast<std::int16_t>(n_ways));
                n_empty = board.n_open(), n_ways = n_ways_onward(board);
                return true;
            };
            if (walk_chosen(board, *all.choosing, keep, goes_on)) starts.end(i);
        }
    });
}

}  // namespace pandoku::logic
