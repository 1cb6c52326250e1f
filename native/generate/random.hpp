// Random numbers that are the same on every machine: SplitMix64 (Steele, Lea and Flood 2014), one
// stream for each key. The distributions of the standard library differ between its versions.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace pandoku::generate {

class Random {
  public:
    explicit Random(std::uint64_t key) : state_(key) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

    // A number 0 .. n-1, all equally likely, where n is at least 1. The high word of a product is
    // uniform except for a few low words, which are drawn again (Lemire 2019).
    std::uint32_t below(std::uint32_t n) {
        std::uint64_t product = (next() >> 32) * n;
        if (static_cast<std::uint32_t>(product) < n) {
            const std::uint32_t uneven = -n % n;
            while (static_cast<std::uint32_t>(product) < uneven) product = (next() >> 32) * n;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    template <class Range>
    void shuffle(Range& range) {
        const std::span items(range);
        for (std::size_t n = items.size(); n > 1; --n)
            std::swap(items[n - 1], items[below(static_cast<std::uint32_t>(n))]);
    }

  private:
    std::uint64_t state_;
};

}  // namespace pandoku::generate
