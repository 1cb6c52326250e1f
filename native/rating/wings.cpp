// Section 3: XY-wing and XYZ-wing.
#include "rating/finders.hpp"

namespace pandoku::rating {

namespace {

bool find_wing(const Grid& grid, int pivot_size, Hint& hint) {
    for (int pivot = 0; pivot < 81; ++pivot) {
        const Set three = grid.at[pivot];
        if (size_of(three) != pivot_size) continue;
        for (const int a : kTables.peer[pivot]) {
            if (!is_two(grid.at[a]) || !is_one(three & static_cast<Set>(~grid.at[a]))) continue;
            for (const int b : kTables.peer[pivot]) {
                if (!is_two(grid.at[b])) continue;
                const Set all = three | grid.at[a] | grid.at[b];
                const Set shared = grid.at[a] & grid.at[b];
                if (size_of(all) != 3 || size_of(shared & three) != pivot_size - 2) continue;
                // Without the pivot's digits, the wings share the one that it lacks.
                if (!is_one(shared)) continue;
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
    }
    return false;
}

}  // namespace

bool find_xy_wing(const Grid& grid, Hint& hint) { return find_wing(grid, 2, hint); }
bool find_xyz_wing(const Grid& grid, Hint& hint) { return find_wing(grid, 3, hint); }

}  // namespace pandoku::rating
