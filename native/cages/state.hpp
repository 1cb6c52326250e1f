// The candidates of every cell, queues of pending work, and the trail that undoes changes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grid/layout.hpp"

namespace pandoku::cages {

// A first-in, first-out queue of pending work that holds each number at most once.
class Queue {
  public:
    void reset(std::size_t n) {
        waiting_.assign(n, 0);
        items_.clear();
        next_ = 0;
    }
    void push(std::uint32_t item) {
        if (waiting_[item]) return;
        waiting_[item] = 1;
        items_.push_back(item);
    }
    bool empty() const { return next_ == items_.size(); }
    std::uint32_t pop() {
        const std::uint32_t item = items_[next_++];
        waiting_[item] = 0;
        if (empty()) items_.clear(), next_ = 0;
        return item;
    }
    void clear() {
        while (!empty()) pop();
    }

  private:
    std::vector<std::uint8_t> waiting_;
    std::vector<std::uint32_t> items_;
    std::size_t next_ = 0;
};

// A rule that watches a cell, and the cell's position in that rule.
struct Watch {
    std::uint32_t rule, position;
};

// Memory that can be undone: first a mask of candidates for every cell, then the words that rules
// keep. Both are in one array, so that one trail undoes both.
class State {
  public:
    void reset(const Layout& layout, const Mask* masks);

    // Sets the rules that watch each cell: those of cell c are watches[start[c] .. start[c + 1]).
    // `level` is the queue of each rule: each queue is emptied before the next.
    void watch(std::vector<std::uint32_t> start, std::vector<Watch> watches,
               std::span<const std::uint8_t> level);
    void set_level(std::uint32_t rule, std::uint8_t level) { level_[rule] = level; }
    void wake(std::uint32_t rule, std::uint32_t positions) {
        changed[rule] |= positions;
        rules[level_[rule]].push(rule);
    }

    const Layout& layout() const { return *layout_; }
    Mask at(int cell) const { return memory_[static_cast<std::size_t>(cell)]; }
    bool is_decided(int cell) const { return !is_several(at(cell)); }

    // Keeps only these candidates in a cell. Returns false if no candidate is left; the caller must
    // then undo.
    bool keep(int cell, Mask mask) {
        const Mask old = at(cell);
        return (old & mask) == old || narrow(cell, old & mask);  // usually nothing changes
    }
    bool remove(int cell, Mask mask) { return keep(cell, ~mask); }

    std::uint32_t add_words(std::uint32_t n, std::uint64_t value);  // returns the first index
    std::uint64_t word(std::uint32_t index) const { return memory_[index]; }
    void set_word(std::uint32_t index, std::uint64_t value);

    std::size_t mark() const { return trail_.size(); }
    // Calls f(cell, digits) for the digits that cells have lost since a mark. A cell may come up
    // several times.
    template <class F>
    void each_loss(std::size_t mark, F&& f) const {
        const auto n_cells = static_cast<std::uint32_t>(layout_->n_cells());
        for (std::size_t i = mark; i < trail_.size(); ++i)
            if (trail_[i].index < n_cells)
                f(static_cast<std::uint16_t>(trail_[i].index),
                  trail_[i].value & ~memory_[trail_[i].index]);
    }
    void ignore_houses() {  // the caller does the work on houses in another way
        decided.clear();
        houses.clear();
        matchings.clear();
    }
    void undo(std::size_t mark);  // also empties the queues

    static constexpr std::uint32_t kNoRule = ~std::uint32_t{0};
    std::uint32_t running = kNoRule;  // this rule is not woken by its own removals
    static constexpr std::uint16_t kNoCell = 0xffff;
    std::uint16_t emptied = kNoCell;     // the last cell that would have lost all its candidates
    std::vector<std::uint16_t> decided;  // cells with one candidate that are not yet processed
    Queue houses, matchings, rules[3];
    std::vector<std::uint32_t> changed;  // for each rule: positions that changed since it last ran

  private:
    bool narrow(int cell, Mask now);
    struct Entry {
        std::uint32_t index;
        std::uint64_t value;
    };
    const Layout* layout_ = nullptr;
    std::vector<std::uint64_t> memory_;
    std::vector<Entry> trail_;
    std::vector<std::uint32_t> watch_start_;
    std::vector<Watch> watches_;
    std::vector<std::uint8_t> level_;
};

inline bool State::narrow(int cell, Mask now) {
    const auto c = static_cast<std::size_t>(cell);
    if (now == 0) {
        emptied = static_cast<std::uint16_t>(cell);
        return false;
    }
    trail_.push_back({static_cast<std::uint32_t>(cell), memory_[c]});
    memory_[c] = now;
    if (!is_several(now)) decided.push_back(static_cast<std::uint16_t>(cell));
    // Any change queues a house. A rule is woken with the position, so that it need only examine
    // the change. (Positions above 31 share bits, because no table is that large.)
    for (const Place place : layout_->places(cell)) houses.push(place.house);
    for (std::uint32_t w = watch_start_[c]; w < watch_start_[c + 1]; ++w) {
        const auto [rule, position] = watches_[w];
        if (rule != running) wake(rule, std::uint32_t{1} << (position & 31));
    }
    return true;
}

inline void State::set_word(std::uint32_t index, std::uint64_t value) {
    if (memory_[index] == value) return;
    trail_.push_back({index, memory_[index]});
    memory_[index] = value;
}

}  // namespace pandoku::cages
