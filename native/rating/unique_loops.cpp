// Section 4: unique rectangles and loops.
#include <utility>

#include "rating/finders.hpp"

namespace pandoku::rating {

namespace {

class UniqueLoops {
  public:
    UniqueLoops(const Grid& grid, Hint& best) : grid_(grid), best_(best) {}

    bool run() {
        for (start_ = 0; start_ < 81; ++start_) {
            if (!is_two(grid_.at[start_])) continue;
            pair_ = grid_.at[start_];
            low_ = std::countr_zero(pair_);
            high_ = std::countr_zero(static_cast<Set>(pair_ & (pair_ - 1)));
            n_ = 0;
            on_loop_ = {};
            extend(start_, -1, 0, 2);
        }
        return is_found_;
    }

  private:
    static double base_rating(int n_cells) {
        return n_cells == 4 ? 4.5 : n_cells == 6 ? 4.6 : n_cells == 8 ? 4.7 : 5.0;
    }
    Set extra(int cell) const { return grid_.at[cell] & static_cast<Set>(~pair_); }

    // Longer loops never have a lower rating, so they can be skipped once a better hint is known.
    bool is_worth(int n_cells) const {
        if (n_cells > kMost) return false;
        const double rating = base_rating(n_cells);
        return !is_found_ || rating < best_.rating || (rating == best_.rating && best_type_ > 1);
    }

    // `extras`: the extra digits in the cells so far, in addition to the pair. `budget`: the number
    // of further cells that may have extra digits if these are not all the same digit.
    void extend(int cell, int last_type, Set extras, int budget) {
        const std::uint32_t houses = houses_of(cell);
        std::uint32_t& taken = taken_[n_ % 2];
        taken |= houses;
        loop_[n_++] = static_cast<std::uint8_t>(cell);
        on_loop_.add(cell);
        for (int type = 0; type < 3; ++type) {
            if (type == last_type) continue;
            const int house = kTables.house[cell][type];
            const Set both = grid_.where[house][low_] & grid_.where[house][high_];
            each9(both, [&](int p) {
                const int next = kTables.cell[house][p];
                if (next == start_) {
                    if (n_ >= 4) check();
                    return;
                }
                if (on_loop_.has(next) || !is_worth(n_ + 1 < 4 ? 4 : n_ + 1)) return;
                if ((taken_[n_ % 2] & houses_of(next)) != 0) return;
                const Set its = extra(next), all = extras | its;
                if (its != 0 && !is_one(all) && budget <= 0) return;
                extend(next, type, all, budget - (its != 0));
            });
        }
        --n_;
        on_loop_.remove(cell);
        taken &= ~houses;
    }

    static std::uint32_t houses_of(int cell) {
        const auto& house = kTables.house[cell];
        return std::uint32_t{1} << house[0] | std::uint32_t{1} << house[1] |
               std::uint32_t{1} << house[2];
    }

    void check() {
        // Every house holds one even and one odd cell of the loop, or none.
        if (!is_worth(n_) || taken_[0] != taken_[1]) return;
        int cells[81], n = 0;
        for (int i = 0; i < n_; ++i)
            if (extra(loop_[i]) != 0) cells[n++] = loop_[i];
        if (n == 0) return;
        if (n == 1) return type_1(cells[0]);
        if (n > 2) return type_2(cells, n);
        const Set extras = extra(cells[0]) | extra(cells[1]);
        if (is_one(extras))
            type_2(cells, n);
        else
            type_3(cells[0], cells[1], extras);
        type_4(cells[0], cells[1]);
    }

    void begin(int type, double rating) {
        constexpr Technique kTypes[] = {Technique::unique_loop_1, Technique::unique_loop_2,
                                        Technique::unique_loop_3, Technique::unique_loop_4};
        hint_.begin(kTypes[type - 1], rating);
        type_ = type;
        hint_.digits = pair_;
        for (int i = 0; i < n_; ++i) hint_.add_cell(loop_[i]);
    }

    void offer() {
        if (hint_.n_removals == 0) return;
        if (is_found_ &&
            (hint_.rating > best_.rating || (hint_.rating == best_.rating && type_ >= best_type_)))
            return;
        is_found_ = true;
        best_ = hint_;
        best_type_ = type_;
    }

    void type_1(int cell) {
        begin(1, base_rating(n_));
        hint_.remove(grid_, cell, pair_);
        offer();
    }

