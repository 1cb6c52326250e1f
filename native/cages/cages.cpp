#include "cages/cages.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "cages/propagate.hpp"

namespace pandoku::cages {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// Depth-first search with an explicit stack, branching on the cell with the fewest candidates for
// how often its constraints have failed.
class Search {
  public:
    Search(const Puzzle& puzzle, const Limits& limits, const std::function<bool()>& keep_going)
        : limits_(limits), keep_going_(keep_going), started_(Clock::now()), look_(started_),
          propagator_(puzzle) {}

    Result run() {
        if (propagator_.propagate()) explore();
        result_.seconds = since(started_);
        return std::move(result_);
    }

  private:
    struct Branch {
        int cell;
        Mask left;         // digits not tried yet
        std::size_t mark;  // the trail before the current one
    };

    void explore() {
        std::vector<Branch> path;
        bool descend = true;
        for (;;) {
            if (descend) {
                const int cell = pick();
                if (cell < 0) {
                    store();
                    if (result_.count >= limits_.solutions) {
                        result_.stop = Stop::limit;
                        return;
                    }
                } else {
                    path.push_back({cell, propagator_.domain(cell), propagator_.mark()});
                }
            }
            // Take the next digit of the deepest branch that has one.
            while (!path.empty() && path.back().left == 0) {
                propagator_.undo_to(path.back().mark);
                path.pop_back();
            }
            if (path.empty()) return;
            if (!may_spend()) return;
            Branch& branch = path.back();
            propagator_.undo_to(branch.mark);
            const int digit = lowest(branch.left);
            branch.left &= branch.left - 1;
            descend = propagator_.assign(branch.cell, digit) && propagator_.propagate();
        }
    }

    int pick() const {
        int best = -1;
        double best_score = 0;
        for (int cell = 0; cell < propagator_.n_cells(); ++cell) {
            const int size = size_of(propagator_.domain(cell));
            if (size < 2) continue;
            const double score = size / propagator_.weight(cell);
            if (best < 0 || score < best_score) best = cell, best_score = score;
        }
        return best;
    }

    void store() {
        if (result_.count++ >= limits_.keep) return;
        for (int cell = 0; cell < propagator_.n_cells(); ++cell)
            result_.solutions.push_back(static_cast<std::uint8_t>(lowest(propagator_.domain(cell))));
    }

    bool may_spend() {
        if (limits_.nodes > 0 && result_.nodes >= limits_.nodes) {
            result_.stop = Stop::nodes;
            return false;
        }
        ++result_.nodes;
        const auto now = Clock::now();
        if (limits_.seconds > 0 && std::chrono::duration<double>(now - started_).count() > limits_.seconds) {
            result_.stop = Stop::seconds;
            return false;
        }
        if (now - look_ > std::chrono::milliseconds(20)) {
            look_ = now;
            if (!keep_going_()) {
                result_.stop = Stop::seconds;
                return false;
            }
        }
        return true;
    }

    const Limits& limits_;
    const std::function<bool()>& keep_going_;
    Clock::time_point started_, look_;
    Propagator propagator_;
    Result result_;
};

}  // namespace

Result solve(const Puzzle& puzzle, const Limits& limits, const std::function<bool()>& keep_going) {
    return Search(puzzle, limits, keep_going).run();
}

bool solve_all(const std::vector<Puzzle>& puzzles, const Limits& limits, int threads,
               std::vector<Result>& results, const std::function<bool()>& keep_going) {
    results.assign(puzzles.size(), {});
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&](const std::function<bool()>& may_go_on) {
        try {
            for (std::size_t i = next++; i < puzzles.size() && !stop; i = next++)
                results[i] = solve(puzzles[i], limits, may_go_on);
        } catch (...) {
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
            stop = true;
        }
    };
    const std::size_t n_threads = std::min<std::size_t>(static_cast<std::size_t>(threads), puzzles.size());
    std::condition_variable done;
    std::size_t n_busy = n_threads > 1 ? n_threads - 1 : 0;
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < n_threads; ++i)
        helpers.emplace_back([&] {
            work([&] { return !stop.load(); });
            const std::lock_guard lock(mutex);
            --n_busy;
            done.notify_one();
        });
    bool goes_on = true;
    const std::function<bool()> ask = [&] {
        if (goes_on && !keep_going()) {
            goes_on = false;
            stop = true;
        }
        return goes_on && !stop;
    };
    work(ask);
    for (;;) {
        {
            std::unique_lock lock(mutex);
            if (done.wait_for(lock, std::chrono::milliseconds(20), [&] { return n_busy == 0; })) break;
        }
        ask();
    }
    for (auto& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
    return goes_on;
}

}  // namespace pandoku::cages
