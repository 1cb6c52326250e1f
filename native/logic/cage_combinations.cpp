// Techniques that use what all fillings of a cage have in common.
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "logic/cage_steps.hpp"
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

// Adds a cage to the step if it loses candidates.
void keep_in_cage(const Board& board, Step& step, int c, std::span<const Mask> kept) {
    const Cage& cage = board.cages()[c];
    const std::size_t n_before = step.eliminations.size();
    keep_only(board, step, cage, kept);
    if (step.eliminations.size() == n_before) return;
    for (const std::uint16_t cell : cage.cells)
        step.mark(cell, board.is_open(cell) ? "pattern" : "counted");
    cite(board, step, c);
}

void take_the_rest(const Board& board, Sink& sink, int c, std::span<const Mask> kept) {
    keep_in_cage(board, sink.start(), c, kept);
    sink.finish();
}

Mask placed_in(const Board& board, const Cage& cage) {
    Mask placed = 0;
    for (const std::uint16_t cell : cage.cells)
        if (!board.is_open(cell)) placed |= bit(board.digit(cell));
    return placed;
}

// Calls f(digit, cells) for every digit that the cage still needs, with the open cells that may
// take it.
template <class F>
void each_needed(const Board& board, const Cage& cage, const View& view, F&& f) {
    each(view.required & ~placed_in(board, cage), [&](int d) {
        std::array<std::uint16_t, Cage::kMostCells> cells;
        std::size_t n = 0;
        for (std::size_t p = 0; p < cage.size(); ++p)
            if (board.is_open(cage.cells[p]) && (view.may[p] & bit(d)) != 0)
                cells[n++] = cage.cells[p];
        if (n > 0) f(d, std::span<const std::uint16_t>(cells.data(), n));
    });
}

// Whether a cell of one cage is, or sees, an open cell of the other.
bool do_meet(const Board& board, const Cage& one, const Cage& other) {
    for (const std::uint16_t a : one.cells)
        for (const std::uint16_t b : other.cells)
            if (board.is_open(a) && board.is_open(b) && (a == b || board.sight().sees(a, b)))
                return true;
    return false;
}

// Cages that meet share a step, because a person crosses out the partners of lost candidates
// together. Cages that do not meet are separate thoughts.
void find_cage_partners(const Board& board, Sink& sink) {
    std::vector<int> losing;
    for (int c = 0; c < board.n_cages() && !sink.done(); ++c) {
        const Cage& cage = board.cages()[c];
        if (n_open(board, cage) != 2 || cage.operation == '.') continue;
        const View& view = board.view(c);
        bool is_losing = false;
        for (std::size_t p = 0; p < cage.size() && view.is_listed; ++p)
            is_losing |= (board.at(cage.cells[p]) & ~view.may[p]) != 0;
        if (is_losing) losing.push_back(c);
    }
    while (!losing.empty() && !sink.done()) {
        // The first cages of `group` have been compared with all others.
        std::vector<int> group{losing.front()};
        losing.erase(losing.begin());
        for (std::size_t i = 0; i < group.size(); ++i) {
            const auto meets = [&](int c) {
                return do_meet(board, board.cages()[group[i]], board.cages()[c]);
            };
            const auto rest = std::stable_partition(losing.begin(), losing.end(), meets);
            group.insert(group.end(), losing.begin(), rest);
            losing.erase(losing.begin(), rest);
        }
        std::sort(group.begin(), group.end());
        Step& step = sink.start();
        for (const int c : group) keep_in_cage(board, step, c, board.view(c).may);
        sink.finish();
    }
}

// Eliminates from the whole cage the digits that no combination has.
void find_cage_combinations(const Board& board, Sink& sink) {
    std::vector<Mask> kept;
    for (int c = 0; c < board.n_cages() && !sink.done(); ++c) {
        const View& view = board.view(c);
        if (!view.is_exact) continue;
        Mask all = 0;
        for (const Mask set : view.sets) all |= set;
        kept.assign(board.cages()[c].size(), all);
        take_the_rest(board, sink, c, kept);
    }
}

// Eliminates from each cell the digits that no filling has there. This includes the eliminations of
// cage-combinations, an earlier technique that does not look at single cells.
void find_cage_permutations(const Board& board, Sink& sink) {
    for (int c = 0; c < board.n_cages() && !sink.done(); ++c)
        if (const View& view = board.view(c); view.is_exact)
            take_the_rest(board, sink, c, view.may);
}

void find_cage_hidden_singles(const Board& board, Sink& sink) {
    for (int c = 0; c < board.n_cages() && !sink.done(); ++c) {
        const Cage& cage = board.cages()[c];
        each_needed(board, cage, board.view(c), [&](int d, std::span<const std::uint16_t> cells) {
            if (cells.size() != 1) return;
            Step& step = sink.start();
            step.place(cells[0], d);
            step.mark(cells[0], "single");
            step.mark(cells[0], d, "proves");
            cite(board, step, c);
            sink.finish();
        });
    }
}

// A step has all digits that the cage needs, because a person looks at the cage once.
void find_cage_pointing(const Board& board, Sink& sink) {
    for (int c = 0; c < board.n_cages() && !sink.done(); ++c) {
        const Cage& cage = board.cages()[c];
        Step& step = sink.start();
        CellSet places = board.layout().none();
        each_needed(board, cage, board.view(c), [&](int d, std::span<const std::uint16_t> cells) {
            CellSet seen = board.cells_with(d);
            for (const std::uint16_t cell : cells) seen &= board.sight().of(cell);
            if (seen.empty()) return;
            seen.each([&](int cell) { step.eliminate(cell, d); });
            for (const std::uint16_t cell : cells) {
                places.add(cell);
                step.mark(cell, d, "proves");
            }
        });
        if (step.eliminations.empty()) continue;
        places.each([&](int cell) { step.mark(cell, "pattern"); });
        cite(board, step, c);
        sink.finish();
    }
}

constexpr const char* kCageRoles[] = {"pattern", "counted"};
constexpr const char* kCombinationSingleRoles[] = {"single", "proves"};
constexpr const char* kPointingRoles[] = {"pattern", "proves"};

}  // namespace

extern constexpr Finder kCagePartners{"cage-partners", find_cage_partners, kCageRoles,
                                      Needs::cages};
extern constexpr Finder kCageCombinations{"cage-combinations", find_cage_combinations, kCageRoles,
                                          Needs::cages};
extern constexpr Finder kCagePermutations{"cage-permutations", find_cage_permutations, kCageRoles,
                                          Needs::cages};
extern constexpr Finder kCageHiddenSingle{"cage-hidden-single", find_cage_hidden_singles,
                                          kCombinationSingleRoles, Needs::cages};
extern constexpr Finder kCagePointing{"cage-pointing", find_cage_pointing, kPointingRoles,
                                      Needs::cages};

}  // namespace pandoku::logic
