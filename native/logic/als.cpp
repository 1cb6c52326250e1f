// Techniques of almost locked sets: two of them (XZ), three (XY-wing), more (chain), and several
// around a cell (death blossom).
#include "logic/als.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "logic/finders.hpp"

namespace pandoku::logic {

namespace {

constexpr const char* kRoles[] = {"set-a", "set-b", "set-c", "set-d", "set-e", "set-f", "set-g", "set-h", "set-i", "set-j", "set-k"};
constexpr std::size_t kMostSets = std::size(kRoles);

class Collector {
  public:
    explicit Collector(const Board& board) : board_(board), layout_(board.layout()) {}

    std::vector<Als> run() {
        for (int house = 0; house < layout_.n_houses(); ++house) {
            open_.clear();
            for (const int cell : layout_.cells(house))
                if (count(board_.at(cell)) >= 2) open_.push_back(cell);
            choose(house, 0, 0);
        }
        return std::move(found_);
    }

  private:
    void choose(int house, std::size_t next, Mask digits) {
        const auto size = static_cast<int>(chosen_.size());
        if (size > 0 && count(digits) == size + 1 && known_.insert(chosen_).second) add(house, digits);
        if (size == most_set(board_.order())) return;
        for (std::size_t i = next; i < open_.size(); ++i) {
            const Mask grown = digits | board_.at(open_[i]);
            if (count(grown) > most_set(board_.order()) + 1) continue;
            chosen_.push_back(open_[i]);
            choose(house, i + 1, grown);
            chosen_.pop_back();
        }
    }

    void add(int house, Mask digits) {
        Als als{house, chosen_, layout_.none(), digits, {}, {}};
        als.with.assign(board_.order(), layout_.none());
        als.sight.assign(board_.order(), layout_.none());
        for (const int cell : chosen_) als.set.add(cell);
        each(digits, [&](int digit) {
            als.with[digit] = als.set & board_.cells_with(digit);
            als.sight[digit] = board_.cells_with(digit);
            als.with[digit].each([&](int cell) { als.sight[digit] &= layout_.sight(cell); });
        });
        found_.push_back(std::move(als));
    }

