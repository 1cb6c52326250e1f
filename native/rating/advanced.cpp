#include "rating/advanced.hpp"

#include <algorithm>

#include "rating/cycles.hpp"
#include "rating/forcing.hpp"
#include "rating/locking.hpp"

namespace pandoku::rating {

Advanced::Advanced(Work& work, bool is_told) : work_(work), is_told_(is_told) {}
Advanced::~Advanced() = default;

const std::vector<Advanced::Implication>& Advanced::find(const Grid& source, const Grid& now,
                                                         int level) {
    source_ = &source;
    now_ = &now;
    found_.clear();
    n_parents_ = 0;
    find_locking();
    if (found_.empty()) find_hidden_pairs();
    if (found_.empty()) find_naked_pairs();
    if (found_.empty()) find_x_wings();
    if (found_.empty() && (level == 2 || level == 3)) find_cycles();
    if (found_.empty() && level == 3) find_forcing(Forcing::Mode::multiple, 0);
    if (found_.empty() && level >= 4) find_forcing(Forcing::Mode::dynamic, level - 4);
    return found_;
}

bool Advanced::begin(const Bits& parents) {
    if (!parents.any()) return false;
    if (n_parents_ == parents_.size())
        parents_.push_back(std::make_unique<std::vector<std::uint16_t>>());
    auto& list = *parents_[n_parents_++];
    list.clear();
    for (int word = 0; word < 12; ++word)
        each(parents.words[word],
             [&](int i) { list.push_back(static_cast<std::uint16_t>(word * 64 + i)); });
    return true;
}

void Advanced::tell(Technique which, int house, int other, Set digits, Set positions) {
    if (!is_told_) return;
    Told told{};
    told.hint.begin(which, 0);
    told.hint.house = house;
    told.hint.house2 = other;
    told.hint.digits = digits;
    told.hint.positions = positions;
    told.level = -1;
    told.grid = std::make_unique<Grid>(*now_);
    told_.push_back(std::move(told));
}

// The reference stores the removals of a hint in a hash table, and reads it bucket by bucket.
void Advanced::add(std::vector<Removal>& removals, int nested) {
    int n_buckets = 16;
    while (static_cast<int>(removals.size()) > n_buckets * 3 / 4) n_buckets *= 2;
    std::stable_sort(removals.begin(), removals.end(), [&](const Removal& a, const Removal& b) {
        return a.cell % n_buckets < b.cell % n_buckets;
    });
    for (const Removal& removal : removals)
        each9(removal.digits, [&](int d) {
            found_.push_back({removal.cell * 9 + d, *parents_[n_parents_ - 1], nested,
                              static_cast<int>(told_.size()) - 1});
        });
}

void Advanced::find_locking() {
    each_locking(*now_, [&](int house, int crossed, int d) {
        const Set gone =
            now_->where[crossed][d] & static_cast<Set>(~kTables.crossing[crossed][house]);
        if (gone == 0) return false;
        Bits parents;
        const Set outside =
            source_->where[house][d] & static_cast<Set>(~kTables.crossing[house][crossed]);
        each9(outside, [&](int p) { parents.add(kTables.cell[house][p] * 9 + d); });
        if (!begin(parents)) return false;
        tell(house < 9 ? Technique::pointing : Technique::claiming, house, crossed, bit9(d),
             now_->where[house][d]);
        removals_.clear();
        each9(gone, [&](int p) { removals_.push_back({kTables.cell[crossed][p], bit9(d)}); });
        add(removals_, -1);
        return false;
    });
}

void Advanced::find_hidden_pairs() {
    for (const Type type : kColumnsFirst)
        for (int house = 9 * type; house < 9 * type + 9; ++house) {
            if (size_of(now_->open[house]) <= 4) continue;
            for (int high = 1; high < 9; ++high) {
                const Set positions = now_->where[house][high];
                if (!is_two(positions)) continue;
                for (int low = 0; low < high; ++low) {
                    if (now_->where[house][low] != positions) continue;
                    removals_.clear();
                    const auto others = static_cast<Set>(~(bit9(low) | bit9(high)));
                    each9(positions, [&](int p) {
                        const std::uint8_t cell = kTables.cell[house][p];
                        const Set gone = now_->at[cell] & others;
                        if (gone != 0) removals_.push_back({cell, gone});
                    });
                    if (removals_.empty()) continue;
                    Bits parents;
                    for (const int d : {low, high}) add_gone(parents, *source_, *now_, house, d);
                    if (!begin(parents)) continue;
                    tell(Technique::hidden_pair, house, -1, bit9(low) | bit9(high), positions);
                    add(removals_, -1);
                }
            }
        }
}

void Advanced::find_naked_pairs() {
    for (const Type type : kColumnsFirst)
        for (int house = 9 * type; house < 9 * type + 9; ++house) {
            const Set open = now_->open[house];
            if (size_of(open) < 4) continue;
            for (int high = 1; high < 9; ++high) {
                const int second = kTables.cell[house][high];
                const Set pair = now_->at[second];
                if (!is_two(pair)) continue;
                for (int low = 0; low < high; ++low) {
                    const int first = kTables.cell[house][low];
                    if (now_->at[first] != pair) continue;
                    removals_.clear();
                    each9(open & static_cast<Set>(~(bit9(low) | bit9(high))), [&](int p) {
                        const std::uint8_t cell = kTables.cell[house][p];
                        const Set gone = now_->at[cell] & pair;
                        if (gone != 0) removals_.push_back({cell, gone});
                    });
                    if (removals_.empty()) continue;
                    Bits parents;
                    for (const int cell : {first, second}) add_gone(parents, *source_, *now_, cell);
                    if (!begin(parents)) continue;
                    tell(Technique::naked_pair, house, -1, pair, bit9(low) | bit9(high));
                    add(removals_, -1);
                }
            }
        }
}

void Advanced::find_x_wings() {
    for (const Type base : {kColumn, kRow}) {
        const int first = 9 * base, cover = base == kColumn ? 9 : 18;
        for (int high = 1; high < 9; ++high)
            for (int low = 0; low < high; ++low)
                for (int d = 0; d < 9; ++d) {
                    if (now_->n_placed[d] + 4 > 9) continue;
                    const Set covers = now_->where[first + high][d];
                    if (!is_two(covers) || now_->where[first + low][d] != covers) continue;
                    const Set lines = bit9(low) | bit9(high);
                    removals_.clear();
                    each9(covers, [&](int line) {
                        each9(now_->where[cover + line][d] & static_cast<Set>(~lines), [&](int p) {
                            removals_.push_back({kTables.cell[cover + line][p], bit9(d)});
                        });
                    });
                    if (removals_.empty()) continue;
                    Bits parents;
                    for (const int line : {low, high})
                        add_gone(parents, *source_, *now_, first + line, d);
                    if (!begin(parents)) continue;
                    tell(Technique::x_wing, first, -1, bit9(d), lines);
                    add(removals_, -1);
                }
    }
}

void Advanced::find_cycles() {
    if (!cycles_) cycles_ = std::make_unique<Cycles>(work_);
    Conclusions conclusions(true, is_told_);
    cycles_->find(*now_, source_, conclusions);
    take_nested(conclusions, -1);
}

void Advanced::find_forcing(ForcingMode mode, int inner_level) {
    if (!forcing_) forcing_ = std::make_unique<Forcing>(work_);
    Conclusions conclusions(true);
    const bool is_dynamic = mode == Forcing::Mode::dynamic;
    forcing_->find(*now_, source_, mode, inner_level, conclusions);
    take_nested(conclusions, is_dynamic ? inner_level : -1);
}

// All chains, the best first, without chains that remove the same candidates as an earlier chain.
void Advanced::take_nested(Conclusions& conclusions, int level) {
    auto& all = conclusions.all();
    std::stable_sort(all.begin(), all.end(),
                     [](const ChainHint& a, const ChainHint& b) { return a.is_before(b); });
    std::vector<const ChainHint*> taken;
    for (ChainHint& hint : all) {
        const auto removes_the_same = [&](const ChainHint* other) {
            return std::equal(other->removals.begin(), other->removals.end(), hint.removals.begin(),
                              hint.removals.end(), [](const Removal& a, const Removal& b) {
                                  return a.cell == b.cell && a.digits == b.digits;
                              });
        };
        if (std::any_of(taken.begin(), taken.end(), removes_the_same)) continue;
        taken.push_back(&hint);
        if (!begin(hint.rule_parents)) continue;
        removals_ = hint.removals;
        nested_.push_back({hint.complexity, hint.sum});
        if (is_told_) told_.push_back({Hint{}, std::make_unique<Grid>(*now_), hint, level});
        add(removals_, static_cast<int>(nested_.size()) - 1);
    }
}

}  // namespace pandoku::rating
