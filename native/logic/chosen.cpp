#include "logic/chosen.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace pandoku::logic {

namespace {

// A single before its facts are filled: its cell, its digit and its house.
struct Seen {
    int cell, digit;
    int house;  // -1 for the only digit of a cell
};

// Sort keys: the place of the finder or the effort, the effort, the distance (first its kind, then
// its length), and the position.
using Key = std::array<int, 7>;

struct Choice {
    Key key;
    int finder;
    std::optional<Seen> seen;  // a single whose facts are not filled yet
    Step step;
    std::vector<Step> kin;  // of a chain: the other chains of its finder with the same aim
};

// Whether two steps only eliminate candidates of one cell, or of one digit in one house.
bool have_same_aim(const Board& board, const Step& one, const Step& other) {
    if (!one.placements.empty() || !other.placements.empty()) return false;
    const Candidate first = one.eliminations[0];
    bool in_cell = true, of_digit = true;
    CellSet cells = board.layout().none();
    for (const Step* step : {&one, &other})
        for (const Candidate gone : step->eliminations) {
            in_cell &= gone.cell == first.cell;
            of_digit &= gone.digit == first.digit;
            cells.add(gone.cell);
        }
    if (in_cell || !of_digit) return in_cell;
    for (const Place place : board.layout().places(first.cell))
        if ((cells & board.layout().house_set(place.house)).count() == cells.count()) return true;
    return false;
}

// Whether a step has a digit that its facts prove for a single cell.
bool has_single_place(const Step& step) {
    Mask once = 0, again = 0;
    for (const Marked& marked : step.candidates) {
        again |= once & bit(marked.candidate.digit);
        once |= bit(marked.candidate.digit);
    }
    return (once & ~again) != 0;
}

// The step that joins several steps.
Step whole_of(const std::vector<Step>& parts) {
    Step whole;
    for (const Step& part : parts)
        for (const Candidate gone : part.eliminations) whole.eliminations.push_back(gone);
    std::sort(whole.eliminations.begin(), whole.eliminations.end());
    whole.parts = parts;
    return whole;
}

// A chain, with the chains of the same aim that follow it: a person sees them as one step. All of
// them hold on the board before the first.
class Joined {
  public:
    Joined(const Board& before, const Choice& choice)
        : board_(before), finder_(choice.finder), kin_(choice.kin), parts_{choice.step} {
        n_links_ = choice.step.links.size();
    }

    bool may_grow() const { return !kin_.empty() && parts_.size() < kMostParts; }

    // Adds a later choice if it has the same aim, and a proof on the board before the first chain.
    bool add(const Choice& next) {
        if (next.finder != finder_ || next.seen) return false;
        const auto has_effect = [&](const Step& each) {
            return each.eliminations == next.step.eliminations;
        };
        const auto found = std::ranges::find_if(kin_, has_effect);
        if (found == kin_.end() || n_links_ + found->links.size() > kMostLinks) return false;
        for (const Step& part : parts_)
            if (!have_same_aim(board_, part, *found)) return false;
        n_links_ += found->links.size();
        parts_.push_back(*found);
        return true;
    }

    Step step() const { return parts_.size() == 1 ? parts_[0] : whole_of(parts_); }
    int finder() const { return finder_; }

