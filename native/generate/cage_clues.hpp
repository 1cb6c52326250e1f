// The operation and the target of a cage.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "generate/cage_areas.hpp"
#include "generate/cage_wishes.hpp"
#include "generate/random.hpp"
#include "grid/layout.hpp"

namespace pandoku::generate {

struct Clue {
    char operation = '+';  // as in CageLists
    std::int64_t target = 0;

    bool operator==(const Clue&) const = default;
};

class ClueMaker {
  public:
    ClueMaker(const Layout& layout, const CageWishes& wishes) : layout_(layout), wishes_(wishes) {}

    // Draws a clue that the digits satisfy, preferably one that has other fillings as well. Returns
    // false if no requested operation fits.
    bool draw(Random& random, const Area& area, const std::uint8_t* digits, Clue& clue) const;

    // Makes the clue of an operation if it is possible and has other fillings as well.
    bool use(Operation operation, const Area& area, const std::uint8_t* digits, Clue& clue) const;

    // Whether the digits of a grid satisfy a cage, taken alone.
    bool holds(const Area& area, const Clue& clue, const std::uint8_t* digits) const;

  private:
    Clue clue_of(Operation operation, const Area& area, const std::uint8_t* digits) const;
    bool draw_among(Random& random, const Area& area, const std::uint8_t* digits,
                    std::array<std::uint32_t, kOperations> weights, Clue& clue) const;
    bool fits(Operation operation, const Area& area, const std::uint8_t* digits) const;
    bool has_one_filling(const Area& area, const Clue& clue) const;

    const Layout& layout_;
    const CageWishes& wishes_;
};

}  // namespace pandoku::generate
