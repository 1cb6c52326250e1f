// Section 3: XY-wing and XYZ-wing.
#include "rating/finders.hpp"

namespace pandoku::rating {

namespace {

bool find_wing(const Grid& grid, int pivot_size, Hint& hint) {
    Cells pairs;
    for (int cell = 0; cell < 81; ++cell)
        if (is_two(grid.at[cell])) pairs.add(cell);
    for (int pivot = 0; pivot < 81; ++pivot) {
        const Set three = grid.at[pivot];
        if (size_of(three) != pivot_size) continue;
        std::uint8_t wings[20];
        int n = 0;  // each wing lacks one of the pivot's digits
        (pairs & kTables.sight[pivot]).each([&](int cell) {
            if (is_one(three & static_cast<Set>(~grid.at[cell])))
                wings[n++] = static_cast<std::uint8_t>(cell);
        });
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                const int a = wings[i], b = wings[j];
                const Set all = three | grid.at[a] | grid.at[b];
                const Set shared = grid.at[a] & grid.at[b];
                if (!is_one(shared) || size_of(all) != 3) continue;
                if (size_of(shared & three) != pivot_size - 2) continue;
                hint.begin(pivot_size == 2 ? Technique::xy_wing : Technique::xyz_wing,
                           pivot_size == 2 ? 4.2 : 4.4);
                hint.digits = shared;
                hint.add_cell(pivot);
                hint.add_cell(a);
                hint.add_cell(b);
                Cells victims = kTables.sight[a] & kTables.sight[b];
                if (pivot_size == 3) victims = victims & kTables.sight[pivot];
                victims.each([&](int cell) { hint.remove(grid, cell, shared); });
                if (hint.n_removals > 0) return true;
            }
    }
    return false;
}

}  // namespace

bool find_xy_wing(const Grid& grid, Hint& hint) { return find_wing(grid, 2, hint); }
bool find_xyz_wing(const Grid& grid, Hint& hint) { return find_wing(grid, 3, hint); }

}  // namespace pandoku::rating
