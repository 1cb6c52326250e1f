// What no digit and no cage changes: cells, houses, who sees whom, which houses add up together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pandoku::cages {

class Shape {
  public:
    // Every house has `order` different cells in 0 .. order*order-1; order 1 to 36. The rows
    // come first, then the columns, then all others.
    Shape(int order, const std::vector<std::vector<int>>& houses);

    int order() const { return order_; }
    int n_cells() const { return order_ * order_; }
    int n_houses() const { return static_cast<int>(house_cells_.size()) / order_; }
    int n_words() const { return n_words_; }  // of a set of cells
    std::uint64_t all() const { return (std::uint64_t{1} << order_) - 1; }

    std::span<const std::uint16_t> house(int h) const {
        const auto n = static_cast<std::size_t>(order_);
        return {house_cells_.data() + static_cast<std::size_t>(h) * n, n};
    }
    std::span<const std::uint16_t> houses_of(int cell) const {
        return part(houses_of_, house_start_, cell);
    }
    std::span<const std::uint16_t> peers(int cell) const { return part(peers_, peer_start_, cell); }

    // For every cell the set of cells it sees.
    const std::vector<std::uint64_t>& sight() const { return sight_; }

    // Unions of disjoint houses whose sum is known: n_houses * order * (order + 1) / 2.
    struct Group {
        std::vector<std::uint16_t> houses;
        std::vector<std::uint64_t> cells;  // a set

        int n_houses() const { return static_cast<int>(houses.size()); }
    };
    const std::vector<Group>& groups() const { return groups_; }

  private:
    static std::span<const std::uint16_t> part(const std::vector<std::uint16_t>& all,
                                               const std::vector<std::uint32_t>& start, int at) {
        const auto i = static_cast<std::size_t>(at);
        return {all.data() + start[i], all.data() + start[i + 1]};
    }
    void find_peers();
    void find_groups();
    void add_runs(int first, int last, const std::vector<std::vector<std::uint64_t>>& sets);
    void add_clusters(int first, const std::vector<std::vector<std::uint64_t>>& sets);

    int order_, n_words_;
    std::vector<std::uint16_t> house_cells_, houses_of_, peers_;
    std::vector<std::uint32_t> house_start_, peer_start_;
    std::vector<std::uint64_t> sight_;
    std::vector<Group> groups_;
};

inline bool has(const std::uint64_t* set, int cell) { return set[cell / 64] >> (cell % 64) & 1; }
inline void add(std::uint64_t* set, int cell) { set[cell / 64] |= std::uint64_t{1} << (cell % 64); }

}  // namespace pandoku::cages
