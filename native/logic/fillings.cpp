#include "logic/fillings.hpp"

namespace pandoku::logic {

namespace {

constexpr std::size_t kMostFillings = 1000;
constexpr std::int64_t kMostSteps = 40'000;  // digits tried for one cage, a third of a millisecond
constexpr std::size_t kMostInSet = 10;

// In how many ways the digits of `set` can be told to the cells; adds what each cell then may hold.
// A set of used digits says which cell is next: the one with as many before it.
std::int64_t distribute(Mask set, std::span<const Mask> may, std::span<Mask> held) {
    const std::size_t n = may.size(), n_subsets = std::size_t{1} << n;
    std::array<Mask, kMostInSet> digit{};
    for (std::size_t j = 0; set != 0; set &= set - 1, ++j) digit[j] = set & (~set + 1);
    std::array<std::int32_t, std::size_t{1} << kMostInSet> from_start;
    std::array<std::uint8_t, std::size_t{1} << kMostInSet> to_end;
    std::fill_n(from_start.begin(), n_subsets, 0);
    std::fill_n(to_end.begin(), n_subsets, std::uint8_t{0});
    from_start[0] = to_end[n_subsets - 1] = 1;
    for (std::size_t used = 0; used + 1 < n_subsets; ++used) {
        if (from_start[used] == 0) continue;
        const Mask here = may[static_cast<std::size_t>(std::popcount(used))];
        for (std::size_t j = 0; j < n; ++j)
            if ((used >> j & 1) == 0 && (here & digit[j]) != 0)
                from_start[used | std::size_t{1} << j] += from_start[used];
    }
    if (from_start[n_subsets - 1] == 0) return 0;
    for (std::size_t used = n_subsets - 1; used-- > 0;) {
        const auto cell = static_cast<std::size_t>(std::popcount(used));
        for (std::size_t j = 0; j < n; ++j) {
            const std::size_t next = used | std::size_t{1} << j;
            if (next == used || (may[cell] & digit[j]) == 0 || to_end[next] == 0) continue;
            to_end[used] = 1;
            if (from_start[used] != 0) held[cell] |= digit[j];
        }
    }
    return from_start[n_subsets - 1];
}

// The sets of digits of a cage whose digits all differ; no operation asks for their order.
class Sets {
  public:
    Sets(const cages::Goal& goal, std::size_t size, Mask digits)
        : goal_(goal), size_(size), digits_(digits) {}

    template <class Visit>
    bool each(std::int64_t& steps, Visit visit) {
        return grow(0, 0, cages::nothing_of(goal_), steps, visit);
    }

  private:
    template <class Visit>
    bool grow(Mask set, std::size_t n, const cages::Partial& partial, std::int64_t& steps,
              Visit& visit) {
        Mask next = set == 0 ? digits_ : digits_ & ~((std::bit_floor(set) << 1) - 1);
        const bool is_last = n + 1 == size_;
        if (is_last) next &= cages::closing(goal_, partial);
        for (; next != 0; next &= next - 1) {
            if (--steps < 0) return false;
            const Mask digit = next & (~next + 1);
            const int value = std::countr_zero(digit) + 1;
            if (goal_.operation == '+' && partial.sum + value > goal_.target) return true;
            if (is_last)
                visit(set | digit);
            else if (!grow(set | digit, n + 1, cages::with(partial, value), steps, visit))
                return false;
        }
        return true;
    }
    cages::Goal goal_;
    std::size_t size_;
    Mask digits_;
};

void keep_sets(View& view) {
    std::sort(view.sets.begin(), view.sets.end());
    view.sets.erase(std::unique(view.sets.begin(), view.sets.end()), view.sets.end());
    view.required = view.sets.empty() ? 0 : ~Mask{0};
    for (const Mask set : view.sets) view.required &= set;
}

void sum_up(const Cage& cage, View& view) {
    view.sets.clear();
    view.may.assign(cage.size(), 0);
    for (std::size_t i = 0; i < view.n(cage); ++i) {
        const std::uint8_t* digits = view.filling(cage, i);
        Mask set = 0;
        for (std::size_t p = 0; p < cage.size(); ++p) {
            view.may[p] |= Mask{1} << digits[p];
            set |= Mask{1} << digits[p];
        }
        view.sets.push_back(set);
    }
    keep_sets(view);
    view.is_exact = view.is_listed = true;
}

void narrow(const Cage& cage, std::span<const Mask> may, View& view) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < view.n(cage); ++i) {
        const std::uint8_t* digits = view.filling(cage, i);
        bool fits = true;
        for (std::size_t p = 0; p < cage.size(); ++p) fits &= (may[p] >> digits[p] & 1) != 0;
        if (fits) std::copy_n(digits, cage.size(), view.fillings.data() + cage.size() * kept++);
    }
    view.fillings.resize(kept * cage.size());
    sum_up(cage, view);
}

