// Any bytes become a shape, some puzzles and a budget; every answer of the kernel must hold.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

#include "bytes.hpp"
#include "lanes/lanes.hpp"

namespace {

namespace lanes = pandoku::lanes;

struct Shape {
    int order = 1, box_rows = 0, box_cols = 0;
    std::vector<std::vector<int>> houses;
};

Shape any_shape(Bytes& bytes) {
    Shape shape;
    constexpr int kOrders[] = {1, 2, 3, 4, 4, 5, 6, 6, 7, 8, 9, 9, 9, 10, 12, 16, 17, 32, 33, 36};
    const int n = shape.order = kOrders[bytes.below(20)];
    for (int line = 0; line < n; ++line) {
        std::vector<int> row, column;
        for (int k = 0; k < n; ++k) {
            row.push_back(line * n + k);
            column.push_back(k * n + line);
        }
        shape.houses.push_back(row);
        shape.houses.push_back(column);
    }
    const int rows = 2 + bytes.below(8);
    if (n % rows == 0 && rows < n && bytes.below(4) != 0) {
        shape.box_rows = rows;
        shape.box_cols = n / rows;
        std::vector<std::vector<int>> boxes(static_cast<std::size_t>(n));
        for (int cell = 0; cell < n * n; ++cell) {
            const int box = cell / n / rows * (n / shape.box_cols) + cell % n / shape.box_cols;
            boxes[static_cast<std::size_t>(box)].push_back(cell);
        }
        shape.houses.insert(shape.houses.end(), boxes.begin(), boxes.end());
    }
    for (int extra = bytes.below(8) - 4; extra > 0; --extra) {
        std::vector<int> cells(static_cast<std::size_t>(n * n));
        std::iota(cells.begin(), cells.end(), 0);
        for (int k = 0; k < n; ++k) {
            const int other = k + bytes.below(n * n - k);
            std::swap(cells[static_cast<std::size_t>(k)], cells[static_cast<std::size_t>(other)]);
        }
        cells.resize(static_cast<std::size_t>(n));
        shape.houses.push_back(cells);
    }
    return shape;
}

struct Answer {
    std::vector<std::uint8_t> solutions;
    std::vector<std::int64_t> counts;
};

Answer solve(const lanes::Plan& plan, lanes::Batch batch, int n_cells) {
    Answer answer;
    answer.solutions.assign(static_cast<std::size_t>(batch.n * batch.keep * n_cells), 0);
    answer.counts.assign(static_cast<std::size_t>(batch.n), 0);
    batch.solutions = answer.solutions.data();
    batch.counts = answer.counts.data();
    lanes::Stats stats;
    lanes::solve(plan, batch, stats, [] { return true; });
    return answer;
}

void require(bool claim) {
    if (!claim) std::abort();
}

void check_solution(const Shape& shape, const std::uint64_t* masks, const std::uint8_t* solution) {
    for (int cell = 0; cell < shape.order * shape.order; ++cell) {
        require(solution[cell] >= 1 && solution[cell] <= shape.order);
        require(masks[cell] >> (solution[cell] - 1) & 1);
    }
    for (const auto& house : shape.houses) {
        std::uint64_t seen = 0;
        for (const int cell : house) seen |= std::uint64_t{1} << (solution[cell] - 1);
        require(seen == (std::uint64_t{1} << shape.order) - 1);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const Shape shape = any_shape(bytes);
    const int n_cells = shape.order * shape.order;
    const std::uint64_t all = (std::uint64_t{1} << shape.order) - 1;
    const lanes::Plan plan(shape.order, shape.box_rows, shape.box_cols, shape.houses);

    lanes::Batch batch;
    batch.input = lanes::Input::masks64;
    batch.n = shape.order > 16 ? 1 : 1 + bytes.below(40);
    batch.limit = 1 + bytes.below(6);
    batch.keep = 1 + bytes.below(4);
    batch.node_budget = 1 + bytes.below(60);
    batch.threads = 1 + bytes.below(2);
    std::vector<std::uint64_t> masks;
    for (std::int64_t i = 0; i < batch.n * n_cells; ++i) {
        const unsigned byte = bytes.empty() ? 255 : bytes.next();
        const auto order = static_cast<unsigned>(shape.order);
        masks.push_back(byte > 200   ? all
                        : byte > 100 ? all & ~(std::uint64_t{1} << byte % 37)
                                     : std::uint64_t{1} << byte % order);
    }
    batch.puzzles = masks.data();

    std::vector<std::int64_t> exact(static_cast<std::size_t>(batch.n), -1);
    for (auto isa : {lanes::Isa::baseline, lanes::Isa::avx2, lanes::Isa::avx512}) {
        if (!lanes::is_available(isa)) continue;
        batch.isa = isa;
        const Answer answer = solve(plan, batch, n_cells);
        for (std::int64_t i = 0; i < batch.n; ++i) {
            const std::int64_t count = answer.counts[static_cast<std::size_t>(i)];
            const std::int64_t found = count < 0 ? -1 - count : count;
            require(found <= batch.limit);
            for (std::int64_t k = 0; k < std::min(found, batch.keep); ++k)
                check_solution(shape, masks.data() + i * n_cells,
                               answer.solutions.data() + (i * batch.keep + k) * n_cells);
            if (count < 0) continue;
            auto& known = exact[static_cast<std::size_t>(i)];
            require(known < 0 || known == count);
            known = count;
        }
        // A single 9x9 is searched in another way when its guesses are not bounded.
        if (!plan.tables().classic9) continue;
        lanes::Batch alone = batch;
        alone.n = 1;
        alone.node_budget = 0;
        const Answer one = solve(plan, alone, n_cells);
        require(exact[0] < 0 || exact[0] == one.counts[0]);
        for (std::int64_t k = 0; k < std::min(one.counts[0], batch.keep); ++k)
            check_solution(shape, masks.data(), one.solutions.data() + k * n_cells);
    }
    return 0;
}
