// Chains: a node is false, so the next is true (strong link), so the next is false (weak link), and
// so on. If this makes the last node true, at least one of the two ends is true.
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "logic/finder.hpp"
#include "logic/graph.hpp"

namespace pandoku::logic {

namespace {

// How a chain ends: at another node, in a loop, or at its start with the opposite truth.
enum class ChainEnd { open, loop, same };

// The consequences of one assumption, nearest first.
class Spread {
  public:
    explicit Spread(const Graph& graph) : graph_(graph) {
        for (auto& side : from_) side.assign(graph_.size(), kUnseen);
    }

    // `is_on`: whether the start is assumed true.
    void run(int start, bool is_on) {
        for (const int node : reached_) from_[0][node] = from_[1][node] = kUnseen;
        reached_.clear();
        start_ = start;
        n_looks_ = 0;
        level_.assign(1, {start, graph_.node(start).is_group()});
        for (bool on = is_on; !level_.empty(); on = !on) {
            next_.clear();
            for (const Reached reached : level_)
                for (const Graph::Edge edge :
                     on ? graph_.weak(reached.node) : graph_.strong(reached.node)) {
                    ++n_looks_;
                    int& from = from_[!on][edge.to];
                    if (from != kUnseen || (edge.to == start && !on == is_on)) continue;
                    from = reached.node;
                    reached_.push_back(edge.to);
                    next_.push_back(
                        {edge.to, reached.has_group || graph_.node(edge.to).is_group()});
                }
            // Of equally short paths, those without groups come first. Otherwise, the order of
            // candidates would decide whether a chain counts as grouped.
            std::stable_partition(next_.begin(), next_.end(),
                                  [](const Reached& r) { return !r.has_group; });
            level_.swap(next_);
        }
    }
    std::size_t n_looks() const { return n_looks_; }  // number of links examined in the last run
    bool follows(int node, bool on) const { return from_[on][node] != kUnseen; }
    bool is_empty() const { return reached_.empty(); }  // nothing follows

    // The nodes from the start to a consequence.
    std::vector<int> path(int node, bool on) const {
        std::vector<int> nodes{node};
        do {
            node = from_[on][node];
            on = !on;
            nodes.push_back(node);
        } while (!(node == start_ && from_[on][node] == kUnseen));
        std::reverse(nodes.begin(), nodes.end());
        return nodes;
    }

  private:
    struct Reached {
        int node;
        bool has_group;  // on the path to it
    };
    static constexpr int kUnseen = -1;
    const Graph& graph_;
    int start_ = 0;
    std::size_t n_looks_ = 0;
    std::vector<int> from_[2];  // [is true][node]: the node before it
    // The nodes that the chain reaches: twice, if they are reached both as true and as false.
    std::vector<int> reached_;
    std::vector<Reached> level_, next_;
};

bool same_cells(const Node& x, const Node& y) { return std::ranges::equal(x.cells, y.cells); }

struct Found {
    std::vector<int> nodes;
    std::vector<Candidate> gone;
    bool starts_on = false, is_loop = false;
};

class ChainFinder {
  public:
    ChainFinder(const Board& board, Sink& sink, Links links)
        : board_(board), sink_(sink), links_(links), graph_(graph_of(board, sink, links)) {}

    void run(ChainEnd end) {
        if (links_ == Links::grouped && !graph_.has_groups()) return;
        Spread spread(graph_);
        if (end == ChainEnd::loop) note_loops();
        for (int start = 0; start < graph_.size(); ++start) {
            if (sink_.done(spread.n_looks())) return;
            if (links_ == Links::pairs && graph_.strong(start).empty()) continue;
            if (end == ChainEnd::same) {
                same(spread, start, true);
                same(spread, start, false);
            } else if (end == ChainEnd::open ? may_end(start) : may_loop(start)) {
                spread.run(start, false);
                end == ChainEnd::open ? open_chains(spread, start) : loops(spread, start);
            }
        }
        // Short chains first: they are the ones people see.
        std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
            return a.nodes.size() < b.nodes.size();
        });
        for (const Found& found : found_) {
            if (sink_.done()) return;
            tell(found);
        }
    }

  private:
    void keep(Found found) {
        if (found.gone.empty()) return;
        bool has_group = false;
        for (const int id : found.nodes) has_group |= graph_.node(id).is_group();
        if (has_group == (links_ == Links::grouped)) found_.push_back(std::move(found));
    }

