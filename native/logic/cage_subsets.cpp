// Cages in a house: the least and greatest number of some digits that a cage's cells in the house
// hold.
#include "logic/cage_steps.hpp"
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

// The maximum number of choices of digits in a house, enough for four of 17 digits, or for three of
// 25 digits. If there are more choices, the search is skipped.
constexpr std::int64_t kMostChoices = 2500;

// The open cells that a cage has in a house, and the sets of digits that its fillings put there.
struct Holder {
    int cage;
    std::uint32_t positions;
    CellSet cells;
    std::vector<Mask> sets;

    int least(Mask digits) const {
        int n = 64;
        for (const Mask set : sets)
            if ((n = std::min(n, count(set & digits))) == 0) break;
        return n;
    }
    int most(Mask digits) const {
        int n = 0;
        for (const Mask set : sets)
            if ((n = std::max(n, count(set & digits))) == count(digits)) break;
        return n;
    }
};

Mask digits_at(const std::uint8_t* filling, std::uint32_t positions) {
    Mask set = 0;
    each_position(positions, [&](std::size_t p) { set |= bit(filling[p]); });
    return set;
}

std::vector<Mask> sets_of(const Cage& cage, const View& view, std::uint32_t positions) {
    if (std::popcount(positions) == static_cast<int>(cage.size())) return view.sets;
    std::vector<Mask> sets;
    if (!view.is_listed) return sets;
    for (std::size_t i = 0; i < view.n(cage); ++i)
        sets.push_back(digits_at(view.filling(cage, i), positions));
    std::sort(sets.begin(), sets.end());
    sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
    return sets;
}

using Holders = std::vector<std::vector<Holder>>;  // [house]

Holders find_holders(const Board& board) {
    const Layout& layout = board.layout();
    Holders holders(static_cast<std::size_t>(layout.n_houses()));
    for (int c = 0; c < board.n_cages(); ++c) {
        const Cage& cage = board.cages()[c];
        const View& view = board.view(c);
        if (!view.is_exact) continue;
        for (const Part& part : cage.parts) {
            Holder holder{c, 0, layout.none(), {}};
            each_position(part.positions, [&](std::size_t p) {
                if (!board.is_open(cage.cells[p])) return;
                holder.positions |= std::uint32_t{1} << p;
                holder.cells.add(cage.cells[p]);
            });
            if (std::popcount(holder.positions) < 2) continue;
            holder.sets = sets_of(cage, view, holder.positions);
            if (!holder.sets.empty())
                holders[static_cast<std::size_t>(part.house)].push_back(std::move(holder));
        }
    }
    return holders;
}

const Holders& holders_of(const Board& board) {
    return board.kept<Holders>(Kept::cage_holders, [&] { return find_holders(board); });
}

Mask missing_in(const Board& board, int house) {
    Mask missing = 0;
    for (int d = 0; d < board.order(); ++d)
        if (board.where(house, d) != 0) missing |= bit(d);
    return missing;
}

std::int64_t n_choices(int n, int size) {
    std::int64_t choices = 1;
    for (int k = 0; k < size; ++k) choices = choices * (n - k) / (k + 1);
    return choices;
}

// Calls f(set) for every set of `size` of the digits, in ascending order.
template <class F>
void each_choice(Mask digits, int size, F&& f, Mask chosen = 0) {
    if (size == 0) return f(chosen);
    for (Mask rest = digits; rest != 0; rest &= rest - 1)
        each_choice(rest & (rest - 1), size - 1, f, chosen | (rest & (~rest + 1)));
}

void mark_digits(const Board& board, Step& step, int cell, Mask digits, const char* role) {
    step.mark(cell, role);
    each(board.at(cell) & digits, [&](int d) { step.mark(cell, d, "proves"); });
}

// Killer subset: some holders certainly contain some of the digits, and some other cells have no
// candidates besides them. If these holders and cells use up all the digits, no other cell of the
// house has any of them.
void take_claimed(const Board& board, Sink& sink, int house, const std::vector<Holder>& holders,
                  Mask digits) {
    const Layout& layout = board.layout();
    CellSet used = layout.none();
    std::vector<const Holder*> claiming;
    int n = 0;
    for (const Holder& holder : holders) {
        const int least = holder.least(digits);
        if (least == 0 || holder.cells.meets(used)) continue;
        used |= holder.cells;
        claiming.push_back(&holder);
        n += least;
    }
    if (claiming.empty()) return;
    std::vector<int> alone;
    for (const int cell : layout.cells(house))
        if (board.at(cell) != 0 && !used.has(cell) && (board.at(cell) & ~digits) == 0) {
            alone.push_back(cell);
            used.add(cell);
            ++n;
        }
    if (n != count(digits)) return;
    Step& step = sink.start();
    for (const int cell : layout.cells(house))
        if (!used.has(cell)) each(board.at(cell) & digits, [&](int d) { step.eliminate(cell, d); });
    if (step.eliminations.empty()) return;
    for (const Holder* holder : claiming) {
        holder->cells.each([&](int cell) { mark_digits(board, step, cell, digits, "pattern"); });
        cite(board, step, holder->cage);
    }
    for (const int cell : alone) mark_digits(board, step, cell, digits, "alone");
    step.houses.push_back(house);
    sink.finish();
}

