// Cage conflicts: all fillings of a cage that contain a candidate are impossible because of their
// effects elsewhere, so the candidate is false.
#include <algorithm>
#include <array>
#include <vector>

#include "logic/cage_steps.hpp"
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

enum class Against { cells_and_houses, cages };

// Maximum number of fillings that a step lists and refutes.
constexpr std::size_t kMostTold = 8;
// Maximum number of fillings of a cage, because every filling is tried on the board.
constexpr std::size_t kMostFillingsTried = 300;

// The reason why a filling is impossible: a cell without candidates, a digit without places in a
// house, or a cage without fillings.
struct Conflict {
    enum class With { none, cell, house, cage } with = With::none;
    int which = -1, digit = -1;
};

CellSet near_of(const Board& board, const Cage& cage) {
    CellSet near = board.layout().none();
    for (const std::uint16_t cell : cage.cells)
        if (board.is_open(cell)) near |= board.sight().of(cell);
    return near - cage.set;
}

// An empty cell that fillings of the cage can leave without candidates.
struct NearCell {
    int cell;
    Mask may;
    std::uint32_t apart;  // positions of the cage that it sees, so that it loses their digits
};

// A house where fillings of the cage can leave a digit without places. Places are positions of the
// house.
struct NearHouse {
    int house;
    Mask places_in_cage = 0;
    Mask only_in_cage = 0;  // digits that have places in the cage only
    Mask at_risk = 0;       // digits whose places outside the cage all see cells of the cage
    // For each position in the cage: its place here, the places that it sees, and the digits that
    // have no place left if it has them, and no other position of the cage.
    std::array<Mask, Cage::kMostCells> own = {}, seen = {}, starves = {};
};

// A cage whose fillings depend on those of another.
struct NearCage {
    struct Bond {
        std::size_t position;  // in this cage
        std::uint32_t apart;   // positions of the other cage that must hold another digit
        int same;              // position of the other cage that is the same cell, or -1
    };
    int number;
    std::vector<Bond> bonds;
};

// Every filling is tried. So the cells, houses and cages that they may conflict with are listed
// once, as masks.
class Judge {
  public:
    Judge(const Board& board, int number, Against against)
        : board_(board), cage_(board.cages()[number]) {
        const CellSet near = near_of(board, cage_);
        if (against == Against::cages) {
            for (int other = 0; other < board.n_cages(); ++other)
                if (other != number && board.cages()[other].set.meets(near | cage_.set))
                    add_cage(other);
            return;
        }
        near.each([&](int cell) { add_cell(cell); });
        add_houses();
    }

    Conflict of(const std::uint8_t* digits) const {
        using enum Conflict::With;
        for (const NearCell& near : cells_)
            if (is_emptied(near, digits)) return {cell, near.cell, -1};
        for (const NearHouse& near : houses_)
            if (const Mask starved = starved_in(near, digits); starved != 0)
                return {house, near.house, lowest(starved)};
        for (const NearCage& near : cages_)
            if (!leaves_any(near, digits)) return {cage, near.number, -1};
        return {};
    }

  private:
    std::uint32_t apart(int cell) const {
        std::uint32_t positions = 0;
        for (std::size_t p = 0; p < cage_.size(); ++p)
            if (board_.sight().sees(cage_.cells[p], cell)) positions |= std::uint32_t{1} << p;
        return positions;
    }

    void add_cell(int cell) {
        if (!board_.is_open(cell)) return;
        const NearCell near{cell, board_.may(cell), apart(cell)};
        if (count(near.may) <= std::popcount(near.apart)) cells_.push_back(near);
    }

    void add_houses() {
        std::vector<int> houses;
        for (const std::uint16_t cell : cage_.cells)
            if (board_.is_open(cell))
                for (const Place place : board_.layout().places(cell))
                    houses.push_back(place.house);
        std::sort(houses.begin(), houses.end());
        houses.erase(std::unique(houses.begin(), houses.end()), houses.end());
        for (const int house : houses) add_house(house);
    }

