// The rules for the classic 9x9. Part of kernel.inl.
//
// The same rules as sweep_general, box by box. A box and a line share a triad, three cells; what
// three cells say of a digit (in none, in one, in two or more) is found once for the triad and
// serves the line and the box.
//
//       j = 0     1     2
//      a b c | . . . | . . .     across[row][j] is the triad a b c
//      d . . | . . . | . . .     down[column][b] is the triad a d g
//      g . . | . . . | . . .     b, j: the band and the stack of the box

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

template <class T>
struct Triads {
    Vec<T> across[9][3], down[9][3];

    // Put f of three cells into the triads of box (b, j).
    template <class F>
    void set(int b, int j, const Vec<T> (&x)[3][3], F f) {
        for (int i = 0; i < 3; ++i) {
            across[b * 3 + i][j] = f(x[i][0], x[i][1], x[i][2]);
            down[j * 3 + i][b] = f(x[0][i], x[1][i], x[2][i]);
        }
    }
};

// For each house a set of digits.
template <class T>
struct Houses9 {
    Vec<T> row[9], column[9], box[9];
    Vec<T> around(int b, int j, int i, int k) const {
        return any_of<T>(row[b * 3 + i], column[j * 3 + k], box[b * 3 + j]);
    }
};

template <class T, class F>
inline void for_each_box(F f) {
    for (int b = 0; b < 3; ++b)
        for (int j = 0; j < 3; ++j) f(b, j);
}

constexpr int cell_at(int b, int j, int i, int k) { return (b * 3 + i) * 9 + j * 3 + k; }

// Rule 1, first half: the digits of each house's singles. Two equal ones kill the lane.
template <class T>
inline void collect_singles(const Vec<T>* c, Vec<T>* singles, Houses9<T>& seen, Verdict<T>& v) {
    Triads<T> once;
    const auto join = [&v](Vec<T> x, Vec<T> y, Vec<T> z) {
        v.dead |= two_of<T>(x, y, z);
        return any_of<T>(x, y, z);
    };
    for_each_box<T>([&](int b, int j) {
        Vec<T> x[3][3];
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k)
                singles[cell_at(b, j, i, k)] = x[i][k] = single_of<T>(c[cell_at(b, j, i, k)]);
        once.set(b, j, x, join);
        seen.box[b * 3 + j] = join(once.across[b * 3][j], once.across[b * 3 + 1][j],
                                   once.across[b * 3 + 2][j]);
    });
    for (int h = 0; h < 9; ++h) {
        seen.row[h] = join(once.across[h][0], once.across[h][1], once.across[h][2]);
        seen.column[h] = join(once.down[h][0], once.down[h][1], once.down[h][2]);
    }
}

// Rule 1, second half: other cells drop the singles of their houses. What each house then has once
// only goes to `hidden`; a digit that it does not have at all kills the lane.
template <class T>
inline void drop_singles(const Vec<T>* c, const Vec<T>* singles, Vec<T>* out,
                         const Houses9<T>& seen, Houses9<T>& hidden, Verdict<T>& v) {
    Triads<T> once, twice;
    Vec<T> everywhere = splat<T>(0x1ff);
    const auto only_once = [&everywhere](const Vec<T> (&one)[3], const Vec<T> (&two)[3]) {
        const Vec<T> any = any_of<T>(one[0], one[1], one[2]);
        everywhere &= any;
        return any & ~(two_of<T>(one[0], one[1], one[2]) | any_of<T>(two[0], two[1], two[2]));
    };
    for_each_box<T>([&](int b, int j) {
        Vec<T> x[3][3], one[3], two[3];
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k) {
                const int cell = cell_at(b, j, i, k);
                out[cell] = x[i][k] = without<T>(c[cell], seen.around(b, j, i, k), singles[cell]);
            }
        once.set(b, j, x, any_of<T>);
        twice.set(b, j, x, two_of<T>);
        for (int i = 0; i < 3; ++i) {
            one[i] = once.across[b * 3 + i][j];
            two[i] = twice.across[b * 3 + i][j];
        }
        hidden.box[b * 3 + j] = only_once(one, two);
    });
    for (int h = 0; h < 9; ++h) {
        hidden.row[h] = only_once(once.across[h], twice.across[h]);
        hidden.column[h] = only_once(once.down[h], twice.down[h]);
    }
    v.dead |= everywhere ^ splat<T>(0x1ff);
}

// Rule 2: hidden singles. Leaves the union of each triad.
template <class T>
inline void place_hidden(Vec<T>* cells, const Houses9<T>& hidden, Triads<T>& unions,
                         Verdict<T>& v) {
    for_each_box<T>([&](int b, int j) {
        Vec<T> x[3][3];
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k) {
                Vec<T>& cell = cells[cell_at(b, j, i, k)];
                cell = x[i][k] = apply_hidden<T>(cell, hidden.around(b, j, i, k), v);
            }
        unions.set(b, j, x, any_of<T>);
    });
}

// Rule 3: locked candidates of a band (lines = its rows) or a stack (lines = its columns). A digit
// sits in the nine triads like a permutation matrix: triad (i, j) may keep it only if the other two
// lines can place it in the other two boxes.
template <class T>
inline void lock_triads(Vec<T> (*lines)[3]) {
    Vec<T> m[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) m[i][j] = lines[i][j];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            lines[i][j] = or_and<T>(m[i1][j1] & m[i2][j2], m[i1][j2], m[i2][j1]);
        }
}

template <class T>
Verdict<T> sweep_classic9(const Tables&, Vec<T>* c, Vec<T>* scratch) {
    Verdict<T> v;
    Houses9<T> seen, hidden;
    Triads<T> allowed;
    collect_singles<T>(c, scratch, seen, v);
    drop_singles<T>(c, scratch, scratch, seen, hidden, v);
    place_hidden<T>(scratch, hidden, allowed, v);
    for (int b = 0; b < 3; ++b) {
        lock_triads<T>(allowed.across + b * 3);
        lock_triads<T>(allowed.down + b * 3);
    }
    Vec<T> less_one{};  // an empty cell minus one has bits that no digit has
    for_each_box<T>([&](int b, int j) {
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k) {
                const int cell = cell_at(b, j, i, k);
                const Vec<T> x = all_of<T>(scratch[cell], allowed.across[b * 3 + i][j],
                                           allowed.down[j * 3 + k][b]);
                v.changed = or_xor<T>(v.changed, x, c[cell]);
                v.open = or_and<T>(v.open, x, x - 1);
                less_one |= x - 1;
                c[cell] = x;
            }
    });
    v.dead |= less_one & splat<T>(static_cast<T>(~0x1ff));
    return v;
}

}  // namespace
}  // namespace pandoku::lanes::PANDOKU_ISA
