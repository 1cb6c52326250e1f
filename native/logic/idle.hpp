// Where finders had nothing to find. After most steps of a path, most places are as they were, so
// there is nothing there again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pandoku::logic {

// A finder with parameters that looks at places one by one, where each place is a matter of some
// cells only: a house, a cage, a digit.
enum class Looking {
    fish,            // 9: by size and fins, where a place is a digit
    killer_subsets,  // 4: by size, where a place is a house
    cage_claims,     // 2: by size, where a place is a house
    conflicts,       // 2: by the partner of the conflict, where a place is a cage
    count
};

class Idle {
  public:
    static constexpr std::size_t kMostKinds = 9;

    struct Look {
        std::uint32_t end = 0;    // the time of the board, from 1 on; 0: nobody has looked
        std::size_t n_looks = 0;  // that it took, which count again: they are what ends a search
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
