// The bytes of a fuzz input, taken one by one, with zeros after the last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
    unsigned next() { return at_ == end_ ? 0 : *at_++; }
    unsigned next_two() {
        const unsigned low = next();
        return low | next() << 8;
    }
    int below(int n) { return static_cast<int>(next()) % n; }
    // Whether to do something that takes too long to do in every execution. Never true after the
    // end of the bytes.
    bool one_in(int n) { return below(n) == n - 1; }
    bool empty() const { return at_ == end_; }

  private:
    const std::uint8_t *at_, *end_;
};

// Ends the process if the claim does not hold, which libFuzzer reports.
inline void demand(bool claim, const char* what, const char* whose = "") {
    if (claim) return;
    std::fprintf(stderr, "%s%s%s\n", whose, *whose == 0 ? "" : ": ", what);
    std::abort();
}
