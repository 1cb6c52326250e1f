// The abilities of the current processor. CMake also uses this, to leave out kernels that the build
// machine cannot run.
#pragma once

namespace pandoku::lanes {

#ifdef __x86_64__
inline bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"); }
inline bool has_avx512() {
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("bmi2");
}
#endif

}  // namespace pandoku::lanes
