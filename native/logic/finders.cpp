#include "logic/finders.hpp"

namespace pandoku::logic {

#define FINDER(row) extern const Finder row;
#include "logic/finders.inl"
#undef FINDER

namespace {

constexpr const Finder* kFinders[] = {
#define FINDER(row) &row,
#include "logic/finders.inl"
#undef FINDER
};

}  // namespace

std::span<const Finder* const> finders() { return kFinders; }

}  // namespace pandoku::logic
