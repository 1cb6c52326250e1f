// Totals by groups, up to order 9. Cells that see each other and weigh digits alike form a group:
// the digit sets that it can hold give the values that it can add. The values of all groups are
// joined by reachable totals, from both ends. The values that remain possible for a group limit its
// digit sets.
//
//   weighings  the weights of the digits, minus the smallest weight and divided by a common factor.
//              For each value, the digit sets that have it
//   allowed    bit t: the groups may add up to t, counted from the least possible total
#include <algorithm>
#include <bit>
#include <numeric>

#include "cages/model.hpp"
#include "cages/set_moves.hpp"

namespace pandoku::cages {
namespace {

constexpr int kMostValue = 63;  // maximum value of a group, so that its values fit a word
constexpr std::size_t kMostWeighings = 64, kMostWords = 64;

// ---- making

// The greatest common divisor of the differences from the smallest weight, or 1 if all digits weigh
// the same.
std::int64_t unit_of(std::span<const std::int64_t> weights) {
    const std::int64_t least = std::ranges::min(weights);
    std::int64_t unit = 0;
    for (const std::int64_t weight : weights) unit = std::gcd(unit, weight - least);
    return std::max<std::int64_t>(unit, 1);
}

// Returns the number of a weighing, in units, or -1 when a group may have too many values.
int weighing_of(Model& model, std::span<const std::int64_t> weights, std::int64_t scale) {
    const int n = model.layout->order();
    const auto [least, most] = std::ranges::minmax(weights);
    if ((most - least) / scale > kMostValue) return -1;
    std::array<std::uint8_t, kMaxDigitSetOrder> of{};
    for (int d = 0; d < n; ++d)
        of[static_cast<std::size_t>(d)] =
            static_cast<std::uint8_t>((weights[static_cast<std::size_t>(d)] - least) / scale);
    if (std::accumulate(of.begin(), of.end(), 0) > kMostValue) return -1;
    auto& all = model.weighings;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].of == of) return static_cast<int>(i);
    Weighing made{of, {}, -1};
    const std::uint32_t words = set_words(n);
    made.sets.assign((kMostValue + 1) * words, 0);
    for (Mask set = 0; set < Mask{1} << n; ++set) {
        std::size_t value = 0;
        each(set, [&](int digit) { value += of[static_cast<std::size_t>(digit)]; });
        made.sets[value * words + set / 64] |= bit(static_cast<int>(set % 64));
    }
    if (std::ranges::count(of, 0) == kMaxDigitSetOrder - 1)
        made.only = static_cast<int>(std::ranges::max_element(of) - of.begin());
    all.push_back(std::move(made));
    return static_cast<int>(all.size()) - 1;
}

// Takes from the positions `left` the largest group in one house, or in the house of one direction.
std::vector<std::uint16_t> take_group(const Model& model, std::span<const std::uint16_t> cells,
                                      std::vector<std::uint16_t>& left, Along along) {
    const auto most = static_cast<std::size_t>(model.layout->order());
    const auto all = model.layout->places(cells[left.front()]);
    const auto one = static_cast<std::size_t>(along);
    std::vector<std::uint16_t> best{left.front()};
    for (const Place place : along == Along::any ? all
                             : one < all.size()  ? all.subspan(one, 1)
                                                 : all.first(0)) {
        std::vector<std::uint16_t> group;
        for (const std::uint16_t p : left) {
            const auto places = model.layout->places(cells[p]);
            if (std::ranges::any_of(places, [&](Place o) { return o.house == place.house; }))
                group.push_back(p);
        }
        if (group.size() > best.size()) best = std::move(group);
    }
    for (const std::uint16_t p : left) {  // cages and constraints also make cells differ
        if (along != Along::any || best.size() == most) break;
        const bool sees_all = std::ranges::all_of(
            best, [&](std::uint16_t o) { return o != p && model.sees(cells[o], cells[p]); });
        if (sees_all) best.push_back(p);
    }
    std::erase_if(left, [&](std::uint16_t p) { return std::ranges::find(best, p) != best.end(); });
    return best;
}

}  // namespace

