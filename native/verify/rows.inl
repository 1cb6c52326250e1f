// Checks solutions many at a time. Part of lanes/kernel.inl, which is compiled once per instruction
// set. Like verify.hpp, it shares no code with the search.
//
// The rows of digits are transposed. A vector then holds the digits of one cell in as many rows as
// it has bytes:
//
//               row 0   row 1   row 2  ...           one vector per cell
//   cell  0    [  1       2       4    ...           1 << (digit - 1)
//   cell  1    [  8       1       16   ...
//
// The exclusive or of the cells of a house is then 1 for each digit that occurs an odd number of
// times. With `order` cells all bits are set only if each digit occurs once. (A 9 has no bit, and
// needs none: if each of the digits 1 to 8 occurs an odd number of times in nine cells, the ninth
// digit cannot be another of these digits.) If the order is above 9, digits from 9 on need a second
// vector.
#include "verify/verify.hpp"

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

// Orders that are checked many rows at a time. All other orders are checked row by row.
constexpr int kLeastTurned = 4, kMostTurned = 16;

#ifdef __SSE2__
#ifdef __AVX2__
#define PANDOKU_CLAIMS 32
#else
#define PANDOKU_CLAIMS 16
#endif
constexpr int kClaims = PANDOKU_CLAIMS;  // rows that are checked together

#ifdef __SSSE3__
struct DigitBits {
    std::uint8_t from[2][16] = {{1, 2, 4, 8, 16, 32, 64, 128},
                                {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128}};
};
#endif

// Vectors of bytes, whose parts of 16 bytes are transposed next to each other.
template <int kBytes>
struct Bytes;

template <>
struct Bytes<16> {
    using V = __m128i;
    static V load(const std::uint8_t* from) { return _mm_loadu_si128((const V*)from); }
    static V low(V a, V b) { return _mm_unpacklo_epi8(a, b); }
    static V high(V a, V b) { return _mm_unpackhi_epi8(a, b); }
    static V larger(V a, V b) { return _mm_max_epu8(a, b); }
    static V minus(V a, V b) { return _mm_sub_epi8(a, b); }
    static V either(V a, V b) { return _mm_or_si128(a, b); }
    static V unequal(V a, V b) { return _mm_andnot_si128(_mm_cmpeq_epi8(a, b), a); }  // of a
    static V splat(int byte) { return _mm_set1_epi8((char)byte); }
    // 1 << (byte - kFirst) for bytes in kFirst .. kFirst+7, else 0; bytes are below 16, or above
    // 127.
    template <int kFirst>
    static V bits(V bytes) {
#ifdef __SSSE3__
        return _mm_shuffle_epi8(load(DigitBits{}.from[kFirst / 8]), bytes);
#else
        V found = _mm_setzero_si128();
        for (int i = 0; i < 8; ++i)
            found = _mm_or_si128(
                found, _mm_and_si128(_mm_cmpeq_epi8(bytes, splat(kFirst + i)), splat(1 << i)));
        return found;
#endif
    }
    static void store(V v, std::uint8_t* to, int) { _mm_store_si128((V*)to, v); }
};

#ifdef __AVX2__
template <>
struct Bytes<32> {
    using V = __m256i;
    static V load(const std::uint8_t* from) { return _mm256_loadu_si256((const V*)from); }
    static V low(V a, V b) { return _mm256_unpacklo_epi8(a, b); }
    static V high(V a, V b) { return _mm256_unpackhi_epi8(a, b); }
    static V larger(V a, V b) { return _mm256_max_epu8(a, b); }
    static V minus(V a, V b) { return _mm256_sub_epi8(a, b); }
    static V either(V a, V b) { return _mm256_or_si256(a, b); }
    static V unequal(V a, V b) { return _mm256_andnot_si256(_mm256_cmpeq_epi8(a, b), a); }
    static V splat(int byte) { return _mm256_set1_epi8((char)byte); }
    template <int kFirst>
    static V bits(V bytes) {
        const __m128i table = Bytes<16>::load(DigitBits{}.from[kFirst / 8]);
        return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), bytes);
    }
    // Stores the parts, each `stride` bytes after the previous part.
    static void store(V v, std::uint8_t* to, int stride) {
        _mm_store_si128((__m128i*)to, _mm256_castsi256_si128(v));
        _mm_store_si128((__m128i*)(to + stride), _mm256_extracti128_si256(v, 1));
    }
};
#endif

