// Steps as Python sees them.
#pragma once

#include "logic/step.hpp"

#include <nanobind/nanobind.h>

namespace pandoku::bindings {

namespace nb = nanobind;

// Returns (technique, placements, eliminations, cells, candidates, houses, cages, links, branches).
nb::tuple tuple_of_step(const char* technique, const logic::Step& step);

}  // namespace pandoku::bindings
