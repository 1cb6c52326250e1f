#include "logic/scope.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "logic/watch.hpp"

namespace pandoku::logic {
namespace {

constexpr std::int64_t kMostTotals = 1
                                     << 13;  // larger ranges of totals are only compared by bounds

}  // namespace

Scope::Scope(int order, std::vector<std::vector<int>> sees, const RelationLists& lists,
             std::vector<std::vector<int>> houses)
    : order_(order), sees_(std::move(sees)), rules_of_(sees_.size()) {
    for (std::size_t i = 0; i < lists.n_relations(0); ++i) add(lists.relation(0, i));
    for (auto& house : houses) {
        add_rule(Rule::Kind::house, houses_.size(), house);
        houses_.push_back(std::move(house));
    }
}

bool Scope::see(int a, int b) const {
    const auto& seen = sees_[static_cast<std::size_t>(a)];
    return std::ranges::find(seen, b) != seen.end();
}

void Scope::add_rule(Rule::Kind kind, std::size_t number, std::span<const int> cells) {
    for (const int cell : cells)
        rules_of_[static_cast<std::size_t>(cell)].push_back(static_cast<int>(rules_.size()));
    rules_.push_back({kind, number});
}

void Scope::add(const RelationLists::Relation& relation) {
    using Type = RelationLists::Type;
    const std::vector<int> cells(relation.cells.begin(), relation.cells.end());
    const auto n = static_cast<std::size_t>(order_);
    switch (relation.type) {
        case Type::differ: return;  // sight contains it
        case Type::pair: {
            Pair pair{cells[0], cells[1], *relation.table, std::vector<Mask>(n, 0)};
            const bool is_apart = see(pair.a, pair.b);
            for (int d = 0; d < order_; ++d) {
                Mask& seconds = pair.seconds[static_cast<std::size_t>(d)];
                if (is_apart) seconds &= ~bit(d);
                each(seconds, [&](int e) { pair.firsts[static_cast<std::size_t>(e)] |= bit(d); });
            }
            add_rule(Rule::Kind::pair, pairs_.size(), cells);
            pairs_.push_back(std::move(pair));
            return;
        }
        case Type::sum: {
            if (cells.empty()) {  // a sum that is never true: all cells depend on it
                std::vector<int> all(sees_.size());
                std::iota(all.begin(), all.end(), 0);
                return add_rule(Rule::Kind::never, 0, all);
            }
            Total total{cells, {}, {relation.target}, {}};
            for (std::size_t term = 0; term < cells.size(); ++term)
                for (int d = 1; d <= order_; ++d)
                    total.weights.push_back(term < relation.n_plus ? d : -d);
            return add_total(std::move(total));
        }
        case Type::total:
            return add_total({cells,
                              {relation.weights.begin(), relation.weights.end()},
                              {relation.targets.begin(), relation.targets.end()},
                              {}});
        case Type::machine:
            add_rule(Rule::Kind::machine, machines_.size(), cells);
            machines_.push_back({cells, relation.automaton});
            return;
    }
}

void Scope::add_total(Total total) {
    const auto n = static_cast<std::size_t>(order_);
    std::int64_t span = 0;
    const auto weights_of = [&](int term) {
        return std::span(total.weights).subspan(static_cast<std::size_t>(term) * n, n);
    };
    for (int term = 0; term < static_cast<int>(total.cells.size()); ++term) {
        const auto [least, most] = std::ranges::minmax(weights_of(term));
        total.least += least;
        span += most - least;
        const auto fits = [&](const Clique& clique) {
            return std::ranges::equal(weights_of(clique.terms[0]), weights_of(term)) &&
                   std::ranges::all_of(clique.terms, [&](int other) {
                       return see(total.cells[static_cast<std::size_t>(other)],
                                  total.cells[static_cast<std::size_t>(term)]);
                   });
        };
        const auto clique = std::ranges::find_if(total.cliques, fits);
        if (clique != total.cliques.end()) {
            clique->terms.push_back(term);
            continue;
        }
        Clique fresh{{term}, std::vector<int>(n)};
        std::iota(fresh.by_weight.begin(), fresh.by_weight.end(), 0);
        std::ranges::stable_sort(fresh.by_weight, {}, [&](int d) {
            return weights_of(term)[static_cast<std::size_t>(d)];
        });
        total.cliques.push_back(std::move(fresh));
    }
    if (span < kMostTotals) total.n_words = static_cast<std::size_t>(span / 64 + 1);
    std::ranges::sort(total.targets);
    add_rule(Rule::Kind::total, totals_.size(), total.cells);
    totals_.push_back(std::move(total));
}

// A search for ways. It narrows every rule completely at each node, and guesses at the cell with
// the fewest candidates.
class ScopeSearch {
  public:
    ScopeSearch(const Scope& scope, Poll poll)
        : scope_(scope),
          watch_(poll),
          n_(scope.sees_.size()),
          is_changed_(n_),
          is_due_(scope.rules_.size()) {}

