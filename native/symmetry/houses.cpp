// Colors of cells and houses are refined until they distinguish no more. Then one cell of the first
// ambiguous color is singled out, and so on until every cell has a unique color. A symmetry maps
// this choice of cells to another one that gives the same colors. All choices are tried, and their
// colors are compared after each cell. Colors are hashes, so equal colors prove nothing, and the
// results are checked.
#include "symmetry/houses.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace pandoku::symmetry {

namespace {

using Color = std::uint64_t;

constexpr std::size_t kPollAfter = 256;

constexpr Color mixed(Color x) {  // the finalizer of SplitMix64
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

    // Returns false if there are too many symmetries, or if `goes_on` returned false.
    bool run() {
        single_out_all();
        std::vector<Color> colors(n_cells_, 1);
        refine(colors, rounds_[0]);
        return extend(0, colors);
    }

    std::vector<std::uint16_t>& found() { return found_; }

  private:
    using Colors = std::vector<Color>;

    static constexpr Color kChosen = 0x9e3779b97f4a7c15u;

    void refine_once(Colors& colors);
    void refine(Colors& colors, int n_rounds) {
        while (n_rounds-- > 0) refine_once(colors);
    }
    void single_out_all();
    bool extend(std::size_t depth, const Colors& colors);
    bool add(const Colors& colors);

    std::size_t n_cells_;
    const std::vector<std::vector<int>>& houses_;
    std::set<std::vector<int>> sorted_;
    std::size_t most_;
    Poll goes_on_;
    std::size_t n_tried_ = 0;
    std::vector<std::size_t> chosen_;  // cells that are singled out, in order
    // The hashes of refining, before the first of these cells and after each of them.
    std::vector<int> rounds_;
    std::vector<Colors> levels_;  // the colors after that, sorted
    Colors discrete_;             // the last colors
    std::vector<std::uint16_t> images_, found_;
};

std::size_t n_different(std::vector<Color> colors) {
    std::sort(colors.begin(), colors.end());
    return static_cast<std::size_t>(std::unique(colors.begin(), colors.end()) - colors.begin());
}

void HouseSearch::refine_once(Colors& colors) {
    Colors sums(n_cells_);
    for (std::size_t house = 0; house < houses_.size(); ++house) {
        Color sum = 0;
        for (const int cell : houses_[house]) sum += mixed(colors[static_cast<std::size_t>(cell)]);
        sum = mixed(sum);
        for (const int cell : houses_[house]) sums[static_cast<std::size_t>(cell)] += sum;
    }
    for (std::size_t cell = 0; cell < n_cells_; ++cell)
        colors[cell] = mixed(colors[cell] * kChosen + sums[cell]);
}

// Chooses the cells to single out, by the order of the cells themselves.
void HouseSearch::single_out_all() {
    Colors colors(n_cells_, 1);
    for (;;) {
        int n_rounds = 0;
        for (std::size_t before = 0, now = n_different(colors); now != before; ++n_rounds) {
            refine_once(colors);
            before = now;
            now = n_different(colors);
        }
        rounds_.push_back(n_rounds);
        Colors sorted = colors;
        std::sort(sorted.begin(), sorted.end());
        levels_.push_back(sorted);
        const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
        if (twice == sorted.end()) break;
        const auto cell = std::find(colors.begin(), colors.end(), *twice) - colors.begin();
        chosen_.push_back(static_cast<std::size_t>(cell));
        colors[chosen_.back()] += kChosen;
    }
    discrete_ = colors;
}

bool HouseSearch::extend(std::size_t depth, const Colors& colors) {
    if (++n_tried_ % kPollAfter == 0 && !goes_on_()) return false;
    Colors sorted = colors;
    std::sort(sorted.begin(), sorted.end());
    if (sorted != levels_[depth]) return true;
    if (depth == chosen_.size()) return add(colors);
    const auto wanted = *std::adjacent_find(sorted.begin(), sorted.end());
    for (std::size_t cell = 0; cell < n_cells_; ++cell) {
        if (colors[cell] != wanted) continue;
        Colors next = colors;
        next[cell] += kChosen;
        refine(next, rounds_[depth + 1]);
        if (!extend(depth + 1, next)) return false;
    }
    return true;
}

bool HouseSearch::add(const Colors& colors) {
    std::vector<std::pair<Color, std::uint16_t>> by_color;
    for (std::size_t cell = 0; cell < n_cells_; ++cell)
        by_color.emplace_back(colors[cell], static_cast<std::uint16_t>(cell));
    std::sort(by_color.begin(), by_color.end());
    for (std::size_t cell = 0; cell < n_cells_; ++cell) {
        const std::pair<Color, std::uint16_t> first{discrete_[cell], 0};
        images_[cell] = std::lower_bound(by_color.begin(), by_color.end(), first)->second;
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
