#include "generate/cage_areas.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace pandoku::generate {
namespace {

constexpr int kDivisions = 20;    // number of tries to divide the complete grid
constexpr int kRedivisions = 12;  // number of tries to redivide two areas

}  // namespace

bool Area::has(int cell) const {
    return std::find(cells_.begin(), cells_.begin() + n_, cell) != cells_.begin() + n_;
}

Divider::Divider(const Layout& layout, const CageWishes& wishes)
    : layout_(layout), wishes_(wishes) {
    const int n = layout.order(), n_cells = layout.n_cells();
    beside_.assign(static_cast<std::size_t>(n_cells) * 4, 0);
    n_beside_.assign(static_cast<std::size_t>(n_cells), 0);
    const auto add = [&](int cell, int other) {
        beside_[static_cast<std::size_t>(cell * 4 + n_beside_[static_cast<std::size_t>(cell)]++)] =
            static_cast<std::uint16_t>(other);
    };
    for (int cell = 0; cell < n_cells; ++cell) {
        if (cell >= n) add(cell, cell - n);
        if (cell % n > 0) add(cell, cell - 1);
        if (cell % n + 1 < n) add(cell, cell + 1);
        if (cell + n < n_cells) add(cell, cell + n);
    }
}

bool Divider::may_add(const Area& area, int cell) const {
    if (!wishes_.is_killer) return true;
    std::int64_t sum = solution_[cell];
    for (const std::uint16_t other : area.cells()) {
        if (solution_[other] == solution_[cell]) return false;
        sum += solution_[other];
    }
    return wishes_.largest_sum == 0 || sum <= wishes_.largest_sum;
}

// Whether the area is an entire house, whose sum or product gives no information.
bool Divider::is_house(const Area& area) const {
    if (area.size() != layout_.order()) return false;
    for (const Place place : layout_.places(area.cells()[0])) {
        const CellSet& house = layout_.house_set(place.house);
        const auto cells = area.cells();
        if (std::all_of(cells.begin(), cells.end(), [&](int c) { return house.has(c); }))
            return true;
    }
    return false;
}

void Divider::take(int cell) {
    is_free_[static_cast<std::size_t>(cell)] = 0;
    --n_left_;
    for (const std::uint16_t other : beside(cell)) --n_free_[other];
}

bool Divider::divide(Random& random, std::vector<Area>& areas) {
    for (int i = 0; i < kDivisions; ++i)
        if (try_to_divide(random, areas)) return true;
    return false;
}

bool Divider::try_to_divide(Random& random, std::vector<Area>& areas) {
    areas.clear();
    n_left_ = layout_.n_cells();
    is_free_.assign(static_cast<std::size_t>(n_left_), 1);
    n_free_ = n_beside_;
    place_singles(random, areas);
    while (n_left_ > 0) {
        Area area;
        const int cell = next_start(random);
        area.add(cell);
        take(cell);
        grow(random, area, size_below(random, kMaxCage));
        if (area.size() > 1 && takes(area.size()) && !is_house(area))
            areas.push_back(area);
        else if (!settle(random, areas, area))
            return false;
    }
    return true;
}

void Divider::place_singles(Random& random, std::vector<Area>& areas) {
    std::vector<std::uint16_t> cells(is_free_.size());
    for (std::size_t c = 0; c < cells.size(); ++c) cells[c] = static_cast<std::uint16_t>(c);
    random.shuffle(cells);
    for (int i = 0; i < wishes_.n_singles; ++i) {
        Area area;
        area.add(cells[static_cast<std::size_t>(i)]);
        take(cells[static_cast<std::size_t>(i)]);
        areas.push_back(area);
    }
}

// A free cell with the fewest free neighbors. Starting there avoids cells that are left over.
int Divider::next_start(Random& random) const {
    int best = -1, n_best = 0;
    for (int cell = 0; cell < layout_.n_cells(); ++cell) {
        const auto c = static_cast<std::size_t>(cell);
        if (!is_free_[c]) continue;
        if (best >= 0 && n_free_[c] > n_free_[static_cast<std::size_t>(best)]) continue;
        if (best < 0 || n_free_[c] < n_free_[static_cast<std::size_t>(best)]) n_best = 0;
        if (random.below(static_cast<std::uint32_t>(++n_best)) == 0) best = cell;
    }
    return best;
}

int Divider::size_below(Random& random, int most) const {
    std::uint32_t total = 0;
    for (int size = 2; size <= most; ++size) total += wishes_.sizes[static_cast<std::size_t>(size)];
    if (total == 0) return 0;
    std::uint32_t at = random.below(total);
    for (int size = 2;; ++size) {
        const std::uint32_t weight = wishes_.sizes[static_cast<std::size_t>(size)];
        if (at < weight) return size;
        at -= weight;
    }
}

// Adds free cells that touch the area. Every second cell is the cell with the fewest free
// neighbors, so that few cells are left over. The other cells are random, for a variety of shapes.
void Divider::grow(Random& random, Area& area, int size) {
    while (area.size() < size) {
        const bool is_careful = random.below(2) == 0;
        int best = -1, least = 5, n_best = 0;
        for (const std::uint16_t cell : area.cells())
            for (const std::uint16_t other : beside(cell)) {
                if (!is_free_[other] || !may_add(area, other)) continue;
                const int n = is_careful ? n_free_[other] : 0;
                if (n > least) continue;
                if (n < least) n_best = 0;
                least = n;
                if (random.below(static_cast<std::uint32_t>(++n_best)) == 0) best = other;
            }
        if (best < 0) return;
        area.add(best);
        take(best);
    }
}

