// Branching: which cell, and where the two children go. Part of kernel.inl.

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

// What the cells of a block count for their peers, and what each has counted so far.
template <class T>
struct Scores {
    const Vec<T>* cells;
    const Vec<T>* weight;
    Vec<T>* score;

    // Count each pair of cells of a house of nine, but for those that `skip` names.
    template <class Cell, class Skip>
    void add_house9(Cell cell_at, Skip skip) const {
        Vec<T> x[9], own[9], total[9];
#pragma GCC unroll 9
        for (int a = 0; a < 9; ++a) {
            x[a] = cells[cell_at(a)];
            own[a] = weight[cell_at(a)];
            total[a] = score[cell_at(a)];
        }
#pragma GCC unroll 9
        for (int a = 0; a < 9; ++a)
#pragma GCC unroll 9
            for (int b = 0; b < 9; ++b)
                if (a < b && !skip(a, b)) {
                    total[a] = add_where_joint<T>(x[a], x[b], total[a], own[b]);
                    total[b] = add_where_joint<T>(x[a], x[b], total[b], own[a]);
                }
#pragma GCC unroll 9
        for (int a = 0; a < 9; ++a) score[cell_at(a)] = total[a];
    }

    void add_classic9() const {
        const auto none = [](int, int) { return false; };
        const auto in_line = [](int a, int b) { return a / 3 == b / 3 || a % 3 == b % 3; };
        for (int h = 0; h < 9; ++h) {
            add_house9([h](int k) { return h * 9 + k; }, none);
            add_house9([h](int k) { return k * 9 + h; }, none);
            const int corner = h / 3 * 27 + h % 3 * 3;  // what a line has counted is skipped
            add_house9([corner](int k) { return corner + k / 3 * 9 + k % 3; }, in_line);
        }
    }

    // The peers of each cell that is a pair in some lane; those in two of its houses count twice.
    void add_pairs(const Tables& t) const {
        for (int i = 0; i < t.n_cells; ++i) {
            const Vec<T> two = cells[i] & (cells[i] - 1);
            const std::uint64_t at_most_two = bits_of<T>(are_disjoint<T>(two, two - 1));
            if (at_most_two == bits_of<T>(are_zero<T>(two))) continue;  // a pair nowhere
            Vec<T> total = score[i];
            for (auto k = t.cell_start[i]; k < t.cell_start[i + 1]; ++k) {
                const std::uint16_t* const house = t.house_cells + t.cell_houses[k] * t.order;
                for (int b = 0; b < t.order; ++b)
                    total = add_where_joint<T>(cells[i], cells[house[b]], total,
                                               weight[house[b]]);
            }
            score[i] = total;
        }
    }
};

// The cell that each lane of a block should branch on: the one with the fewest candidates, and
// among those the one whose branch would tell most: the open peers that share a digit with it,
// those with few candidates counting more. (Weights measured on the hardest 9x9. For all lanes at
// once this takes about two sweeps, however many need it: so a full block is waited for.)
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
    if constexpr (ORDER == 9) scores.add_classic9();
    else scores.add_pairs(t);
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
