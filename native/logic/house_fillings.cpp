// House fillings: the cages and cells of a house share out its digits. Candidates that a cage's
// part of the house never holds are impossible.
#include <algorithm>
#include <deque>

#include "logic/cage_steps.hpp"
#include "logic/finder.hpp"
#include "logic/house_parts.hpp"
#include "logic/packing.hpp"

namespace pandoku::logic {

namespace {

class HouseFillings {
  public:
    HouseFillings(const Board& board, Sink& sink) : board_(board), sink_(sink) {}

    // Makes a step for each part that loses candidates.
    void look_at(int house) {
        parts_ = parts_of(board_, house);
        const auto is_cage = [](const HousePart& part) { return part.cage >= 0; };
        if (parts_.size() < 2 || std::none_of(parts_.begin(), parts_.end(), is_cage)) return;
        std::vector<const HousePart*> all;
        for (const HousePart& part : parts_) all.push_back(&part);
        if (!pack(all)) return;
        const auto occurs = packing_.occurs();
        for (std::size_t i = 0; i < parts_.size() && !sink_.done(); ++i) {
            gone_ = gone_from(parts_[i], occurs[i]);
            if (!gone_.empty()) tell(house, parts_[i]);
        }
    }

  private:
    using Parts = std::vector<const HousePart*>;

    // False if there is no way to share out the digits, or if the search takes too long.
    bool pack(const Parts& parts) {
        board_.pause();
        sets_.clear();
        for (const HousePart* part : parts) sets_.push_back(&part->sets);
        const Packing::End end = packing_.run(sets_);
        return !sink_.done(1 + packing_.n_moves() / 64) && end == Packing::End::some;
    }

    std::vector<Candidate> gone_from(const HousePart& part,
                                     const std::vector<std::uint8_t>& occurs) const {
        std::vector<Candidate> gone;
        if (part.cage < 0) {
            for (std::size_t s = 0; s < part.sets.size(); ++s)
                if (occurs[s] == 0) gone.push_back(Step::make(part.cells[0], lowest(part.sets[s])));
            return gone;
        }
        const auto& cells = board_.cages()[part.cage].cells;
        const std::vector<Mask> held = held_by_sets(board_, part, occurs);
        for (std::size_t p = 0; p < cells.size(); ++p)
            // Candidates that no filling of the cage has do not need a house to be eliminated.
            each(board_.at(cells[p]) & board_.view(part.cage).may[p] & ~held[p],
                 [&](int d) { gone.push_back(Step::make(cells[p], d)); });
        return gone;
    }

    // Whether these parts, with the losing part first, prove as much as all parts.
    bool is_enough(const Parts& parts) {
        return pack(parts) && gone_from(*parts[0], packing_.occurs()[0]).size() == gone_.size();
    }

    void tell(int house, const HousePart& loser) {
        Step& step = sink_.start();
        step.eliminations = gone_;
        if (step.is_told) {
            cells_.clear();
            const Parts needed = needed_for(loser);
            if (sink_.done()) return;
            for (const std::uint16_t cell : loser.cells) step.mark(cell, "pattern");
            for (std::size_t i = 1; i < needed.size(); ++i)
                for (const std::uint16_t cell : needed[i]->cells)
                    step.mark(cell, needed[i]->cage < 0 ? "sharing-cell" : "sharing-cage");
            step.houses.push_back(house);
            for (const HousePart* part : needed)
                if (part->cage >= 0) cite(board_, step, part->cage);
        }
        sink_.finish();
    }

    // Reduces the parts to as few as possible, with the losing part first. Parts with many sets are
    // left out before others. A cage whose candidates suffice is split into single cells.
    Parts needed_for(const HousePart& loser) {
        Parts needed{&loser};
        for (const HousePart& part : parts_)
            if (&part != &loser) needed.push_back(&part);
        std::stable_sort(needed.begin() + 1, needed.end(), [](const auto* a, const auto* b) {
            return a->sets.size() < b->sets.size();
        });
        leave_out(needed, 1);
        for (std::size_t i = 1; i < needed.size(); ++i) {
            if (needed[i]->cage < 0) continue;
            Parts split = needed;
            split.erase(split.begin() + static_cast<std::ptrdiff_t>(i));
            const std::size_t first = split.size();
            for (const std::uint16_t cell : needed[i]->cells)
                split.push_back(&cells_.emplace_back(cell_part(board_, cell)));
            if (!is_enough(split)) continue;
            leave_out(split, first);
            needed = std::move(split);
            --i;
        }
        // In reading order, cages before cells.
        std::sort(needed.begin() + 1, needed.end(), [](const auto* a, const auto* b) {
            const bool is_cell = a->cage < 0, is_other_cell = b->cage < 0;
            return is_cell != is_other_cell ? is_other_cell : a->cells[0] < b->cells[0];
        });
        return needed;
    }

    // Leaves out the parts from number `first` on that are not needed.
    void leave_out(Parts& needed, std::size_t first) {
        for (std::size_t i = needed.size(); i-- > first;) {
            Parts fewer = needed;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            if (is_enough(fewer)) needed = std::move(fewer);
        }
    }

    const Board& board_;
    Sink& sink_;
    Packing packing_;
    std::vector<HousePart> parts_;
    std::deque<HousePart> cells_;  // the cells of cages that were split
    std::vector<const std::vector<Mask>*> sets_;
    std::vector<Candidate> gone_;
};

void find_house_fillings(const Board& board, Sink& sink) {
    if (board.n_cages() == 0) return;
    HouseFillings finder(board, sink);
    for (int house = 0; house < board.layout().n_houses() && !sink.done(); ++house)
        finder.look_at(house);
}

constexpr const char* kHouseFillingRoles[] = {"pattern", "sharing-cage", "sharing-cell"};

}  // namespace

extern constexpr Finder kHouseFillings{"house-fillings", find_house_fillings, kHouseFillingRoles,
                                       Needs::cages};

}  // namespace pandoku::logic
