#include "lanes/lanes.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "lanes/processor.hpp"
#include "lanes/stuck.hpp"
#include "lanes/team.hpp"

namespace pandoku::lanes {
namespace {

// Solves a single puzzle without the lanes, because most lanes would stay empty. Searches with a
// budget use the lanes, because run_alone checks neither the clock nor the budget.
bool solve_alone(const Kernel& kernel, const Tables& tables, const Batch& batch, Stats& stats) {
    const bool is_bounded = batch.node_budget > 0 || batch.seconds > 0 ||
                            (batch.patience > 0 && batch.patience < kPatience);
    if (batch.n != 1 || !tables.classic9 || is_bounded || kernel.run_alone == nullptr) return false;
    Search search = search_of(tables, batch);
    alignas(kAlign) std::uint8_t solved[2 * 81 * 64];
    search.solved = solved;
    std::vector<std::uint8_t> spare(batch.keep < batch.limit ? 81 * spare_rows(tables) : 0);
    search.spare = spare.data();
    const bool is_done = kernel.run_alone(search);
    if (search.wrong.puzzle >= 0) refuse(search);
    stats.sweeps += search.n_sweeps;
    stats.guesses += search.n_guesses;
    return is_done;
}

template <class T>
std::int64_t first_above(const T* values, std::int64_t n, T highest) {
    constexpr std::int64_t kBlock = 4096;  // checked together, which is faster than one by one
    for (std::int64_t block = 0; block < n; block += kBlock) {
        const std::int64_t end = std::min(n, block + kBlock);
        T is_above = 0;
        for (std::int64_t i = block; i < end; ++i) is_above |= static_cast<T>(values[i] > highest);
        if (is_above == 0) continue;
        return std::find_if(values + block, values + end, [=](T v) { return v > highest; }) -
               values;
    }
    return -1;
}

}  // namespace

std::int64_t first_bad(Input input, const void* values, std::int64_t n, int order) {
    const std::uint64_t all = (std::uint64_t{1} << order) - 1;
    switch (input) {
        case Input::digits8:
            return first_above(static_cast<const std::uint8_t*>(values), n,
                               static_cast<std::uint8_t>(order));
        case Input::masks32:
            return first_above(static_cast<const std::uint32_t*>(values), n,
                               static_cast<std::uint32_t>(all));
        case Input::masks64: return first_above(static_cast<const std::uint64_t*>(values), n, all);
    }
    return -1;
}

bool is_available(Isa isa) {
#ifdef PANDOKU_WITH_AVX512
    if (isa == Isa::avx512) return has_avx512();
#endif
#ifdef PANDOKU_WITH_AVX2
    if (isa == Isa::avx2) return has_avx2();
#endif
    return isa == Isa::automatic || isa == Isa::baseline;
}

const char* name_of(Isa isa) {
    switch (isa) {
        case Isa::baseline: return "baseline";
        case Isa::avx2: return "avx2";
        case Isa::avx512: return "avx512";
        case Isa::automatic: break;
    }
    return "auto";
}

Isa resolve(Isa isa) {
    if (isa != Isa::automatic) return isa;
    if (is_available(Isa::avx512)) return Isa::avx512;
    return is_available(Isa::avx2) ? Isa::avx2 : Isa::baseline;
}

const Kernel& kernel_of(Isa isa) {
#ifdef PANDOKU_WITH_AVX512
    if (isa == Isa::avx512) return avx512::kernel;
#endif
#ifdef PANDOKU_WITH_AVX2
    if (isa == Isa::avx2) return avx2::kernel;
#endif
    (void)isa;
    return baseline::kernel;
}

Plan::Plan(int order, int box_rows, int box_cols, std::vector<std::vector<int>> houses) {
    const auto cells = static_cast<std::size_t>(order) * static_cast<std::size_t>(order);
    const std::size_t words = (cells + 63) / 64;
    for (const auto& house : houses) named_.insert(named_.end(), house.begin(), house.end());
    tables_.named = {order, static_cast<int>(houses.size()), named_.data()};

    const bool is_classic = order == 9 && box_rows == 3 && box_cols == 3 && houses.size() == 27;

    // Repeated houses are left out, because they would only be swept twice. In order 1, a row is
    // also a column.
    for (auto& house : houses) std::sort(house.begin(), house.end());
    std::sort(houses.begin(), houses.end());
    houses.erase(std::unique(houses.begin(), houses.end()), houses.end());

    std::vector<std::vector<std::uint32_t>> of_cell(cells);
    peers_.assign(cells * words, 0);
    for (std::size_t h = 0; h < houses.size(); ++h)
        for (const int cell : houses[h]) {
            const auto c = static_cast<std::size_t>(cell);
            house_cells_.push_back(static_cast<std::uint16_t>(cell));
            of_cell[c].push_back(static_cast<std::uint32_t>(h));
            for (const int peer : houses[h])
                if (peer != cell)
                    peers_[c * words + static_cast<std::size_t>(peer) / 64] |= std::uint64_t{1}
                                                                               << (peer % 64);
        }
    cell_start_.push_back(0);
    for (const auto& list : of_cell) {
        cell_houses_.insert(cell_houses_.end(), list.begin(), list.end());
        cell_start_.push_back(static_cast<std::uint32_t>(cell_houses_.size()));
    }

    tables_.order = order;
    tables_.n_cells = static_cast<int>(cells);
    tables_.n_houses = static_cast<int>(houses.size());
    tables_.box_rows = box_rows;
    tables_.box_cols = box_cols;
    tables_.words = static_cast<int>(words);
    tables_.classic9 = is_classic;
    tables_.house_cells = house_cells_.data();
    tables_.cell_start = cell_start_.data();
    tables_.cell_houses = cell_houses_.data();
    tables_.peers = peers_.data();
}

End solve(const Plan& plan, const Batch& batch, Stats& stats,
          const std::function<bool()>& keep_going) {
    const Kernel& kernel = kernel_of(resolve(batch.isa));
    if (solve_alone(kernel, plan.tables(), batch, stats)) return End::done;
    std::fill_n(batch.counts, batch.n, -1);
    if (batch.nodes != nullptr) std::fill_n(batch.nodes, batch.n, 0);

    // A classic 9x9 takes a few thousand guesses at most, and by default is never handed over.
    Stuck stuck;
    Batch counted = batch;  // guesses of the lanes count toward the budget
    std::vector<std::int64_t> nodes;
    if (batch.patience > 0 && (!plan.tables().classic9 || batch.patience < kPatience)) {
        stuck.puzzles.assign(static_cast<std::size_t>(batch.n), 0);
        if (batch.seconds > 0) stuck.seconds.assign(static_cast<std::size_t>(batch.n), 0);
        if (batch.nodes == nullptr) {
            nodes.assign(static_cast<std::size_t>(batch.n), 0);
            counted.nodes = nodes.data();
        }
    }

    // With fewer than 128 puzzles for each worker, lanes would stay empty.
    const auto useful = std::clamp<std::int64_t>(batch.n / 128, 1, batch.threads);
    std::int64_t next = 0;
    std::vector<std::unique_ptr<Worker>> workers;
    for (std::int64_t i = 0; i < useful; ++i)
        workers.push_back(std::make_unique<Worker>(kernel, plan.tables(), counted, stuck, &next));

    Team team(workers);
    team.start();
    const bool done = team.lead(keep_going);
    for (auto& worker : workers) {
        worker->close();
        if (!done) worker->report();
        worker->add_to(stats);
    }
    if (!done) return End::interrupted;
    return search_stuck(plan, counted, stuck, keep_going) ? End::done : End::interrupted;
}

}  // namespace pandoku::lanes
