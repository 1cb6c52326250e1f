// Running the kernel: workers, which own its memory, and the team of workers of a batch.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "lanes/lanes.hpp"
#include "lanes/stuck.hpp"
#include "verify/wrong.hpp"

namespace pandoku::lanes {

using Clock = std::chrono::steady_clock;

inline constexpr std::size_t kAlign = 64;
inline constexpr std::size_t kMaxStackBytes = std::size_t{1} << 29;  // open nodes of a worker
inline constexpr std::size_t kFirstBlocks = 64;
inline constexpr auto kLookEvery =
    std::chrono::milliseconds(20);  // minimum interval, as `keep_going` may be slow

// (Windows has no std::aligned_alloc.)
struct Freer {
    void operator()(void* p) const { ::operator delete(p, std::align_val_t{kAlign}); }
};
using Memory = std::unique_ptr<void, Freer>;

inline Memory allocate(std::size_t bytes) {
    return Memory(::operator new(bytes, std::align_val_t{kAlign}));
}

// A search with the settings of a batch, but without memory for lanes.
inline Search search_of(const Tables& tables, const Batch& batch) {
    Search search;
    search.tables = &tables;
    search.input = batch.input;
    search.puzzles = batch.puzzles;
    search.n_puzzles = batch.n;
    search.limit = batch.limit;
    search.node_budget = batch.node_budget;
    search.patience = batch.patience;
    search.keep = batch.keep;
    search.solutions = batch.solutions;
    search.counts = batch.counts;
    search.nodes = batch.nodes;
    return search;
}

// The candidates of a puzzle, a mask for each cell: bit 0 is the digit 1.
inline std::vector<std::uint64_t> masks_of(Input input, const void* puzzles, std::int64_t puzzle,
                                           int order) {
    const auto n_cells = static_cast<std::size_t>(order) * static_cast<std::size_t>(order);
    const std::size_t first = static_cast<std::size_t>(puzzle) * n_cells;
    const std::uint64_t all = (std::uint64_t{1} << order) - 1;
    std::vector<std::uint64_t> masks(n_cells);
    for (std::size_t cell = 0; cell < n_cells; ++cell) switch (input) {
            case Input::digits8: {
                const int digit = static_cast<const std::uint8_t*>(puzzles)[first + cell];
                masks[cell] = digit == 0 ? all : std::uint64_t{1} << (digit - 1);
                break;
            }
            case Input::masks32:
                masks[cell] = static_cast<const std::uint32_t*>(puzzles)[first + cell];
                break;
            case Input::masks64:
                masks[cell] = static_cast<const std::uint64_t*>(puzzles)[first + cell];
                break;
        }
    return masks;
}

// Throws an error for a solution of a puzzle, given as masks, that fails the check.
[[noreturn]] inline void refuse(const std::vector<std::uint64_t>& masks,
                                const std::uint8_t* digits) {
    std::vector<std::uint8_t> givens(masks.size());
    for (std::size_t cell = 0; cell < masks.size(); ++cell)
        if (std::has_single_bit(masks[cell]))
            givens[cell] = static_cast<std::uint8_t>(std::countr_zero(masks[cell]) + 1);
    throw verify::WrongSolution(static_cast<int>(masks.size()), givens.data(), digits);
}

// Throws an error for a claim of the search that does not hold.
[[noreturn]] inline void refuse(const Search& search) {
    refuse(masks_of(search.input, search.puzzles, search.wrong.puzzle, search.tables->order),
           search.wrong.digits);
}

// One worker's memory and its part of the search.
class Worker {
  public:
    Worker(const Kernel& kernel, const Tables& t, const Batch& batch, Stuck& stuck,
           std::int64_t* next)
        : search_(search_of(t, batch)), stuck_(stuck) {
        const std::size_t lane_bytes = t.order <= 16 ? 2 : t.order <= 32 ? 4 : 8;
        run_ = lane_bytes == 2 ? kernel.run16 : lane_bytes == 4 ? kernel.run32 : kernel.run64;
        close_ = lane_bytes == 2   ? kernel.close16
                 : lane_bytes == 4 ? kernel.close32
                                   : kernel.close64;
        block_bytes_ =
            static_cast<std::size_t>(t.n_cells) * static_cast<std::size_t>(kernel.vector_bytes);
        block_ = allocate(block_bytes_);
        // Sweeps include idle lanes. Their results are masked off, but reading uninitialized memory
        // would be undefined.
        std::memset(block_.get(), 0, block_bytes_);
        intake_ = allocate(block_bytes_);
        solved_ = allocate(2 * block_bytes_);
        stack_ = allocate(block_bytes_);
        search_.stack = stack_.get();
        scratch_ = allocate(scratch_vectors(t) * static_cast<std::size_t>(kernel.vector_bytes));
        search_.next = next;
        if (!stuck.puzzles.empty())
            search_.stuck_puzzles = stuck.puzzles.data();
        else
            search_.patience = 0;
        search_.block = block_.get();
        search_.scratch = scratch_.get();
        search_.intake = intake_.get();
        search_.solved = solved_.get();
        if (batch.keep < batch.limit) {
            spare_.resize(spare_rows(t) * static_cast<std::size_t>(t.n_cells));
            search_.spare = spare_.data();
        }
        seconds_ = batch.seconds;
        std::fill_n(seen_, kMaxSlots, -1);
        std::fill_n(since_, kMaxSlots, Clock::now());
        // A slice takes a few milliseconds in any order, so that time and signals are checked often
        // enough.
        slice_sweeps_ = std::max<std::int64_t>(8, 24'300'000 / (t.n_cells * t.order * t.order));
    }