    using Masks = std::vector<Mask>;
    enum class Found { way, none, open };

    int n_nodes() const { return n_nodes_; }
    void allow(int n_nodes) {
        n_nodes_ = 0;
        most_ = n_nodes;
    }

    // Narrows the masks until nothing changes. Returns false if a cell has no candidate left.
    // `changed` are the cells to begin with.
    template <class Cells>
    bool narrow(Masks& masks, std::vector<std::uint8_t>& is_placed, const Cells& changed) {
        std::ranges::fill(is_changed_, std::uint8_t{0});
        std::ranges::fill(is_due_, std::uint8_t{0});
        queue_.assign(changed.begin(), changed.end());
        for (const int cell : queue_) is_changed_[static_cast<std::size_t>(cell)] = 1;
        while (true) {
            while (!queue_.empty()) {
                const int cell = queue_.back();
                const auto at = static_cast<std::size_t>(cell);
                queue_.pop_back();
                is_changed_[at] = 0;
                if (masks[at] == 0) return false;
                for (const int rule : scope_.rules_of_[at])
                    is_due_[static_cast<std::size_t>(rule)] = 1;
                if (is_several(masks[at]) || is_placed[at]) continue;
                is_placed[at] = 1;
                for (const int other : scope_.sees_[at])
                    if (!put(masks, other, masks[static_cast<std::size_t>(other)] & ~masks[at]))
                        return false;
            }
            const auto due = std::ranges::find(is_due_, std::uint8_t{1});
            if (due == is_due_.end()) return true;
            *due = 0;
            if (!apply(scope_.rules_[static_cast<std::size_t>(due - is_due_.begin())], masks))
                return false;
        }
    }

    // Searches for a way, which replaces the masks.
    Found search(Masks& masks, const std::vector<std::uint8_t>& is_placed) {
        if (++n_nodes_ > most_) return Found::open;
        if (watch_.is_over()) throw Stopped{};
        const int cell = narrowest(masks);
        if (cell < 0) return Found::way;
        const Masks before = masks;
        for (Mask left = before[static_cast<std::size_t>(cell)]; left != 0; left &= left - 1) {
            masks = before;
            masks[static_cast<std::size_t>(cell)] = left & -left;
            auto placed = is_placed;
            if (!narrow(masks, placed, std::array{cell})) {
                if (++n_nodes_ > most_) return Found::open;
                continue;
            }
            const Found found = search(masks, placed);
            if (found != Found::none) return found;
        }
        return Found::none;
    }

