// How a search lets go of the interpreter and comes back to it.
//
// A thread that wants the interpreter back after it has begun to shut down must not get it: Python
// then ends the thread by unwinding its stack, which C++ answers with std::terminate. A daemon
// thread that searches while the program ends is such a thread. It sleeps instead, as Python 3.14
// lets its own threads do, and ends with the process.
#pragma once

#include <nanobind/nanobind.h>

namespace pandoku::bindings {

// Registers what is to happen when the interpreter shuts down.
void watch_shutdown();

// Lets go of the interpreter for as long as it lives.
class WithoutGil {
  public:
    WithoutGil();
    ~WithoutGil();
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

  private:
    PyThreadState* state_;
};

// Whether the search should go on: false after Ctrl-C, with Python's error set. Called without the
// interpreter, by the thread that let go of it.
bool goes_on();

}  // namespace pandoku::bindings
