// The lane kernel: many search nodes side by side.
//
//              lane 0     lane 1     lane 2   ...            one vector per cell
//   cell  0   [ node A ] [ node B ] [ node C ] ...           a lane is a candidate mask,
//   cell  1   [ node A ] [ node B ] [ node C ] ...           bit d-1 = digit d
//     ...
//   cell 80   [ node A ] [ node B ] [ node C ] ...
//
// All lanes run the same straight-line propagation, a sweep: naked singles, hidden singles, locked
// candidates. A lane whose sweep changed nothing is solved or stuck; when enough lanes have stopped,
// the stuck ones branch (one child stays, the other goes to the stack of open nodes) and the free
// ones take open nodes, or new puzzles when there are none. So one hard puzzle fills all lanes.
//
// This file is compiled once per instruction set and must stay free of the STL: an inline function
// shared with ordinary code could be linked from here and run on a machine without the instructions.
#include "lanes/search.hpp"
#include "lanes/vec.hpp"

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

// ---------------------------------------------------------------- sweeps
// A sweep tells in `dead` which lanes hold a contradiction, in `changed` which lost a candidate, and
// in `open` which have a cell with more than one (each: any bit set).
template <class T>
struct Verdict {
    Vec<T> dead{}, changed{}, open{};
};

// Digits that were seen once and more than once.
template <class T>
struct Tally {
    Vec<T> once{}, twice{};
    void add(Vec<T> x) {
        twice |= once & x;
        once |= x;
    }
    Vec<T> only_once() const { return once & ~twice; }
};

template <class T>
inline Vec<T> when_zero(Vec<T> test) {  // a value that is not zero where `test` is
    return test == Vec<T>{} ? splat<T>(1) : Vec<T>{};
}

// Keep only `hidden` in a cell where it is not empty; two hidden singles in one cell are a
// contradiction.
template <class T>
inline Vec<T> apply_hidden(Vec<T> c, Vec<T> hidden, Verdict<T>& v) {
    const Vec<T> h = c & hidden;
    v.dead |= h & (h - 1);
    return h == Vec<T>{} ? c : h;
}

// A digit sits in the three triads of a band's rows (or a stack's columns) like a permutation
// matrix: triad (i, j) may keep it only if the other two rows can place it in the other two boxes.
template <class T>
inline void allowed_triads(const Vec<T> (&m)[3][3], Vec<T> (&allowed)[3][3]) {
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            allowed[i][j] = (m[i1][j1] & m[i2][j2]) | (m[i1][j2] & m[i2][j1]);
        }
    }
}

