#include "lanes/lanes.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

namespace pandoku::lanes {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kAlign = 64;
constexpr std::size_t kMaxStackBytes = std::size_t{1} << 29;  // a worker's open nodes: 512 MiB
constexpr std::size_t kFirstStackNodes = 256;
constexpr auto kLookEvery = std::chrono::milliseconds(20);  // `keep_going` may be dear

struct Freer {
    void operator()(void* p) const { std::free(p); }
};
using Memory = std::unique_ptr<void, Freer>;

Memory allocate(std::size_t bytes) {
    const std::size_t whole = (bytes + kAlign - 1) / kAlign * kAlign;
    Memory memory(std::aligned_alloc(kAlign, std::max(whole, kAlign)));
    if (!memory) throw std::bad_alloc();
    std::memset(memory.get(), 0, whole);
    return memory;
}

const Kernel& kernel_for(Isa isa) {
#ifdef PANDOKU_X86
    if (isa == Isa::avx512) return avx512::kernel;
    if (isa == Isa::avx2) return avx2::kernel;
#endif
    (void)isa;
    return baseline::kernel;
}

// One worker's memory and its part of the search.
class Worker {
  public:
    Worker(const Plan& plan, const Batch& batch, std::int64_t* next) {
        const Tables& t = plan.tables();
        const Kernel& kernel = kernel_for(resolve(batch.isa));
        lane_bytes_ = t.order <= 16 ? 2 : t.order <= 32 ? 4 : 8;
        run_ = lane_bytes_ == 2 ? kernel.run16 : lane_bytes_ == 4 ? kernel.run32 : kernel.run64;
        const auto cells = static_cast<std::size_t>(t.n_cells);
        const auto vector = static_cast<std::size_t>(kernel.vector_bytes);
        const auto words = static_cast<std::size_t>(t.words);
        block_ = allocate(cells * vector);
        scratch_ = allocate((cells + static_cast<std::size_t>(t.n_houses)) * vector);
        column_ = allocate(cells * 8);
        sets_ = allocate((static_cast<std::size_t>(t.order) + 3) * words * 8);
        search_.tables = &t;
        search_.input = batch.input;
        search_.puzzles = batch.puzzles;
        search_.n_puzzles = batch.n;
        search_.next = next;
        search_.limit = batch.limit;
        search_.node_budget = batch.node_budget;
        search_.keep = batch.keep;
        search_.solutions = batch.solutions;
        search_.counts = batch.counts;
        search_.nodes = batch.nodes;
        search_.block = block_.get();
        search_.scratch = scratch_.get();
        search_.column = column_.get();
        search_.sets = static_cast<std::uint64_t*>(sets_.get());
        seconds_ = batch.seconds;
        std::fill_n(seen_, kMaxLanes, -1);
        std::fill_n(since_, kMaxLanes, Clock::now());
        // A slice ends after a few milliseconds whatever the order, to look at clock and signals.
        slice_sweeps_ = std::max<std::int64_t>(50, 300'000 / t.n_cells);
    }

    // Work for a few milliseconds; false when all is done.
    bool work() {
        const Status status = run_(search_, slice_sweeps_);
        if (status == Status::wants_stack) grow_stack();
        if (seconds_ > 0) look_at_clock();
        return status != Status::finished;
    }

    // The search was stopped: say of the puzzles under way how far they got.
    void give_up() {
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
        for (std::size_t i = 0; i < kMaxLanes; ++i) {
            Slot& slot = search_.slots[i];
            if (seen_[i] != slot.puzzle) {
                seen_[i] = slot.puzzle;
                since_[i] = now;
            }
            slot.expired = std::chrono::duration<double>(now - since_[i]).count() > seconds_;
        }
    }

    void grow_stack() {
        const std::size_t bytes = node_bytes(*search_.tables, lane_bytes_);
        const std::size_t most = std::max<std::size_t>(kMaxStackBytes / bytes, kFirstStackNodes);
        const std::size_t nodes =
            std::min(most, std::max(kFirstStackNodes, 2 * search_.stack_capacity));
        if (nodes == search_.stack_capacity) {
            search_.stack_is_full = true;
            return;
        }
        void* const larger = std::realloc(stack_.get(), nodes * bytes);
        if (larger == nullptr) throw std::bad_alloc();
        (void)stack_.release();
        stack_.reset(larger);
        search_.stack = static_cast<std::uint8_t*>(larger);
        search_.stack_capacity = nodes;
    }

    Memory block_, scratch_, column_, sets_, stack_;
    Search search_;
    Run run_ = nullptr;
    int lane_bytes_ = 2;
    std::int64_t slice_sweeps_ = 0;
    double seconds_ = 0;
    std::int64_t seen_[kMaxLanes];         // the puzzle that a slot had at the last look
    Clock::time_point since_[kMaxLanes];   // and since when
};

// The workers of a batch: the first runs on the calling thread, each other on its own.
class Team {
  public:
    explicit Team(std::vector<std::unique_ptr<Worker>>& workers) : workers_(workers) {}
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    ~Team() { join(); }

