// Sue de Coq: cells where a box and a line cross, with some cells of the rest of the line and some
// of the rest of the box, have just as many digits as cells: all of them are locked in.
#include <vector>

#include "logic/finders.hpp"

namespace pandoku::logic {

namespace {

constexpr int kMostDigits = 12;  // more is for no one to see

class SueDeCoq {
  public:
    SueDeCoq(const Board& board, Sink& sink)
        : board_(board), layout_(board.layout()), sink_(sink) {}

    void run() {
        for (const int box : layout_.houses(Kind::box))
            for (int line = 0; line < layout_.n_houses(); ++line) {
                if (layout_.kind(line) == Kind::box) continue;
                if (count(layout_.crossing(box, line)) < 2) continue;
                if (sink_.done()) return;
                box_ = box, line_ = line;
                const CellSet common = layout_.house_set(box) & layout_.house_set(line);
                open_in(common, common_);
                open_in(layout_.house_set(line) - common, in_line_);
                open_in(layout_.house_set(box) - common, in_box_);
                cells_[0].clear(), cells_[1].clear(), cells_[2].clear();
                choose(common_, 0, 0, 0);
            }
    }

  private:
    void open_in(const CellSet& cells, std::vector<int>& out) const {
        out.clear();
        cells.each([&](int cell) {
            if (count(board_.at(cell)) >= 2) out.push_back(cell);
        });
    }

    // Part 0 is the crossing, 1 the line, 2 the box; every part has a cell at least.
    void choose(const std::vector<int>& from, int part, std::size_t next, Mask digits) {
        auto& chosen = cells_[part];
        if (chosen.size() >= (part == 0 ? 2U : 1U)) {
            digits_[part] = digits;
            if (part == 2)
                check();
            else if (part == 0)
                choose(in_line_, 1, 0, 0);
            else
                choose(in_box_, 2, 0, 0);
        }
        for (std::size_t i = next; i < from.size() && !sink_.done(); ++i) {
            if (count(digits | board_.at(from[i])) > kMostDigits) continue;
            chosen.push_back(from[i]);
            choose(from, part, i + 1, digits | board_.at(from[i]));
            chosen.pop_back();
        }
    }

    void check() {
        // A digit of both rests may stand twice, once in each; any other once at most.
        const Mask all = digits_[0] | digits_[1] | digits_[2], twice = digits_[1] & digits_[2];
        const std::size_t n_cells = cells_[0].size() + cells_[1].size() + cells_[2].size();
        if (static_cast<std::size_t>(count(all) + count(twice)) != n_cells) return;
        // Without such a crossing each rest would be a subset by itself.
        if (count(digits_[0]) < static_cast<int>(cells_[0].size()) + 2) return;
        Step& step = sink_.start();
        // Digits that are locked in the line, and those that are locked in the box.
        remove(step, line_, (digits_[0] | digits_[1]) & (~digits_[2] | twice));
        remove(step, box_, (digits_[0] | digits_[2]) & (~digits_[1] | twice));
        if (step.eliminations.empty()) return;
        const char* const roles[] = {"crossing", "line", "box"};
        for (int part = 0; part < 3; ++part)
            for (const int cell : cells_[part])
                step.mark_all(board_, cell, layout_.all_digits(), roles[part]);
        step.houses = {box_, line_};
        sink_.finish();
    }

    void remove(Step& step, int house, Mask digits) const {
        CellSet others = layout_.house_set(house);
        for (const auto& part : cells_)
            for (const int cell : part) others.drop(cell);
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
    int box_ = 0, line_ = 0;
    std::vector<int> common_, in_line_, in_box_, cells_[3];
    Mask digits_[3] = {};
};

}  // namespace

void find_sue_de_coq(const Board& board, Sink& sink) { SueDeCoq(board, sink).run(); }

}  // namespace pandoku::logic