// Whether no cell of the house, nor of the cages in it, has changed from that time on.
bool is_house_same(const Board& board, int house, std::uint32_t time) {
    const auto is_same = [&](int cell) { return board.changed_at(cell) < time; };
    const auto is_cage_same = [&](int cage) {
        return std::ranges::all_of(board.cages()[cage].cells, is_same);
    };
    return std::ranges::all_of(board.layout().cells(house), [&](int cell) {
        return is_same(cell) && std::ranges::all_of(board.cages().of(cell), is_cage_same);
    });
}

// Calls `take` for every house with cages and every choice of `size` of its missing digits.
template <class Take>
void each_choice_in_houses(const Board& board, Sink& sink, Looking finder, int size, Take take) {
    if (board.n_cages() == 0 || n_choices(board.order(), size) > kMostChoices) return;
    const Holders& holders = holders_of(board);
    const auto kind = static_cast<std::size_t>(size - 1);
    const auto n_houses = static_cast<std::size_t>(board.layout().n_houses());
    for (int house = 0; house < board.layout().n_houses() && !sink.done(); ++house) {
        const auto& here = holders[static_cast<std::size_t>(house)];
        if (here.empty()) continue;
        const auto is_same = [&](std::uint32_t time) { return is_house_same(board, house, time); };
        const auto look = [&] {
            each_choice(missing_in(board, house), size, [&](Mask digits) {
                if (!sink.done()) take(board, sink, house, here, digits);
            });
        };
        Idle::Look& last = board.idle().at(finder, kind, house, n_houses);
        look_unless_idle(board, sink, last, is_same, look);
    }
}

void find_killer_subsets(const Board& board, Sink& sink, int size) {
    each_choice_in_houses(board, sink, Looking::killer_subsets, size, take_claimed);
}

// The digits that each position has in fillings with at least `least` of the digits in the house.
std::vector<Mask> held_with(const Board& board, const Holder& holder, Mask digits, int least) {
    const Cage& cage = board.cages()[holder.cage];
    const View& view = board.view(holder.cage);
    std::vector<Mask> held(cage.size(), 0);
    for (std::size_t i = 0; i < view.n(cage); ++i) {
        const std::uint8_t* filling = view.filling(cage, i);
        if (count(digits_at(filling, holder.positions) & digits) < least) continue;
        for (std::size_t p = 0; p < cage.size(); ++p) held[p] |= bit(filling[p]);
    }
    return held;
}

// Cage claiming: the holders can have, at most, as many of the digits as the house still needs. So
// each holder has its maximum, and fillings with fewer of the digits are impossible. A cell outside
// the holders counts as one digit.
void take_unclaimed(const Board& board, Sink& sink, int house, const std::vector<Holder>& holders,
                    Mask digits) {
    const Layout& layout = board.layout();
    CellSet used = layout.none();
    std::vector<const Holder*> needed;
    int n = 0;
    for (const Holder& holder : holders) {
        const int most = holder.most(digits);
        if (most == 0 || holder.cells.meets(used)) continue;
        used |= holder.cells;
        needed.push_back(&holder);
        n += most;
    }
    std::vector<int> alone;
    for (const int cell : layout.cells(house))
        if ((board.at(cell) & digits) != 0 && !used.has(cell)) alone.push_back(cell), ++n;
    if (n != count(digits)) return;
    for (const Holder* holder : needed) {
        if (!board.view(holder->cage).is_listed) continue;
        const std::vector<Mask> held = held_with(board, *holder, digits, holder->most(digits));
        Step& step = sink.start();
        keep_only(board, step, board.cages()[holder->cage], held);
        if (step.eliminations.empty()) continue;
        holder->cells.each([&](int cell) { mark_digits(board, step, cell, digits, "pattern"); });
        for (const Holder* other : needed)
            if (other != holder)
                other->cells.each(
                    [&](int cell) { mark_digits(board, step, cell, digits, "others"); });
        for (const int cell : alone) mark_digits(board, step, cell, digits, "others");
        cite(board, step, holder->cage);
        for (const Holder* other : needed)
            if (other != holder) cite(board, step, other->cage);
        step.houses.push_back(house);
        sink.finish();
    }
}

void find_cage_claims(const Board& board, Sink& sink, int size) {
    each_choice_in_houses(board, sink, Looking::cage_claims, size, take_unclaimed);
}

constexpr const char* kKillerRoles[] = {"pattern", "proves", "alone"};
constexpr const char* kClaimRoles[] = {"pattern", "proves", "others"};

}  // namespace

extern constexpr Finder kCageLine{"cage-line", with<find_killer_subsets, 1>, kKillerRoles,
                                  Needs::cages};
extern constexpr Finder kKillerPair{"killer-pair", with<find_killer_subsets, 2>, kKillerRoles,
                                    Needs::cages};
extern constexpr Finder kKillerTriple{"killer-triple", with<find_killer_subsets, 3>, kKillerRoles,
                                      Needs::cages};
extern constexpr Finder kKillerQuad{"killer-quad", with<find_killer_subsets, 4>, kKillerRoles,
                                    Needs::cages};
extern constexpr Finder kCageClaiming{"cage-claiming", with<find_cage_claims, 1>, kClaimRoles,
                                      Needs::cages};
extern constexpr Finder kCageClaimingPair{"cage-claiming-pair", with<find_cage_claims, 2>,
                                          kClaimRoles, Needs::cages};

}  // namespace pandoku::logic