    void add_house(int house) {
        NearHouse near{house};
        Mask all_seen = 0;
        const auto cells = board_.layout().cells(house);
        for (std::size_t p = 0; p < cage_.size(); ++p)
            for (std::size_t i = 0; i < cells.size(); ++i) {
                const Mask place = Mask{1} << i;
                if (cells[i] == cage_.cells[p])
                    near.own[p] = place, near.places_in_cage |= place;
                else if (board_.sight().sees(cage_.cells[p], cells[i]))
                    near.seen[p] |= place, all_seen |= place;
            }
        Mask starves = 0;
        for (int d = 0; d < board_.order(); ++d) {
            const Mask places = board_.where(house, d), outside = places & ~near.places_in_cage;
            if (places == 0 || (outside & ~all_seen) != 0) continue;
            near.at_risk |= bit(d);
            if (outside == 0) near.only_in_cage |= bit(d);
            for (std::size_t p = 0; p < cage_.size(); ++p)
                if ((places & near.own[p]) == 0 && (outside & ~near.seen[p]) == 0)
                    near.starves[p] |= bit(d), starves |= bit(d);
        }
        const bool is_safe = cage_.all_differ && (near.only_in_cage | starves) == 0;
        if (near.at_risk != 0 && !is_safe) houses_.push_back(near);
    }

    void add_cage(int other) {
        const View& view = board_.view(other);
        const Cage& cage = board_.cages()[other];
        if (!view.is_listed || view.n(cage) > kMostFillingsTried || n_open(board_, cage) < 2)
            return;
        NearCage near{other, {}};
        for (std::size_t p = 0; p < cage.size(); ++p) {
            const auto same = std::find(cage_.cells.begin(), cage_.cells.end(), cage.cells[p]);
            const bool is_same = same != cage_.cells.end();
            const int at = is_same ? static_cast<int>(same - cage_.cells.begin()) : -1;
            const std::uint32_t others = apart(cage.cells[p]);
            if (is_same || others != 0) near.bonds.push_back({p, others, at});
        }
        cages_.push_back(std::move(near));
    }

    // The digits of a filling at some of its positions.
    static Mask digits_at(const std::uint8_t* digits, std::uint32_t positions) {
        Mask set = 0;
        for (; positions != 0; positions &= positions - 1)
            set |= bit(digits[std::countr_zero(positions)]);
        return set;
    }

    static bool is_emptied(const NearCell& near, const std::uint8_t* digits) {
        return (near.may & ~digits_at(digits, near.apart)) == 0;
    }

    // The digits that a filling leaves no place in the house.
    Mask starved_in(const NearHouse& near, const std::uint8_t* digits) const {
        Mask set = 0, twice = 0, starved = 0;
        for (std::size_t p = 0; p < cage_.size(); ++p) {
            const Mask digit = bit(digits[p]);
            starved |= digit & near.starves[p];
            twice |= digit & set, set |= digit;
        }
        starved |= near.only_in_cage & ~set;
        starved &= ~twice;
        each(near.at_risk & twice, [&](int d) {
            Mask own = 0, seen = near.places_in_cage;
            for (std::size_t p = 0; p < cage_.size(); ++p)
                if (digits[p] == d) own |= near.own[p], seen |= near.seen[p];
            const Mask places = board_.where(near.house, d);
            if ((places & (own | ~seen)) == 0) starved |= bit(d);
        });
        return starved;
    }

    // Whether a filling leaves any fillings to another cage.
    bool leaves_any(const NearCage& near, const std::uint8_t* digits) const {
        const Cage& cage = board_.cages()[near.number];
        const View& view = board_.view(near.number);
        std::array<Mask, Cage::kMostCells> gone{};  // [bond]
        for (std::size_t i = 0; i < near.bonds.size(); ++i) {
            const NearCage::Bond& bond = near.bonds[i];
            gone[i] = digits_at(digits, bond.apart);
            if (bond.same >= 0) gone[i] |= ~bit(digits[bond.same]);
        }
        for (std::size_t i = 0; i < view.n(cage); ++i) {
            const std::uint8_t* const other = view.filling(cage, i);
            bool fits = true;
            for (std::size_t k = 0; k < near.bonds.size() && fits; ++k)
                fits = (gone[k] & bit(other[near.bonds[k].position])) == 0;
            if (fits) return true;
        }
        return false;
    }

    const Board& board_;
    const Cage& cage_;
    std::vector<NearCell> cells_;    // ascending, as in the other lists
    std::vector<NearHouse> houses_;  // of its empty cells
    std::vector<NearCage> cages_;
};

void mark_victim(const Board& board, Step& step, const Conflict& conflict) {
    using enum Conflict::With;
    if (conflict.with == cell) {
        step.mark(conflict.which, "emptied");
        each(board.at(conflict.which), [&](int d) { step.mark(conflict.which, d, "goes"); });
    } else if (conflict.with == house) {
        step.houses.push_back(conflict.which);
        const auto cells = board.layout().cells(conflict.which);
        each(board.where(conflict.which, conflict.digit), [&](int p) {
            step.mark(cells[static_cast<std::size_t>(p)], "place");
            step.mark(cells[static_cast<std::size_t>(p)], conflict.digit, "goes");
        });
    } else {
        cite(board, step, conflict.which);
    }
}

