// Branching: which cell, and where the two children go. Part of kernel.inl.

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

// What a cell counts for each of its peers that shares a candidate with it.
template <class T>
struct Scores {
    const Vec<T>* cells;
    const Vec<T>* weight;
    Vec<T>* score;

    // Count each pair of cells of a house, but for those that `skip` names. N: how many cells,
    // where that is known when this is compiled; then they stay in registers.
    template <int N, class Cell, class Skip>
    void add_pairs(int order, Cell cell_at, Skip skip) const {
        const int n = N != 0 ? N : order;
        constexpr int kRoom = N != 0 ? N : kMaxOrder;
        Vec<T> x[kRoom], own[kRoom], total[kRoom];
#pragma GCC unroll 9
        for (int a = 0; a < n; ++a) {
            x[a] = cells[cell_at(a)];
            own[a] = weight[cell_at(a)];
            total[a] = score[cell_at(a)];
        }
#pragma GCC unroll 9
        for (int a = 0; a < n; ++a)
#pragma GCC unroll 9
            for (int b = 0; b < n; ++b)
                if (a < b && !skip(a, b))
                    add_where_joint<T>(x[a], x[b], total[a], own[b], total[b], own[a]);
#pragma GCC unroll 9
        for (int a = 0; a < n; ++a) score[cell_at(a)] = total[a];
    }
};

// The cell that each lane of a block should branch on: the one with the fewest candidates, and
// among those the one whose branch would tell most: the open peers that share a digit with it, those
// with few candidates counting more. (Weights measured on the hardest 9x9. For all lanes at once this
// takes about two sweeps, however many need it: so a full block is waited for.)
template <class T, int ORDER>
Vec<T> pick_cells(const Search& s, const Vec<T>* c) {
    const Tables& t = *s.tables;
    Vec<T>* const weight = static_cast<Vec<T>*>(s.scratch);
    Vec<T>* const score = weight + t.n_cells;
    const auto number = [](int value) { return splat<T>(static_cast<T>(value)); };
    constexpr int kCandidate = -600, kSingle = -32000;  // no peers weigh as much as a candidate
    for (int i = 0; i < t.n_cells; ++i) {
        const Vec<T> two = c[i] & (c[i] - 1), three = two & (two - 1);
        const Mask<T> is_single = are_zero<T>(two), is_pair = are_zero<T>(three);
        const Mask<T> is_triple = are_disjoint<T>(three, three - 1);
        weight[i] = pick<T>(is_pair, number(5), pick<T>(is_triple, number(2), number(1)));
        if constexpr (ORDER == 9)  // more than three come last anyway
            score[i] = pick<T>(is_pair, Vec<T>{},
                               pick<T>(is_triple, number(kCandidate), number(2 * kCandidate)));
        else
            score[i] = (count_bits<T>(c[i]) - 2) * static_cast<T>(kCandidate);
        score[i] = pick<T>(is_single, number(kSingle), score[i]);
    }
    const Scores<T> scores{c, weight, score};
    if constexpr (ORDER == 9) {
        const auto all = [](int, int) { return false; };
        for (int h = 0; h < 9; ++h) {
            scores.template add_pairs<9>(9, [h](int k) { return h * 9 + k; }, all);
            scores.template add_pairs<9>(9, [h](int k) { return k * 9 + h; }, all);
            const int corner = h / 3 * 27 + h % 3 * 3;
            scores.template add_pairs<9>(
                9, [corner](int k) { return corner + k / 3 * 9 + k % 3; },
                [](int a, int b) { return a / 3 == b / 3 || a % 3 == b % 3; });  // a line has it
        }
    } else {
        for (int h = 0; h < t.n_houses; ++h) {
            const std::uint16_t* const cells = t.house_cells + h * t.order;
            scores.template add_pairs<0>(
                t.order, [cells](int k) { return cells[k]; }, [](int, int) { return false; });
        }
    }
    Vec<T> best{}, most = number(kSingle);
    for (int i = 0; i < t.n_cells; ++i) {
        const Mask<T> better = are_greater<T>(score[i], most);
        best = pick<T>(better, splat<T>(static_cast<T>(i)), best);
        most = pick<T>(better, score[i], most);
    }
    return best;
}

// Let the parked nodes branch: a child with the lowest digit of its node's cell, and one with the
// cell's other candidates. Both go to the stack, the first on top.
template <class T, int ORDER>
void branch(Search& s) {
    const bool out_of_memory = s.stack_capacity - s.stack_size < 2;  // memory is bounded
    Nodes& parents = s.waiting;
    for (std::uint64_t lanes = parents.lanes; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctzll(lanes);
        Slot* const slot = slot_of(s, parents, lane);
        const bool ends = slot != nullptr && (slot->expired || out_of_memory ||
                          (s.node_budget > 0 && slot->nodes >= s.node_budget));
        if (ends) finish(s, *slot, true);
        if (slot == nullptr || ends) {
            parents.lanes &= ~(std::uint64_t{1} << lane);
            continue;
        }
        slot->nodes += 1;
        slot->live += 1;
        leave(s, *slot);
        parents.slots |= std::uint64_t{1} << parents.slot[lane];
        s.n_guesses += 1;
    }
    if (parents.lanes == 0) return;
    const int n_cells = s.tables->n_cells;
    const Vec<T>* const parked = static_cast<const Vec<T>*>(s.parked);
    const Vec<T> cell = pick_cells<T, ORDER>(s, parked);
    Vec<T>* const second = stack_block<T>(s, s.stack_size);
    Vec<T>* const first = stack_block<T>(s, s.stack_size + 1);
    for (int i = 0; i < n_cells; ++i) {
        const Vec<T> x = parked[i], others = x & (x - 1);
        const Mask<T> here = are_equal<T>(cell, splat<T>(static_cast<T>(i)));
        second[i] = pick<T>(here, others, x);
        first[i] = pick<T>(here, x ^ others, x);
    }
    for (int child = 0; child < 2; ++child) {
        Nodes& nodes = s.stack_nodes[s.stack_size++];
        parents.block = nodes.block;
        nodes = parents;
    }
    parents.lanes = parents.slots = 0;
}

}  // namespace
}  // namespace pandoku::lanes::PANDOKU_ISA
