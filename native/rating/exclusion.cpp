// Section 5: aligned pair and triplet exclusion.
#include "rating/finders.hpp"

#include <algorithm>

namespace pandoku::rating {

namespace {

class Exclusion {
  public:
    Exclusion(const Grid& grid, int size, Hint& hint) : grid_(grid), size_(size), hint_(hint) {
        for (int cell = 0; cell < 81; ++cell) {
            const int n = size_of(grid.at[cell]);
            if (n == 1) single_.add(cell);
            if (n >= 2 && n <= size) excluder_.add(cell);
        }
        for (int cell = 0; cell < 81; ++cell) {
            if (!has_two_or_more(grid.at[cell])) continue;
            if ((kTables.sight[cell] & single_).any()) continue;
            if (!(kTables.sight[cell] & excluder_).any()) continue;
            base_[n_++] = cell;
            is_base_.add(cell);
        }
    }

    bool run() {
        for (int j = 1; j < n_; ++j)
            for (int i = 0; i < j; ++i) {
                const int one = base_[i], two = base_[j];
                const Cells common = excluders(one) & excluders(two);
                if (size_ == 2) {
                    if (has_two(common) && try_cells({one, two, -1}, common)) return true;
                } else if (third(one, two, common)) {
                    return true;
                }
            }
        return false;
    }

  private:
    Cells excluders(int cell) const { return kTables.sight[cell] & excluder_; }
    static bool has_two(Cells cells) { return cells.size() >= 2; }

    bool third(int one, int two, Cells common) {
        if (!has_two(common)) return false;
        Cells seen;
        seen.add(one);
        seen.add(two);
        for (const int from : {one, two}) {
            const Cells next = (excluders(from) & is_base_) - seen;
            bool is_found = false;
            next.each([&](int cell) {
                if (is_found) return;
                const Cells all = common & excluders(cell);
                is_found = has_two(all) && try_cells({one, two, cell}, all);
            });
            if (is_found) return true;
            seen = seen | next;
        }
        return false;
    }

    bool try_cells(std::array<int, 3> cells, Cells common) {
        Set excluding[81];
        int n = 0;
        common.each([&](int cell) { excluding[n++] = grid_.at[cell]; });
        Set allowed[3] = {};
        const auto is_excluded = [&](Set all) {
            return std::any_of(excluding, excluding + n,
                               [&](Set digits) { return (digits & ~all) == 0; });
        };
        const bool meets01 = kTables.sight[cells[0]].has(cells[1]);
        const bool meets02 = size_ == 3 && kTables.sight[cells[0]].has(cells[2]);
        const bool meets12 = size_ == 3 && kTables.sight[cells[1]].has(cells[2]);
        each9(grid_.at[cells[0]], [&](int a) {
            each9(grid_.at[cells[1]], [&](int b) {
                if (a == b && meets01) return;
                if (size_ == 2) {
                    if (is_excluded(bit9(a) | bit9(b))) return;
                    allowed[0] |= bit9(a);
                    allowed[1] |= bit9(b);
                    return;
                }
                each9(grid_.at[cells[2]], [&](int c) {
                    if ((a == c && meets02) || (b == c && meets12)) return;
                    if ((allowed[0] >> a & allowed[1] >> b & allowed[2] >> c & 1) != 0) return;
                    if (is_excluded(bit9(a) | bit9(b) | bit9(c))) return;
                    allowed[0] |= bit9(a);
                    allowed[1] |= bit9(b);
                    allowed[2] |= bit9(c);
                });
            });
        });
        hint_.begin(size_ == 2 ? Technique::aligned_pair_exclusion
                               : Technique::aligned_triplet_exclusion,
                    size_ == 2 ? 6.2 : 7.5);
        for (int i = 0; i < size_; ++i) {
            hint_.add_cell(cells[i]);
            hint_.remove(grid_, cells[i], static_cast<Set>(~allowed[i]));
        }
        return hint_.n_removals > 0;
    }

    const Grid& grid_;
    const int size_;
    Hint& hint_;
    Cells single_, excluder_, is_base_;
    int base_[81], n_ = 0;
};

}  // namespace

bool find_aligned_exclusion(const Grid& grid, int size, Hint& hint) {
    return Exclusion(grid, size, hint).run();
}

}  // namespace pandoku::rating
