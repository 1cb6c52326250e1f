// pandoku._native: the compiled module. Each subject registers itself in its own file;
// pandoku.kernel is the only Python code that imports it, and validates before it calls.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void register_lanes(nb::module_& m);
void register_cages(nb::module_& m);
void register_logic(nb::module_& m);

NB_MODULE(_native, m) {
    m.doc() = "The native searches of pandoku; use pandoku.kernel.";
    register_lanes(m);
    register_cages(m);
    register_logic(m);
}
