// Rules by dynamic programming over sets: a forward pass finds the values that the first cells can
// reach, and a backward pass starts from the values that the target allows. The same code handles
// two kinds of values, each a bit in a set of `n_words` words:
//
//   sums         bit s: the digits so far exceed the least possible sum by s
//   products     bit s: the exponents of the target's primes, in mixed radix; a digit moves a bit
//                by its own exponents, if the product still divides the target
//
//   shifts   [digit] how far up a digit moves a bit; sums have a second row for the cells that
//            are subtracted
//   allowed  the bits allowed at the end, then (products only) [digit] the bits it may move
#include <algorithm>
#include <array>

#include "cages/model.hpp"

namespace pandoku::cages {
namespace {

constexpr std::uint32_t kMaxLayerWords = 32;
constexpr std::int64_t kMaxWork = 100'000;  // words moved in one pass

std::uint32_t words_for(std::int64_t bits) { return static_cast<std::uint32_t>((bits + 63) / 64); }

// ---- making

bool make_sums(Model& model, Rule& rule) {
    const int n = model.layout->order(), n_minus = rule.n_cells - rule.n_plus;
    // Every cell is counted from its smallest contribution. So a digit d moves a bit by d in a cell
    // that is added, and by n - 1 - d in a cell that is subtracted.
    const std::int64_t top = rule.target - rule.n_plus + std::int64_t{n} * n_minus;
    const std::int64_t words = top / 64 + 1;
    if (top < 0 || words > kMaxLayerWords || words * n * rule.n_cells > kMaxWork) return false;
    rule.n_words = static_cast<std::uint32_t>(words);
    for (int digit = 0; digit < n; ++digit)
        model.shifts.push_back(static_cast<std::uint32_t>(digit));
    for (int digit = 0; digit < n; ++digit)
        model.shifts.push_back(static_cast<std::uint32_t>(n - 1 - digit));
    model.allowed.resize(model.allowed.size() + rule.n_words, 0);
    model.allowed[model.allowed.size() - 1] = std::uint64_t{1} << (top % 64);
    return true;
}

struct Prime {
    int prime, most;      // most: its exponent in the target
    std::int64_t stride;  // the amount that one factor of the prime adds to the number of the bit
};

int exponent(std::int64_t number, int prime) {
    int count = 0;
    for (; number % prime == 0; number /= prime) ++count;
    return count;
}

bool make_products(Model& model, Rule& rule) {
    const int n = model.layout->order();
    std::vector<Prime> primes;
    std::int64_t left = rule.target, bits = 1;
    for (int p = 2; p <= n && left > 1; ++p) {
        if (left % p != 0) continue;
        const int most = exponent(left, p);
        primes.push_back({p, most, bits});
        bits *= most + 1;
        for (int i = 0; i < most; ++i) left /= p;
        if (bits > 64 * std::int64_t{kMaxLayerWords}) return false;
    }
    const std::int64_t words = words_for(bits);
    if (left != 1 || words * n * rule.n_cells > kMaxWork) return false;
    rule.n_words = static_cast<std::uint32_t>(words);
    const std::size_t end = model.allowed.size();
    model.allowed.resize(end + static_cast<std::size_t>(words * (n + 1)), 0);
    model.allowed[end + static_cast<std::size_t>((bits - 1) / 64)] = std::uint64_t{1}
                                                                     << ((bits - 1) % 64);
    for (int value = 1; value <= n; ++value) {
        std::uint64_t* may_move = model.allowed.data() + end + words * value;
        std::int64_t shift = 0;
        for (const auto& [prime, most, stride] : primes) shift += exponent(value, prime) * stride;
        model.shifts.push_back(static_cast<std::uint32_t>(shift));
        if (rule.target % value != 0) continue;
        for (std::int64_t bit = 0; bit < bits; ++bit) {
            const bool fits = std::all_of(primes.begin(), primes.end(), [&](const Prime& p) {
                return bit / p.stride % (p.most + 1) + exponent(value, p.prime) <= p.most;
            });
            if (fits) may_move[bit / 64] |= std::uint64_t{1} << (bit % 64);
        }
    }
    return true;
}

// ---- filtering. W is the number of words, or 0 when it is only known at run time.

template <unsigned W>
struct Moves {
    const Rule& rule;
    const std::uint64_t* allowed;
    const std::uint32_t* shifts;
    std::size_t n;
    bool is_masked;

