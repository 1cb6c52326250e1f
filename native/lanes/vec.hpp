// Vectors of lanes. The vector types of GCC and Clang do the arithmetic. This file has the parts
// that differ between instruction sets: three-operand logic, lane masks, and moving lanes between
// vectors.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#if defined(__AVX512BW__) && defined(__AVX512VL__)
#define PANDOKU_AVX512 1
#if PANDOKU_VECTOR_BYTES == 64
#define PANDOKU_MM(name) _mm512_##name
#define PANDOKU_REGISTER __m512i
#elif PANDOKU_VECTOR_BYTES == 32
#define PANDOKU_MM(name) _mm256_##name
#define PANDOKU_REGISTER __m256i
#else
#define PANDOKU_MM(name) _mm_##name
#define PANDOKU_REGISTER __m128i
#endif
// Returns the result of the intrinsic for lanes as wide as T.
#define PANDOKU_BY_WIDTH(name, suffix, ...)                                             \
    if constexpr (sizeof(T) == 2) return PANDOKU_MM(name##_epi16##suffix)(__VA_ARGS__); \
    if constexpr (sizeof(T) == 4) return PANDOKU_MM(name##_epi32##suffix)(__VA_ARGS__); \
    if constexpr (sizeof(T) == 8) return PANDOKU_MM(name##_epi64##suffix)(__VA_ARGS__)
#elif PANDOKU_VECTOR_BYTES == 32 && defined(__AVX2__)
#define PANDOKU_AVX2 1
#elif PANDOKU_VECTOR_BYTES == 16 && defined(__SSE2__)
#define PANDOKU_SSE2 1
#endif

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

template <class T>
struct Signed;
template <>
struct Signed<std::uint16_t> {
    using type = std::int16_t;
};
template <>
struct Signed<std::uint32_t> {
    using type = std::int32_t;
};
template <>
struct Signed<std::uint64_t> {
    using type = std::int64_t;
};

template <class T>
struct Lanes {
    static constexpr int count = PANDOKU_VECTOR_BYTES / static_cast<int>(sizeof(T));
    typedef T Vec __attribute__((vector_size(PANDOKU_VECTOR_BYTES), may_alias));
    using S = typename Signed<T>::type;
    typedef S SignedVec __attribute__((vector_size(PANDOKU_VECTOR_BYTES), may_alias));
#ifdef PANDOKU_AVX512
    struct Mask {  // a distinct type, so that masks for lanes of different widths do not mix
        std::uint32_t bits;
        Mask() = default;
        Mask(std::uint32_t from) : bits(from) {}
    };
#else
    using Mask = Vec;  // all bits of a lane, or none
#endif
    static constexpr std::uint64_t all = (std::uint64_t{1} << count) - 1;
};

template <class T>
using Vec = typename Lanes<T>::Vec;
template <class T>
using Mask = typename Lanes<T>::Mask;

// (A scalar is only converted to a vector in an operation with one.)
template <class T>
inline Vec<T> splat(T value) {
    return value - Vec<T>{};
}

// Keeps v in a register from here on, so that it is not read from memory again. (Otherwise GCC
// reads it a second time for a masked move, and a sweep takes 10 % longer.)
template <class T>
inline void hold(Vec<T>& v) {
#if defined(PANDOKU_AVX512)
    asm("" : "+v"(v));
#elif defined(PANDOKU_AVX2) || defined(PANDOKU_SSE2)
    asm("" : "+x"(v));
#else
    (void)v;
#endif
}

// ---- logic. AVX-512 computes any function of three bits in one instruction, given its table.
#ifdef PANDOKU_AVX512
#define PANDOKU_LOGIC3(table, plain)                                                        \
    return (Vec<T>)PANDOKU_MM(ternarylogic_epi64)((PANDOKU_REGISTER)a, (PANDOKU_REGISTER)b, \
                                                  (PANDOKU_REGISTER)c, table)
#else
#define PANDOKU_LOGIC3(table, plain) return plain
#endif
template <class T>
inline Vec<T> any_of(Vec<T> a, Vec<T> b, Vec<T> c) {
    PANDOKU_LOGIC3(0xfe, a | b | c);
}
template <class T>
inline Vec<T> all_of(Vec<T> a, Vec<T> b, Vec<T> c) {
    PANDOKU_LOGIC3(0x80, a & b & c);
}
template <class T>
inline Vec<T> two_of(Vec<T> a, Vec<T> b, Vec<T> c) {
    PANDOKU_LOGIC3(0xe8, (a & b) | ((a | b) & c));
}
template <class T>
inline Vec<T> or_and(Vec<T> a, Vec<T> b, Vec<T> c) {
    PANDOKU_LOGIC3(0xf8, a | (b & c));
}
template <class T>
inline Vec<T> and_any(Vec<T> a, Vec<T> b, Vec<T> c) {
    PANDOKU_LOGIC3(0xe0, a & (b | c));
}
template <class T>
inline Vec<T> and_none(Vec<T> a, Vec<T> b, Vec<T> c) {
    PANDOKU_LOGIC3(0x10, a & ~(b | c));
}
template <class T>
inline Vec<T> or_xor(Vec<T> a, Vec<T> b, Vec<T> c) {
    PANDOKU_LOGIC3(0xf6, a | (b ^ c));
}
#undef PANDOKU_LOGIC3

// The number of bits set in each lane.
template <class T>
inline Vec<T> count_bits(Vec<T> x) {
    constexpr T pairs = static_cast<T>(0x5555555555555555),
                fours = static_cast<T>(0x3333333333333333),
                bytes = static_cast<T>(0x0f0f0f0f0f0f0f0f);
    x -= (x >> 1) & pairs;
    x = (x & fours) + ((x >> 2) & fours);
    x = (x + (x >> 4)) & bytes;
    for (int shift = 8; shift < 8 * static_cast<int>(sizeof(T)); shift *= 2) x += x >> shift;
    return x & static_cast<T>(0xff);
}

// ---- masks of lanes
#ifdef PANDOKU_AVX512
using Register = PANDOKU_REGISTER;

template <class T>
inline Mask<T> are_disjoint(Vec<T> a, Vec<T> b) {
    PANDOKU_BY_WIDTH(testn, _mask, (Register)a, (Register)b);
}
template <class T>
inline Mask<T> are_joint(Vec<T> a, Vec<T> b) {
    PANDOKU_BY_WIDTH(test, _mask, (Register)a, (Register)b);
}
template <class T>
inline Mask<T> are_equal(Vec<T> a, Vec<T> b) {
    PANDOKU_BY_WIDTH(cmpeq, _mask, (Register)a, (Register)b);
}
template <class T>
inline Mask<T> are_greater(Vec<T> a, Vec<T> b) {  // as signed numbers
    PANDOKU_BY_WIDTH(cmpgt, _mask, (Register)a, (Register)b);
}
template <class T>
inline Register add_where(Mask<T> mask, Register a, Register b) {
    PANDOKU_BY_WIDTH(mask_add, , a, mask.bits, a, b);
}
template <class T>
inline Register blend(Mask<T> mask, Register no, Register yes) {
    PANDOKU_BY_WIDTH(mask_blend, , mask.bits, no, yes);
}
#else
template <class T>
inline Mask<T> are_disjoint(Vec<T> a, Vec<T> b) {
    return (Mask<T>)((a & b) == Vec<T>{});
}
template <class T>
inline Mask<T> are_equal(Vec<T> a, Vec<T> b) {
    return (Mask<T>)(a == b);
}
template <class T>
inline Mask<T> are_greater(Vec<T> a, Vec<T> b) {  // as signed numbers
    using SignedVec = typename Lanes<T>::SignedVec;
    return (Mask<T>)((SignedVec)a > (SignedVec)b);
}
#endif

template <class T>
inline Mask<T> are_zero(Vec<T> a) {
    return are_disjoint<T>(a, a);
}

// `yes` in the lanes of the mask, `no` elsewhere.
template <class T>
inline Vec<T> pick(Mask<T> mask, Vec<T> yes, Vec<T> no) {
#ifdef PANDOKU_AVX512
    return (Vec<T>)blend<T>(mask, (Register)no, (Register)yes);
#else
    return (yes & mask) | (no & ~mask);
#endif
}

// `yes` in the lanes of the mask, zero elsewhere.
template <class T>
inline Vec<T> pick(Mask<T> mask, Vec<T> yes) {
#ifdef PANDOKU_AVX512
    return pick<T>(mask, yes, Vec<T>{});
#else
    return yes & mask;
#endif
}

// The larger value in each lane, as signed numbers.
inline Vec<std::uint16_t> larger_of(Vec<std::uint16_t> a, Vec<std::uint16_t> b) {
#if defined(PANDOKU_AVX512)
    return (Vec<std::uint16_t>)PANDOKU_MM(max_epi16)((Register)a, (Register)b);
#elif defined(PANDOKU_AVX2)
    return (Vec<std::uint16_t>)_mm256_max_epi16((__m256i)a, (__m256i)b);
#elif defined(PANDOKU_SSE2)
    return (Vec<std::uint16_t>)_mm_max_epi16((__m128i)a, (__m128i)b);
#else
    return pick<std::uint16_t>(are_greater<std::uint16_t>(a, b), a, b);
#endif
}

// `a`, plus `b` in the lanes where x and y have a bit in common.
template <class T>
inline Vec<T> add_where_joint(Vec<T> x, Vec<T> y, Vec<T> a, Vec<T> b) {
#ifdef PANDOKU_AVX512
    return (Vec<T>)add_where<T>(are_joint<T>(x, y), (Register)a, (Register)b);
#else
    const auto disjoint = are_disjoint<T>(x, y);
    // Written by hand, because GCC 12 would compute the complement separately if it is used twice.
#if defined(PANDOKU_AVX2)
    return a + (Vec<T>)_mm256_andnot_si256((__m256i)disjoint, (__m256i)b);
#elif defined(PANDOKU_SSE2)
    return a + (Vec<T>)_mm_andnot_si128((__m128i)disjoint, (__m128i)b);
#else
    return a + (b & ~disjoint);
#endif
#endif
}

// Bit i is set when lane i of the mask is.
template <class T>
inline std::uint64_t bits_of(Mask<T> mask) {
#if defined(PANDOKU_AVX512)
    return mask.bits;
#elif defined(PANDOKU_AVX2)
    const __m256i m = (__m256i)mask;
    if constexpr (sizeof(T) == 2)
        return static_cast<unsigned>(_mm_movemask_epi8(
            _mm_packs_epi16(_mm256_castsi256_si128(m), _mm256_extracti128_si256(m, 1))));
    if constexpr (sizeof(T) == 4)
        return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(m)));
    if constexpr (sizeof(T) == 8)
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(m)));
#elif defined(PANDOKU_SSE2)
    const __m128i m = (__m128i)mask;
    if constexpr (sizeof(T) == 2)
        return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(m, _mm_setzero_si128())));
    if constexpr (sizeof(T) == 4)
        return static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(m)));
    if constexpr (sizeof(T) == 8)
        return static_cast<unsigned>(_mm_movemask_pd(_mm_castsi128_pd(m)));
