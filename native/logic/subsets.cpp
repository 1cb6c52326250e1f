// Subsets: k cells of a house that share k digits. Naked: the cells have no other digit.
// Hidden: the digits have no other cell.
#include <vector>

#include "logic/finders.hpp"

namespace pandoku::logic {

namespace {

// Calls f(chosen, union) for every choice of `size` of the items whose union has `size` bits.
// An item is (what it is, its mask); unions that grow too large are not followed.
struct Item {
    int what;
    Mask mask;
};

template <class F>
void each_tight_choice(const std::vector<Item>& items, int size, F&& f, std::vector<int>& chosen,
                       std::size_t next = 0, Mask all = 0) {
    if (static_cast<int>(chosen.size()) == size) {
        if (count(all) == size) f(chosen, all);
        return;
    }
    for (std::size_t i = next; i < items.size(); ++i) {
        const Mask grown = all | items[i].mask;
        if (count(grown) > size) continue;
        chosen.push_back(items[i].what);
        each_tight_choice(items, size, f, chosen, i + 1, grown);
        chosen.pop_back();
    }
}

}  // namespace

void find_naked_subsets(const Board& board, Sink& sink, int size, Shared shared) {
    const Layout& layout = board.layout();
    std::vector<Item> items;
    std::vector<int> chosen, common;
    for (int house = 0; house < layout.n_houses(); ++house) {
        // As many cells must be left: a subset that fills the house removes nothing.
        if (board.n_open(house) <= size) continue;
        items.clear();
        for (const int cell : layout.cells(house))
            if (const int n = count(board.at(cell)); n >= 2 && n <= size)
                items.push_back({cell, board.at(cell)});
        each_tight_choice(items, size, [&](const std::vector<int>& cells, Mask digits) {
            if (sink.done()) return;
            common.clear();
            for (const Place place : layout.places(cells[0])) {
                bool all = true;
                for (const int cell : cells) all &= layout.house_set(place.house).has(cell);
                if (all) common.push_back(place.house);
            }
            // Cells that share several houses are told once, with the first.
            if (common[0] != house || (common.size() > 1) != (shared == Shared::several_houses))
                return;
            CellSet others = layout.house_set(house);
            for (const int other : common) others |= layout.house_set(other);
            for (const int cell : cells) others.drop(cell);
            Step& step = sink.start();
            others.each([&](int cell) {
                each(board.at(cell) & digits, [&](int d) { step.eliminate(cell, d); });
            });
            if (step.eliminations.empty()) return;
            for (const int cell : cells) step.mark_all(board, cell, digits, "pattern");
            step.houses = common;
            sink.finish();
        }, chosen);
        if (sink.done()) return;
    }
}

void find_hidden_subsets(const Board& board, Sink& sink, int size) {
    const Layout& layout = board.layout();
    std::vector<Item> items;
    std::vector<int> chosen;
    for (int house = 0; house < layout.n_houses(); ++house) {
        if (board.n_open(house) <= size) continue;
        items.clear();
        for (int digit = 0; digit < board.order(); ++digit)
            if (const int n = count(board.where(house, digit)); n >= 2 && n <= size)
                items.push_back({digit, board.where(house, digit)});
        each_tight_choice(items, size, [&](const std::vector<int>& digits, Mask positions) {
            if (sink.done()) return;
            Mask kept = 0;
            for (const int digit : digits) kept |= bit(digit);
            Step& step = sink.start();
            each(positions, [&](int p) {
                const int cell = layout.cells(house)[p];
                each(board.at(cell) & ~kept, [&](int d) { step.eliminate(cell, d); });
            });
            if (step.eliminations.empty()) return;
            each(positions, [&](int p) {
                step.mark_all(board, layout.cells(house)[p], kept, "pattern");
            });
            step.houses.push_back(house);
            sink.finish();
        }, chosen);
        if (sink.done()) return;
    }
}

}  // namespace pandoku::logic
