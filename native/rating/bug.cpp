// Section 5: the bivalue universal grave (BUG).
#include "rating/finders.hpp"

namespace pandoku::rating {

namespace {

class Bug {
  public:
    Bug(const Grid& grid, Hint& hint) : grid_(grid), rest_(grid), hint_(hint) {}

    bool run() {
        if (!find_cells() || !is_grave()) return false;
        if (n_ == 1) return type_1();
        if (is_one(digits_)) return type_2() || (n_ == 2 && type_4());
        if (!common_.any()) return false;
        return (n_ == 2 && type_4()) || type_3();
    }

  private:
    // Removes the digits that occur too often from their cells. Returns false if there is no BUG.
    bool find_cells() {
        Cells all;  // the cells of all anomalies
        Set anomalous = 0;
        for (int house = 0; house < kHouses; ++house)
            for (int d = 0; d < 9; ++d) {
                const int n = size_of(rest_.where[house][d]);
                if (n == 0 || n == 2) continue;
                int n_here = 0, last = -1;
                each9(rest_.where[house][d], [&](int p) {
                    const int cell = kTables.cell[house][p];
                    if (size_of(rest_.at[cell]) < 3) return;
                    ++n_here;
                    last = cell;
                    all.add(cell);
                });
                anomalous |= bit9(d);
                if (n_here == 0) return false;
                if (n_here > 1) continue;
                if (!add(last, d)) return false;
            }
        // If one digit is behind all anomalies, all their cells are BUG cells.
        if (is_one(anomalous) && all.size() > n_) {
            const int d = std::countr_zero(anomalous);
            bool fits = true;
            all.each([&](int cell) {
                if (!is_cell_.has(cell)) fits &= add(cell, d, false);
            });
            if (!fits) return false;
        }
        return n_ > 0;
    }

    bool add(int cell, int d, bool is_counted = true) {
        if (!is_cell_.has(cell)) {
            is_cell_.add(cell);
            cells_[n_++] = cell;
            common_ = n_ == 1 ? kTables.sight[cell] : common_ & kTables.sight[cell];
        }
        own_[cell] |= bit9(d);
        if (is_counted) digits_ |= bit9(d);
        if (rest_.has(cell, d)) rest_.remove(cell, d);
        common_ = common_ - is_cell_;
        return n_ < 2 || !has_two_or_more(digits_) || common_.any();
    }

    bool is_grave() const {
        for (int cell = 0; cell < 81; ++cell)
            if (rest_.digit[cell] == 0 && !is_two(rest_.at[cell])) return false;
        for (const auto& house : rest_.where)
            for (const Set where : house)
                if (where != 0 && !is_two(where)) return false;
        return true;
    }

    void begin(Technique which, double rating) {
        hint_.begin(which, rating);
        hint_.digits = digits_;
        for (int i = 0; i < n_ && i < 32; ++i) {
            hint_.extras[i] = own_[cells_[i]];
            hint_.add_cell(cells_[i]);
        }
    }

    bool type_1() {
        begin(Technique::bug_1, 5.6);
        hint_.remove(grid_, cells_[0], static_cast<Set>(~own_[cells_[0]]));
        return hint_.n_removals > 0;
    }

    bool type_2() {
        begin(Technique::bug_2, 5.7);
        common_.each([&](int cell) { hint_.remove(grid_, cell, digits_); });
        return hint_.n_removals > 0;
    }

    bool type_4() {
        const int one = cells_[0], two = cells_[1];
        const Set shared = grid_.at[one] & static_cast<Set>(~own_[one]) & grid_.at[two] &
                           static_cast<Set>(~own_[two]);
        if (!is_one(shared)) return false;
        for (int type = 0; type < 3; ++type) {
            if (kTables.house[one][type] != kTables.house[two][type]) continue;
            begin(Technique::bug_4, 5.7);
            hint_.house = kTables.house[one][type];
            hint_.positions = shared;
            for (const int cell : {one, two})
                hint_.remove(grid_, cell, static_cast<Set>(~(own_[cell] | shared)));
            if (hint_.n_removals > 0) return true;
        }
        return false;
    }

    bool type_3() {
        for (int size = 2; size <= 6; ++size)
            for (int type = 0; type < 3; ++type) {
                const int house = kTables.house[cells_[0]][type];
                bool is_shared = true;
                for (int i = 1; i < n_; ++i) is_shared &= kTables.house[cells_[i]][type] == house;
                if (is_shared && naked(size, house)) return true;
            }
        return false;
    }

    bool naked(int size, int house) {
        int others[9], n = 0;
        for (int p = 0; p < 9; ++p) {
            const int cell = kTables.cell[house][p];
            if (common_.has(cell) && grid_.digit[cell] == 0) others[n++] = cell;
        }
        if (n < size) return false;
        for (int i = 0; i < kTables.n_subsets[size - 1]; ++i) {
            const Set chosen = kTables.subsets[size - 1][i];
            if (chosen >> n != 0) continue;
            Set digits = 0;
            bool fits = has_two_or_more(digits_);
            each9(chosen, [&](int k) {
                fits &= has_two_or_more(grid_.at[others[k]]);
                digits |= grid_.at[others[k]];
            });
            if (!fits || size_of(digits) != size || (digits_ & ~digits) != 0) continue;
            begin(Technique::bug_3, 5.7 + 0.1 * (size - 1));
            hint_.house = house;
            for (int k = 0; k < n; ++k) {
                if ((chosen >> k & 1) != 0)
                    hint_.positions |= bit9(kTables.position[others[k]][house / 9]);
                else
                    hint_.remove(grid_, others[k], digits);
            }
            if (hint_.n_removals > 0) return true;
        }
        return false;
    }

    const Grid& grid_;
    Grid rest_;  // without the BUG digits
    Hint& hint_;
    int n_ = 0, cells_[81];
    Cells is_cell_, common_;  // common_: the peers of all BUG cells
    Set own_[81] = {}, digits_ = 0;
};

}  // namespace

bool find_bug(const Grid& grid, Hint& hint) {
    // Most boards have a cell with four or more candidates, or too many cells with three.
    int n_three = 0;
    for (const Set digits : grid.at) n_three += size_of(digits) > 2;
    return n_three > 0 && n_three <= 40 && Bug(grid, hint).run();
}

}  // namespace pandoku::rating
