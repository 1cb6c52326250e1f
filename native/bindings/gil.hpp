// How a search releases the interpreter and reacquires it. A thread must not reacquire the
// interpreter after its shutdown has begun: Python would end the thread by unwinding its stack,
// which C++ answers with std::terminate. This affects daemon threads that search while the program
// ends. These threads sleep instead, as threads do in Python 3.14, and end with the process.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>

namespace pandoku::bindings {

// Makes the gate that a search passes to reacquire the interpreter, and registers the function that
// closes it at shutdown. Each compiled module has this code, but there is only one gate: the first
// module makes it, and the other takes it from an attribute of the first.
void make_gate(nanobind::module_& m);
void take_gate(const nanobind::module_& from);

// Releases the interpreter in the constructor, and reacquires it in the destructor.
class WithoutGil {
  public:
    WithoutGil();
    ~WithoutGil();
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

  private:
    PyThreadState* state_;
};

// Whether the search should continue: false after Ctrl-C, with Python's error set. Called without
// the interpreter, by the thread that released it.
bool goes_on();

// The same, after calling a Python function (unless it is None) with the number of solutions found
// so far. An exception of this function ends the search.
bool goes_on_telling(nanobind::handle tell, std::int64_t n_found);

// Whether the search should continue, as in goes_on, but also false once a time is over.
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
    // Whether the time was the reason for ending the search.
    bool is_over() const { return is_over_; }

  private:
    using Clock = std::chrono::steady_clock;
    bool has_end_, is_over_ = false;
    Clock::time_point end_{};
};

}  // namespace pandoku::bindings
