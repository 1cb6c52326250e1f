// Rules whose fillings are listed: pairs of cells, and tables with a bit for every filling.
//
//   supports  [word w][position p][digit d]: the fillings 64w .. 64w+63 that put d at p
//   valid     the fillings still possible. These words are part of the state, so that they can be
//             undone
//   hints     [position][digit]: the last word where a filling for the digit was found. It is
//             looked at first, because it usually still has a filling. A wrong hint does no harm,
//             so hints are not undone
#include <algorithm>

#include "cages/model.hpp"
#include "cages/rule_terms.hpp"

namespace pandoku::cages {
namespace {

constexpr std::size_t kMaxSupports = 8'000'000;  // words, for all tables of a puzzle: 64 MB
constexpr int kMaxTableCells = 8;
// The number of digits that may be tried to make a table: this many per allowed filling, and some
// more, because the first filling may take long to find.
constexpr int kStepsForFilling = 8;
constexpr std::int64_t kSpareSteps = 200;
// For sums of at least this many cells, the number of fillings with repeated digits is estimated
// first. If it is more than kHopeless times the allowed number, no table is tried, because the
// fillings without repeats are hardly ever few enough.
constexpr std::size_t kManyCells = 7;
constexpr std::int64_t kHopeless = 32;

std::uint32_t all_positions(const Rule& rule) { return (std::uint32_t{1} << rule.n_cells) - 1; }

// Finds the houses with two or more cells of the rule.
void find_lines(Model& model, Rule& rule) {
    const Layout& layout = *model.layout;
    const auto cells = model.cells_of(rule);
    rule.first_line = static_cast<std::uint32_t>(model.lines.size());
    for (std::uint32_t p = 0; p < rule.n_cells; ++p)
        for (const Place place : layout.places(cells[p])) {
            const auto begin = model.lines.begin() + rule.first_line;
            const auto line = std::find_if(begin, model.lines.end(),
                                           [&](const Line& l) { return l.house == place.house; });
            if (line == model.lines.end())
                model.lines.push_back({place.house, std::uint32_t{1} << p});
            else
                line->positions |= std::uint32_t{1} << p;
        }
    const auto begin = model.lines.begin() + rule.first_line;
    model.lines.erase(std::remove_if(begin, model.lines.end(),
                                     [](const Line& l) { return !is_several(l.positions); }),
                      model.lines.end());
    rule.n_lines = static_cast<std::uint32_t>(model.lines.size()) - rule.first_line;
}

// The supports of a table, with the sizes needed to index them.
struct Sheet {
    const std::uint64_t* supports;
    std::size_t n, block;  // the order, and supports for each word of fillings: order * n_cells

