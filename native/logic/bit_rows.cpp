#include "logic/bit_rows.hpp"

namespace pandoku::logic {

namespace {

// The rows in an order that puts each row after those it leads to, except in cycles. The search is
// depth first; its stack is explicit because a path may be thousands of rows long.
std::vector<std::size_t> last_first(const BitRows& rows) {
    std::vector<std::uint64_t> seen(rows.n_words());
    std::vector<std::size_t> order, open;
    const auto enter = [&](std::size_t row) {
        seen[row >> 6] |= std::uint64_t{1} << (row & 63);
        open.push_back(row);
    };
    for (std::size_t root = 0; root < rows.n_rows(); ++root) {
        if ((seen[root >> 6] >> (root & 63) & 1) == 0) enter(root);
        while (!open.empty()) {
            const std::uint64_t* const row = rows[open.back()];
            std::size_t w = 0;
            while (w < seen.size() && (row[w] & ~seen[w]) == 0) ++w;
            if (w < seen.size()) {
                enter(w * 64 + static_cast<std::size_t>(std::countr_zero(row[w] & ~seen[w])));
            } else {
                order.push_back(open.back());
                open.pop_back();
            }
        }
    }
    return order;
}

}  // namespace

// A row is complete when all its bits have been followed. After a join with a complete row, the
// joined bits need no further step, so they count as followed at once. Rows are closed after those
// they lead to, so nearly all joins are with complete rows, and few of the n * n possible joins are
// made.
void close_rows(BitRows& rows) {
    const std::size_t n_words = rows.n_words();
    std::vector<std::uint64_t> followed(n_words);
    std::vector<std::uint8_t> is_complete(rows.n_rows());
    for (const std::size_t from : last_first(rows)) {
        std::uint64_t* const row = rows[from];
        followed.assign(n_words, 0);
        for (std::size_t w = 0; w < n_words;) {
            const std::uint64_t next = row[w] & ~followed[w];
            if (next == 0) {
                ++w;
                continue;
            }
            followed[w] |= next & -next;
            const std::size_t on = w * 64 + static_cast<std::size_t>(std::countr_zero(next));
            const std::uint64_t whole = is_complete[on] != 0 ? ~std::uint64_t{0} : 0;
            for (std::size_t v = 0; v < n_words; ++v) {
                row[v] |= rows[on][v];
                followed[v] |= rows[on][v] & whole;
            }
            w = 0;
        }
        is_complete[from] = 1;
    }
}

}  // namespace pandoku::logic
