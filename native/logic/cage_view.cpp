#include "logic/cage_view.hpp"

#include <algorithm>
#include <array>

namespace pandoku::logic {

namespace {

constexpr std::size_t kMostFillings = 1000;
// Maximum number of digits to try for one cage: about 0.3 ms.
constexpr std::int64_t kMostSteps = 40'000;
constexpr std::size_t kMostInSet = 10;

// The number of ways to put the digits of `set` into the cells. Adds the digits that each cell may
// hold to `held`. Cells are filled in order, so the number of used digits is the position of the
// next cell.
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
        const Mask here = may[static_cast<std::size_t>(count(used))];
        for (std::size_t j = 0; j < n; ++j)
            if ((used >> j & 1) == 0 && (here & digit[j]) != 0)
                from_start[used | std::size_t{1} << j] += from_start[used];
    }
    if (from_start[n_subsets - 1] == 0) return 0;
    for (std::size_t used = n_subsets - 1; used-- > 0;) {
        const auto cell = static_cast<std::size_t>(count(used));
        for (std::size_t j = 0; j < n; ++j) {
            const std::size_t next = used | std::size_t{1} << j;
            if (next == used || (may[cell] & digit[j]) == 0 || to_end[next] == 0) continue;
            to_end[used] = 1;
            if (from_start[used] != 0) held[cell] |= digit[j];
        }
    }
    return from_start[n_subsets - 1];
}

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
            view.may[p] |= bit(digits[p]);
            set |= bit(digits[p]);
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

bool list(const Cage& cage, const Goal& goal, std::span<const Mask> may, View& view) {
    std::array<Term, Cage::kMostCells> terms;
    for (std::size_t p = 0; p < cage.size(); ++p) terms[p] = {may[p], cage.apart[p], 1};
    Fillings fillings(goal, {terms.data(), cage.size()});
    std::int64_t steps = kMostSteps;
    view.fillings.clear();
    const bool is_all = fillings.each(steps, [&](const std::uint8_t* digits) {
        view.fillings.insert(view.fillings.end(), digits, digits + cage.size());
        return view.fillings.size() <= kMostFillings * cage.size();
    });
    if (is_all)
        sum_up(cage, view);
    else
        view.fillings.clear();
    return is_all;
}

// Finds the sets of digits of a cage whose digits all differ, and what its cells may hold. Returns
// the number of fillings, or -1 if the search would take too long.
std::int64_t find_sets(const Cage& cage, const Goal& goal, std::span<const Mask> may, View& view) {
    Mask digits = 0;
    for (const Mask mask : may) digits |= mask;
    std::vector<Mask> held(cage.size(), 0);
    std::int64_t steps = kMostSteps, n = 0;
    const bool is_all = DigitSets(goal, cage.size(), digits).each(steps, [&](Mask set) {
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
    const Goal goal{cage.operation, cage.target, order};
    // Counting first avoids building a list that would be discarded.
    constexpr std::size_t kSmallCage = 3;
    const bool has_sets = cage.all_differ && cage.size() <= kMostInSet && cage.operation != '.';
    if (has_sets && cage.size() > kSmallCage) {
        const std::int64_t n = find_sets(cage, goal, may, view);
        if (n > static_cast<std::int64_t>(kMostFillings)) return;
    }
    list(cage, goal, may, view);
}

}  // namespace pandoku::logic
