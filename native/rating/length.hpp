// Section 2: the amount that the length of a chain adds to its rating.
#pragma once

#include <array>

namespace pandoku::rating {

// Added up in the same way as in the reference. The last bit only matters for ties.
constexpr double added_for(int complexity) {
    const int n = complexity - 2;
    double added = 0;
    bool is_even = true;
    for (int threshold = 4; n > threshold; is_even = !is_even) {
        added += 0.1;
        threshold = is_even ? threshold * 3 / 2 : threshold * 4 / 3;
    }
    return added;
}

inline constexpr auto kIncrements = [] {
    std::array<double, 512> added{};
    for (int complexity = 0; complexity < 512; ++complexity)
        added[complexity] = added_for(complexity);
    return added;
}();

inline double length_increment(int complexity) {
    return complexity < 512 ? kIncrements[complexity] : added_for(complexity);
}

}  // namespace pandoku::rating