    void take(std::vector<Candidate>& gone, const CellSet& cells, int digit) const {
        (cells & board_.cells_with(digit)).each([&](int cell) {
            const Candidate candidate = Step::make(cell, digit);
            if (std::find(gone.begin(), gone.end(), candidate) == gone.end())
                gone.push_back(candidate);
        });
    }

    // The candidates that are false if at least one of two nodes is true.
    std::vector<Candidate> gone_by(int a, int b) const {
        const Node x = graph_.node(a), y = graph_.node(b);
        std::vector<Candidate> gone;
        if (x.digit == y.digit) {
            take(gone, graph_.sight(a) & graph_.sight(b), x.digit);
        } else if (links_ == Links::pairs) {
            // By definition, an XY-chain ends with the digit that it starts with.
        } else if (!x.is_group() && same_cells(x, y)) {
            each(board_.at(x.cells[0]) & ~bit(x.digit) & ~bit(y.digit),
                 [&](int d) { gone.push_back(Step::make(x.cells[0], d)); });
        } else {
            if (!x.is_group() && graph_.sight(b).has(x.cells[0]) && board_.has(x.cells[0], y.digit))
                gone.push_back(Step::make(x.cells[0], y.digit));
            if (!y.is_group() && graph_.sight(a).has(y.cells[0]) && board_.has(y.cells[0], x.digit))
                gone.push_back(Step::make(y.cells[0], x.digit));
        }
        return gone;
    }

    // Whether a chain from this start could eliminate anything, that is, a candidate that sees both
    // ends. The closure of the links answers this without a search.
    bool may_end(int start) const {
        if (!graph_.is_followed()) return true;
        for (const Graph::Edge edge : graph_.weak(start))
            if (!graph_.node(edge.to).is_group() && graph_.follows(start, false, edge.to, false))
                return true;
        return false;
    }

    void open_chains(const Spread& spread, int start) {
        if (spread.is_empty()) return;
        // Every chain can be read from either end. It is only kept from the end with the lower
        // number.
        for (int last = start + 1; last < graph_.size(); ++last) {
            if (!spread.follows(last, true)) continue;
            Found found{{}, gone_by(start, last)};
            if (found.gone.empty()) continue;
            found.nodes = spread.path(last, true);
            if (found.nodes.size() > 2) keep(std::move(found));
        }
    }

    // Records the nodes of loops that could eliminate something. Such loops have a weak link whose
    // two ends are seen by one candidate.
    void note_loops() {
        if (!graph_.is_followed()) return;
        may_loop_.assign(graph_.size(), false);
        std::vector<int> sees(graph_.size(), -1);  // [node]: the last node found to see it
        for (int b = 0; b < graph_.size(); ++b) {
            for (const Graph::Edge edge : graph_.weak(b))
                if (!graph_.node(edge.to).is_group()) sees[edge.to] = b;
            const auto is_seen = [&](const Graph::Edge edge) { return sees[edge.to] == b; };
            const auto closes = [&](const Graph::Edge edge) {
                return graph_.follows(b, false, edge.to, true) &&
                       std::ranges::any_of(graph_.weak(edge.to), is_seen);
            };
            if (std::ranges::any_of(graph_.weak(b), closes)) note_loops(b);
        }
    }

    // Records the nodes that are false in some loop where b is false.
    void note_loops(int b) {
        for (int start = 0; start < graph_.size(); ++start)
            if (graph_.follows(start, false, b, false) && graph_.follows(b, false, start, false))
                may_loop_[start] = true;
    }
    bool may_loop(int start) const { return may_loop_.empty() || may_loop_[start]; }

    void loops(const Spread& spread, int start) {
        for (const Graph::Edge edge : graph_.weak(start)) {
            if (!spread.follows(edge.to, true)) continue;
            Found found{spread.path(edge.to, true), {}, false, true};
            auto ids = found.nodes;
            std::sort(ids.begin(), ids.end());
            const bool is_simple = std::adjacent_find(ids.begin(), ids.end()) == ids.end();
            if (found.nodes.size() < 4 || !is_simple || !told_.insert(ids).second) continue;
            CellSet own = board_.layout().none();
            for (const int id : found.nodes)
                for (const int cell : graph_.node(id).cells) own.add(cell);
            for (std::size_t i = 1; i < found.nodes.size(); i += 2) {
                const int a = found.nodes[i], b = found.nodes[(i + 1) % found.nodes.size()];
                const bool in_cell = same_cells(graph_.node(a), graph_.node(b));
                // As in HoDoKu, a cell of the loop only loses candidates by links inside the cell.
                // Other eliminations in the cell are left to later steps.
                for (const Candidate gone : gone_by(a, b))
                    if ((in_cell || !own.has(gone.cell)) &&
                        std::find(found.gone.begin(), found.gone.end(), gone) == found.gone.end())
                        found.gone.push_back(gone);
            }
            keep(std::move(found));
        }
    }

