// Latin squares by the walk of Jacobson and Matthews ("Generating uniformly distributed random
// Latin squares", 1996). A square is the set of its n*n triples (row, column, digit), where each
// pair of values occurs in exactly one. A step adds a missing triple and removes three others,
// which may leave a triple that counts -1. Further steps, which begin at this triple, repair an
// improper square of this kind. The walk reaches every Latin square, and all are equally likely in
// the long run. The length of the walk is the number of visits to proper squares, because stopping
// at the first proper square after a number of steps would favor some squares. The walk here starts
// from a random isotope of the cyclic square and makes n*n visits. The mean number of intercalates
// (orders 6, 9 and 12) no longer changes after 3n.
#include <cstdint>
#include <vector>

#include "generate/grids.hpp"

namespace pandoku::generate {
namespace {

// The triples of a square, looked up by any two of their values. An improper square has one triple
// that counts -1; each pair of its values has two triples, and `other` holds the second.
class Square {
  public:
    Square(Random& random, int order) : n_(order), random_(random) {
        const auto rows = permutation(), columns = permutation(), digits = permutation();
        for (auto& table : first_) table.assign(static_cast<std::size_t>(n_ * n_), 0);
        for (int r = 0; r < n_; ++r)
            for (int c = 0; c < n_; ++c) {
                const int value[3] = {rows[r], columns[c], digits[(r + c) % n_]};
                for (int axis = 0; axis < 3; ++axis)
                    first_[axis][at(axis, value)] = narrow(value[axis]);
            }
    }

    // Walks to the n-th proper square from here.
    void walk(int visits) {
        while (visits > 0) {
            step();
            visits -= is_proper_ ? 1 : 0;
        }
    }

    int digit(int row, int column) const { return first_[2][row * n_ + column]; }

  private:
    using Value = std::uint8_t;
    static Value narrow(int value) { return static_cast<Value>(value); }

    std::vector<int> permutation() {
        std::vector<int> order(n_);
        for (int i = 0; i < n_; ++i) order[i] = i;
        random_.shuffle(order);
        return order;
    }

    // The value on this axis, given the values on the other two axes.
    std::size_t at(int axis, const int (&value)[3]) const {
        const int a = axis == 0 ? value[1] : value[0], b = axis == 2 ? value[1] : value[2];
        return static_cast<std::size_t>(a * n_ + b);
    }

    void step() {
        int in[3];  // the triple that is put in
        if (is_proper_) {
            do {
                for (int& value : in) value = static_cast<int>(random_.below(narrow(n_)));
            } while (first_[2][at(2, in)] == in[2]);
        } else {
            for (int axis = 0; axis < 3; ++axis) in[axis] = bad_[axis];
        }
        // On each axis, the triple with the other two values is removed. If two triples have these
        // values, one of them is removed at random.
        int out[3];
        for (int axis = 0; axis < 3; ++axis) {
            Value& kept = first_[axis][at(axis, in)];
            if (!is_proper_ && random_.below(2) == 1) std::swap(kept, second_[axis]);
            out[axis] = kept;
        }
        // The triple of the three values that were removed may become improper.
        if (is_proper_) {
            for (int axis = 0; axis < 3; ++axis) first_[axis][at(axis, in)] = narrow(in[axis]);
        } else {
            for (int axis = 0; axis < 3; ++axis) first_[axis][at(axis, in)] = second_[axis];
        }
        const bool has_corner = first_[2][at(2, out)] == out[2];
        for (int axis = 0; axis < 3; ++axis) {
            int side[3] = {out[0], out[1], out[2]};
            side[axis] = in[axis];  // (in, out, out): put in as well
            Value& there = first_[axis][at(axis, out)];
            if (has_corner) {
                there = narrow(in[axis]);
            } else {
                second_[axis] = narrow(in[axis]);
            }
            // The step removed two values of `in` and one of `out`, and added two of `out`.
            for (int other = 0; other < 3; ++other)
                if (other != axis) first_[other][at(other, side)] = narrow(out[other]);
        }
        is_proper_ = has_corner;
        for (int axis = 0; axis < 3; ++axis) bad_[axis] = out[axis];
    }

    int n_;
    Random& random_;
    bool is_proper_ = true;
    int bad_[3] = {};
    Value second_[3] = {};
    std::vector<Value> first_[3];
};

}  // namespace

void latin_square(Random& random, int order, std::uint8_t* grid) {
    Square square(random, order);
    square.walk(order * order);
    for (int r = 0; r < order; ++r)
        for (int c = 0; c < order; ++c) *grid++ = static_cast<std::uint8_t>(square.digit(r, c));
}

}  // namespace pandoku::generate
