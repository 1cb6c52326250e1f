// A grid divided into connected areas, which become cages.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "generate/cage_wishes.hpp"
#include "generate/random.hpp"
#include "grid/layout.hpp"

namespace pandoku::generate {

class Area {
  public:
    void add(int cell) { cells_[n_++] = static_cast<std::uint16_t>(cell); }
    void clear() { n_ = 0; }
    int size() const { return n_; }
    std::span<const std::uint16_t> cells() const {
        return {cells_.data(), static_cast<std::size_t>(n_)};
    }
    bool has(int cell) const;

  private:
    std::array<std::uint16_t, kMaxCage> cells_;
    int n_ = 0;
};

// Divides a grid into areas of the requested sizes, and redivides small parts of it. An area never
// has cells that cannot be in one cage (in a killer: equal digits, or too large a sum).
class Divider {
  public:
    Divider(const Layout& layout, const CageWishes& wishes);

    // The solution determines which cells may be in one area.
    void start(const std::uint8_t* solution) { solution_ = solution; }

    // Divides the complete grid. Returns false if a few tries failed.
    bool divide(Random& random, std::vector<Area>& areas);

    // Divides the cells of one or two areas into two new areas. Returns false if it finds no way.
    bool redivide(Random& random, std::span<const Area* const> areas, Area& first,
                  Area& second) const;

    // Joins two areas that touch. Returns false if the result is not allowed.
    bool join(const Area& area, const Area& other, Area& whole) const;

    // The cells that share a side with this one.
    std::span<const std::uint16_t> beside(int cell) const {
        return {beside_.data() + cell * 4, n_beside_[static_cast<std::size_t>(cell)]};
    }

  private:
    bool may_add(const Area& area, int cell) const;
    bool try_to_divide(Random& random, std::vector<Area>& areas);
    void place_singles(Random& random, std::vector<Area>& areas);
    int next_start(Random& random) const;
    int size_below(Random& random, int most) const;
    void grow(Random& random, Area& area, int size);
    bool takes(int size) const {  // whether an area may have this size
        return size >= 2 && size <= kMaxCage && wishes_.sizes[static_cast<std::size_t>(size)] > 0;
    }
    bool is_house(const Area& area) const;
    bool settle(Random& random, std::vector<Area>& areas, const Area& odd);
    bool add_to_one(Random& random, std::vector<Area>& areas, const Area& odd);
    bool exchange(Random& random, std::vector<Area>& areas, const Area& odd);
    int size_of_first(Random& random, int n) const;
    bool part(Random& random, std::span<std::uint16_t> cells, int size, Area& first,
              Area& second) const;
    bool is_connected(const Area& area) const;
    bool touches(const Area& area, const Area& other) const;
    void take(int cell);

    const Layout& layout_;
    const CageWishes& wishes_;
    const std::uint8_t* solution_ = nullptr;
    std::vector<std::uint16_t> beside_;   // [cell][4]
    std::vector<std::uint8_t> n_beside_;  // [cell]
    std::vector<std::uint8_t> is_free_;   // [cell]
    std::vector<std::uint8_t> n_free_;    // [cell]: the number of free neighbors
    int n_left_ = 0;
};

}  // namespace pandoku::generate
