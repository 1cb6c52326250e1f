// Many independent pieces of work on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "grid/function_ref.hpp"

namespace pandoku {

// Calls work(goes_on, next) on each of at most `n_threads` threads. next() returns the index of the
// next piece, or -1 at the end. goes_on(), which is cheap, is false if the work should stop.
// Returns false if `poll`, called on the calling thread, returned false. An exception of the work
// stops all threads and is thrown here. If the system refuses some threads, the others do all the
// work. If it refuses all of them, as a browser does, the calling thread does.
template <class Work>
bool in_threads(std::int64_t n, int n_threads, Poll poll, Work&& work) {
    using Clock = std::chrono::steady_clock;
    constexpr auto kPollEvery = std::chrono::milliseconds(50);
    std::atomic<std::int64_t> taken{0};
    std::atomic<bool> is_stopped{false};
    bool is_interrupted = false;  // belongs to the calling thread
    std::mutex mutex;             // guards what follows
    std::condition_variable finished;
    std::exception_ptr failure;
    int n_running = 0;
    const auto run = [&](bool is_caller) {
        auto last_poll = Clock::now();
        const auto look = [&] {
            if (Clock::now() - last_poll < kPollEvery) return;
            if (!is_stopped && !poll()) is_stopped = is_interrupted = true;
            last_poll = Clock::now();
        };
        std::uint32_t n_asked = 0;
        const auto goes_on = [&] {
            if (is_caller && ++n_asked % 64 == 0) look();  // the clock is not as cheap
            return !is_stopped.load(std::memory_order_relaxed);
        };
        std::exception_ptr caught;
        try {
            work(goes_on, [&] {
                if (is_caller) look();
                const std::int64_t index = taken++;
                return index < n && goes_on() ? index : -1;
            });
        } catch (...) {
            caught = std::current_exception();
            is_stopped = true;
        }
        const std::lock_guard lock(mutex);
        if (caught) failure = caught;
        --n_running;
        finished.notify_one();
    };
    const auto n_useful = std::clamp<std::int64_t>(n, 1, std::max(1, n_threads));
    std::vector<std::thread> threads;
    threads.reserve(static_cast<std::size_t>(n_useful));
    for (std::int64_t t = 0; t < n_useful; ++t) {
        const std::lock_guard lock(mutex);  // a thread ends by counting itself out
        try {
            threads.emplace_back(run, false);
        } catch (const std::exception&) {
            break;
        }
        ++n_running;
    }
    if (threads.empty()) {
        n_running = 1;
        run(true);
    }
    {
        std::unique_lock lock(mutex);
        while (!finished.wait_for(lock, kPollEvery, [&] { return n_running == 0; }))
            if (!is_stopped && !poll()) is_stopped = is_interrupted = true;
    }
    for (auto& thread : threads) thread.join();
    if (failure) std::rethrow_exception(failure);
    return !is_interrupted;
}

}  // namespace pandoku
