// Section 5: aligned pair and triplet exclusion.
#include "rating/finders.hpp"

#include <array>
#include <span>

namespace pandoku::rating {

namespace {

class Exclusion {
  public:
    Exclusion(const Grid& grid, int size, Excluded& before, Hint& hint)
        : grid_(grid), size_(size), before_(before), hint_(hint) {
        for (int cell = 0; cell < 81; ++cell) {
            const int n = size_of(grid.at[cell]);
            if (n == 1) single_.add(cell);
            if (n >= 2 && n <= size) excluder_.add(cell);
            if (grid.at[cell] != before.at[cell]) changed_.add(cell);
        }
        for (int cell = 0; cell < 81; ++cell) {
            if (!has_two_or_more(grid.at[cell])) continue;
            if ((kTables.sight[cell] & single_).any()) continue;
            if (!(kTables.sight[cell] & excluder_).any()) continue;
            base_[n_++] = cell;
            is_base_.add(cell);
        }
        new_ = changed_ | (is_base_ - before.bases);
    }

    bool run() {
        for (int j = 1; j < n_; ++j)
            for (int i = 0; i < j; ++i) {
                const int one = base_[i], two = base_[j];
                const Cells common = excluders(one) & excluders(two);
                if (!has_two(common)) continue;
                // Skips bases that were tried before and have not changed, because they have no
                // step.
                const bool is_new = new_.has(one) || new_.has(two);
                const Cells seen = kTables.sight[one] & kTables.sight[two];
                if (size_ == 3) {
                    if (third(one, two, common, is_new)) return true;
                } else if ((is_new || (seen & changed_).any()) &&
                           try_cells({one, two, -1}, common)) {
                    return true;
                }
            }
        for (int cell = 0; cell < 81; ++cell) before_.at[cell] = grid_.at[cell];
        before_.bases = is_base_;
        return false;
    }

  private:
    Cells excluders(int cell) const { return kTables.sight[cell] & excluder_; }
    static bool has_two(Cells cells) {
        if (cells.low == 0 || cells.high == 0) {
            const std::uint64_t word = cells.low | cells.high;
            return (word & (word - 1)) != 0;
        }
        return true;
    }

    bool third(int one, int two, Cells common, bool is_new) {
        const Cells changed = kTables.sight[one] & kTables.sight[two] & changed_;
        if (!is_new && !changed.any() && !new_.any()) return false;
        Cells seen;
        seen.add(one);
        seen.add(two);
        for (const int from : {one, two}) {
            const Cells next = (excluders(from) & is_base_) - seen;
            bool is_found = false;
            next.each([&](int cell) {
                if (is_found) return;
                if (!is_new && !new_.has(cell) && !(changed & kTables.sight[cell]).any()) return;
                const Cells all = common & kTables.sight[cell];
                is_found = has_two(all) && try_cells({one, two, cell}, all);
            });
            if (is_found) return true;
            seen = seen | next;
        }
        return false;
    }

    bool try_cells(std::array<int, 3> cells, Cells common) {
        Set all = 0;
        for (int i = 0; i < size_; ++i) all |= grid_.at[cells[i]];
        Set excluding[81];
        int n = 0;
        common.each([&](int cell) {
            if ((grid_.at[cell] & ~all) == 0) excluding[n++] = grid_.at[cell];
        });
        if (n == 0) {
            // If only equal digits are excluded, every candidate has a partner.
            bool is_easy = true;
            for (int i = 0; i < size_; ++i) is_easy &= size_of(grid_.at[cells[i]]) > size_ - 1;
            if (is_easy) return false;
        }
        Set allowed[3];
        if (size_ == 2)
            allow_pairs(cells, {excluding, static_cast<std::size_t>(n)}, allowed);
        else
            allow_triplets(cells, {excluding, static_cast<std::size_t>(n)}, allowed);
        bool is_full = true;
        for (int i = 0; i < size_; ++i) is_full &= allowed[i] == grid_.at[cells[i]];
        if (is_full) return false;
        hint_.begin(
            size_ == 2 ? Technique::aligned_pair_exclusion : Technique::aligned_triplet_exclusion,
            size_ == 2 ? 6.2 : 7.5);
        for (int i = 0; i < size_; ++i) {
            hint_.add_cell(cells[i]);
            hint_.remove(grid_, cells[i], static_cast<Set>(~allowed[i]));
        }
        return true;
    }

    // The digits of a last cell that are compatible with the other cells: they must not include all
    // candidates of an excluder.
    static Set allowed_last(Set digits, Set chosen, std::span<const Set> excluding) {
        for (const Set excluder : excluding) {
            const Set rest = excluder & static_cast<Set>(~chosen);
            if (rest == 0) return 0;
            if (is_one(rest)) digits &= static_cast<Set>(~rest);
        }
        return digits;
    }

    void allow_pairs(const std::array<int, 3>& cells, std::span<const Set> excluding,
                     Set* allowed) const {
        const bool meets = kTables.sight[cells[0]].has(cells[1]);
        allowed[0] = allowed[1] = 0;
        each9(grid_.at[cells[0]], [&](int a) {
            const Set others = grid_.at[cells[1]] & static_cast<Set>(meets ? ~bit9(a) : ~0);
            const Set last = allowed_last(others, bit9(a), excluding);
            if (last != 0) allowed[0] |= bit9(a);
            allowed[1] |= last;
        });
    }

    void allow_triplets(const std::array<int, 3>& cells, std::span<const Set> excluding,
                        Set* allowed) const {
        const auto meets = [&](int i, int j) { return kTables.sight[cells[i]].has(cells[j]); };
        const Set same01 = meets(0, 1) ? 0x1ff : 0;
        const Set same02 = meets(0, 2) ? 0x1ff : 0;
        const Set same12 = meets(1, 2) ? 0x1ff : 0;
        const Set* at = grid_.at;
        allowed[0] = allowed[1] = allowed[2] = 0;
        for (Set as = at[cells[0]]; as != 0; as &= static_cast<Set>(as - 1)) {
            const Set a = as & static_cast<Set>(-as);
            Set bs = at[cells[1]] & static_cast<Set>(~(a & same01));
            for (; bs != 0; bs &= static_cast<Set>(bs - 1)) {
                const Set b = bs & static_cast<Set>(-bs);
                const Set others = at[cells[2]] & static_cast<Set>(~((a & same02) | (b & same12)));
                const Set last = allowed_last(others, a | b, excluding);
                if (last == 0) continue;
                allowed[0] |= a;
                allowed[1] |= b;
                allowed[2] |= last;
                // A few combinations suffice to show that most triplets lose nothing.
                if (allowed[0] == at[cells[0]] && allowed[1] == at[cells[1]] &&
                    allowed[2] == at[cells[2]])
                    return;
            }
        }
    }

    const Grid& grid_;
    const int size_;
    Excluded& before_;
    Hint& hint_;
    Cells single_, excluder_, is_base_;
    // Cells that changed since the last search, and cells that were not bases then.
    Cells changed_, new_;
    int base_[81], n_ = 0;
};

}  // namespace

bool find_aligned_exclusion(const Grid& grid, int size, Excluded& before, Hint& hint) {
    return Exclusion(grid, size, before, hint).run();
}

}  // namespace pandoku::rating
