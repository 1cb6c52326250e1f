// pandoku._native: the compiled module. Each subject registers itself in its own file;
// pandoku.kernel is the only Python code that imports it, and validates before it calls.
#include <nanobind/nanobind.h>

#include <cstdlib>  // defines __GLIBC__ where it is
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace nb = nanobind;

void register_grid(nb::module_& m);
void register_lanes(nb::module_& m);
void register_cages(nb::module_& m);
void register_logic(nb::module_& m);

namespace {

// Where much memory comes and goes, as text and arrays do block by block, glibc gives each block
// back to the system, and gets it again page by page.
void keep_freed_memory() {
#ifdef __GLIBC__
    constexpr int kMost = 1 << 26;
    mallopt(M_MMAP_THRESHOLD, kMost / 2);  // at most what it allows itself
    mallopt(M_TRIM_THRESHOLD, kMost);
#endif
}

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "The native searches of pandoku; use pandoku.kernel.";
    register_grid(m);
    register_lanes(m);
    register_cages(m);
    register_logic(m);
    m.def("keep_freed_memory", &keep_freed_memory);
}