// Eliminates a candidate if all fillings that contain it are impossible, and few enough to list.
void take_impossible(const Board& board, Sink& sink, int c, std::size_t p, int digit,
                     const std::vector<Conflict>& conflicts) {
    const Cage& cage = board.cages()[c];
    const View& view = board.view(c);
    CageFact told{c};
    std::vector<Conflict> victims;
    for (std::size_t i = 0; i < view.n(cage); ++i) {
        const std::uint8_t* filling = view.filling(cage, i);
        if (filling[p] != digit) continue;
        const Conflict& conflict = conflicts[i];
        if (conflict.with == Conflict::With::none) return;
        told.fillings.insert(told.fillings.end(), filling, filling + cage.size());
        if (told.fillings.size() > kMostTold * cage.size()) return;
        const auto is_same = [&](const Conflict& other) {
            return other.with == conflict.with && other.which == conflict.which &&
                   other.digit == conflict.digit;
        };
        if (std::none_of(victims.begin(), victims.end(), is_same)) victims.push_back(conflict);
    }
    if (victims.empty()) return;
    Step& step = sink.start();
    step.eliminate(cage.cells[p], digit);
    mark_open(board, step, cage, "pattern");
    step.mark(cage.cells[p], digit, "assumed");
    step.cages.push_back(std::move(told));
    for (const Conflict& victim : victims) mark_victim(board, step, victim);
    sink.finish();
}

void look_at_cage(const Board& board, Sink& sink, int c, Against against) {
    const Cage& cage = board.cages()[c];
    const View& view = board.view(c);
    const Judge judge(board, c, against);
    std::vector<Conflict> conflicts;
    bool has_any = false;
    for (std::size_t i = 0; i < view.n(cage); ++i) {
        conflicts.push_back(judge.of(view.filling(cage, i)));
        has_any |= conflicts.back().with != Conflict::With::none;
    }
    for (std::size_t p = 0; p < cage.size() && has_any; ++p)
        each(board.at(cage.cells[p]) & view.may[p], [&](int d) {
            if (!sink.done()) take_impossible(board, sink, c, p, d, conflicts);
        });
}

// Whether, since that time, no cell has changed that a filling of the cage may affect: its cells,
// the cells that they see, and the other cells of cages there.
bool is_cage_same(const Board& board, int c, Against against, std::uint32_t time) {
    const Cage& cage = board.cages()[c];
    bool is_same = true;
    const auto look = [&](int cell) { is_same &= board.changed_at(cell) < time; };
    for (const std::uint16_t cell : cage.cells) {
        look(cell);
        board.sight().of(cell).each(look);
    }
    if (!is_same || against != Against::cages) return is_same;
    CellSet near = cage.set;
    for (const std::uint16_t cell : cage.cells) near |= board.sight().of(cell);
    for (const Cage& other : board.cages().all())
        if (other.set.meets(near))
            for (const std::uint16_t cell : other.cells) look(cell);
    return is_same;
}

void find_cage_conflicts(const Board& board, Sink& sink, Against against) {
    const auto n_cages = static_cast<std::size_t>(board.n_cages());
    for (int c = 0; c < board.n_cages() && !sink.done(); ++c) {
        const Cage& cage = board.cages()[c];
        const View& view = board.view(c);
        if (!view.is_listed || view.n(cage) > kMostFillingsTried || n_open(board, cage) < 2)
            continue;
        const auto is_same = [&](std::uint32_t time) {
            return is_cage_same(board, c, against, time);
        };
        const auto look = [&] { look_at_cage(board, sink, c, against); };
        const auto kind = static_cast<std::size_t>(against);
        Idle::Look& last = board.idle().at(Looking::conflicts, kind, c, n_cages);
        look_unless_idle(board, sink, last, is_same, look);
    }
}

constexpr const char* kConflictRoles[] = {"pattern", "assumed", "goes", "emptied", "place"};

}  // namespace

extern constexpr Finder kCageConflict{"cage-conflict",
                                      with<find_cage_conflicts, Against::cells_and_houses>,
                                      kConflictRoles, Needs::cages};
extern constexpr Finder kTwoCages{"two-cages", with<find_cage_conflicts, Against::cages>,
                                  std::span(kConflictRoles, 2), Needs::cages};

}  // namespace pandoku::logic
