#include "logic/graph.hpp"

#include <algorithm>

#include "logic/links.hpp"
#include "logic/sink.hpp"

namespace pandoku::logic {

Graph::Graph(const Board& board, Links links)
    : sight_(board.layout().n_words()), sets_(board.layout().n_words()) {
    const Layout& layout = board.layout();
    start_.push_back(0);
    single_.assign(static_cast<std::size_t>(layout.n_cells()) * board.order(), -1);
    by_digit_.resize(board.order());
    for (int cell = 0; cell < layout.n_cells(); ++cell)
        each(board.at(cell), [&](int digit) {
            single_[cell * board.order() + digit] = size();
            add(board, digit, {&cell, 1});
        });
    if (links == Links::grouped) add_groups(board);
    if (links != Links::one_digit) link_cells(board, links);
    if (links != Links::pairs) link_houses(board);
    link_sights(board);
    strong_.sort(size());
    weak_.sort(size());
    if (2 * digits_.size() <= kMostLiterals) follow_links();
}

void Graph::Edges::sort(int n_nodes) {
    start_.assign(static_cast<std::size_t>(n_nodes) + 1, 0);
    for (const Found& found : found_) ++start_[found.from + 1];
    for (int id = 0; id < n_nodes; ++id) start_[id + 1] += start_[id];
    edges_.resize(found_.size());
    std::vector<int> next(start_);
    for (const Found& found : found_) edges_[next[found.from]++] = found.edge;
    found_ = {};
}

void Graph::add(const Board& board, int digit, std::span<const int> cells) {
    const Layout& layout = board.layout();
    CellSet sight = layout.sight(cells[0]), set = layout.none();
    for (const int cell : cells) sight &= layout.sight(cell), set.add(cell);
    by_digit_[digit].push_back(size());
    digits_.push_back(digit);
    cells_.insert(cells_.end(), cells.begin(), cells.end());
    start_.push_back(static_cast<int>(cells_.size()));
    sight_.push_back(sight);
    sets_.push_back(set);
}

// A group is the places of a digit that two houses have in common; several pairs of houses may have
// the same cells in common.
void Graph::add_groups(const Board& board) {
    const Layout& layout = board.layout();
    for (int digit = 0; digit < board.order(); ++digit) {
        std::vector<CellSet> known;
        for (int house = 0; house < layout.n_houses(); ++house)
            for (int other = house + 1; other < layout.n_houses(); ++other) {
                const Mask places = board.where(house, digit) & layout.crossing(house, other);
                if (count(places) < 2) continue;
                std::vector<int> cells;
                CellSet set = layout.none();
                each(places, [&](int p) {
                    cells.push_back(layout.cells(house)[p]);
                    set.add(cells.back());
                });
                if (std::find(known.begin(), known.end(), set) != known.end()) continue;
                known.push_back(set);
                add(board, digit, cells);
            }
    }
}

void Graph::link_cells(const Board& board, Links links) {
    const int n = board.order();
    for (int cell = 0; cell < board.layout().n_cells(); ++cell) {
        const Mask mask = board.at(cell);
        const bool two = is_pair(mask);
        if (links == Links::pairs && !two) continue;
        each(mask, [&](int a) {
            each(mask & ~bit(a), [&](int b) {
                const int from = single_[cell * n + a], to = single_[cell * n + b];
                if (links != Links::pairs) weak_.add(from, {to, -1});
                if (two) strong_.add(from, {to, -1});
            });
        });
    }
}

// A strong link joins two nodes that together hold all places of a digit in a house.
void Graph::link_houses(const Board& board) {
    const Layout& layout = board.layout();
    for (int house = 0; house < layout.n_houses(); ++house)
        for (int digit = 0; digit < board.order(); ++digit) {
            if (count(board.where(house, digit)) < 2) continue;
            const CellSet places = layout.house_set(house) & board.cells_with(digit);
            std::vector<int> inside;
            for (const int id : by_digit_[digit])
                if (sets_[id].is_within(places)) inside.push_back(id);
            const std::size_t all = static_cast<std::size_t>(places.count());
            for (const int a : inside)
                for (const int b : inside)
                    if (node(a).cells.size() + node(b).cells.size() == all &&
                        !sets_[a].meets(sets_[b]))
                        strong_.add(a, {b, house});
        }
}

void Graph::link_sights(const Board& board) {
    const Layout& layout = board.layout();
    const auto shared = [&](int a, int b) {
        const int first = node(a).cells[0];
        int house = -1;
        for (const Place place : layout.places(first))
            if (const CellSet& all = layout.house_set(place.house);
                sets_[a].is_within(all) && sets_[b].is_within(all))
                house = place.house;
        // Groups may see each other without a common house; then any house of their first cells
        // will do.
        return house >= 0 ? house : common_house(layout, first, node(b).cells[0]);
    };
    for (const auto& ids : by_digit_)
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const CellSet seen = sight_[ids[i]];
            for (std::size_t j = i + 1; j < ids.size(); ++j) {
                const int a = ids[i], b = ids[j];
                if (!sets_[b].is_within(seen)) continue;
                weak_.add(a, {b, shared(a, b)});
                weak_.add(b, {a, shared(b, a)});
            }
        }
}

// The closure makes most searches for chains unnecessary. A skipped search does not count its
// looks, so the closure is kept only if the searches from all nodes would stay below the sink's
// limit: then it cannot change what is found.
void Graph::follow_links() {
    follows_ = BitRows(2 * digits_.size(), 2 * digits_.size());
    std::size_t most_strong = 0, most_weak = 0;
    for (int id = 0; id < size(); ++id) {
        for (const Edge edge : strong(id)) follows_.add(literal(id, false), literal(edge.to, true));
        for (const Edge edge : weak(id)) follows_.add(literal(id, true), literal(edge.to, false));
        most_strong = std::max(most_strong, strong(id).size());
        most_weak = std::max(most_weak, weak(id).size());
    }
    close_rows(follows_);
    std::size_t most_looks = 0;
    for (std::size_t row = 0; row < follows_.n_rows(); ++row) {
        constexpr std::uint64_t kOff = 0x5555555555555555;
        std::size_t n_looks = most_strong + most_weak;  // at the start
        for (std::size_t w = 0; w < follows_.n_words(); ++w) {
            const std::uint64_t word = follows_[row][w];
            n_looks += most_strong * static_cast<std::size_t>(count(word & kOff));
            n_looks += most_weak * static_cast<std::size_t>(count(word & ~kOff));
        }
        most_looks = std::max(most_looks, n_looks);
    }
    if (most_looks * digits_.size() >= Sink::kMostLooks) follows_ = {};
}

const Graph& graph_of(const Board& board, Links links) {
    static_assert(static_cast<int>(Links::grouped) == static_cast<int>(Kept::links_grouped));
    return board.kept<Graph>(static_cast<Kept>(links), [&] { return Graph(board, links); });
}

}  // namespace pandoku::logic