    void start() {
        threads_.reserve(workers_.size());
        for (std::size_t i = 1; i < workers_.size(); ++i) {
            try {
                threads_.emplace_back([this, i] { run(*workers_[i]); });
            } catch (const std::system_error&) {
                return;  // the system has no thread for us: the others do its work
            }
            const std::lock_guard lock(mutex_);
            ++n_started_;
        }
    }

    // Returns whether all is done; false when `keep_going` said no.
    bool lead(const std::function<bool()>& keep_going) {
        auto last_look = Clock::now();
        while (!stop_ && workers_[0]->work()) {
            const auto now = Clock::now();
            if (now - last_look < kLookEvery) continue;
            last_look = now;
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
        if (!threads_.empty() && std::uncaught_exceptions() > 0) stop_ = true;
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

}  // namespace

bool is_available(Isa isa) {
#ifdef PANDOKU_X86
    if (isa == Isa::avx2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    if (isa == Isa::avx512)
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("bmi2");
#else
    if (isa == Isa::avx2 || isa == Isa::avx512) return false;
#endif
    return true;
}

const char* name_of(Isa isa) {
    switch (isa) {
        case Isa::baseline: return "baseline";
        case Isa::avx2: return "avx2";
        case Isa::avx512: return "avx512";
        case Isa::automatic: break;
    }
    return "auto";
}

Isa resolve(Isa isa) {
    if (isa != Isa::automatic) return isa;
    if (is_available(Isa::avx512)) return Isa::avx512;
    return is_available(Isa::avx2) ? Isa::avx2 : Isa::baseline;
}

Plan::Plan(int order, int box_rows, int box_cols, std::vector<std::vector<int>> houses) {
    const auto cells = static_cast<std::size_t>(order) * static_cast<std::size_t>(order);
    const std::size_t words = (cells + 63) / 64;
    const bool is_classic = order == 9 && box_rows == 3 && box_cols == 3 && houses.size() == 27;

    // A house that stands twice (rows of order 1, say) would only be swept twice.
    for (auto& house : houses) std::sort(house.begin(), house.end());
    std::sort(houses.begin(), houses.end());
    houses.erase(std::unique(houses.begin(), houses.end()), houses.end());

    std::vector<std::vector<std::uint32_t>> of_cell(cells);
    peers_.assign(cells * words, 0);
    for (std::size_t h = 0; h < houses.size(); ++h)
        for (const int cell : houses[h]) {
            const auto c = static_cast<std::size_t>(cell);
            house_cells_.push_back(static_cast<std::uint16_t>(cell));
            of_cell[c].push_back(static_cast<std::uint32_t>(h));
            for (const int peer : houses[h])
                if (peer != cell)
                    peers_[c * words + static_cast<std::size_t>(peer) / 64] |= std::uint64_t{1}
                                                                              << (peer % 64);
        }
    cell_start_.push_back(0);
    for (const auto& list : of_cell) {
        cell_houses_.insert(cell_houses_.end(), list.begin(), list.end());
        cell_start_.push_back(static_cast<std::uint32_t>(cell_houses_.size()));
    }

    tables_.order = order;
    tables_.n_cells = static_cast<int>(cells);
    tables_.n_houses = static_cast<int>(houses.size());
    tables_.box_rows = box_rows;
    tables_.box_cols = box_cols;
    tables_.words = static_cast<int>(words);
    tables_.classic9 = is_classic;
    tables_.house_cells = house_cells_.data();
    tables_.cell_start = cell_start_.data();
    tables_.cell_houses = cell_houses_.data();
    tables_.peers = peers_.data();
}

End solve(const Plan& plan, const Batch& batch, Stats& stats,
          const std::function<bool()>& keep_going) {
    std::fill_n(batch.counts, batch.n, -1);
    if (batch.nodes != nullptr) std::fill_n(batch.nodes, batch.n, 0);

    // Below some 128 puzzles a worker, the lanes of a further one would stay empty.
    const auto useful = std::clamp<std::int64_t>(batch.n / 128, 1, batch.threads);
    std::int64_t next = 0;
    std::vector<std::unique_ptr<Worker>> workers;
    for (std::int64_t i = 0; i < useful; ++i)
        workers.push_back(std::make_unique<Worker>(plan, batch, &next));

    Team team(workers);
    team.start();
    const bool done = team.lead(keep_going);
    for (auto& worker : workers) {
        if (!done) worker->give_up();
        worker->add_to(stats);
    }
    return done ? End::done : End::interrupted;
}

}  // namespace pandoku::lanes