bool make_groups(Model& model, Rule& rule, std::span<const std::int64_t> weights,
                 std::span<const std::int64_t> targets, Along along) {
    const auto n = static_cast<std::size_t>(model.layout->order());
    if (n > kMaxDigitSetOrder) return false;
    const auto weights_at = [&](std::size_t p) { return weights.subspan(p * n, n); };
    const std::vector<std::uint16_t> cells(model.cells_of(rule).begin(),
                                           model.cells_of(rule).end());
    std::vector<std::uint16_t> left(cells.size()), ordered;
    std::iota(left.begin(), left.end(), std::uint16_t{0});
    const std::size_t first_group = model.groups.size();
    std::int64_t base = 0, most = 0;
    while (!left.empty()) {
        // The cells that give digits the same weights as the first cell.
        std::vector<std::uint16_t> alike, others;
        for (const std::uint16_t p : left)
            (std::ranges::equal(weights_at(p), weights_at(left.front())) ? alike : others)
                .push_back(p);
        const auto own = weights_at(left.front());
        const std::int64_t least = std::ranges::min(own), scale = unit_of(own);
        const int weighing = weighing_of(model, own, scale);
        if (weighing < 0) return model.groups.resize(first_group), false;
        while (!alike.empty()) {
            const auto group = take_group(model, cells, alike, along);
            const auto size = static_cast<std::uint16_t>(group.size());
            model.groups.push_back({static_cast<std::uint16_t>(ordered.size()),
                                    size,
                                    static_cast<std::uint16_t>(weighing),
                                    static_cast<std::uint32_t>(scale),
                                    {},
                                    {},
                                    0,
                                    0});
            ordered.insert(ordered.end(), group.begin(), group.end());
            base += least * size;
            most += scale * size * std::ranges::max(model.weighings[weighing].of);
        }
        left = std::move(others);
    }
    // Totals above all targets need not be reached.
    std::int64_t top = -1;
    for (const std::int64_t target : targets)
        if (target >= base && target - base <= most) top = std::max(top, target - base);
    const std::size_t words = static_cast<std::size_t>(top) / 64 + 1;
    if (top >= 0 && words > kMostWords) return model.groups.resize(first_group), false;
    rule.kind = Kind::groups;
    rule.data = static_cast<std::uint32_t>(first_group);
    rule.n_lines = static_cast<std::uint32_t>(model.groups.size() - first_group);
    rule.n_words = top < 0 ? 0 : static_cast<std::uint32_t>(words);
    rule.first_word = static_cast<std::uint32_t>(model.allowed.size());
    model.allowed.resize(model.allowed.size() + rule.n_words, 0);
    bool needs_some = true;
    for (const std::int64_t target : targets)
        if (target >= base && target - base <= most) {
            const auto t = static_cast<std::size_t>(target - base);
            model.allowed[rule.first_word + t / 64] |= std::uint64_t{1} << (t % 64);
            needs_some = needs_some && t > 0;
        }
    for (std::size_t i = 0; i < ordered.size(); ++i)
        model.cells[rule.first_cell + i] = cells[ordered[i]];
    const Group& last = model.groups.back();
    const int only = model.weighings[last.weighing].only;
    const bool is_alike = std::all_of(
        model.groups.begin() + static_cast<std::ptrdiff_t>(first_group), model.groups.end(),
        [&](const Group& g) { return g.weighing == last.weighing; });
    rule.needs = static_cast<std::int8_t>(is_alike && needs_some ? only : -1);
    return true;
}

bool make_sum_groups(Model& model, Rule& rule) {
    if (rule.operation != '+') return false;
    std::vector<std::int64_t> weights;
    for (int p = 0; p < rule.n_cells; ++p)
        for (int digit = 1; digit <= model.layout->order(); ++digit)
            weights.push_back(p < rule.n_plus ? digit : -digit);
    const std::int64_t target = rule.target;
    return make_groups(model, rule, weights, {&target, 1}, Along::any);
}

namespace {

// The values that a group can add, and its digits.
template <std::size_t W>
class GroupRun {
  public:
    GroupRun(Model& model, State& state, Group& group, const Rule& rule)
        : model_(model),
          state_(state),
          group_(group),
          weighing_(model.weighings[group.weighing]),
          cells_(model.cells_of(rule).subspan(group.first, group.size)) {}