// The classic 9x9: the same rules as sweep_general with every loop's bounds known.
template <class T>
Verdict<T> sweep_classic9(const Tables&, Vec<T>* c, Vec<T>*) {
    Verdict<T> v;
    const Vec<T> all = splat<T>(0x1ff);

    // Naked singles of every house, and what is single twice.
    Tally<T> row[9], col[9], box[9];
    for (int r = 0; r < 9; ++r)
        for (int k = 0; k < 9; ++k) {
            const Vec<T> x = c[r * 9 + k];
            const Vec<T> s = where_zero<T>(x & (x - 1), x);
            row[r].add(s);
            col[k].add(s);
            box[r / 3 * 3 + k / 3].add(s);
        }
    for (int h = 0; h < 9; ++h) v.dead |= row[h].twice | col[h].twice | box[h].twice;

    // Every other cell drops the singles of its houses; count what is left for hidden singles.
    Tally<T> hrow[9], hcol[9], hbox[9];
    for (int r = 0; r < 9; ++r)
        for (int k = 0; k < 9; ++k) {
            const Vec<T> x = c[r * 9 + k];
            const Vec<T> seen = row[r].once | col[k].once | box[r / 3 * 3 + k / 3].once;
            const Vec<T> y = (x & (x - 1)) == Vec<T>{} ? x : x & ~seen;
            v.changed |= x ^ y;
            v.dead |= when_zero<T>(y);
            c[r * 9 + k] = y;
            hrow[r].add(y);
            hcol[k].add(y);
            hbox[r / 3 * 3 + k / 3].add(y);
        }
    for (int h = 0; h < 9; ++h)
        v.dead |= (hrow[h].once ^ all) | (hcol[h].once ^ all) | (hbox[h].once ^ all);

    // Hidden singles, and the union of every triad.
    Vec<T> band[3][3][3] = {}, stack[3][3][3] = {};
    for (int h = 0; h < 9; ++h) {
        hrow[h].once = hrow[h].only_once();
        hcol[h].once = hcol[h].only_once();
        hbox[h].once = hbox[h].only_once();
    }
    for (int r = 0; r < 9; ++r)
        for (int k = 0; k < 9; ++k) {
            const Vec<T> x = c[r * 9 + k];
            const Vec<T> hidden = hrow[r].once | hcol[k].once | hbox[r / 3 * 3 + k / 3].once;
            const Vec<T> y = apply_hidden<T>(x, hidden, v);
            v.changed |= x ^ y;
            c[r * 9 + k] = y;
            band[r / 3][r % 3][k / 3] |= y;
            stack[k / 3][k % 3][r / 3] |= y;
        }

    // Locked candidates of all bands and stacks.
    Vec<T> in_band[3][3][3], in_stack[3][3][3];
    for (int b = 0; b < 3; ++b) {
        allowed_triads<T>(band[b], in_band[b]);
        allowed_triads<T>(stack[b], in_stack[b]);
    }
    for (int r = 0; r < 9; ++r)
        for (int k = 0; k < 9; ++k) {
            const Vec<T> x = c[r * 9 + k];
            const Vec<T> y = x & in_band[r / 3][r % 3][k / 3] & in_stack[k / 3][k % 3][r / 3];
            v.changed |= x ^ y;
            v.open |= y & (y - 1);
            c[r * 9 + k] = y;
        }
    return v;
}

// Locked candidates between the boxes and the lines that cross them: a digit that a line has in one
// box only leaves the box's other lines, and one that a box has in one line only leaves the line's
// other boxes. `cell(line, k)` names the k-th cell of a line; a box has `lines` lines of `length`
// cells. `scratch` holds 3 * order vectors.
template <class T, class Cell>
void locked_lines(int order, int lines, int length, Vec<T>* c, Vec<T>* scratch, Verdict<T>& v,
                  Cell cell) {
    const int across = order / length;
    Vec<T>* const segment = scratch;             // [line][box]: the union of the cells they share
    Vec<T>* const in_box = segment + order;      // what the line has in this box only
    Vec<T>* const in_line = in_box + order;      // what the box has in this line only
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
            for (int j = 0; j < across; ++j) in_box[i * across + j] = segment[i * across + j] & once;
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
            for (int i = 0; i < lines; ++i)  // from here on: what leaves the segment
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

// Any order, any houses.
template <class T>
Verdict<T> sweep_general(const Tables& t, Vec<T>* c, Vec<T>* scratch) {
    Verdict<T> v;
    const int n = t.order;
    const Vec<T> all = splat<T>(static_cast<T>((std::uint64_t{1} << n) - 1));
    Vec<T>* const single = scratch;
    Vec<T>* const of_house = scratch + t.n_cells;

    for (int i = 0; i < t.n_cells; ++i) single[i] = where_zero<T>(c[i] & (c[i] - 1), c[i]);
    for (int h = 0; h < t.n_houses; ++h) {
        Tally<T> tally;
        for (int k = 0; k < n; ++k) tally.add(single[t.house_cells[h * n + k]]);
        v.dead |= tally.twice;
        of_house[h] = tally.once;
    }
    for (int i = 0; i < t.n_cells; ++i) {
        Vec<T> seen{};
        for (auto k = t.cell_start[i]; k < t.cell_start[i + 1]; ++k) seen |= of_house[t.cell_houses[k]];
        const Vec<T> x = c[i], y = x & ~(seen & ~single[i]);
        v.changed |= x ^ y;
        v.dead |= when_zero<T>(y);
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
                        [n](int line, int k) { return line * n + k; });
        locked_lines<T>(n, t.box_cols, t.box_rows, c, scratch, v,
                        [n](int line, int k) { return k * n + line; });
    }
    for (int i = 0; i < t.n_cells; ++i) v.open |= c[i] & (c[i] - 1);
    return v;
}

