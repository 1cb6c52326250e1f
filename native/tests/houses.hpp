// The usual houses, for tests and fuzz targets.
#pragma once

#include <vector>

struct Houses {
    std::vector<std::vector<int>> cells;
    std::vector<int> kinds;
};

// Rows, columns, and boxes if there are any.
inline Houses houses_of(int order, int box_rows, int box_cols) {
    Houses made;
    for (int kind = 0; kind < (box_rows != 0 ? 3 : 2); ++kind)
        for (int line = 0; line < order; ++line) {
            std::vector<int> house;
            for (int k = 0; k < order; ++k) {
                const int r = kind == 2 ? line / box_rows * box_rows + k / box_cols : line;
                const int c = kind == 2 ? line % box_rows * box_cols + k % box_cols : k;
                house.push_back(kind == 1 ? c * order + r : r * order + c);
            }
            made.cells.push_back(house);
            made.kinds.push_back(kind);
        }
    return made;
}
