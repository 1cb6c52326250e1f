// pandoku._native_craft: the second compiled module, which explains, rates, makes and compares
// puzzles. Solving does not need this module, so ./run can solve before it is compiled. The module
// accepts the houses and cages that the first module made, because both modules share nanobind's
// types.
#include "bindings/gil.hpp"
#include "bindings/init.hpp"

#include <nanobind/nanobind.h>

namespace nb = nanobind;

void register_logic(nb::module_& m);
void register_scope(nb::module_& m);
void register_rating(nb::module_& m);
void register_generate(nb::module_& m);
void register_cage_generate(nb::module_& m);
void register_symmetry(nb::module_& m);

NB_MODULE(_native_craft, m) {
    pandoku::bindings::translate_wrong_solutions();
    m.doc() = "What pandoku does beyond solving, natively; use pandoku.kernel.";
    pandoku::bindings::take_gate(nb::module_::import_("pandoku._native"));
    register_logic(m);
    register_scope(m);
    register_rating(m);
    register_generate(m);
    register_cage_generate(m);
    register_symmetry(m);
}
