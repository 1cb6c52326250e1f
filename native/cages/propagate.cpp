#include "cages/propagate.hpp"

#include <algorithm>
#include <numeric>

namespace pandoku::cages {
namespace {

// An enumeration that takes longer than this many digits is given up: bounds must do until
// the domains have shrunk. A cage whose cells are all decided never comes near it.
constexpr int kMaxWalk = 4000;
constexpr int kMaxTable = 40;       // cells of a cage that may be enumerated at all
constexpr int kMaxDerived = 5;      // cells of a sum derived from houses and cages
constexpr std::int64_t kHuge = std::int64_t{1} << 62;

std::int64_t times(std::int64_t a, std::int64_t b) {  // saturating; both at least 0
    return a != 0 && b > kHuge / a ? kHuge : a * b;
}

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// What the digits of a cage come to.
struct Totals {
    std::int64_t sum = 0, product = 1, largest = 0;

    void add(int digit) {
        sum += digit;
        product = times(product, digit);
        largest = std::max<std::int64_t>(largest, digit);
    }

    // Whether a filled cage is true: `-` and `/` take the largest digit and all the others.
    bool reach(char operation, std::int64_t target, int order) const {
        switch (operation) {
            case '+': return sum == target;
            case '*': return product == target;
            case '-': return 2 * largest - sum == target;
            case '/':
                return target >= 1 && target <= order && times(target, product) == largest * largest;
            default:
                return reach('+', target, order) || reach('*', target, order) ||
                       reach('-', target, order) || reach('/', target, order);
        }
    }
};

}  // namespace

// ---------------------------------------------------------------- building
Propagator::Propagator(const Puzzle& puzzle)
    : order_(puzzle.order), domains_(puzzle.masks), houses_(puzzle.houses) {
    const std::size_t n_cells = domains_.size();
    houses_of_.resize(n_cells);
    peers_.resize(n_cells);
    constraints_of_.resize(n_cells);
    weights_.assign(n_cells, 1.0);
    is_dropped_.assign(n_cells, 0);
    for (std::size_t h = 0; h < houses_.size(); ++h)
        for (const int cell : houses_[h]) {
            houses_of_[at(cell)].push_back(static_cast<int>(h));
            for (const int peer : houses_[h])
                if (peer != cell) peers_[at(cell)].push_back(peer);
        }
    for (auto& list : peers_) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    add_cages(puzzle);
    add_derived_sums(puzzle);
    house_is_dirty_.assign(houses_.size(), 0);
    constraint_is_dirty_.assign(constraints_.size(), 0);
    for (std::size_t i = 0; i < constraints_.size(); ++i)
        for (const int cell : constraints_[i].cells)
            constraints_of_[at(cell)].push_back(static_cast<int>(i));
    for (int cell = 0; cell < this->n_cells(); ++cell) touch(cell);
}

bool Propagator::see_each_other(int a, int b) const {
    return std::binary_search(peers_[at(a)].begin(), peers_[at(a)].end(), b);
}

Constraint Propagator::constraint(char operation, bool has_target, std::int64_t target,
                                  bool repeats, std::vector<int> cells) const {
    Constraint c{operation, has_target, target, std::move(cells), true, {}};
    c.apart.resize(c.cells.size());
    for (std::size_t i = 0; i < c.cells.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            if (!repeats || see_each_other(c.cells[i], c.cells[j]))
                c.apart[i].push_back(static_cast<int>(j));
            else
                c.all_differ = false;
        }
    return c;
}

void Propagator::add_cages(const Puzzle& puzzle) {
    for (const Cage& cage : puzzle.cages) {
        const char operation = cage.cells.size() == 1 ? '=' : cage.operation;
        constraints_.push_back(
            constraint(operation, cage.has_target, cage.target, cage.repeats, cage.cells));
        if (cage.repeats || cage.cells.size() < 2) continue;
        // Different digits: the cells of the cage see each other, wherever they stand.
        for (const int a : cage.cells)
            for (const int b : cage.cells)
                if (a != b && !see_each_other(a, b))
                    peers_[at(a)].insert(std::upper_bound(peers_[at(a)].begin(), peers_[at(a)].end(), b), b);
    }
}

// The digits of a house have a known sum. Where sum cages lie inside some houses, the cells left over
// (innies) have a known sum; where cages cover them, so have the cells that stick out (outies).
void Propagator::add_derived_sums(const Puzzle& puzzle) {
    const std::size_t n_cells = domains_.size();
    std::vector<int> owner(n_cells, -1);
    bool any_sum = false;
    for (std::size_t i = 0; i < puzzle.cages.size(); ++i)
        for (const int cell : puzzle.cages[i].cells) {
            const Cage& cage = puzzle.cages[i];
            if (owner[at(cell)] >= 0) return;  // overlapping cages: no simple sums
            if (!cage.has_target || (cage.operation != '+' && cage.cells.size() > 1)) continue;
            owner[at(cell)] = static_cast<int>(i);
            any_sum = true;
        }
    if (!any_sum) return;

    std::vector<std::vector<int>> areas;
    const auto runs = [&](std::size_t first) {  // one to four neighbouring lines
        for (std::size_t from = 0; from < at(order_); ++from) {
            std::vector<int> area;
            for (std::size_t line = from; line < std::min(from + 4, at(order_)); ++line) {
                area.insert(area.end(), houses_[first + line].begin(), houses_[first + line].end());
                areas.push_back(area);
            }
        }
    };
    runs(0);           // the rows come first, then the columns
    runs(at(order_));
    for (std::size_t h = 2 * at(order_); h < houses_.size(); ++h) {
        areas.push_back(houses_[h]);
        for (std::size_t other = h + 1; other < houses_.size(); ++other) {
            std::vector<int> both = houses_[h];
            both.insert(both.end(), houses_[other].begin(), houses_[other].end());
            std::sort(both.begin(), both.end());
            if (std::adjacent_find(both.begin(), both.end()) == both.end()) areas.push_back(both);
        }
    }
    const std::int64_t house_sum = std::int64_t{order_} * (order_ + 1) / 2;
    for (const auto& area : areas) {
        std::vector<char> is_in(n_cells, 0);
        for (const int cell : area) is_in[at(cell)] = 1;
        const std::int64_t total = house_sum * static_cast<std::int64_t>(area.size()) / order_;
        std::vector<int> innies, outies;
        std::int64_t inside = 0, covering = 0;
        std::vector<char> seen(puzzle.cages.size(), 0);
        bool is_covered = true;
        for (const int cell : area) {
            const int i = owner[at(cell)];
            if (i < 0) {
                innies.push_back(cell);
                is_covered = false;
                continue;
            }
            const Cage& cage = puzzle.cages[at(i)];
            const bool whole = std::all_of(cage.cells.begin(), cage.cells.end(),
                                           [&](int c) { return is_in[at(c)] != 0; });
            if (!whole) innies.push_back(cell);
            if (seen[at(i)]) continue;
            seen[at(i)] = 1;
            covering += cage.target;
            if (whole) inside += cage.target;
            for (const int c : cage.cells)
                if (!is_in[at(c)]) outies.push_back(c);
        }
        if (innies.size() < area.size()) add_sum(innies, total - inside);
        if (is_covered) add_sum(outies, covering - total);
    }
}

void Propagator::add_sum(std::vector<int> cells, std::int64_t target) {
    if (cells.empty() || cells.size() > kMaxDerived) return;
    std::sort(cells.begin(), cells.end());
    for (const Constraint& c : constraints_) {
        if (c.operation != '+' || c.cells.size() != cells.size()) continue;
        std::vector<int> sorted = c.cells;
        std::sort(sorted.begin(), sorted.end());
        if (sorted == cells && c.target == target) return;
    }
    constraints_.push_back(constraint(cells.size() == 1 ? '=' : '+', true, target, true, cells));
}

// ---------------------------------------------------------------- domains
void Propagator::undo_to(std::size_t mark) {
    while (trail_.size() > mark) {
        domains_[at(trail_.back().cell)] = trail_.back().old;
        is_dropped_[at(trail_.back().cell)] = 0;
        trail_.pop_back();
    }
    // What was still to be looked at belonged to the branch that is left.
    for (const int h : dirty_houses_) house_is_dirty_[at(h)] = 0;
    for (const int c : dirty_constraints_) constraint_is_dirty_[at(c)] = 0;
    dirty_houses_.clear();
    dirty_constraints_.clear();
    placed_.clear();
}

bool Propagator::keep(int cell, Mask allowed) {
    const Mask old = domains_[at(cell)], now = old & allowed;
    if (now == old) return old != 0;
    trail_.push_back({cell, old});
    domains_[at(cell)] = now;
    if (now == 0) return false;
    touch(cell);
    return true;
}

void Propagator::touch(int cell) {
    if (std::has_single_bit(domain(cell)) && !is_dropped_[at(cell)]) placed_.push_back(cell);
    for (const int h : houses_of_[at(cell)])
        if (!house_is_dirty_[at(h)]) {
            house_is_dirty_[at(h)] = 1;
            dirty_houses_.push_back(h);
        }
    for (const int c : constraints_of_[at(cell)])
        if (!constraint_is_dirty_[at(c)]) {
            constraint_is_dirty_[at(c)] = 1;
            dirty_constraints_.push_back(c);
        }
}

bool Propagator::fail(const std::vector<int>& cells) {
    for (const int cell : cells) weights_[at(cell)] += 1.0;
    return false;
}

// Cheap rules first: placed digits, then houses, then one cage at a time.
bool Propagator::propagate() {
    for (;;) {
        if (!placed_.empty()) {
            const int cell = placed_.back();
            placed_.pop_back();
            if (!drop_from_peers(cell)) return false;
        } else if (!dirty_houses_.empty()) {
            const int h = dirty_houses_.back();
            dirty_houses_.pop_back();
            house_is_dirty_[at(h)] = 0;
            if (!sweep_house(h)) return fail(houses_[at(h)]);
        } else if (!dirty_constraints_.empty()) {
            const int c = dirty_constraints_.back();
            dirty_constraints_.pop_back();
            constraint_is_dirty_[at(c)] = 0;
            if (!filter(constraints_[at(c)])) return fail(constraints_[at(c)].cells);
        } else {
            return true;
        }
    }
}

bool Propagator::drop_from_peers(int cell) {
    if (is_dropped_[at(cell)]) return true;
    is_dropped_[at(cell)] = 1;
    // The mark goes with the domain when the search goes back.
    trail_.push_back({cell, domain(cell)});
    const Mask others = ~domain(cell);
    for (const int peer : peers_[at(cell)])
        if ((domain(peer) & ~others) != 0 && !keep(peer, others)) return fail({cell, peer});
    return true;
}

// Hidden singles: a digit with one place left in a house stands there.
bool Propagator::sweep_house(int house) {
    Mask once = 0, twice = 0;
    for (const int cell : houses_[at(house)]) {
        twice |= once & domain(cell);
        once |= domain(cell);
    }
    if (size_of(once) != order_) return false;
    Mask hidden = once & ~twice;
    for (const int cell : houses_[at(house)]) {
        const Mask here = domain(cell) & hidden;
        if (here == 0 || std::has_single_bit(domain(cell))) continue;
        if (!std::has_single_bit(here) || !keep(cell, here)) return false;
    }
    return true;
}

// ---------------------------------------------------------------- cages
bool Propagator::filter(const Constraint& c) {
    if (!c.has_target) return true;  // different digits only: its cells are peers
    if (c.cells.size() == 1)
        return c.target >= 1 && c.target <= order_ && keep(c.cells[0], bit_of(static_cast<int>(c.target)));
    if (c.operation == '=') return false;  // of several cells: never
    if (!filter_by_bounds(c)) return false;
    if (c.operation == '+' && c.all_differ && c.cells.size() > 4 && !filter_by_combinations(c))
        return false;
    return filter_by_fillings(c);
}

// Sums and products: no digit so small or so large that the others cannot make up for it.
bool Propagator::filter_by_bounds(const Constraint& c) {
    if (c.operation == '+') {
        std::int64_t low = 0, high = 0;
        for (const int cell : c.cells) {
            low += lowest(domain(cell));
            high += highest(domain(cell));
        }
        if (c.target < low || c.target > high) return false;
        for (const int cell : c.cells) {
            const std::int64_t least = c.target - (high - highest(domain(cell)));
            const std::int64_t most = c.target - (low - lowest(domain(cell)));
            Mask allowed = domain(cell);
            if (least > lowest(domain(cell))) allowed &= ~(bit_of(static_cast<int>(least)) - 1);
            if (most < highest(domain(cell))) allowed &= (bit_of(static_cast<int>(most)) << 1) - 1;
            if (!keep(cell, allowed)) return false;
        }
    } else if (c.operation == '*') {
        if (c.target < 1) return false;
        for (const int cell : c.cells) {
            Mask allowed = 0;
            for (Mask m = domain(cell); m != 0; m &= m - 1)
                if (c.target % lowest(m) == 0) allowed |= m & (~m + 1);
            if (!keep(cell, allowed)) return false;
        }
    }
    return true;
}

// A sum of different digits: only the sets of digits that reach it and leave every cell one.
bool Propagator::filter_by_combinations(const Constraint& c) {
    const int k = static_cast<int>(c.cells.size());
    Mask all = 0;
    for (const int cell : c.cells) all |= domain(cell);
    Mask possible = 0;
    int steps = 0;
    bool gave_up = false;
    const auto walk = [&](auto&& self, Mask rest, Mask taken, int left, std::int64_t missing) -> void {
        if (gave_up || ++steps > kMaxWalk) {
            gave_up = true;
            return;
        }
        if (left == 0) {
            if (missing != 0) return;
            for (const int cell : c.cells)
                if ((domain(cell) & taken) == 0) return;
            possible |= taken;
            return;
        }
        for (; size_of(rest) >= left; rest &= rest - 1) {
            const int digit = lowest(rest);
            // The least that can still come: this digit and larger ones.
            if (std::int64_t{digit} * left + left * (left - 1) / 2 > missing) return;
            self(self, rest & (rest - 1), taken | bit_of(digit), left - 1, missing - digit);
        }
    };
    walk(walk, all, 0, k, c.target);
    if (gave_up) return true;
    for (const int cell : c.cells)
        if (!keep(cell, possible)) return false;
    return true;
}

// Goes through the fillings of a cage, cell by cell, the most decided first.
struct Propagator::Walk {
    const Propagator& p;
    const Constraint& c;
    int k;
    int order[kMaxTable];                    // positions, smallest domain first
    std::int64_t low[kMaxTable + 1], high[kMaxTable + 1];  // of the cells still to come
    int digit[kMaxTable] = {};
    Mask supported[kMaxTable] = {};
    int steps = 0;
    int n_missing;  // cells with a candidate that no filling has used yet

