#include "logic/many.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace pandoku::logic {

namespace {

// What the givens leave, and then the path.
class Walker {
  public:
    Walker(const Layout& layout, const Many& many)
        : layout_(layout), many_(many), board_(layout), masks_(layout.n_cells()) {
        place_.assign(finders().size(), 0);
        for (std::size_t i = 0; i < many.order.size(); ++i) place_[many.order[i]] = i;
    }

    bool run(std::int64_t index, const std::function<bool()>& goes_on) {
        const std::uint8_t* givens = many_.givens + index * layout_.n_cells();
        std::fill(masks_.begin(), masks_.end(), layout_.all_digits());
        for (int house = 0; house < layout_.n_houses(); ++house) {
            Mask stands = 0;
            for (const int cell : layout_.cells(house))
                if (givens[cell] != 0) stands |= bit(givens[cell] - 1);
            for (const int cell : layout_.cells(house)) masks_[cell] &= ~stands;
        }
        if (many_.shape != nullptr) {
            cages_.emplace(layout_, *many_.shape, *many_.cages, index);
            board_ = Board(layout_, &*cages_);
        }
        board_.reset(givens, masks_.data(), givens);
        std::int32_t* counts = many_.counts + index * static_cast<std::int64_t>(many_.order.size());
        const auto note = [&](int finder, const Step&) {
            ++counts[place_[finder]];
            return true;
        };
        const bool is_done = walk(board_, many_.order, note, goes_on, false);
        const End end = board_.is_broken()        ? End::broken
                        : board_.n_open() == 0 ? End::full
                                               : End::stuck;
        many_.ends[index] = static_cast<std::uint8_t>(end);
        return is_done;
    }

  private:
    const Layout& layout_;
    const Many& many_;
    std::optional<Cages> cages_;
    Board board_;
    std::vector<Mask> masks_;
    std::vector<std::size_t> place_;  // of a finder in the order
};

}  // namespace

bool walk_many(const Layout& layout, const Many& many, const std::function<bool()>& poll) {
    std::atomic<std::int64_t> next{0};
    std::atomic<bool> is_stopped{false};
    std::mutex mutex;
    std::condition_variable finished;
    const auto n_threads = static_cast<int>(
        std::clamp<std::int64_t>(many.n, 1, std::max(1, many.threads)));
    int n_running = n_threads;
    const auto work = [&] {
        Walker walker(layout, many);
        const auto goes_on = [&] { return !is_stopped.load(std::memory_order_relaxed); };
        for (std::int64_t i; (i = next++) < many.n && goes_on();) walker.run(i, goes_on);
        const std::lock_guard lock(mutex);
        --n_running;
        finished.notify_one();
    };
    std::vector<std::thread> threads;
    for (int t = 0; t < n_threads; ++t) threads.emplace_back(work);
    {
        std::unique_lock lock(mutex);
        while (!finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return n_running == 0; }))
            if (!is_stopped && !poll()) is_stopped = true;
    }
    for (auto& thread : threads) thread.join();
    return !is_stopped;
}

}  // namespace pandoku::logic