#else
    std::uint64_t result = 0;
    for (int i = 0; i < Lanes<T>::count; ++i)
        result |= static_cast<std::uint64_t>(mask[i] != 0) << i;
    return result;
#endif
}

template <class T>
inline std::uint64_t nonzero_lanes(Vec<T> v) {
    return ~bits_of<T>(are_zero<T>(v)) & Lanes<T>::all;
}

// ---- moving lanes
// A route maps lanes of a target to the lanes of a source that they take; it is prepared once and
// then followed for every cell.
template <class T>
class Route {
  public:
    void take(int target, int source) {
#if defined(PANDOKU_AVX512)
        constexpr int n = static_cast<int>(sizeof(T)) / 2;  // units of 16 bits
        for (int k = 0; k < n; ++k) {
            index_[target * n + k] = static_cast<std::uint16_t>(source * n + k);
            targets_ |= 1u << (target * n + k);
        }
#elif defined(PANDOKU_AVX2)
        constexpr int n = static_cast<int>(sizeof(T));
        auto* const same = reinterpret_cast<std::uint8_t*>(&same_);
        auto* const cross = reinterpret_cast<std::uint8_t*>(&cross_);
        auto* const taken = reinterpret_cast<std::uint8_t*>(&taken_);
        for (int k = 0; k < n; ++k) {
            const int to = target * n + k, from = source * n + k;
            // The byte shuffle stays within halves of 16 bytes, so bytes that change halves are
            // taken from the vector with its halves exchanged.
            ((to ^ from) & 16 ? cross : same)[to] = static_cast<std::uint8_t>(from & 15);
            taken[to] = 0xff;
        }
#else
        targets_[n_] = static_cast<std::uint8_t>(target);
        sources_[n_++] = static_cast<std::uint8_t>(source);
#endif
    }

#if defined(PANDOKU_AVX512) || defined(PANDOKU_AVX2)
    static constexpr bool kMovesVectors = true;
    void follow(const Vec<T>& from, Vec<T>& to) const {
#if defined(PANDOKU_AVX512)
        to = (Vec<T>)PANDOKU_MM(mask_permutexvar_epi16)((Register)to, targets_, (Register)index_,
                                                        (Register)from);
#else
        const __m256i y = (__m256i)from;
        const __m256i moved =
            _mm256_or_si256(_mm256_shuffle_epi8(y, same_),
                            _mm256_shuffle_epi8(_mm256_permute4x64_epi64(y, 0x4e), cross_));
        to = (Vec<T>)_mm256_blendv_epi8((__m256i)to, moved, taken_);
#endif
    }
    void copy(const Vec<T>*, Vec<T>*, int) const {}
#else
    static constexpr bool kMovesVectors = false;  // no such shuffle exists: copies lane by lane
    void follow(const Vec<T>&, Vec<T>&) const {}
    void copy(const Vec<T>* from, Vec<T>* to, int n_vectors) const {
        for (int k = 0; k < n_; ++k) {
            const T* const source = reinterpret_cast<const T*>(from) + sources_[k];
            T* const target = reinterpret_cast<T*>(to) + targets_[k];
#pragma GCC unroll 8
            for (int i = 0; i < n_vectors * Lanes<T>::count; i += Lanes<T>::count)
                target[i] = source[i];
        }
    }
#endif

  private:
#if defined(PANDOKU_AVX512)
    Vec<std::uint16_t> index_{};
    std::uint32_t targets_ = 0;
#elif defined(PANDOKU_AVX2)
    __m256i same_ = _mm256_set1_epi8(-1), cross_ = _mm256_set1_epi8(-1);  // -1 gives a zero byte
    __m256i taken_ = _mm256_setzero_si256();
#else
    std::uint8_t targets_[Lanes<T>::count], sources_[Lanes<T>::count];
    int n_ = 0;
#endif
};

}  // namespace
}  // namespace pandoku::lanes::PANDOKU_ISA
