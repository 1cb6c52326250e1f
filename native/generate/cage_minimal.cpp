#include "generate/cage_minimal.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <vector>

#include "cages/search.hpp"
#include "generate/random.hpp"
#include "grid/in_threads.hpp"

namespace pandoku::generate {
namespace {

class Dropper {
  public:
    Dropper(const Layout& layout, const ClueBatch& batch, std::atomic<bool>& stop)
        : layout_(layout), batch_(batch), stopper_(stop, nullptr), search_(layout, stopper_) {}

    void run(std::int64_t i) {
        const std::size_t n = batch_.cages->n_cages(i);
        std::uint8_t* fates = batch_.fates + i * batch_.n_columns;
        std::fill_n(fates, batch_.n_columns, kStays);
        solution_.clear();
        solution_ = solve(i, fates).solutions;
        for (const std::size_t cage : order_of(i, n)) {
            if (batch_.cages->cage(i, cage).operation == '.') continue;
            fates[cage] = kGoes;
            const cages::Result result = solve(i, fates);
            const bool is_known = result.count > 1 || result.stopped == cages::Stopped::no;
            if (!is_known) fates[cage] = kUnknown;
            if (!is_known || (result.count == 1 && batch_.keys == nullptr)) return;
            if (result.count > 1) fates[cage] = kStays;
        }
    }

  private:
    std::vector<std::size_t> order_of(std::int64_t i, std::size_t n) const {
        std::vector<std::size_t> order(n);
        std::iota(order.begin(), order.end(), std::size_t{0});
        if (batch_.keys != nullptr) Random(batch_.keys[i] ^ kClues).shuffle(order);
        return order;
    }

    cages::Result solve(std::int64_t i, const std::uint8_t* fates) {
        CageLists lists;
        for (std::size_t c = 0; c < batch_.cages->n_cages(i); ++c) {
            const CageLists::Cage cage = batch_.cages->cage(i, c);
            if (fates[c] == kStays)
                lists.add(cage.operation, cage.target, cage.repeats, cage.cells);
            else if (!cage.repeats)
                lists.add('.', 0, false, cage.cells);
        }
        lists.end_puzzle();
        cages::Batch batch;
        batch.cages = &lists;
        batch.masks = batch_.masks + i * layout_.n_cells();
        batch.node_budget = batch_.node_budget;
        // The search tries the digits of the known solution first, so it finds this solution at
        // once, and similar solutions next.
        batch.first_digits = solution_.empty() ? nullptr : solution_.data();
        return search_.solve(batch, 0);
    }

    // A separate stream, because other draws use the same key.
    static constexpr std::uint64_t kClues = 0x636c756573;

    const Layout& layout_;
    const ClueBatch& batch_;
    cages::Stopper stopper_;
    cages::Search search_;
    std::vector<std::uint8_t> solution_;  // of the current puzzle
};

}  // namespace

bool drop_clues(const Layout& layout, const ClueBatch& batch, Poll poll) {
    std::atomic<bool> stop{false};
    const auto poll_and_tell = [&] {
        const bool goes_on = poll();
        if (!goes_on) stop = true;
        return goes_on;
    };
    return in_threads(batch.cages->n_puzzles(), batch.threads, poll_and_tell,
                      [&](const auto&, const auto& next) {
                          Dropper dropper(layout, batch, stop);
                          for (std::int64_t i; (i = next()) >= 0;) dropper.run(i);
                      });
}

}  // namespace pandoku::generate
