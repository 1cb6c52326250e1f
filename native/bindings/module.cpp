// pandoku._native: the compiled module that solves and counts. Each subject registers itself in its
// own file. Only pandoku.kernel imports this module, and validates arguments before each call.
#include "bindings/gil.hpp"
#include "bindings/init.hpp"

#include <nanobind/nanobind.h>

#include <cstdlib>  // defines __GLIBC__ if this is glibc
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace nb = nanobind;

void register_grid(nb::module_& m);
void register_lanes(nb::module_& m);
void register_cages(nb::module_& m);

namespace {

// Makes glibc keep freed memory. Otherwise, when large blocks of text and arrays are allocated and
// freed again and again, each block is returned to the system and then mapped again page by page.
void keep_freed_memory() {
#ifdef __GLIBC__
    constexpr int kMost = 1 << 26;
    mallopt(M_MMAP_THRESHOLD, kMost / 2);  // the maximum that glibc allows
    mallopt(M_TRIM_THRESHOLD, kMost);
#endif
}

}  // namespace

NB_MODULE(_native, m) {
    pandoku::bindings::translate_wrong_solutions();
    m.doc() = "The native searches of pandoku; use pandoku.kernel.";
    pandoku::bindings::make_gate(m);
    register_grid(m);
    register_lanes(m);
    register_cages(m);
    m.def("keep_freed_memory", &keep_freed_memory);
}
