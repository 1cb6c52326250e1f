#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "cages/cages.hpp"
#include "cages/search.hpp"

namespace pandoku::cages {
namespace {

// Each worker takes the next puzzle until no puzzle is left. The calling thread is a worker, and
// the only worker that polls.
class Team {
  public:
    Team(const Layout& layout, const Batch& batch, std::vector<Result>& results)
        : layout_(layout), batch_(batch), results_(results) {}

    bool run(const std::function<bool()>& keep_going) {
        const auto n = std::min<std::int64_t>(batch_.threads, batch_.cages->n_puzzles());
        if (n > 1) threads_.reserve(static_cast<std::size_t>(n - 1));
        for (std::int64_t i = 1; i < n && hire(); ++i) {
        }
        guard([&] { work(&keep_going); });
        wait(keep_going);
        for (auto& thread : threads_) thread.join();
        if (failure_) std::rethrow_exception(failure_);
        return !stop_;
    }

  private:
    // Starts a helper thread. Returns false if the system refuses it. Then fewer threads do all the
    // work.
    bool hire() {
        const std::lock_guard lock(mutex_);  // a thread counts itself out when it ends
        try {
            threads_.emplace_back([this] { help(); });
        } catch (const std::exception&) {
            return false;
        }
        ++n_working_;
        return true;
    }
    void work(const std::function<bool()>* poll) {
        Stopper stopper(stop_, poll);
        Search search(layout_, stopper);
        const std::int64_t n = batch_.cages->n_puzzles();
        for (std::int64_t i = next_++; i < n && !stop_; i = next_++)
            results_[static_cast<std::size_t>(i)] = search.solve(batch_, i);
    }
    void help() {
        guard([this] { work(nullptr); });
        const std::lock_guard lock(mutex_);
        --n_working_;
        done_.notify_one();
    }
    template <class Work>
    void guard(Work work) {
        try {
            work();
        } catch (...) {
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
            stop_ = true;
        }
    }
    void wait(const std::function<bool()>& keep_going) {
        std::unique_lock lock(mutex_);
        while (!done_.wait_for(lock, std::chrono::milliseconds(20),
                               [this] { return n_working_ == 0; })) {
            lock.unlock();
            if (!stop_ && !keep_going()) stop_ = true;
            lock.lock();
        }
    }

    const Layout& layout_;
    const Batch& batch_;
    std::vector<Result>& results_;
    std::vector<std::thread> threads_;
    std::atomic<bool> stop_ = false;
    std::atomic<std::int64_t> next_ = 0;
    std::mutex mutex_;  // guards the members below
    std::condition_variable done_;
    std::exception_ptr failure_;
    std::int64_t n_working_ = 0;
};

}  // namespace

bool solve(const Layout& layout, const Batch& batch, std::vector<Result>& results,
           const std::function<bool()>& keep_going) {
    results.assign(static_cast<std::size_t>(batch.cages->n_puzzles()), {});
    return Team(layout, batch, results).run(keep_going);
}

}  // namespace pandoku::cages
