// Sets of digit sets, up to order 9: bit s represents the digits of mask s. A layer of such sets
// holds the digits that the first cells of a group can use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pandoku::cages {

constexpr int kMaxDigitSetOrder = 9;  // 2^9 digit sets are eight words
constexpr std::size_t kMaxSetWords = 8;

// The words that hold all digit sets of an order.
constexpr std::uint32_t set_words(int order) {
    return static_cast<std::uint32_t>(((1 << order) + 63) / 64);
}

// The 64 digit sets of a word that lack digit 0, 1, ..., 5; digits 6 to 8 select the word.
constexpr std::uint64_t kWithout[6] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                       0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};

// Digit sets in `W` words. The code computes two words at a time, because compilers would compute
// eight words one by one.
template <std::size_t W>
struct DigitSetWords {
    typedef std::uint64_t Unit __attribute__((vector_size(16)));
    static constexpr std::size_t kUnits = W / 2;
    Unit units[kUnits];
};
template <>
struct DigitSetWords<1> {
    using Unit = std::uint64_t;
    static constexpr std::size_t kUnits = 1;
    Unit units[kUnits];
};

template <std::size_t W>
struct SetsOf : DigitSetWords<W> {
    using Base = DigitSetWords<W>;
    using Base::kUnits, Base::units;
    using typename Base::Unit;

    SetsOf() : Base{} {}
    explicit SetsOf(const std::uint64_t* from) { std::memcpy(units, from, sizeof units); }
    void store(std::uint64_t* to) const { std::memcpy(to, units, sizeof units); }
    void operator|=(const SetsOf& more) {
        for (std::size_t u = 0; u < kUnits; ++u) units[u] |= more.units[u];
    }
    void operator&=(const SetsOf& kept) {
        for (std::size_t u = 0; u < kUnits; ++u) units[u] &= kept.units[u];
    }
    bool is_none() const {
        Unit any = units[0];
        for (std::size_t u = 1; u < kUnits; ++u) any |= units[u];
        if constexpr (W == 1)
            return any == 0;
        else
            return (any[0] | any[1]) == 0;
    }
    // The sets that lack a digit below 6, with the digit added, and the sets that have it, with the
    // digit removed.
    SetsOf with_low(int digit) const {
        SetsOf found;
        for (std::size_t u = 0; u < kUnits; ++u)
            found.units[u] = (units[u] & kWithout[digit]) << (1 << digit);
        return found;
    }
    SetsOf less_low(int digit) const {
        SetsOf found;
        for (std::size_t u = 0; u < kUnits; ++u)
            found.units[u] = (units[u] >> (1 << digit)) & kWithout[digit];
        return found;
    }
    // The same for the digits 6, 7 and 8, which move a word by `Step` = 1, 2 or 4 words.
    template <std::size_t Step>
    SetsOf with_high() const {
        SetsOf found;
        for (std::size_t u = 0; u < kUnits; ++u)
            if constexpr (Step == 1)
                found.units[u] = Unit{0, units[u][0]};
            else if (u & Step / 2)
                found.units[u] = units[u ^ Step / 2];
        return found;
    }
    template <std::size_t Step>
    SetsOf less_high() const {
        SetsOf found;
        for (std::size_t u = 0; u < kUnits; ++u)
            if constexpr (Step == 1)
                found.units[u] = Unit{units[u][1], 0};
            else if (!(u & Step / 2))
                found.units[u] = units[u ^ Step / 2];
        return found;
    }
    // Calls f(digit, sets) for some digits. The argument has the sets that lacked the digit, with
    // the digit added.
    template <class F>
    void each_with(std::uint64_t digits, F&& f) const {
        for (std::uint64_t low = digits & 63; low != 0; low &= low - 1)
            f(__builtin_ctzll(low), with_low(__builtin_ctzll(low)));
        if constexpr (W >= 2)
            if (digits & 64) f(6, with_high<1>());
        if constexpr (W >= 4)
            if (digits & 128) f(7, with_high<2>());
        if constexpr (W >= 8)
            if (digits & 256) f(8, with_high<4>());
    }
    // The same, with the sets that had the digit, without the digit.
    template <class F>
    void each_less(std::uint64_t digits, F&& f) const {
        for (std::uint64_t low = digits & 63; low != 0; low &= low - 1)
            f(__builtin_ctzll(low), less_low(__builtin_ctzll(low)));
        if constexpr (W >= 2)
            if (digits & 64) f(6, less_high<1>());
        if constexpr (W >= 4)
            if (digits & 128) f(7, less_high<2>());
        if constexpr (W >= 8)
            if (digits & 256) f(8, less_high<4>());
    }
};

// to = the sets of `from` that lack one of the digits, with it added
template <std::size_t W>
inline void add_digits(std::uint64_t* to, const std::uint64_t* from, std::uint64_t digits) {
    SetsOf<W> added;
    SetsOf<W>(from).each_with(digits, [&](int, const SetsOf<W>& sets) { added |= sets; });
    added.store(to);
}

// met = the sets of `from` that are in `to` once one of the digits is added. Returns the digits for
// which such sets exist.
template <std::size_t W>
inline std::uint64_t meet_digits(std::uint64_t* met, const std::uint64_t* from,
                                 const std::uint64_t* to, std::uint64_t digits) {
    const SetsOf<W> before(from);
    SetsOf<W> all;
    std::uint64_t found = 0;
    SetsOf<W>(to).each_less(digits, [&](int digit, SetsOf<W> sets) {
        sets &= before;
        all |= sets;
        found |= std::uint64_t{!sets.is_none()} << digit;
    });
    all.store(met);
    return found;
}

// The digits of `among` that every set has.
template <std::size_t W>
inline std::uint64_t always_in(const std::uint64_t* sets, std::uint64_t among) {
    std::uint64_t any = 0, always = 0;  // `any`: all sets, reduced to the digits 0 to 5
    for (std::size_t w = 0; w < W; ++w) any |= sets[w];
    for (std::uint64_t low = among & 63; low != 0; low &= low - 1)
        if ((any & kWithout[__builtin_ctzll(low)]) == 0) always |= low & (~low + 1);
    for (std::size_t step = 1; step < W; step *= 2) {
        std::uint64_t without = 0;
        for (std::size_t w = 0; w < W; ++w)
            if ((w & step) == 0) without |= sets[w];
        if (without == 0) always |= among & step << 6;
    }
    return always;
}

}  // namespace pandoku::cages