#ifdef PANDOKU_AVX512
template <>
struct Bytes<64> {
    using V = __m512i;
    static V load(const std::uint8_t* from) { return _mm512_loadu_si512(from); }
    static V low(V a, V b) { return _mm512_unpacklo_epi8(a, b); }
    static V high(V a, V b) { return _mm512_unpackhi_epi8(a, b); }
    static V larger(V a, V b) { return _mm512_max_epu8(a, b); }
    static V minus(V a, V b) { return _mm512_sub_epi8(a, b); }
    static V either(V a, V b) { return _mm512_or_si512(a, b); }
    static V unequal(V a, V b) { return _mm512_maskz_mov_epi8(_mm512_cmpneq_epi8_mask(a, b), a); }
    static V splat(int byte) { return _mm512_set1_epi8((char)byte); }
    template <int kFirst>
    static V bits(V bytes) {
        const __m128i table = Bytes<16>::load(DigitBits{}.from[kFirst / 8]);
        return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(table), bytes);
    }
    static void store(V v, std::uint8_t* to, int stride) {
        _mm_store_si128((__m128i*)to, _mm512_castsi512_si128(v));
        _mm_store_si128((__m128i*)(to + stride), _mm512_extracti32x4_epi32(v, 1));
        _mm_store_si128((__m128i*)(to + 2 * stride), _mm512_extracti32x4_epi32(v, 2));
        _mm_store_si128((__m128i*)(to + 3 * stride), _mm512_extracti32x4_epi32(v, 3));
    }
};
#endif

// Transposes 16 rows, kBytes of each from a cell on, and writes the bits of their digits. The bits
// of a cell are kClaims bytes after the bits of the previous cell. If `high` is not null, the same
// is done for digits above 8. Returns whether all digits are in 1 .. order.
template <int kBytes>
bool turn_part(const std::uint8_t* const (&rows)[16], int cell, int order, std::uint8_t* low,
               std::uint8_t* high) {
    using B = Bytes<kBytes>;
    using V = typename B::V;
    const V one = B::splat(1), most = B::splat(order - 1);
    V above = most, turned[16];
    for (int k = 0; k < 16; ++k) {
        turned[k] = B::minus(B::load(rows[k] + cell), one);
        above = B::larger(above, turned[k]);
    }
    for (int round = 0; round < 4; ++round) {  // each interleaves the two halves
        V next[16];
        for (int k = 0; k < 8; ++k) {
            next[2 * k] = B::low(turned[k], turned[k + 8]);
            next[2 * k + 1] = B::high(turned[k], turned[k + 8]);
        }
        for (int k = 0; k < 16; ++k) turned[k] = next[k];
    }
#pragma GCC unroll 16
    for (int k = 0; k < 16; ++k) {
        const int at = (cell + k) * kClaims;
        B::store(B::template bits<0>(turned[k]), low + at, 16 * kClaims);
        if (high != nullptr) B::store(B::template bits<8>(turned[k]), high + at, 16 * kClaims);
    }
    return __builtin_memcmp(&above, &most, sizeof above) == 0;
}

// The same for complete rows of at least 16 cells, in the largest parts that fit. The last part
// overlaps the previous part.
inline bool turn_rows(const std::uint8_t* const (&rows)[16], int n_cells, int order,
                      std::uint8_t* low, std::uint8_t* high) {
    bool in_range = true;
    for (int cell = 0; cell < n_cells;) {
        const int left = n_cells - cell;
#ifdef PANDOKU_AVX512
        if (left >= 64 || (left > 32 && n_cells >= 64)) {
            in_range &= turn_part<64>(rows, left < 64 ? n_cells - 64 : cell, order, low, high);
            cell += 64;
            continue;
        }
#endif
#ifdef __AVX2__
        if (left >= 32 || (left > 16 && n_cells >= 32)) {
            in_range &= turn_part<32>(rows, left < 32 ? n_cells - 32 : cell, order, low, high);
            cell += 32;
            continue;
        }
#endif
        in_range &= turn_part<16>(rows, left < 16 ? n_cells - 16 : cell, order, low, high);
        cell += 16;
    }
    return in_range;
}

// For each row, the bits that some house lacks. (This is twice as fast if the order is a constant.)
typedef std::uint8_t RowBytes __attribute__((vector_size(PANDOKU_CLAIMS), may_alias));
template <int kOrder>
RowBytes lacking(const verify::Houses& houses, const std::uint8_t* bits, int all) {
    const int order = kOrder != 0 ? kOrder : houses.order;
    const auto* const of_cell = reinterpret_cast<const RowBytes*>(bits);
    const std::uint16_t* cells = houses.cells;
    RowBytes lacks{};
    for (int house = 0; house < houses.n_houses; ++house, cells += order) {
        RowBytes odd = static_cast<std::uint8_t>(all) - RowBytes{};
#pragma GCC unroll 9
        for (int i = 0; i < order; ++i) odd ^= of_cell[cells[i]];
        lacks |= odd;
    }
    return lacks;
}

// Whether the houses hold in all claims, 1 to kClaims of them. `room` is aligned, and has two
// vectors for each cell.
inline bool houses_hold_in_all(const verify::Houses& houses, const verify::Claim* claims, int n,
                               std::uint8_t* room) {
    const int order = houses.order, n_cells = order * order;
    std::uint8_t* const high = order > 9 ? room + n_cells * kClaims : nullptr;
    bool hold = true;
    for (int first = 0; first < n; first += 16) {
        const std::uint8_t* rows[16];
        for (int k = 0; k < 16; ++k) rows[k] = claims[first + k < n ? first + k : n - 1].digits;
        hold &=
            turn_rows(rows, n_cells, order, room + first, high == nullptr ? nullptr : high + first);
    }
    const int all = order < 8 ? (1 << order) - 1 : 255;
    RowBytes lacks = order == 9 ? lacking<9>(houses, room, all) : lacking<0>(houses, room, all);
    if (high != nullptr) lacks |= lacking<0>(houses, high, (1 << (order - 8)) - 1);
    std::uint64_t any = 0;  // the rows after the last row are copies of it, or are not transposed
    for (int first = 0; first < n; first += 8) {
        std::uint64_t part;
        __builtin_memcpy(&part, reinterpret_cast<const std::uint8_t*>(&lacks) + first, sizeof part);
        any |= part;
    }
    return hold && any == 0;
}

