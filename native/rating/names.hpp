// Section 7: the reference's names of its techniques.
#pragma once

#include <string>
#include <vector>

#include "rating/hint.hpp"

namespace pandoku::rating {

// All names, in the order of search.
const std::vector<std::string>& names();

// The index of a hint's name.
int name_of(const Hint& hint);

}  // namespace pandoku::rating
