// Colours of cells and houses are refined until they tell no more apart; then one cell of the first
// ambiguous colour is singled out, and so on until every cell has a colour of its own. A symmetry
// maps this choice of cells to another that gives the same colours: all are tried, and compared
// after each choice. Colours are hashes, so equal ones prove nothing: what is found is checked.
#include "symmetry/houses.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace pandoku::symmetry {

namespace {

using Colour = std::uint64_t;

constexpr std::size_t kPollAfter = 256;

constexpr Colour mixed(Colour x) {  // the finalizer of SplitMix64
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

class HouseSearch {
  public:
    HouseSearch(int n_cells, const std::vector<std::vector<int>>& houses, std::size_t most,
                Poll goes_on)
        : n_cells_(static_cast<std::size_t>(n_cells)),
          houses_(houses),
          most_(most),
          goes_on_(goes_on),
          images_(n_cells_) {
        for (auto house : houses) {
            std::sort(house.begin(), house.end());
            sorted_.insert(std::move(house));
        }
    }

    // False if there are too many, or `goes_on` said no.
    bool run() {
        single_out_all();
        std::vector<Colour> colours(n_cells_, 1);
        refine(colours, rounds_[0]);
        return extend(0, colours);
    }

    std::vector<std::uint16_t>& found() { return found_; }

  private:
    using Colours = std::vector<Colour>;

    static constexpr Colour kChosen = 0x9e3779b97f4a7c15u;

    void refine_once(Colours& colours);
    void refine(Colours& colours, int n_rounds) {
        while (n_rounds-- > 0) refine_once(colours);
    }
    void single_out_all();
    bool extend(std::size_t depth, const Colours& colours);
    bool add(const Colours& colours);

    std::size_t n_cells_;
    const std::vector<std::vector<int>>& houses_;
    std::set<std::vector<int>> sorted_;
    std::size_t most_;
    Poll goes_on_;
    std::size_t n_tried_ = 0;
    std::vector<std::size_t> chosen_;  // cells that are singled out, in order
    std::vector<int> rounds_;          // of refining, before the first and after each of them
    std::vector<Colours> levels_;      // the colours after that, sorted
    Colours discrete_;                 // the last colours
    std::vector<std::uint16_t> images_, found_;
};

std::size_t n_different(std::vector<Colour> colours) {
    std::sort(colours.begin(), colours.end());
    return static_cast<std::size_t>(std::unique(colours.begin(), colours.end()) - colours.begin());
}

void HouseSearch::refine_once(Colours& colours) {
    Colours sums(n_cells_);
    for (std::size_t house = 0; house < houses_.size(); ++house) {
        Colour sum = 0;
        for (const int cell : houses_[house]) sum += mixed(colours[static_cast<std::size_t>(cell)]);
        sum = mixed(sum);
        for (const int cell : houses_[house]) sums[static_cast<std::size_t>(cell)] += sum;
    }
    for (std::size_t cell = 0; cell < n_cells_; ++cell)
        colours[cell] = mixed(colours[cell] * kChosen + sums[cell]);
}

// Chooses the cells to single out, by the order of the cells themselves.
void HouseSearch::single_out_all() {
    Colours colours(n_cells_, 1);
    for (;;) {
        int n_rounds = 0;
        for (std::size_t before = 0, now = n_different(colours); now != before; ++n_rounds) {
            refine_once(colours);
            before = now;
            now = n_different(colours);
        }
        rounds_.push_back(n_rounds);
        Colours sorted = colours;
        std::sort(sorted.begin(), sorted.end());
        levels_.push_back(sorted);
        const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
        if (twice == sorted.end()) break;
        const auto cell = std::find(colours.begin(), colours.end(), *twice) - colours.begin();
        chosen_.push_back(static_cast<std::size_t>(cell));
        colours[chosen_.back()] += kChosen;
    }
    discrete_ = colours;
}

bool HouseSearch::extend(std::size_t depth, const Colours& colours) {
    if (++n_tried_ % kPollAfter == 0 && !goes_on_()) return false;
    Colours sorted = colours;
    std::sort(sorted.begin(), sorted.end());
    if (sorted != levels_[depth]) return true;
    if (depth == chosen_.size()) return add(colours);
    const auto wanted = *std::adjacent_find(sorted.begin(), sorted.end());
    for (std::size_t cell = 0; cell < n_cells_; ++cell) {
        if (colours[cell] != wanted) continue;
        Colours next = colours;
        next[cell] += kChosen;
        refine(next, rounds_[depth + 1]);
        if (!extend(depth + 1, next)) return false;
    }
    return true;
}

bool HouseSearch::add(const Colours& colours) {
    std::vector<std::pair<Colour, std::uint16_t>> by_colour;
    for (std::size_t cell = 0; cell < n_cells_; ++cell)
        by_colour.emplace_back(colours[cell], static_cast<std::uint16_t>(cell));
    std::sort(by_colour.begin(), by_colour.end());
    for (std::size_t cell = 0; cell < n_cells_; ++cell) {
        const std::pair<Colour, std::uint16_t> first{discrete_[cell], 0};
        images_[cell] = std::lower_bound(by_colour.begin(), by_colour.end(), first)->second;
    }
    std::vector<int> image;
    for (const auto& house : houses_) {
        image.clear();
        for (const int cell : house) image.push_back(images_[static_cast<std::size_t>(cell)]);
        std::sort(image.begin(), image.end());
        if (sorted_.count(image) == 0) return true;
    }
    if (found_.size() / n_cells_ >= most_) return false;
    found_.insert(found_.end(), images_.begin(), images_.end());
    return true;
}

}  // namespace

std::optional<std::vector<std::uint16_t>> symmetries_of_houses(
    int n_cells, const std::vector<std::vector<int>>& houses, std::size_t most, Poll goes_on) {
    HouseSearch search(n_cells, houses, most, goes_on);
    if (!search.run()) return {};
    return std::move(search.found());
}

}  // namespace pandoku::symmetry
