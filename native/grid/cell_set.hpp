// A set of cells as a bitset. It uses as many words as the grid needs, and never the heap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "grid/mask.hpp"

namespace pandoku {

class CellSet {
    static constexpr int kMaxWords = (36 * 36 + 63) / 64;

  public:
    explicit CellSet(int n_words = 0) : n_(n_words) {
        words_[0] = words_[1] = 0;
        for (int w = 2; w < n_; ++w) words_[w] = 0;
    }
    CellSet(const std::uint64_t* words, int n_words) : n_(n_words) {
        words_[0] = words[0];
        words_[1] = n_ > 1 ? words[1] : 0;
        for (int w = 2; w < n_; ++w) words_[w] = words[w];
    }
    // Only the words in use are copied.
    CellSet(const CellSet& other) : n_(other.n_) { each_word(other, assign); }
    CellSet& operator=(const CellSet& other) {
        n_ = other.n_;
        each_word(other, assign);
        return *this;
    }

    void add(int cell) { words_[cell >> 6] |= bit(cell); }
    void drop(int cell) { words_[cell >> 6] &= ~bit(cell); }
    void put(int cell, bool is_in) {
        std::uint64_t& word = words_[cell >> 6];
        word = (word & ~bit(cell)) | std::uint64_t{is_in} << (cell & 63);
    }
    bool has(int cell) const { return (words_[cell >> 6] & bit(cell)) != 0; }
    // Adds cell `first` + i for every bit i.
    void add_run(int first, std::uint64_t run) {
        const int w = first >> 6, shift = first & 63;
        words_[w] |= run << shift;
        if (shift != 0 && run >> (64 - shift) != 0) words_[w + 1] |= run >> (64 - shift);
    }

    CellSet& operator&=(const CellSet& other) {
        each_word(other, [](std::uint64_t& a, std::uint64_t b) { a &= b; });
        return *this;
    }
    CellSet& operator|=(const CellSet& other) {
        each_word(other, [](std::uint64_t& a, std::uint64_t b) { a |= b; });
        return *this;
    }
    CellSet& operator-=(const CellSet& other) {
        each_word(other, [](std::uint64_t& a, std::uint64_t b) { a &= ~b; });
        return *this;
    }
    friend CellSet operator&(CellSet a, const CellSet& b) { return a &= b; }
    friend CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
    friend CellSet operator-(CellSet a, const CellSet& b) { return a -= b; }

    bool operator==(const CellSet& other) const {
        return !any_word(other, [](std::uint64_t a, std::uint64_t b) { return a ^ b; });
    }
    bool empty() const {
        return !any_word(*this, [](std::uint64_t a, std::uint64_t) { return a; });
    }
    bool meets(const CellSet& other) const {
        return any_word(other, [](std::uint64_t a, std::uint64_t b) { return a & b; });
    }
    bool is_within(const CellSet& other) const {
        return !any_word(other, [](std::uint64_t a, std::uint64_t b) { return a & ~b; });
    }
    int count() const {
        int sum = 0;
        for (int w = 0; w < n_; ++w) sum += pandoku::count(words_[w]);
        return sum;
    }
    int first() const {  // -1 when empty
        for (int w = 0; w < n_; ++w)
            if (words_[w] != 0) return w * 64 + std::countr_zero(words_[w]);
        return -1;
    }

    const std::uint64_t* words() const { return words_; }

    // Calls f(cell) for every cell, ascending.
    template <class F>
    void each(F&& f) const {
        for (int w = 0; w < n_; ++w)
            for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
                f(w * 64 + std::countr_zero(rest));
    }

  private:
    static std::uint64_t bit(int cell) { return std::uint64_t{1} << (cell & 63); }
    static void assign(std::uint64_t& a, std::uint64_t b) { a = b; }

    // The first two words, which hold any grid up to order 11, are always valid and need no loop.
    template <class F>
    void each_word(const CellSet& other, F&& f) {
        f(words_[0], other.words_[0]);
        f(words_[1], other.words_[1]);
        for (int w = 2; w < n_; ++w) f(words_[w], other.words_[w]);
    }
    template <class F>
    bool any_word(const CellSet& other, F&& f) const {
        std::uint64_t any = f(words_[0], other.words_[0]) | f(words_[1], other.words_[1]);
        for (int w = 2; w < n_; ++w) any |= f(words_[w], other.words_[w]);
        return any != 0;
    }

    int n_;
    std::uint64_t words_[kMaxWords];
};

// Sets of cells of one grid in contiguous memory, each with as many words as the grid needs.
class CellSets {
  public:
    explicit CellSets(int n_words = 0) : n_words_(n_words) {}

    void reserve(std::size_t n) { words_.reserve(n * static_cast<std::size_t>(n_words_)); }
    void clear() { words_.clear(); }
    void push_back(const CellSet& set) {
        words_.insert(words_.end(), set.words(), set.words() + n_words_);
    }
    CellSet operator[](std::size_t i) const { return {words(i), n_words_}; }
    const std::uint64_t* words(std::size_t i) const {
        return words_.data() + i * static_cast<std::size_t>(n_words_);
    }
    bool has(std::size_t i, int cell) const { return words(i)[cell >> 6] >> (cell & 63) & 1; }
    void add(std::size_t i, int cell) {
        words_[i * static_cast<std::size_t>(n_words_) + (cell >> 6)] |= std::uint64_t{1}
                                                                        << (cell & 63);
    }

  private:
    int n_words_;
    std::vector<std::uint64_t> words_;
};

}  // namespace pandoku