    const Board& board_;
    const Layout& layout_;
    std::vector<int> open_, chosen_;
    std::set<std::vector<int>> known_;
    std::vector<Als> found_;
};

Mask restricted(const Als& a, const Als& b) {
    Mask mask = 0;
    each(a.digits & b.digits, [&](int d) {
        if (a.is_restricted(b, d)) mask |= bit(d);
    });
    return mask;
}

void mark(const Board& board, Step& step, const Als& als, std::size_t number) {
    for (const int cell : als.cells) step.mark_all(board, cell, als.digits, kRoles[number]);
    step.houses.push_back(als.house);
}

void mark_digit(Step& step, const Als& als, int digit, const char* role) {
    als.with[digit].each([&](int cell) { step.mark(cell, digit, role); });
}

void eliminate(Step& step, const CellSet& cells, int digit) {
    cells.each([&](int cell) {
        const Candidate gone = Step::make(cell, digit);
        if (std::find(step.eliminations.begin(), step.eliminations.end(), gone) ==
            step.eliminations.end())
            step.eliminations.push_back(gone);
    });
}

}  // namespace

std::vector<Als> almost_locked_sets(const Board& board) { return Collector(board).run(); }

void find_als_xz(const Board& board, Sink& sink) {
    const auto sets = almost_locked_sets(board);
    for (std::size_t i = 0; i < sets.size(); ++i)
        for (std::size_t j = i + 1; j < sets.size(); ++j) {
            if (sink.done()) return;
            const Als &a = sets[i], &b = sets[j];
            const Mask links = restricted(a, b);
            if (links == 0) continue;
            // Told once for each link; what two links do together is told with the first.
            const bool is_double = count(links) >= 2 && !a.set.meets(b.set);
            Mask todo = is_double ? links & -links : links;
            for (; todo != 0; todo &= todo - 1) {
                const int x = lowest(todo);
                Step& step = sink.start();
                for (Mask rest = a.digits & b.digits; rest != 0; rest &= rest - 1) {
                    const int z = lowest(rest);
                    if (z != x || is_double)
                        eliminate(step, a.sight[z] & b.sight[z], z);
                }
                if (is_double)
                    for (const Als* one : {&a, &b})
                        each(one->digits & ~links, [&](int d) {
                            eliminate(step, one->sight[d] - a.set - b.set, d);
                        });
                if (step.eliminations.empty()) continue;
                mark(board, step, a, 0);
                mark(board, step, b, 1);
                for (const Als* one : {&a, &b})
                    each(is_double ? links : bit(x),
                         [&](int d) { mark_digit(step, *one, d, "restricted"); });
                sink.finish();
            }
        }
}

// The middle set c shares the restricted digit x with a, and y with b.
void find_als_xy_wings(const Board& board, Sink& sink) {
    const auto sets = almost_locked_sets(board);
    std::vector<std::pair<const Als*, Mask>> linked;
    for (const Als& c : sets) {
        linked.clear();
        for (const Als& other : sets)
            if (&other != &c)
                if (const Mask links = restricted(c, other); links != 0)
                    linked.emplace_back(&other, links);
        for (std::size_t i = 0; i < linked.size(); ++i)
            for (std::size_t j = i + 1; j < linked.size(); ++j) {
                if (sink.done()) return;
                const auto [a, x_links] = linked[i];
                const auto [b, y_links] = linked[j];
                // Any two different digits will do.
                for (Mask xs = x_links; xs != 0; xs &= xs - 1)
                    for (Mask ys = y_links & ~(xs & -xs); ys != 0; ys &= ys - 1) {
                        const int x = lowest(xs), y = lowest(ys);
                        Step& step = sink.start();
                        each(a->digits & b->digits & ~bit(x) & ~bit(y), [&](int z) {
                            eliminate(step, (a->sight[z] & b->sight[z]) - c.set, z);
                        });
                        if (step.eliminations.empty()) continue;
                        mark(board, step, *a, 0);
                        mark(board, step, c, 1);
                        mark(board, step, *b, 2);
                        for (const auto& [set, digit] : {std::pair{a, x}, {&c, x}, {&c, y}, {b, y}})
                            mark_digit(step, *set, digit, "restricted");
                        sink.finish();
                    }
            }
    }
}

namespace {

// From a first set, by restricted digits that differ from one link to the next.
class AlsChains {
  public:
    AlsChains(const Board& board, Sink& sink)
        : board_(board), sink_(sink), sets_(almost_locked_sets(board)), links_(sets_.size()) {}

    void run() {
        for (std::size_t i = 0; i < sets_.size(); ++i) {
            if (sink_.done()) return;
            for (std::size_t j = 0; j < sets_.size(); ++j)
                if (i != j)
                    if (const Mask links = restricted(sets_[i], sets_[j]); links != 0)
                        links_[i].push_back({static_cast<int>(j), links});
        }
        for (std::size_t first = 0; first < sets_.size(); ++first)
            each(sets_[first].digits, [&](int digit) {
                if (!sink_.done()) spread(static_cast<int>(first), digit);
            });
    }

  private:
    struct Neighbour {
        int set;
        Mask digits;
    };
    // A set reached by a digit; `from` is the state before, by index.
    struct State {
        int set, digit, from, length;
    };

    // All chains that start with `digit` as their first link, short ones first.
    void spread(int first, int digit) {
        states_.clear();
        seen_.assign(sets_.size() * board_.order(), false);
        for (const Neighbour& next : links_[first])
            if ((next.digits & bit(digit)) != 0) reach(next.set, digit, -1, 2);
        for (std::size_t i = 0; i < states_.size() && !sink_.done(); ++i) {
            const State state = states_[i];
            if (state.length > 3 && state.set > first) tell(first, digit, state);
            if (state.length == static_cast<int>(kMostSets)) continue;
            for (const Neighbour& next : links_[state.set])
                each(next.digits & ~bit(state.digit), [&](int d) {
                    if (next.set != first) reach(next.set, d, static_cast<int>(i), state.length + 1);
                });
        }
    }

    void reach(int set, int digit, int from, int length) {
        auto&& seen = seen_[set * board_.order() + digit];
        if (seen) return;
        seen = true;
        states_.push_back({set, digit, from, length});
    }

