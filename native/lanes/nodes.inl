// Puzzles, open nodes and lanes, and how nodes move between them. Part of kernel.inl.
//
// A node is one lane of n_cells vectors. Waiting nodes have the same layout in memory as in the
// lanes: new puzzles in the intake, stuck nodes parked until there are enough to branch, and their
// children in the blocks of the stack. This lets any number of nodes move in one pass over the
// cells.

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

template <class T>
inline Vec<T>* block_of(Search& s) {
    return static_cast<Vec<T>*>(s.block);
}

template <class T>
inline Vec<T>* stack_block(const Search& s, const Nodes& nodes) {
    return static_cast<Vec<T>*>(s.stack) +
           nodes.block * static_cast<std::size_t>(s.tables->n_cells);
}

// Whether solutions are collected and stored together, which takes a third of the time of storing
// them one by one. Digits must be at most 9. With 16 lanes, the additional pass takes as long as it
// saves.
template <class T>
constexpr bool kCollects =
#if defined(PANDOKU_AVX512) && PANDOKU_VECTOR_BYTES == 64
    sizeof(T) == 2;
#else
    false;
#endif

template <class T>
inline bool stores_together(const Search& s) {
    return kCollects<T> && s.tables->order >= 4 && s.tables->order <= 9;
}

// Moves of nodes from and to the lanes. They are collected and then made in one pass over the
// cells, which costs little more than moving a single node.
template <class T>
class Moves {
  public:
    explicit Moves(Search& s) : s_(s) {}

    // A route into the lanes, from a block that must not change until these moves are made.
    Route<T>& from(const Vec<T>* source) {
        if (n_ == kMost) make();
        sources_[n_] = source;
        return routes_[n_++] = Route<T>();
    }

    // A route from the lanes to where stuck nodes are parked.
    Route<T>& to_parked() {
        // In one pass, nodes leave the lanes before other nodes enter. So pending nodes must enter
        // first.
        if (n_ != 0) make();
        parks_ = true;
        return park_;
    }

    // A route from the lanes to where solutions are collected.
    Route<T>& to_solved() {
        solves_ = true;
        return solve_;
    }

    // The node that enters the lane keeps only the lowest digit of the cell, or only the others.
    void guess(int lane, int cell, bool lowest) {
        guesses_[n_guesses_++] = {static_cast<std::uint16_t>(cell * Lanes<T>::count + lane),
                                  lowest};
    }

    void make() {
        Vec<T>* const block = block_of<T>(s_);
        Vec<T>* const parked = stack_block<T>(s_, s_.waiting);
        Vec<T>* const solved = static_cast<Vec<T>*>(s_.solved);
        const int n_cells = s_.tables->n_cells;
        if constexpr (Route<T>::kMovesVectors) {
            for (int i = 0; i < n_cells; ++i) {
                Vec<T> x = block[i];
                if (kCollects<T> && solves_) solve_.follow(x, solved[i]);
                if (parks_) park_.follow(x, parked[i]);
                for (int k = 0; k < n_; ++k) routes_[k].follow(sources_[k][i], x);
                block[i] = x;
            }
        } else {
            if (parks_) park_.copy(block, parked, n_cells);
            for (int k = 0; k < n_; ++k) routes_[k].copy(sources_[k], block, n_cells);
        }
        for (int k = 0; k < n_guesses_; ++k) {
            T& x = reinterpret_cast<T*>(block)[guesses_[k].at];
            const T others = static_cast<T>(x & (x - 1));
            x = guesses_[k].lowest ? static_cast<T>(x ^ others) : others;
        }
        n_ = n_guesses_ = 0;
        parks_ = solves_ = false;
        park_ = solve_ = Route<T>();
    }

  private:
    static constexpr int kMost = 6;
    struct Guess {
        std::uint16_t at;  // index among the block's masks
        bool lowest;
    };
    Search& s_;
    Route<T> park_, solve_, routes_[kMost];
    const Vec<T>* sources_[kMost];
    Guess guesses_[Lanes<T>::count * kMostGuesses];
    int n_ = 0, n_guesses_ = 0;
    bool parks_ = false, solves_ = false;
};

