#include "logic/bit_rows.hpp"

namespace pandoku::logic {

// A row is complete when everything in it was followed. What a complete row leads to is complete
// too, so it is taken over as a whole: most rows come to one that is complete in a step or two.
void close(BitRows& rows) {
    const std::size_t n_words = rows.n_words();
    std::vector<std::uint64_t> followed(n_words);
    for (std::size_t from = 0; from < rows.n_rows(); ++from) {
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
            const std::uint64_t is_complete = on < from ? ~std::uint64_t{0} : 0;
            for (std::size_t v = 0; v < n_words; ++v) {
                row[v] |= rows[on][v];
                followed[v] |= rows[on][v] & is_complete;
            }
            w = 0;
        }
    }
}

}  // namespace pandoku::logic
