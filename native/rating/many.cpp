#include "rating/many.hpp"

#include "grid/in_threads.hpp"
#include "rating/names.hpp"

namespace pandoku::rating {

bool rate_many(const Many& many, Poll poll) {
    return in_threads(many.n, many.threads, poll, [&](const auto& goes_on, const auto& next) {
        Work work(many.looks, goes_on);
        Rater rater(work);
        for (std::int64_t i; (i = next()) >= 0;) {
            const Rating rating = rater.rate(many.givens + i * 81, many.at_least, many.at_most);
            std::uint8_t* its = many.ratings + i * 3;
            its[0] = static_cast<std::uint8_t>(rating.er);
            its[1] = static_cast<std::uint8_t>(rating.ep);
            its[2] = static_cast<std::uint8_t>(rating.ed);
            many.hardest[i] = static_cast<std::uint8_t>(rating.hardest);
            many.ends[i] = static_cast<std::uint8_t>(rating.end);
        }
    });
}

}  // namespace pandoku::rating
