#include "logic/bit_rows.hpp"

#include <algorithm>

namespace pandoku::logic {

namespace {

using Words = std::vector<std::uint64_t>;

void put(Words& words, std::size_t at) { words[at >> 6] |= std::uint64_t{1} << (at & 63); }
bool has(const Words& words, std::size_t at) { return (words[at >> 6] >> (at & 63) & 1) != 0; }

// Closes the rows in Tarjan's order. Rows that lead to each other form a cycle and are closed
// together, after all other rows that they lead to. The search is depth first. Its stack is
// explicit because a path may be thousands of rows long.
class Closer {
  public:
    explicit Closer(BitRows& rows)
        : rows_(rows),
          seen_(rows.n_words()),
          waiting_(rows.n_words()),
          together_(rows.n_words()),
          followed_(rows.n_words()),
          leads_on_(rows.n_words()),
          number_(rows.n_rows()) {
        for (std::size_t row = 0; row < rows.n_rows(); ++row)
            if (std::any_of(rows[row], rows[row] + rows.n_words(), [](auto w) { return w != 0; }))
                put(leads_on_, row);
    }

    void run() {
        for (std::size_t root = 0; root < rows_.n_rows(); ++root) {
            if (!has(seen_, root)) enter(root);
            while (!open_.empty()) go_on();
        }
    }

  private:
    struct Open {
        std::size_t row, word;  // the bits in earlier words are already followed
        std::size_t least;      // the smallest number of the waiting rows that it leads to
    };

    void enter(std::size_t row) {
        number_[row] = n_entered_++;
        open_.push_back({row, 0, number_[row]});
        cycle_.push_back(row);
        put(seen_, row), put(waiting_, row);
    }

    void go_on() {
        auto& [from, w, least] = open_.back();
        const std::uint64_t* const row = rows_[from];
        while (w < seen_.size() && (row[w] & ~seen_[w]) == 0) ++w;
        if (w < seen_.size())
            return enter(w * 64 + static_cast<std::size_t>(std::countr_zero(row[w] & ~seen_[w])));
        for (std::size_t v = 0; v < waiting_.size(); ++v)
            for (std::uint64_t rest = row[v] & waiting_[v]; rest != 0; rest &= rest - 1)
                least = std::min(
                    least, number_[v * 64 + static_cast<std::size_t>(std::countr_zero(rest))]);
        const auto [first, _, least_of_first] = open_.back();
        open_.pop_back();
        if (least_of_first == number_[first])
            close(first);
        else
            open_.back().least = std::min(open_.back().least, least_of_first);
    }

    // Closes the rows from `first` on, which are a cycle, or only one.
    void close(std::size_t first) {
        const std::size_t n_words = rows_.n_words();
        std::uint64_t* const row = rows_[first];
        const auto begin = std::find(cycle_.rbegin(), cycle_.rend(), first).base() - 1;
        const bool is_one = begin + 1 == cycle_.end();
        std::fill(together_.begin(), together_.end(), 0);
        for (auto each = begin; each != cycle_.end(); ++each) {
            put(together_, *each);
            if (*each != first) rows_.join(first, rows_, *each);
        }
        std::copy(together_.begin(), together_.end(), followed_.begin());
        std::uint64_t* const followed = followed_.data();
        for (std::size_t w = 0; w < n_words; ++w)
            while (const std::uint64_t next = row[w] & leads_on_[w] & ~followed[w]) {
                // A closed row already contains everything that follows from its bits, so these
                // bits need not be followed.
                const std::uint64_t* const closed =
                    rows_[w * 64 + static_cast<std::size_t>(std::countr_zero(next))];
                followed[w] |= next & -next;
                for (std::size_t v = 0; v < n_words; ++v)
                    row[v] |= closed[v], followed[v] |= closed[v];
            }
        for (std::size_t w = 0; w < n_words; ++w) {
            if (!is_one) row[w] |= together_[w];
            waiting_[w] &= ~together_[w];
        }
        for (auto each = begin; each != cycle_.end(); ++each)
            if (*each != first) std::copy_n(row, n_words, rows_[*each]);
        cycle_.erase(begin, cycle_.end());
    }

    BitRows& rows_;
    Words seen_, waiting_;  // rows that were entered, and entered rows that are not closed
    Words together_, followed_;
    Words leads_on_;                   // the rows that have any bit, as others lead nowhere
    std::vector<std::size_t> number_;  // [row]: when it was entered
    std::vector<Open> open_;
    std::vector<std::size_t> cycle_;  // the rows that wait to be closed, in the order of entering
    std::size_t n_entered_ = 0;
};

}  // namespace

void close_rows(BitRows& rows) { Closer(rows).run(); }

}  // namespace pandoku::logic
