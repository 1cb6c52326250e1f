// The search of a single classic 9x9. Part of kernel.inl.
//
// Here the lanes do not hold different nodes, but the nine boxes of a single node. There is a
// vector for each place within a box:
//
//                 band 0            band 1            band 2
//              box 0  1  2  .    3  4  5  .    6  7  8  .    .  .  .  .
//   at[0][0]      a  d  g  0    ...                           (idle lanes are 0)
//   at[0][1]      b  e  h  0                                  the first row: a b c | d e f | g h i
//   at[0][2]      c  f  i  0
//   at[1][0]      ...
//
// The cells of a box combine by operations between vectors. The rest of a row is one and two lanes
// further within the same quarter of a vector, the rest of a column one and two quarters further.
// The rules and the choice of cells are the same as in sweep9.inl and branch.inl. A sweep takes a
// tenth of the time of a sweep over all lanes, where a single puzzle would seldom have work for
// more than a few lanes.

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

typedef std::uint16_t Boxes __attribute__((vector_size(32), may_alias));

struct Grid9 {
    Boxes at[3][3];  // by the row and the column within the box
};
constexpr Boxes kAllDigits = {0x1ff, 0x1ff, 0x1ff, 0, 0x1ff, 0x1ff, 0x1ff, 0,
                              0x1ff, 0x1ff, 0x1ff, 0, 0,     0,     0,     0};
// The bits of a box's lane that are not digits. They are 0 in an idle lane, so that the 0 - 1 of an
// idle lane does not count as an empty cell.
constexpr Boxes kNoDigit = {0xfe00, 0xfe00, 0xfe00, 0, 0xfe00, 0xfe00, 0xfe00, 0,
                            0xfe00, 0xfe00, 0xfe00, 0, 0,      0,      0,      0};

// The lane `from[i]` of v becomes lane i. (GCC 11 does not have the function of Clang.)
template <std::uint16_t... from>
inline Boxes rearrange(Boxes v) {
#ifdef __clang__
    return __builtin_shufflevector(v, v, from...);
#else
    return __builtin_shuffle(v, Boxes{from...});
#endif
}

// The values of the next stack, and of the stack after it. Then the same for bands.
inline Boxes stack_1(Boxes v) {
    return rearrange<1, 2, 0, 3, 5, 6, 4, 7, 9, 10, 8, 11, 12, 13, 14, 15>(v);
}
inline Boxes stack_2(Boxes v) {
    return rearrange<2, 0, 1, 3, 6, 4, 5, 7, 10, 8, 9, 11, 12, 13, 14, 15>(v);
}
inline Boxes band_1(Boxes v) {
    return rearrange<4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 12, 13, 14, 15>(v);
}
inline Boxes band_2(Boxes v) {
    return rearrange<8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15>(v);
}

inline bool is_zero(Boxes v) { return _mm256_testz_si256((__m256i)v, (__m256i)v) != 0; }

// (The functions in vec.hpp take the longest vectors of the instruction set. These are always 256
// bits.)
inline Boxes any_of9(Boxes a, Boxes b, Boxes c) { return a | b | c; }
inline Boxes two_of9(Boxes a, Boxes b, Boxes c) { return (a & b) | ((a | b) & c); }

// Locked candidates (see lock_triads): m[i] has the digits of the triads of line i. next_1 and
// next_2 shift to the other boxes along the lines.
inline void lock_lines(Boxes (&m)[3], Boxes (*next_1)(Boxes), Boxes (*next_2)(Boxes)) {
    Boxes own[3], m1[3], m2[3], locked[3];
    for (int i = 0; i < 3; ++i) {
        const Boxes u1 = m[i] & (m[i] - 1), u2 = u1 & (u1 - 1);
        own[i] = m[i] & (Boxes)((u2 & (u2 - 1)) == 0);
    }
    const Boxes in_box = own[0] | own[1] | own[2];
    for (int i = 0; i < 3; ++i) {
        const Boxes in_line = own[i] | next_1(own[i]) | next_2(own[i]);
        m[i] = (m[i] & ~(in_line | in_box)) | own[i];
        m1[i] = next_1(m[i]);
        m2[i] = next_2(m[i]);
    }
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        locked[i] = m[i] & ((m1[i1] & m2[i2]) | (m2[i1] & m1[i2]));
    }
    for (int i = 0; i < 3; ++i) m[i] = locked[i];
}

// The cells with one candidate, and the digits of such cells in each cell's row, column and box.
struct Singles9 {
    Boxes cell[3][3], row[3], column[3], box;
};

