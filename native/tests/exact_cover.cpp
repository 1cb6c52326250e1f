// Counts solutions of 9x9 Sudokus in a simple way, as a reference for the lanes, with which it
// shares no code.
//
// Reads puzzles in lines of 81 characters: 1-9, and any other character for an empty cell. For each
// puzzle, writes the number of solutions, at most 2, and the first solution found, or 81 zeros: "1
// 123...".
//
// D. Knuth, Dancing Links (2000): items are cells and the digits of rows, columns and boxes, an
// option is a digit in a cell, and the item with the fewest options left is covered first.
#include <array>
#include <iostream>
#include <string>

namespace {

constexpr int kItems = 4 * 81, kOptions = 729, kNodes = 1 + kItems + 4 * kOptions;

struct Node {
    int left, right, up, down, item;
};

class Cover {
  public:
    Cover() {
        for (int i = 0; i <= kItems; ++i) {
            nodes_[i] = {i ? i - 1 : kItems, i < kItems ? i + 1 : 0, i, i, i};
        }
        for (int option = 0; option < kOptions; ++option) {
            const int cell = option / 9, digit = option % 9, row = cell / 9, column = cell % 9;
            const int box = row / 3 * 3 + column / 3;
            const std::array<int, 4> items = {cell, 81 + row * 9 + digit, 162 + column * 9 + digit,
                                              243 + box * 9 + digit};
            for (int k = 0; k < 4; ++k) {
                add(first_of(option) + k, 1 + items[k], first_of(option) + (k + 3) % 4,
                    first_of(option) + (k + 1) % 4);
            }
        }
    }

    // Returns the number of solutions, at most 2, and leaves the first in `solution`.
    int count(const std::string& puzzle, std::string& solution) {
        solution.assign(81, '0');
        found_ = 0;
        place_givens(puzzle, 0, solution);
        return found_;
    }

  private:
    static int first_of(int option) { return 1 + kItems + 4 * option; }
    static int option_of(int node) { return (node - 1 - kItems) / 4; }

    void add(int node, int item, int left, int right) {
        nodes_[node] = {left, right, nodes_[item].up, item, item};
        nodes_[nodes_[item].up].down = node;
        nodes_[item].up = node;
        ++size_[item];
    }

    void place_givens(const std::string& puzzle, int cell, std::string& solution) {
        while (cell < 81 && (puzzle[cell] < '1' || puzzle[cell] > '9')) ++cell;
        if (cell == 81) {
            search(solution);
            return;
        }
        const int node = first_of(cell * 9 + puzzle[cell] - '1');
        for (int k = 0; k < 4; ++k) {
            if (covered_[nodes_[node + k].item]) return;  // clashes with another given
        }
        choose(node);
        path_[depth_++] = node;
        place_givens(puzzle, cell + 1, solution);
        --depth_;
        unchoose(node);
    }

    void search(std::string& solution) {
        const int item = smallest();
        if (item == 0) {
            if (found_++ == 0) {
                for (int i = 0; i < depth_; ++i) {
                    const int option = option_of(path_[i]);
                    solution[option / 9] = static_cast<char>('1' + option % 9);
                }
            }
            return;
        }
        for (int node = nodes_[item].down; node != item && found_ < 2; node = nodes_[node].down) {
            choose(node);
            path_[depth_++] = node;
            search(solution);
            --depth_;
            unchoose(node);
        }
    }

    int smallest() const {
        int best = 0, fewest = kOptions;
        for (int item = nodes_[0].right; item != 0; item = nodes_[item].right) {
            if (size_[item] < fewest) best = item, fewest = size_[item];
        }
        return best;
    }

    void choose(int node) {
        cover(nodes_[node].item);
        for (int other = nodes_[node].right; other != node; other = nodes_[other].right) {
            cover(nodes_[other].item);
        }
    }

    void unchoose(int node) {
        for (int other = nodes_[node].left; other != node; other = nodes_[other].left) {
            uncover(nodes_[other].item);
        }
        uncover(nodes_[node].item);
    }

    void cover(int item) {
        covered_[item] = true;
        nodes_[nodes_[item].right].left = nodes_[item].left;
        nodes_[nodes_[item].left].right = nodes_[item].right;
        for (int row = nodes_[item].down; row != item; row = nodes_[row].down) {
            for (int node = nodes_[row].right; node != row; node = nodes_[node].right) {
                nodes_[nodes_[node].down].up = nodes_[node].up;
                nodes_[nodes_[node].up].down = nodes_[node].down;
                --size_[nodes_[node].item];
            }
        }
    }

    void uncover(int item) {
        for (int row = nodes_[item].up; row != item; row = nodes_[row].up) {
            for (int node = nodes_[row].left; node != row; node = nodes_[node].left) {
                ++size_[nodes_[node].item];
                nodes_[nodes_[node].down].up = node;
                nodes_[nodes_[node].up].down = node;
            }
        }
        nodes_[nodes_[item].right].left = item;
        nodes_[nodes_[item].left].right = item;
        covered_[item] = false;
    }

    std::array<Node, kNodes> nodes_{};
    std::array<int, 1 + kItems> size_{};
    std::array<bool, 1 + kItems> covered_{};
    std::array<int, 81> path_{};  // a node of each chosen option
    int depth_ = 0, found_ = 0;
};

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    static Cover cover;
    std::string puzzle, solution;
    while (std::getline(std::cin, puzzle)) {
        if (puzzle.size() != 81) {
            std::cerr << "expected 81 characters a line, found " << puzzle.size() << '\n';
            return 2;
        }
        const int count = cover.count(puzzle, solution);
        std::cout << count << ' ' << solution << '\n';
    }
}
