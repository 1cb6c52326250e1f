// Branching: which cell, and where the two children go. Part of kernel.inl.

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

// The cells of one node as sets of bits, to choose a branch by.
struct CellSets {
    const std::uint64_t* with_digit;  // [order][words]
    const std::uint64_t* with_two;    // [words], cells with two candidates
    const std::uint64_t* with_three;
    const std::uint64_t* open;        // cells with two or more
};

template <class T, int WORDS>
CellSets sets_of(Search& s, const T* column) {
    const Tables& t = *s.tables;
    const int words = WORDS != 0 ? WORDS : t.words;
    std::uint64_t* const with_digit = s.sets;
    std::uint64_t* const with_two = with_digit + t.order * words;
    std::uint64_t* const with_three = with_two + words;
    std::uint64_t* const open = with_three + words;
    for (int i = 0; i < (t.order + 3) * words; ++i) s.sets[i] = 0;
    for (int first = 0; first < t.n_cells; first += Lanes<T>::count) {
        const int word = first >> 6, shift = first & 63, left = t.n_cells - first;
        // Behind the last cell stands whatever the column's memory holds.
        const std::uint64_t valid =
            left < Lanes<T>::count ? (std::uint64_t{1} << left) - 1 : Lanes<T>::all;
        const auto x = *reinterpret_cast<const Vec<T>*>(column + first);
        const Vec<T> two = x & (x - 1), three = two & (two - 1), four = three & (three - 1);
        const std::uint64_t at_least_2 = nonzero_lanes<T>(two) & valid;
        const std::uint64_t at_least_3 = nonzero_lanes<T>(three) & valid;
        const std::uint64_t at_least_4 = nonzero_lanes<T>(four) & valid;
        open[word] |= at_least_2 << shift;
        with_two[word] |= (at_least_2 & ~at_least_3) << shift;
        with_three[word] |= (at_least_3 & ~at_least_4) << shift;
        for (int digit = 0; digit < t.order; ++digit) {
            const Vec<T> bit = splat<T>(static_cast<T>(T{1} << digit));
            with_digit[digit * words + word] |= (nonzero_lanes<T>(x & bit) & at_least_2) << shift;
        }
    }
    return {with_digit, with_two, with_three, open};
}

// How much a branch on the cell would tell: the open peers that share a digit with it, those with
// few candidates counting more (weights measured on hardest 9x9 puzzles).
template <int WORDS>
inline int score(const Tables& t, const CellSets& sets, int cell, std::uint64_t mask) {
    const int words = WORDS != 0 ? WORDS : t.words;
    const std::uint64_t* const peers = t.peers + cell * words;
    const std::uint64_t* const first = sets.with_digit + __builtin_ctzll(mask) * words;
    mask &= mask - 1;
    const std::uint64_t* const second = sets.with_digit + __builtin_ctzll(mask) * words;
    int result = 0;
    for (int w = 0; w < words; ++w) {
        std::uint64_t sharing = first[w] | second[w];
        for (std::uint64_t m = mask & (mask - 1); m != 0; m &= m - 1)
            sharing |= sets.with_digit[__builtin_ctzll(m) * words + w];
        sharing &= peers[w];
        result += __builtin_popcountll(sharing) +
                  4 * __builtin_popcountll(sharing & sets.with_two[w]) +
                  __builtin_popcountll(sharing & sets.with_three[w]);
    }
    return result;
}

// The cell to branch on: among those with the fewest candidates the one with the best score.
template <class T, int WORDS>
int pick_cell(Search& s, const T* column) {
    const Tables& t = *s.tables;
    const int words = WORDS != 0 ? WORDS : t.words;
    const CellSets sets = sets_of<T, WORDS>(s, column);
    int best = -1, best_score = -1, fewest = 64;
    for (int w = 0; w < words; ++w)  // two candidates are the rule
        for (std::uint64_t cells = sets.with_two[w]; cells != 0; cells &= cells - 1) {
            const int cell = w * 64 + __builtin_ctzll(cells);
            const int points = score<WORDS>(t, sets, cell, column[cell]);
            if (points > best_score) best = cell, best_score = points;
        }
    if (best >= 0) return best;
    for (int w = 0; w < words; ++w)
        for (std::uint64_t cells = sets.open[w]; cells != 0; cells &= cells - 1) {
            const int cell = w * 64 + __builtin_ctzll(cells);
            const int size = __builtin_popcountll(column[cell]);
            if (size > fewest) continue;
            const int points = score<WORDS>(t, sets, cell, column[cell]);
            if (size < fewest || points > best_score)
                best = cell, best_score = points, fewest = size;
        }
    return best;
}

