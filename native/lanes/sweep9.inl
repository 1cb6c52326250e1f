// The rules for the classic 9x9. Part of kernel.inl.
//
// The same rules as in sweep_general, in three passes over the cells. Moving vectors through memory
// takes as long as computing with them, so each pass also prepares the next while it has the cells
// in registers: the last pass of a sweep collects the singles of each house for the next sweep.
//
//       j = 0     1     2
//      a b c | . . . | . . .     across[row][j] is the triad a b c
//      d . . | . . . | . . .     down[column][b] is the triad a d g
//      g . . | . . . | . . .     b, j: the band and the stack of the box

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

constexpr int cell_at(int b, int j, int i, int k) { return (b * 3 + i) * 9 + j * 3 + k; }

// A set of digits for each house.
template <class T>
struct Houses9 {
    Vec<T> row[9], column[9], box[9];
};

// The data that a sweep passes on to the next one.
template <class T>
struct Known9 {
    Houses9<T> singles;  // the digits of each house's cells with one candidate
    Mask<T> single[81];  // lanes with one candidate in a cell, or none (these are dead anyway)
    Vec<T> placed;       // the sum of the masks of those cells
    // The sum of the masks of all cells, at most 81 * 511, which fits 16 bits. Masks only shrink,
    // so it changes whenever one of them does, and comparing it replaces comparing every cell.
    Vec<T> sum;
};

// The digits of each triad, three cells that a box and a line share.
template <class T>
struct Triads {
    Vec<T> across[9][3], down[9][3];
};

// Collects the singles and the sum of all cells. Returns a vector with bits above the digits set in
// every lane that has an empty cell. `look(b, j, x)` reads or computes the nine cells of a box.
// (Here and below, accumulators are local and returned, because through a reference they would be
// written to memory at each step.)
template <class T, class Look>
inline Vec<T> collect(Known9<T>& known, Look look) {
    Vec<T> column[9]{}, sum{}, placed{}, less_one{};
    for (int b = 0; b < 3; ++b) {
        Vec<T> row[3]{};
#pragma GCC unroll 3
        for (int j = 0; j < 3; ++j) {
            Vec<T> x[3][3], box{};
            look(b, j, x);
#pragma GCC unroll 3
            for (int i = 0; i < 3; ++i) {
#pragma GCC unroll 3
                for (int k = 0; k < 3; ++k) {
                    // 0 - 1 has all bits set, which shows an empty cell in `less_one`.
                    const Vec<T> cell = x[i][k], less = cell - 1;
                    sum += cell;
                    less_one |= less;
                    const Mask<T> single = are_disjoint<T>(cell, less);
                    known.single[cell_at(b, j, i, k)] = single;
                    x[i][k] = pick<T>(single, cell);
                    placed += x[i][k];
                }
                const Vec<T> any = any_of<T>(x[i][0], x[i][1], x[i][2]);
                row[i] |= any;
                box |= any;
            }
            known.singles.box[b * 3 + j] = box;
#pragma GCC unroll 3
            for (int k = 0; k < 3; ++k)
                column[j * 3 + k] = any_of<T>(column[j * 3 + k], x[0][k], x[1][k]) | x[2][k];
        }
#pragma GCC unroll 3
        for (int i = 0; i < 3; ++i) known.singles.row[b * 3 + i] = row[i];
    }
#pragma GCC unroll 9
    for (int k = 0; k < 9; ++k) known.singles.column[k] = column[k];
    known.sum = sum;
    known.placed = placed;
    return less_one;
}

// Rule 1: cells drop the singles of their houses. `hidden` receives the digits that each house then
// has only once. Returns the digits that all houses still have.
template <class T>
inline Vec<T> drop_singles(Vec<T>* c, const Known9<T>& known, Houses9<T>& hidden) {
    Vec<T> everywhere = splat<T>(0x1ff);
    Tally<T> column[9];
    for (int b = 0; b < 3; ++b) {
        Tally<T> box[3];
        for (int i = 0; i < 3; ++i) {
            Tally<T> row;
#pragma GCC unroll 3
            for (int j = 0; j < 3; ++j) {
                Vec<T> x[3];
                const Vec<T> seen = known.singles.row[b * 3 + i] | known.singles.box[b * 3 + j];
#pragma GCC unroll 3
                for (int k = 0; k < 3; ++k) {
                    const int cell = cell_at(b, j, i, k);
                    Vec<T> y = c[cell];
                    hold<T>(y);
                    // `seen` includes a single's own digit, so a single is kept unchanged.
                    x[k] = pick<T>(known.single[cell], y,
                                   and_none<T>(y, seen, known.singles.column[j * 3 + k]));
                    c[cell] = x[k];
                    column[j * 3 + k].add(x[k]);
                }
                const Vec<T> any = any_of<T>(x[0], x[1], x[2]), two = two_of<T>(x[0], x[1], x[2]);
                row.add(any, two);
                box[j].add(any, two);
            }
            hidden.row[b * 3 + i] = row.only_once();
            everywhere &= row.once;
        }
#pragma GCC unroll 3
        for (int j = 0; j < 3; ++j) {
            hidden.box[b * 3 + j] = box[j].only_once();
            everywhere &= box[j].once;
        }
    }
#pragma GCC unroll 9
    for (int k = 0; k < 9; ++k) {
        hidden.column[k] = column[k].only_once();
        everywhere &= column[k].once;
    }
    return everywhere;
}

