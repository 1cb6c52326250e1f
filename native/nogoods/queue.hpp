// The variables of a search. Variables of the most recent conflicts come first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pandoku::nogoods {

// A heap by activity. If activities are equal, the variable with the lower number comes first, so
// that the order is always the same.
class Queue {
  public:
    void reset(std::size_t n_variables) {
        activity_.assign(n_variables, 0);
        place_.assign(n_variables, -1);
        heap_.clear();
        step_ = 1;
    }
    bool is_empty() const { return heap_.empty(); }

    void insert(std::uint32_t v) {
        if (place_[v] >= 0) return;
        place_[v] = static_cast<std::int32_t>(heap_.size());
        heap_.push_back(v);
        rise(heap_.size() - 1);
    }
    std::uint32_t take_first() {
        const std::uint32_t first = heap_.front(), last = heap_.back();
        heap_.pop_back();
        place_[first] = -1;
        if (!heap_.empty()) {
            put(last, 0);
            sink(0);
        }
        return first;
    }
    void bump(std::uint32_t v, double share = 1) {
        activity_[v] += share * step_;
        if (activity_[v] > kMost) {
            for (double& activity : activity_) activity /= kMost;
            step_ /= kMost;
        }
        if (place_[v] >= 0) rise(static_cast<std::size_t>(place_[v]));
    }
    void age(double decay) { step_ /= decay; }  // from now on, earlier bumps count less

  private:
    static constexpr double kMost = 1e100;

    bool is_before(std::uint32_t a, std::uint32_t b) const {
        return activity_[a] != activity_[b] ? activity_[a] > activity_[b] : a < b;
    }
    void put(std::uint32_t v, std::size_t i) {
        heap_[i] = v;
        place_[v] = static_cast<std::int32_t>(i);
    }
    void rise(std::size_t i) {
        const std::uint32_t v = heap_[i];
        for (; i > 0 && is_before(v, heap_[(i - 1) / 2]); i = (i - 1) / 2)
            put(heap_[(i - 1) / 2], i);
        put(v, i);
    }
    void sink(std::size_t i) {
        const std::uint32_t v = heap_[i];
        while (2 * i + 1 < heap_.size()) {
            std::size_t child = 2 * i + 1;
            if (child + 1 < heap_.size() && is_before(heap_[child + 1], heap_[child])) ++child;
            if (!is_before(heap_[child], v)) break;
            put(heap_[child], i);
            i = child;
        }
        put(v, i);
    }

    std::vector<double> activity_;
    std::vector<std::uint32_t> heap_;
    // The position of each variable in the heap, or -1 if it is not in the heap.
    std::vector<std::int32_t> place_;
    double step_ = 1;
};

}  // namespace pandoku::nogoods