  private:
    // People do not read more in one step: a link is a sentence of about 14 words.
    static constexpr std::size_t kMostParts = 6, kMostLinks = 20;
    const Board& board_;  // only its layout is used
    int finder_;
    std::vector<Step> kin_, parts_;
    std::size_t n_links_;
};

int doublings(std::size_t n) { return n < 2 ? 0 : std::bit_width(n - 1); }

std::size_t n_implied(const Step& step) {
    std::size_t n = step.links.size();
    for (const auto& branch : step.branches) {
        n += branch.size();
        for (const Step& each : branch) n += n_implied(each);
    }
    return n;
}

// The sets of digits of a cage's combinations or fillings.
std::size_t n_ways(const Board& board, const CageFact& fact) {
    if (!fact.combinations.empty()) return fact.combinations.size();
    const std::size_t size = board.cages()[fact.cage].size();
    std::set<Mask> sets;
    for (std::size_t at = 0; at + size <= fact.fillings.size(); at += size) {
        Mask set = 0;
        for (std::size_t i = at; i < at + size; ++i) set |= bit(fact.fillings[i]);
        sets.insert(set);
    }
    return sets.size();
}

int effort_of(const Board& board, const Step& step, const Effort& effort) {
    int sum = effort.least;
    if (effort.per_cell != 0) {
        CellSet cells = board.layout().none();
        for (const Spot& spot : step.cells) cells.add(spot.cell);
        sum += effort.per_cell * std::max(0, cells.count() - effort.cells);
    }
    sum += effort.per_house * std::max(0, static_cast<int>(step.houses.size()) - 1);
    if (effort.per_doubling != 0) {
        std::size_t ways = 0;
        for (const CageFact& fact : step.cages) {
            const std::size_t listed = n_ways(board, fact);
            ways += listed != 0 ? listed : static_cast<std::size_t>(effort.unlisted);
        }
        sum += effort.per_doubling * doublings(ways);
    }
    if (effort.per_length != 0) sum += effort.per_length * std::bit_width(n_implied(step) / 4);
    return sum;
}

// The distance from the cells that were changed last.
class Nearness {
  public:
    Nearness(const Board& board, const std::vector<int>& near)
        : n_(board.order()), near_(near), block_(board.layout().none()), line_(block_) {
        const Layout& layout = board.layout();
        for (const int cell : near) {
            for (const Place place : layout.places(cell))
                (layout.kind(place.house) == Kind::box ? block_ : line_) |=
                    layout.house_set(place.house);
            for (int i = 0; board.n_cages() > 0 && i < std::ssize(board.cages().of(cell)); ++i)
                block_ |= board.cages()[board.cages().of(cell)[static_cast<std::size_t>(i)]].set;
        }
    }

    // The kind of the distance: by a box or cage, by another house, or by neither. Then its length,
    // then the cell.
    std::tuple<int, int, int> of(int cell) const {
        int way = 2 * n_;
        for (const int each : near_)
            way = std::min(way, std::abs(each / n_ - cell / n_) + std::abs(each % n_ - cell % n_));
        return {block_.has(cell) ? 0 : line_.has(cell) ? 1 : 2, near_.empty() ? 0 : way, cell};
    }

    std::tuple<int, int, int> of(const Step& step) const {
        std::tuple<int, int, int> nearest{3, 0, 0};
        const auto look = [&](int cell) { nearest = std::min(nearest, of(cell)); };
        for (const Spot& spot : step.cells) look(spot.cell);
        for (const Marked& marked : step.candidates) look(marked.candidate.cell);
        for (const Candidate gone : step.eliminations) look(gone.cell);
        for (const Candidate placed : step.placements) look(placed.cell);
        return nearest;
    }

  private:
    int n_;
    const std::vector<int>& near_;
    CellSet block_, line_;
};

// The digits that each cell sees on the grid.
std::vector<Mask> shown_to_cells(const Board& board) {
    const Layout& layout = board.layout();
    std::vector<Mask> shown(static_cast<std::size_t>(layout.n_cells()), 0);
    for (int cell = 0; cell < layout.n_cells(); ++cell) {
        if (board.is_open(cell)) continue;
        const Mask digit = bit(board.digit(cell));
        board.sight().of(cell).each(
            [&](int peer) { shown[static_cast<std::size_t>(peer)] |= digit; });
    }
    return shown;
}

class Chooser {
  public:
    Chooser(Board& board, const Choosing& choosing, Poll poll)
        : board_(board),
          choosing_(choosing),
          sink_(1, poll),
          near_(choosing.near),
          reached_(choosing.reached) {
        for (int i = 0; i < std::ssize(choosing.efforts); ++i) order_.push_back(i);
        if (choosing.in_order) return;
        std::stable_sort(order_.begin(), order_.end(),
                         [&](int a, int b) { return effort(a).least < effort(b).least; });
    }

