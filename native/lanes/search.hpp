// Declarations shared by the two sides of the lane kernel: lanes.cpp with team.hpp (ordinary C++,
// memory and threads) and kernel.inl (compiled once per instruction set; no STL, no allocation, no
// globals).
#pragma once

#include <cstddef>
#include <cstdint>

#include "verify/verify.hpp"

namespace pandoku::lanes {

constexpr int kMaxOrder = 36;
constexpr int kMaxLanes = 32;
// Puzzles in progress: twice the number of lanes, because stuck nodes wait until there are enough
// to branch. A set of slots fits one word.
constexpr int kMaxSlots = 64;
constexpr int kMaxClaims = 64;  // solutions that wait to be checked

// The houses of a puzzle, as flat tables. A house has exactly `order` cells.
struct Tables {
    int order = 0;
    int n_cells = 0;
    int n_houses = 0;
    int box_rows = 0, box_cols = 0;              // 0 when there are no boxes
    int words = 0;                               // 64-bit words of a set of cells
    bool classic9 = false;                       // 9x9 with 3x3 boxes and nothing else
    const std::uint16_t* house_cells = nullptr;  // [n_houses][order]
    const std::uint32_t* cell_start = nullptr;   // [n_cells + 1] into cell_houses
    const std::uint32_t* cell_houses = nullptr;  // the houses of each cell
    const std::uint64_t* peers = nullptr;        // [n_cells][words]
    // The houses in the form of the caller, for checking solutions, which uses none of the tables
    // above.
    verify::Houses named;
};

enum class Input { digits8, masks32, masks64 };

// A puzzle that some lanes work on. Its open nodes are in lanes or on the stack.
struct Slot {
    std::int64_t puzzle = -1;
    std::int64_t count = 0;
    std::int64_t nodes = 0;
    std::int64_t live = 0;  // open nodes: in lanes, parked and on the stack
    std::int64_t busy = 0;  // open nodes in lanes and parked nodes
    // Nodes of an earlier generation are void. A puzzle that ends early leaves nodes all over the
    // stack. Recognizing these nodes when they are popped costs less than searching for them.
    std::uint32_t generation = 0;
    bool expired = false;  // out of time: the puzzle ends when one of its nodes branches next
};

constexpr int kMostGuesses = 2;  // in one branch
constexpr std::uint16_t kNoCell = 0xffff;

// Which lanes of a block hold a node, and the puzzle (slot) of each. A node on the stack has
// branched, on one cell or more: its child k has the lowest digit in the first k cells, and the
// other candidates in the next cell if there is one. Children are made when a lane takes them, so
// branching writes no masks.
struct Nodes {
    std::size_t block = 0;  // index of the stack block with the masks
    std::uint64_t lanes = 0;
    std::uint64_t open[kMostGuesses + 1] = {};  // on the stack: lanes whose child k is open
    std::uint64_t slots = 0;                    // on the stack: slots that may have open nodes here
    std::int8_t slot[kMaxLanes] = {};
    std::int8_t lane_of[kMaxSlots] = {};  // for each slot: the last lane that may have an open node
    std::uint32_t generation[kMaxLanes] = {};
    std::uint16_t cell[kMostGuesses][kMaxLanes] = {};  // on the stack: the cells each branched on
};

enum class Status { finished, paused, wants_stack, wrong };

// One worker, with everything the kernel reads and writes. Plain data. lanes.cpp owns the memory.
struct Search {
    const Tables* tables = nullptr;

    // Input, shared by all workers: each takes puzzles from *next on, as many as it has lanes.
    Input input = Input::digits8;
    const void* puzzles = nullptr;
    std::int64_t n_puzzles = 0;
    std::int64_t* next = nullptr;

    std::int64_t limit = 2;
    std::int64_t node_budget = 0;  // for each puzzle; 0 means no bound
    std::int64_t patience = 0;     // as in Batch; 0 means no bound

