// Two almost locked sets that share a restricted digit (XZ).
#include "logic/als.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "logic/finders.hpp"

namespace pandoku::logic {

namespace {

// Larger sets are for no one to see, and there are too many to look at.
int most_cells(int order) { return order <= 9 ? 5 : order <= 16 ? 4 : 3; }

class Collector {
  public:
    explicit Collector(const Board& board) : board_(board), layout_(board.layout()) {}

    std::vector<Als> run() {
        for (int house = 0; house < layout_.n_houses(); ++house) {
            open_.clear();
            for (const int cell : layout_.cells(house))
                if (count(board_.at(cell)) >= 2) open_.push_back(cell);
            choose(house, 0, 0);
        }
        return std::move(found_);
    }

  private:
    void choose(int house, std::size_t next, Mask digits) {
        const auto size = static_cast<int>(chosen_.size());
        if (size > 0 && count(digits) == size + 1 && known_.insert(chosen_).second) add(house, digits);
        if (size == most_cells(board_.order())) return;
        for (std::size_t i = next; i < open_.size(); ++i) {
            const Mask grown = digits | board_.at(open_[i]);
            if (count(grown) > most_cells(board_.order()) + 1) continue;
            chosen_.push_back(open_[i]);
            choose(house, i + 1, grown);
            chosen_.pop_back();
        }
    }

    void add(int house, Mask digits) {
        Als als{house, chosen_, layout_.none(), digits, {}, {}};
        als.with.assign(board_.order(), layout_.none());
        als.sight.assign(board_.order(), layout_.none());
        for (const int cell : chosen_) als.set.add(cell);
        each(digits, [&](int digit) {
            als.with[digit] = als.set & board_.cells_with(digit);
            als.sight[digit] = board_.cells_with(digit);
            als.with[digit].each([&](int cell) { als.sight[digit] &= layout_.sight(cell); });
        });
        found_.push_back(std::move(als));
    }

    const Board& board_;
    const Layout& layout_;
    std::vector<int> open_, chosen_;
    std::set<std::vector<int>> known_;
    std::vector<Als> found_;
};

Mask restricted(const Als& a, const Als& b) {
    Mask mask = 0;
    each(a.digits & b.digits, [&](int d) {
        if (a.is_restricted(b, d)) mask |= bit(d);
    });
    return mask;
}

void mark(const Board& board, Step& step, const Als& als, const char* role) {
    for (const int cell : als.cells) step.mark_all(board, cell, als.digits, role);
    step.houses.push_back(als.house);
}

void mark_digit(Step& step, const Als& als, int digit, const char* role) {
    als.with[digit].each([&](int cell) { step.mark(cell, digit, role); });
}

void eliminate(Step& step, const CellSet& cells, int digit) {
    cells.each([&](int cell) {
        const Candidate gone = Step::make(cell, digit);
        if (std::find(step.eliminations.begin(), step.eliminations.end(), gone) ==
            step.eliminations.end())
            step.eliminations.push_back(gone);
    });
}

}  // namespace

std::vector<Als> almost_locked_sets(const Board& board) { return Collector(board).run(); }

void find_als_xz(const Board& board, Sink& sink) {
    const auto sets = almost_locked_sets(board);
    for (std::size_t i = 0; i < sets.size(); ++i)
        for (std::size_t j = i + 1; j < sets.size(); ++j) {
            if (sink.done()) return;
            const Als &a = sets[i], &b = sets[j];
            const Mask links = restricted(a, b);
            if (links == 0) continue;
            // Told once for each link; what two links do together is told with the first.
            const bool is_double = count(links) >= 2 && !a.set.meets(b.set);
            Mask todo = is_double ? links & -links : links;
            for (; todo != 0; todo &= todo - 1) {
                const int x = lowest(todo);
                Step& step = sink.start();
                for (Mask rest = a.digits & b.digits; rest != 0; rest &= rest - 1) {
                    const int z = lowest(rest);
                    if (z != x || is_double)
                        eliminate(step, a.sight[z] & b.sight[z], z);
                }
                if (is_double)
                    for (const Als* one : {&a, &b})
                        each(one->digits & ~links, [&](int d) {
                            eliminate(step, one->sight[d] - a.set - b.set, d);
                        });
                if (step.eliminations.empty()) continue;
                mark(board, step, a, "set-a");
                mark(board, step, b, "set-b");
                for (const Als* one : {&a, &b})
                    each(is_double ? links : bit(x),
                         [&](int d) { mark_digit(step, *one, d, "restricted"); });
                sink.finish();
            }
        }
}

}  // namespace pandoku::logic