// ---------------------------------------------------------------- one lane
template <class T>
inline T* lane_of(Search& s, int lane) {
    return static_cast<T*>(s.block) + lane;
}

template <class T>
inline void put_lane(Search& s, int lane, const T* values) {
    T* to = lane_of<T>(s, lane);
    for (int i = 0; i < s.tables->n_cells; ++i) to[i * Lanes<T>::count] = values[i];
}

template <class T>
inline void get_lane(Search& s, int lane, T* values) {
    const T* from = lane_of<T>(s, lane);
    for (int i = 0; i < s.tables->n_cells; ++i) values[i] = from[i * Lanes<T>::count];
}

template <class T>
void load_puzzle(Search& s, std::int64_t puzzle, int lane) {
    const Tables& t = *s.tables;
    const T all = static_cast<T>((std::uint64_t{1} << t.order) - 1);
    T* to = lane_of<T>(s, lane);
    const std::int64_t at = puzzle * t.n_cells;
    for (int i = 0; i < t.n_cells; ++i) {
        T mask;
        if (s.input == Input::digits8) {
            const unsigned digit = static_cast<const std::uint8_t*>(s.puzzles)[at + i];
            mask = digit == 0 ? all : static_cast<T>(T{1} << (digit - 1));
        } else if (s.input == Input::masks32) {
            mask = static_cast<T>(static_cast<const std::uint32_t*>(s.puzzles)[at + i]) & all;
        } else {
            mask = static_cast<T>(static_cast<const std::uint64_t*>(s.puzzles)[at + i]) & all;
        }
        to[i * Lanes<T>::count] = mask;
    }
}

template <class T>
void store_solution(Search& s, const Slot& slot, int lane) {
    if (slot.count >= s.keep) return;
    const Tables& t = *s.tables;
    std::uint8_t* to = s.solutions + (slot.puzzle * s.keep + slot.count) * t.n_cells;
    const T* from = lane_of<T>(s, lane);
    for (int i = 0; i < t.n_cells; ++i) {
        const std::uint64_t mask = from[i * Lanes<T>::count];
        to[i] = static_cast<std::uint8_t>(__builtin_ctzll(mask) + 1);
    }
}

// ---------------------------------------------------------------- puzzles and open nodes
struct NodeHead {
    std::int32_t slot;
    std::uint32_t generation;
};

// A puzzle is done: report it and void what is left of it.
inline void finish(Search& s, Slot& slot, bool out_of_budget) {
    s.counts[slot.puzzle] = out_of_budget ? -1 - slot.count : slot.count;
    if (s.nodes != nullptr) s.nodes[slot.puzzle] = slot.nodes;
    const auto index = static_cast<std::int32_t>(&slot - s.slots);
    for (std::uint64_t lanes = s.running | s.stuck; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctzll(lanes);
        if (s.slot_of[lane] != index) continue;
        s.running &= ~(std::uint64_t{1} << lane);
        s.stuck &= ~(std::uint64_t{1} << lane);
    }
    slot.puzzle = -1;
    slot.generation += 1;
}

// One open node of the slot is gone.
inline void close_node(Search& s, Slot& slot) {
    if (--slot.live == 0) finish(s, slot, false);
}

template <class T>
bool pop_node(Search& s, int lane) {
    const std::size_t bytes = node_bytes(*s.tables, sizeof(T));
    while (s.stack_size > 0) {
        const std::uint8_t* node = s.stack + --s.stack_size * bytes;
        NodeHead head;
        __builtin_memcpy(&head, node, sizeof head);
        if (s.slots[head.slot].generation != head.generation) continue;
        put_lane<T>(s, lane, reinterpret_cast<const T*>(node + 8));
        s.slot_of[lane] = head.slot;
        return true;
    }
    return false;
}

