// Sue de Coq: some cells where a box and a line cross, together with some other cells of the line
// and of the box, have exactly as many digits as cells. So all these digits are locked in them.
#include <algorithm>
#include <vector>

#include "logic/als.hpp"
#include "logic/finder.hpp"

namespace pandoku::logic {

namespace {

// Maximum number of cells in the crossing, because people do not see more.
constexpr int kMostDigits = 12;

class SueDeCoq {
  public:
    SueDeCoq(const Board& board, Sink& sink)
        : board_(board),
          layout_(board.layout()),
          sink_(sink),
          most_cells_(most_set(board.order())) {}

    void run() {
        for (const int box : layout_.houses(Kind::box))
            for (int line = 0; line < layout_.n_houses(); ++line) {
                if (layout_.kind(line) == Kind::box) continue;
                if (count(layout_.crossing(box, line)) < 2) continue;
                if (sink_.done()) return;
                box_ = box, line_ = line;
                const auto is_same = [&](std::uint32_t time) {
                    return is_house_same(box, time) && is_house_same(line, time);
                };
                const int n_houses = layout_.n_houses();
                Idle::Look& last = board_.idle().at(Looking::sue_de_coq, 0, box * n_houses + line,
                                                    static_cast<std::size_t>(n_houses) * n_houses);
                look_unless_idle(board_, sink_, last, is_same, [&] { look(); });
            }
    }

  private:
    // Some cells of the line or box outside the crossing. `gain` is the number of the crossing's
    // digits that they certainly take: the number of cells minus the number of their other digits.
    struct Part {
        std::vector<int> cells;
        Mask digits;
        int gain;
    };

    bool is_house_same(int house, std::uint32_t time) const {
        return std::ranges::all_of(layout_.cells(house),
                                   [&](int cell) { return board_.changed_at(cell) < time; });
    }

    // Looks at the crossing of the box and the line.
    void look() {
        const CellSet common = layout_.house_set(box_) & layout_.house_set(line_);
        common_ = open_in(common);
        in_line_ = open_in(layout_.house_set(line_) - common);
        in_box_ = open_in(layout_.house_set(box_) - common);
        crossing_.clear();
        choose_crossing(0, 0);
    }

    std::vector<int> open_in(const CellSet& cells) const {
        std::vector<int> open;
        cells.each([&](int cell) {
            if (count(board_.at(cell)) >= 2) open.push_back(cell);
        });
        return open;
    }

    void choose_crossing(std::size_t next, Mask digits) {
        // With fewer digits, the part of the line or of the box alone would be a subset.
        const auto size = static_cast<int>(crossing_.size());
        if (size >= 2 && count(digits) >= size + 2) join(digits);
        for (std::size_t i = next; i < common_.size() && !sink_.done(); ++i) {
            if (count(digits | board_.at(common_[i])) > kMostDigits) continue;
            crossing_.push_back(common_[i]);
            choose_crossing(i + 1, digits | board_.at(common_[i]));
            crossing_.pop_back();
        }
    }

    // The crossing has `surplus` more digits than cells. The parts in the line and the box together
    // must take exactly this number. A digit that both parts have may be in each of them, so it
    // counts twice.
    void join(Mask digits) {
        const int surplus = count(digits) - static_cast<int>(crossing_.size());
        parts_in(in_line_, digits, lines_);
        if (lines_.empty()) return;
        parts_in(in_box_, digits, boxes_);
        for (const Part& line : lines_)
            for (const Part& box : boxes_) {
                if (sink_.done()) return;
                if (line.gain + box.gain == surplus + count(digits & line.digits & box.digits))
                    tell(digits, line, box);
            }
    }

    void parts_in(const std::vector<int>& open, Mask crossing, std::vector<Part>& found) {
        found.clear();
        chosen_.clear();
        choose(open, crossing, 0, 0, found);
    }

    void choose(const std::vector<int>& open, Mask crossing, std::size_t next, Mask digits,
                std::vector<Part>& found) {
        const auto size = static_cast<int>(chosen_.size());
        const int gain = size - count(digits & ~crossing);
        if (gain >= 1) found.push_back({chosen_, digits, gain});
        if (size == most_cells_) return;
        for (std::size_t i = next; i < open.size(); ++i) {
            const Mask grown = digits | board_.at(open[i]);
            if (count(grown & ~crossing) >= most_cells_) continue;
            chosen_.push_back(open[i]);
            choose(open, crossing, i + 1, grown, found);
            chosen_.pop_back();
        }
    }

    void tell(Mask crossing, const Part& line, const Part& box) {
        const Mask twice = line.digits & box.digits;
        Step& step = sink_.start();
        // A digit of the box's part is only locked in the box, unless the line's part also has it,
        // and vice versa.
        remove(step, line_, line, box, (crossing | line.digits) & (~box.digits | twice));
        remove(step, box_, line, box, (crossing | box.digits) & (~line.digits | twice));
        if (step.eliminations.empty()) return;
        const auto mark = [&](const std::vector<int>& cells, const char* role) {
            for (const int cell : cells) step.mark_all(board_, cell, layout_.all_digits(), role);
        };
        mark(crossing_, "crossing");
        mark(line.cells, "line");
        mark(box.cells, "box");
        step.houses = {box_, line_};
        sink_.finish();
    }

    void remove(Step& step, int house, const Part& line, const Part& box, Mask digits) const {
        CellSet others = layout_.house_set(house);
        for (const auto* part : {&crossing_, &line.cells, &box.cells})
            for (const int cell : *part) others.drop(cell);
        others.each([&](int cell) {
            each(board_.at(cell) & digits, [&](int d) {
                const Candidate gone = Step::make(cell, d);
                for (const Candidate known : step.eliminations)
                    if (known == gone) return;
                step.eliminations.push_back(gone);
            });
        });
    }

    const Board& board_;
    const Layout& layout_;
    Sink& sink_;
    int most_cells_, box_ = 0, line_ = 0;
    std::vector<int> common_, in_line_, in_box_;  // the open cells of the three parts
    std::vector<int> crossing_, chosen_;
    std::vector<Part> lines_, boxes_;
};

void find_sue_de_coq(const Board& board, Sink& sink) { SueDeCoq(board, sink).run(); }

constexpr const char* kSueDeCoqRoles[] = {"crossing", "line", "box"};

}  // namespace

extern constexpr Finder kSueDeCoq{"sue-de-coq", find_sue_de_coq, kSueDeCoqRoles};

}  // namespace pandoku::logic