// A stuck lane's branch: it keeps `digit` in `cell`; its twin gets the cell's other candidates.
template <class T>
struct Branch {
    int lane = 0;
    int cell = -1;
    int twin = -1;  // its lane
    T digit = 0, others = 0;
};

template <class T>
inline T* column_of(Search& s, int index) {
    return reinterpret_cast<T*>(static_cast<std::uint8_t*>(s.columns) +
                                static_cast<std::size_t>(index) * node_bytes(*s.tables, sizeof(T)));
}

template <class T>
void push_node(Search& s, const Branch<T>& branch, const T* column) {
    std::uint8_t* const node = s.stack + s.stack_size++ * node_bytes(*s.tables, sizeof(T));
    T* const masks = reinterpret_cast<T*>(node);
    __builtin_memcpy(masks, column, sizeof(T) * static_cast<std::size_t>(s.tables->n_cells));
    masks[branch.cell] = branch.others;
    const std::int32_t slot = s.slot_of[branch.lane];
    const NodeHead head{slot, s.slots[slot].generation};
    __builtin_memcpy(node + node_bytes(*s.tables, sizeof(T)) - sizeof head, &head, sizeof head);
}

// Let the stuck lanes branch. Their twins go to free lanes, all in one pass over the block, and to
// the stack when there are none.
template <class T, int WORDS>
void branch_all(Search& s) {
    const bool out_of_memory =  // bounded memory before complete answers
        s.stack_capacity - s.stack_size < static_cast<std::size_t>(__builtin_popcountll(s.stuck));
    Branch<T> branches[kMaxLanes];
    int n_branches = 0;
    for (std::uint64_t lanes = s.stuck; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctzll(lanes);
        if (!(s.stuck >> lane & 1)) continue;  // finished with its puzzle a moment ago
        Slot& slot = s.slots[s.slot_of[lane]];
        if (slot.expired || (s.node_budget > 0 && slot.nodes >= s.node_budget) || out_of_memory) {
            finish(s, slot, true);
            continue;
        }
        slot.nodes += 1;
        slot.live += 1;
        branches[n_branches].lane = lane;
        get_lane<T>(s, lane, column_of<T>(s, n_branches++));
    }
    std::uint64_t free_lanes = Lanes<T>::all & ~s.running & ~s.stuck;
    int source[Lanes<T>::count];
    for (int i = 0; i < Lanes<T>::count; ++i) source[i] = i;
    for (int i = 0; i < n_branches; ++i) {
        Branch<T>& branch = branches[i];
        if (!(s.stuck >> branch.lane & 1)) continue;  // finished: out of budget on another lane
        const T* const column = column_of<T>(s, i);
        branch.cell = pick_cell<T, WORDS>(s, column);
        const T mask = column[branch.cell];
        branch.digit = static_cast<T>(mask & (~mask + 1));
        branch.others = static_cast<T>(mask & ~branch.digit);
        s.n_guesses += 1;
        if (free_lanes == 0) {
            push_node<T>(s, branch, column);
            continue;
        }
        branch.twin = __builtin_ctzll(free_lanes);
        free_lanes &= free_lanes - 1;
        source[branch.twin] = branch.lane;
        s.slot_of[branch.twin] = s.slot_of[branch.lane];
        s.running |= std::uint64_t{1} << branch.twin;
    }
    copy_lanes<T>(static_cast<Vec<T>*>(s.block), s.tables->n_cells, source);
    for (int i = 0; i < n_branches; ++i) {
        const Branch<T>& branch = branches[i];
        if (branch.cell < 0) continue;
        T* const cell = static_cast<T*>(s.block) + branch.cell * Lanes<T>::count;
        cell[branch.lane] = branch.digit;
        if (branch.twin >= 0) cell[branch.twin] = branch.others;
    }
    s.running |= s.stuck;
    s.stuck = 0;
}

}  // namespace
}  // namespace pandoku::lanes::PANDOKU_ISA
