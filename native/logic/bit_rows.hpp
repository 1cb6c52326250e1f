// Rows of bits of equal length, contiguous in memory: a relation between many things.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pandoku::logic {

class BitRows {
  public:
    BitRows() = default;
    BitRows(std::size_t n_rows, std::size_t n_bits)
        : n_rows_(n_rows), n_words_((n_bits + 63) / 64), words_(n_rows * n_words_) {}

    std::size_t n_rows() const { return n_rows_; }
    std::size_t n_words() const { return n_words_; }
    std::uint64_t* operator[](std::size_t row) { return words_.data() + row * n_words_; }
    const std::uint64_t* operator[](std::size_t row) const {
        return words_.data() + row * n_words_;
    }

    void add(std::size_t row, std::size_t bit) {
        (*this)[row][bit >> 6] |= std::uint64_t{1} << (bit & 63);
    }
    // Adds all bits of a row of `other`, whose rows have the same length.
    void join(std::size_t row, const BitRows& other, std::size_t other_row) {
        std::uint64_t* const words = (*this)[row];
        const std::uint64_t* const more = other[other_row];
        for (std::size_t w = 0; w < n_words_; ++w) words[w] |= more[w];
    }
    bool has(std::size_t row, std::size_t bit) const {
        return ((*this)[row][bit >> 6] >> (bit & 63) & 1) != 0;
    }

  private:
    std::size_t n_rows_ = 0, n_words_ = 0;
    std::vector<std::uint64_t> words_;
};

// Calls f(bit) for every bit of a row from `first` on, ascending.
template <class F>
void each_bit(const std::uint64_t* row, std::size_t n_words, std::size_t first, F&& f) {
    for (std::size_t w = first >> 6; w < n_words; ++w) {
        std::uint64_t rest = row[w];
        if (w == first >> 6) rest = rest >> (first & 63) << (first & 63);
        for (; rest != 0; rest &= rest - 1)
            f(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
    }
}

// Replaces a relation by its transitive closure. Before the call, row i has the bits that i leads
// to in one step; afterwards, the bits it leads to in one or more steps. There must be as many rows
// as bits.
void close_rows(BitRows& rows);

}  // namespace pandoku::logic
