// Nested forcing chains, which are tried after all other techniques: the consequences of a
// candidate by singles, and by trials within the trial. Only the chain with the fewest nodes is
// reported.
#include <limits>
#include <vector>

#include "logic/finder.hpp"
#include "logic/nested_trial.hpp"

namespace pandoku::logic {

namespace {

// Maximum number of nodes in all trials on a board.
constexpr std::size_t kMostNodes = std::size_t{1} << 20;

// Candidates, one of which is true: all candidates of a cell, or the places of a digit in a house.
struct Cases {
    std::vector<Candidate> all;
    int house = -1;
};

class NestedChainFinder {
  public:
    NestedChainFinder(const Board& board, Sink& sink)
        : board_(board),
          layout_(board.layout()),
          sink_(sink),
          trial_(board, kMostNodes, sink),
          tried_(static_cast<std::size_t>(layout_.n_cells()) * board.order()),
          shared_{std::vector<Shared>(tried_.size()), std::vector<Shared>(tried_.size())} {}

    // Whether there is a chain.
    bool run(std::size_t depth, bool is_thorough) {
        depth_ = depth, is_thorough_ = is_thorough;
        for (int cell = 0; cell < layout_.n_cells(); ++cell)
            each(board_.at(cell), [&](int digit) { attempt(Step::make(cell, digit)); });
        for (int cell = 0; cell < layout_.n_cells(); ++cell) compare(of_cell(cell));
        for (int house = 0; house < layout_.n_houses(); ++house)
            for (int digit = 0; digit < board_.order(); ++digit) compare(of_house(house, digit));
        if (best_.cases.all.empty()) return false;
        tell();
        return true;
    }

  private:
    using Cost = NestedTrial::Cost;
    struct Tried {
        bool is_open = false;  // ended without a contradiction
        // Maximum number of nodes that was set for it.
        int most = 0;
        std::vector<NestedTrial::Outcome> outcomes[2] = {};  // false, true
    };
    struct Shared {
        std::size_t n_cases = 0;
        Cost cost = {};
    };
    struct Best {
        int n_nodes = std::numeric_limits<int>::max();
        Cases cases = {};  // a single candidate leads to a contradiction
        bool is_true = false;
        Candidate conclusion = {};
    };

    std::size_t index(Candidate c) const {
        return static_cast<std::size_t>(c.cell) * board_.order() + c.digit;
    }

    void attempt(Candidate supposed) {
        if (trial_.is_spent()) return;
        Tried& tried = tried_[index(supposed)] = {};
        tried.most = best_.n_nodes;
        trial_.run(supposed, depth_, is_thorough_, tried.most);
        if (trial_.is_spent()) return;
        if (!trial_.is_contradiction()) {
            tried.is_open = true;
            tried.outcomes[0] = trial_.falsehoods();
            tried.outcomes[1] = trial_.truths();
        } else {
            propose(trial_.clash_cost(), {{supposed}}, false, supposed);
        }
    }

    // A chain without an inner trial is left to the other techniques.
    void propose(const Cost& cost, const Cases& cases, bool is_true, Candidate conclusion) {
        if (cost.is_nested && cost.n_nodes < best_.n_nodes)
            best_ = {cost.n_nodes, cases, is_true, conclusion};
    }

    Cases of_cell(int cell) const {
        Cases cases;
        each(board_.at(cell), [&](int d) { cases.all.push_back(Step::make(cell, d)); });
        return cases;
    }
    Cases of_house(int house, int digit) const {
        Cases cases{{}, house};
        each(board_.where(house, digit),
             [&](int p) { cases.all.push_back(Step::make(layout_.cells(house)[p], digit)); });
        return cases;
    }

    void compare(const Cases& cases) {
        if (cases.all.size() < 2) return;
        for (const Candidate one : cases.all)
            if (!tried_[index(one)].is_open) return;
        for (const int side : {0, 1}) compare(cases, side);
    }

    void compare(const Cases& cases, int side) {
        std::vector<Shared>& shared = shared_[side];
        std::size_t n = 0;
        for (const Candidate one : cases.all) {
            for (const auto& [candidate, cost] : tried_[index(one)].outcomes[side]) {
                Shared& known = shared[index(candidate)];
                if (n == 0) known = {};
                if (known.n_cases != n) continue;
                known.n_cases = n + 1;
                known.cost.n_nodes += cost.n_nodes, known.cost.is_nested |= cost.is_nested;
            }
            ++n;
        }
        for (const auto& first : tried_[index(cases.all[0])].outcomes[side])
            if (const Shared& known = shared[index(first.candidate)]; known.n_cases == n)
                propose(known.cost, cases, side == 1, first.candidate);
    }

    void tell() {
        const auto& [n_nodes, cases, is_true, conclusion] = best_;
        trial_.spend_more();
        Step& step = sink_.start();
        (is_true ? step.placements : step.eliminations).push_back(conclusion);
        if (cases.house < 0)
            step.mark(cases.all[0].cell, "source");
        else
            step.houses.push_back(cases.house);
        for (const Candidate one : cases.all) {
            if (!step.is_told) break;
            step.mark(one.cell, one.digit, "source");
            trial_.run(one, depth_, is_thorough_, tried_[index(one)].most);
            if (trial_.is_spent()) return;  // the sink stopped the search
            step.branches.push_back(cases.all.size() == 1 ? trial_.why_clash()
                                    : is_true             ? trial_.why_true(conclusion)
                                                          : trial_.why_false(conclusion));
        }
        if (cases.all.size() == 1 && step.is_told) trial_.mark_clash(step);
        sink_.finish();
    }

    const Board& board_;
    const Layout& layout_;
    Sink& sink_;
    NestedTrial trial_;
    std::size_t depth_ = 0;
    bool is_thorough_ = false;
    std::vector<Tried> tried_;       // [candidate]
    std::vector<Shared> shared_[2];  // [false or true][candidate]
    Best best_;
};

// Thorough and deeper trials are used only if all other trials prove nothing, and never with cages.
// Because they only follow singles of houses, they did not help with any killer that was tried, and
// the search took four times as long as the rest of the path.
void find_nested_chain(const Board& board, Sink& sink) {
    if (board.n_cages() > 0) return;
    NestedChainFinder finder(board, sink);
    for (const std::size_t depth : {1, 2})
        for (const bool is_thorough : {false, true})
            if (sink.done() || finder.run(depth, is_thorough)) return;
}

constexpr const char* kNestedRoles[] = {"source", "single", "proves", "off", "contradiction"};

}  // namespace

extern constexpr Finder kNestedForcingChain{"nested-forcing-chain", find_nested_chain,
                                            kNestedRoles};

}  // namespace pandoku::logic
