// Fish: k lines where all places of a digit, except some fins, are in k lines that cross them. The
// search starts from the candidate e that would be eliminated, not from the base lines, whose
// combinations explode for large orders. If e were true, the places that e sees would be empty. So
// only the other places must fit into k cover lines, which include the line of e, and few base
// lines are left to choose from.
#include <algorithm>
#include <utility>
#include <vector>

#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

enum class Fins { none, some, sashimi };

struct Fish {
    Mask base, cover;  // sets of lines, which are numbered within their kind
    bool operator==(const Fish&) const = default;
};

class FishFinder {
  public:
    FishFinder(const Board& board, Sink& sink, int size, Fins fins)
        : board_(board), layout_(board.layout()), sink_(sink), size_(size), fins_(fins) {
        lines_.reserve(static_cast<std::size_t>(board.order()));
    }

    void run() {
        const auto kind = static_cast<std::size_t>(fins_) * 3 + static_cast<std::size_t>(size_ - 2);
        for (int digit = 0; digit < board_.order(); ++digit) {
            const auto n_places = static_cast<std::size_t>(board_.order());
            const auto is_same = [&](std::uint32_t time) {
                return board_.changed_with(digit) < time;
            };
            const auto look_at_digit = [&] {
                for (const auto& [base, cover] :
                     {std::pair{Kind::row, Kind::column}, std::pair{Kind::column, Kind::row}}) {
                    digit_ = digit;
                    base_ = &layout_.houses(base);
                    cover_ = &layout_.houses(cover);
                    fins_ == Fins::none ? look_without_fins() : look();
                    if (sink_.done()) return;
                }
            };
            Idle::Look& last = board_.idle().at(Looking::fish, kind, digit, n_places);
            look_unless_idle(board_, sink_, last, is_same, look_at_digit);
            if (sink_.done(0)) return;
        }
    }

  private:
    // Position p of a base line lies in cover line p, because both are in the order of the grid.
    void look() {
        found_.clear();
        board_.cells_with(digit_).each([&](int e) {
            const int own_base = line_of(e, *base_), own_cover = line_of(e, *cover_);
            lines_.clear();
            for (int b = 0; b < board_.order(); ++b) {
                const Mask places = board_.where((*base_)[b], digit_);
                if (b == own_base || count(places) < 2) continue;
                Mask unseen = 0;
                each(places, [&](int p) {
                    const int cell = layout_.cells((*base_)[b])[p];
                    if (!layout_.share_house(e, cell)) unseen |= bit(p);
                });
                // If e sees all places of a line, these are locked candidates, and no fish is
                // needed.
                if (unseen != 0) lines_.push_back({b, unseen});
            }
            choose(0, 0, 0, bit(own_cover));
        });
        tell_all();
    }

    // Without fins the base lines have at most k places, so few qualify and they can be chosen
    // directly. The steps are sorted by their first elimination, which is the order of look().
    void look_without_fins() {
        Mask few = 0, open = 0;
        for (int b = 0; b < board_.order(); ++b) {
            const Mask places = board_.where((*base_)[b], digit_);
            open |= static_cast<Mask>(places != 0) << b;
            few |= (Mask{is_several(places)} & Mask{has_at_most(places, size_)}) << b;
        }
        // A fish of all open lines has nothing to eliminate.
        if (has_at_most(few, size_ - 1) || has_at_most(open, size_)) return;
        found_.clear();
        lines_.clear();
        each(few, [&](int b) { lines_.push_back({b, board_.where((*base_)[b], digit_)}); });
        choose(0, 0, 0, 0);
        if (found_.empty()) return;
        std::erase_if(found_, [&](const Fish& fish) { return first_gone(fish) < 0; });
        std::stable_sort(found_.begin(), found_.end(), [&](const Fish& a, const Fish& b) {
            return first_gone(a) < first_gone(b);
        });
        tell_all();
    }

    int first_gone(const Fish& fish) const {
        int first = -1;
        each(fish.cover, [&](int c) {
            const int house = (*cover_)[c];
            const Mask rest = board_.where(house, digit_) & ~fish.base;
            if (rest == 0) return;
            const int cell = layout_.cells(house)[lowest(rest)];
            if (first < 0 || cell < first) first = cell;
        });
        return first;
    }