template <class T>
void load_puzzle(const Search& s, std::int64_t puzzle, T* to) {
    const Tables& t = *s.tables;
    const T all = static_cast<T>((std::uint64_t{1} << t.order) - 1);
    const auto load = [&](const auto* from, auto mask_of) {
#pragma GCC unroll 8
        for (int i = 0; i < t.n_cells; ++i)
            to[i * Lanes<T>::count] = mask_of(from[puzzle * t.n_cells + i]);
    };
    const auto clip = [all](std::uint64_t mask) { return static_cast<T>(mask & all); };
    if (s.input == Input::digits8) {
        T mask_of[kMaxOrder + 1];
        mask_of[0] = all;
        for (int digit = 1; digit <= t.order; ++digit)
            mask_of[digit] = static_cast<T>(T{1} << (digit - 1));
        load(static_cast<const std::uint8_t*>(s.puzzles), [&](unsigned d) { return mask_of[d]; });
    } else if (s.input == Input::masks32) {
        load(static_cast<const std::uint32_t*>(s.puzzles), clip);
    } else {
        load(static_cast<const std::uint64_t*>(s.puzzles), clip);
    }
}

#ifdef __SSSE3__
inline __m128i interleave_low(__m128i a, __m128i b) { return _mm_unpacklo_epi8(a, b); }
inline __m128i interleave_high(__m128i a, __m128i b) { return _mm_unpackhi_epi8(a, b); }
#ifdef __AVX2__
inline __m256i interleave_low(__m256i a, __m256i b) { return _mm256_unpacklo_epi8(a, b); }
inline __m256i interleave_high(__m256i a, __m256i b) { return _mm256_unpackhi_epi8(a, b); }
#endif

// Transposes 16 x 16 bytes, or two such blocks side by side: every round interleaves the two
// halves.
template <class V>
inline void transpose16(V (&rows)[16]) {
    V turned[16];
    for (int round = 0; round < 4; ++round) {
        for (int k = 0; k < 8; ++k) {
            turned[2 * k] = interleave_low(rows[k], rows[k + 8]);
            turned[2 * k + 1] = interleave_high(rows[k], rows[k + 8]);
        }
        for (int k = 0; k < 16; ++k) rows[k] = turned[k];
    }
}

// Loads 16 puzzles of digits below 16 into adjacent lanes: blocks of 16 x 16 digits are transposed
// and looked up, which takes a tenth of the time of loading them one by one.
template <class T>
void load_16_puzzles(const Search& s, std::int64_t first, T* to) {
    static_assert(sizeof(T) == 2);
    const int n_cells = s.tables->n_cells, order = s.tables->order;
    const auto* const from = static_cast<const std::uint8_t*>(s.puzzles) + first * n_cells;
    alignas(16) std::uint8_t low_byte[16] = {}, high_byte[16] = {};
    for (int digit = 0; digit <= order; ++digit) {
        const int mask = digit == 0 ? (1 << order) - 1 : 1 << (digit - 1);
        low_byte[digit] = static_cast<std::uint8_t>(mask);
        high_byte[digit] = static_cast<std::uint8_t>(mask >> 8);
    }
    const __m128i low = *reinterpret_cast<const __m128i*>(low_byte);
    const __m128i high = *reinterpret_cast<const __m128i*>(high_byte);
    for (int done = 0; done < n_cells; done += 16) {
        const int cell = done + 16 <= n_cells ? done : n_cells - 16;  // the last block overlaps
        __m128i rows[16];
        for (int k = 0; k < 16; ++k)
            rows[k] = _mm_loadu_si128(
                reinterpret_cast<const __m128i*>(from + std::int64_t{k} * n_cells + cell));
        transpose16(rows);
        for (int k = 0; k < 16; ++k) {
            const __m128i a = _mm_shuffle_epi8(low, rows[k]), b = _mm_shuffle_epi8(high, rows[k]);
            auto* const out = reinterpret_cast<__m128i*>(to + (cell + k) * Lanes<T>::count);
            out[0] = _mm_unpacklo_epi8(a, b);
            out[1] = _mm_unpackhi_epi8(a, b);
        }
    }
}
#endif

