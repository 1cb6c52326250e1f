// Many independent pieces of work on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "grid/function_ref.hpp"

namespace pandoku {

// Calls work(goes_on, next) on each of at most `n_threads` threads. next() is the index of the next
// piece to do, or -1 at the end; goes_on(), which is cheap, is false if the work is to stop. False
// if `poll`, called on the calling thread, returned false.
template <class Work>
bool in_threads(std::int64_t n, int n_threads, Poll poll, Work&& work) {
    std::atomic<std::int64_t> taken{0};
    std::atomic<bool> is_stopped{false};
    std::mutex mutex;
    std::condition_variable finished;
    int n_running = static_cast<int>(std::clamp<std::int64_t>(n, 1, std::max(1, n_threads)));
    const auto run = [&] {
        const auto goes_on = [&] { return !is_stopped.load(std::memory_order_relaxed); };
        work(goes_on, [&] {
            const std::int64_t index = taken++;
            return index < n && goes_on() ? index : -1;
        });
        const std::lock_guard lock(mutex);
        --n_running;
        finished.notify_one();
    };
    std::vector<std::thread> threads;
    for (int t = n_running; t > 0; --t) threads.emplace_back(run);
    {
        std::unique_lock lock(mutex);
        while (
            !finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return n_running == 0; }))
            if (!is_stopped && !poll()) is_stopped = true;
    }
    for (auto& thread : threads) thread.join();
    return !is_stopped;
}

}  // namespace pandoku
