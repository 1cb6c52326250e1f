// Finders: each looks at a board and hands its steps to a sink, in a fixed order, every one of
// them if the sink goes on taking. They believe candidates and houses, nothing else.
#pragma once

#include <span>

#include "logic/board.hpp"
#include "logic/graph.hpp"
#include "logic/step.hpp"
#include "logic/trial.hpp"

namespace pandoku::logic {

// What a step of singles says where it is only counted: the digit goes there; -1: no step.
struct Placement {
    int cell = -1, digit = 0;
};

// singles.cpp: all steps, or the placement of the first
void find_full_houses(const Board&, Sink&);
void find_naked_singles(const Board&, Sink&);
void find_hidden_singles(const Board&, Sink&);
Placement first_full_house(const Board&);
Placement first_naked_single(const Board&);
Placement first_hidden_single(const Board&);

// locked.cpp: from a box (pointing), or from any other house (claiming)
void find_locked(const Board&, Sink&, bool from_box);

// subsets.cpp: size 2 and more
enum class Shared { one_house, several_houses };
template <int size, Shared shared>
void find_naked_subsets(const Board&, Sink&);
template <int size>
void find_hidden_subsets(const Board&, Sink&);

// fish.cpp: size 2 and more
enum class Fins { none, some, sashimi };
void find_fish(const Board&, Sink&, int size, Fins fins);

// two_links.cpp
enum class TwoLinks { skyscraper, kite, turbot_fish };
void find_two_links(const Board&, Sink&, TwoLinks kind);
void find_dual_kites(const Board&, Sink&);

// empty_rectangle.cpp
void find_empty_rectangles(const Board&, Sink&);
void find_dual_empty_rectangles(const Board&, Sink&);

// colours.cpp
void find_colour_traps(const Board&, Sink&);
void find_colour_wraps(const Board&, Sink&);
void find_multi_colour_traps(const Board&, Sink&);
void find_multi_colour_wraps(const Board&, Sink&);
void find_remote_pairs(const Board&, Sink&);

// wings.cpp
void find_xy_wings(const Board&, Sink&, bool with_z);
void find_w_wings(const Board&, Sink&);
void find_wxyz_wings(const Board&, Sink&);

// unique_rectangles.cpp, unique_loops.cpp (types 1 to 4), avoidable_rectangles.cpp, bug.cpp
enum class Uniqueness { type1, type2, type3, type4, type5, type6, hidden };
void find_unique_rectangles(const Board&, Sink&, Uniqueness type);
void find_unique_loops(const Board&, Sink&, Uniqueness type);
void find_avoidable_rectangles_1(const Board&, Sink&);
void find_avoidable_rectangles_2(const Board&, Sink&);
void find_bug(const Board&, Sink&);

// chains.cpp: what an open chain, a loop, or a start that follows from its own opposite proves
enum class ChainEnd { open, loop, same };
void find_chains(const Board&, Sink&, Links links, ChainEnd end);

// als_pairs.cpp, als_chains.cpp, death_blossom.cpp
void find_als_xz(const Board&, Sink&);
void find_als_xy_wings(const Board&, Sink&);
void find_als_chains(const Board&, Sink&);
void find_death_blossoms(const Board&, Sink&);

// sue_de_coq.cpp
void find_sue_de_coq(const Board&, Sink&);

// forcing.cpp: what all candidates of a cell, or all places of a digit in a house, lead to; and
// what leads to a contradiction
enum class Source { cell, house };
void find_forcing_chains(const Board&, Sink&, Source source);
void find_contradictions(const Board&, Sink&, Follow follow);

// cage_singles.cpp
void find_cage_singles(const Board&, Sink&);
void find_cage_repeats(const Board&, Sink&);

// cage_arguments.cpp
void find_cage_bounds(const Board&, Sink&);
void find_cage_factors(const Board&, Sink&);
void find_cage_parities(const Board&, Sink&);
void find_house_parities(const Board&, Sink&);

// cage_combinations.cpp
void find_cage_partners(const Board&, Sink&);
void find_cage_combinations(const Board&, Sink&);
void find_cage_permutations(const Board&, Sink&);
void find_cage_hidden_singles(const Board&, Sink&);
void find_cage_pointing(const Board&, Sink&);

// cage_sums.cpp
enum class Sums { innie, outie, innies, outies, both };
void find_sums(const Board&, Sink&, Sums kind);
void find_cage_splits(const Board&, Sink&);
void find_cage_overlaps(const Board&, Sink&);
void find_products(const Board&, Sink&, bool single);

// cage_subsets.cpp: size 1 and more
void find_killer_subsets(const Board&, Sink&, int size);
void find_cage_claims(const Board&, Sink&, int size);

// cage_conflicts.cpp
enum class Against { cells_and_houses, cages };
void find_cage_conflicts(const Board&, Sink&, Against against);

// cage_trials.cpp
void find_cage_trials(const Board&, Sink&);

struct Finder {
    const char* name;
    void (*find)(const Board&, Sink&);
    bool needs_unique = false;                   // takes for granted that there is one solution
    Placement (*first)(const Board&) = nullptr;  // of the first step, where that is all it does
};
// Every finder by the name of its technique.
std::span<const Finder> finders();

}  // namespace pandoku::logic