#if defined(PANDOKU_AVX512) && PANDOKU_VECTOR_BYTES == 64
// The same for 32 puzzles, which fill all lanes: two blocks are transposed side by side.
inline void load_32_puzzles(const Search& s, std::int64_t first, __m512i* to) {
    const int n_cells = s.tables->n_cells, order = s.tables->order;
    const auto* const from = static_cast<const std::uint8_t*>(s.puzzles) + first * n_cells;
    alignas(64) std::uint16_t mask_of[32] = {};
    mask_of[0] = static_cast<std::uint16_t>((1 << order) - 1);
    for (int digit = 1; digit <= order; ++digit)
        mask_of[digit] = static_cast<std::uint16_t>(1 << (digit - 1));
    const __m512i masks = _mm512_load_si512(mask_of);
    for (int done = 0; done < n_cells; done += 16) {
        const int cell = done + 16 <= n_cells ? done : n_cells - 16;  // the last block overlaps
        __m256i rows[16];
        for (int k = 0; k < 16; ++k) {
            const auto* const low = from + std::int64_t{k} * n_cells + cell;
            const auto* const high = low + std::int64_t{16} * n_cells;
            rows[k] = _mm256_inserti128_si256(
                _mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(low))),
                _mm_loadu_si128(reinterpret_cast<const __m128i*>(high)), 1);
        }
        transpose16(rows);
        for (int k = 0; k < 16; ++k)
            to[cell + k] = _mm512_permutexvar_epi16(_mm512_cvtepu8_epi16(rows[k]), masks);
    }
    for (int i = 0; i < 32 * n_cells; i += 64) __builtin_prefetch(from + 32 * n_cells + i);
}
#endif

// Stores the collected solutions.
template <class T>
void store_solved(Search& s) {
#if defined(PANDOKU_AVX512) && PANDOKU_VECTOR_BYTES == 64
    if constexpr (kCollects<T>) {
        const int n_cells = s.tables->n_cells;
        // Each mask is packed to a byte, where 256 saturates to 255. A shuffle looks up 4 bits at a
        // time: the low bits give the digits 1 to 4, and the high bits 5 to 8. If both are 15, the
        // byte is 255 and the digit is 9.
        const __m256i low = _mm256_broadcastsi128_si256(
            _mm_setr_epi8(0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 9));
        const __m256i high = _mm256_broadcastsi128_si256(
            _mm_setr_epi8(0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 9));
        const __m256i four_bits = _mm256_set1_epi8(15);
        const auto* const masks = static_cast<const __m512i*>(s.solved);
        const int n = s.n_solved;
        std::uint8_t* to[32];
        for (int lane = 0; lane < n; ++lane) to[lane] = s.solved_as[lane].digits;
        for (int done = 0; n > 0 && done < n_cells; done += 16) {
            const int cell = done + 16 <= n_cells ? done : n_cells - 16;  // the last block overlaps
            __m256i rows[16];
            for (int k = 0; k < 16; ++k) {
                const __m256i x = _mm512_cvtusepi16_epi8(masks[cell + k]);
                rows[k] = _mm256_or_si256(
                    _mm256_shuffle_epi8(low, _mm256_and_si256(x, four_bits)),
                    _mm256_shuffle_epi8(high,
                                        _mm256_and_si256(_mm256_srli_epi16(x, 4), four_bits)));
            }
            transpose16(rows);  // the lanes 16 to 31 next to the others
            const auto store = [&](int lane, __m128i row) {
                _mm_storeu_si128(reinterpret_cast<__m128i*>(to[lane] + cell), row);
            };
            if (n == 32) {
                for (int k = 0; k < 16; ++k) {
                    store(k, _mm256_castsi256_si128(rows[k]));
                    store(16 + k, _mm256_extracti128_si256(rows[k], 1));
                }
                continue;
            }
            for (int k = 0; k < 16 && k < n; ++k) store(k, _mm256_castsi256_si128(rows[k]));
            for (int k = 16; k < n; ++k) store(k, _mm256_extracti128_si256(rows[k - 16], 1));
        }
        for (int lane = 0; lane < n; ++lane) claim(s, s.solved_as[lane]);
    }
#endif
    s.n_solved = 0;
}

