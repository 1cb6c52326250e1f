// Branching: choosing the cells to guess, and storing the children. Part of kernel.inl.

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

// Each lane should branch on a cell that has few candidates and affects many others. The measure is
// the number of open peers that share a candidate with the cell, where peers with few candidates
// count more. (The weights were measured on the hardest 9x9. The choice takes about as long as a
// sweep, regardless of the number of lanes, so it waits for a full block.)
constexpr int kPair = 5, kTriple = 2, kMore = 1;

// Selects by the number of candidates of an open cell; `two` is its mask without the lowest one.
template <class T>
inline Vec<T> by_candidates(Vec<T> two, Vec<T> pair, Vec<T> triple, Vec<T> more) {
    const Vec<T> three = two & (two - 1);
    return pick<T>(are_zero<T>(three), pair,
                   pick<T>(are_disjoint<T>(three, three - 1), triple, more));
}

// For nine cells of a house: adds to each score the weights of the other cells that share a
// candidate, except pairs where `skip` is true.
template <class T, class Skip>
inline void count_peers(const Vec<T> (&x)[9], const Vec<T> (&weight)[9], Vec<T> (&score)[9],
                        Skip skip) {
#pragma GCC unroll 9
    for (int a = 0; a < 9; ++a)
#pragma GCC unroll 9
        for (int b = 0; b < 9; ++b)
            if (a < b && !skip(a, b)) {
                score[a] = add_where_joint<T>(x[a], x[b], score[a], weight[b]);
                score[b] = add_where_joint<T>(x[a], x[b], score[b], weight[a]);
            }
}

// Picks the cells to guess at once: the best cell of all, then the best in boxes outside the band
// and the stack of the first, and so on. If cells saw each other, guessing both would be one guess
// and a conclusion. `best` has the key of the best cell of each box.
template <class T>
void pick_from_boxes(Vec<T> (&best)[9], Vec<T> least, int n, Nodes& nodes) {
    for (int guess = 0; guess < kMostGuesses; ++guess) {
        Vec<T> cell = splat<T>(kNoCell);
        if (guess < n) {
            Vec<T> band[3], stack[3];
            for (int k = 0; k < 3; ++k) {
                band[k] = larger_of(larger_of(best[3 * k], best[3 * k + 1]), best[3 * k + 2]);
                stack[k] = larger_of(larger_of(best[k], best[k + 3]), best[k + 6]);
            }
            const Vec<T> most = larger_of(larger_of(band[0], band[1]), band[2]);
            for (int box = 0; box < 9; ++box) {
                best[box] = pick<T>(are_equal<T>(band[box / 3], most), least, best[box]);
                best[box] = pick<T>(are_equal<T>(stack[box % 3], most), least, best[box]);
            }
            cell = pick<T>(are_greater<T>(most, least), most & splat<T>(127), cell);
        }
        __builtin_memcpy(nodes.cell[guess], &cell, sizeof cell);
    }
}

// A key is the score times 128 plus the number of the cell, so the best key is simply the largest.
template <class T>
void pick_cells9(const Search& s, const Vec<T>* c, Nodes& nodes) {
    const auto steps = [](int score) { return splat<T>(static_cast<T>(score * 128)); };
    // The penalty for one more candidate: cells with fewer candidates come first, as the weights of
    // the peers add up to at most 20 * 5.
    constexpr int behind = 101;
    const Vec<T> triple = steps(-behind), more = steps(-2 * behind), single = steps(-255);
    Vec<T>* const weights = static_cast<Vec<T>*>(s.scratch);
    Vec<T>* const scores = weights + 81;
    Vec<T> x[9], weight[9], score[9];
    const auto none = [](int, int) { return false; };
    const auto in_line = [](int a, int b) { return a / 3 == b / 3 || a % 3 == b % 3; };
    Vec<T> cell{};
    for (int i = 0; i < 81; ++i) {
        const Vec<T> two = c[i] & (c[i] - 1);
        weights[i] = by_candidates<T>(two, steps(kPair), steps(kTriple), steps(kMore));
        scores[i] =
            cell + pick<T>(are_zero<T>(two), single, by_candidates<T>(two, Vec<T>{}, triple, more));
        cell += 1;
    }
    const auto load = [&](int k, int from) {
        x[k] = c[from];
        weight[k] = weights[from];
        score[k] = scores[from];
    };
    for (int row = 0; row < 81; row += 9) {
#pragma GCC unroll 9
        for (int k = 0; k < 9; ++k) load(k, row + k);
        count_peers<T>(x, weight, score, none);
#pragma GCC unroll 9
        for (int k = 0; k < 9; ++k) scores[row + k] = score[k];
    }
    for (int column = 0; column < 9; ++column) {
#pragma GCC unroll 9
        for (int k = 0; k < 9; ++k) load(k, column + k * 9);
        count_peers<T>(x, weight, score, none);
#pragma GCC unroll 9
        for (int k = 0; k < 9; ++k) scores[column + k * 9] = score[k];
    }
    Vec<T> best[9];
    for (int box = 0; box < 9; ++box) {
        const int corner = box / 3 * 27 + box % 3 * 3;
#pragma GCC unroll 9
        for (int k = 0; k < 9; ++k) load(k, corner + k / 3 * 9 + k % 3);
        count_peers<T>(x, weight, score, in_line);  // skips the pairs counted in rows and columns
#pragma GCC unroll 9
        for (int k = 1; k < 9; ++k) score[0] = larger_of(score[0], score[k]);
        best[box] = score[0];
    }
    // If puzzles have several solutions, most guesses are right, and two guesses at once save
    // sweeps.
    pick_from_boxes<T>(best, steps(-254), is_loose(s) ? kMostGuesses : 1, nodes);
}

