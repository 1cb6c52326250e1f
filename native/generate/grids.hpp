// Random solution grids of any geometry. Their distribution depends on the geometry:
//
//   classic 9x9      every grid has the same chance (grids9.cpp says why)
//   few grids        the same: all grids with the digits of the first row in order are listed
//   Latin squares    the walk of Jacobson and Matthews, whose limit is the uniform distribution
//   all others       a walk from a random search, whose limit is the uniform distribution over the
//                    grids that it can reach (grids.cpp says how far it goes)
#pragma once

#include <cstdint>
#include <vector>

#include "generate/random.hpp"
#include "grid/function_ref.hpp"
#include "grid/layout.hpp"

namespace pandoku::generate {

// Draws solution grids of a geometry, after preparing it once. The same key always gives the same
// grid.
class Grids {
  public:
    // `layout` must outlive this object. `is_classic`: a 9x9 Sudoku with 3x3 boxes and nothing
    // else. `is_latin`: only rows and columns. `first`: a grid to start walks from, or empty.
    // For large orders, finding a first grid is hard.
    Grids(const Layout& layout, bool is_classic, bool is_latin, std::vector<std::uint8_t> first);

    // Fills `grid` with digits 1..order, row by row. Returns false if a bounded search found no
    // grid.
    bool draw(std::uint64_t key, std::uint8_t* grid) const;

    // Grids for many keys, one row each (zeros for a failed search). Returns false if `poll`
    // stopped it.
    bool draw_many(const std::uint64_t* keys, std::int64_t n, std::uint8_t* grids, int threads,
                   Poll poll) const;

  private:
    enum class Method { classic, listed, latin, walk };

    const Layout& layout_;
    Method method_;
    std::vector<std::uint8_t> first_;
    std::vector<std::uint8_t> listed_;  // the grids with first row 1, 2, 3, .., one after another
};

// A classic 9x9 grid.
void uniform_grid9(Random& random, std::uint8_t* grid);

// The number of ways to fill boxes 5, 6, 8, 9 when the others are known: the columns of boxes 2 and
// 3 and the rows of boxes 4 and 7, each a set of the digits 0..8.
struct Cross9 {
    std::uint16_t columns2[3], columns3[3], rows4[3], rows7[3];
};
std::uint32_t ways_to_complete(const Cross9& cross);

// A Latin square with the digits 0..order-1, row by row.
void latin_square(Random& random, int order, std::uint8_t* grid);

}  // namespace pandoku::generate