    // Works for a few milliseconds. Returns false when all is done.
    bool work() {
        const Status status = run_(search_, slice_sweeps_);
        if (status == Status::wrong) refuse(search_);
        if (status == Status::wants_stack) grow_stack();
        if (seconds_ > 0) look_at_clock();
        return status != Status::finished;
    }

    // Stores and checks the last solutions. Called once, when the search has ended.
    void close() {
        if (close_(search_) == Status::wrong) refuse(search_);
    }

    // Reports the progress of unfinished puzzles, as if they were out of budget.
    void report() {
        for (Slot& slot : search_.slots) {
            if (slot.puzzle < 0) continue;
            search_.counts[slot.puzzle] = -1 - slot.count;
            if (search_.nodes != nullptr) search_.nodes[slot.puzzle] = slot.nodes;
        }
    }

    void add_to(Stats& stats) const {
        stats.sweeps += search_.n_sweeps;
        stats.guesses += search_.n_guesses;
    }

  private:
    void look_at_clock() {
        const auto now = Clock::now();
        for (std::size_t i = 0; i < kMaxSlots; ++i) {
            Slot& slot = search_.slots[i];
            if (seen_[i] != slot.puzzle) {
                if (seen_[i] >= 0 && !stuck_.seconds.empty())
                    stuck_.seconds[static_cast<std::size_t>(seen_[i])] = since(since_[i], now);
                seen_[i] = slot.puzzle;
                since_[i] = now;
            }
            slot.expired = since(since_[i], now) > seconds_;
        }
    }
    static double since(Clock::time_point then, Clock::time_point now) {
        return std::chrono::duration<double>(now - then).count();
    }

    void grow_stack() {
        const std::size_t most = std::max<std::size_t>(kMaxStackBytes / block_bytes_, kFirstBlocks);
        const std::size_t blocks = search_.stack_capacity;
        const std::size_t more = std::min(most, std::max(kFirstBlocks, 2 * blocks));
        if (more == blocks) {
            search_.stack_is_full = true;
            return;
        }
        Memory larger = allocate((more + 1) * block_bytes_);
        std::memcpy(larger.get(), stack_.get(), (blocks + 1) * block_bytes_);
        stack_ = std::move(larger);
        stack_nodes_.resize(more);
        // `waiting` starts with block 0; branching exchanges its block with one of the stack.
        for (std::size_t i = blocks; i < more; ++i) stack_nodes_[i].block = i + 1;
        search_.stack = stack_.get();
        search_.stack_nodes = stack_nodes_.data();
        search_.stack_capacity = more;
    }

    Memory block_, scratch_, intake_, solved_, stack_;
    std::vector<std::uint8_t> spare_;
    std::vector<Nodes> stack_nodes_;
    Search search_;
    Stuck& stuck_;
    Run run_ = nullptr;
    Close close_ = nullptr;
    std::size_t block_bytes_ = 0;
    std::int64_t slice_sweeps_ = 0;
    double seconds_ = 0;
    std::int64_t seen_[kMaxSlots];        // the puzzle of each slot when last checked
    Clock::time_point since_[kMaxSlots];  // when it was first seen there
};

// The workers of a batch. The first runs on the calling thread, the others on separate threads.
class Team {
  public:
    explicit Team(std::vector<std::unique_ptr<Worker>>& workers) : workers_(workers) {}
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    ~Team() {
        stop_ = true;
        join();
    }

    void start() {
        threads_.reserve(workers_.size());
        for (std::size_t i = 1; i < workers_.size(); ++i) {
            try {
                threads_.emplace_back([this, i] { run(*workers_[i]); });
            } catch (const std::exception&) {
                return;  // no more threads available: the other workers do the work
            }
            const std::lock_guard lock(mutex_);
            ++n_started_;
        }
    }

    // Returns whether all is done, or false if `keep_going` returned false.
    bool lead(const std::function<bool()>& keep_going) {
        auto last_look = Clock::now();
        while (!stop_ && workers_[0]->work()) {
            const auto now = Clock::now();
            if (now - last_look < kLookEvery) continue;
            last_look = now;
            workers_[0]->report();
            if (!keep_going()) stop_ = interrupted_ = true;
        }
        std::unique_lock lock(mutex_);
        while (!done_.wait_for(lock, kLookEvery, [this] { return n_ended_ == n_started_; })) {
            lock.unlock();
            if (!stop_ && !keep_going()) stop_ = interrupted_ = true;
            lock.lock();
        }
        lock.unlock();
        join();
        if (failure_) std::rethrow_exception(failure_);
        return !interrupted_;
    }

  private:
    void run(Worker& worker) {
        std::exception_ptr failure;
        try {
            while (!stop_ && worker.work()) {
            }
        } catch (...) {
            failure = std::current_exception();
            stop_ = true;
        }
        const std::lock_guard lock(mutex_);
        if (failure) failure_ = failure;
        ++n_ended_;
        done_.notify_one();
    }

    void join() {
        for (auto& thread : threads_) thread.join();
        threads_.clear();
    }

    std::vector<std::unique_ptr<Worker>>& workers_;
    std::vector<std::thread> threads_;
    std::atomic<bool> stop_{false};
    bool interrupted_ = false;
    std::mutex mutex_;  // guards what follows
    std::condition_variable done_;
    std::size_t n_started_ = 0, n_ended_ = 0;
    std::exception_ptr failure_;
};

}  // namespace pandoku::lanes
