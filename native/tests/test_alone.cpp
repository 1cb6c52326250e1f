// A browser starts no thread: the calling thread does all the work, and polls. On Linux alone, a
// program can put its own pthread_create before the pthread_create of the system.
#include "check.hpp"
#include "entries.hpp"
#include "grid/in_threads.hpp"

#ifdef __linux__
#include <dlfcn.h>
#include <pthread.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace {

bool refuses = false;

void test_entries() {
    for (const Entry& entry : kEntries) {
        refuses = false;
        const std::uint64_t right = entry.call(2);
        refuses = true;
        check(entry.call(2) == right, std::string(entry.name) + ": one thread gets the same");
    }
}

void test_poll() {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(20);
    int n_polls = 0;
    const auto stop = [&] { return ++n_polls < 2; };
    const bool is_done = in_threads(1, 4, stop, [&](const auto& goes_on, const auto& next) {
        while (next() >= 0)
            while (goes_on() && Clock::now() < end) {
            }
    });
    check(!is_done && n_polls == 2 && Clock::now() < end, "the calling thread polls, and stops");
}

void test_failure() {
    bool is_thrown = false;
    try {
        in_threads(
            3, 4, [] { return true; },
            [](const auto&, const auto& next) {
                while (next() >= 0) throw std::runtime_error("wrong");
            });
    } catch (const std::runtime_error&) {
        is_thrown = true;
    }
    check(is_thrown, "an exception of the work is thrown");
}

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* with, void* (*run)(void*),
                              void* argument) noexcept {
    using Create = decltype(&pthread_create);
    static const auto system = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
    return refuses ? EAGAIN : system(thread, with, run, argument);
}

int main() {
    test_entries();
    test_poll();
    test_failure();
    return n_failed == 0 ? 0 : 1;
}
#else
int main() {}
#endif
