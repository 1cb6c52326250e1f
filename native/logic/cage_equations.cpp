#include "logic/cage_equations.hpp"

#include <optional>

#include "logic/cage_steps.hpp"

namespace pandoku::logic {

namespace {

constexpr std::int64_t kMostSumSteps = 20'000;  // maximum number of digits to try for one sum

}  // namespace

bool lay_out(const Board& board, const Territory& land, Side side, std::size_t most,
             Equation& equation) {
    const auto digit_at = [&](int cell) { return board.digit(cell); };
    return pandoku::lay_out(land, side, most, digit_at, equation) && equation.n() > 0;
}

bool is_inside(const Board& board, const Territory& land, int cell) {
    for (const int house : land.houses)
        if (board.layout().house_set(house).has(cell)) return true;
    return false;
}

namespace {

std::vector<Equation> find_sums(const Board& board, std::size_t most) {
    std::vector<Equation> sums;
    if (board.n_cages() == 0) return sums;
    const auto target_of = [&](int cage) { return board.cages()[cage].target; };
    Equation equation;
    const auto digit_at = [&](int cell) { return board.digit(cell); };
    for (const Territory& land : board.cages().sums()) {
        if (n_open_among(land.loose, digit_at) > most) continue;  // on either side
        for (const Side side : {Side::shorter, Side::inside, Side::outside}) {
            if (!lay_out(board, land, side, most, equation)) continue;
            const auto is_known = [&](const Equation& other) { return other.is_same(equation); };
            if (std::any_of(sums.begin(), sums.end(), is_known)) continue;
            add_targets(board.order(), target_of, equation);
            sums.push_back(equation);
        }
    }
    return sums;
}

}  // namespace

const std::vector<Equation>& sums_of(const Board& board) {
    return board.kept<std::vector<Equation>>(Kept::sums,
                                             [&] { return find_sums(board, kMostOpen); });
}

const std::vector<Equation>& sums_of_one(const Board& board) {
    return board.kept<std::vector<Equation>>(Kept::sums_of_one,
                                             [&] { return find_sums(board, 1); });
}

void cite_sum(const Board& board, Step& step, const Equation& equation) {
    for (const std::uint16_t cell : equation.plus) step.mark(cell, "innie");
    for (const std::uint16_t cell : equation.minus) step.mark(cell, "outie");
    for (const std::uint16_t cell : equation.counted) step.mark(cell, board.digit(cell), "counted");
    step.houses.assign(equation.land->houses.begin(), equation.land->houses.end());
    for (const int c : equation.land->inside) step.cages.push_back({c, {}});
    for (const int c : equation.outside) step.cages.push_back({c, {}});
}

namespace {

// The digits that each open cell may hold, first for the plus cells, then for the minus cells. No
// value if the search would take too long.
std::optional<std::vector<Mask>> held_by(const Board& board, const Equation& equation,
                                         char operation) {
    std::vector<std::uint16_t> cells = equation.plus;
    cells.insert(cells.end(), equation.minus.begin(), equation.minus.end());
    const std::size_t n = cells.size(), n_plus = equation.plus.size();
    // If there are only minus cells, they are treated as plus cells, and the total of a sum changes
    // its sign.
    const bool is_turned = n_plus == 0;
    std::array<Term, kMostOpen> terms;
    for (std::size_t i = 0; i < n; ++i) {
        terms[i] = {board.at(cells[i]), 0, (i < n_plus) != is_turned ? 1 : -1};
        for (std::size_t j = 0; j < n; ++j)
            if (i != j && board.sight().sees(cells[i], cells[j]))
                terms[i].apart |= std::uint32_t{1} << j;
    }
    const bool flips = is_turned && operation == '+';
    Fillings fillings({operation, flips ? -equation.total : equation.total, board.order()},
                      {terms.data(), n});
    std::vector<Mask> held(n, 0);
    std::int64_t steps = kMostSumSteps;
    const bool is_all = fillings.each(steps, [&](const std::uint8_t* digits) {
        for (std::size_t i = 0; i < n; ++i) held[i] |= bit(digits[i]);
        return true;
    });
    if (!is_all) return {};
    return held;
}

}  // namespace

void take_by(const Board& board, Sink& sink, const Equation& equation, char operation) {
    const auto held = held_by(board, equation, operation);
    if (!held) return;
    Step& step = sink.start();
    for (std::size_t i = 0; i < equation.n(); ++i) {
        const int cell =
            i < equation.plus.size() ? equation.plus[i] : equation.minus[i - equation.plus.size()];
        if (equation.n() == 1) {
            if (is_single((*held)[0])) step.place(cell, lowest((*held)[0]));
            break;
        }
        each(board.at(cell) & ~(*held)[i], [&](int d) { step.eliminate(cell, d); });
    }
    if (step.placements.empty() && step.eliminations.empty()) return;
    cite_sum(board, step, equation);
    sink.finish();
}

}  // namespace pandoku::logic