    std::uint64_t of(std::size_t word, std::size_t position, int digit) const {
        return supports[word * block + position * n + static_cast<std::size_t>(digit)];
    }
    std::uint64_t of_any(std::size_t word, std::size_t position, Mask digits) const {
        const std::uint64_t* at = supports + word * block + position * n;
        std::uint64_t sum = 0;
        for (; digits != 0; digits &= digits - 1) sum |= at[std::countr_zero(digits)];
        return sum;
    }
};

// A cell that changed, described by the digits that it has or, if they are fewer, by the digits
// that it lacks.
struct Change {
    std::size_t position;
    Mask digits;
    std::uint64_t flip;  // all ones for the digits that it lacks
};

// All remaining fillings are in the words from `first` up to `end`.
struct Extent {
    std::uint32_t first = 0, end = 0;
};

// Drops the fillings that changed cells no longer allow. Returns whether any filling was dropped,
// and updates the range of words with fillings.
bool drop_fillings(const Sheet& sheet, State& state, const Rule& rule,
                   std::span<const std::uint16_t> cells, std::uint32_t changed, Extent& left) {
    Change changes[kMaxTableCells];
    std::size_t n_changes = 0;
    for (; changed != 0; changed &= changed - 1) {
        const auto p = static_cast<std::size_t>(std::countr_zero(changed));
        const Mask has = state.at(cells[p]), lacks = state.layout().all_digits() & ~has;
        changes[n_changes++] =
            count(has) <= count(lacks) ? Change{p, has, 0} : Change{p, lacks, ~std::uint64_t{0}};
    }
    bool dropped = false;
    for (std::uint32_t w = 0; w < rule.n_words; ++w) {
        const std::uint64_t old = state.word(rule.first_word + w);
        if (old == 0) continue;
        std::uint64_t now = old;
        for (std::size_t i = 0; i < n_changes && now != 0; ++i)
            now &= sheet.of_any(w, changes[i].position, changes[i].digits) ^ changes[i].flip;
        if (now != 0) {
            if (left.end == 0) left.first = w;
            left.end = w + 1;
        }
        if (now == old) continue;
        dropped = true;
        state.set_word(rule.first_word + w, now);
    }
    return dropped;
}

bool drop_candidates(const Sheet& sheet, State& state, const Rule& rule,
                     std::span<const std::uint16_t> cells, const Extent& left_words,
                     std::uint16_t* hints) {
    for (std::size_t p = 0; p < cells.size(); ++p, hints += sheet.n) {
        const Mask mask = state.at(cells[p]);
        if (!is_several(mask)) continue;
        Mask missing = 0;
        for (Mask left = mask; left != 0; left &= left - 1) {
            const int digit = lowest(left);
            const std::uint16_t w = hints[digit];
            if (!(sheet.of(w, p, digit) & state.word(rule.first_word + w))) missing |= bit(digit);
        }
        for (std::uint32_t w = left_words.first; w < left_words.end && missing != 0; ++w) {
            const std::uint64_t valid = state.word(rule.first_word + w);
            if (valid == 0) continue;
            for (Mask left = missing; left != 0; left &= left - 1) {
                const int digit = lowest(left);
                if (!(sheet.of(w, p, digit) & valid)) continue;
                missing &= ~bit(digit);
                hints[digit] = static_cast<std::uint16_t>(w);
            }
        }
        if (!state.remove(cells[p], missing)) return false;
    }
    return true;
}

// Whether every remaining filling puts the digit at one of these positions.
bool always_there(const Sheet& sheet, const State& state, const Rule& rule,
                  const Extent& left_words, std::uint32_t positions, int digit) {
    for (std::uint32_t w = left_words.first; w < left_words.end; ++w) {
        std::uint64_t without = state.word(rule.first_word + w);
        for (std::uint32_t left = positions; left != 0 && without != 0; left &= left - 1)
            without &= ~sheet.of(w, static_cast<std::size_t>(std::countr_zero(left)), digit);
        if (without != 0) return false;
    }
    return true;
}

// A digit that every filling puts somewhere in a house is removed from all other cells of this
// house. Only digits that the first and the last filling have in common are examined, because there
// are few of them.
bool claim_lines(const Model& model, const Sheet& sheet, State& state, const Rule& rule,
                 std::span<const std::uint16_t> cells, const Extent& left_words) {
    const std::uint32_t last_word = left_words.end - 1;
    const Mask first = bit(lowest(state.word(rule.first_word + left_words.first))),
               last = bit(highest(state.word(rule.first_word + last_word)));
    Mask in_first[kMaxTableCells], in_last[kMaxTableCells];
    for (std::size_t p = 0; p < cells.size(); ++p) {
        in_first[p] = in_last[p] = 0;
        each(state.at(cells[p]), [&](int digit) {
            if (sheet.of(left_words.first, p, digit) & first) in_first[p] = bit(digit);
            if (sheet.of(last_word, p, digit) & last) in_last[p] = bit(digit);
        });
    }
    for (std::uint32_t l = rule.first_line; l < rule.first_line + rule.n_lines; ++l) {
        const Line& line = model.lines[l];
        Mask open = 0, in_two = 0, of_first = 0, of_last = 0;
        for (std::uint32_t left = line.positions; left != 0; left &= left - 1) {
            const auto p = static_cast<std::size_t>(std::countr_zero(left));
            of_first |= in_first[p];
            of_last |= in_last[p];
            const Mask mask = state.at(cells[p]);
            if (!is_several(mask)) continue;
            in_two |= open & mask;
            open |= mask;
        }
        for (Mask left = in_two & of_first & of_last; left != 0; left &= left - 1) {
            const int digit = lowest(left);
            if (!always_there(sheet, state, rule, left_words, line.positions, digit)) continue;
            for (const std::uint16_t cell : state.layout().cells(line.house)) {
                if (!(state.at(cell) & bit(digit))) continue;
                if (std::find(cells.begin(), cells.end(), cell) != cells.end()) continue;
                if (!state.remove(cell, bit(digit))) return false;
            }
        }
    }
    return true;
}

// The supports of every filling, unless there are too many.
KnownTables::Table list_fillings(const Model& model, const Rule& rule, const RuleTerms& terms,
                                 std::int64_t most, std::int64_t most_steps) {
    const auto n = static_cast<std::size_t>(model.layout->order()), k = std::size_t{rule.n_cells};
    const std::size_t block = n * k;
    Fillings fillings(model.goal_of(rule), terms.all());
    KnownTables::Table table;
    std::int64_t count = 0, steps = most_steps;
    const bool is_all = fillings.each(steps, [&](const std::uint8_t* digits) {
        if (count == most) return false;
        // The table grows word by word, as the number of fillings is not known in advance.
        if (count % 64 == 0) table.supports.resize(table.supports.size() + block, 0);
        std::uint64_t* word = table.supports.data() + table.supports.size() - block;
        for (std::size_t i = 0; i < k; ++i)
            word[terms.position(i) * n + digits[i]] |= std::uint64_t{1} << (count % 64);
        ++count;
        return true;
    });
    table.steps = most_steps - steps;
    if (is_all)
        table.n_fillings = count;
    else
        table.supports.clear();
    return table;
}

// Whether there are far more fillings than allowed, estimated without listing them.
bool is_hopeless(const Model& model, const Rule& rule, std::span<const Term> terms,
                 std::int64_t most) {
    if (rule.operation != '+' || terms.size() < kManyCells) return false;
    const int order = model.layout->order();
    // Every term adds a value from 0 to order - 1, and the target is reduced accordingly.
    std::int64_t left = rule.target;
    for (const Term& term : terms) left -= term.sign > 0 ? 1 : -order;
    const auto n_sums = static_cast<std::int64_t>(terms.size()) * (order - 1) + 1;
    if (left < 0 || left >= n_sums) return false;
    std::vector<double> ways(static_cast<std::size_t>(left) + 1, 0), next(ways.size());
    ways[0] = 1;
    for (const Term& term : terms) {
        std::ranges::fill(next, 0);
        each(term.may, [&](int digit) {
            const auto value = static_cast<std::size_t>(term.sign > 0 ? digit : order - 1 - digit);
            for (std::size_t sum = value; sum < ways.size(); ++sum) next[sum] += ways[sum - value];
        });
        std::swap(ways, next);
    }
    return ways.back() > static_cast<double>(kHopeless * most);
}

}  // namespace

bool make_table(Model& model, State& state, Rule& rule, std::int64_t most_fillings) {
    if (rule.n_cells > kMaxTableCells) return false;
    const RuleTerms terms(model, state, rule, all_positions(rule));
    if (is_hopeless(model, rule, terms.all(), most_fillings)) return false;
    const std::int64_t most_steps = most_fillings * kStepsForFilling + kSpareSteps;
    // If not enough steps are left for all tables of the puzzle, no table is made.
    const auto shape = model.table_steps < most_steps
                           ? std::nullopt
                           : Shape::of(model.goal_of(rule), terms.all(), most_fillings);
    const KnownTables::Table* table = shape ? model.known_tables.find(*shape) : nullptr;
    KnownTables::Table made;
    if (table == nullptr) {
        made = list_fillings(model, rule, terms, most_fillings,
                             std::min(most_steps, model.table_steps));
        table = shape ? model.known_tables.add(*shape, std::move(made)) : &made;
    }
    model.table_steps -= table->steps;
    const std::size_t first = model.supports.size(), end = first + table->supports.size();
    if (table->n_fillings < 0 || end > kMaxSupports) return false;
    model.supports.insert(model.supports.end(), table->supports.begin(), table->supports.end());
    rule.kind = Kind::table;
    rule.data = static_cast<std::uint32_t>(first);
    rule.n_words = static_cast<std::uint32_t>((table->n_fillings + 63) / 64);
    rule.first_word = state.add_words(rule.n_words, ~std::uint64_t{0});
    if (table->n_fillings % 64 != 0)
        state.set_word(rule.first_word + rule.n_words - 1,
                       (std::uint64_t{1} << (table->n_fillings % 64)) - 1);
    find_lines(model, rule);
    rule.first_hint = static_cast<std::uint32_t>(model.hints.size());
    model.hints.resize(model.hints.size() +
                       static_cast<std::size_t>(model.layout->order()) * rule.n_cells);
    return true;
}

bool filter_table(Model& model, State& state, const Rule& rule, std::uint32_t changed) {
    const auto n = static_cast<std::size_t>(model.layout->order());
    const auto cells = model.cells_of(rule);
    const Sheet sheet{model.supports.data() + rule.data, n, n * rule.n_cells};
    // Derived sums may have removed candidates after the table was made and before its first run.
    const std::uint32_t look = changed & kFresh ? all_positions(rule) : changed;
    Extent left;
    const bool dropped = drop_fillings(sheet, state, rule, cells, look, left);
    if (left.end == 0) return false;
    if (!dropped && !(changed & kFresh)) return true;
    return drop_candidates(sheet, state, rule, cells, left, model.hints.data() + rule.first_hint) &&
           claim_lines(model, sheet, state, rule, cells, left);
}

bool filter_pair(const Model& model, State& state, const Rule& rule) {
    const int a = model.cells[rule.first_cell], b = model.cells[rule.first_cell + 1];
    const Mask* partners = model.partners.data() + rule.data;
    const Mask of_a = state.at(a), of_b = state.at(b);
    Mask keep_a = 0, keep_b = 0, always = ~Mask{0};
    for (Mask left = of_a; left != 0; left &= left - 1) {
        const Mask fit = partners[std::countr_zero(left)] & of_b;
        if (fit == 0) continue;
        const Mask digit = left & (~left + 1);
        keep_a |= digit;
        keep_b |= fit;
        always &= digit | (is_several(fit) ? 0 : fit);
    }
    if (keep_a == 0 || !state.keep(a, keep_a) || !state.keep(b, keep_b)) return false;
    if (!is_several(keep_a) || !is_several(keep_b)) return true;
    bool holds = true;
    each(always & keep_a & keep_b,
         [&](int digit) { holds = holds && point(model, state, model.cells_of(rule), digit); });
    return holds;
}

bool point(const Model& model, State& state, std::span<const std::uint16_t> among, int digit,
           const std::uint64_t* without) {
    std::uint16_t places[1296];
    std::size_t n_places = 0;
    for (const std::uint16_t cell : among)
        if (state.at(cell) & bit(digit)) places[n_places++] = cell;
    const auto words = static_cast<std::size_t>(model.layout->n_words());
    for (std::size_t w = 0; w < words; ++w) {
        std::uint64_t seen = ~std::uint64_t{0};
        for (std::size_t i = 0; i < n_places; ++i) seen &= model.sight.words(places[i])[w];
        if (without != nullptr) seen &= ~without[w];
        if (w + 1 == words && model.layout->n_cells() % 64 != 0)
            seen &= (std::uint64_t{1} << (model.layout->n_cells() % 64)) - 1;
        for (; seen != 0; seen &= seen - 1) {
            const int cell = static_cast<int>(w * 64) + std::countr_zero(seen);
            if (!state.remove(cell, bit(digit))) return false;
        }
    }
    return true;
}

}  // namespace pandoku::cages