    // Zero when the group cannot be filled.
    std::uint64_t values() {
        if (is_known(group_.seen)) return group_.values;
        for (std::size_t i = 0; i < cells_.size(); ++i) group_.seen[i] = state_.at(cells_[i]);
        return group_.values = cells_.size() == 1   ? values_of_one()
                               : cells_.size() == 2 ? values_of_two()
                                                    : values_of_many();
    }
    // Keeps only digits that give one of the allowed values. The allowed values are among those
    // that `values` has returned.
    bool keep(std::uint64_t allowed) {
        if (allowed == group_.kept_values && is_known(group_.kept)) return true;
        const bool holds = cells_.size() == 1   ? keep_in_one(allowed)
                           : cells_.size() == 2 ? keep_in_two(allowed)
                                                : keep_in_many(allowed);
        if (!holds) return false;
        group_.kept_values = allowed;
        for (std::size_t i = 0; i < cells_.size(); ++i) group_.kept[i] = state_.at(cells_[i]);
        return true;
    }

  private:
    bool is_known(const std::array<Mask, kMaxDigitSetOrder>& masks) const {
        for (std::size_t i = 0; i < cells_.size(); ++i)
            if (masks[i] != state_.at(cells_[i])) return false;
        return true;
    }
    std::uint64_t value_bit(int digit) const {
        return std::uint64_t{1} << weighing_.of[static_cast<std::size_t>(digit)];
    }
    std::uint64_t values_of_one() const {
        std::uint64_t values = 0;
        each(state_.at(cells_[0]), [&](int digit) { values |= value_bit(digit); });
        return values;
    }
    std::uint64_t values_of_two() const {
        std::uint64_t values = 0;
        const Mask b = state_.at(cells_[1]);
        each(state_.at(cells_[0]), [&](int digit) {
            std::uint64_t others = 0;
            each(b & ~bit(digit), [&](int other) { others |= value_bit(other); });
            values |= others << weighing_.of[static_cast<std::size_t>(digit)];
        });
        return values;
    }
    bool keep_in_one(std::uint64_t allowed) {
        Mask found = 0;
        each(state_.at(cells_[0]), [&](int digit) {
            if (value_bit(digit) & allowed) found |= bit(digit);
        });
        return state_.keep(cells_[0], found);
    }
    bool keep_in_two(std::uint64_t allowed) {
        const Mask a = state_.at(cells_[0]), b = state_.at(cells_[1]);
        Mask of_a = 0, of_b = 0, always = ~Mask{0};
        each(a, [&](int digit) {
            const std::uint64_t fit = allowed >> weighing_.of[static_cast<std::size_t>(digit)];
            Mask others = 0;
            each(b & ~bit(digit), [&](int other) {
                if (value_bit(other) & fit) others |= bit(other);
            });
            if (others == 0) return;
            of_a |= bit(digit);
            of_b |= others;
            always &= bit(digit) | (is_several(others) ? 0 : others);
        });
        return of_a != 0 && state_.keep(cells_[0], of_a) && state_.keep(cells_[1], of_b) &&
               point_all(always & of_a & of_b);
    }
    // Fills layers_, and orders the open cells.
    bool spread() {
        Mask used = 0;
        n_open_ = 0;
        for (const std::uint16_t cell : cells_)
            if (state_.is_decided(cell))
                used |= state_.at(cell);
            else
                open_[n_open_++] = cell;
        // With fewer digits than decided cells, two of the cells are equal.
        if (static_cast<std::size_t>(count(used)) + n_open_ != cells_.size()) return false;
        std::fill_n(layers_, W, 0);
        layers_[used / 64] = std::uint64_t{1} << (used % 64);
        for (std::size_t i = 0; i < n_open_; ++i)
            add_digits<W>(layers_ + (i + 1) * W, layers_ + i * W, state_.at(open_[i]));
        return true;
    }
    std::uint64_t values_of_many() {
        if (!spread()) return 0;
        std::uint64_t values = 0;
        const std::uint64_t *ends = layers_ + n_open_ * W, *sets = weighing_.sets.data();
        for (int value = 0; value <= kMostValue; ++value, sets += W) {
            std::uint64_t any = 0;
            for (std::size_t w = 0; w < W; ++w) any |= ends[w] & sets[w];
            values |= std::uint64_t{any != 0} << value;
        }
        return values;
    }
    bool keep_in_many(std::uint64_t allowed) {
        if (!spread()) return false;
        std::uint64_t fit[W] = {}, met_a[W], met_b[W], any = 0;
        each(allowed, [&](int value) {
            const std::uint64_t* sets = weighing_.sets.data() + static_cast<std::size_t>(value) * W;
            for (std::size_t w = 0; w < W; ++w) fit[w] |= sets[w];
        });
        std::uint64_t *ends = layers_ + n_open_ * W, *behind = met_a, *met = met_b;
        for (std::size_t w = 0; w < W; ++w) any |= ends[w] &= fit[w];
        if (any == 0) return false;
        std::copy_n(ends, W, behind);
        Mask open = 0;
        for (std::size_t i = n_open_; i-- > 0;) {
            const Mask found = meet_digits<W>(met, layers_ + i * W, behind, state_.at(open_[i]));
            if (!state_.keep(open_[i], found)) return false;
            open |= found;
            std::swap(behind, met);
        }
        return point_all(always_in<W>(ends, open));
    }
    bool point_all(Mask digits) {
        for (; digits != 0; digits &= digits - 1)
            if (!point(model_, state_, cells_, lowest(digits))) return false;
        return true;
    }

