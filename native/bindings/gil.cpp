#include "bindings/gil.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace nb = nanobind;

namespace pandoku::bindings {

namespace {

// Decides which threads may reacquire the interpreter. Shutting down waits for the threads that are
// doing so, because none of them may ask for an interpreter that is gone. The object is never
// destroyed: threads use it until the process ends.
class Gate {
  public:
    void enter() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return is_open_ || closer_ == std::this_thread::get_id(); });
        ++n_entering_;
    }

    void leave() {
        const std::lock_guard lock(mutex_);
        --n_entering_;
        changed_.notify_all();
    }

    // The thread that closes the gate may still pass it, because other functions that this thread
    // runs at the end of the program may search.
    void close() {
        std::unique_lock lock(mutex_);
        is_open_ = false;
        closer_ = std::this_thread::get_id();
        // Wait no longer than a second: after a fork, the thread that was entering may not exist.
        changed_.wait_for(lock, std::chrono::seconds(1), [this] { return n_entering_ == 0; });
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_open_ = true;
    int n_entering_ = 0;
    std::thread::id closer_;
};

constexpr const char* kGate = "_gate";
Gate* gate = nullptr;  // shared by both modules, and set on import

}  // namespace

void make_gate(nb::module_& m) {
    if (gate == nullptr) gate = new Gate;
    m.attr(kGate) = nb::capsule(gate, kGate);
    nb::module_::import_("atexit").attr("register")(nb::cpp_function([] {
        const nb::gil_scoped_release release;
        gate->close();
    }));
    // Another package or a thread inside the core may still hold a module when the program ends,
    // and with it the contents of its caches. These would be reported as leaks.
    nb::set_leak_warnings(false);
}

void take_gate(const nb::module_& from) {
    gate = static_cast<Gate*>(nb::cast<nb::capsule>(from.attr(kGate)).data(kGate));
}

WithoutGil::WithoutGil() : state_(PyEval_SaveThread()) {}

WithoutGil::~WithoutGil() {
    gate->enter();
    PyEval_RestoreThread(state_);
    gate->leave();
}

bool goes_on() {
    gate->enter();
    const nb::gil_scoped_acquire acquire;
    gate->leave();
    return PyErr_CheckSignals() == 0;
}

bool goes_on_telling(nb::handle tell, std::int64_t n_found) {
    if (tell.is_none()) return goes_on();
    gate->enter();
    const nb::gil_scoped_acquire acquire;
    gate->leave();
    try {
        tell(n_found);
    } catch (nb::python_error& error) {
        error.restore();
        return false;
    }
    return PyErr_CheckSignals() == 0;
}

}  // namespace pandoku::bindings