// Rule 1: cells drop the singles of their houses.
inline void drop_singles(Grid9& grid, const Singles9& singles) {
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            const Boxes seen = singles.row[i] | singles.column[k] | singles.box;
            grid.at[i][k] &= ~(seen & ~singles.cell[i][k]);
        }
}

// Rule 2: hidden singles. Returns whether all houses have all digits and no cell is the only place
// for two of them.
inline bool place_hidden(Grid9& grid) {
    Boxes(&x)[3][3] = grid.at;
    Boxes everywhere = kAllDigits, any{}, two{}, row[3], column[3], crowded{};
    for (int i = 0; i < 3; ++i) {
        const Boxes across = any_of9(x[i][0], x[i][1], x[i][2]);
        const Boxes down = any_of9(x[0][i], x[1][i], x[2][i]);
        const Boxes two_across = two_of9(x[i][0], x[i][1], x[i][2]);
        const Boxes two_down = two_of9(x[0][i], x[1][i], x[2][i]);
        const Boxes rest_of_row = stack_1(across) | stack_2(across);
        const Boxes rest_of_column = band_1(down) | band_2(down);
        row[i] = across & ~(two_across | rest_of_row);
        column[i] = down & ~(two_down | rest_of_column);
        everywhere &= (across | rest_of_row) & (down | rest_of_column);
        two |= two_across | (any & across);
        any |= across;
    }
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            const Boxes hidden = x[i][k] & (row[i] | column[k] | (any & ~two));
            crowded |= hidden & (hidden - 1);
            x[i][k] = hidden | (x[i][k] & (Boxes)(hidden == 0));
        }
    return is_zero(((everywhere & any) ^ kAllDigits) | crowded);
}

// Rule 3: locked candidates.
inline void lock_candidates(Grid9& grid) {
    Boxes(&x)[3][3] = grid.at;
    Boxes across[3], down[3];
    for (int i = 0; i < 3; ++i) {
        across[i] = any_of9(x[i][0], x[i][1], x[i][2]);
        down[i] = any_of9(x[0][i], x[1][i], x[2][i]);
    }
    lock_lines(across, stack_1, stack_2);
    lock_lines(down, band_1, band_2);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) x[i][k] &= across[i] & down[k];
}

enum class Alone { dead, solved, stuck };

// Sweeps until a sweep places no digit.
inline Alone sweep_alone(Grid9& grid, std::int64_t& n_sweeps) {
    Boxes placed_before = kAllDigits;
    for (;; ++n_sweeps) {
        Singles9 singles;
        Boxes placed{}, open{}, less_one{};
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k) {
                const Boxes x = grid.at[i][k], less = x - 1, is_single = (Boxes)((x & less) == 0);
                singles.cell[i][k] = x & is_single;
                placed += is_single;
                open |= x & less;
                less_one |= less;
            }
        const auto& [cell, row, column, box] = singles;
        Boxes everywhere = kAllDigits;
        for (int i = 0; i < 3; ++i) {
            singles.row[i] = any_of9(cell[i][0], cell[i][1], cell[i][2]);
            singles.column[i] = any_of9(cell[0][i], cell[1][i], cell[2][i]);
        }
        singles.box = any_of9(row[0], row[1], row[2]);
        for (int i = 0; i < 3; ++i) {
            singles.row[i] |= stack_1(row[i]) | stack_2(row[i]);
            singles.column[i] |= band_1(column[i]) | band_2(column[i]);
            everywhere &= row[i] & column[i];
        }
        if (!is_zero(less_one & kNoDigit)) return Alone::dead;  // a cell is empty
        if (is_zero(open))
            return is_zero((everywhere & box) ^ kAllDigits) ? Alone::solved : Alone::dead;
        // As in the kernel for many puzzles, stop here: candidates removed without a placement
        // seldom lead to more.
        if (is_zero(placed ^ placed_before)) return Alone::stuck;
        placed_before = placed;
        drop_singles(grid, singles);
        if (!place_hidden(grid)) return Alone::dead;
        lock_candidates(grid);
    }
}

// The mask of a cell, by its row and column in the grid.
inline std::uint16_t& cell_of(Grid9& grid, int row, int column) {
    auto* const lanes = reinterpret_cast<std::uint16_t*>(&grid.at[row % 3][column % 3]);
    return lanes[row / 3 * 4 + column / 3];
}

