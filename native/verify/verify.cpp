#include "verify/verify.hpp"

#include <algorithm>

#include "verify/wrong.hpp"

namespace pandoku::verify {
namespace {

// `product` of all digits if it is at most `most`, otherwise a number above `most`.
std::int64_t product_up_to(std::int64_t most, const std::uint16_t* cells, int n_cells,
                           const std::uint8_t* digits) {
    std::int64_t product = 1;
    for (int i = 0; i < n_cells; ++i) {
        const std::int64_t digit = digits[cells[i]];
        if (product > most / digit) return most < INT64_MAX ? most + 1 : 0;
        product *= digit;
    }
    return product;
}

bool gives(char operation, std::int64_t target, const std::uint16_t* cells, int n_cells,
           const std::uint8_t* digits) {
    std::int64_t sum = 0, largest = 0;
    for (int i = 0; i < n_cells; ++i) {
        const std::int64_t digit = digits[cells[i]];
        sum += digit;
        largest = std::max(largest, digit);
    }
    switch (operation) {
        case '+': return sum == target;
        case '-': return largest - (sum - largest) == target;
        case '*': return target > 0 && product_up_to(target, cells, n_cells, digits) == target;
        case '/': {
            // largest / others == target. Multiplying both sides by the largest gives largest *
            // largest == target * product.
            const std::int64_t square = largest * largest;
            return target > 0 && target <= square && square % target == 0 &&
                   product_up_to(square, cells, n_cells, digits) == square / target;
        }
        case '=': return n_cells == 1 && sum == target;
    }
    return false;
}

void write(std::string& text, int n_cells, const std::uint8_t* digits) {
    for (int cell = 0; cell < n_cells; ++cell) {
        if (n_cells > 81 && cell > 0) text += ' ';
        text += digits[cell] == 0 ? "." : std::to_string(digits[cell]);
    }
}

}  // namespace

bool houses_hold(const Houses& houses, const std::uint8_t* digits) {
    const std::uint64_t all = ((std::uint64_t{1} << houses.order) - 1) << 1;
    for (int house = 0; house < houses.n_houses; ++house) {
        const std::uint16_t* const cells = houses.cells + house * houses.order;
        std::uint64_t found = 0;
        for (int i = 0; i < houses.order; ++i) {
            const std::uint8_t digit = digits[cells[i]];
            if (digit > houses.order) return false;
            found |= std::uint64_t{1} << digit;
        }
        if (found != all) return false;
    }
    return true;
}

bool cage_holds(char operation, std::int64_t target, bool repeats, const std::uint16_t* cells,
                int n_cells, const std::uint8_t* digits) {
    if (!repeats && !all_differ(cells, n_cells, digits)) return false;
    if (operation == '.') return true;
    if (operation != '?') return gives(operation, target, cells, n_cells, digits);
    for (const char each : {'+', '-', '*', '/'})
        if (gives(each, target, cells, n_cells, digits)) return true;
    return false;
}

bool all_differ(const std::uint16_t* cells, int n_cells, const std::uint8_t* digits) {
    std::uint64_t found = 0;
    for (int i = 0; i < n_cells; ++i) {
        const std::uint64_t digit = std::uint64_t{1} << digits[cells[i]];
        if ((found & digit) != 0) return false;
        found |= digit;
    }
    return true;
}

bool pair_holds(const std::uint64_t* table, int a, int b, const std::uint8_t* digits) {
    return (table[digits[a] - 1] >> (digits[b] - 1) & 1) != 0;
}

bool sum_holds(std::int64_t target, const std::uint16_t* cells, int n_plus, int n_cells,
               const std::uint8_t* digits) {
    std::int64_t sum = 0;
    for (int i = 0; i < n_cells; ++i) sum += i < n_plus ? digits[cells[i]] : -digits[cells[i]];
    return sum == target;
}

bool total_holds(const std::int64_t* weights, int order, const std::int64_t* targets, int n_targets,
                 const std::uint16_t* cells, int n_cells, const std::uint8_t* digits) {
    std::int64_t total = 0;
    for (int i = 0; i < n_cells; ++i) total += weights[i * order + digits[cells[i]] - 1];
    return std::find(targets, targets + n_targets, total) != targets + n_targets;
}

bool machine_accepts(int order, const std::int16_t* steps, const std::uint64_t* accepting,
                     const std::uint16_t* cells, int n_cells, const std::uint8_t* digits) {
    int state = 0;
    for (int i = 0; i < n_cells; ++i) {
        state = steps[state * order + digits[cells[i]] - 1];
        if (state < 0) return false;
    }
    return (accepting[state / 64] >> (state % 64) & 1) != 0;
}

WrongSolution::WrongSolution(int n_cells, const std::uint8_t* givens, const std::uint8_t* digits)
    : text_(
          "the search claims a solution that breaks the rules of its puzzle; this is a defect of "
          "pandoku, please report it with the puzzle. Givens ") {
    write(text_, n_cells, givens);
    text_ += "; digits found ";
    write(text_, n_cells, digits);
}

}  // namespace pandoku::verify
