// What the two sides of the lane kernel share: lanes.cpp (ordinary C++, memory and threads) and
// kernel.inl (compiled once per instruction set; no STL, no allocation, no globals).
#pragma once

#include <cstddef>
#include <cstdint>

namespace pandoku::lanes {

constexpr int kMaxOrder = 36;
constexpr int kMaxLanes = 32;

// The houses of a puzzle, as flat tables. A house has exactly `order` cells.
struct Tables {
    int order = 0;
    int n_cells = 0;
    int n_houses = 0;
    int box_rows = 0, box_cols = 0;  // 0 when there are no boxes
    int words = 0;                   // 64-bit words of a set of cells
    bool classic9 = false;           // 9x9 with 3x3 boxes and nothing else
    const std::uint16_t* house_cells = nullptr;   // [n_houses][order]
    const std::uint32_t* cell_start = nullptr;    // [n_cells + 1] into cell_houses
    const std::uint32_t* cell_houses = nullptr;   // the houses of each cell
    const std::uint64_t* peers = nullptr;         // [n_cells][words]
};

enum class Input { digits8, masks32, masks64 };

// A puzzle that some lanes work on. Its open nodes are in lanes or on the stack.
struct Slot {
    std::int64_t puzzle = -1;
    std::int64_t count = 0;
    std::int64_t nodes = 0;
    std::int64_t live = 0;  // open nodes: in lanes and on the stack
    std::uint32_t generation = 0;  // nodes of an earlier generation are void
    bool expired = false;          // its time is up: it ends when it next branches
};

enum class Status { finished, paused, wants_stack };

// One worker: everything the kernel reads and writes. Plain data; lanes.cpp owns the memory.
struct Search {
    const Tables* tables = nullptr;

    // Input, shared by all workers: puzzles are taken in blocks from *next.
    Input input = Input::digits8;
    const void* puzzles = nullptr;
    std::int64_t n_puzzles = 0;
    std::int64_t* next = nullptr;
    std::int64_t block_next = 0, block_end = 0;

    std::int64_t limit = 2;
    std::int64_t node_budget = 0;  // for every puzzle; 0: none

    // Output, one row a puzzle.
    std::int64_t keep = 1;              // solutions stored for each puzzle
    std::uint8_t* solutions = nullptr;  // [n_puzzles][keep][n_cells]
    std::int64_t* counts = nullptr;     // -1 - found when out of budget
    std::int64_t* nodes = nullptr;      // guesses for each puzzle, or null

    // The lanes (see kernel.inl), scratch space and the stack of open nodes.
    void* block = nullptr;    // [n_cells] vectors
    void* scratch = nullptr;  // [n_cells + n_houses + n_cells] vectors
    void* columns = nullptr;  // [kMaxLanes] nodes, one lane each
    std::uint64_t* sets = nullptr;  // [(order + 3) * words] sets of cells
    std::uint8_t* stack = nullptr;
    std::size_t stack_capacity = 0, stack_size = 0;  // in nodes
    bool stack_is_full = false;                       // it may not grow any more

    std::uint64_t running = 0, stuck = 0;  // lanes that sweep; lanes that wait for a branch
    std::int32_t slot_of[kMaxLanes] = {};
    Slot slots[kMaxLanes] = {};

    std::int64_t n_sweeps = 0, n_guesses = 0;
};

// Bytes of one node in memory: a mask for every cell, then in the last 8 bytes (on the stack) its
// slot and generation; a multiple of 64, so that nodes are read as vectors.
// (static: a shared inline function could be linked from a unit with other instructions.)
static inline std::size_t node_bytes(const Tables& tables, std::size_t lane_bytes) {
    return (static_cast<std::size_t>(tables.n_cells) * lane_bytes + 8 + 63) / 64 * 64;
}

// Sweep at most `max_sweeps` times; call again until it says finished.
using Run = Status (*)(Search&, std::int64_t max_sweeps);

struct Kernel {
    Run run16, run32, run64;  // by the width of a lane: orders to 16, 32, 36
    int vector_bytes;
};

namespace baseline { extern const Kernel kernel; }
namespace avx2 { extern const Kernel kernel; }
namespace avx512 { extern const Kernel kernel; }

}  // namespace pandoku::lanes
