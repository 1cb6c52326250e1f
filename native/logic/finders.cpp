// The table of finders: the names by which techniques ask for them.
#include "logic/finders.hpp"

namespace pandoku::logic {

namespace {

template <int size, Fins fins>
void fish(const Board& board, Sink& sink) {
    find_fish(board, sink, size, fins);
}
template <bool from_box>
void locked(const Board& board, Sink& sink) {
    find_locked(board, sink, from_box);
}
template <TwoLinks kind>
void two_links(const Board& board, Sink& sink) {
    find_two_links(board, sink, kind);
}
template <bool with_z>
void xy_wings(const Board& board, Sink& sink) {
    find_xy_wings(board, sink, with_z);
}
template <Uniqueness type>
void rectangles(const Board& board, Sink& sink) {
    find_unique_rectangles(board, sink, type);
}
template <Uniqueness type>
void loops(const Board& board, Sink& sink) {
    find_unique_loops(board, sink, type);
}
template <Links links, ChainEnd end>
void chains(const Board& board, Sink& sink) {
    find_chains(board, sink, links, end);
}

template <Source source>
void forcing_chains(const Board& board, Sink& sink) {
    find_forcing_chains(board, sink, source);
}
template <Follow follow>
void contradictions(const Board& board, Sink& sink) {
    find_contradictions(board, sink, follow);
}

template <Sums kind>
void sums(const Board& board, Sink& sink) {
    find_sums(board, sink, kind);
}
template <bool single>
void products(const Board& board, Sink& sink) {
    find_products(board, sink, single);
}
template <int size>
void killer_subsets(const Board& board, Sink& sink) {
    find_killer_subsets(board, sink, size);
}
template <int size>
void cage_claims(const Board& board, Sink& sink) {
    find_cage_claims(board, sink, size);
}
template <Against against>
void cage_conflicts(const Board& board, Sink& sink) {
    find_cage_conflicts(board, sink, against);
}

constexpr Finder kFinders[] = {
    {"full-house", find_full_houses, false, first_full_house},
    {"naked-single", find_naked_singles, false, first_naked_single},
    {"hidden-single", find_hidden_singles, false, first_hidden_single},
    {"pointing", locked<true>},
    {"claiming", locked<false>},
    {"locked-pair", find_naked_subsets<2, Shared::several_houses>},
    {"locked-triple", find_naked_subsets<3, Shared::several_houses>},
    {"naked-pair", find_naked_subsets<2, Shared::one_house>},
    {"naked-triple", find_naked_subsets<3, Shared::one_house>},
    {"naked-quad", find_naked_subsets<4, Shared::one_house>},
    {"hidden-pair", find_hidden_subsets<2>},
    {"hidden-triple", find_hidden_subsets<3>},
    {"hidden-quad", find_hidden_subsets<4>},
    {"x-wing", fish<2, Fins::none>},
    {"swordfish", fish<3, Fins::none>},
    {"jellyfish", fish<4, Fins::none>},
    {"finned-x-wing", fish<2, Fins::some>},
    {"finned-swordfish", fish<3, Fins::some>},
    {"finned-jellyfish", fish<4, Fins::some>},
    {"sashimi-x-wing", fish<2, Fins::sashimi>},
    {"sashimi-swordfish", fish<3, Fins::sashimi>},
    {"sashimi-jellyfish", fish<4, Fins::sashimi>},
    {"skyscraper", two_links<TwoLinks::skyscraper>},
    {"two-string-kite", two_links<TwoLinks::kite>},
    {"dual-two-string-kite", find_dual_kites},
    {"turbot-fish", two_links<TwoLinks::turbot_fish>},
    {"empty-rectangle", find_empty_rectangles},
    {"dual-empty-rectangle", find_dual_empty_rectangles},
    {"simple-colours-trap", find_colour_traps},
    {"simple-colours-wrap", find_colour_wraps},
    {"multi-colours-trap", find_multi_colour_traps},
    {"multi-colours-wrap", find_multi_colour_wraps},
    {"remote-pair", find_remote_pairs},
    {"xy-wing", xy_wings<false>},
    {"xyz-wing", xy_wings<true>},
    {"w-wing", find_w_wings},
    {"wxyz-wing", find_wxyz_wings},
    {"unique-rectangle-1", rectangles<Uniqueness::type1>, true},
    {"unique-rectangle-2", rectangles<Uniqueness::type2>, true},
    {"unique-rectangle-3", rectangles<Uniqueness::type3>, true},
    {"unique-rectangle-4", rectangles<Uniqueness::type4>, true},
    {"unique-rectangle-5", rectangles<Uniqueness::type5>, true},
    {"unique-rectangle-6", rectangles<Uniqueness::type6>, true},
    {"hidden-rectangle", rectangles<Uniqueness::hidden>, true},
    {"unique-loop-1", loops<Uniqueness::type1>, true},
    {"unique-loop-2", loops<Uniqueness::type2>, true},
    {"unique-loop-3", loops<Uniqueness::type3>, true},
    {"unique-loop-4", loops<Uniqueness::type4>, true},
    {"avoidable-rectangle-1", find_avoidable_rectangles_1, true},
    {"avoidable-rectangle-2", find_avoidable_rectangles_2, true},
    {"bug-plus-1", find_bug, true},
    {"x-chain", chains<Links::one_digit, ChainEnd::open>},
    {"xy-chain", chains<Links::pairs, ChainEnd::open>},
    {"continuous-loop", chains<Links::all, ChainEnd::loop>},
    {"alternating-chain", chains<Links::all, ChainEnd::open>},
    {"discontinuous-loop", chains<Links::all, ChainEnd::same>},
    {"grouped-continuous-loop", chains<Links::grouped, ChainEnd::loop>},
    {"grouped-alternating-chain", chains<Links::grouped, ChainEnd::open>},
    {"grouped-discontinuous-loop", chains<Links::grouped, ChainEnd::same>},
    {"als-xz", find_als_xz},
    {"als-xy-wing", find_als_xy_wings},
    {"als-chain", find_als_chains},
    {"death-blossom", find_death_blossoms},
    {"sue-de-coq", find_sue_de_coq},
    {"nishio", contradictions<Follow::one_digit>},
    {"cell-forcing-chain", forcing_chains<Source::cell>},
    {"region-forcing-chain", forcing_chains<Source::house>},
    {"contradiction-forcing-chain", contradictions<Follow::all_digits>},
    {"cage-single", find_cage_singles},
    {"cage-repeat", find_cage_repeats},
    {"cage-partners", find_cage_partners},
    {"cage-bounds", find_cage_bounds},
    {"cage-factors", find_cage_factors},
    {"cage-parity", find_cage_parities},
    {"cage-combinations", find_cage_combinations},
    {"cage-permutations", find_cage_permutations},
    {"cage-hidden-single", find_cage_hidden_singles},
    {"cage-pointing", find_cage_pointing},
    {"cage-line", killer_subsets<1>},
    {"killer-pair", killer_subsets<2>},
    {"killer-triple", killer_subsets<3>},
    {"killer-quad", killer_subsets<4>},
    {"cage-claiming", cage_claims<1>},
    {"cage-claiming-pair", cage_claims<2>},
    {"innie", sums<Sums::innie>},
    {"outie", sums<Sums::outie>},
    {"innies", sums<Sums::innies>},
    {"outies", sums<Sums::outies>},
    {"innies-and-outies", sums<Sums::both>},
    {"cage-splitting", find_cage_splits},
    {"cage-overlap", find_cage_overlaps},
    {"product-innie", products<true>},
    {"product-innies", products<false>},
    {"house-parity", find_house_parities},
    {"cage-conflict", cage_conflicts<Against::cells_and_houses>},
    {"two-cages", cage_conflicts<Against::cages>},
    {"cage-trial", find_cage_trials},
};

}  // namespace

std::span<const Finder> finders() { return kFinders; }

}  // namespace pandoku::logic