    Walk(const Propagator& propagator, const Constraint& constraint)
        : p(propagator), c(constraint), k(static_cast<int>(constraint.cells.size())), n_missing(k) {
        std::iota(order, order + k, 0);
        std::sort(order, order + k, [&](int a, int b) {
            const int sa = size_of(mask(a)), sb = size_of(mask(b));
            return sa != sb ? sa < sb : a < b;
        });
        const bool is_product = c.operation == '*';
        low[k] = high[k] = is_product ? 1 : 0;
        for (int i = k - 1; i >= 0; --i) {
            const std::int64_t lo = lowest(mask(order[i])), hi = highest(mask(order[i]));
            low[i] = is_product ? times(low[i + 1], lo) : low[i + 1] + lo;
            high[i] = is_product ? times(high[i + 1], hi) : high[i + 1] + hi;
        }
    }

    Mask mask(int position) const { return p.domain(c.cells[at(position)]); }

    Mask free(int position) const {
        Mask m = mask(position);
        for (const int other : c.apart[at(position)])
            if (digit[other] != 0) m &= ~bit_of(digit[other]);
        // `apart` names earlier positions; those that come earlier in this walk may stand later.
        return m;
    }

    bool clashes(int position, int d) const {
        for (int other = 0; other < k; ++other)
            if (digit[other] == d && other > position)
                for (const int earlier : c.apart[at(other)])
                    if (earlier == position) return true;
        return false;
    }