// The same for any houses. Peers are only counted for cells with two candidates in some lane. A
// peer in two common houses counts twice.
template <class T>
void pick_cells_in_any(const Search& s, const Vec<T>* c, Nodes& nodes) {
    const auto number = [](int value) { return splat<T>(static_cast<T>(value)); };
    constexpr int kBehind = 600, kSingle = -32000;
    const Tables& t = *s.tables;
    Vec<T>* const weight = static_cast<Vec<T>*>(s.scratch);
    for (int i = 0; i < t.n_cells; ++i) {
        const Vec<T> two = c[i] & (c[i] - 1);
        weight[i] = by_candidates<T>(two, number(kPair), number(kTriple), number(kMore));
    }
    Vec<T> best{}, most = number(kSingle);
    for (int i = 0; i < t.n_cells; ++i) {
        const Vec<T> two = c[i] & (c[i] - 1);
        const Mask<T> is_single = are_zero<T>(two);
        Vec<T> score = pick<T>(is_single, number(kSingle),
                               (count_bits<T>(c[i]) - 2) * static_cast<T>(-kBehind));
        // Lanes without a node are masked off: they may hold anything, and the choice would depend
        // on what was in memory before.
        const std::uint64_t is_pair =
            bits_of<T>(are_disjoint<T>(two, two - 1)) & ~bits_of<T>(is_single) & nodes.lanes;
        if (is_pair != 0)
            for (auto k = t.cell_start[i]; k < t.cell_start[i + 1]; ++k) {
                const std::uint16_t* const house = t.house_cells + t.cell_houses[k] * t.order;
                for (int b = 0; b < t.order; ++b)
                    score = add_where_joint<T>(c[i], c[house[b]], score, weight[house[b]]);
            }
        const Mask<T> better = are_greater<T>(score, most);
        best = pick<T>(better, number(i), best);
        most = pick<T>(better, score, most);
    }
    for (int lane = 0; lane < Lanes<T>::count; ++lane) {
        nodes.cell[0][lane] = static_cast<std::uint16_t>(best[lane]);
        for (int k = 1; k < kMostGuesses; ++k) nodes.cell[k][lane] = kNoCell;
    }
}

// Lets the parked nodes branch, and pushes them onto the stack.
template <class T, int ORDER>
void branch(Search& s) {
    // The size of the stack is bounded.
    const bool out_of_memory = s.stack_size == s.stack_capacity;
    Nodes& parents = s.waiting;
    for (std::uint64_t lanes = parents.lanes; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctzll(lanes);
        Slot* const slot = slot_of(s, parents, lane);
        // Time and budgets are checked only here: a node that never branches ends soon anyway.
        bool ends = slot != nullptr && (slot->expired || out_of_memory ||
                                        (s.node_budget > 0 && slot->nodes >= s.node_budget));
        if (slot != nullptr && !ends && s.patience > 0 &&
            slot->nodes >= s.patience * (slot->count + 1)) {
            s.stuck_puzzles[slot->puzzle] = 1;
            ends = true;
        }
        if (ends) finish(s, *slot, true);
        if (slot == nullptr || ends) {
            parents.lanes &= ~(std::uint64_t{1} << lane);
            continue;
        }
        leave(s, *slot);
        parents.slots |= std::uint64_t{1} << parents.slot[lane];
        parents.lane_of[parents.slot[lane]] = static_cast<std::int8_t>(lane);
    }
    if (parents.lanes == 0) return;
    if constexpr (ORDER == 9)
        pick_cells9<T>(s, stack_block<T>(s, parents), parents);
    else
        pick_cells_in_any<T>(s, stack_block<T>(s, parents), parents);
    // A node that guesses k cells has k + 1 children: each guess adds one.
    for (std::uint64_t& open : parents.open) open = 0;
    parents.open[0] = parents.lanes;
    for (std::uint64_t lanes = parents.lanes; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctzll(lanes);
        Slot& slot = s.slots[parents.slot[lane]];
        const std::int64_t left = s.node_budget > 0 ? s.node_budget - slot.nodes : kMostGuesses;
        int k = 0;
        for (; k < kMostGuesses && k < left && parents.cell[k][lane] != kNoCell; ++k) {
            parents.open[k + 1] |= std::uint64_t{1} << lane;
            slot.nodes += 1;
            slot.live += 1;
            s.n_guesses += 1;
        }
        // If other nodes of the puzzle have just used up the budget, the last child keeps all
        // remaining candidates, and the puzzle ends when this child branches.
        if (k < kMostGuesses) parents.cell[k][lane] = kNoCell;
    }
    // Block numbers are exchanged instead of copying masks, which stay where they were parked.
    Nodes& top = s.stack_nodes[s.stack_size++];
    const std::size_t free_block = top.block;
    top = parents;
    parents.block = free_block;
    parents.lanes = parents.slots = 0;
}

}  // namespace
}  // namespace pandoku::lanes::PANDOKU_ISA
