// Vectors of lanes. GCC's and Clang's vector types do the arithmetic; the only thing that has to
// be told by instruction set is how to learn which lanes are not zero.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

template <class T>
struct Lanes {
    static constexpr int count = PANDOKU_VECTOR_BYTES / static_cast<int>(sizeof(T));
    typedef T Vec __attribute__((vector_size(PANDOKU_VECTOR_BYTES), may_alias));
    static constexpr std::uint64_t all = (std::uint64_t{1} << count) - 1;
};

template <class T>
using Vec = typename Lanes<T>::Vec;

template <class T>
inline Vec<T> splat(T value) {
    return value - Vec<T>{};
}

// `value` in the lanes where `test` is zero, else 0.
template <class T>
inline Vec<T> where_zero(Vec<T> test, Vec<T> value) {
    return test == Vec<T>{} ? value : Vec<T>{};
}

// Bit i is set when lane i is not zero.
template <class T>
inline std::uint64_t nonzero_lanes(Vec<T> v) {
#if PANDOKU_VECTOR_BYTES == 64 && defined(__AVX512BW__)
    const __m512i x = (__m512i)v;
    if constexpr (sizeof(T) == 2) return _mm512_test_epi16_mask(x, x);
    if constexpr (sizeof(T) == 4) return _mm512_test_epi32_mask(x, x);
    if constexpr (sizeof(T) == 8) return _mm512_test_epi64_mask(x, x);
#else
    std::uint64_t result = 0;
    for (int i = 0; i < Lanes<T>::count; ++i)
        result |= static_cast<std::uint64_t>(v[i] != 0) << i;
    return result;
#endif
}

}  // namespace
}  // namespace pandoku::lanes::PANDOKU_ISA
