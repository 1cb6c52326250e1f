// The techniques of the reference, a function each: true, with the hint filled, if the grid has one.
#pragma once

#include "rating/hint.hpp"

namespace pandoku::rating {

// Section 3.
bool find_hidden_single(const Grid&, Hint&);
bool find_direct_locking(const Grid&, Hint&);
bool find_direct_hidden_set(const Grid&, int size, Hint&);
bool find_naked_single(const Grid&, Hint&);
bool find_locking(const Grid&, Hint&);
bool find_naked_set(const Grid&, int size, Hint&);
bool find_hidden_set(const Grid&, int size, Hint&);
bool find_fish(const Grid&, int size, Hint&);
bool find_xy_wing(const Grid&, Hint&);
bool find_xyz_wing(const Grid&, Hint&);
// Section 4.
bool find_unique_loop(const Grid&, Hint&);
// Section 5.
bool find_bug(const Grid&, Hint&);
bool find_aligned_exclusion(const Grid&, int size, Hint&);

}  // namespace pandoku::rating
