// The rules: what one sweep does to all lanes at once, for any houses. Part of kernel.inl.

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

// The result of a sweep, one bit for each lane: contradictions, lost candidates, new cells with
// only one candidate, and cells with more than one. `open` is only reliable for lanes that did not
// change.
struct Verdict {
    std::uint64_t dead, changed, placed, open;
};

// The same, before the reduction to one bit for each lane: here, a lane is marked if any of its
// bits is set.
template <class T>
struct Signs {
    Vec<T> dead{}, changed{}, open{};
};

// The digits seen at least once, and those seen more than once.
template <class T>
struct Tally {
    Vec<T> once{}, twice{};
    void add(Vec<T> x) {
        twice = or_and<T>(twice, once, x);
        once |= x;
    }
    void add(Vec<T> any, Vec<T> two) {  // of more than one cell
        twice = or_and<T>(twice | two, once, any);
        once |= any;
    }
    Vec<T> only_once() const { return once & ~twice; }
};

// The cell's digit if it has one candidate, otherwise zero. (An empty cell also gives zero, so no
// test is needed here.)
template <class T>
inline Vec<T> single_of(Vec<T> x) {
    return pick<T>(are_zero<T>(x & (x - 1)), x);
}

// Keeps only `hidden` in a cell that has any of it. Two hidden singles in one cell are a
// contradiction.
template <class T>
inline Vec<T> apply_hidden(Vec<T> x, Vec<T> hidden, Signs<T>& v) {
    const Vec<T> h = x & hidden;
    v.dead = or_and<T>(v.dead, h, h - 1);
    return pick<T>(are_zero<T>(h), x, h);
}

// ---- any order, any houses

// Locked candidates between the boxes and the lines that cross them. A digit that a line has in
// only one box is removed from the box's other lines, and a digit that a box has in only one line
// is removed from the line's other boxes. `cell(line, k)` is the k-th cell of a line. A box has
// `lines` lines of `length` cells. Each segment, the common cells of a line and a box, takes three
// vectors of `scratch`. n_cells vectors are enough, as a box is at least 2x2.
template <class T, class Cell>
void locked_lines(int order, int lines, int length, Vec<T>* c, Vec<T>* scratch, Signs<T>& v,
                  Cell cell) {
    const int across = order / length, n_segments = lines * across;
    Vec<T>* const segment = scratch;              // [line][box]: the union of their common cells
    Vec<T>* const in_box = segment + n_segments;  // digits that the line has only in this box
    Vec<T>* const in_line = in_box + n_segments;  // digits that the box has only in this line
    for (int first = 0; first < order; first += lines) {
        for (int i = 0; i < lines; ++i) {
            Tally<T> boxes;
            for (int j = 0; j < across; ++j) {
                Vec<T> u{};
                for (int k = 0; k < length; ++k) u |= c[cell(first + i, j * length + k)];
                segment[i * across + j] = u;
                boxes.add(u);
            }
            const Vec<T> once = boxes.only_once();
            for (int j = 0; j < across; ++j)
                in_box[i * across + j] = segment[i * across + j] & once;
        }
        for (int j = 0; j < across; ++j) {
            Tally<T> box;
            for (int i = 0; i < lines; ++i) box.add(segment[i * across + j]);
            const Vec<T> once = box.only_once();
            Vec<T> claimed{};  // by a line of this box
            for (int i = 0; i < lines; ++i) {
                in_line[i * across + j] = segment[i * across + j] & once;
                claimed |= in_box[i * across + j];
            }
            for (int i = 0; i < lines; ++i)  // from here on: the digits to remove from the segment
                in_box[i * across + j] = claimed & ~in_box[i * across + j];
        }
        for (int i = 0; i < lines; ++i) {
            Vec<T> claimed{};  // by a box of this line
            for (int j = 0; j < across; ++j) claimed |= in_line[i * across + j];
            for (int j = 0; j < across; ++j) {
                const Vec<T> gone = in_box[i * across + j] | (claimed & ~in_line[i * across + j]);
                for (int k = 0; k < length; ++k) {
                    Vec<T>& x = c[cell(first + i, j * length + k)];
                    v.changed |= x & gone;
                    x &= ~gone;
                }
            }
        }
    }
}

// ORDER is the order if it is a compile-time constant, otherwise 0.
template <class T, int ORDER>
Verdict sweep_general(const Tables& t, Vec<T>* c, Vec<T>* scratch) {
    Signs<T> v;
    const int n = ORDER != 0 ? ORDER : t.order;
    const Vec<T> all = splat<T>(static_cast<T>((std::uint64_t{1} << n) - 1));
    Vec<T>* const single = scratch;
    Vec<T>* const of_house = scratch + t.n_cells;

    // Two passes over the houses, each followed by one over the cells: a cell must not change
    // before all of its houses have been read, or the order of the houses would matter.
    for (int i = 0; i < t.n_cells; ++i) single[i] = single_of<T>(c[i]);
    for (int h = 0; h < t.n_houses; ++h) {
        Tally<T> tally;
        for (int k = 0; k < n; ++k) tally.add(single[t.house_cells[h * n + k]]);
        v.dead |= tally.twice;
        of_house[h] = tally.once;
    }
    for (int i = 0; i < t.n_cells; ++i) {
        Vec<T> seen{};
        for (auto k = t.cell_start[i]; k < t.cell_start[i + 1]; ++k)
            seen |= of_house[t.cell_houses[k]];
        // A single keeps its digit, although the digit is one of the singles of its houses.
        const Vec<T> x = c[i], y = x & ~(seen & ~single[i]);
        v.changed |= x ^ y;
        v.dead |= pick<T>(are_zero<T>(y), splat<T>(1));
        c[i] = y;
    }
    for (int h = 0; h < t.n_houses; ++h) {
        Tally<T> tally;
        for (int k = 0; k < n; ++k) tally.add(c[t.house_cells[h * n + k]]);
        v.dead |= tally.once ^ all;
        of_house[h] = tally.only_once();
    }
    for (int i = 0; i < t.n_cells; ++i) {
        Vec<T> hidden{};
        for (auto k = t.cell_start[i]; k < t.cell_start[i + 1]; ++k)
            hidden |= of_house[t.cell_houses[k]];
        const Vec<T> x = c[i], y = apply_hidden<T>(x, hidden, v);
        v.changed |= x ^ y;
        c[i] = y;
    }
    if (t.box_rows != 0) {
        locked_lines<T>(n, t.box_rows, t.box_cols, c, scratch, v,
                        [=](int line, int k) { return line * n + k; });
        locked_lines<T>(n, t.box_cols, t.box_rows, c, scratch, v,
                        [=](int line, int k) { return k * n + line; });
    }
    for (int i = 0; i < t.n_cells; ++i) v.open |= c[i] & (c[i] - 1);
    // Whether a change placed a digit is not determined here: every change counts as a placement.
    const std::uint64_t changed = nonzero_lanes<T>(v.changed);
    return {nonzero_lanes<T>(v.dead), changed, changed, nonzero_lanes<T>(v.open)};
}

template <class T, int ORDER>
struct General {
    static void prepare(const Tables&, const Vec<T>*, Vec<T>*) {}
    template <bool>
    static Verdict sweep(const Tables& t, Vec<T>* c, Vec<T>* scratch) {
        return sweep_general<T, ORDER>(t, c, scratch);
    }
};

}  // namespace
}  // namespace pandoku::lanes::PANDOKU_ISA
