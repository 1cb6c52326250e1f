// The rating of puzzles with known figures, and properties of the reference's paths.
#include "rating/length.hpp"
#include "rating/many.hpp"
#include "rating/names.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

using namespace pandoku::rating;

void claim(const char* what, bool is_true) {
    std::printf("%s %s\n", is_true ? "ok" : "NOT OK", what);
    if (!is_true) std::exit(1);
}

std::vector<std::uint8_t> givens_of(const char* text) {
    std::vector<std::uint8_t> givens;
    for (; *text != 0; ++text)
        givens.push_back(static_cast<std::uint8_t>(*text == '.' ? 0 : *text - '0'));
    return givens;
}

struct Known {
    const char* puzzle;
    int er, ep, ed;
};
// A puzzle for each part of the rules, with ratings from Sudoku Explainer.
constexpr Known kKnown[] = {
    {"................12..3..4................45...16..2...7...61...8..9.......54...3..", 23, 12,
     12},
    {"....64859..4........2..3.........3..4.9.2.6.......8.148.....4.....8...239.5..1...", 28, 12,
     12},
    {"...853...98...2......1....6.45.......28...91.......62.4....7......6...37...541...", 34, 12,
     12},
    {"..27..3...492....7.......5..7..9....2..3.8..1....4..6..5.......6....187...1..65..", 40, 40,
     26},
    {"4.2.7...5.....5.4..1...4..9..4.......5.3.1.8.......6..2..6...9..3.9.....5...2.7.6", 45, 12,
     12},
    {"..46.71...........5..412..93.1...4.2..7...5..2.5...7.87..258..1...........63.92..", 50, 12,
     12},
    {"....9......5.....7.....42....7...4...9.168....8.....13..3.1..9.5..9...7.2...361..", 56, 12,
     12},
    {"....861.......4.25.....187.5.8....67.....3....326..51...12....89....5...........4", 67, 12,
     12},
    {"..83.7..926....3.........4.3...521.87.4..8..5.5........8...6..7.....52....1......", 70, 12,
     12},
    {"........1.......23..4..5........67...1..4.....2...........3.......21.8..9.57.....", 73, 12,
     12},
    {"1.........5.....61..8...2...7...9.......1.3..4...5...6....98.4...2..1.....36.279.", 76, 12,
     12},
    {"2.5.....9.9..1..6....7....3.812........8.4........673.7....1....5..6..4.1.....6.2", 83, 12,
     12},
    {".2.3....6..6..753...71...9........64....8....29........6...98...526..9..1....5.4.", 89, 12,
     12},
    {".7.81....9...7....3..4....8..5...43..6...12.....9....7......6.2.8....75....524...", 92, 12,
     12},
};

void check_known() {
    Work work;
    Rater rater(work);
    bool is_right = true;
    for (const auto& [puzzle, er, ep, ed] : kKnown) {
        const Rating rating = rater.rate(givens_of(puzzle).data(), 0, 0);
        is_right &= rating.er == er && rating.ep == ep && rating.ed == ed;
        is_right &= rating.end == End::rated;
    }
    claim("known puzzles are rated as Sudoku Explainer rates them", is_right);
}

// The walk takes one step at a time in the reference's order, whereas a rating takes easy steps in
// any order.
void check_walk() {
    bool agrees = true, is_told = true;
    for (const auto& [puzzle, er, ep, ed] : kKnown) {
        Work work;
        Rater rater(work);
        Grid grid;
        grid.start(givens_of(puzzle).data());
        Hint hint;
        double hardest = 0;
        while (grid.n_open > 0 && rater.find(grid, hint)) {
            const pandoku::logic::Step step = rater.tell(grid, hint);
            is_told &= step.technique != nullptr && std::strlen(step.technique) > 0;
            is_told &= !step.placements.empty() || !step.eliminations.empty();
            for (const auto& pairs : {step.placements, step.eliminations})
                for (const auto [cell, digit] : pairs) is_told &= grid.has(cell, digit);
            hardest = hint.rating > hardest ? hint.rating : hardest;
            hint.apply(grid);
        }
        agrees &= grid.n_open == 0 && in_tenths(hardest) == er;
    }
    claim("a walk's hardest step is the rating", agrees);
    claim("a step says what it changes, and changes candidates", is_told);
}

void check_bounds() {
    Work work;
    Rater rater(work);
    const Known& hard = kKnown[std::size(kKnown) - 1];
    const auto givens = givens_of(hard.puzzle);
    bool is_right = true;
    for (int bound = 10; bound < 120; bound += 3) {
        const Rating least = rater.rate(givens.data(), bound, 0);
        is_right &= (least.er >= bound) == (hard.er >= bound) && least.er <= hard.er;
        is_right &= least.hardest != kNoName || least.end == End::bounded;
        const Rating most = rater.rate(givens.data(), 0, bound);
        is_right &= (most.er > bound) == (hard.er > bound) && most.er <= hard.er;
    }
    claim("bounds are answered as the full rating answers them", is_right);
    int last = 0;
    for (const std::uint64_t looks : {1000, 10000, 100000, 100000000}) {
        Work little(looks);
        Rater other(little);
        const Rating rating = other.rate(givens.data(), 0, 0);
        is_right &= rating.er >= last && rating.er <= hard.er;
        is_right &= (rating.end == End::rated) == (looks == 100000000);
        last = rating.er;
    }
    claim("a budget gives a lower bound", is_right);
}

void check_length() {
    constexpr int kFirst[] = {7, 9, 11, 15, 19, 27, 35, 51, 67, 99, 131, 195, 259, 387};
    bool is_right = length_increment(6) == 0;
    int tenths = 0;
    for (const int complexity : kFirst) {
        is_right &= in_tenths(length_increment(complexity - 1)) == tenths;
        is_right &= in_tenths(length_increment(complexity)) == ++tenths;
    }
    claim("lengths add a tenth at 7, 9, 11, 15, 19, 27, 35, ... nodes", is_right);
}

void check_many() {
    std::vector<std::uint8_t> givens;
    for (const Known& known : kKnown)
        for (const auto digit : givens_of(known.puzzle)) givens.push_back(digit);
    constexpr std::size_t n = std::size(kKnown);
    std::uint8_t ratings[n * 3], hardest[n], ends[n];
    Many many;
    many.givens = givens.data();
    many.n = n;
    many.threads = 3;
    many.ratings = ratings;
    many.hardest = hardest;
    many.ends = ends;
    bool is_right = rate_many(many, [] { return true; });
    for (std::size_t i = 0; i < n; ++i)
        is_right &= ratings[i * 3] == kKnown[i].er && hardest[i] < names().size();
    claim("threads rate as one does", is_right);
}

}  // namespace

int main() {
    check_length();
    check_known();
    check_walk();
    check_bounds();
    check_many();
    return 0;
}