    void tell(int first, int first_digit, const State& last) {
        const Als &a = sets_[first], &b = sets_[last.set];
        Step& step = sink_.start();
        each(a.digits & b.digits & ~bit(first_digit) & ~bit(last.digit),
             [&](int z) { eliminate(step, a.sight[z] & b.sight[z], z); });
        if (step.eliminations.empty()) return;
        std::vector<State> way{last};
        while (way.back().from >= 0) way.push_back(states_[way.back().from]);
        std::reverse(way.begin(), way.end());
        mark(board_, step, a, 0);
        const Als* before = &a;
        for (std::size_t i = 0; i < way.size(); ++i) {
            const Als& now = sets_[way[i].set];
            mark(board_, step, now, i + 1);
            mark_digit(step, *before, way[i].digit, "restricted");
            mark_digit(step, now, way[i].digit, "restricted");
            before = &now;
        }
        sink_.finish();
    }

    const Board& board_;
    Sink& sink_;
    std::vector<Als> sets_;
    std::vector<std::vector<Neighbour>> links_;
    std::vector<State> states_;
    std::vector<bool> seen_;
};

// A cell, and for each of its candidates a set that has it only in sight of the cell.
class Blossoms {
  public:
    Blossoms(const Board& board, Sink& sink)
        : board_(board), layout_(board.layout()), sink_(sink), sets_(almost_locked_sets(board)) {}

    void run() {
        for (int stem = 0; stem < layout_.n_cells() && !sink_.done(); ++stem) {
            const int n = count(board_.at(stem));
            if (n < 2 || n > static_cast<int>(kMostSets)) continue;
            digits_.clear(), petals_.clear();
            each(board_.at(stem), [&](int digit) {
                digits_.push_back(digit);
                petals_.emplace_back();
                for (const Als& als : sets_)
                    if ((als.digits & bit(digit)) != 0 && !als.set.has(stem) &&
                        als.with[digit].is_within(layout_.sight(stem)))
                        petals_.back().push_back(&als);
            });
            told_.clear();
            for (int z = 0; z < board_.order(); ++z)
                board_.cells_with(z).each([&](int victim) {
                    if (victim != stem && !sink_.done() && choose(z, victim)) tell(stem);
                });
        }
    }

  private:
    // For each candidate of the stem the first petal that has z in sight of the victim only: so
    // every victim is found, without trying all combinations of petals.
    bool choose(int z, int victim) {
        chosen_.clear();
        for (std::size_t i = 0; i < petals_.size(); ++i) {
            if (digits_[i] == z) return false;
            for (const Als* petal : petals_[i])
                if ((petal->digits & bit(z)) != 0 && petal->sight[z].has(victim)) {
                    chosen_.push_back(petal);
                    break;
                }
            if (chosen_.size() == i) return false;
        }
        return std::find(told_.begin(), told_.end(), chosen_) == told_.end();
    }

    // With every digit that all these petals have.
    void tell(int stem) {
        told_.push_back(chosen_);
        Mask common = layout_.all_digits() & ~board_.at(stem);
        for (const Als* petal : chosen_) common &= petal->digits;
        Step& step = sink_.start();
        each(common, [&](int z) {
            CellSet gone = board_.cells_with(z);
            for (const Als* petal : chosen_) gone &= petal->sight[z];
            gone.drop(stem);
            eliminate(step, gone, z);
        });
        step.mark_all(board_, stem, layout_.all_digits(), "stem");
        for (std::size_t i = 0; i < chosen_.size(); ++i) {
            mark(board_, step, *chosen_[i], i);
            mark_digit(step, *chosen_[i], digits_[i], "restricted");
        }
        sink_.finish();
    }

    const Board& board_;
    const Layout& layout_;
    Sink& sink_;
    std::vector<Als> sets_;
    std::vector<int> digits_;  // the stem's candidates, and the sets that can lose each
    std::vector<std::vector<const Als*>> petals_;
    std::vector<const Als*> chosen_;
    std::vector<std::vector<const Als*>> told_;
};

}  // namespace

void find_als_chains(const Board& board, Sink& sink) { AlsChains(board, sink).run(); }

void find_death_blossoms(const Board& board, Sink& sink) { Blossoms(board, sink).run(); }

}  // namespace pandoku::logic