    bool holds() const {
        Totals totals;
        for (int i = 0; i < k; ++i) totals.add(digit[i]);
        return totals.reach(c.operation, c.target, p.order_);
    }

    // False when there were too many steps.
    bool go(int i, std::int64_t value) {
        if (i == k) {
            if (holds()) note();
            return true;
        }
        const int position = order[i];
        for (Mask m = free(position); m != 0; m &= m - 1) {
            const int d = lowest(m);
            if (++steps > kMaxWalk) return false;
            std::int64_t next = value;
            if (c.operation == '+') {
                next += d;
                if (next + low[i + 1] > c.target) break;
                if (next + high[i + 1] < c.target) continue;
            } else if (c.operation == '*') {
                next = times(next, d);
                if (c.target % next != 0 || times(next, low[i + 1]) > c.target ||
                    times(next, high[i + 1]) < c.target)
                    continue;
            }
            if (clashes(position, d)) continue;
            digit[position] = d;
            const bool fine = go(i + 1, next);
            digit[position] = 0;
            if (!fine) return false;
            if (n_missing == 0) return true;  // every candidate has a filling
        }
        return true;
    }

    void note() {
        for (int i = 0; i < k; ++i) {
            const Mask before = supported[i];
            supported[i] |= bit_of(digit[i]);
            if (supported[i] != before && supported[i] == mask(i)) --n_missing;
        }
    }
};

// Keep the candidates that occur in some filling of the cage.
bool Propagator::filter_by_fillings(const Constraint& c) {
    if (c.cells.size() > kMaxTable) {
        // Too many cells to enumerate: judged when all are decided.
        Totals totals;
        for (const int cell : c.cells) {
            if (!std::has_single_bit(domain(cell))) return true;
            totals.add(lowest(domain(cell)));
        }
        return totals.reach(c.operation, c.target, order_);
    }
    Walk walk(*this, c);
    if (!walk.go(0, c.operation == '*' ? 1 : 0)) return true;  // given up: nothing is known
    for (int i = 0; i < walk.k; ++i)
        if (!keep(c.cells[at(i)], walk.supported[i])) return false;
    return true;
}

}  // namespace pandoku::cages
