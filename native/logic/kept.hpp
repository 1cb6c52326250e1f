// One value of any type, owned by a board: a result that one finder has computed and others can
// reuse.
#pragma once

#include <utility>

namespace pandoku::logic {

// A copy starts empty, because the two boards change independently.
class KeptValue {
  public:
    KeptValue() = default;
    KeptValue(const KeptValue&) {}
    KeptValue& operator=(const KeptValue&) {
        clear();
        return *this;
    }
    ~KeptValue() { clear(); }

    bool is_empty() const { return value_ == nullptr; }
    template <class T>
    void set(T value) {
        clear();
        value_ = new T(std::move(value));
        drop_ = [](const void* value) { delete static_cast<const T*>(value); };
    }
    // T must be the type that was set.
    template <class T>
    const T& get() const {
        return *static_cast<const T*>(value_);
    }
    void clear() {
        if (value_ != nullptr) drop_(value_);
        value_ = nullptr;
    }

  private:
    const void* value_ = nullptr;
    void (*drop_)(const void*) = nullptr;
};

}  // namespace pandoku::logic