// Collects the solutions that lanes hold.
template <class T>
void collect_solutions(Search& s, Moves<T>& moves) {
    if (!kCollects<T> || s.ending == 0) return;
    if (s.n_solved + __builtin_popcountll(s.ending) > Lanes<T>::count) store_solved<T>(s);
    Route<T>& route = moves.to_solved();
    for (; s.ending != 0; s.ending &= s.ending - 1) {
        const int lane = __builtin_ctzll(s.ending);
        route.take(s.n_solved, lane);
        s.solved_as[s.n_solved++] = s.ending_as[lane];
    }
}

// Keeps the solution that a lane holds: marks it to be collected, or stores it at once. It is
// claimed when it is stored.
template <class T>
void keep_solution(Search& s, const Slot& slot, int lane) {
    const verify::Claim found = place_of(s, slot.puzzle, slot.count);
    if (stores_together<T>(s)) {
        s.ending |= std::uint64_t{1} << lane;
        s.ending_as[lane] = found;
        fetch_for(s, found);
        return;
    }
    const int n_cells = s.tables->n_cells;
    const T* const from = static_cast<const T*>(s.block) + lane;
#pragma GCC unroll 8
    for (int i = 0; i < n_cells; ++i) {
        const std::uint64_t mask = from[i * Lanes<T>::count];
        found.digits[i] = static_cast<std::uint8_t>(__builtin_ctzll(mask) + 1);
    }
    claim(s, found);
}

// ---- puzzles and their nodes

// Whether puzzles often end before their tree is exhausted, as puzzles with several solutions do.
// Then work on nodes that are searched out of order is mostly wasted.
constexpr int kMostEarlyEnds = 128;
inline bool is_loose(const Search& s) { return s.early_ends >= kMostEarlyEnds / 2; }

// Reports a finished puzzle, and voids its remaining nodes.
inline void finish(Search& s, Slot& slot, bool out_of_budget) {
    s.counts[slot.puzzle] = out_of_budget ? -1 - slot.count : slot.count;
    if (s.nodes != nullptr) s.nodes[slot.puzzle] = slot.nodes;
    slot.puzzle = -1;
    slot.generation += 1;
    // The most recent puzzles decide how the next ones are searched. The count goes up by 4 and
    // down by 1, so it reaches its maximum if more than one puzzle in five ends early.
    if (slot.live > 1)
        s.early_ends += s.early_ends < kMostEarlyEnds ? 4 : 0;
    else
        s.early_ends -= s.early_ends > 0 ? 1 : 0;
    const std::uint64_t bit = std::uint64_t{1} << (&slot - s.slots);
    s.free_slots |= bit;
    s.idle_slots &= ~bit;
}

// Records that a node of the slot has left its lane, or its parking place.
inline void leave(Search& s, Slot& slot) {
    if (--slot.busy == 0) s.idle_slots |= std::uint64_t{1} << (&slot - s.slots);
}

// Records that one open node of the slot is finished.
inline void close_node(Search& s, Slot& slot) {
    leave(s, slot);
    if (--slot.live == 0) finish(s, slot, false);
}

// The slot of a node's puzzle, or nullptr if that puzzle is finished.
inline Slot* slot_of(Search& s, const Nodes& nodes, int lane) {
    Slot& slot = s.slots[nodes.slot[lane]];
    return slot.generation == nodes.generation[lane] ? &slot : nullptr;
}

inline void put_node(Nodes& to, int target, std::int8_t slot, std::uint32_t generation) {
    to.lanes |= std::uint64_t{1} << target;
    to.slot[target] = slot;
    to.generation[target] = generation;
}

// The lanes of a stack block whose node has an open child.
inline std::uint64_t open_lanes(const Nodes& nodes) {
    std::uint64_t lanes = 0;
    for (const std::uint64_t open : nodes.open) lanes |= open;
    return lanes;
}

