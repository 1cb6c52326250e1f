// Witnesses: grids other than the solution, which the cages have to rule out. For each witness, the
// cages that it breaks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pandoku::generate {

class Witnesses {
  public:
    explicit Witnesses(int n_cells) : n_cells_(static_cast<std::size_t>(n_cells)) {}

    std::size_t n() const { return n_broken_.size(); }
    void clear() { drop(0, n()); }

    // Adds a grid that satisfies all cages. There may be as many cages as cells.
    void add(const std::uint8_t* digits) {
        digits_.insert(digits_.end(), digits, digits + n_cells_);
        breaks_.resize(breaks_.size() + n_cells_, 0);
        n_broken_.push_back(0);
    }
    // Drops the witnesses from `first` up to `last`, excluding `last`.
    void drop(std::size_t first, std::size_t last) {
        erase(digits_, first * n_cells_, last * n_cells_);
        erase(breaks_, first * n_cells_, last * n_cells_);
        erase(n_broken_, first, last);
    }

    const std::uint8_t* digits(std::size_t i) const { return digits_.data() + i * n_cells_; }
    int n_broken(std::size_t i) const { return n_broken_[i]; }
    bool breaks(std::size_t i, std::size_t cage) const { return breaks_[i * n_cells_ + cage] != 0; }
    void put(std::size_t i, std::size_t cage, bool is_broken) {
        std::uint8_t& at = breaks_[i * n_cells_ + cage];
        n_broken_[i] += static_cast<int>(is_broken) - at;
        at = is_broken;
    }

  private:
    template <class T>
    static void erase(std::vector<T>& all, std::size_t first, std::size_t last) {
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(first),
                  all.begin() + static_cast<std::ptrdiff_t>(last));
    }

    std::size_t n_cells_;
    std::vector<std::uint8_t> digits_;  // [witness][cell]
    std::vector<std::uint8_t> breaks_;  // [witness][cage]: 1 if it breaks this cage
    std::vector<int> n_broken_;         // [witness]: the number of cages it breaks
};

}  // namespace pandoku::generate