    // A discontinuous loop: the start follows from its opposite, so it is true.
    void same(Spread& spread, int start, bool is_true) {
        const Node node = graph_.node(start);
        if (graph_.is_followed() && !graph_.follows(start, !is_true, start, is_true)) return;
        spread.run(start, !is_true);
        if (!spread.follows(start, is_true)) return;
        Found found{spread.path(start, is_true), {}, !is_true};
        if (is_true && !node.is_group())
            each(board_.at(node.cells[0]) & ~bit(node.digit),
                 [&](int d) { found.gone.push_back(Step::make(node.cells[0], d)); });
        if (!is_true)
            for (const int cell : node.cells) found.gone.push_back(Step::make(cell, node.digit));
        keep(std::move(found));
    }

    std::vector<Candidate> candidates(int id) const {
        std::vector<Candidate> out;
        for (const int cell : graph_.node(id).cells)
            out.push_back(Step::make(cell, graph_.node(id).digit));
        return out;
    }

    void tell(const Found& found) {
        Step& step = sink_.start();
        step.eliminations = found.gone;
        std::sort(step.eliminations.begin(), step.eliminations.end());
        const std::size_t n = found.nodes.size();
        for (std::size_t i = 0; i < n; ++i) {
            const bool on = (i % 2 == 1) != found.starts_on;
            if (i == n - 1 && n > 1 && found.nodes[i] == found.nodes[0]) break;
            for (const Candidate c : candidates(found.nodes[i])) {
                step.mark(c.cell, "chain");
                step.mark(c.cell, c.digit, on ? "on" : "off");
            }
        }
        for (std::size_t i = 0; i + 1 < n + found.is_loop; ++i) {
            const bool strong = (i % 2 == 0) != found.starts_on;
            const int a = found.nodes[i], b = found.nodes[(i + 1) % n];
            for (const Graph::Edge edge : strong ? graph_.strong(a) : graph_.weak(a))
                if (edge.to == b) {
                    step.links.push_back(
                        {candidates(a), candidates(b), strong, edge.house, -1, false, edge.owner});
                    break;
                }
        }
        sink_.finish();
    }

    const Board& board_;
    Sink& sink_;
    Links links_;
    const Graph& graph_;
    std::vector<Found> found_;
    std::set<std::vector<int>> told_;
    std::vector<bool> may_loop_;  // [node]; empty means unknown, so any node may be in a loop
};

// The maximum number of candidates. A 36x36 grid with less than a third of its digits has more, and
// nobody looks for chains there. The links of an empty 36x36 grid would take half a gigabyte.
constexpr int kMostCandidates = 1 << 15;

void find_chains(const Board& board, Sink& sink, Links links, ChainEnd end) {
    int n_candidates = 0;
    for (int digit = 0; digit < board.order(); ++digit)
        n_candidates += static_cast<int>(board.cells_with(digit).count());
    if (n_candidates > kMostCandidates) return;
    ChainFinder(board, sink, links).run(end);
}

constexpr const char* kChainRoles[] = {"chain", "on", "off"};

}  // namespace

extern constexpr Finder kXChain{"x-chain", with<find_chains, Links::one_digit, ChainEnd::open>,
                                kChainRoles};
extern constexpr Finder kXyChain{"xy-chain", with<find_chains, Links::pairs, ChainEnd::open>,
                                 kChainRoles};
extern constexpr Finder kContinuousLoop{"continuous-loop",
                                        with<find_chains, Links::all, ChainEnd::loop>, kChainRoles};
extern constexpr Finder kAlternatingChain{
    "alternating-chain", with<find_chains, Links::all, ChainEnd::open>, kChainRoles};
extern constexpr Finder kDiscontinuousLoop{
    "discontinuous-loop", with<find_chains, Links::all, ChainEnd::same>, kChainRoles};
extern constexpr Finder kGroupedContinuousLoop{
    "grouped-continuous-loop", with<find_chains, Links::grouped, ChainEnd::loop>, kChainRoles};
extern constexpr Finder kGroupedAlternatingChain{
    "grouped-alternating-chain", with<find_chains, Links::grouped, ChainEnd::open>, kChainRoles};
extern constexpr Finder kGroupedDiscontinuousLoop{
    "grouped-discontinuous-loop", with<find_chains, Links::grouped, ChainEnd::same>, kChainRoles};

}  // namespace pandoku::logic