    // The step to take on the board, or nothing if there are no steps or the poll ended the search.
    const Choice* choose() {
        has_best_ = false;
        shown_.clear();
        const Nearness nearness(board_, near_);
        for (const int at : order_) {
            const int first = choosing_.in_order ? at : effort(at).least;
            if (sink_.is_over() || (has_best_ && first >= best_.key[0])) break;
            look(at, nearness);
        }
        if (was_stopped() || !has_best_) return nullptr;
        if (best_.seen)
            fill();
        else if (best_.step.cages.size() == 1)
            join_cage();
        return was_stopped() ? nullptr : &best_;
    }

    void take() {
        near_.clear();
        for (const Candidate gone : best_.step.eliminations) near_.push_back(gone.cell);
        for (const Candidate placed : best_.step.placements) near_.push_back(placed.cell);
        for (const Effort& each : choosing_.efforts)
            if (each.finder == best_.finder) reached_ = std::max(reached_, each.rating);
        apply(board_, best_.step);
    }

    bool was_stopped() const { return sink_.was_stopped(); }

  private:
    const Effort& effort(int at) const { return choosing_.efforts[static_cast<std::size_t>(at)]; }
    const Finder& finder(int at) const {
        return *finders()[static_cast<std::size_t>(effort(at).finder)];
    }

    void look(int at, const Nearness& nearness) {
        const std::string_view name = finder(at).name;
        if (name == "full-house") return full_houses(at, nearness);
        if (name == "hidden-single") return hidden_singles(at, nearness);
        if (name == "naked-single") return naked_singles(at, nearness);
        sink_.reopen(static_cast<std::size_t>(effort(at).choices));
        run(finder(at), board_, sink_);
        if (effort(at).choices == 1 && sink_.n_taken() == 1) consider(at, sink_.last(), nearness);
        const bool had_best = has_best_;
        const Key before = best_.key;
        for (const Step& step : sink_.steps()) consider(at, step, nearness);
        if (!has_best_ || (had_best && best_.key == before)) return;
        best_.kin.clear();
        if (best_.step.links.empty()) return;
        for (const Step& step : sink_.steps())
            if (step.eliminations != best_.step.eliminations &&
                have_same_aim(board_, best_.step, step))
                best_.kin.push_back(step);
    }

    void consider(int at, const Step& step, const Nearness& nearness) {
        const int sum = effort_of(board_, step, effort(at));
        if (sum > effort(at).most) return;
        const auto [kind, way, cell] = nearness.of(step);
        if (is_better({choosing_.in_order ? at : sum, sum, kind, way, cell, at, 0})) {
            best_.finder = effort(at).finder;
            best_.seen.reset();
            best_.step = step;
        }
    }

    void consider(int at, const Seen& seen, int sum, const Nearness& nearness) {
        if (sum > effort(at).most) return;
        const auto [kind, way, cell] = nearness.of(seen.cell);
        const int first = choosing_.in_order ? at : sum;
        if (is_better({first, sum, kind, way, cell, seen.digit, seen.house})) {
            best_.finder = effort(at).finder;
            best_.seen = seen;
            best_.kin.clear();
        }
    }

    bool is_better(const Key& key) {
        if (has_best_ && key >= best_.key) return false;
        best_.key = key;
        return has_best_ = true;
    }

    void full_houses(int at, const Nearness& nearness) {
        const Layout& layout = board_.layout();
        for (int h = -1; (h = board_.next_almost_full(h + 1)) < layout.n_houses();)
            if (const Mask sole = board_.sole(h); is_single(sole))
                consider(at, {only_cell(h, lowest(sole)), lowest(sole), h}, effort(at).least,
                         nearness);
    }

    void hidden_singles(int at, const Nearness& nearness) {
        const Layout& layout = board_.layout();
        for (int h = 0; h < layout.n_houses(); ++h)
            each(board_.sole(h), [&](int digit) {
                const int cell = only_cell(h, digit);
                const int what = layout.kind(h) == Kind::box ? 0 : 1;
                const int sum =
                    singles_effort(what, excludes_others(h, cell, digit), board_.n_open(h));
                consider(at, {cell, digit, h}, sum, nearness);
            });
    }

