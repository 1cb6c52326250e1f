// A conclusion of chains, with the data for choosing one of them.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "rating/hint.hpp"
#include "rating/tree.hpp"

namespace pandoku::rating {

// The order of conclusions with the same rating and complexity.
enum class Class : std::uint8_t { none, double_forcing, x, y, xy, cell, region, contradiction };

struct ChainHint {
    double rating = 0;
    int complexity = 0;
    Class kind = Class::none;
    Technique technique{};
    int target = -1;  // the candidate that is on or off; -1 for a cycle
    bool is_on = false;
    std::vector<Removal> removals;
    // The place where it was found: the candidate of the start, and the house of a region.
    int start = -1, house = -1;
    bool start_is_on = true;

    // For cycles and single forcing chains: the nodes, beginning with the start.
    struct Point {
        std::uint16_t id;
        bool is_on;
        std::int8_t house;  // the house of the link to it, or -1 for a link in a cell
    };
    std::vector<Point> points;

    // For nested chains only.
    Bits rule_parents;      // candidates that must be off
    std::uint64_t sum = 0;  // equal for equal chains

    bool is_found() const { return kind != Class::none; }
    bool is_before(const ChainHint& o) const {
        return std::tuple(rating, complexity, kind) < std::tuple(o.rating, o.complexity, o.kind);
    }
};

// Collects conclusions: either the best one, or all of them.
class Conclusions {
  public:
    // `is_told`: whether to store the nodes of chains.
    explicit Conclusions(bool keeps_all, bool is_told = true)
        : keeps_all_(keeps_all), is_told_(is_told) {}

    // Whether a hint that is at most as good as this hint could be useful.
    bool takes(double rating, int complexity, Class kind) const {
        return keeps_all_ || !best_.is_found() ||
               !(best_.rating < rating ||
                 (best_.rating == rating &&
                  std::tuple(best_.complexity, best_.kind) <= std::tuple(complexity, kind)));
    }
    // The maximum number of nodes in the chains of a useful conclusion.
    int most() const { return keeps_all_ || !best_.is_found() ? kNoLimit : best_.complexity; }
    static constexpr int kNoLimit = 1 << 20;

    void add(ChainHint&& hint) {
        if (keeps_all_)
            all_.push_back(std::move(hint));
        else if (takes(hint.rating, hint.complexity, hint.kind))
            best_ = std::move(hint);
    }
    bool is_told() const { return is_told_; }
    const ChainHint& best() const { return best_; }
    std::vector<ChainHint>& all() { return all_; }

  private:
    bool keeps_all_, is_told_;
    ChainHint best_;
    std::vector<ChainHint> all_;
};

inline std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

}  // namespace pandoku::rating