template <class T>
bool take_puzzle(Search& s, int lane) {
    if (s.block_next == s.block_end) {
        constexpr std::int64_t kBlock = 64;  // enough that workers seldom meet at the counter
        const std::int64_t first = __atomic_fetch_add(s.next, kBlock, __ATOMIC_RELAXED);
        if (first >= s.n_puzzles) return false;
        s.block_next = first;
        s.block_end = first + kBlock < s.n_puzzles ? first + kBlock : s.n_puzzles;
    }
    int free_slot = 0;
    while (s.slots[free_slot].puzzle >= 0) ++free_slot;  // at most one slot a lane is in use
    Slot& slot = s.slots[free_slot];
    slot.puzzle = s.block_next++;
    slot.count = slot.nodes = 0;
    slot.live = 1;
    slot.expired = false;
    load_puzzle<T>(s, slot.puzzle, lane);
    s.slot_of[lane] = free_slot;
    return true;
}

// ---------------------------------------------------------------- branching
// The cell to branch on: among those with the fewest candidates, the one whose digits most peers
// share, peers with few candidates counting more (weights measured on hardest 9x9 puzzles).
template <class T, int WORDS>
int pick_cell(Search& s, const T* masks) {
    const Tables& t = *s.tables;
    const int words = WORDS != 0 ? WORDS : t.words;
    std::uint64_t* const with_digit = s.sets;                // [order][words]
    std::uint64_t* const with_two = s.sets + t.order * words;
    std::uint64_t* const with_three = with_two + words;
    for (int i = 0; i < (t.order + 2) * words; ++i) s.sets[i] = 0;
    int fewest = 99;
    for (int i = 0; i < t.n_cells; ++i) {
        std::uint64_t mask = masks[i];
        const int size = __builtin_popcountll(mask);
        if (size < 2) continue;
        fewest = size < fewest ? size : fewest;
        const std::uint64_t bit = std::uint64_t{1} << (i & 63);
        if (size == 2) with_two[i >> 6] |= bit;
        if (size == 3) with_three[i >> 6] |= bit;
        for (; mask != 0; mask &= mask - 1)
            with_digit[__builtin_ctzll(mask) * words + (i >> 6)] |= bit;
    }
    int best = -1, best_score = -1;
    for (int i = 0; i < t.n_cells; ++i) {
        // Cells with two candidates are the rule: jump from one to the next.
        if (fewest == 2) {
            const std::uint64_t rest = with_two[i >> 6] >> (i & 63);
            if (rest == 0) {
                i |= 63;
                continue;
            }
            i += __builtin_ctzll(rest);
        }
        const std::uint64_t mask = masks[i];
        if (__builtin_popcountll(mask) != fewest) continue;
        int score = 0;
        for (int w = 0; w < words; ++w) {
            std::uint64_t sharing = 0;
            for (std::uint64_t m = mask; m != 0; m &= m - 1)
                sharing |= with_digit[__builtin_ctzll(m) * words + w];
            sharing &= t.peers[i * words + w];
            score += __builtin_popcountll(sharing) + 4 * __builtin_popcountll(sharing & with_two[w]) +
                     __builtin_popcountll(sharing & with_three[w]);
        }
        if (score > best_score) best = i, best_score = score;
    }
    return best;
}

// Split a stuck lane: it goes on with one candidate of the cell, the others go to the stack.
template <class T, int WORDS>
void branch(Search& s, int lane) {
    Slot& slot = s.slots[s.slot_of[lane]];
    if (slot.expired || (s.node_budget > 0 && slot.nodes >= s.node_budget)) {
        finish(s, slot, true);
        return;
    }
    slot.nodes += 1;
    s.n_guesses += 1;
    T* const masks = static_cast<T*>(s.column);
    get_lane<T>(s, lane, masks);
    const int cell = pick_cell<T, WORDS>(s, masks);
    const T mask = masks[cell], digit = static_cast<T>(mask & (~mask + 1));

    std::uint8_t* node = s.stack + s.stack_size++ * node_bytes(*s.tables, sizeof(T));
    const NodeHead head{s.slot_of[lane], slot.generation};
    __builtin_memcpy(node, &head, sizeof head);
    masks[cell] = static_cast<T>(mask & ~digit);
    __builtin_memcpy(node + 8, masks, sizeof(T) * static_cast<std::size_t>(s.tables->n_cells));
    slot.live += 1;

    lane_of<T>(s, lane)[cell * Lanes<T>::count] = digit;
    s.stuck &= ~(std::uint64_t{1} << lane);
    s.running |= std::uint64_t{1} << lane;
}