    void naked_singles(int at, const Nearness& nearness) {
        board_.singles().each([&](int cell) {
            const int digit = lowest(board_.at(cell));
            int n_open = board_.order();
            for (const Place place : board_.layout().places(cell))
                n_open = std::min(n_open, board_.n_open(place.house));
            const Mask others = board_.layout().all_digits() & ~bit(digit);
            consider(at, {cell, digit, -1}, singles_effort(2, (others & ~shown(cell)) == 0, n_open),
                     nearness);
        });
    }

    int only_cell(int house, int digit) const {
        return board_.layout().cells(house)[lowest(board_.where(house, digit))];
    }

    int singles_effort(int what, bool is_shown, int n_open) const {
        const SinglesEffort& all = choosing_.singles;
        const int (&row)[3] = !is_shown ? all.noted : n_open <= all.few ? all.glance : all.shown;
        return row[what];
    }

    // Whether every other empty cell of a house sees the digit.
    bool excludes_others(int house, int single, int digit) {
        return std::ranges::all_of(board_.layout().cells(house), [&](int cell) {
            return cell == single || !board_.is_open(cell) || (shown(cell) & bit(digit)) != 0;
        });
    }

    Mask shown(int cell) {
        if (shown_.empty()) shown_ = shown_to_cells(board_);
        return shown_[static_cast<std::size_t>(cell)];
    }

    // Fills the facts of the chosen single by running its finder again.
    void fill() {
        const Seen seen = *best_.seen;
        sink_.reopen(static_cast<std::size_t>(board_.layout().n_cells()) * 64);
        run(*finders()[static_cast<std::size_t>(best_.finder)], board_, sink_);
        for (const Step& step : sink_.steps())
            if (step.placements[0] == Step::make(seen.cell, seen.digit) &&
                (seen.house < 0 || step.houses[0] == seen.house)) {
                best_.step = step;
                return;
            }
    }

    // Joins the chosen step with the step of another finder for the same cage (see Effort::joins).
    void join_cage() {
        for (const Effort& each : choosing_.efforts) {
            const bool is_harder = each.finder == best_.finder;
            if (each.joins < 0 || !(is_harder || each.joins == best_.finder)) continue;
            if (reached_ < each.rating && !is_harder) continue;
            const int other = is_harder ? each.joins : each.finder;
            sink_.reopen(static_cast<std::size_t>(board_.n_cages()) + 1);
            run(*finders()[static_cast<std::size_t>(other)], board_, sink_);
            for (const Step& step : sink_.steps()) {
                if (step.cages[0].cage != best_.step.cages[0].cage) continue;
                // A digit with a single place is a placement, which is easier than the harder step.
                if (!is_harder && has_single_place(step)) continue;
                std::vector<Step> parts{is_harder ? step : best_.step,
                                        is_harder ? best_.step : step};
                parts[0].technique = finders()[static_cast<std::size_t>(each.joins)]->name;
                parts[1].technique = finders()[static_cast<std::size_t>(each.finder)]->name;
                best_.finder = each.finder;
                best_.step = whole_of(parts);
                return;
            }
        }
    }

    Board& board_;
    const Choosing& choosing_;
    Sink sink_;
    std::vector<int> near_, order_;
    int reached_;              // the rating of the hardest step so far, in tenths
    std::vector<Mask> shown_;  // computed when it is first needed
    Choice best_{};
    bool has_best_ = false;
};

}  // namespace

bool walk_chosen(Board& board, const Choosing& choosing, OnStep on_step, Poll poll) {
    Chooser chooser(board, choosing, poll);
    const auto is_open = [&] { return board.n_open() > 0 && !board.is_broken(); };
    const Choice* choice = is_open() ? chooser.choose() : nullptr;
    while (choice != nullptr) {
        Joined joined(board, *choice);
        chooser.take();
        bool is_chosen = false;  // whether `choice` is already the step after the joined steps
        while (joined.may_grow() && is_open()) {
            choice = chooser.choose();
            if ((is_chosen = choice == nullptr || !joined.add(*choice))) break;
            chooser.take();
        }
        if (!on_step(joined.finder(), joined.step())) return true;
        if (!is_chosen) choice = is_open() ? chooser.choose() : nullptr;
    }
    return !chooser.was_stopped();
}

}  // namespace pandoku::logic