bool list(const Cage& cage, const cages::Goal& goal, std::span<const Mask> may, View& view) {
    std::array<Term, Cage::kMostCells> terms;
    for (std::size_t p = 0; p < cage.size(); ++p) terms[p] = {may[p], cage.apart[p], 1};
    Filler filler(goal, {terms.data(), cage.size()});
    std::int64_t steps = kMostSteps;
    view.fillings.clear();
    const bool is_all = filler.each(steps, [&](const std::uint8_t* digits) {
        view.fillings.insert(view.fillings.end(), digits, digits + cage.size());
        return view.fillings.size() <= kMostFillings * cage.size();
    });
    if (is_all)
        sum_up(cage, view);
    else
        view.fillings.clear();
    return is_all;
}

}  // namespace

void Filler::bound() {
    constexpr std::int64_t kCap = std::int64_t{1} << 56;
    const bool is_product = goal_.operation == '*';
    std::int64_t least = is_product ? 1 : 0, most = least;
    for (std::size_t i = terms_.size(); i-- > 0;) {
        const Term& term = terms_[i];
        const int low = term.may == 0 ? 1 : cages::lowest(term.may);
        const int high = term.may == 0 ? 1 : cages::highest(term.may);
        if (is_product) {
            least = std::min(least * low, kCap);
            most = most >= kCap ? INT64_MAX : std::min(most * high, kCap);
        } else {
            least += term.sign > 0 ? low : -high;
            most += term.sign > 0 ? high : -low;
        }
        least_[i] = least;
        most_[i] = most;
    }
}

bool Filler::may_reach(std::size_t i, const cages::Partial& partial) const {
    const std::int64_t n = goal_.order;
    switch (goal_.operation) {
        case '+':
            return partial.sum + least_[i] <= goal_.target &&
                   goal_.target <= partial.sum + most_[i];
        case '*': return least_[i] <= partial.rest && partial.rest <= most_[i];
        case '-': return goal_.target <= n && partial.sum + least_[i] <= 2 * n - goal_.target;
        case '/': return goal_.target <= n && goal_.target * partial.product <= n * n;
        case '=': return terms_.size() == 1;
        default: return true;
    }
}

namespace {

// The sets of digits of a cage whose digits all differ, and what they leave; the number of
// fillings, or -1 when there are too many sets.
std::int64_t find_sets(const Cage& cage, const cages::Goal& goal, std::span<const Mask> may,
                       View& view) {
    Mask digits = 0;
    for (const Mask mask : may) digits |= mask;
    std::vector<Mask> held(cage.size(), 0);
    std::int64_t steps = kMostSteps, n = 0;
    const bool is_all = Sets(goal, cage.size(), digits).each(steps, [&](Mask set) {
        steps -= std::int64_t{1} << cage.size();
        const std::int64_t ways = distribute(set, may, held);
        n += ways;
        if (ways != 0) view.sets.push_back(set);
    });
    if (!is_all) return view.sets.clear(), -1;
    view.is_exact = true;
    view.may = held;
    keep_sets(view);
    return n;
}

}  // namespace

void look(const Cage& cage, int order, std::span<const Mask> may, View& view) {
    if (view.is_listed) return narrow(cage, may, view);
    view.is_exact = false;
    view.sets.clear();
    view.required = 0;
    view.may.assign(may.begin(), may.end());
    if (!cage.is_small()) return;
    const cages::Goal goal{cage.operation, cage.target, order};
    // Counting first spares a list that would be given up.
    constexpr std::size_t kSmallCage = 3;
    const bool has_sets = cage.all_differ && cage.size() <= kMostInSet && cage.operation != '.';
    if (has_sets && cage.size() > kSmallCage) {
        const std::int64_t n = find_sets(cage, goal, may, view);
        if (n > static_cast<std::int64_t>(kMostFillings)) return;
    }
    list(cage, goal, may, view);
}

}  // namespace pandoku::logic
