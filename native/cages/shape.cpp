#include "cages/shape.hpp"

#include <algorithm>
#include <set>

namespace pandoku::cages {
namespace {

constexpr std::size_t kMaxGroups = 600;
constexpr int kMaxHousesInGroup = 4;

using Set = std::vector<std::uint64_t>;

bool disjoint(const Set& a, const Set& b) {
    for (std::size_t w = 0; w < a.size(); ++w)
        if (a[w] & b[w]) return false;
    return true;
}

Set united(Set a, const Set& b) {
    for (std::size_t w = 0; w < a.size(); ++w) a[w] |= b[w];
    return a;
}

// Whether a cell of a lies beside a cell of b.
bool touch(const Set& a, const Set& b, int order) {
    for (int cell = 0; cell < order * order; ++cell) {
        if (!has(a.data(), cell)) continue;
        if (cell % order + 1 < order && has(b.data(), cell + 1)) return true;
        if (cell % order > 0 && has(b.data(), cell - 1)) return true;
        if (cell + order < order * order && has(b.data(), cell + order)) return true;
        if (cell >= order && has(b.data(), cell - order)) return true;
    }
    return false;
}

}  // namespace

Shape::Shape(int order, const std::vector<std::vector<int>>& houses)
    : order_(order), n_words_((order * order + 63) / 64) {
    std::vector<std::vector<std::uint16_t>> of_cell(static_cast<std::size_t>(n_cells()));
    for (std::size_t h = 0; h < houses.size(); ++h)
        for (const int cell : houses[h]) {
            house_cells_.push_back(static_cast<std::uint16_t>(cell));
            of_cell[static_cast<std::size_t>(cell)].push_back(static_cast<std::uint16_t>(h));
        }
    house_start_.push_back(0);
    for (const auto& list : of_cell) {
        houses_of_.insert(houses_of_.end(), list.begin(), list.end());
        house_start_.push_back(static_cast<std::uint32_t>(houses_of_.size()));
    }
    find_peers();
    find_groups();
}

void Shape::find_peers() {
    const auto words = static_cast<std::size_t>(n_words_);
    sight_.assign(static_cast<std::size_t>(n_cells()) * words, 0);
    peer_start_.push_back(0);
    for (int cell = 0; cell < n_cells(); ++cell) {
        std::uint64_t* seen = sight_.data() + static_cast<std::size_t>(cell) * words;
        for (const int h : houses_of(cell))
            for (const int other : house(h))
                if (other != cell && !has(seen, other)) {
                    add(seen, other);
                    peers_.push_back(static_cast<std::uint16_t>(other));
                }
        peer_start_.push_back(static_cast<std::uint32_t>(peers_.size()));
    }
}

void Shape::find_groups() {
    std::vector<Set> sets;
    for (int h = 0; h < n_houses(); ++h) {
        Set set(static_cast<std::size_t>(n_words_), 0);
        for (const int cell : house(h)) add(set.data(), cell);
        sets.push_back(std::move(set));
    }
    add_runs(0, order_, sets);
    add_runs(order_, 2 * order_, sets);
    add_clusters(2 * order_, sets);
}

// Neighbouring rows, or columns.
void Shape::add_runs(int first, int last, const std::vector<Set>& sets) {
    for (int start = first; start < last; ++start) {
        Set cells(static_cast<std::size_t>(n_words_), 0);
        std::vector<std::uint16_t> run;
        for (int h = start; h < last && h - start < kMaxHousesInGroup; ++h) {
            cells = united(cells, sets[static_cast<std::size_t>(h)]);
            run.push_back(static_cast<std::uint16_t>(h));
            groups_.push_back({run, cells});
        }
    }
}

// Boxes, regions and extra houses that lie together without overlapping.
void Shape::add_clusters(int first, const std::vector<Set>& sets) {
    std::vector<Group> grown;
    std::set<Set> known;
    const auto n = sets.size(), start = static_cast<std::size_t>(first);
    for (std::size_t h = start; h < n; ++h)
        if (known.insert(sets[h]).second)
            grown.push_back({{static_cast<std::uint16_t>(h)}, sets[h]});
    for (std::size_t i = 0; i < grown.size() && groups_.size() + i < kMaxGroups; ++i) {
        if (grown[i].n_houses() == kMaxHousesInGroup) continue;
        for (std::size_t h = start; h < n && grown.size() < kMaxGroups; ++h) {
            const Group from = grown[i];
            if (!disjoint(from.cells, sets[h]) || !touch(from.cells, sets[h], order_)) continue;
            const Set cells = united(from.cells, sets[h]);
            if (!known.insert(cells).second) continue;
            grown.push_back({from.houses, cells});
            grown.back().houses.push_back(static_cast<std::uint16_t>(h));
        }
    }
    groups_.insert(groups_.end(), grown.begin(), grown.end());
}

}  // namespace pandoku::cages
