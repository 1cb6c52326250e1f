// Puzzles, open nodes and lanes: how they come and go. Part of kernel.inl.

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

// ---- one lane
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

// ---- puzzles and open nodes
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
        __builtin_memcpy(&head, node + bytes - sizeof head, sizeof head);
        if (s.slots[head.slot].generation != head.generation) continue;
        put_lane<T>(s, lane, reinterpret_cast<const T*>(node));
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

}  // namespace
}  // namespace pandoku::lanes::PANDOKU_ISA
