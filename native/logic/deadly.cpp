#include "logic/deadly.hpp"

#include <algorithm>

namespace pandoku::logic {

namespace {

// Maximum number of digits in a subset, because people do not see larger subsets.
constexpr int kMostSubset = 6;

}  // namespace

bool can_exchange(const Layout& layout, const std::vector<int>& cells) {
    for (const int cell : cells)
        for (const Place place : layout.places(cell)) {
            const CellSet& house = layout.house_set(place.house);
            int n[2] = {0, 0};
            for (std::size_t i = 0; i < cells.size(); ++i) n[i % 2] += house.has(cells[i]);
            if (n[0] != 1 || n[1] != 1) return false;
        }
    return true;
}

Deadly::Deadly(const Board& board, Sink& sink, const std::vector<int>& cells, Mask pair)
    : board_(board), layout_(board.layout()), sink_(sink), cells_(cells), pair_(pair) {
    for (std::size_t i = 0; i < cells.size(); ++i)
        if ((board.at(cells[i]) & ~pair) != 0) roof_.push_back(static_cast<int>(i));
}

bool Deadly::is_roof_in_one_house() const {
    return roof_.size() == 2 && layout_.share_house(roof_cell(0), roof_cell(1));
}

Step& Deadly::start() {
    Step& step = sink_.start();
    for (const int cell : cells_) {
        const Mask extra = board_.at(cell) & ~pair_;
        step.mark(cell, extra != 0 ? "roof" : "floor");
        each(board_.at(cell) & pair_, [&](int d) { step.mark(cell, d, "pair"); });
        each(extra, [&](int d) { step.mark(cell, d, "extra"); });
    }
    return step;
}

void Deadly::one_roof() {
    Step& step = start();
    each(board_.at(roof_cell(0)) & pair_, [&](int d) { step.eliminate(roof_cell(0), d); });
    sink_.finish();
}

// Types 2 and 5: all extra candidates are one digit, so one of the roof's cells holds it.
void Deadly::one_extra() {
    Mask extra = 0;
    for (const int i : roof_) extra |= board_.at(cells_[i]) & ~pair_;
    if (!is_single(extra)) return;
    const int z = lowest(extra);
    CellSet gone = board_.cells_with(z);
    for (const int i : roof_) gone &= layout_.house_sight(cells_[i]);
    Step& step = start();
    gone.each([&](int cell) { step.eliminate(cell, z); });
    sink_.finish();
}

// Type 3: one of the extra candidates is true, so the roof acts as one cell of a naked subset.
void Deadly::subset() {
    const Mask extra = (board_.at(roof_cell(0)) | board_.at(roof_cell(1))) & ~pair_;
    for (const Place place : layout_.places(roof_cell(0))) {
        if (!layout_.house_set(place.house).has(roof_cell(1))) continue;
        std::vector<int> others, chosen;
        for (const int cell : layout_.cells(place.house))
            if (board_.is_open(cell) &&
                std::find(cells_.begin(), cells_.end(), cell) == cells_.end())
                others.push_back(cell);
        join(place.house, others, 0, extra, chosen);
    }
}

void Deadly::join(int house, const std::vector<int>& others, std::size_t next, Mask digits,
                  std::vector<int>& chosen) {
    const auto size = static_cast<int>(chosen.size()) + 1;  // the roof counts as one cell
    if (size > 1 && count(digits) == size) tell_subset(house, digits, chosen);
    for (std::size_t i = next; i < others.size() && !sink_.done(); ++i) {
        if (count(digits | board_.at(others[i])) > kMostSubset) continue;
        chosen.push_back(others[i]);
        join(house, others, i + 1, digits | board_.at(others[i]), chosen);
        chosen.pop_back();
    }
}

void Deadly::tell_subset(int house, Mask digits, const std::vector<int>& chosen) {
    Step& step = start();
    // The other cells of every house that holds the roof and the chosen cells.
    CellSet others = layout_.none();
    for (const Place place : layout_.places(roof_cell(0))) {
        const CellSet& set = layout_.house_set(place.house);
        bool all = set.has(roof_cell(1));
        for (const int cell : chosen) all &= set.has(cell);
        if (all) others |= set;
    }
    others.drop(roof_cell(0)), others.drop(roof_cell(1));
    for (const int cell : chosen) others.drop(cell);
    others.each(
        [&](int cell) { each(board_.at(cell) & digits, [&](int d) { step.eliminate(cell, d); }); });
    if (step.eliminations.empty()) return;
    for (const int cell : chosen) step.mark_all(board_, cell, digits, "subset");
    step.houses.push_back(house);
    sink_.finish();
}

// Type 4: x has no other place in a house of the roof, so one of the roof's cells is x. If the
// other were y, the pattern would be complete, so neither is y.
void Deadly::tied_pair() {
    for (const Place place : layout_.places(roof_cell(0))) {
        if (!layout_.house_set(place.house).has(roof_cell(1))) continue;
        each(pair_, [&](int x) {
            const int y = lowest(pair_ & ~bit(x));
            if (!holds_only(place.house, x, roof_cell(0), roof_cell(1))) return;
            Step& step = start();
            for (const int cell : {roof_cell(0), roof_cell(1)})
                if (board_.has(cell, y)) step.eliminate(cell, y);
            step.houses.push_back(place.house);
            sink_.finish();
        });
    }
}

bool Deadly::holds_only(int house, int digit, int a, int b) const {
    const Mask places = board_.where(house, digit);
    if (places == 0) return false;
    bool only = true;
    each(places, [&](int p) {
        const int cell = layout_.cells(house)[p];
        only &= cell == a || cell == b;
    });
    return only;
}

// A house that contains both cells and has no other place for the digit, or -1.
int Deadly::tied(int a, int b, int digit) const {
    for (const Place place : layout_.places(a))
        if (layout_.house_set(place.house).has(b) && holds_only(place.house, digit, a, b))
            return place.house;
    return -1;
}

}  // namespace pandoku::logic