    // Lists the digits of some cells in all ways. Returns false if there are too many.
    bool list(const Masks& masks, const std::vector<std::uint8_t>& is_placed,
              std::span<const int> cells, std::size_t most, std::vector<std::vector<int>>& ways) {
        if (++n_nodes_ > most_) return false;
        if (watch_.is_over()) throw Stopped{};
        const auto open = std::ranges::find_if(
            cells, [&](int cell) { return is_several(masks[static_cast<std::size_t>(cell)]); });
        if (open == cells.end()) {
            Masks way = masks;
            const Found found = search(way, is_placed);
            if (found != Found::way) return found == Found::none;
            std::vector<int> digits;
            for (const int cell : cells)
                digits.push_back(lowest(masks[static_cast<std::size_t>(cell)]));
            ways.push_back(std::move(digits));
            return ways.size() <= most;
        }
        for (Mask left = masks[static_cast<std::size_t>(*open)]; left != 0; left &= left - 1) {
            Masks after = masks;
            after[static_cast<std::size_t>(*open)] = left & -left;
            auto placed = is_placed;
            if (narrow(after, placed, std::array{*open}) && !list(after, placed, cells, most, ways))
                return false;
        }
        return true;
    }

  private:
    static int narrowest(const Masks& masks) {
        int best = -1, fewest = 65;
        for (std::size_t at = 0; at < masks.size(); ++at) {
            if (!is_several(masks[at])) continue;
            const int n = count(masks[at]);
            if (n >= fewest) continue;
            best = static_cast<int>(at);
            fewest = n;
            if (n == 2) break;
        }
        return best;
    }

    bool put(Masks& masks, int cell, Mask mask) {
        const auto at = static_cast<std::size_t>(cell);
        if (mask == masks[at]) return true;
        masks[at] = mask;
        if (mask == 0) return false;
        if (!is_changed_[at]) {
            is_changed_[at] = 1;
            queue_.push_back(cell);
        }
        return true;
    }

    bool apply(const Scope::Rule& rule, Masks& masks) {
        switch (rule.kind) {
            case Scope::Rule::Kind::pair: return apply(scope_.pairs_[rule.number], masks);
            case Scope::Rule::Kind::total: return apply(scope_.totals_[rule.number], masks);
            case Scope::Rule::Kind::machine: return apply(scope_.machines_[rule.number], masks);
            case Scope::Rule::Kind::house: return apply(scope_.houses_[rule.number], masks);
            case Scope::Rule::Kind::never: return false;
        }
        return false;
    }

    bool apply(const Scope::Pair& pair, Masks& masks) {
        const Mask a = masks[static_cast<std::size_t>(pair.a)],
                   b = masks[static_cast<std::size_t>(pair.b)];
        Mask firsts = 0, seconds = 0;
        each(a, [&](int d) { seconds |= pair.seconds[static_cast<std::size_t>(d)]; });
        each(b, [&](int d) { firsts |= pair.firsts[static_cast<std::size_t>(d)]; });
        return put(masks, pair.a, a & firsts) && put(masks, pair.b, b & seconds);
    }

    // Each digit of a house has at least one place, and if it has one, it is there.
    bool apply(const std::vector<int>& house, Masks& masks) {
        Mask once = 0, twice = 0;
        for (const int cell : house) {
            twice |= once & masks[static_cast<std::size_t>(cell)];
            once |= masks[static_cast<std::size_t>(cell)];
        }
        if (count(once) < static_cast<int>(house.size())) return false;
        const Mask sole = once & ~twice;
        for (const int cell : house) {
            const Mask own = masks[static_cast<std::size_t>(cell)] & sole;
            if (is_several(own)) return false;
            if (own != 0 && !put(masks, cell, own)) return false;
        }
        return true;
    }

