#include "rating/cycles.hpp"

#include <algorithm>
#include <cstring>

#include "rating/length.hpp"

namespace pandoku::rating {

namespace {

constexpr Class kPassClass[] = {Class::x, Class::y, Class::xy};
constexpr double kCycleRating[] = {6.5, 6.5, 7.0};
constexpr double kChainRating[] = {6.6, 0, 7.0};
constexpr Technique kCycle[] = {Technique::x_cycle, Technique::y_cycle, Technique::cycle};

}  // namespace

void Cycles::find(const Grid& grid, const Grid* original, Conclusions& conclusions) {
    grid_ = &grid;
    original_ = original;
    conclusions_ = &conclusions;
    make_links(grid);
    // The first pass looks at each digit alone. It skips digits that have not changed since it
    // found nothing for them.
    Set is_old = 0;
    for (int d = 0; d < 9 && original == nullptr; ++d) {
        bool is_same = true;
        for (int row = 0; row < 9; ++row) is_same &= before_[row][d] == grid.where[9 + row][d];
        if (is_same) is_old |= bit9(d);
    }
    for (const Pass pass : {Pass::x, Pass::y, Pass::xy}) {
        make_rows(pass);
        for (int cell = 0; cell < 81; ++cell) {
            const Set digits = grid.at[cell];
            if (pass == Pass::y ? !is_two(digits) : !has_two_or_more(digits)) continue;
            for (Set rest = digits; rest != 0; rest &= static_cast<Set>(rest - 1)) {
                const int d = std::countr_zero(rest), start = cell * 9 + d;
                if (pass == Pass::x && (is_old >> d & 1) != 0) continue;
                const Reach on = reach(start, true, pass);
                if (on.cycle != 0) find_cycles(start, pass);
                if (on.chain != 0) find_chain(start, true, pass);
                if (reach(start, false, pass).chain != 0) find_chain(start, false, pass);
                if (work_.is_done()) return;
            }
        }
        if (pass == Pass::x && original == nullptr && !conclusions.best().is_found())
            std::memcpy(before_, grid.where[9], sizeof before_);
    }
}

void Cycles::make_rows(Pass pass) {
    n_candidates_ = 0;
    for (int cell = 0; cell < 81; ++cell)
        each9(grid_->at[cell],
              [&](int d) { number_[cell * 9 + d] = static_cast<std::uint16_t>(n_candidates_++); });
    const int needed = (n_candidates_ + 63) / 64;
    n_words_ = needed <= 3 ? 3 : needed <= 4 ? 4 : needed <= 6 ? 6 : 12;
    const auto size = static_cast<std::size_t>(n_candidates_) * n_words_;
    weak_rows_.assign(size, 0);
    strong_rows_.assign(size, 0);
    const auto add = [&](std::uint64_t* row, int id) {
        row[number_[id] / 64] |= std::uint64_t{1} << (number_[id] % 64);
    };
    leads_ = logic::BitRows(static_cast<std::size_t>(n_candidates_),
                            static_cast<std::size_t>(n_words_) * 64);
    const auto each_candidate = [&](auto&& f) {
        std::size_t number = 0;
        for (int cell = 0; cell < 81; ++cell)
            each9(grid_->at[cell], [&](int d) { f(cell * 9 + d, number++); });
    };
    each_candidate([&](int id, std::size_t number) {
        for (const Strong& on : strong(id, pass)) add(&strong_rows_[number * n_words_], on.id);
    });
    each_candidate([&](int id, std::size_t number) {
        std::uint64_t* const weak_row = &weak_rows_[number * n_words_];
        std::uint64_t* const leads = leads_[number];
        for (const std::uint16_t off : weak(id, pass)) {
            add(weak_row, off);
            if (strong(off, pass).empty()) continue;
            const std::uint64_t* const on = &strong_rows_[std::size_t{number_[off]} * n_words_];
            for (int word = 0; word < n_words_; ++word) leads[word] |= on[word];
        }
    });
    close_rows(leads_);
}

Cycles::Hopes Cycles::hopes(int start, bool start_is_on) const {
    const auto own = static_cast<std::size_t>(number_[start]), n = leads_.n_words();
    const auto meet = [&](const std::uint64_t* a, const std::uint64_t* b) {
        for (std::size_t i = 0; i < n; ++i) {
            const std::uint64_t self = i == own / 64 ? std::uint64_t{1} << (own % 64) : 0;
            if ((a[i] & b[i] & ~self) != 0) return true;
        }
        return false;
    };
    Hopes found{start_is_on && meet(leads_[own], &weak_rows_[own * n]), false};
    logic::each_bit(&strong_rows_[own * n], n, 0, [&](std::size_t next) {
        if (start_is_on)
            found.cycle |= meet(leads_[own], &weak_rows_[next * n]);
        else
            found.chain |= leads_.has(next, own);
    });
    return found;
}

// Runs the searches below on sets of candidates instead of single candidates. This shows which
// starts lead nowhere, as most do.
template <int n_words>
Cycles::Reach Cycles::reach_in(int start, bool start_is_on, Pass pass) const {
    struct Row {
        std::uint64_t words[n_words] = {};
        void join(const std::uint64_t* other) {
            for (int i = 0; i < n_words; ++i) words[i] |= other[i];
        }
        bool has(int number) const { return (words[number / 64] >> (number % 64) & 1) != 0; }
    };
    const auto index = static_cast<std::size_t>(pass);
    const auto may_chain = [&](int depth) {
        return pass != Pass::y &&
               conclusions_->takes(kChainRating[index] + length_increment(depth + 1), depth + 1,
                                   kPassClass[index]);
    };
    const auto may_cycle = [&](int depth) {
        return conclusions_->takes(kCycleRating[index] + length_increment(depth), depth,
                                   kPassClass[index]);
    };
    const int own = number_[start];
    Row seen[2], now, next, closing;  // seen: [is on]
    bool is_on = start_is_on;
    now.words[own / 64] |= std::uint64_t{1} << (own % 64);
    seen[is_on] = now;
    const auto [may_be_chain, may_be_cycle] = hopes(start, start_is_on);
    bool wants_cycle = may_be_cycle, wants_chain = pass != Pass::y && may_be_chain;
    if (!wants_cycle && !wants_chain) return {};
    if (wants_cycle)  // the candidates that are on before the last two links of a cycle
        for (int word = 0; word < n_words; ++word)
            each(strong_rows_[static_cast<std::size_t>(own) * n_words + word], [&](int i) {
                closing.join(&weak_rows_[static_cast<std::size_t>(word * 64 + i) * n_words]);
            });
    Reach found;
    for (int depth = 1;; ++depth, is_on = !is_on) {
        wants_chain = wants_chain && may_chain(depth);
        if (is_on && wants_cycle) {
            wants_cycle = may_cycle(std::max(depth + 1, 4));
            if (wants_cycle && depth > 1) {
                std::uint64_t closes = 0;
                for (int i = 0; i < n_words; ++i) closes |= now.words[i] & closing.words[i];
                if (closes != 0) {
                    found.cycle = depth + 1;
                    wants_cycle = false;
                }
            }
        }
        if (!wants_chain && !wants_cycle) return found;
        const auto& rows = is_on ? weak_rows_ : strong_rows_;
        next = {};
        for (int word = 0; word < n_words; ++word)
            each(now.words[word], [&](int i) {
                next.join(&rows[static_cast<std::size_t>(word * 64 + i) * n_words]);
            });
        std::uint64_t any = 0;
        for (int i = 0; i < n_words; ++i) {
            next.words[i] &= ~seen[!is_on].words[i];
            seen[!is_on].words[i] |= next.words[i];
            any |= next.words[i];
        }
        if (wants_chain && is_on == start_is_on && next.has(own)) {
            found.chain = depth;
            wants_chain = false;
        }
        if (any == 0) return found;
        now = next;
    }
}

Cycles::Reach Cycles::reach(int start, bool start_is_on, Pass pass) {
    work_.done(static_cast<std::size_t>(n_candidates_) / 4);
    switch (n_words_) {
        case 3: return reach_in<3>(start, start_is_on, pass);
        case 4: return reach_in<4>(start, start_is_on, pass);
        case 6: return reach_in<6>(start, start_is_on, pass);
        default: return reach_in<12>(start, start_is_on, pass);
    }
}

void Cycles::make_links(const Grid& grid) {
    for (int cell = 0; cell < 81; ++cell)
        each9(grid.at[cell], [&](int d) {
            const int id = cell * 9 + d;
            Links& links = links_[id];
            int n_weak = 0, n_strong = 0;
            const Set others = grid.at[cell] & static_cast<Set>(~bit9(d));
            each9(others, [&](int other) {
                links.weak[n_weak++] = static_cast<std::uint16_t>(cell * 9 + other);
            });
            links.n_weak_in_cell = static_cast<std::uint8_t>(n_weak);
            if (is_one(others))
                links.strong[n_strong++] = {
                    static_cast<std::uint16_t>(cell * 9 + std::countr_zero(others)), Cause::cell,
                    0};
            links.n_strong_in_cell = static_cast<std::uint8_t>(n_strong);
            for (int type = 0; type < 3; ++type) {
                const int house = kTables.house[cell][type];
                const Set rest =
                    grid.where[house][d] & static_cast<Set>(~bit9(kTables.position[cell][type]));
                each9(rest, [&](int p) {
                    const int other = kTables.cell[house][p];
                    if (type > 0 && kTables.house[other][kBlock] == kTables.house[cell][kBlock])
                        return;
                    links.weak[n_weak++] = static_cast<std::uint16_t>(other * 9 + d);
                });
                if (!is_one(rest)) continue;
                const auto other =
                    static_cast<std::uint16_t>(kTables.cell[house][std::countr_zero(rest)] * 9 + d);
                Strong* const end = links.strong + n_strong;
                if (std::any_of(links.strong + links.n_strong_in_cell, end,
                                [&](const Strong& known) { return known.id == other; }))
                    continue;
                links.strong[n_strong++] = {other, cause_of(type),
                                            static_cast<std::uint8_t>(house)};
            }
            links.n_weak = static_cast<std::uint8_t>(n_weak);
            links.n_strong = static_cast<std::uint8_t>(n_strong);
        });
}

bool Cycles::is_on_path(int point, int id) const {
    // Beginning with the parent, every second node has the other parity.
    for (int at = points_[point].parent; at >= 0;) {
        if (points_[at].id == id) return true;
        at = points_[at].parent;
        if (at >= 0) at = points_[at].parent;
    }
    return false;
}

// Breadth first, in pairs of layers: nodes that are on, then the nodes that they turn off. A node
// that is on is followed once. A node that is off is followed each time that it is reached, unless
// it is already on its path. Nodes that are off and have no strong links are left out, because
// nothing follows from them.
void Cycles::find_cycles(int start, Pass pass) {
    const auto index = static_cast<std::size_t>(pass);
    points_.clear();
    points_.push_back({static_cast<std::uint16_t>(start), -1, Cause::start, 0});
    Bits seen;
    seen.add(start);
    auto& layer = layer_;
    auto& next = next_layer_;
    layer.assign(1, 0);
    for (int depth = 2; !layer.empty(); depth += 2) {
        if (!conclusions_->takes(kCycleRating[index] + length_increment(std::max(depth, 4)),
                                 std::max(depth, 4), kPassClass[index]))
            break;
        next.clear();
        for (const std::int16_t from : layer)
            for (const std::uint16_t off : weak(points_[from].id, pass)) {
                std::int16_t made = -1;
                for (const Strong& on : strong(off, pass)) {
                    const bool closes = on.id == start && depth >= 4;
                    if (seen.has(on.id) && !closes) continue;
                    if (made < 0) {
                        if (is_on_path(from, off)) break;
                        made = static_cast<std::int16_t>(points_.size());
                        points_.push_back({off, from, Cause::start, 0});
                    }
                    if (closes) {
                        points_.push_back({on.id, made, on.cause, on.house});
                        tell_cycle(start, static_cast<int>(points_.size()) - 1, depth, pass);
                        points_.pop_back();
                        continue;
                    }
                    seen.add(on.id);
                    next.push_back(static_cast<std::int16_t>(points_.size()));
                    points_.push_back({on.id, made, on.cause, on.house});
                }
            }
        work_.done(next.size());
        layer.swap(next);
    }
}

// Breadth first from a candidate to itself with the other sign. Every node is followed once.
void Cycles::find_chain(int start, bool start_is_on, Pass pass) {
    const auto index = static_cast<std::size_t>(pass);
    points_.clear();
    points_.push_back({static_cast<std::uint16_t>(start), -1, Cause::start, 0});
    Bits seen[2];  // [is on]
    seen[start_is_on].add(start);
    auto& layer = layer_;
    auto& next = next_layer_;
    layer.assign(1, 0);
    bool is_on = start_is_on;
    for (int depth = 1; !layer.empty(); ++depth, is_on = !is_on) {
        if (!conclusions_->takes(kChainRating[index] + length_increment(depth + 1), depth + 1,
                                 kPassClass[index]))
            break;
        next.clear();
        const auto reach = [&](std::uint16_t id, std::int16_t from, Cause cause,
                               std::uint8_t house) {
            if (seen[!is_on].has(id)) return false;
            seen[!is_on].add(id);
            next.push_back(static_cast<std::int16_t>(points_.size()));
            points_.push_back({id, from, cause, house});
            if (id != start || is_on != start_is_on) return false;
            tell_chain(start, start_is_on, static_cast<int>(points_.size()) - 1, depth, pass);
            return true;
        };
        for (const std::int16_t from : layer) {
            const std::uint16_t id = points_[from].id;
            if (is_on) {
                for (const std::uint16_t off : weak(id, pass))
                    if (reach(off, from, Cause::start, 0)) return;
            } else {
                for (const Strong& on : strong(id, pass))
                    if (reach(on.id, from, on.cause, on.house)) return;
            }
        }
        work_.done(next.size());
        layer.swap(next);
    }
}

void Cycles::tell_cycle(int start, int last, int depth, Pass pass) {
    const auto index = static_cast<std::size_t>(pass);
    ChainHint hint;
    hint.complexity = depth;
    hint.rating = kCycleRating[index] + length_increment(depth);
    hint.kind = kPassClass[index];
    if (!conclusions_->takes(hint.rating, hint.complexity, hint.kind)) return;
    Cells on_cycle, seen[2][9];
    Set digits = 0;
    bool is_on = true;
    for (int at = last; at >= 0; at = points_[at].parent, is_on = !is_on) {
        const int cell = points_[at].id / 9, d = points_[at].id % 9;
        on_cycle.add(cell);
        seen[is_on][d] = seen[is_on][d] | kTables.sight[cell];
        digits |= bit9(d);
    }
    Set gone[81] = {};
    Cells changed;
    each9(digits, [&](int d) {
        ((seen[0][d] & seen[1][d]) - on_cycle).each([&](int cell) {
            if (!grid_->has(cell, d)) return;
            gone[cell] |= bit9(d);
            changed.add(cell);
        });
    });
    if (!changed.any()) return;
    changed.each(
        [&](int cell) { hint.removals.push_back({static_cast<std::uint8_t>(cell), gone[cell]}); });
    hint.technique = kCycle[index];
    hint.start = start;
    if (original_ != nullptr) add_rule_parents(hint, last);
    if (conclusions_->is_told()) add_points(hint, last);
    conclusions_->add(std::move(hint));
}

void Cycles::tell_chain(int start, bool start_is_on, int last, int depth, Pass pass) {
    const auto index = static_cast<std::size_t>(pass);
    ChainHint hint;
    hint.complexity = depth + 1;
    hint.rating = kChainRating[index] + length_increment(hint.complexity);
    hint.kind = kPassClass[index];
    hint.start = start;
    hint.start_is_on = start_is_on;
    hint.target = start;
    hint.is_on = !start_is_on;
    const int cell = start / 9;
    const Set own = bit9(start % 9);
    hint.removals.push_back({static_cast<std::uint8_t>(cell),
                             start_is_on ? own : static_cast<Set>(grid_->at[cell] & ~own)});
    hint.technique = pass == Pass::xy       ? Technique::forcing_chain
                     : hint.complexity == 6 ? Technique::turbot_fish
                                            : Technique::x_chain;
    if (original_ != nullptr) add_rule_parents(hint, last);
    if (conclusions_->is_told()) add_points(hint, last);
    conclusions_->add(std::move(hint));
}

// The candidates that must be off so that the links of a nested chain are strong, and the data that
// distinguish the chain from others.
void Cycles::add_rule_parents(ChainHint& hint, int last) {
    for (int at = last; at >= 0; at = points_[at].parent) {
        const auto& [id, parent, cause, house] = points_[at];
        hint.sum += mixed(id * 2u + 1);
        if (cause == Cause::cell)
            add_gone(hint.rule_parents, *original_, *grid_, id / 9);
        else if (cause != Cause::start)
            add_gone(hint.rule_parents, *original_, *grid_, house, id % 9);
    }
    hint.sum = mixed(hint.sum + (hint.target < 0 ? 9999u : hint.target * 2u + hint.is_on));
}

void Cycles::add_points(ChainHint& hint, int last) const {
    std::vector<int> way;
    for (int at = last; at >= 0; at = points_[at].parent) way.push_back(at);
    bool is_on = hint.start_is_on;
    for (auto at = way.rbegin(); at != way.rend(); ++at, is_on = !is_on) {
        const Point& point = points_[*at];
        int house = -1;
        if (at != way.rbegin()) {
            const int before = points_[point.parent].id / 9, cell = point.id / 9;
            if (is_on) {
                house = point.cause == Cause::cell ? -1 : point.house;
            } else if (before != cell) {
                for (int type = 2; type >= 0; --type)
                    if (kTables.house[before][type] == kTables.house[cell][type])
                        house = kTables.house[cell][type];
            }
        }
        hint.points.push_back({point.id, is_on, static_cast<std::int8_t>(house)});
    }
}

}  // namespace pandoku::rating