inline void drop(Nodes& nodes, int lane) {
    for (std::uint64_t& open : nodes.open) open &= ~(std::uint64_t{1} << lane);
}

// Drops the stack's nodes of puzzles that are done. Returns whether more than half of the stack is
// free afterwards.
inline bool tidy_stack(Search& s) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < s.stack_size; ++i) {
        Nodes& nodes = s.stack_nodes[i];
        for (std::uint64_t lanes = open_lanes(nodes); lanes != 0; lanes &= lanes - 1) {
            const int lane = __builtin_ctzll(lanes);
            if (slot_of(s, nodes, lane) == nullptr) drop(nodes, lane);
        }
        if (open_lanes(nodes) == 0) continue;
        if (kept != i) {  // swapped, because each entry owns a block of masks
            const Nodes empty = s.stack_nodes[kept];
            s.stack_nodes[kept] = nodes;
            nodes = empty;
        }
        ++kept;
    }
    s.stack_size = kept;
    return 2 * kept < s.stack_capacity;
}

// Fills the intake with the next puzzles. Returns false if there are no more.
template <class T>
bool fill_intake(Search& s) {
    constexpr std::int64_t n = Lanes<T>::count;
    // A worker takes one puzzle for each lane at a time. So a puzzle's place in the intake follows
    // from its number, and workers seldom contend here.
    const std::int64_t first = __atomic_fetch_add(s.next, n, __ATOMIC_RELAXED);
    if (first >= s.n_puzzles) return false;
    s.intake_next = first;
    s.intake_end = first + n < s.n_puzzles ? first + n : s.n_puzzles;
    auto* const intake = static_cast<T*>(s.intake);
    std::int64_t k = 0;
#ifdef __SSSE3__
    if constexpr (sizeof(T) == 2 && n >= 16)
        if (s.input == Input::digits8 && s.tables->order >= 4 && s.tables->order < 16) {
#if defined(PANDOKU_AVX512) && PANDOKU_VECTOR_BYTES == 64
            if (s.intake_end - first == 32) {
                load_32_puzzles(s, first, static_cast<__m512i*>(s.intake));
                return true;
            }
#endif
            for (; k + 16 <= s.intake_end - first; k += 16)
                load_16_puzzles<T>(s, first + k, intake + k);
        }
#endif
    for (; k < s.intake_end - first; ++k) load_puzzle<T>(s, first + k, intake + k);
    return true;
}

// The lanes that hold no node.
template <class T>
inline std::uint64_t free_lanes(const Search& s) {
    return Lanes<T>::all & ~s.running.lanes & ~s.stuck;
}

// Takes new puzzles for the free lanes, as long as there are puzzles and slots.
template <class T>
void take_puzzles(Search& s, Moves<T>& moves) {
    std::uint64_t free = free_lanes<T>(s);
    while (free != 0 && s.free_slots != 0) {
        if (s.intake_next == s.intake_end) {
            moves.make();
            if (!fill_intake<T>(s)) return;
        }
        Route<T>& route = moves.from(static_cast<const Vec<T>*>(s.intake));
        for (; free != 0 && s.free_slots != 0 && s.intake_next != s.intake_end; free &= free - 1) {
            const int lane = __builtin_ctzll(free), index = __builtin_ctzll(s.free_slots);
            s.free_slots &= s.free_slots - 1;
            Slot& slot = s.slots[index];
            slot.puzzle = s.intake_next++;
            slot.count = slot.nodes = 0;
            slot.live = slot.busy = 1;
            slot.expired = false;
            put_node(s.running, lane, static_cast<std::int8_t>(index), slot.generation);
            route.take(lane, static_cast<int>(slot.puzzle % Lanes<T>::count));
        }
    }
}