    bool apply(const Scope::Machine& machine, Masks& masks) {
        const Automaton& automaton = *machine.automaton;
        const std::size_t n = machine.cells.size(), n_words = automaton.n_words;
        sets_.assign((n + 1) * n_words, 0);
        sets_[0] = 1;
        const auto each_state = [&](std::size_t layer, auto f) {
            for (std::size_t w = 0; w < n_words; ++w)
                each(sets_[layer * n_words + w], [&](int b) {
                    f(static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(b));
                });
        };
        for (std::size_t at = 0; at < n; ++at) {
            const Mask mask = masks[static_cast<std::size_t>(machine.cells[at])];
            each_state(at, [&](std::uint32_t state) {
                for (const auto& move : automaton.moves_of(state))
                    if ((move.digits & mask) != 0)
                        sets_[(at + 1) * n_words + move.to / 64] |= std::uint64_t{1}
                                                                    << (move.to % 64);
            });
        }
        for (std::size_t w = 0; w < n_words; ++w) sets_[n * n_words + w] &= automaton.accepting[w];
        for (std::size_t at = n; at-- > 0;) {
            const int cell = machine.cells[at];
            const Mask mask = masks[static_cast<std::size_t>(cell)];
            Mask kept = 0;
            for (std::size_t w = 0; w < n_words; ++w) {
                std::uint64_t& word = sets_[at * n_words + w];
                each(word, [&](int b) {
                    const auto state =
                        static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(b);
                    Mask leading = 0;
                    for (const auto& move : automaton.moves_of(state))
                        if (sets_[(at + 1) * n_words + move.to / 64] >> (move.to % 64) & 1)
                            leading |= move.digits & mask;
                    kept |= leading;
                    if (leading == 0) word &= ~(std::uint64_t{1} << b);
                });
            }
            if (!put(masks, cell, kept)) return false;
        }
        return true;
    }

    // The least or the greatest total of a clique, for different digits. `without` is a term to
    // leave out, with its digit, or -1. Returns false if there are too few digits.
    bool bound(const Scope::Total& total, const Scope::Clique& clique, const Masks& masks,
               bool is_most, int without, int digit, std::int64_t& sum) const {
        const auto n = static_cast<std::size_t>(scope_.order_);
        Mask may = 0;
        int n_terms = 0;
        for (const int term : clique.terms) {
            if (term == without) continue;
            may |= masks[static_cast<std::size_t>(total.cells[static_cast<std::size_t>(term)])];
            ++n_terms;
        }
        if (without >= 0) may &= ~bit(digit);
        const std::int64_t* const weights =
            total.weights.data() + static_cast<std::size_t>(clique.terms[0]) * n;
        for (std::size_t i = 0; i < n && n_terms > 0; ++i) {
            const int d = clique.by_weight[is_most ? n - 1 - i : i];
            if ((may >> d & 1) == 0) continue;
            sum += weights[static_cast<std::size_t>(d)];
            --n_terms;
        }
        return n_terms == 0;
    }

    bool apply(const Scope::Total& total, Masks& masks) {
        if (!bound_terms(total, masks)) return false;
        return total.n_words == 0 || narrow_sums(total, masks);
    }

    // Removes digits that make the total too small or too large for every target, even if all other
    // cells take their greatest or least digits.
    bool bound_terms(const Scope::Total& total, Masks& masks) {
        const auto n = static_cast<std::size_t>(scope_.order_);
        const std::size_t n_cliques = total.cliques.size();
        least_.assign(n_cliques, 0);
        most_of_.assign(n_cliques, 0);
        std::int64_t least = 0, most = 0;
        for (std::size_t i = 0; i < n_cliques; ++i) {
            if (!bound(total, total.cliques[i], masks, false, -1, 0, least_[i])) return false;
            if (!bound(total, total.cliques[i], masks, true, -1, 0, most_of_[i])) return false;
            least += least_[i];
            most += most_of_[i];
        }
        if (total.targets.empty()) return false;
        const std::int64_t from = total.targets.front(), to = total.targets.back();
        if (least > to || most < from) return false;
        for (std::size_t i = 0; i < n_cliques; ++i) {
            const Scope::Clique& clique = total.cliques[i];
            for (const int term : clique.terms) {
                const int cell = total.cells[static_cast<std::size_t>(term)];
                const Mask mask = masks[static_cast<std::size_t>(cell)];
                if (!is_several(mask)) continue;
                Mask kept = 0;
                each(mask, [&](int d) {
                    const std::int64_t own = total.weights[static_cast<std::size_t>(term) * n +
                                                           static_cast<std::size_t>(d)];
                    std::int64_t low = own + least - least_[i], high = own + most - most_of_[i];
                    if (bound(total, clique, masks, false, term, d, low) &&
                        bound(total, clique, masks, true, term, d, high) && low <= to &&
                        high >= from)
                        kept |= bit(d);
                });
                if (!put(masks, cell, kept)) return false;
            }
        }
        return true;
    }

