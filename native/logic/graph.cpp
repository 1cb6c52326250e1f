#include "logic/graph.hpp"

#include <algorithm>

#include "logic/links.hpp"

namespace pandoku::logic {

Graph::Graph(const Board& board, Sink& sink, Links links)
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
    if (links == Links::grouped) {
        add_groups(board);
        // Without groups, it would be the graph of all links, which has no chain.
        if (!has_groups()) return;
    }
    if (links != Links::one_digit) link_cells(board, links);
    if (links != Links::pairs) link_houses(board);
    link_sights(board, sink);
    link_ties(board, links);
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
    CellSet sight = layout.house_sight(cells[0]), set = layout.none();
    for (const int cell : cells) sight &= layout.house_sight(cell), set.add(cell);
    by_digit_[digit].push_back(size());
    digits_.push_back(digit);
    cells_.insert(cells_.end(), cells.begin(), cells.end());
    start_.push_back(static_cast<int>(cells_.size()));
    sight_.push_back(sight);
    sets_.push_back(set);
}

// A group is the places of a digit that two houses have in common. Two pairs of houses may have the
// same cells in common.
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
    std::vector<std::size_t> most(by_digit_.size());  // cells of a node
    for (int id = 0; id < size(); ++id)
        most[digits_[id]] = std::max(most[digits_[id]], node(id).cells.size());
    for (int house = 0; house < layout.n_houses(); ++house)
        for (int digit = 0; digit < board.order(); ++digit) {
            const std::size_t n_places = static_cast<std::size_t>(count(board.where(house, digit)));
            if (n_places < 2 || n_places > 2 * most[digit]) continue;
            const CellSet places = layout.house_set(house) & board.cells_with(digit);
            std::vector<int> inside;
            for (const int id : by_digit_[digit])
                if (sets_[id].is_within(places)) inside.push_back(id);
            for (const int a : inside)
                for (const int b : inside)
                    if (node(a).cells.size() + node(b).cells.size() == n_places &&
                        !sets_[a].meets(sets_[b]))
                        strong_.add(a, {b, house});
        }
}

// In order of the second node: first the single candidates, which are numbered by cell, then
// groups.
void Graph::link_sights(const Board& board, Sink& sink) {
    for (int digit = 0; digit < board.order(); ++digit) {
        const std::vector<int>& ids = by_digit_[digit];
        const std::size_t n_singles = static_cast<std::size_t>(board.cells_with(digit).count());
        for (std::size_t i = 0; i < ids.size() && !sink.done_now(); ++i) {
            const CellSet seen = sight_[ids[i]];
            if (i < n_singles)
                (seen & board.cells_with(digit)).each([&](int cell) {
                    const int other = single_[cell * board.order() + digit];
                    if (other > ids[i]) link_sight(board, ids[i], other);
                });
            for (std::size_t j = std::max(i + 1, n_singles); j < ids.size(); ++j)
                if (sets_[ids[j]].is_within(seen)) link_sight(board, ids[i], ids[j]);
        }
    }
}

void Graph::link_sight(const Board& board, int a, int b) {
    const Layout& layout = board.layout();
    // The last house of all cells. Groups may see each other without a common house. Then any house
    // of their first cells is returned.
    const CellSet both = sets_[a] | sets_[b];
    const auto shared = [&](int from, int to) {
        const int first = cells_[start_[from]];
        int house = -1;
        for (const Place place : layout.places(first))
            if (both.is_within(layout.house_set(place.house))) house = place.house;
        return house >= 0 ? house : common_house(layout, first, cells_[start_[to]]);
    };
    weak_.add(a, {b, shared(a, b)});
    weak_.add(b, {a, shared(b, a)});
}

// Chains of one digit, and chains of cells with two candidates, follow a digit from cell to cell.
void Graph::link_ties(const Board& board, Links links) {
    const bool takes_all = links == Links::all || links == Links::grouped;
    for (const Tie& tie : board.ties()) {
        if (!takes_all && tie.digit != tie.other_digit) continue;
        const int a = single_[tie.cell * board.order() + tie.digit];
        const int b = single_[tie.other * board.order() + tie.other_digit];
        if (a < 0 || b < 0) continue;
        weak_.add(a, {b, -1, tie.owner});
        weak_.add(b, {a, -1, tie.owner});
    }
}

// The closure makes most searches for chains unnecessary. A skipped search does not count its
// looks. So the closure is only kept if the searches from all nodes would stay below the sink's
// limit, because then it cannot change the chains found.
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
    if ((most_strong + most_weak) * (digits_.size() + 1) * digits_.size() < Sink::kMostLooks)
        return;  // the literals that follow from each literal
    std::size_t most_looks = 0;
    for (std::size_t row = 0; row < follows_.n_rows(); ++row) {
        constexpr std::uint64_t kOff = 0x5555555555555555;
        std::size_t n_looks = most_strong + most_weak;  // number of literals at the start
        for (std::size_t w = 0; w < follows_.n_words(); ++w) {
            const std::uint64_t word = follows_[row][w];
            n_looks += most_strong * static_cast<std::size_t>(count(word & kOff));
            n_looks += most_weak * static_cast<std::size_t>(count(word & ~kOff));
        }
        most_looks = std::max(most_looks, n_looks);
    }
    if (most_looks * digits_.size() >= Sink::kMostLooks) follows_ = {};
}

const Graph& graph_of(const Board& board, Sink& sink, Links links) {
    static_assert(static_cast<int>(Links::grouped) == static_cast<int>(Kept::links_grouped));
    return board.kept<Graph>(static_cast<Kept>(links), [&] { return Graph(board, sink, links); });
}

}  // namespace pandoku::logic