// The mask to branch on (see pick_cells9; here the peers are counted one after the other).
inline std::uint16_t& pick_alone(Grid9& grid) {
    const auto number = [](int value) { return static_cast<std::uint16_t>(value) - Boxes{}; };
    const Boxes(&x)[3][3] = grid.at;
    Boxes weight[3][3], score[3][3];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            const Boxes two = x[i][k] & (x[i][k] - 1), three = two & (two - 1);
            const auto is_single = two == 0, is_pair = three == 0;
            const auto is_triple = (three & (three - 1)) == 0;
            weight[i][k] = is_pair ? number(kPair) : is_triple ? number(kTriple) : number(kMore);
            // As in pick_cells9, one more candidate outweighs all peers. Idle lanes are ignored
            // below.
            score[i][k] = is_single   ? number(-512)
                          : is_pair   ? Boxes{}
                          : is_triple ? number(-101)
                                      : number(-202);
        }
    Boxes best = number(-32768);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            const auto count = [&, cell = x[i][k]](Boxes peer, Boxes by) {
                score[i][k] += by & (Boxes)((cell & peer) != 0);
            };
            for (int p = 0; p < 3; ++p) {
                for (int q = 0; q < 3; ++q)
                    if (p != i || q != k) count(x[p][q], weight[p][q]);
                count(stack_1(x[i][p]), stack_1(weight[i][p]));
                count(stack_2(x[i][p]), stack_2(weight[i][p]));
                count(band_1(x[p][k]), band_1(weight[p][k]));
                count(band_2(x[p][k]), band_2(weight[p][k]));
            }
            // The place is in the low bits, so the best key is simply the largest.
            typedef std::int16_t Signed __attribute__((vector_size(32)));
            const Boxes key = score[i][k] * 16 + static_cast<std::uint16_t>(i * 3 + k);
            best = (Signed)key > (Signed)best ? key : best;
        }
    int most = -32768, lane = 0;
    for (int box = 0; box < 9; ++box) {
        const int at = box / 3 * 4 + box % 3, key = static_cast<std::int16_t>(best[at]);
        if (key > most) most = key, lane = at;
    }
    const int place = most & 15;
    return reinterpret_cast<std::uint16_t*>(&grid.at[place / 3][place % 3])[lane];
}

template <class MaskOf>
inline void load_alone(Grid9& grid, MaskOf mask_of) {
    grid = Grid9{};
    for (int cell = 0; cell < 81; ++cell)
        cell_of(grid, cell / 9, cell % 9) = static_cast<std::uint16_t>(mask_of(cell));
}

inline void load_alone(Grid9& grid, const Search& s) {
    constexpr int kAll = 0x1ff;
    if (s.input == Input::digits8) {
        const auto* const from = static_cast<const std::uint8_t*>(s.puzzles);
        load_alone(grid, [=](int cell) { return from[cell] == 0 ? kAll : 1 << (from[cell] - 1); });
    } else if (s.input == Input::masks32) {
        const auto* const from = static_cast<const std::uint32_t*>(s.puzzles);
        load_alone(grid, [=](int cell) { return from[cell] & kAll; });
    } else {
        const auto* const from = static_cast<const std::uint64_t*>(s.puzzles);
        load_alone(grid, [=](int cell) { return from[cell] & kAll; });
    }
}

inline void keep_alone(Grid9& grid, std::uint8_t* to) {
    for (int cell = 0; cell < 81; ++cell)
        to[cell] = static_cast<std::uint8_t>(__builtin_ctz(cell_of(grid, cell / 9, cell % 9)) + 1);
}

// Searches the only puzzle, depth first. Returns false if it takes too many guesses: such puzzles
// have enough open nodes for the lanes to be faster.
bool run_alone(Search& s) {
    constexpr std::int64_t kMostGuessesAlone = 400;
    Grid9 grid, open[82];  // each guess on the way to a node places a digit
    int n_open = 0;
    std::int64_t count = 0;
    load_alone(grid, s);
    for (;;) {
        const Alone end = sweep_alone(grid, s.n_sweeps);
        if (end == Alone::stuck) {
            if (s.n_guesses++ == kMostGuessesAlone) return false;
            std::uint16_t& mask = pick_alone(grid);
            const std::uint16_t all = mask, others = static_cast<std::uint16_t>(all & (all - 1));
            mask = others;  // the complete grid to continue with if the guess fails
            open[n_open++] = grid;
            mask = all ^ others;
            continue;
        }
        if (end == Alone::solved) {
            const verify::Claim found = place_of(s, 0, count);
            keep_alone(grid, found.digits);
            claim(s, found);
            count += 1;
        }
        if (n_open == 0 || count >= s.limit) break;
        grid = open[--n_open];
    }
    check_claims(s);
    *s.counts = count;
    if (s.nodes != nullptr) *s.nodes = s.n_guesses;
    return true;
}

}  // namespace
}  // namespace pandoku::lanes::PANDOKU_ISA
