#include "logic/cage_equations.hpp"

#include <optional>

#include "logic/cage_steps.hpp"

namespace pandoku::logic {

namespace {

constexpr std::int64_t kMostSteps = 20'000;  // digits tried for one sum

int n_open_among(const Board& board, const std::vector<std::uint16_t>& cells) {
    int n = 0;
    for (const std::uint16_t cell : cells) n += board.is_open(cell);
    return n;
}

bool is_by_inside(const Board& board, const Territory::Crossing& crossing, Side side) {
    if (side != Side::shorter) return side == Side::inside;
    return n_open_among(board, crossing.inside) <= n_open_among(board, crossing.outside);
}

void count_cells(const Board& board, const std::vector<std::uint16_t>& cells,
                 std::vector<std::uint16_t>& open, Equation& equation) {
    for (const std::uint16_t cell : cells)
        (board.is_open(cell) ? open : equation.counted).push_back(cell);
}

// How many open cells a sum would have; more than `most` are not counted on.
std::size_t count_open(const Board& board, const Territory& land, Side side, std::size_t most) {
    auto n = static_cast<std::size_t>(n_open_among(board, land.loose));
    for (const Territory::Crossing& crossing : land.crossing) {
        if (n > most) break;
        const bool by_inside = is_by_inside(board, crossing, side);
        n += static_cast<std::size_t>(
            n_open_among(board, by_inside ? crossing.inside : crossing.outside));
    }
    return n;
}

}  // namespace

bool lay_out(const Board& board, const Territory& land, Side side, std::size_t most,
             Equation& equation) {
    const std::size_t n = count_open(board, land, side, most);
    if (n == 0 || n > most) return false;
    equation = {&land, {}, {}, {}, {}, 0};
    count_cells(board, land.loose, equation.plus, equation);
    for (const Territory::Crossing& crossing : land.crossing) {
        if (is_by_inside(board, crossing, side)) {
            count_cells(board, crossing.inside, equation.plus, equation);
        } else {
            equation.outside.push_back(crossing.cage);
            count_cells(board, crossing.outside, equation.minus, equation);
        }
    }
    std::sort(equation.plus.begin(), equation.plus.end());
    std::sort(equation.minus.begin(), equation.minus.end());
    return true;
}

bool is_inside(const Board& board, const Territory& land, int cell) {
    for (const int house : land.houses)
        if (board.layout().house_set(house).has(cell)) return true;
    return false;
}

namespace {

std::int64_t total_of(const Board& board, const Equation& equation) {
    const std::int64_t n = board.order();
    std::int64_t total = static_cast<std::int64_t>(equation.land->houses.size()) * n * (n + 1) / 2;
    for (const int c : equation.land->inside) total -= board.cages()[c].target;
    for (const int c : equation.outside) total -= board.cages()[c].target;
    for (const std::uint16_t cell : equation.counted) {
        const int digit = board.digit(cell) + 1;
        total += is_inside(board, *equation.land, cell) ? -digit : digit;
    }
    return total;
}

}  // namespace

std::vector<Equation> sums_of(const Board& board, std::size_t most) {
    std::vector<Equation> sums;
    if (board.n_cages() == 0) return sums;
    Equation equation;
    for (const Territory& land : board.cages().sums())
        for (const Side side : {Side::shorter, Side::inside, Side::outside}) {
            if (!lay_out(board, land, side, most, equation)) continue;
            const auto is_known = [&](const Equation& other) { return other.is_same(equation); };
            if (std::any_of(sums.begin(), sums.end(), is_known)) continue;
            equation.total = total_of(board, equation);
            sums.push_back(equation);
        }
    return sums;
}

void cite_sum(const Board& board, Step& step, const Equation& equation) {
    for (const std::uint16_t cell : equation.plus) step.mark(cell, "innie");
    for (const std::uint16_t cell : equation.minus) step.mark(cell, "outie");
    for (const std::uint16_t cell : equation.counted) step.mark(cell, board.digit(cell), "counted");
    step.houses = equation.land->houses;
    for (const int c : equation.land->inside) step.cages.push_back({c, {}});
    for (const int c : equation.outside) step.cages.push_back({c, {}});
}

namespace {

// What the open cells may hold: [plus, then minus]. Nothing when it would take too long.
std::optional<std::vector<Mask>> held_by(const Board& board, const Equation& equation,
                                         char operation) {
    std::vector<std::uint16_t> cells = equation.plus;
    cells.insert(cells.end(), equation.minus.begin(), equation.minus.end());
    const std::size_t n = cells.size(), n_plus = equation.plus.size();
    const bool is_turned = n_plus == 0;
    std::array<Term, kMostOpen> terms;
    for (std::size_t i = 0; i < n; ++i) {
        terms[i] = {board.at(cells[i]), 0, (i < n_plus) != is_turned ? 1 : -1};
        for (std::size_t j = 0; j < n; ++j)
            if (i != j && board.cages().apart(cells[i], cells[j]))
                terms[i].apart |= std::uint32_t{1} << j;
    }
    const bool flips = is_turned && operation == '+';
    Filler filler({operation, flips ? -equation.total : equation.total, board.order()},
                  {terms.data(), n});
    std::vector<Mask> held(n, 0);
    std::int64_t steps = kMostSteps;
    const bool is_all = filler.each(steps, [&](const std::uint8_t* digits) {
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