// Whether the claims contain the givens of their puzzles. The rows of the puzzles are one after
// another, with 0 for no given. They are compared kBytes at a time, and a row has at least this
// length.
template <int kBytes>
bool keep_givens(const verify::Claim* claims, int n, const std::uint8_t* puzzles, int n_cells) {
    using B = Bytes<kBytes>;
    const auto none = B::splat(0);
    auto lost = none;
    for (int k = 0; k < n; ++k) {
        const std::uint8_t* const givens = puzzles + claims[k].puzzle * n_cells;
        for (int done = 0; done < n_cells; done += kBytes) {
            const int cell = done + kBytes <= n_cells ? done : n_cells - kBytes;  // overlaps
            lost = B::either(lost,
                             B::unequal(B::load(givens + cell), B::load(claims[k].digits + cell)));
        }
    }
    return __builtin_memcmp(&lost, &none, sizeof lost) == 0;
}

#else
constexpr int kClaims = 1;
#endif

// The same for any number of cells, compared one by one.
inline bool keep_each_given(const verify::Claim* claims, int n, const std::uint8_t* puzzles,
                            int n_cells) {
    for (int k = 0; k < n; ++k)
        for (int cell = 0; cell < n_cells; ++cell) {
            const std::uint8_t given = puzzles[claims[k].puzzle * n_cells + cell];
            if (given != 0 && given != claims[k].digits[cell]) return false;
        }
    return true;
}

#if defined(PANDOKU_AVX512) && PANDOKU_VECTOR_BYTES == 64
using WideMasks = __m512i;
// Each mask, shifted so that the bit of the digit is the lowest bit. Masks and digits are read from
// memory.
inline WideMasks shifted(const std::uint32_t* masks, const std::uint8_t* digits) {
    const __m512i by = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i*)digits));
    return _mm512_srlv_epi32(_mm512_loadu_si512(masks), _mm512_sub_epi32(by, _mm512_set1_epi32(1)));
}
inline WideMasks shifted(const std::uint64_t* masks, const std::uint8_t* digits) {
    const __m512i by = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i*)digits));
    return _mm512_srlv_epi64(_mm512_loadu_si512(masks), _mm512_sub_epi64(by, _mm512_set1_epi64(1)));
}
#elif defined(PANDOKU_AVX2)
using WideMasks = __m256i;
inline WideMasks shifted(const std::uint32_t* masks, const std::uint8_t* digits) {
    const __m256i by = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)digits));
    return _mm256_srlv_epi32(_mm256_loadu_si256((const __m256i*)masks),
                             _mm256_sub_epi32(by, _mm256_set1_epi32(1)));
}
inline WideMasks shifted(const std::uint64_t* masks, const std::uint8_t* digits) {
    int four;
    __builtin_memcpy(&four, digits, sizeof four);
    const __m256i by = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four));
    return _mm256_srlv_epi64(_mm256_loadu_si256((const __m256i*)masks),
                             _mm256_sub_epi64(by, _mm256_set1_epi64x(1)));
}
#else
struct WideMasks {};  // there is no instruction for this shift
#endif

// Whether the digits, in 1 .. order, are among the candidates of their cells: bit d-1 for digit d.
template <class Word>
bool keep_candidates(const verify::Claim* claims, int n, const Word* puzzles, int n_cells) {
    Word kept = 1;
#if defined(PANDOKU_AVX2) || (defined(PANDOKU_AVX512) && PANDOKU_VECTOR_BYTES == 64)
    constexpr int kWide = sizeof(WideMasks) / sizeof(Word);
    if (n_cells >= kWide) {
        WideMasks all = shifted(puzzles + claims[0].puzzle * n_cells, claims[0].digits);
        for (int k = 0; k < n; ++k) {
            const Word* const masks = puzzles + claims[k].puzzle * n_cells;
            for (int done = 0; done < n_cells; done += kWide) {
                const int cell = done + kWide <= n_cells ? done : n_cells - kWide;  // overlaps
                all &= shifted(masks + cell, claims[k].digits + cell);
            }
        }
        Word each[kWide];
        __builtin_memcpy(each, &all, sizeof all);
        for (const Word word : each) kept &= word;
        return (kept & 1) != 0;
    }
#endif
    for (int k = 0; k < n; ++k)
        for (int cell = 0; cell < n_cells; ++cell)
            kept &= puzzles[claims[k].puzzle * n_cells + cell] >> (claims[k].digits[cell] - 1);
    return (kept & 1) != 0;
}

}  // namespace
}  // namespace pandoku::lanes::PANDOKU_ISA
