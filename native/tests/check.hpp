// Claims of the tests, which are counted.
#pragma once

#include <cstdio>
#include <string>

namespace {

int n_failed = 0;

void check(bool claim, const std::string& what) {
    std::printf("%s %s\n", claim ? "ok    " : "FAILED", what.c_str());
    if (!claim) ++n_failed;
}

}  // namespace