    // Removes the digits that are in no choice of candidates with one of the targets as its total.
    // Cells in sight of each other may have equal digits here.
    bool narrow_sums(const Scope::Total& total, Masks& masks) {
        const std::size_t n = total.cells.size(), n_words = total.n_words;
        const auto order = static_cast<std::size_t>(scope_.order_);
        sets_.assign((2 * n + 2) * n_words, 0);
        std::uint64_t* const before = sets_.data();
        std::uint64_t* const after = sets_.data() + (n + 1) * n_words;
        lowest_.assign(n + 1, 0);  // [term] the least weight of the terms before it
        for (std::size_t at = 0; at < n; ++at) {
            const auto weights = std::span(total.weights).subspan(at * order, order);
            lowest_[at + 1] = lowest_[at] + *std::ranges::min_element(weights);
        }
        before[0] = 1;
        for (std::size_t at = 0; at < n; ++at) {
            const std::int64_t least = lowest_[at + 1] - lowest_[at];
            each(mask_of(total, masks, at), [&](int d) {
                const std::int64_t up =
                    total.weights[at * order + static_cast<std::size_t>(d)] - least;
                shift_up(before + at * n_words, before + (at + 1) * n_words, n_words, up);
            });
        }
        for (const std::int64_t target : total.targets) {
            const std::int64_t place = target - total.least;
            if (place >= 0 && place < static_cast<std::int64_t>(n_words * 64))
                after[n * n_words + static_cast<std::size_t>(place) / 64] |= std::uint64_t{1}
                                                                             << (place % 64);
        }
        for (std::size_t at = n; at-- > 0;) {
            const std::int64_t least = lowest_[at + 1] - lowest_[at];
            Mask kept = 0;
            each(mask_of(total, masks, at), [&](int d) {
                const std::int64_t down =
                    total.weights[at * order + static_cast<std::size_t>(d)] - least;
                if (shift_down(after + (at + 1) * n_words, before + at * n_words,
                               after + at * n_words, n_words, down))
                    kept |= bit(d);
            });
            if (!put(masks, total.cells[at], kept)) return false;
        }
        return true;
    }

    static Mask mask_of(const Scope::Total& total, const Masks& masks, std::size_t term) {
        return masks[static_cast<std::size_t>(total.cells[term])];
    }

    // Adds to a set the elements of another set, each increased by a number.
    static void shift_up(const std::uint64_t* from, std::uint64_t* to, std::size_t n_words,
                         std::int64_t by) {
        const auto words = static_cast<std::size_t>(by / 64);
        const int bits = static_cast<int>(by % 64);
        for (std::size_t w = n_words; w-- > words;) {
            std::uint64_t moved = from[w - words] << bits;
            if (bits != 0 && w > words) moved |= from[w - words - 1] >> (64 - bits);
            to[w] |= moved;
        }
    }

    // Adds to a set those elements of `within` that are in another set if they are increased by a
    // number. Returns whether there are any.
    static bool shift_down(const std::uint64_t* from, const std::uint64_t* within,
                           std::uint64_t* to, std::size_t n_words, std::int64_t by) {
        const auto words = static_cast<std::size_t>(by / 64);
        const int bits = static_cast<int>(by % 64);
        std::uint64_t any = 0;
        for (std::size_t w = 0; w + words < n_words; ++w) {
            std::uint64_t moved = from[w + words] >> bits;
            if (bits != 0 && w + words + 1 < n_words) moved |= from[w + words + 1] << (64 - bits);
            moved &= within[w];
            any |= moved;
            to[w] |= moved;
        }
        return any != 0;
    }

