// Eight threads call every entry at the same time, and each call uses several threads. All results
// equal the results of a single call. The thread sanitizer (PANDOKU_SANITIZE_THREADS) finds data
// that they share without locks.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"
#include "entries.hpp"

int main() {
    constexpr std::size_t kCallers = 8, kAll = std::size(kEntries);
    std::vector<std::uint64_t> alone;
    for (const Entry& entry : kEntries) alone.push_back(entry.call(2));
    std::vector<std::vector<std::uint64_t>> found(kCallers, std::vector<std::uint64_t>(kAll));
    std::vector<std::thread> callers;
    for (std::size_t caller = 0; caller < kCallers; ++caller)
        callers.emplace_back([&, caller] {
            for (std::size_t i = 0; i < kAll; ++i) {
                const std::size_t at = (i + caller) % kAll;  // each begins with another entry
                found[caller][at] = kEntries[at].call(2);
            }
        });
    for (auto& caller : callers) caller.join();
    for (std::size_t at = 0; at < kAll; ++at) {
        bool agrees = true;
        for (const auto& answers : found) agrees &= answers[at] == alone[at];
        check(agrees, std::string(kEntries[at].name) + ": eight callers get the answer of one");
    }
    return n_failed == 0 ? 0 : 1;
}
