// Comparisons of the data that finders share with simple computations: closed relations, the graph
// of links, almost locked sets and the trials of a board.
#include "check.hpp"
#include "logic/als.hpp"
#include "logic/bit_rows.hpp"
#include "logic/graph.hpp"
#include "logic/idle_trials.hpp"
#include "logic/packing.hpp"
#include "logic/trial.hpp"
#include "logic_boards.hpp"

namespace {

using logic::BitRows;

// The bits that `from` leads to in one or more steps, found step by step.
template <class Next>
std::vector<bool> reached(std::size_t from, std::size_t n, Next&& next) {
    std::vector<bool> seen(n, false);
    std::vector<std::size_t> open{from};
    while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        next(at, [&](std::size_t to) {
            if (!seen[to]) open.push_back(to);
            seen[to] = true;
        });
    }
    return seen;
}

void check_close() {
    std::mt19937 rng(5);
    bool is_right = true;
    for (int round = 0; round < 200; ++round) {
        const std::size_t n = 1 + rng() % 150, n_bits = rng() % (3 * n);
        BitRows rows(n, n);
        for (std::size_t k = 0; k < n_bits; ++k) rows.add(rng() % n, rng() % n);
        BitRows closed = rows;
        close_rows(closed);
        for (std::size_t from = 0; from < n; ++from) {
            const auto seen = reached(from, n, [&](std::size_t at, auto&& f) {
                logic::each_bit(rows[at], rows.n_words(), 0, f);
            });
            for (std::size_t to = 0; to < n; ++to) is_right &= closed.has(from, to) == seen[to];
        }
    }
    check(is_right, "a closed relation holds exactly what is reached step by step");
}

// Literal 2 * node + 1: the node is true; 2 * node: it is false.
bool is_followed_right(const logic::Graph& graph) {
    const auto n = 2 * static_cast<std::size_t>(graph.size());
    for (std::size_t from = 0; from < n; ++from) {
        const auto seen = reached(from, n, [&](std::size_t at, auto&& f) {
            const bool is_on = at % 2 == 1;
            const int node = static_cast<int>(at / 2);
            for (const auto edge : is_on ? graph.weak(node) : graph.strong(node))
                f(2 * static_cast<std::size_t>(edge.to) + !is_on);
        });
        for (std::size_t to = 0; to < n; ++to)
            if (graph.follows(static_cast<int>(from / 2), from % 2 == 1, static_cast<int>(to / 2),
                              to % 2 == 1) != seen[to])
                return false;
    }
    return true;
}

// Pair by pair: restricted digits, and digits that a third cell sees in both.
bool is_table_right(const logic::Board& board) {
    const logic::AlsTable& table = logic::almost_locked_sets(board);
    const auto& sets = table.sets();
    for (std::size_t a = 0; a < sets.size(); ++a) {
        std::size_t next = 0;
        for (std::size_t b = 0; b < sets.size(); ++b) {
            Mask restricted = 0, aimed = 0;
            pandoku::each(sets[a].digits & sets[b].digits, [&](int digit) {
                bool all_see = true;
                sets[a].with(digit).each([&](int cell) {
                    all_see &= sets[b].with(digit).is_within(board.layout().house_sight(cell));
                });
                if (all_see) restricted |= pandoku::bit(digit);
                if (sets[a].sight(digit).meets(sets[b].sight(digit))) aimed |= pandoku::bit(digit);
            });
            if (restricted == 0) continue;
            if (next == table.links(a).size()) return false;
            const logic::AlsLink& link = table.links(a)[next++];
            const Mask but = pandoku::is_single(restricted) ? restricted : 0;
            if (link.set != static_cast<int>(b) || link.digits != restricted) return false;
            if (table.is_aiming(link, a) != ((aimed & ~but) != 0)) return false;
        }
        if (next != table.links(a).size()) return false;
    }
    return true;
}

bool are_trials_right(const logic::Board& board) {
    const logic::Trials& trials = logic::trials_of(board);
    logic::Trial trial(board, logic::Follow::all_digits);
    bool is_right = trials.is_known();
    for (int cell = 0; cell < board.layout().n_cells(); ++cell)
        pandoku::each(board.at(cell), [&](int digit) {
            const auto at = static_cast<std::size_t>(cell * board.order() + digit);
            trial.run(logic::Step::make(cell, digit));
            const int cost = trial.is_contradiction() ? trial.clash_cost() : 0;
            is_right &= trials.clash_cost(at) == cost;
            for (const int side : {0, 1}) {
                const auto kept = trials.outcomes(at, side);
                const auto& found = side == 0 ? trial.falsehoods() : trial.truths();
                is_right &= kept.size() == (cost > 0 ? 0 : found.size());
                for (std::size_t i = 0; is_right && i < kept.size(); ++i) {
                    is_right &= kept[i].candidate == found[i].candidate;
                    is_right &= kept[i].cost == found[i].cost;
                }
            }
        });
    return is_right;
}

