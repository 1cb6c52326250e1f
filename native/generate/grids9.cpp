// A 9x9 Sudoku grid. Each of the 6,670,903,752,021,072,936,960 grids is equally likely.
//
//     1 2 3     The first box is given by a permutation of the digits. The first band (boxes 2, 3)
//     4 5 6     and the first stack (boxes 4, 7) are then independent of each other, and each has
//     7 8 9     56 * 6^6 forms: drawing both uniformly is easy. What is left, boxes 5, 6, 8 and 9,
//               can be filled in K ways: about 2,693, but K varies. So a number is drawn
// from 0 .. kMostWays-1. If it is below K, the grid is the filling with this number. Otherwise,
// everything is drawn again. Every grid belongs to one form of the cross and is one of its
// fillings, so all grids have the same probability.
//
// The K ways are counted without a search. A digit's cell in a box is known from its row and its
// column, so the three digits of each row and of each column determine a box. They are compatible
// if each row and each column have one digit in common. The rows of box 5 may not repeat digits of
// the same rows in box 4, which leaves 56 choices. Box 6 then gets the remaining digits of each
// row. The same is true of all other rows and columns. With choice a for the rows of boxes 5 and 6,
// b for the rows of 8 and 9, c for the columns of 5 and 8, d for the columns of 6 and 9:
//
//     K = sum over a, b of (number of c that fit a in box 5 and b in box 8)
//                        * (number of d that fit a in box 6 and b in box 9)
//
// A search of all crosses (tests/all_crosses.cpp) found that K is at most 11,664, and at most 5,644
// unless both the band and the stack have nine or more repeated pairs. The sum of K over all
// crosses is the number of grids that Felgenhauer and Jarvis counted (2005), so no grid is left
// out.
#include "generate/grids.hpp"

#include <array>
#include <bit>
#include <cstdint>

#include "generate/random.hpp"

namespace pandoku::generate {
namespace {

using Digits = std::uint16_t;          // a set of the digits 0..8
using Triple = std::array<Digits, 3>;  // the digits of each of the three lines of a box
constexpr int kChoices = 56;
constexpr std::uint32_t kMostWays = 11664, kUsualWays = 5644;
constexpr int kManyPairs = 9;
constexpr Digits kAll = 0x1ff;

// The subsets of a set of three digits, by size: one of none, three of one, three of two, one of
// all.
struct Subsets {
    Digits of_size[4][3];
    static constexpr int kCount[4] = {1, 3, 3, 1};

    explicit Subsets(Digits set) {
        Digits bit[3];
        for (int i = 0; i < 3; ++i) {
            bit[i] = static_cast<Digits>(set & -set);
            set = static_cast<Digits>(set & (set - 1));
        }
        const Digits all = bit[0] | bit[1] | bit[2];
        of_size[0][0] = 0;
        of_size[3][0] = all;
        for (int i = 0; i < 3; ++i) {
            of_size[1][i] = bit[i];
            of_size[2][i] = all ^ bit[i];
        }
    }
};

// The 56 choices for the digits of each line that move to the next line (k of them): i, j and l
// number the subsets of the first, second and third line. A line of the result depends on two of
// the three subsets, so it has only 20 forms.
constexpr int kForms = 20;
struct Index {
    std::uint8_t form[3][kChoices] = {};  // of each line, by choice
    std::uint64_t with[3][kForms] = {};   // the choices that give a line this form, as bits

    constexpr Index() {
        constexpr int first_choice[4] = {0, 1, 28, 55}, first_form[4] = {0, 1, 10, 19};
        for (int k = 0; k < 4; ++k)
            for (int i = 0; i < Subsets::kCount[k]; ++i)
                for (int j = 0; j < Subsets::kCount[k]; ++j)
                    for (int l = 0; l < Subsets::kCount[k]; ++l) {
                        const int choice = first_choice[k] + 9 * i + 3 * j + l;
                        const int forms[3] = {3 * j + l, 3 * l + i, 3 * i + j};
                        for (int line = 0; line < 3; ++line) {
                            const int number = first_form[k] + forms[line];
                            form[line][choice] = static_cast<std::uint8_t>(number);
                            with[line][number] |= std::uint64_t{1} << choice;
                        }
                    }
    }
};
constexpr Index kIndex;

// The ways to give nine digits to the three lines of a box so that no line repeats digits of the
// same line in the previous box: k digits of each line move to the next line, and the others to the
// line after it.
struct Choices {
    Digits line[3][kForms];
    Triple before;

