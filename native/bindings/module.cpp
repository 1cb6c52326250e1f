// pandoku._native: the compiled module. Each subject registers itself in its own file;
// pandoku.kernel is the only Python code that imports it, and validates before it calls.
#include "bindings/gil.hpp"

#include <nanobind/nanobind.h>

#include <cstdlib>  // defines __GLIBC__ if this is glibc
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace nb = nanobind;

void register_grid(nb::module_& m);
void register_lanes(nb::module_& m);
void register_cages(nb::module_& m);
void register_logic(nb::module_& m);
void register_rating(nb::module_& m);
void register_generate(nb::module_& m);
void register_cage_generate(nb::module_& m);
void register_symmetry(nb::module_& m);

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
    m.doc() = "The native searches of pandoku; use pandoku.kernel.";
    pandoku::bindings::watch_shutdown();
    register_grid(m);
    register_lanes(m);
    register_cages(m);
    register_logic(m);
    register_rating(m);
    register_generate(m);
    register_cage_generate(m);
    register_symmetry(m);
    m.def("keep_freed_memory", &keep_freed_memory);
}
