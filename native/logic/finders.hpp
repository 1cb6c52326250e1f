// The table of finders.
#pragma once

#include <span>

#include "logic/finder.hpp"

namespace pandoku::logic {

// Every finder, in the order of search.
std::span<const Finder* const> finders();

// Runs a finder, or passes on its first step if the board knows it and the sink takes only one. The
// finder ends early if the sink's poll returns false, even in functions that do not receive the
// sink.
void run(const Finder& finder, const Board& board, Sink& sink);

}  // namespace pandoku::logic