    explicit Choices(const Triple& box_before) : before(box_before) {
        const Subsets moved[3] = {Subsets(before[0]), Subsets(before[1]), Subsets(before[2])};
        for (int to = 0; to < 3; ++to) {
            // The line gets digits from both other lines: those that one keeps for it, and those
            // that the other passes on.
            const int next = (to + 1) % 3, last = (to + 2) % 3;
            Digits* form = line[to];
            for (int k = 0; k < 4; ++k)
                for (int i = 0; i < Subsets::kCount[k]; ++i)
                    for (int j = 0; j < Subsets::kCount[k]; ++j)
                        *form++ = static_cast<Digits>((before[next] ^ moved[next].of_size[k][i]) |
                                                      moved[last].of_size[k][j]);
        }
    }

    Triple of(int choice) const {
        Triple lines;
        for (int i = 0; i < 3; ++i) lines[i] = line[i][kIndex.form[i][choice]];
        return lines;
    }
    Triple rest(int choice) const {
        Triple lines = of(choice);
        for (int i = 0; i < 3; ++i) lines[i] = static_cast<Digits>(kAll ^ before[i] ^ lines[i]);
        return lines;
    }
    // The digits of a line of this form, or the remaining digits.
    Digits digits(int i, int form, bool is_rest) const {
        return static_cast<Digits>(is_rest ? kAll ^ before[i] ^ line[i][form] : line[i][form]);
    }
};

// The pairs of digits within each set of three, numbered 0..35.
struct Pairs {
    std::uint8_t of[512][3] = {};

    constexpr Pairs() {
        int number[9][9] = {}, n = 0;
        for (int x = 0; x < 9; ++x)
            for (int y = x + 1; y < 9; ++y) number[x][y] = n++;
        for (int x = 0; x < 9; ++x)
            for (int y = x + 1; y < 9; ++y)
                for (int z = y + 1; z < 9; ++z) {
                    auto& pairs = of[1 << x | 1 << y | 1 << z];
                    pairs[0] = static_cast<std::uint8_t>(number[x][y]);
                    pairs[1] = static_cast<std::uint8_t>(number[x][z]);
                    pairs[2] = static_cast<std::uint8_t>(number[y][z]);
                }
    }
};
constexpr Pairs kPairs;

// Which choices for the columns of a box fit each choice for its rows, as sets of 56.
struct Fits {
    std::uint64_t columns[kChoices];

    // `rest`: the box gets the digits that the choices leave over.
    Fits(const Choices& rows, bool rest_of_rows, const Choices& cols, bool rest_of_cols) {
        std::uint64_t together[36] = {};  // the choices where two digits share a column
        for (int i = 0; i < 3; ++i)
            for (int form = 0; form < kForms; ++form)
                for (const auto pair : kPairs.of[cols.digits(i, form, rest_of_cols)])
                    together[pair] |= kIndex.with[i][form];
        std::uint64_t bad[3][kForms];  // which choices repeat a column of a row of this form
        for (int i = 0; i < 3; ++i)
            for (int form = 0; form < kForms; ++form) {
                const auto& pairs = kPairs.of[rows.digits(i, form, rest_of_rows)];
                bad[i][form] = together[pairs[0]] | together[pairs[1]] | together[pairs[2]];
            }
        for (int a = 0; a < kChoices; ++a)
            columns[a] = ((std::uint64_t{1} << kChoices) - 1) &
                         ~(bad[0][kIndex.form[0][a]] | bad[1][kIndex.form[1][a]] |
                           bad[2][kIndex.form[2][a]]);
    }
};

int nth_bit(std::uint64_t set, int n) {
    for (; n > 0; --n) set &= set - 1;
    return std::countr_zero(set);
}

// Three lines of a box with their digits, each in a random order, as [line][place].
struct Lines {
    std::uint8_t at[3][3];

