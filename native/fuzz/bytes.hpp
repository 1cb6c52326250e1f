// The bytes of a fuzz input, taken one by one; zeros follow the last.
#pragma once

#include <cstddef>
#include <cstdint>

class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
    unsigned next() { return at_ == end_ ? 0 : *at_++; }
    int below(int n) { return static_cast<int>(next()) % n; }
    bool empty() const { return at_ == end_; }

  private:
    const std::uint8_t *at_, *end_;
};
