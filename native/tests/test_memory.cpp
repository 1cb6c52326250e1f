// Tests every call with memory that runs out at any point. The call must throw std::bad_alloc or
// succeed. It must neither crash nor leak, and the next call must be correct.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

#include "check.hpp"
#include "entries.hpp"

namespace {

std::atomic<long> n_allocated{0}, n_live{0}, fails_at{-1};

void* take(std::size_t bytes, std::size_t align) {
    if (n_allocated++ == fails_at) throw std::bad_alloc();
    void* memory = nullptr;
    if (posix_memalign(&memory, align, bytes) != 0) throw std::bad_alloc();
    ++n_live;
    return memory;
}

void give(void* memory) {
    if (memory != nullptr) --n_live;
    std::free(memory);
}

// Fails one allocation of a call after another: each of the first forty, and then fewer and fewer.
void test_entry(const Entry& entry, int threads) {
    // Also fills the caches that are only filled once.
    const std::uint64_t right = entry.call(threads);
    const long before = n_live, from = n_allocated;
    entry.call(threads);
    const long n = n_allocated - from;
    int n_tried = 0, n_thrown = 0;
    bool keeps = false, is_wrong = false;
    for (long at = 0; at < n; at += 1 + (at > 40 ? at / 5 : 0)) {
        n_allocated = 0;
        fails_at = at;
        ++n_tried;
        try {
            is_wrong |= entry.call(threads) != right;
        } catch (const std::bad_alloc&) {
            ++n_thrown;
        }
        fails_at = -1;
        keeps |= n_live != before;
    }
    is_wrong |= entry.call(threads) != right;
    const std::string name = std::string(entry.name) + ", " + std::to_string(threads) + " threads";
    check(n_thrown > 0 && !is_wrong, name + ": " + std::to_string(n_tried) + " of " +
                                         std::to_string(n) + " allocations fail, " +
                                         std::to_string(n_thrown) + " calls throw");
    check(!keeps, name + ": no memory is kept");
}

}  // namespace

void* operator new(std::size_t bytes) { return take(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t align) {
    return take(bytes, static_cast<std::size_t>(align));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    try {
        return take(bytes, alignof(std::max_align_t));
    } catch (const std::bad_alloc&) {
        return nullptr;  // some functions, such as std::stable_sort, succeed without the memory
    }
}
void operator delete(void* memory) noexcept { give(memory); }
void operator delete(void* memory, std::size_t) noexcept { give(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give(memory); }

int main() {
    for (const Entry& entry : kEntries)
        for (const int threads : {1, 2}) test_entry(entry, threads);
    return n_failed == 0 ? 0 : 1;
}