    Lines(const Triple& lines, Random& random) {
        for (int i = 0; i < 3; ++i) {
            Digits set = lines[i];
            for (int k = 0; k < 3; ++k, set = static_cast<Digits>(set & (set - 1)))
                at[i][k] = static_cast<std::uint8_t>(std::countr_zero(set));
            random.shuffle(at[i]);
        }
    }

    // The digits of each place of the three lines.
    Triple across() const {
        Triple sets{};
        for (const auto& line : at)
            for (int k = 0; k < 3; ++k) sets[k] = static_cast<Digits>(sets[k] | 1 << line[k]);
        return sets;
    }
};

// The first band and the first stack. The first box is 012 / 345 / 678.
struct Cross {
    Lines box2, box3, box4, box7;  // boxes 4 and 7 as [column][row]
    static constexpr Triple kRows = {0x007, 0x038, 0x1c0}, kColumns = {0x049, 0x092, 0x124};

    explicit Cross(Random& random) : Cross(random, Choices(kRows), Choices(kColumns)) {}

  private:
    Cross(Random& random, const Choices& rows, const Choices& columns)
        : Cross(random, rows, static_cast<int>(random.below(kChoices)), columns,
                static_cast<int>(random.below(kChoices))) {}
    Cross(Random& random, const Choices& rows, int row, const Choices& columns, int column)
        : box2(rows.of(row), random),
          box3(rows.rest(row), random),
          box4(columns.of(column), random),
          box7(columns.rest(column), random) {}
};

// The four boxes that a cross leaves open.
class Corner {
  public:
    Corner(const Triple& columns2, const Triple& columns3, const Triple& rows4, const Triple& rows7)
        : upper_(rows4),
          lower_(rows7),
          left_(columns2),
          right_(columns3),
          fits5_(upper_, false, left_, false),
          fits6_(upper_, true, right_, false),
          fits8_(lower_, false, left_, true),
          fits9_(lower_, true, right_, true),
          below_left_(fits8_),
          below_right_(fits9_) {}

    std::uint32_t ways() const {
        std::uint32_t n = 0;
        for (int a = 0; a < kChoices; ++a) n += Row(*this, a).ways();
        return n;
    }

    // Fills the boxes of a grid with the filling of this number. Returns false if the number is too
    // large.
    bool fill(std::uint32_t number, std::uint8_t* grid) const {
        for (int a = 0; a < kChoices; ++a) {
            const Row row(*this, a);
            const std::uint32_t n = row.ways();
            if (number < n) {
                fill(row, a, number, grid);
                return true;
            }
            number -= n;
        }
        return false;
    }

  private:
    // For each choice of columns, a byte for each choice of rows, 1 if it fits. The bytes are added
    // up.
    struct Below {
        alignas(16) std::uint8_t has[kChoices][64] = {};

        explicit Below(const Fits& fits) {
            for (int b = 0; b < kChoices; ++b)
                for (auto set = fits.columns[b]; set != 0; set &= set - 1)
                    has[std::countr_zero(set)][b] = 1;
        }
    };

    // For one choice a and each choice b, the number of columns that fit both, left and right.
    struct Row {
        alignas(16) std::uint8_t left[64] = {}, right[64] = {};

        Row(const Corner& corner, int a) {
            add(corner.fits5_.columns[a], corner.below_left_, left);
            add(corner.fits6_.columns[a], corner.below_right_, right);
        }

        std::uint32_t ways() const {
            std::uint32_t sum = 0;
            for (int b = 0; b < 64; ++b) sum += ways(b);
            return sum;
        }
        std::uint32_t ways(int b) const { return static_cast<std::uint16_t>(left[b] * right[b]); }