// Takes children from a stack block for the free lanes, as many as fit: one for each node in
// `lanes`. Nodes of puzzles that are done are dropped.
template <class T>
void take_from(Search& s, Nodes& nodes, std::uint64_t lanes, Moves<T>& moves) {
    std::uint64_t free = free_lanes<T>(s);
    Route<T>* route = nullptr;
    // Children with more guesses come first: more of their cells are decided.
    for (int child = kMostGuesses; child >= 0; --child) {
        std::uint64_t& open = nodes.open[child];
        std::uint64_t taken = open & lanes;
        lanes &= ~taken;
        for (; taken != 0 && free != 0; taken &= taken - 1) {
            const int lane = __builtin_ctzll(taken), to = __builtin_ctzll(free);
            Slot* const slot = slot_of(s, nodes, lane);
            if (slot == nullptr) {
                drop(nodes, lane);
                continue;
            }
            open &= ~(std::uint64_t{1} << lane);
            free &= free - 1;
            slot->busy += 1;
            s.idle_slots &= ~(std::uint64_t{1} << nodes.slot[lane]);
            put_node(s.running, to, nodes.slot[lane], nodes.generation[lane]);
            if (route == nullptr) route = &moves.from(stack_block<T>(s, nodes));
            route->take(to, lane);
            for (int k = 0; k < child; ++k) moves.guess(to, nodes.cell[k][lane], true);
            if (child < kMostGuesses && nodes.cell[child][lane] != kNoCell)
                moves.guess(to, nodes.cell[child][lane], false);
        }
    }
    while (s.stack_size > 0 && open_lanes(s.stack_nodes[s.stack_size - 1]) == 0) --s.stack_size;
}

// The last lane of a stack block with an open node of the slot, or -1. The result is stored in
// `nodes`, so that each lane is examined once.
inline int lane_of(Search& s, Nodes& nodes, int slot) {
    const std::uint64_t open = open_lanes(nodes);
    int lane = nodes.lane_of[slot];
    // Otherwise the nodes belong to a puzzle that is finished.
    if (slot_of(s, nodes, lane) != nullptr) {
        while (lane >= 0 && (nodes.slot[lane] != slot || (open >> lane & 1) == 0)) --lane;
        if (lane >= 0) return nodes.lane_of[slot] = static_cast<std::int8_t>(lane);
    }
    nodes.slots &= ~(std::uint64_t{1} << slot);
    return -1;
}

// Takes the youngest node of each idle puzzle (one with all its open nodes on the stack), while
// there are free lanes.
template <class T>
void take_idle(Search& s, Moves<T>& moves) {
    for (std::size_t i = s.stack_size; i-- > 0 && s.idle_slots != 0 && free_lanes<T>(s) != 0;) {
        Nodes& nodes = s.stack_nodes[i];
        std::uint64_t chosen = 0;
        for (std::uint64_t idle = s.idle_slots & nodes.slots; idle != 0; idle &= idle - 1)
            if (const int lane = lane_of(s, nodes, __builtin_ctzll(idle)); lane >= 0)
                chosen |= std::uint64_t{1} << lane;
        if (chosen != 0) take_from<T>(s, nodes, chosen, moves);
    }
}

// Takes open nodes for the free lanes, the youngest first.
template <class T>
void take_nodes(Search& s, Moves<T>& moves) {
    while (s.stack_size > 0 && free_lanes<T>(s) != 0)
        take_from<T>(s, s.stack_nodes[s.stack_size - 1], Lanes<T>::all, moves);
}

// Parks the stuck nodes, as many as fit.
template <class T>
void park(Search& s, Moves<T>& moves) {
    std::uint64_t free = Lanes<T>::all & ~s.waiting.lanes;
    if (s.stuck == 0 || free == 0) return;
    Route<T>& route = moves.to_parked();
    for (; s.stuck != 0 && free != 0; s.stuck &= s.stuck - 1) {
        const int lane = __builtin_ctzll(s.stuck), to = __builtin_ctzll(free);
        // Its puzzle has ended in the meantime.
        if (slot_of(s, s.running, lane) == nullptr) continue;
        free &= free - 1;
        put_node(s.waiting, to, s.running.slot[lane], s.running.generation[lane]);
        route.take(to, lane);
    }
}

}  // namespace
}  // namespace pandoku::lanes::PANDOKU_ISA
