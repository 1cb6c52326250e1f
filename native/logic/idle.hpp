// The places where finders have found nothing. After most steps of a path, most places are
// unchanged, so finders can skip them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pandoku::logic {

// A finder that looks at places one by one: houses, cages or digits. The result for a place depends
// only on some cells. Below: the number of variants of each finder, and the kind of its places.
enum class Looking {
    fish,            // 9: by size and fins, where a place is a digit
    killer_subsets,  // 4: by size, where a place is a house
    cage_claims,     // 2: by size, where a place is a house
    conflicts,       // 2: by the partner of the conflict, where a place is a cage
    sue_de_coq,      // 1: where a place is a box and a line
    count
};

class Idle {
  public:
    static constexpr std::size_t kMostKinds = 9;

    struct Look {
        // The time of the board, from 1, or 0 if the place was never examined.
        std::uint32_t end = 0;
        // The looks that it took, which count again, because the number of looks can end a search.
        std::size_t n_looks = 0;
    };

    void clear() {
        for (auto& looks : looks_) looks.clear();
    }
    Look& at(Looking finder, std::size_t kind, int place, std::size_t n_places) {
        auto& looks = looks_[static_cast<std::size_t>(finder) * kMostKinds + kind];
        if (looks.empty()) looks.resize(n_places);
        return looks[static_cast<std::size_t>(place)];
    }

  private:
    std::array<std::vector<Look>, static_cast<std::size_t>(Looking::count) * kMostKinds> looks_;
};

}  // namespace pandoku::logic
