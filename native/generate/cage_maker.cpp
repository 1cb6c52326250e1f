#include "generate/cage_maker.hpp"

#include <algorithm>
#include <span>

namespace pandoku::generate {
namespace {

constexpr int kChanges = 24;       // maximum number of changes to compare before making one
constexpr int kRepairs = 16;       // maximum number of changes before the next proof
constexpr std::int64_t kSeen = 3;  // number of solutions that a proof looks for
constexpr int kRemembered = 64;    // maximum number of witnesses that changes are compared by
// Maximum number of divisions of the grid, so that all operations occur.
constexpr int kDivided = 6;
constexpr int kLoosenings = 20;  // maximum number of changes after proofs that were too easy
constexpr int kAdditions = 6;    // maximum number of additions of an operation that no cage has

}  // namespace

CageMaker::CageMaker(const Layout& layout, const CageWishes& wishes, std::atomic<bool>& stop)
    : layout_(layout),
      wishes_(wishes),
      divider_(layout, wishes),
      clue_maker_(layout, wishes),
      stopper_(stop, nullptr),
      search_(layout, stopper_),
      swaps_(layout.order(), layout.n_houses(), layout.cells(0).data()),
      area_of_(static_cast<std::size_t>(layout.n_cells())),
      masks_(static_cast<std::size_t>(layout.n_cells())),
      witnesses_(layout.n_cells()) {}

bool CageMaker::make(std::uint64_t key, const std::uint8_t* solution, const std::uint8_t* givens) {
    // A separate stream, because the solution may come from the same key.
    Random random(key ^ 0x6361676573000000);
    solution_ = solution;
    divider_.start(solution);
    n_rounds_ = n_added_ = n_loosened_ = 0;
    n_nodes_ = 0;
    for (std::size_t c = 0; c < masks_.size(); ++c)
        masks_[c] = givens[c] == 0 ? layout_.all_digits() : bit(givens[c] - 1);
    if (!is_solution() || !set_up(random)) return false;
    add_exchanges(givens);
    for (; n_rounds_ < wishes_.rounds && n_nodes_ < wishes_.node_budget; ++n_rounds_) {
        if (!repair(random)) return false;
        const Proof proof = prove();
        if (proof == Proof::unknown && !tighten(random)) return false;
        if (proof != Proof::proper || add_missing_operation(random)) continue;
        if (n_guesses_ >= wishes_.guesses || n_loosened_ == kLoosenings) return true;
        ++n_loosened_;
        if (!loosen(random)) return true;
    }
    return false;
}

// Whether every house has all digits.
bool CageMaker::is_solution() const {
    for (int house = 0; house < layout_.n_houses(); ++house) {
        Mask digits = 0;
        for (const std::uint16_t cell : layout_.cells(house)) digits |= bit(solution_[cell] - 1);
        if (digits != layout_.all_digits()) return false;
    }
    return true;
}

// If no cage has a requested operation, gives it to a cage that can have it. Returns false if all
// operations occur, or if this was done often enough.
bool CageMaker::add_missing_operation(Random& random) {
    if (n_added_ == kAdditions) return false;
    for (int o = missing_operation(); o < kOperations; o = missing_operation(o + 1)) {
        if (!give(random, static_cast<Operation>(o))) continue;
        ++n_added_;
        return true;
    }
    return false;
}

// Gives the operation to a cage whose operation other cages have as well.
bool CageMaker::give(Random& random, Operation operation) {
    Change best;
    std::uint32_t n_best = 0;
    for (std::size_t a = 0; a < areas_.size(); ++a) {
        Clue clue;
        if (!is_spare(clues_[a].operation)) continue;
        if (!clue_maker_.use(operation, areas_[a], solution_, clue)) continue;
        if (random.below(++n_best) != 0) continue;
        best = {1, 1, {static_cast<int>(a)}, {areas_[a]}, {clue}};
    }
    if (n_best > 0) apply(best);
    return n_best > 0;
}

// Whether several cages have the operation.
bool CageMaker::is_spare(char operation) const {
    int n = 0;
    for (const Clue& clue : clues_) n += clue.operation == operation;
    return n > 1;
}

// Splits one of the largest areas: a proof took too long, and smaller cages make proofs shorter.
bool CageMaker::tighten(Random& random) {
    for (int size = kMaxCage; size > 2; --size) {
        Change change;
        std::uint32_t n_best = 0;
        for (std::size_t a = 0; a < areas_.size(); ++a)
            if (areas_[a].size() == size && random.below(++n_best) == 0)
                change.old_areas[0] = static_cast<int>(a);
        if (n_best == 0) continue;
        const Area* const whole = &areas_[static_cast<std::size_t>(change.old_areas[0])];
        change.n_old = 1;
        change.n_new = 2;
        if (!divider_.redivide(random, {&whole, 1}, change.areas[0], change.areas[1])) continue;
        if (!draw_clues(random, change)) continue;
        apply(change);
        return true;
    }
    return false;
}

// The proof took too few guesses, so joins two areas, or redivides two areas if no area can be
// larger.
bool CageMaker::loosen(Random& random) {
    for (int i = 0; i < kChanges; ++i) {
        const int area = static_cast<int>(random.below(static_cast<std::uint32_t>(areas_.size())));
        const int other = neighbor(random, area);
        if (other < 0 || areas_[static_cast<std::size_t>(area)].size() == 1) continue;
        Change change;
        change.n_old = 2;
        change.old_areas[0] = area;
        change.old_areas[1] = other;
        const Area& one = areas_[static_cast<std::size_t>(area)];
        const Area& two = areas_[static_cast<std::size_t>(other)];
        const Area* const both[] = {&one, &two};
        change.n_new = divider_.join(one, two, change.areas[0]) ? 1 : 2;
        if (change.n_new == 2 && !divider_.redivide(random, both, change.areas[0], change.areas[1]))
            continue;
        if (!draw_clues(random, change)) continue;
        apply(change);
        return true;
    }
    return false;
}

// Divides the grid into cages with clues, and tries again if an operation cannot occur.
bool CageMaker::set_up(Random& random) {
    bool is_divided = false;
    for (int i = 0; i < kDivided; ++i) {
        std::vector<Area> divided;  // if no further division is found, the last one is used
        if (!divider_.divide(random, divided)) break;
        areas_.swap(divided);
        is_divided = true;
        clues_.assign(areas_.size(), {});
        for (std::size_t a = 0; a < areas_.size(); ++a) {
            if (!clue_maker_.draw(random, areas_[a], solution_, clues_[a])) return false;
            for (const std::uint16_t cell : areas_[a].cells())
                area_of_[cell] = static_cast<std::uint16_t>(a);
        }
        witnesses_.clear();
        n_added_ = 0;
        while (add_missing_operation(random)) continue;
        if (missing_operation() == kOperations) break;
    }
    return is_divided;
}

// The first requested operation from `first` on that no cage has, or kOperations.
int CageMaker::missing_operation(int first) const {
    if (wishes_.is_killer || wishes_.is_hidden) return kOperations;
    for (int o = first; o < kOperations; ++o) {
        const auto has_it = [&](const Clue& clue) { return clue.operation == kSigns[o]; };
        if (wishes_.operations[static_cast<std::size_t>(o)] > 0 &&
            std::none_of(clues_.begin(), clues_.end(), has_it))
            return o;
    }
    return kOperations;
}

CageMaker::Proof CageMaker::prove() {
    CageLists lists;
    for (std::size_t a = 0; a < areas_.size(); ++a)
        lists.add(clues_[a].operation, clues_[a].target, !wishes_.is_killer, areas_[a].cells());
    lists.end_puzzle();
    cages::Batch batch;
    batch.cages = &lists;
    batch.masks = masks_.data();
    batch.first_digits = solution_;
    batch.limit = batch.keep = kSeen;
    batch.node_budget = wishes_.node_budget - n_nodes_;
    const cages::Result result = search_.solve(batch, 0);
    n_nodes_ += result.nodes;
    n_guesses_ = result.nodes;
    if (witnesses_.n() > n_exchanges_ + kRemembered)
        witnesses_.drop(n_exchanges_, witnesses_.n() - kRemembered / 2);
    const std::size_t n_before = witnesses_.n();
    for (auto at = result.solutions.begin(); at != result.solutions.end();
         at += layout_.n_cells()) {
        if (std::equal(at, at + layout_.n_cells(), solution_)) continue;
        witnesses_.add(&*at);
    }
    if (witnesses_.n() > n_before) return Proof::several;
    const bool is_proper = result.count == 1 && result.stopped == cages::Stopped::no;
    return is_proper ? Proof::proper : Proof::unknown;
}

// Most second solutions exchange a few digits of two lines, or two digits. These grids are
// witnesses from the start, which saves proofs.
void CageMaker::add_exchanges(const std::uint8_t* givens) {
    std::vector<std::uint8_t> grid;
    swaps_.each(solution_, true, [&](std::span<const Swaps::Pair> pairs) {
        const auto is_given = [&](const Swaps::Pair& pair) {
            return givens[pair[0]] != 0 || givens[pair[1]] != 0;
        };
        if (std::any_of(pairs.begin(), pairs.end(), is_given)) return;
        grid.assign(solution_, solution_ + layout_.n_cells());
        for (const auto [one, other] : pairs) std::swap(grid[one], grid[other]);
        witnesses_.add(grid.data());
        for (const Swaps::Pair& pair : pairs)
            for (const std::uint16_t cell : pair) {
                const std::size_t a = area_of_[cell];
                witnesses_.put(witnesses_.n() - 1, a,
                               !clue_maker_.holds(areas_[a], clues_[a], grid.data()));
            }
    });
    n_exchanges_ = witnesses_.n();
}

// Changes cages until no witness satisfies all of them, or until a few changes have not helped.
// Returns false if no change is possible.
bool CageMaker::repair(Random& random) {
    for (int i = 0; i < kRepairs && n_alive({}) > 0; ++i) {
        Change best;
        int least = 1 << 30;
        for (int k = 0; k < kChanges && least > 0; ++k) {
            Change change;
            if (!draw_change(random, change)) continue;
            const int n = n_alive(change);
            if (n >= least) continue;
            least = n;
            best = change;
        }
        if (least == 1 << 30) return false;
        apply(best);
    }
    return true;
}

// An area with a cell where a witness that satisfies all cages differs from the solution.
int CageMaker::differing_area(Random& random) const {
    std::size_t drawn = 0;
    std::uint32_t n = 0;
    for (std::size_t w = 0; w < witnesses_.n(); ++w)
        if (witnesses_.n_broken(w) == 0 && random.below(++n) == 0) drawn = w;
    const std::uint8_t* const digits = witnesses_.digits(drawn);
    int best = -1;
    std::uint32_t n_best = 0;
    for (std::size_t c = 0; c < area_of_.size(); ++c)
        if (digits[c] != solution_[c] && random.below(++n_best) == 0) best = area_of_[c];
    return best;
}

// Draws another clue for an area where a witness differs, or splits the area, or redivides it
// together with a neighboring area. Returns false if that is not possible.
bool CageMaker::draw_change(Random& random, Change& change) {
    const int area = differing_area(random);
    const Area& old = areas_[static_cast<std::size_t>(area)];
    const Area* parts[2] = {&old, nullptr};
    change.n_old = 1;
    change.old_areas[0] = area;
    const std::uint32_t kind = random.below(4);
    if (kind == 0 && !wishes_.is_killer) {
        change.n_new = 1;
        change.areas[0] = old;
        return draw_clues(random, change);
    }
    if (kind != 1) {
        const int other = neighbor(random, area);
        if (other < 0) return false;
        change.n_old = 2;
        change.old_areas[1] = other;
        parts[1] = &areas_[static_cast<std::size_t>(other)];
    }
    change.n_new = 2;
    const std::span<const Area* const> both(parts, static_cast<std::size_t>(change.n_old));
    return divider_.redivide(random, both, change.areas[0], change.areas[1]) &&
           draw_clues(random, change);
}

bool CageMaker::draw_clues(Random& random, Change& change) {
    for (int i = 0; i < change.n_new; ++i)
        if (!clue_maker_.draw(random, change.areas[i], solution_, change.clues[i])) return false;
    return true;
}

// A neighboring area of more than one cell, or -1.
int CageMaker::neighbor(Random& random, int area) const {
    int best = -1;
    std::uint32_t n_best = 0;
    for (const std::uint16_t cell : areas_[static_cast<std::size_t>(area)].cells())
        for (const std::uint16_t next : divider_.beside(cell)) {
            const int other = area_of_[next];
            if (other == area || areas_[static_cast<std::size_t>(other)].size() == 1) continue;
            if (random.below(++n_best) == 0) best = other;
        }
    return best;
}

// Whether a witness would satisfy all cages.
bool CageMaker::is_alive(std::size_t witness, const Change& change) const {
    int n = witnesses_.n_broken(witness);
    if (n > change.n_old) return false;
    for (int i = 0; i < change.n_old; ++i)
        n -= witnesses_.breaks(witness, static_cast<std::size_t>(change.old_areas[i]));
    if (n > 0) return false;
    const std::uint8_t* digits = witnesses_.digits(witness);
    for (int i = 0; i < change.n_new; ++i)
        if (!clue_maker_.holds(change.areas[i], change.clues[i], digits)) return false;
    return true;
}

int CageMaker::n_alive(const Change& change) const {
    int n = 0;
    for (std::size_t w = 0; w < witnesses_.n(); ++w) n += is_alive(w, change);
    return n;
}

void CageMaker::apply(const Change& change) {
    for (int i = 0; i < change.n_new; ++i) {
        std::size_t at = areas_.size();
        if (i < change.n_old) {
            at = static_cast<std::size_t>(change.old_areas[i]);
        } else {
            areas_.emplace_back();
            clues_.emplace_back();
        }
        areas_[at] = change.areas[i];
        clues_[at] = change.clues[i];
        own(at);
    }
    if (change.n_new < change.n_old) {  // the last area moves to the place of the second area
        const auto at = static_cast<std::size_t>(change.old_areas[1]);
        areas_[at] = areas_.back();
        clues_[at] = clues_.back();
        areas_.pop_back();
        clues_.pop_back();
        for (std::size_t w = 0; w < witnesses_.n(); ++w) witnesses_.put(w, areas_.size(), false);
        if (at < areas_.size()) own(at);
    }
}

// Updates the number of the area in its cells, and in the witnesses whether they break its cage.
void CageMaker::own(std::size_t area) {
    for (const std::uint16_t cell : areas_[area].cells())
        area_of_[cell] = static_cast<std::uint16_t>(area);
    for (std::size_t w = 0; w < witnesses_.n(); ++w)
        witnesses_.put(w, area,
                       !clue_maker_.holds(areas_[area], clues_[area], witnesses_.digits(w)));
}

}  // namespace pandoku::generate
