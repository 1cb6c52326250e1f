// The lane kernel: many search nodes side by side.
//
//              lane 0     lane 1     lane 2   ...            one vector per cell
//   cell  0   [ node A ] [ node B ] [ node C ] ...           a lane is a candidate mask,
//   cell  1   [ node A ] [ node B ] [ node C ] ...           bit d-1 = digit d
//     ...
//   cell 80   [ node A ] [ node B ] [ node C ] ...
//
// All lanes run the same straight-line propagation, a sweep: naked singles, hidden singles, locked
// candidates. A lane whose sweep placed nothing is solved or stuck. When enough lanes have stopped,
// the stuck nodes are parked, and the free lanes take new puzzles or open nodes. A full block of
// parked nodes branches and is pushed onto the stack of open nodes. In this way, even one hard
// puzzle fills all lanes.
//
// This file is compiled once per instruction set, and must not use the STL: the linker could choose
// this copy of an inline function for ordinary code, which would then run on machines without these
// instructions.
#include "lanes/search.hpp"
#include "lanes/vec.hpp"

// The order matters, because each file uses the previous files.
// clang-format off
#include "lanes/sweep.inl"
#include "lanes/sweep9.inl"
#include "verify/rows.inl"
#include "lanes/found.inl"
#include "lanes/nodes.inl"
#include "lanes/branch.inl"
// clang-format on
#if PANDOKU_VECTOR_BYTES >= 32
#include "lanes/alone.inl"
#endif

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

// Handles the stopped lanes: lanes that died, are solved, or placed no digit in this sweep.
// (Candidates removed without a placement seldom lead to more, and another sweep would cost more
// than the guess it saves.)
template <class T>
void settle(Search& s, const Verdict& v) {
    const std::uint64_t dead = v.dead & s.running.lanes;
    const std::uint64_t still = s.running.lanes & ~dead & (~v.changed | (~v.placed & v.open));
    const std::uint64_t stuck = still & v.open;
    s.running.lanes &= ~(dead | still);
    s.stuck |= stuck;
    for (std::uint64_t lanes = dead; lanes != 0; lanes &= lanes - 1)
        if (Slot* const slot = slot_of(s, s.running, __builtin_ctzll(lanes))) close_node(s, *slot);
    for (std::uint64_t lanes = still & ~stuck; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctzll(lanes);
        Slot* const slot = slot_of(s, s.running, lane);
        if (slot == nullptr) continue;  // its puzzle is done
        keep_solution<T>(s, *slot, lane);
        slot->count += 1;
        if (slot->count >= s.limit)
            finish(s, *slot, false);
        else
            close_node(s, *slot);
    }
}

// Parks stuck nodes and gives free lanes work: new puzzles while there are slots for them, then
// open nodes. If puzzles usually end before their tree is exhausted (for example at their second
// solution), idle puzzles come first, each with its youngest node, so that each search stays in
// order. Parked nodes branch when their block is full, or when other work does not fill the lanes.
// Returns false when the stack must grow first.
template <class T, int ORDER>
bool refill(Search& s) {
    for (;;) {
        Moves<T> moves(s);
        collect_solutions<T>(s, moves);
        park<T>(s, moves);
        if (is_loose(s)) take_idle<T>(s, moves);
        take_puzzles<T>(s, moves);
        take_nodes<T>(s, moves);
        moves.make();
        const bool is_busy = s.running.lanes == Lanes<T>::all;
        if (is_busy || (s.stuck == 0 && s.waiting.lanes == 0)) return true;
        if (s.stack_size == s.stack_capacity && !tidy_stack(s) && !s.stack_is_full) return false;
        branch<T, ORDER>(s);
    }
}

template <class T, int ORDER, class Rules>
Status loop(Search& s, std::int64_t max_sweeps) {
    auto* const block = block_of<T>(s);
    auto* const scratch = static_cast<Vec<T>*>(s.scratch);
    // Refilling many lanes costs little more than refilling one, so stopped lanes wait until there
    // are enough of them. They do not wait too long, because a sweep costs the same for one lane as
    // for all lanes. Measured on 9x9: 3/8 of the lanes beat 1/2 by 1 to 3 % and 3/4 by 8 to 20 %.
    constexpr int kEnough = Lanes<T>::count < 3 ? 1 : Lanes<T>::count * 3 / 8;
    Rules::prepare(*s.tables, block, scratch);
    for (;;) {
        if (__builtin_popcountll(s.running.lanes) <= Lanes<T>::count - kEnough) {
            if (!refill<T, ORDER>(s)) return Status::wants_stack;
            if (s.wrong.puzzle >= 0) return Status::wrong;
            if (s.running.lanes == 0) return Status::finished;
            Rules::prepare(*s.tables, block, scratch);
        }
        if (max_sweeps-- == 0) return Status::paused;
        s.n_sweeps += 1;
        // If most of a tree is never searched, stronger rules pay off less.
        const Verdict v = is_loose(s) ? Rules::template sweep<false>(*s.tables, block, scratch)
                                      : Rules::template sweep<true>(*s.tables, block, scratch);
        settle<T>(s, v);
    }
}

// Almost every x86 processor has AVX2. The baseline kernel, which only runs on other processors,
// has a special loop for the 9x9 only.
#if defined(PANDOKU_X86) && PANDOKU_VECTOR_BYTES < 32
constexpr bool kIsCold = true;
#else
constexpr bool kIsCold = false;
#endif

template <class T>
Status run(Search& s, std::int64_t max_sweeps) {
    if constexpr (sizeof(T) == 2)
        if (s.tables->classic9) return loop<T, 9, Classic9<T>>(s, max_sweeps);
    if constexpr (kIsCold) {
        return loop<T, 0, General<T, 0>>(s, max_sweeps);
    } else if constexpr (sizeof(T) == 2) {
        switch (s.tables->order) {  // the common shapes
            case 4: return loop<T, 0, General<T, 4>>(s, max_sweeps);
            case 6: return loop<T, 0, General<T, 6>>(s, max_sweeps);
            case 9: return loop<T, 0, General<T, 9>>(s, max_sweeps);
            case 16: return loop<T, 0, General<T, 16>>(s, max_sweeps);
        }
    } else if (sizeof(T) == 4 && s.tables->order == 25) {
        return loop<T, 0, General<T, 25>>(s, max_sweeps);
    }
    return loop<T, 0, General<T, 0>>(s, max_sweeps);
}

template <class T>
Status close(Search& s) {
    Moves<T> moves(s);
    collect_solutions<T>(s, moves);
    moves.make();
    store_solved<T>(s);
    check_claims(s);
    return s.wrong.puzzle >= 0 ? Status::wrong : Status::finished;
}

}  // namespace

extern const Kernel kernel;
const Kernel kernel = {run<std::uint16_t>,
                       run<std::uint32_t>,
                       run<std::uint64_t>,
                       close<std::uint16_t>,
                       close<std::uint32_t>,
                       close<std::uint64_t>,
#if PANDOKU_VECTOR_BYTES >= 32
                       run_alone,
#else
                       nullptr,
#endif
                       PANDOKU_VECTOR_BYTES};

}  // namespace pandoku::lanes::PANDOKU_ISA