      private:
        static void add(std::uint64_t columns, const Below& below, std::uint8_t* sums) {
            for (; columns != 0; columns &= columns - 1) {
                const std::uint8_t* has = below.has[std::countr_zero(columns)];
                for (int b = 0; b < 64; ++b) sums[b] = static_cast<std::uint8_t>(sums[b] + has[b]);
            }
        }
    };

    void fill(const Row& row, int a, std::uint32_t number, std::uint8_t* grid) const {
        int b = 0;
        for (; number >= row.ways(b); ++b) number -= row.ways(b);
        const int i = static_cast<int>(number) / row.right[b],
                  k = static_cast<int>(number) % row.right[b];
        const int c = nth_bit(fits5_.columns[a] & fits8_.columns[b], i);
        const int d = nth_bit(fits6_.columns[a] & fits9_.columns[b], k);
        put(grid + 30, upper_.of(a), left_.of(c));
        put(grid + 33, upper_.rest(a), right_.of(d));
        put(grid + 57, lower_.of(b), left_.rest(c));
        put(grid + 60, lower_.rest(b), right_.rest(d));
    }

    static void put(std::uint8_t* box, const Triple& rows, const Triple& columns) {
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c)
                box[9 * r + c] =
                    static_cast<std::uint8_t>(std::countr_zero<Digits>(rows[r] & columns[c]));
    }

    Choices upper_, lower_, left_, right_;  // the choices for the rows, then for the columns
    Fits fits5_, fits6_, fits8_, fits9_;
    Below below_left_, below_right_;
};

// The number of pairs of digits that a line shares with lines of the other boxes, with repeats: 27
// minus the number of different pairs.
int repeated_pairs(const Triple& box1, const Triple& box2, const Triple& box3) {
    std::uint64_t pairs = 0;
    for (const Triple* box : {&box1, &box2, &box3})
        for (const Digits line : *box)
            for (const auto pair : kPairs.of[line]) pairs |= std::uint64_t{1} << pair;
    return 27 - std::popcount(pairs);
}

std::uint32_t most_ways(const Triple& columns2, const Triple& columns3, const Triple& rows4,
                        const Triple& rows7) {
    const bool is_rare = repeated_pairs(Cross::kColumns, columns2, columns3) >= kManyPairs &&
                         repeated_pairs(Cross::kRows, rows4, rows7) >= kManyPairs;
    return is_rare ? kMostWays : kUsualWays;
}

}  // namespace

std::uint32_t ways_to_complete(const Cross9& cross) {
    return Corner(std::to_array(cross.columns2), std::to_array(cross.columns3),
                  std::to_array(cross.rows4), std::to_array(cross.rows7))
        .ways();
}

void uniform_grid9(Random& random, std::uint8_t* grid) {
    for (;;) {
        const std::uint32_t number = random.below(kMostWays);
        const Cross cross(random);
        const Triple columns2 = cross.box2.across(), columns3 = cross.box3.across(),
                     rows4 = cross.box4.across(), rows7 = cross.box7.across();
        if (number >= kUsualWays && number >= most_ways(columns2, columns3, rows4, rows7)) continue;
        if (!Corner(columns2, columns3, rows4, rows7).fill(number, grid)) continue;
        std::uint8_t names[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        random.shuffle(names);
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k) {
                grid[9 * i + k] = static_cast<std::uint8_t>(3 * i + k);
                grid[9 * i + 3 + k] = cross.box2.at[i][k];
                grid[9 * i + 6 + k] = cross.box3.at[i][k];
                grid[9 * (3 + k) + i] = cross.box4.at[i][k];
                grid[9 * (6 + k) + i] = cross.box7.at[i][k];
            }
        for (int cell = 0; cell < 81; ++cell) grid[cell] = names[grid[cell]];
        return;
    }
}

}  // namespace pandoku::generate