    const Scope& scope_;
    Watch watch_;
    std::size_t n_;
    int n_nodes_ = 0, most_ = 0;
    std::vector<int> queue_;
    std::vector<std::uint8_t> is_changed_, is_due_;
    std::vector<std::uint64_t> sets_;
    std::vector<std::int64_t> least_, most_of_, lowest_;
};

Scope::Answer Scope::ask(std::span<const Mask> masks, std::span<const Absence> absences,
                         Limits limits, Poll poll) const {
    ScopeSearch search(*this, poll);
    using Found = ScopeSearch::Found;
    Answer answer{{masks.begin(), masks.end()}, std::vector<std::uint8_t>(absences.size(), 0)};
    std::vector<Mask> start(masks.begin(), masks.end());
    std::vector<std::uint8_t> is_placed(sees_.size(), 0);
    std::vector<int> cells(sees_.size());
    std::iota(cells.begin(), cells.end(), 0);
    if (!search.narrow(start, is_placed, cells)) {
        std::ranges::fill(answer.left, Mask{0});
        std::ranges::fill(answer.never, std::uint8_t{1});
        return answer;
    }
    answer.left = start;
    std::vector<Mask> known(sees_.size(), 0);  // the candidates of the ways found so far
    std::vector<std::vector<Mask>> ways;
    // Where one question stays open, others do too, so each of them gets fewer nodes.
    int limit = limits.one;
    // Asks whether there is a way that satisfies further requirements on some cells.
    const auto find = [&](std::vector<Mask> from, const std::vector<int>& changed) {
        if (answer.n_nodes >= limits.all) return Found::open;
        search.allow(limit);
        auto placed = is_placed;
        const Found found =
            search.narrow(from, placed, changed) ? search.search(from, placed) : Found::none;
        answer.n_nodes += search.n_nodes() + 1;
        if (found == Found::open) limit = std::max(limit / 3, std::min(limits.one, 100));
        if (found != Found::way) return found;
        for (std::size_t i = 0; i < from.size(); ++i) known[i] |= from[i];
        ways.push_back(std::move(from));
        return found;
    };
    for (const int cell : cells) {
        const auto at = static_cast<std::size_t>(cell);
        each(start[at], [&](int d) {
            if ((known[at] & bit(d)) != 0) return;
            auto from = start;
            from[at] = bit(d);
            const Found found = find(std::move(from), {cell});
            if (found == Found::none) answer.left[at] &= ~bit(d);
            if (found == Found::open) answer.is_complete = false;
        });
    }
    for (std::size_t i = 0; i < absences.size(); ++i) {
        const Mask digit = bit(absences[i].digit);
        const auto has_none = [&](const std::vector<Mask>& way) {
            return std::ranges::none_of(absences[i].cells, [&](int cell) {
                return way[static_cast<std::size_t>(cell)] == digit;
            });
        };
        if (std::ranges::any_of(ways, has_none)) continue;
        auto from = start;
        for (const int cell : absences[i].cells) from[static_cast<std::size_t>(cell)] &= ~digit;
        const Found found = find(std::move(from), absences[i].cells);
        if (found == Found::none) answer.never[i] = 1;
        if (found == Found::open) answer.is_complete = false;
    }
    return answer;
}

std::vector<int> Scope::find(std::span<const Mask> masks, int n_nodes, Poll poll) const {
    std::vector<std::vector<int>> ways;
    std::vector<int> all(sees_.size());
    std::iota(all.begin(), all.end(), 0);
    list(masks, all, 0, n_nodes, poll, ways);  // ends at the first way
    return ways.empty() ? std::vector<int>{} : ways[0];
}

bool Scope::list(std::span<const Mask> masks, std::span<const int> cells, std::size_t most,
                 int n_nodes, Poll poll, std::vector<std::vector<int>>& ways) const {
    ScopeSearch search(*this, poll);
    search.allow(n_nodes);
    std::vector<Mask> start(masks.begin(), masks.end());
    std::vector<std::uint8_t> is_placed(sees_.size(), 0);
    std::vector<int> all(sees_.size());
    std::iota(all.begin(), all.end(), 0);
    return !search.narrow(start, is_placed, all) ||
           search.list(start, is_placed, cells, most, ways);
}

}  // namespace pandoku::logic