// ---------------------------------------------------------------- the loop
// A lane stopped after a sweep that changed nothing, or died.
template <class T>
void settle(Search& s, const Verdict<T>& v) {
    const std::uint64_t dead = nonzero_lanes<T>(v.dead) & s.running;
    const std::uint64_t still = s.running & ~dead & ~nonzero_lanes<T>(v.changed);
    const std::uint64_t stuck = still & nonzero_lanes<T>(v.open);
    s.running &= ~(dead | still);
    s.stuck |= stuck;
    for (std::uint64_t lanes = dead; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctzll(lanes);
        Slot& slot = s.slots[s.slot_of[lane]];
        if (slot.puzzle >= 0) close_node(s, slot);
    }
    for (std::uint64_t lanes = still & ~stuck; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctzll(lanes);
        Slot& slot = s.slots[s.slot_of[lane]];
        if (slot.puzzle < 0) continue;  // finished a moment ago, by another lane
        store_solution<T>(s, slot, lane);
        slot.count += 1;
        if (slot.count >= s.limit) finish(s, slot, false);
        else close_node(s, slot);
    }
}

// Let stuck lanes branch and free lanes take work. Returns false when the stack must grow first.
template <class T, int WORDS>
bool refill(Search& s) {
    for (std::uint64_t lanes = s.stuck; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctzll(lanes);
        if (!(s.stuck >> lane & 1)) continue;  // its puzzle finished while another lane branched
        if (s.stack_size == s.stack_capacity) {
            if (!s.stack_is_full) return false;
            finish(s, s.slots[s.slot_of[lane]], true);  // bounded memory before complete answers
            continue;
        }
        branch<T, WORDS>(s, lane);
    }
    for (std::uint64_t lanes = Lanes<T>::all & ~s.running; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctzll(lanes);
        if (!pop_node<T>(s, lane) && !take_puzzle<T>(s, lane)) break;
        s.running |= std::uint64_t{1} << lane;
    }
    return true;
}

template <class T, int WORDS, Verdict<T> (*sweep)(const Tables&, Vec<T>*, Vec<T>*)>
Status loop(Search& s, std::int64_t max_sweeps) {
    auto* const block = static_cast<Vec<T>*>(s.block);
    auto* const scratch = static_cast<Vec<T>*>(s.scratch);
    // Choosing a branch is as dear as a sweep and a sweep costs the same for one lane as for all:
    // so lanes that stopped wait until about half of them have.
    constexpr int kEnough = Lanes<T>::count / 2 > 0 ? Lanes<T>::count / 2 : 1;
    for (;;) {
        if (__builtin_popcountll(s.running) <= Lanes<T>::count - kEnough) {
            if (!refill<T, WORDS>(s)) return Status::wants_stack;
            if (s.running == 0) return Status::finished;
        }
        if (max_sweeps-- == 0) return Status::paused;
        s.n_sweeps += 1;
        settle<T>(s, sweep(*s.tables, block, scratch));
    }
}

template <class T>
Status run(Search& s, std::int64_t max_sweeps) {
    if constexpr (sizeof(T) == 2)
        if (s.tables->classic9) return loop<T, 2, sweep_classic9<T>>(s, max_sweeps);
    return loop<T, 0, sweep_general<T>>(s, max_sweeps);
}

}  // namespace

extern const Kernel kernel;
const Kernel kernel = {run<std::uint16_t>, run<std::uint32_t>, run<std::uint64_t>,
                       PANDOKU_VECTOR_BYTES};

}  // namespace pandoku::lanes::PANDOKU_ISA
