// The steps that importing either compiled module takes.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>

#include "verify/wrong.hpp"

namespace pandoku::bindings {

// The exception for a wrong solution becomes an EngineError.
inline void translate_wrong_solutions() {
    namespace nb = nanobind;
    nb::object error = nb::module_::import_("pandoku.errors").attr("EngineError");
    nb::register_exception_translator(
        [](const std::exception_ptr& thrown, void* type) {
            try {
                std::rethrow_exception(thrown);
            } catch (const verify::WrongSolution& wrong) {
                PyErr_SetString(static_cast<PyObject*>(type), wrong.what());
            }
        },
        error.release().ptr());
}

}  // namespace pandoku::bindings