void check_boards(int order, int box_rows, int box_cols, int n_boards) {
    const Houses houses = houses_of(order, box_rows, box_cols);
    const Layout layout(order, houses.cells, houses.kinds);
    std::mt19937 rng(static_cast<unsigned>(order));
    bool graphs = true, tables = true, trials = true;
    int n_graphs = 0, n_links = 0;
    for (int round = 0; round < n_boards; ++round) {
        const Case made = random_case(layout, box_rows, box_cols, rng);
        logic::Board board(layout);
        board.reset(made.digits.data(), made.masks.data(), made.givens.data());
        for (const auto links : {logic::Links::one_digit, logic::Links::pairs, logic::Links::all,
                                 logic::Links::grouped}) {
            logic::Sink sink(1);
            const logic::Graph& graph = logic::graph_of(board, sink, links);
            if (!graph.is_followed()) continue;
            ++n_graphs;
            graphs &= is_followed_right(graph);
        }
        tables &= is_table_right(board);
        for (std::size_t i = 0; i < logic::almost_locked_sets(board).sets().size(); ++i)
            n_links += static_cast<int>(logic::almost_locked_sets(board).links(i).size());
        trials &= are_trials_right(board);
    }
    const std::string at = " of order " + std::to_string(order);
    check(graphs && n_graphs > 0, "a graph holds exactly what its links lead to," + at);
    check(tables && n_links > 0, "almost locked sets are linked like each pair of them," + at);
    check(trials, "kept trials equal new ones," + at);
}

void check_idle_trials() {
    const Houses houses = houses_of(4, 2, 2);
    const Layout layout(4, houses.cells, houses.kinds);
    const std::vector<std::uint8_t> empty(16, 0);
    const std::vector<Mask> all(16, 0xf);
    logic::Board board(layout);
    board.reset(empty.data(), all.data(), empty.data());
    logic::Sink sink(1);
    const auto known = [&](logic::TrialKind kind) -> std::size_t {
        const auto& rules = logic::cage_rules_of(board, sink);
        const auto work = logic::idle_trials_of(board, rules).find(kind, logic::Step::make(0, 0));
        return work ? work->n_trials : 0;
    };
    const logic::TrialKind kind{false, 1, 2}, other{true, 1, 2};
    std::vector<Mask> left = all;
    left[0] = 1, left[1] = 0xe;
    logic::idle_trials_of(board, logic::cage_rules_of(board, sink))
        .keep(kind, logic::Step::make(0, 0), left, {7, 9});
    check(known(kind) == 7 && known(other) == 0, "a trial is known by its kind");
    board.eliminate(1, 0);
    check(known(kind) == 7, "a trial stays known if it removes what a step removes");
    board.eliminate(15, 3);
    check(known(kind) == 0, "a trial is not known if a step removes what it left");
    left[15] = 0x7;
    logic::idle_trials_of(board, logic::cage_rules_of(board, sink))
        .keep(kind, logic::Step::make(0, 0), left, {7, 9});
    const bool was_known = known(kind) == 7;
    board.place(15, 0);
    check(was_known && known(kind) == 0, "a placed digit makes all trials unknown");
}

void check_packing() {
    const std::vector<Mask> few{0b11, 0b101};
    std::vector<Mask> many;
    for (int digit = 0; digit < 17; ++digit) many.push_back(Mask{1} << digit);
    logic::Packing packing;
    const std::vector<const std::vector<Mask>*> one{&few}, two{&few, &many};
    const bool has_some = packing.run(one) == logic::Packing::End::some && packing.n_moves() > 0;
    const bool gives_up = packing.run(two) == logic::Packing::End::too_many;
    check(has_some && gives_up && packing.n_moves() == 0, "17 digits are given up without work");
}

}  // namespace

int main() {
    check_close();
    check_idle_trials();
    check_packing();
    check_boards(6, 2, 3, 20);
    check_boards(9, 3, 3, 8);
    check_boards(12, 3, 4, 2);
    return n_failed == 0 ? 0 : 1;
}
