// Rectangles where two digits could be exchanged.
#pragma once

#include "logic/deadly.hpp"

namespace pandoku::logic {

// Calls f(corners) for every rectangle of this kind whose corners all satisfy `is_fit`. Corners are
// in the order of the ring. They are tested one by one, because most rectangles fail at the first
// or second corner.
template <class Fit, class F>
void each_rectangle(const Layout& layout, Sink& sink, Fit&& is_fit, F&& f) {
    const int n = layout.order();
    std::vector<int> corners;
    for (int top = 0; top < n; ++top)
        for (int left = 0; left < n; ++left) {
            if (!is_fit(top * n + left)) continue;
            for (int right = left + 1; right < n; ++right) {
                if (!is_fit(top * n + right)) continue;
                for (int bottom = top + 1; bottom < n; ++bottom) {
                    corners = {top * n + left, top * n + right, bottom * n + right,
                               bottom * n + left};
                    if (sink.done()) return;
                    if (is_fit(corners[2]) && is_fit(corners[3]) && can_exchange(layout, corners))
                        f(corners);
                }
            }
        }
}

}  // namespace pandoku::logic