// Gives the cells of an area with a wrong size to neighboring areas.
bool Divider::settle(Random& random, std::vector<Area>& areas, const Area& odd) {
    return add_to_one(random, areas, odd) || exchange(random, areas, odd);
}

bool Divider::touches(const Area& area, const Area& other) const {
    for (const std::uint16_t cell : area.cells())
        for (const std::uint16_t next : beside(cell))
            if (other.has(next)) return true;
    return false;
}

bool Divider::join(const Area& area, const Area& other, Area& whole) const {
    if (!takes(area.size() + other.size())) return false;
    whole = area;
    for (const std::uint16_t cell : other.cells()) {
        if (!may_add(whole, cell)) return false;
        whole.add(cell);
    }
    return !is_house(whole);
}

bool Divider::add_to_one(Random& random, std::vector<Area>& areas, const Area& odd) {
    Area best, whole;
    std::size_t at = 0;
    std::uint32_t n_best = 0;
    for (std::size_t a = 0; a < areas.size(); ++a) {
        if (areas[a].size() < 2 || !touches(odd, areas[a]) || !join(areas[a], odd, whole)) continue;
        if (random.below(++n_best) != 0) continue;
        best = whole;
        at = a;
    }
    if (n_best > 0) areas[at] = best;
    return n_best > 0;
}

bool Divider::exchange(Random& random, std::vector<Area>& areas, const Area& odd) {
    const std::size_t n = areas.size();
    const std::size_t first = n == 0 ? 0 : random.below(static_cast<std::uint32_t>(n));
    for (std::size_t i = 0; i < n; ++i) {
        Area& area = areas[(first + i) % n];
        if (area.size() < 2 || !touches(odd, area)) continue;
        const Area* const both[] = {&area, &odd};
        Area one, two;
        if (!redivide(random, both, one, two)) continue;
        area = one;
        areas.push_back(two);
        return true;
    }
    return false;
}

bool Divider::is_connected(const Area& area) const {
    if (area.size() == 0) return false;
    std::uint32_t seen = 1, fresh = 1;
    const auto cells = area.cells();
    while (fresh != 0) {
        const auto at = static_cast<std::size_t>(std::countr_zero(fresh));
        fresh &= fresh - 1;
        const auto near = beside(cells[at]);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (seen >> i & 1) continue;
            if (std::find(near.begin(), near.end(), cells[i]) == near.end()) continue;
            seen |= std::uint32_t{1} << i;
            fresh |= std::uint32_t{1} << i;
        }
    }
    return seen == (std::uint32_t{1} << area.size()) - 1;
}

// Draws the size of the first of two areas of n cells together, in proportion to the requested
// frequencies of both sizes. Returns 0 if this is impossible.
int Divider::size_of_first(Random& random, int n) const {
    std::array<std::uint64_t, 2 * kMaxCage + 1> upto{};
    for (int size = 1; size < n; ++size) {
        const auto at = static_cast<std::size_t>(size), rest = static_cast<std::size_t>(n - size);
        const bool fits = takes(size) && takes(n - size);
        upto[at] =
            upto[at - 1] + (fits ? std::uint64_t{wishes_.sizes[at]} * wishes_.sizes[rest] : 0);
    }
    const std::uint64_t total = upto[static_cast<std::size_t>(n - 1)];
    if (total == 0) return 0;
    const std::uint64_t drawn = random.next() % total;
    int size = 1;
    while (upto[static_cast<std::size_t>(size)] <= drawn) ++size;
    return size;
}

// Moves `size` of the cells, which are connected, to `first`, and the others to `second`. Returns
// false if no such part was found.
bool Divider::part(Random& random, std::span<std::uint16_t> cells, int size, Area& first,
                   Area& second) const {
    first.clear();
    second.clear();
    const auto n = static_cast<std::uint32_t>(cells.size());
    std::size_t best = random.below(n);
    for (std::size_t n_in = 0;; ++n_in) {
        first.add(cells[best]);
        std::swap(cells[n_in], cells[best]);  // the cells of `first` come first
        if (first.size() == size) break;
        std::uint32_t n_best = 0;
        for (std::size_t i = n_in + 1; i < n; ++i) {
            const auto near = beside(cells[i]);
            const bool touches =
                std::any_of(near.begin(), near.end(), [&](int c) { return first.has(c); });
            if (touches && may_add(first, cells[i]) && random.below(++n_best) == 0) best = i;
        }
        if (n_best == 0) return false;
    }
    for (const std::uint16_t cell : cells.subspan(static_cast<std::size_t>(size))) {
        if (!may_add(second, cell)) return false;
        second.add(cell);
    }
    return is_connected(second);
}

bool Divider::redivide(Random& random, std::span<const Area* const> areas, Area& first,
                       Area& second) const {
    std::array<std::uint16_t, 2 * kMaxCage> all;
    std::size_t n = 0;
    for (const Area* area : areas)
        for (const std::uint16_t cell : area->cells()) all[n++] = cell;
    for (int i = 0; i < kRedivisions; ++i) {
        const int size = size_of_first(random, static_cast<int>(n));
        if (size == 0) return false;
        if (part(random, std::span(all).first(n), size, first, second) && !is_house(first) &&
            !is_house(second))
            return true;
    }
    return false;
}

}  // namespace pandoku::generate
