#include "logic/cage_outcomes.hpp"

namespace pandoku::logic {

namespace {

constexpr std::size_t kMostTried = std::size_t{1} << 12;  // candidates of a board: 32 megabytes

}  // namespace

CageOutcomes::CageOutcomes(const Board& board, Sink& sink)
    : order_(board.order()), has_all_(cage_rules_of(board, sink).has_all_cages()) {
    for (int cell = 0; cell < board.layout().n_cells(); ++cell)
        each(board.at(cell), [&](int d) { all_.push_back(Step::make(cell, d)); });
    if (all_.size() > kMostTried) all_.clear();
    const std::size_t n = all_.size();
    number_.resize(static_cast<std::size_t>(board.layout().n_cells()) * board.order());
    for (std::size_t i = 0; i < n; ++i) number_[index(all_[i])] = i;
    n_events_.resize(n), n_removed_.resize(n);
    for (const Candidate one : all_) is_plain_.push_back(cage_rules_of(board, sink).rules_out(one));
    removed_at_.resize(n * n);
    CageNet net(board, sink);
    for (std::size_t i = 0; i < n; ++i) {
        const bool is_open = net.run(all_[i]);
        if (net.is_stopped()) {
            all_.clear();
            return;
        }
        if (!is_open) n_events_[i] = net.n_events();
        if (!is_open) continue;
        for (int cell = 0; cell < board.layout().n_cells(); ++cell)
            each(board.at(cell) & ~net.may(cell), [&](int d) {
                const Candidate gone = Step::make(cell, d);
                removed_at_[i * n + number(gone)] =
                    static_cast<std::uint16_t>(net.event_of(gone) + 1);
                ++n_removed_[i];
            });
    }
}

const CageOutcomes& cage_outcomes_of(const Board& board, Sink& sink) {
    return board.kept<CageOutcomes>(Kept::cage_outcomes, [&] { return CageOutcomes(board, sink); });
}

}  // namespace pandoku::logic