    // Output, one row for each puzzle.
    std::int64_t keep = 1;                  // solutions stored for each puzzle
    std::uint8_t* solutions = nullptr;      // [n_puzzles][keep][n_cells]
    std::int64_t* counts = nullptr;         // solutions found, k; -1 - k when out of budget
    std::int64_t* nodes = nullptr;          // guesses for each puzzle, or null
    std::uint8_t* stuck_puzzles = nullptr;  // [n]: 1 if the patience ran out. Null without a bound

    // The lanes (see kernel.inl). The next puzzles and the waiting nodes have the same layout.
    void* block = nullptr;    // [n_cells] vectors
    void* scratch = nullptr;  // [scratch_vectors] vectors
    void* intake = nullptr;   // [n_cells] vectors
    void* stack = nullptr;    // [stack_capacity + 1][n_cells] vectors, the last one for `waiting`
    Nodes* stack_nodes = nullptr;                    // [stack_capacity]
    std::size_t stack_capacity = 0, stack_size = 0;  // in blocks
    bool stack_is_full = false;                      // the stack has reached its maximum size

    std::int64_t intake_next = 0, intake_end = 0;  // the puzzles in the intake
    Nodes running;                                 // in the lanes, except those that are stuck
    std::uint64_t stuck = 0;
    Nodes waiting;  // stuck nodes, parked until they branch

    // Solutions waiting to be stored, because many of them are turned into rows of digits at once.
    // Stored solutions are checked in the same memory, which needs up to twice the size.
    void* solved = nullptr;              // [2 * n_cells] vectors
    int n_solved = 0;                    // the number of its lanes, from the first, that hold one
    verify::Claim solved_as[kMaxLanes];  // where each is stored
    std::uint64_t ending = 0;            // lanes of `block` that hold one
    verify::Claim ending_as[kMaxLanes];

    // Solutions that are stored, and checked many at a time (see found.inl).
    verify::Claim claims[kMaxClaims];
    int n_claims = 0;
    std::uint8_t* spare = nullptr;  // [spare_rows][n_cells], for solutions that are only counted
    int next_spare = 0;
    verify::Claim wrong;  // a claim that does not hold, with puzzle -1 if all hold

    Slot slots[kMaxSlots] = {};
    std::uint64_t free_slots = ~std::uint64_t{0};
    // A measure of how often puzzles end before their tree is exhausted.
    int early_ends = 0;
    std::uint64_t idle_slots = 0;  // puzzles with open nodes, all of them on the stack

    std::int64_t n_sweeps = 0, n_guesses = 0;
};

// The scratch space of sweeps and branches: up to three vectors for each cell and one for each
// house. `static`, because the linker keeps only one copy of a shared inline function, and that
// copy could use instructions that this machine lacks.
static inline std::size_t scratch_vectors(const Tables& tables) {
    return static_cast<std::size_t>(3 * tables.n_cells + tables.n_houses + 1);
}

// The most solutions that may wait, if they are only counted: in lanes, collected, and to be
// checked, with room for solutions that are stored out of order. Solutions of larger grids do not
// wait.
static inline std::size_t spare_rows(const Tables& tables) {
    return tables.order <= 16 ? 3 * kMaxLanes + kMaxClaims : 1;
}

// Sweeps at most `max_sweeps` times. Call it again until it returns `finished` or `wrong`.
using Run = Status (*)(Search&, std::int64_t max_sweeps);

// Stores and checks the solutions that wait for others. Called once, after the last Run, also when
// the search was stopped. Returns `finished` or `wrong`.
using Close = Status (*)(Search&);

// Searches the only puzzle, a classic 9x9; returns false when the lanes would be faster. Null where
// vectors are too short. It needs only the tables, input, limit and output of the Search.
using RunAlone = bool (*)(Search&);

struct Kernel {
    Run run16, run32, run64;  // by the width of a lane: orders to 16, 32, 36
    Close close16, close32, close64;
    RunAlone run_alone;
    int vector_bytes;
};

namespace baseline {
extern const Kernel kernel;
}
namespace avx2 {
extern const Kernel kernel;
}
namespace avx512 {
extern const Kernel kernel;
}

}  // namespace pandoku::lanes
