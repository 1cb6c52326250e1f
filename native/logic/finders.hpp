// Finders: each looks at a board and hands its steps to a sink, in a fixed order, every one of
// them if the sink goes on taking. They believe candidates and houses, nothing else.
#pragma once

#include <span>

#include "logic/board.hpp"
#include "logic/step.hpp"

namespace pandoku::logic {

// singles.cpp
void find_full_houses(const Board&, Sink&);
void find_naked_singles(const Board&, Sink&);
void find_hidden_singles(const Board&, Sink&);

// locked.cpp: from a box (pointing), or from any other house (claiming)
void find_locked(const Board&, Sink&, bool from_box);

// subsets.cpp: size 2 and more
enum class Shared { one_house, several_houses };
void find_naked_subsets(const Board&, Sink&, int size, Shared shared);
void find_hidden_subsets(const Board&, Sink&, int size);

// fish.cpp: size 2 and more
enum class Fins { none, some, sashimi };
void find_fish(const Board&, Sink&, int size, Fins fins);

struct Finder {
    const char* name;
    void (*find)(const Board&, Sink&);
    bool needs_unique = false;  // takes for granted that there is one solution
};
// Every finder by the name of its technique.
std::span<const Finder> finders();

}  // namespace pandoku::logic