    void tell_all() {
        for (const Fish& fish : found_) {
            if (sink_.done()) return;
            tell(fish);
        }
    }

    int line_of(int cell, const std::vector<int>& lines) const {
        const bool is_row = &lines == &layout_.houses(Kind::row);
        return is_row ? cell / layout_.order() : cell % layout_.order();
    }

    void choose(std::size_t next, int n, Mask base, Mask cover) {
        if (n == size_) {
            const Fish fish{base, cover};
            if (count(cover) == size_ &&
                std::find(found_.begin(), found_.end(), fish) == found_.end())
                found_.push_back(fish);
            return;
        }
        for (std::size_t i = next; i + size_ - n <= lines_.size() && !sink_.done(); ++i) {
            const Mask grown = cover | lines_[i].second;
            if (has_at_most(grown, size_)) choose(i + 1, n + 1, base | bit(lines_[i].first), grown);
        }
    }

    void tell(const Fish& fish) {
        CellSet inside = layout_.none(), covered = layout_.none(), fins = layout_.none();
        bool is_sashimi = false;
        each(fish.base, [&](int b) {
            const int house = (*base_)[b];
            inside |= layout_.house_set(house);
            const Mask places = board_.where(house, digit_);
            is_sashimi |= count(places & fish.cover) < 2;
            each(places & ~fish.cover, [&](int p) { fins.add(layout_.cells(house)[p]); });
        });
        const Fins kind = fins.empty() ? Fins::none : is_sashimi ? Fins::sashimi : Fins::some;
        if (kind != fins_) return;
        each(fish.cover, [&](int c) { covered |= layout_.house_set((*cover_)[c]); });
        CellSet gone = (covered - inside) & board_.cells_with(digit_);
        fins.each([&](int fin) { gone &= layout_.house_sight(fin); });
        if (gone.empty()) return;

        Step& step = sink_.start();
        gone.each([&](int cell) { step.eliminate(cell, digit_); });
        (inside & covered & board_.cells_with(digit_)).each([&](int cell) {
            step.mark(cell, "pattern");
            step.mark(cell, digit_, "proves");
        });
        fins.each([&](int cell) {
            step.mark(cell, "fin");
            step.mark(cell, digit_, "fin");
        });
        each(fish.base, [&](int b) { step.houses.push_back((*base_)[b]); });
        each(fish.cover, [&](int c) { step.houses.push_back((*cover_)[c]); });
        sink_.finish();
    }

    const Board& board_;
    const Layout& layout_;
    Sink& sink_;
    int size_;
    Fins fins_;
    int digit_ = 0;
    const std::vector<int>*base_ = nullptr, *cover_ = nullptr;
    std::vector<std::pair<int, Mask>> lines_;  // base lines, and the places that e does not see
    std::vector<Fish> found_;
};

void find_fish(const Board& board, Sink& sink, int size, Fins fins) {
    FishFinder(board, sink, size, fins).run();
}

constexpr const char* kFishRoles[] = {"pattern", "proves", "fin"};

}  // namespace

extern constexpr Finder kXWing{"x-wing", with<find_fish, 2, Fins::none>, std::span(kFishRoles, 2)};
extern constexpr Finder kSwordfish{"swordfish", with<find_fish, 3, Fins::none>,
                                   std::span(kFishRoles, 2)};
extern constexpr Finder kJellyfish{"jellyfish", with<find_fish, 4, Fins::none>,
                                   std::span(kFishRoles, 2)};
extern constexpr Finder kFinnedXWing{"finned-x-wing", with<find_fish, 2, Fins::some>, kFishRoles};
extern constexpr Finder kFinnedSwordfish{"finned-swordfish", with<find_fish, 3, Fins::some>,
                                         kFishRoles};
extern constexpr Finder kFinnedJellyfish{"finned-jellyfish", with<find_fish, 4, Fins::some>,
                                         kFishRoles};
extern constexpr Finder kSashimiXWing{"sashimi-x-wing", with<find_fish, 2, Fins::sashimi>,
                                      kFishRoles};
extern constexpr Finder kSashimiSwordfish{"sashimi-swordfish", with<find_fish, 3, Fins::sashimi>,
                                          kFishRoles};
extern constexpr Finder kSashimiJellyfish{"sashimi-jellyfish", with<find_fish, 4, Fins::sashimi>,
                                          kFishRoles};

}  // namespace pandoku::logic