    std::size_t words() const { return W != 0 ? W : rule.n_words; }
    std::size_t shift(std::size_t position, int digit) const {
        const std::size_t row = position < rule.n_plus ? 0 : n;
        return shifts[row + static_cast<std::size_t>(digit)];
    }
    const std::uint64_t* may_move(int digit) const {
        return is_masked ? allowed + words() * static_cast<std::size_t>(digit + 1) : nullptr;
    }
};

// to |= (from & mask) << shift
template <unsigned W>
inline void move_up(std::uint64_t* to, const std::uint64_t* from, const std::uint64_t* mask,
                    std::size_t shift, std::size_t words) {
    const std::size_t n = W != 0 ? W : words, far = shift / 64, near = shift % 64;
    for (std::size_t w = far; w < n; ++w) {
        const std::size_t s = w - far;
        std::uint64_t part = (mask ? from[s] & mask[s] : from[s]) << near;
        if (near != 0 && s > 0)
            part |= (mask ? from[s - 1] & mask[s - 1] : from[s - 1]) >> (64 - near);
        to[w] |= part;
    }
}

// met |= the bits of `from` that the shift moves into `to`. Returns whether there are any.
template <unsigned W>
inline bool meet(std::uint64_t* met, const std::uint64_t* from, const std::uint64_t* to,
                 const std::uint64_t* mask, std::size_t shift, std::size_t words) {
    const std::size_t n = W != 0 ? W : words, far = shift / 64, near = shift % 64;
    std::uint64_t any = 0;
    for (std::size_t s = 0; s + far < n; ++s) {
        std::uint64_t part = to[s + far] >> near;
        if (near != 0 && s + far + 1 < n) part |= to[s + far + 1] << (64 - near);
        part &= mask ? from[s] & mask[s] : from[s];
        met[s] |= part;
        any |= part;
    }
    return any != 0;
}

template <unsigned W>
bool filter(Model& model, State& state, const Rule& rule) {
    const auto cells = model.cells_of(rule);
    const Moves<W> moves{rule, model.allowed.data() + rule.data,
                         model.shifts.data() + rule.first_word,
                         static_cast<std::size_t>(model.layout->order()), rule.operation == '*'};
    const std::size_t words = moves.words();
    // Decided cells come first, because they only move the start and need no layer.
    std::array<std::uint16_t, 1296> order;
    std::size_t n_decided = 0, n_open = 0;
    for (std::size_t p = 0; p < cells.size(); ++p)
        if (state.is_decided(cells[p])) order[n_decided++] = static_cast<std::uint16_t>(p);
    for (std::size_t p = 0; p < cells.size(); ++p)
        if (!state.is_decided(cells[p]))
            order[n_decided + n_open++] = static_cast<std::uint16_t>(p);

    const std::size_t size = (n_open + 3) * words;
    if (model.scratch.size() < size) model.scratch.resize(size);
    std::uint64_t *first = model.scratch.data(), *spare = first + (n_open + 1) * words;
    std::fill_n(first, words, 0);
    first[0] = 1;
    for (std::size_t i = 0; i < n_decided; ++i) {
        const int digit = lowest(state.at(cells[order[i]]));
        std::fill_n(spare, words, 0);
        move_up<W>(spare, first, moves.may_move(digit), moves.shift(order[i], digit), words);
        std::copy_n(spare, words, first);
    }
    for (std::size_t i = 0; i < n_open; ++i) {
        const std::uint64_t* from = first + i * words;
        std::uint64_t* to = first + (i + 1) * words;
        std::fill_n(to, words, 0);
        const std::size_t p = order[n_decided + i];
        each(state.at(cells[p]), [&](int digit) {
            move_up<W>(to, from, moves.may_move(digit), moves.shift(p, digit), words);
        });
    }

    std::uint64_t* ends = first + n_open * words;
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < words; ++w) any |= ends[w] &= moves.allowed[w];
    if (any == 0) return false;
    std::uint64_t *behind = spare, *met = spare + words;
    std::copy_n(ends, words, behind);
    for (std::size_t i = n_open; i-- > 0;) {
        const std::size_t p = order[n_decided + i];
        Mask found = 0;
        std::fill_n(met, words, 0);
        each(state.at(cells[p]), [&](int digit) {
            if (meet<W>(met, first + i * words, behind, moves.may_move(digit),
                        moves.shift(p, digit), words))
                found |= bit(digit);
        });
        if (!state.keep(cells[p], found)) return false;
        std::swap(behind, met);
    }
    return true;
}

}  // namespace

bool make_layers(Model& model, Rule& rule) {
    const std::size_t allowed = model.allowed.size(), shifts = model.shifts.size();
    rule.data = static_cast<std::uint32_t>(allowed);
    rule.first_word = static_cast<std::uint32_t>(shifts);
    if (!(rule.operation == '+' && make_sums(model, rule)) &&
        !(rule.operation == '*' && rule.target >= 1 && make_products(model, rule))) {
        model.allowed.resize(allowed);
        model.shifts.resize(shifts);
        return false;
    }
    rule.kind = Kind::layers;
    return true;
}

bool filter_layers(Model& model, State& state, const Rule& rule) {
    switch (rule.n_words) {
        case 1: return filter<1>(model, state, rule);
        case 2: return filter<2>(model, state, rule);
        case 4: return filter<4>(model, state, rule);
        case 8: return filter<8>(model, state, rule);
        default: return filter<0>(model, state, rule);
    }
}

}  // namespace pandoku::cages
