#include "generate/cage_clues.hpp"

#include <algorithm>
#include <array>

#include "grid/fillings.hpp"

namespace pandoku::generate {
namespace {

constexpr std::int64_t kFillingSteps = 4000;  // maximum number of steps to find a second filling

}  // namespace

bool ClueMaker::fits(Operation operation, const Area& area, const std::uint8_t* digits) const {
    if (operation == kPlus || operation == kTimes) return true;
    if (area.size() != 2) return false;
    const int a = digits[area.cells()[0]], b = digits[area.cells()[1]];
    return operation == kMinus || a % b == 0 || b % a == 0;
}

Clue ClueMaker::clue_of(Operation operation, const Area& area, const std::uint8_t* digits) const {
    std::int64_t sum = 0, product = 1, largest = 0;
    for (const std::uint16_t cell : area.cells()) {
        sum += digits[cell];
        product *= digits[cell];
        largest = std::max<std::int64_t>(largest, digits[cell]);
    }
    const char sign = wishes_.is_hidden ? '?' : kSigns[operation];
    switch (operation) {
        case kPlus: return {sign, sum};
        case kMinus: return {sign, 2 * largest - sum};
        case kTimes: return {sign, product};
        default: return {sign, largest * largest / product};
    }
}

bool ClueMaker::draw(Random& random, const Area& area, const std::uint8_t* digits,
                     Clue& clue) const {
    if (area.size() == 1) {
        clue = {wishes_.is_killer ? '+' : '=', digits[area.cells()[0]]};
        return true;
    }
    auto weights = wishes_.operations;
    for (std::size_t o = 0; o < weights.size(); ++o)
        if (!fits(static_cast<Operation>(o), area, digits)) weights[o] = 0;
    return draw_among(random, area, digits, weights, clue);
}

bool ClueMaker::draw_among(Random& random, const Area& area, const std::uint8_t* digits,
                           std::array<std::uint32_t, kOperations> weights, Clue& clue) const {
    std::uint32_t total = 0;
    for (const std::uint32_t weight : weights) total += weight;
    bool is_found = false;
    while (total > 0) {
        std::uint32_t drawn = random.below(total);
        std::size_t o = 0;
        while (drawn >= weights[o]) drawn -= weights[o++];
        const Clue found = clue_of(static_cast<Operation>(o), area, digits);
        if (!is_found) clue = found;
        is_found = true;
        if (!has_one_filling(area, found)) {
            clue = found;
            return true;
        }
        total -= weights[o];
        weights[o] = 0;
    }
    return is_found;
}

bool ClueMaker::use(Operation operation, const Area& area, const std::uint8_t* digits,
                    Clue& clue) const {
    if (area.size() == 1 || !fits(operation, area, digits)) return false;
    const Clue found = clue_of(operation, area, digits);
    if (has_one_filling(area, found)) return false;
    clue = found;
    return true;
}

bool ClueMaker::holds(const Area& area, const Clue& clue, const std::uint8_t* digits) const {
    const auto cells = area.cells();
    if (clue.operation == '*') {
        std::int64_t product = 1;
        for (const std::uint16_t cell : cells) product *= digits[cell];
        return product == clue.target;
    }
    if (clue.operation == '+') {
        std::int64_t sum = 0;
        Mask seen = 0;
        for (const std::uint16_t cell : cells) {
            sum += digits[cell];
            seen |= bit(digits[cell]);
        }
        return sum == clue.target && (!wishes_.is_killer || count(seen) == area.size());
    }
    const Goal goal{clue.operation, clue.target, layout_.order()};
    Partial partial = nothing_of(goal);
    for (const std::uint16_t cell : cells.first(cells.size() - 1))
        partial = with(partial, digits[cell] - 1);
    return (closing(goal, partial) & bit(digits[cells.back()] - 1)) != 0;
}

bool ClueMaker::has_one_filling(const Area& area, const Clue& clue) const {
    const auto cells = area.cells();
    std::array<Term, kMaxCage> terms;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        terms[i] = {layout_.all_digits(), 0, 1};
        for (std::size_t j = 0; j < cells.size(); ++j)
            if (i != j && (wishes_.is_killer || layout_.share_house(cells[i], cells[j])))
                terms[i].apart |= std::uint32_t{1} << j;
    }
    int n = 0;
    std::int64_t steps = kFillingSteps;
    Fillings fillings({clue.operation, clue.target, layout_.order()},
                      std::span(terms).first(cells.size()));
    fillings.each(steps, [&](const std::uint8_t*) { return ++n < 2; });
    return n < 2 && steps > 0;
}

}  // namespace pandoku::generate