    const Model& model_;
    State& state_;
    Group& group_;
    const Weighing& weighing_;
    std::span<const std::uint16_t> cells_;
    std::uint16_t open_[kMaxDigitSetOrder];
    std::size_t n_open_ = 0;
    std::uint64_t layers_[(kMaxDigitSetOrder + 1) * W];
};

// to |= from << shift
void raise_totals(std::uint64_t* to, const std::uint64_t* from, std::size_t shift,
                  std::size_t words) {
    const std::size_t far = shift / 64, near = shift % 64;
    for (std::size_t w = far; w < words; ++w) {
        to[w] |= from[w - far] << near;
        if (near != 0 && w > far) to[w] |= from[w - far - 1] >> (64 - near);
    }
}

// to |= from >> shift, where it meets `before`. Returns whether it does.
bool lower_totals(std::uint64_t* to, const std::uint64_t* from, const std::uint64_t* before,
                  std::size_t shift, std::size_t words) {
    const std::size_t far = shift / 64, near = shift % 64;
    std::uint64_t any = 0;
    for (std::size_t w = 0; w + far < words; ++w) {
        std::uint64_t part = from[w + far] >> near;
        if (near != 0 && w + far + 1 < words) part |= from[w + far + 1] << (64 - near);
        part &= before[w];
        to[w] |= part;
        any |= part;
    }
    return any != 0;
}

template <std::size_t W>
bool join(Model& model, State& state, const Rule& rule) {
    const std::size_t n = rule.n_lines, words = rule.n_words;
    if (words == 0) return false;
    Group* const groups = model.groups.data() + rule.data;
    // The reachable totals before each group and after the last group. Then the values of the
    // groups.
    const std::size_t size = (n + 3) * words + n;
    if (model.scratch.size() < size) model.scratch.resize(size);
    std::uint64_t* const reached = model.scratch.data();
    std::uint64_t* const values = reached + (n + 3) * words;
    std::fill_n(reached, (n + 1) * words, 0);
    reached[0] = 1;
    for (std::size_t g = 0; g < n; ++g) {
        values[g] = GroupRun<W>(model, state, groups[g], rule).values();
        if (values[g] == 0) return false;
        const std::uint64_t* from = reached + g * words;
        each(values[g], [&](int value) {
            raise_totals(reached + (g + 1) * words, from,
                         groups[g].scale * static_cast<std::size_t>(value), words);
        });
    }
    std::uint64_t any = 0, *behind = reached + n * words, *next = behind + words;
    for (std::size_t w = 0; w < words; ++w) any |= behind[w] &= model.allowed[rule.first_word + w];
    if (any == 0) return false;
    for (std::size_t g = n; g-- > 0;) {
        std::uint64_t allowed = 0;
        std::fill_n(next, words, 0);
        each(values[g], [&](int value) {
            if (lower_totals(next, behind, reached + g * words,
                             groups[g].scale * static_cast<std::size_t>(value), words))
                allowed |= std::uint64_t{1} << value;
        });
        values[g] = allowed;
        std::swap(behind, next);
    }
    for (std::size_t g = 0; g < n; ++g)
        if (!GroupRun<W>(model, state, groups[g], rule).keep(values[g])) return false;
    return rule.needs < 0 || point(model, state, model.cells_of(rule), rule.needs);
}

}  // namespace

bool filter_groups(Model& model, State& state, const Rule& rule) {
    switch (set_words(model.layout->order())) {
        case 1: return join<1>(model, state, rule);
        case 2: return join<2>(model, state, rule);
        case 4: return join<4>(model, state, rule);
        default: return join<kMaxSetWords>(model, state, rule);
    }
}

void trim_weighings(Model& model) {
    if (model.weighings.size() > kMostWeighings) model.weighings.clear();
}

}  // namespace pandoku::cages
