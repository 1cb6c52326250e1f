// The table of finders.
#pragma once

#include <span>

#include "logic/finder.hpp"

namespace pandoku::logic {

// Every finder, in the order of search.
std::span<const Finder* const> finders();

}  // namespace pandoku::logic
