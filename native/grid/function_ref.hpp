// A reference to a callable that must outlive it, for callback parameters. <functional> has the
// same, but including it would take a large part of a finder's compile time.
#pragma once

#include <type_traits>

namespace pandoku {

template <class Signature>
class FunctionRef;

template <class R, class... Args>
class FunctionRef<R(Args...)> {
  public:
    FunctionRef() = default;  // a null reference
    template <class F>
        requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef>)
    FunctionRef(F&& function)
        : target_((void*)(&function)), call_([](void* target, Args... args) -> R {
              return (*reinterpret_cast<std::remove_reference_t<F>*>(target))(args...);
          }) {}

    explicit operator bool() const { return call_ != nullptr; }
    R operator()(Args... args) const { return call_(target_, args...); }

  private:
    void* target_ = nullptr;
    R (*call_)(void*, Args...) = nullptr;
};

// Work that may take long calls this regularly, and must end if the result is false.
using Poll = FunctionRef<bool()>;

}  // namespace pandoku
