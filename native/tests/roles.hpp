// A comparison of the roles that a step uses with the roles in its finder's row.
#pragma once

#include <algorithm>
#include <string_view>

#include "logic/finder.hpp"

namespace {

bool names_role(const pandoku::logic::Finder& finder, std::string_view role) {
    return std::find(finder.roles.begin(), finder.roles.end(), role) != finder.roles.end();
}

// Whether the row names every role of the step and of the steps in its branches.
bool names_roles(const pandoku::logic::Finder& finder, const pandoku::logic::Step& step) {
    for (const auto& spot : step.cells)
        if (!names_role(finder, spot.role)) return false;
    for (const auto& marked : step.candidates)
        if (!names_role(finder, marked.role)) return false;
    for (const auto& branch : step.branches)
        for (const auto& inner : branch)
            if (!names_roles(finder, inner)) return false;
    return true;
}

}  // namespace
