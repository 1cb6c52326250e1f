// Nested chains through cages, the last resort of all: trials that hold further trials.
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <vector>

#include "logic/cage_net.hpp"
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

class CageNesting {
  public:
    CageNesting(const Board& board, Sink& sink) : board_(board), sink_(sink), net_(board, sink) {}

    bool run(std::size_t depth, int most_in_cell) {
        most_in_cell_ = most_in_cell;
        struct Outer {
            Candidate candidate;
            std::size_t n_events;
        };
        std::vector<Outer> all;
        for (int cell = 0; cell < board_.layout().n_cells(); ++cell)
            each(board_.at(cell), [&](int d) {
                const Candidate candidate = Step::make(cell, d);
                if (net_.run(candidate) && !net_.is_stopped()) {
                    all.push_back({candidate, net_.n_events()});
                    net_.keep_alone(candidate);
                }
            });
        std::stable_sort(all.begin(), all.end(), [&](const Outer& a, const Outer& b) { return a.n_events > b.n_events; });
        for (const Outer& outer : all) {
            if (sink_.done()) return true;
            if (!net_.run(outer.candidate)) continue;
            if (is_refuted(depth)) return tell(outer.candidate), true;
        }
        return false;
    }
    long n_trials = 0;

  private:
    bool is_refuted(std::size_t depth) {
        if (depth == 0) return false;
        for (bool has_more = true; has_more;) {
            has_more = false;
            for (int size = 2; size <= most_in_cell_; ++size)
                for (int cell = 0; cell < board_.layout().n_cells(); ++cell) {
                    if (!board_.is_open(cell) || count(net_.may(cell)) != size) continue;
                    for (Mask rest = net_.may(cell); rest != 0; rest &= rest - 1) {
                        if (sink_.done()) return false;
                        const Candidate inner = Step::make(cell, lowest(rest));
                        if ((net_.may(cell) & bit(inner.digit)) == 0) continue;
                        ++n_trials;
                        if (depth == 1 && net_.is_possible(inner)) continue;
                        if (net_.enter(inner) && !is_refuted(depth - 1)) {
                            net_.leave();
                            continue;
                        }
                        has_more = true;
                        if (!net_.rule_out(net_.leave_with_proof())) return true;
                    }
                }
        }
        return false;
    }

    void tell(Candidate supposed) {
        Step& step = sink_.start();
        step.eliminate(supposed.cell, supposed.digit);
        step.mark(supposed.cell, "source");
        step.mark(supposed.cell, supposed.digit, "source");
        net_.mark_clash(step), step.branches.push_back(net_.why_clash());
        sink_.finish();
    }

    const Board& board_;
    Sink& sink_;
    CageNet net_;
    int most_in_cell_ = 2;
};

void find_nested_cage_chain(const Board& board, Sink& sink) {
    if (board.n_cages() == 0) return;
    CageNesting finder(board, sink);
    const char* e = std::getenv("NEST");
    for (const std::size_t depth : {1, 2})
        for (const int most : {2, 3, 4}) {
            if (e && (int)depth * 10 + most > std::atoi(e)) continue;
            bool r = finder.run(depth, most);
            std::fprintf(stderr, "nest d%zu m%d trials %ld %d\n", depth, most, finder.n_trials, r);
            if (r) return;
        }
}

constexpr const char* kNestedCageRoles[] = {"source", "single",  "proves",  "off",
                                            "innie",  "outie", "counted", "contradiction"};

}  // namespace

extern constexpr Finder kCageNestedForcingChain{"cage-nested-forcing-chain", find_nested_cage_chain,
                                                kNestedCageRoles, Needs::cages};

}  // namespace pandoku::logic
