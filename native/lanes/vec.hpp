// Vectors of lanes. GCC's and Clang's vector types do the arithmetic; what differs by instruction
// set is here: logic of three operands, which lanes are not zero, and copying lanes.
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

// `zero` in the lanes where `test` is zero, `other` elsewhere.
template <class T>
inline Vec<T> choose(Vec<T> test, Vec<T> zero, Vec<T> other) {
    return test == Vec<T>{} ? zero : other;
}

// AVX-512 has any function of three bits as one instruction; its table is the immediate.
#if PANDOKU_VECTOR_BYTES == 64 && defined(__AVX512BW__)
#define PANDOKU_LOGIC3(table, plain) \
    return (Vec<T>)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, table)
#else
#define PANDOKU_LOGIC3(table, plain) return plain
#endif
template <class T>
inline Vec<T> any_of(Vec<T> a, Vec<T> b, Vec<T> c) { PANDOKU_LOGIC3(0xfe, a | b | c); }
template <class T>
inline Vec<T> all_of(Vec<T> a, Vec<T> b, Vec<T> c) { PANDOKU_LOGIC3(0x80, a & b & c); }
template <class T>
inline Vec<T> two_of(Vec<T> a, Vec<T> b, Vec<T> c) {
    PANDOKU_LOGIC3(0xe8, (a & b) | ((a | b) & c));
}
template <class T>
inline Vec<T> or_and(Vec<T> a, Vec<T> b, Vec<T> c) { PANDOKU_LOGIC3(0xf8, a | (b & c)); }
template <class T>
inline Vec<T> or_xor(Vec<T> a, Vec<T> b, Vec<T> c) { PANDOKU_LOGIC3(0xf6, a | (b ^ c)); }
template <class T>
inline Vec<T> without(Vec<T> a, Vec<T> b, Vec<T> c) {  // what is in a, but not in b unless in c
    PANDOKU_LOGIC3(0xb0, a & (~b | c));
}
#undef PANDOKU_LOGIC3

// Bit i is set when lane i is not zero.
template <class T>
inline std::uint64_t nonzero_lanes(Vec<T> v) {
#if PANDOKU_VECTOR_BYTES == 64 && defined(__AVX512BW__)
    const __m512i x = (__m512i)v;
    if constexpr (sizeof(T) == 2) return _mm512_test_epi16_mask(x, x);
    if constexpr (sizeof(T) == 4) return _mm512_test_epi32_mask(x, x);
    if constexpr (sizeof(T) == 8) return _mm512_test_epi64_mask(x, x);
#elif PANDOKU_VECTOR_BYTES == 32 && defined(__AVX2__)
    const __m256i zero = (__m256i)(v == Vec<T>{});
    std::uint64_t zeros;
    if constexpr (sizeof(T) == 2)
        zeros = static_cast<unsigned>(_mm_movemask_epi8(
            _mm_packs_epi16(_mm256_castsi256_si128(zero), _mm256_extracti128_si256(zero, 1))));
    if constexpr (sizeof(T) == 4)
        zeros = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(zero)));
    if constexpr (sizeof(T) == 8)
        zeros = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(zero)));
    return ~zeros & Lanes<T>::all;
#elif PANDOKU_VECTOR_BYTES == 16 && defined(__SSE2__)
    const __m128i zero = (__m128i)(v == Vec<T>{});
    std::uint64_t zeros;
    if constexpr (sizeof(T) == 2)
        zeros = static_cast<unsigned>(
            _mm_movemask_epi8(_mm_packs_epi16(zero, _mm_setzero_si128())));
    if constexpr (sizeof(T) == 4)
        zeros = static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(zero)));
    if constexpr (sizeof(T) == 8)
        zeros = static_cast<unsigned>(_mm_movemask_pd(_mm_castsi128_pd(zero)));
    return ~zeros & Lanes<T>::all;
#else
    std::uint64_t result = 0;
    for (int i = 0; i < Lanes<T>::count; ++i)
        result |= static_cast<std::uint64_t>(v[i] != 0) << i;
    return result;
#endif
}

// In each of the n vectors, let lane i take what lane from[i] holds; a lane that others copy keeps
// its own value.
template <class T>
inline void copy_lanes(Vec<T>* block, int n, const int (&from)[Lanes<T>::count]) {
#if PANDOKU_VECTOR_BYTES == 64 && defined(__AVX512BW__)
    Vec<T> wide;
    for (int lane = 0; lane < Lanes<T>::count; ++lane) wide[lane] = static_cast<T>(from[lane]);
    const __m512i index = (__m512i)wide;  // (maskz: g++ 12 warns of the plain form's own code)
    for (int i = 0; i < n; ++i) {
        const __m512i x = (__m512i)block[i];
        if constexpr (sizeof(T) == 2)
            block[i] = (Vec<T>)_mm512_maskz_permutexvar_epi16(~0u, index, x);
        if constexpr (sizeof(T) == 4)
            block[i] = (Vec<T>)_mm512_maskz_permutexvar_epi32(0xffff, index, x);
        if constexpr (sizeof(T) == 8)
            block[i] = (Vec<T>)_mm512_maskz_permutexvar_epi64(0xff, index, x);
    }
#else
    int to[Lanes<T>::count], n_copies = 0;
    for (int lane = 0; lane < Lanes<T>::count; ++lane)
        if (from[lane] != lane) to[n_copies++] = lane;
    for (int i = 0; i < n; ++i) {
        T* const lanes = reinterpret_cast<T*>(block + i);
        for (int k = 0; k < n_copies; ++k) lanes[to[k]] = lanes[from[to[k]]];
    }
#endif
}

}  // namespace
}  // namespace pandoku::lanes::PANDOKU_ISA
