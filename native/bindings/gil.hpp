// How a search lets go of the interpreter and comes back to it.
//
// A thread that wants the interpreter back after it has begun to shut down must not get it: Python
// then ends the thread by unwinding its stack, which C++ answers with std::terminate. A daemon
// thread that searches while the program ends is such a thread. It sleeps instead, as Python 3.14
// lets its own threads do, and ends with the process.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>

namespace pandoku::bindings {

// Makes the gate through which searches come back, and registers what is to happen when the
// interpreter shuts down. Each compiled module has this code, but there is one gate: the first
// module makes it, and keeps it as an attribute for the other.
void make_gate(nanobind::module_& m);
void take_gate(const nanobind::module_& from);

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

// The same, after telling a Python function (None: nobody) how many solutions are found so far.
// What it raises ends the search.
bool goes_on_telling(nanobind::handle tell, std::int64_t n_found);

// As goes_on, and until a time is over.
class Allowed {
  public:
    // Seconds from now; 0 means no bound.
    explicit Allowed(double seconds) : has_end_(seconds > 0 && seconds < 1e9) {
        if (has_end_)
            end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(seconds));
    }
    bool operator()() {
        is_over_ = is_over_ || (has_end_ && Clock::now() >= end_);
        return !is_over_ && goes_on();
    }
    // Whether it was the time that ended the search.
    bool is_over() const { return is_over_; }

  private:
    using Clock = std::chrono::steady_clock;
    bool has_end_, is_over_ = false;
    Clock::time_point end_{};
};

}  // namespace pandoku::bindings