// Rule 2: hidden singles. Returns a nonzero lane where one cell has two of them, a contradiction.
// `unions` receives the digits of each triad.
template <class T>
inline Vec<T> place_hidden(Vec<T>* c, const Houses9<T>& hidden, Triads<T>& unions) {
    Vec<T> crowded{};
    for (int b = 0; b < 3; ++b)
        for (int j = 0; j < 3; ++j) {
            Vec<T> x[3][3];
#pragma GCC unroll 3
            for (int i = 0; i < 3; ++i) {
                const Vec<T> lines = hidden.row[b * 3 + i] | hidden.box[b * 3 + j];
#pragma GCC unroll 3
                for (int k = 0; k < 3; ++k) {
                    const int cell = cell_at(b, j, i, k);
                    Vec<T> y = c[cell];
                    hold<T>(y);
                    const Vec<T> h = and_any<T>(y, lines, hidden.column[j * 3 + k]);
                    crowded = or_and<T>(crowded, h, h - 1);
                    c[cell] = x[i][k] = pick<T>(are_zero<T>(h), y, h);
                }
                unions.across[b * 3 + i][j] = any_of<T>(x[i][0], x[i][1], x[i][2]);
            }
#pragma GCC unroll 3
            for (int k = 0; k < 3; ++k)
                unions.down[j * 3 + k][b] = any_of<T>(x[0][k], x[1][k], x[2][k]);
        }
    return crowded;
}

// Rule 3: locked candidates of a band (lines = its rows) or a stack (lines = its columns). A triad
// with only three digits owns them: they are removed from the rest of its line and of its box. The
// places of a digit in the nine triads form a permutation matrix: triad (i, j) may keep it only if
// the other two lines can place it in the other two boxes.
template <class T, bool OWN>
inline void lock_triads(Vec<T> (*lines)[3]) {
    Vec<T> m[3][3];
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i)
#pragma GCC unroll 3
        for (int j = 0; j < 3; ++j) m[i][j] = lines[i][j];
    if constexpr (OWN) {
        Vec<T> own[3][3], in_line[3], in_box[3];
#pragma GCC unroll 3
        for (int i = 0; i < 3; ++i)
#pragma GCC unroll 3
            for (int j = 0; j < 3; ++j) {
                const Vec<T> u = m[i][j], u1 = u & (u - 1), u2 = u1 & (u1 - 1);
                own[i][j] = pick<T>(are_disjoint<T>(u2, u2 - 1), u);
            }
#pragma GCC unroll 3
        for (int i = 0; i < 3; ++i) {
            in_line[i] = any_of<T>(own[i][0], own[i][1], own[i][2]);
            in_box[i] = any_of<T>(own[0][i], own[1][i], own[2][i]);
        }
#pragma GCC unroll 3
        for (int i = 0; i < 3; ++i)
#pragma GCC unroll 3
            for (int j = 0; j < 3; ++j)
                m[i][j] = and_none<T>(m[i][j], in_line[i], in_box[j]) | own[i][j];
    }
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i)
#pragma GCC unroll 3
        for (int j = 0; j < 3; ++j) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            lines[i][j] = m[i][j] & or_and<T>(m[i1][j1] & m[i2][j2], m[i1][j2], m[i2][j1]);
        }
}

template <class T>
struct Classic9 {
    // Needed when the lanes no longer hold the nodes that the last sweep left.
    static void prepare(const Tables&, const Vec<T>* c, Vec<T>* scratch) {
        collect<T>(*reinterpret_cast<Known9<T>*>(scratch), [c](int b, int j, Vec<T>(&x)[3][3]) {
#pragma GCC unroll 3
            for (int i = 0; i < 3; ++i)
#pragma GCC unroll 3
                for (int k = 0; k < 3; ++k) x[i][k] = c[cell_at(b, j, i, k)];
        });
    }

    // STRONG: also finds triads that own their digits.
    template <bool STRONG>
    static Verdict sweep(const Tables&, Vec<T>* c, Vec<T>* scratch) {
        auto& known = *reinterpret_cast<Known9<T>*>(scratch);
        Houses9<T> hidden;
        Triads<T> allowed;
        // Both were set at the end of the last sweep, or by `prepare`.
        const Vec<T> before = known.sum, placed_before = known.placed;
        const Vec<T> everywhere = drop_singles<T>(c, known, hidden);
        const Vec<T> crowded = place_hidden<T>(c, hidden, allowed);
        for (int b = 0; b < 3; ++b) {
            lock_triads<T, STRONG>(allowed.across + b * 3);
            lock_triads<T, STRONG>(allowed.down + b * 3);
        }
        const Triads<T>* const locked = &allowed;
        const Vec<T> less_one = collect<T>(known, [c, locked](int b, int j, Vec<T>(&x)[3][3]) {
            const Vec<T> down[3] = {locked->down[j * 3][b], locked->down[j * 3 + 1][b],
                                    locked->down[j * 3 + 2][b]};
#pragma GCC unroll 3
            for (int i = 0; i < 3; ++i) {
                const Vec<T> across = locked->across[b * 3 + i][j];
#pragma GCC unroll 3
                for (int k = 0; k < 3; ++k) {
                    const int cell = cell_at(b, j, i, k);
                    c[cell] = x[i][k] = all_of<T>(c[cell], across, down[k]);
                }
            }
        });
        Verdict v;
        v.dead = nonzero_lanes<T>(any_of<T>(crowded, everywhere ^ splat<T>(0x1ff),
                                            less_one & splat<T>(static_cast<T>(~0x1ff))));
        v.changed = nonzero_lanes<T>(before ^ known.sum);
        v.placed = nonzero_lanes<T>(placed_before ^ known.placed);
        // In a lane that did not change and is not dead, each row has each digit: if the sum is no
        // more than that, each cell has one candidate.
        v.open = nonzero_lanes<T>(known.sum ^ splat<T>(9 * 0x1ff));
        return v;
    }
};

}  // namespace
}  // namespace pandoku::lanes::PANDOKU_ISA
