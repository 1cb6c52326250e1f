// The techniques of the reference. Each function returns true and fills the hint if the grid has a
// step of the technique.
#pragma once

#include "rating/hint.hpp"

namespace pandoku::rating {

// Section 3.
bool find_hidden_single(const Grid&, Hint&);
bool find_direct_locking(const Grid&, Hint&);
bool find_direct_hidden_set(const Grid&, int size, Hint&);
// Examines only these houses, and drops houses without a step.
bool find_direct_hidden_set_in(const Grid&, int size, std::uint32_t& houses, Hint&);
bool find_naked_single(const Grid&, Hint&);
bool find_locking(const Grid&, Hint&);
bool find_naked_set(const Grid&, int size, Hint&);
bool find_hidden_set(const Grid&, int size, Hint&);
bool find_fish(const Grid&, int size, Hint&);
bool find_xy_wing(const Grid&, Hint&);
bool find_xyz_wing(const Grid&, Hint&);
// All steps that one pass finds (hidden singles: in these houses), taken at once. Returns false if
// there are no steps.
bool place_hidden_singles(Grid&, std::uint32_t houses);
bool place_naked_singles(Grid&);
bool remove_all_locked(Grid&);
// Section 4.
bool find_unique_loop(const Grid&, Hint&);
// Section 5.
bool find_bug(const Grid&, Hint&);
// The candidates and base cells of a grid without an aligned exclusion. Only cells that have
// changed since then must be tried again.
struct Excluded {
    Set at[81] = {};
    Cells bases;
};
bool find_aligned_exclusion(const Grid&, int size, Excluded& before, Hint&);

}  // namespace pandoku::rating