    void type_2(const int* cells, int n) {
        begin(2, base_rating(n_));
        const Set digit = extra(cells[0]);
        Cells victims = kTables.sight[cells[0]];
        for (int i = 1; i < n; ++i) victims = victims & kTables.sight[cells[i]];
        victims.each([&](int cell) { hint_.remove(grid_, cell, digit); });
        offer();
    }

    void type_3(int one, int two, Set extras) {
        for (int size = 2; size <= 7; ++size)
            for (int type = 0; type < 3; ++type) {
                const int house = kTables.house[one][type];
                if (kTables.house[two][type] != house) continue;
                const int n_open = size_of(grid_.open[house]);
                if (2 * size <= n_open && size >= size_of(extras))
                    naked(one, two, extras, size, house);
                if (2 * size < n_open) hidden(one, two, extras, size, house);
            }
    }

    void naked(int one, int two, Set extras, int size, int house) {
        const Set p_one = bit9(position_in(house, one)), p_two = bit9(position_in(house, two));
        for (int i = 0; i < kTables.n_subsets[size]; ++i) {
            const Set positions = kTables.subsets[size][i];
            if ((positions & p_one) == 0 || (positions & p_two) != 0) continue;
            Set others = 0;
            bool fits = true;
            each9(positions & static_cast<Set>(~p_one), [&](int p) {
                const Set digits = grid_.at[kTables.cell[house][p]];
                fits &= has_two_or_more(digits);
                others |= digits;
            });
            const Set digits = others | extras;
            if (!fits || size_of(digits) != size ||
                size_of(others | (extras & grid_.at[one] & grid_.at[two])) != size)
                continue;
            begin(3, base_rating(n_) + 0.1 * (size - 1));
            hint_.house = house;
            hint_.positions = positions & static_cast<Set>(~p_one);
            remove_elsewhere(house, positions | p_one | p_two, digits);
            offer();
        }
    }

    void hidden(int one, int two, Set extras, int size, int house) {
        const Set p_one = bit9(position_in(house, one)), p_two = bit9(position_in(house, two));
        for (int i = 0; i < kTables.n_subsets[size - 2]; ++i) {
            const Set chosen = kTables.subsets[size - 2][i];
            if ((chosen & (pair_ | extras)) != 0) continue;
            const Set digits = chosen | pair_;
            Set positions = 0;
            bool fits = true;
            each9(digits, [&](int d) {
                const Set where = grid_.where[house][d] & static_cast<Set>(~p_two);
                fits &= where != 0;
                positions |= where;
            });
            if (!fits || size_of(positions) != size) continue;
            const Set others = positions & static_cast<Set>(~p_one);
            begin(3, base_rating(n_) + 0.1 * (size_of(others) - 1));
            hint_.house = house;
            hint_.house2 = 0;  // a hidden set
            hint_.positions = others;
            each9(others, [&](int p) {
                hint_.remove(grid_, kTables.cell[house][p], static_cast<Set>(~digits));
            });
            offer();
        }
    }

    void type_4(int one, int two) {
        for (const auto& [locked, gone] : {std::pair{low_, high_}, std::pair{high_, low_}}) {
            int house = -1;
            for (int type = 0; type < 3; ++type) {
                const int shared = kTables.house[one][type];
                if (kTables.house[two][type] == shared && is_two(grid_.where[shared][locked]))
                    house = shared;
            }
            if (house < 0) continue;
            begin(4, base_rating(n_));
            hint_.house = house;
            hint_.positions = bit9(locked);
            hint_.remove(grid_, one, bit9(gone));
            hint_.remove(grid_, two, bit9(gone));
            return offer();
        }
    }

    void remove_elsewhere(int house, Set but, Set digits) {
        each9(grid_.open[house] & static_cast<Set>(~but),
              [&](int p) { hint_.remove(grid_, kTables.cell[house][p], digits); });
    }
    static int position_in(int house, int cell) { return kTables.position[cell][house / 9]; }

    static constexpr int kMost = 32;

    const Grid& grid_;
    Hint& best_;
    Hint hint_;
    bool is_found_ = false;
    int start_ = 0, low_ = 0, high_ = 0;  // the first cell, and the two digits of the pair
    int type_ = 0, best_type_ = 0, n_ = 0;
    Set pair_ = 0;
    std::uint32_t taken_[2] = {};  // the houses of the even and of the odd cells
    Cells on_loop_;
    std::uint8_t loop_[81];
};

}  // namespace

bool find_unique_loop(const Grid& grid, Hint& hint) { return UniqueLoops(grid, hint).run(); }

}  // namespace pandoku::rating
