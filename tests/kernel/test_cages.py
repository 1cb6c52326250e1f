"""The cage search and its engine against a plain solver, hand-made cases and published sets."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from math import prod

import pytest

import pandoku
import pandoku.kernel
from pandoku import Budget, Cage, EngineError, Geometry, Outcome, Puzzle, PuzzleError
from pandoku.engines import backtracking, cages
from pandoku.kernel.cages import MAX_KEPT, MAX_TARGET, search_cages
from pandoku.model import sight_of
from tests.data import IS_FULL, JIGSAW5, SHARED, by_default, needs
from tests.kernel.interrupt import is_interrupted
from tests.together import together

engine = cages.ENGINE

SETS = SHARED / "cages"
needs_sets = needs(SETS)

BROKEN_DIAGONAL = (1, 6, 11, 12)

GEOMETRIES = {
    "1x1": Geometry.latin(1),
    "2x2": Geometry.latin(2),
    "3x3": Geometry.latin(3),
    "4x4": Geometry.latin(4),
    "4x4 boxes": Geometry(4, (2, 2)),
    "4x4 boxes, diagonals": Geometry(4, (2, 2), diagonals=True),
    "4x4 extra house": Geometry.latin(4, extra=(BROKEN_DIAGONAL,)),
    "5x5": Geometry.latin(5),
    "5x5 jigsaw": Geometry(5, regions=JIGSAW5),
    "5x5 diagonals": Geometry.latin(5, diagonals=True),
}


# ---- a plain solver, and random puzzles


def plain_solutions(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Every solution, cell by cell; a cage is judged once its last cell is filled."""
    geometry, n_cells = puzzle.geometry, puzzle.geometry.n_cells
    ends: list[list[Cage]] = [[] for _ in range(n_cells)]
    for cage in puzzle.cages:
        ends[max(cage.cells)].append(cage)
    earlier = [[p for p in peers if p < cell] for cell, peers in enumerate(sight_of(geometry))]
    masks = puzzle.candidates or (geometry.all_mask,) * n_cells
    open_digits = [
        [d for d in range(1, geometry.order + 1) if mask >> (d - 1) & 1 and given in (0, d)]
        for mask, given in zip(masks, puzzle.givens, strict=True)
    ]
    digits: list[int] = []

    def fill(cell: int) -> Iterator[tuple[int, ...]]:
        if cell == n_cells:
            yield tuple(digits)
            return
        taken = {digits[peer] for peer in earlier[cell]}
        for digit in open_digits[cell]:
            if digit in taken:
                continue
            digits.append(digit)
            if all(cage.allows(tuple(digits[c] for c in cage.cells)) for cage in ends[cell]):
                yield from fill(cell + 1)
            digits.pop()

    return list(fill(0))


def some_grid(geometry: Geometry, rng: random.Random) -> tuple[int, ...]:
    """A solved grid, a different one for a different state of *rng*."""
    found = search_cages([Puzzle(geometry)], limit=500)[0].solutions
    names = rng.sample(range(1, geometry.order + 1), geometry.order)
    return tuple(names[digit - 1] for digit in rng.choice(found)) if found else ()


def result_of(operation: str, digits: list[int], rng: random.Random) -> int | None:
    """What the digits give, or None when the operation does not fit them."""
    if operation == "?":
        operation = rng.choice("+-*/")
    if operation == "+":
        return sum(digits)
    if operation == "*":
        return prod(digits)
    if operation == "-":
        return 2 * max(digits) - sum(digits)
    if operation == "=":
        return digits[0] if len(digits) == 1 else None
    quotient, rest = divmod(max(digits) ** 2, prod(digits))
    return None if rest else quotient


def grown(order: int, size: int, rng: random.Random) -> tuple[int, ...]:
    """Connected cells, at most *size*; now and then cells from anywhere."""
    if rng.random() < 0.1:
        return tuple(rng.sample(range(order * order), min(size, order * order)))
    cells = [rng.randrange(order * order)]
    for _ in range(3 * size):
        cell = rng.choice(cells)
        row, column = divmod(cell, order)
        row, column = rng.choice(
            [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        )
        if 0 <= row < order and 0 <= column < order and row * order + column not in cells:
            cells.append(row * order + column)
        if len(cells) == size:
            break
    rng.shuffle(cells)
    return tuple(cells)


def random_cage(grid: tuple[int, ...], order: int, rng: random.Random) -> Cage:
    """A cage that mostly fits the grid: its cells may overlap others, its target may be off."""
    cells = grown(order, rng.choice((1, 2, 2, 2, 3, 3, 4, 5, 7)), rng)
    digits = [grid[cell] for cell in cells]
    operation = rng.choice("++--**//=??")
    target = result_of(operation, digits, rng)
    if target is None:
        operation, target = "+", sum(digits)
    if rng.random() < 0.03:
        target += rng.choice((-1, 1, 5))
    repeats = len(set(digits)) < len(digits) or rng.random() < 0.6
    return Cage(operation, None if rng.random() < 0.05 else target, cells, repeats)


def random_puzzle(geometry: Geometry, rng: random.Random) -> Puzzle:
    n, n_cells = geometry.order, geometry.n_cells
    grid = some_grid(geometry, rng) or tuple(rng.choices(range(1, n + 1), k=n_cells))
    cages = tuple(random_cage(grid, n, rng) for _ in range(rng.randint(n // 2, 2 * n)))
    givens = tuple(digit if rng.random() < 0.08 else 0 for digit in grid)
    candidates = None
    if rng.random() < 0.3:
        candidates = tuple(
            rng.choice((geometry.all_mask, rng.randint(1, geometry.all_mask) | 1 << (digit - 1)))
            for digit in grid
        )
    return Puzzle(geometry, givens, cages, candidates)


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", GEOMETRIES)
def test_every_solution_of_random_puzzles_is_found(name: str) -> None:
    geometry, rng = GEOMETRIES[name], random.Random(name)
    few = {1: 150, 5: 25}.get(geometry.order, 60)
    n_puzzles = by_default(few, full=150)
    puzzles = [random_puzzle(geometry, rng) for _ in range(n_puzzles)]
    if name == "5x5" and not IS_FULL:  # with fewer cages the plain solver takes seconds
        puzzles = [puzzle for puzzle in puzzles if len(puzzle.cages) > 5]
    counts = set()
    for puzzle, found in zip(puzzles, search_cages(puzzles, limit=10**6), strict=True):
        expected = plain_solutions(puzzle)
        assert (found.count, found.stopped) == (len(expected), None), puzzle.cages
        assert set(found.solutions) <= set(expected)
        assert len(set(found.solutions)) == min(len(expected), MAX_KEPT)
        counts.add(min(len(expected), 2))
    assert counts >= {0, 1}
    assert 2 in counts or geometry.order < 4


@pytest.mark.parametrize("order", [6, 7, 8, 9, 10, 12])
def test_larger_random_puzzles_agree_with_a_taught_engine(order: int) -> None:
    rng, geometry = random.Random(order), Geometry.sudoku(order)
    grid = some_grid(geometry, rng)
    n_solved = 0
    for _ in range(12):
        cages = tuple(random_cage(grid, order, rng) for _ in range(order * 2))
        givens = tuple(digit if rng.random() < 0.55 else 0 for digit in grid)
        puzzle = Puzzle(geometry, givens, cages)
        found = search_cages([puzzle], limit=40)[0]
        assert all(puzzle.accepts(solution) for solution in found.solutions)
        assert found.count == backtracking.ENGINE.solve(puzzle, limit=40).count
        n_solved += found.count > 0
    assert n_solved


@pytest.mark.parametrize("operation", "+*")
def test_cages_too_large_to_list_lose_no_solution(operation: str) -> None:
    rng = random.Random(operation)
    n_several = 0
    for geometry in (Geometry.latin(4), Geometry(4, (2, 2)), Geometry.latin(4, diagonals=True)) * 8:
        grid = some_grid(geometry, rng)
        cages = []
        for size in (9, 10, 11):
            cells = tuple(rng.sample(range(16), size))
            digits = [grid[cell] for cell in cells]
            cages.append(Cage(operation, sum(digits) if operation == "+" else prod(digits), cells))
        puzzle = Puzzle(geometry, cages=tuple(cages))
        expected = plain_solutions(puzzle)
        assert set(engine.solve(puzzle, limit=MAX_KEPT).solutions) == set(expected)
        n_several += len(expected) > 1
    assert n_several


@pytest.mark.turns(3)
@pytest.mark.parametrize("order", [12, 16])
def test_matching_a_house_loses_no_solution(order: int) -> None:
    # Matchings run from order 12 on: the open cells of some lines have few digits to exchange.
    rng, geometry = random.Random(order), Geometry.latin(order)
    counts = set()
    for _ in range(by_default(8, full=20)):
        grid = some_grid(geometry, rng)
        rows = rng.sample(range(order), 4)
        open_cells = {row * order + column for row in rows for column in range(order)}
        keep = rng.sample(sorted(open_cells), order)
        givens = tuple(
            digit if cell not in open_cells or cell in keep else 0
            for cell, digit in enumerate(grid)
        )
        puzzle = Puzzle(geometry, givens, (Cage("+", grid[keep[0]], (keep[0],)),))
        outcome = engine.solve(puzzle, limit=500)
        assert outcome.count == backtracking.ENGINE.solve(puzzle, limit=500).count
        counts.add(outcome.count)
    assert len(counts) > 5


def test_a_sum_that_decides_a_cell_reaches_the_tables_made_before_it() -> None:
    # Innies and outies say at once what r5c4 holds, after the fillings of its cages are listed.
    sums = {
        (11, 17, 16, 5): 12, (25, 26, 27): 15, (28, 27, 21): 10, (2, 3): 3, (7, 13, 12, 14): 12,
        (20, 19, 18): 11, (1, 0): 9, (35, 29): 7, (30,): 3, (24,): 1, (31, 32, 33, 34): 13,
        (8, 9, 10): 12, (6,): 6, (23, 22): 9, (4,): 6, (15,): 3,
    }  # fmt: skip
    killer = tuple(Cage("+", total, cells, repeats=False) for cells, total in sums.items())
    puzzle = Puzzle(Geometry(6, (2, 3)), cages=killer)
    outcome = engine.solve(puzzle, limit=100)
    assert outcome.count == 2
    assert all(puzzle.accepts(solution) for solution in outcome.solutions)


# ---- edges of the rules


def only_counts(n: int, *cages: Cage, limit: int = 10**6) -> int:
    puzzle = Puzzle(Geometry.latin(n), cages=cages)
    outcome = engine.solve(puzzle, limit=limit)
    assert outcome.count == len(plain_solutions(puzzle))
    return outcome.count


def test_a_difference_of_three_cells_may_be_negative() -> None:
    assert only_counts(3, Cage("-", -2, (0, 1, 4))) > 0


def test_a_quotient_of_three_cells_divides_by_both_others() -> None:
    assert only_counts(4, Cage("/", 2, (0, 1, 4))) > 0
    assert only_counts(4, Cage("/", 1, (0, 5, 10))) > 0


def test_a_zero_difference_needs_equal_digits() -> None:
    assert only_counts(3, Cage("-", 0, (0, 4))) > 0
    assert only_counts(3, Cage("-", 0, (0, 1))) == 0


def test_one_cell_is_its_target_whatever_the_operation() -> None:
    for operation in "+-*/=?":
        outcome = engine.solve(
            Puzzle(Geometry.latin(3), cages=(Cage(operation, 2, (4,)),)), limit=99
        )
        assert outcome.count == 4
        assert {solution[4] for solution in outcome.solutions} == {2}


def test_equals_takes_one_cell_only() -> None:
    assert engine.solve(Puzzle(3, cages=(Cage("=", 2, (0, 1)),))).count == 0


def test_a_cage_without_a_target_only_differs() -> None:
    assert only_counts(3, Cage("+", None, (0, 4, 8))) == 6
    assert only_counts(4, Cage("=", None, (0, 5, 10))) > 0


@together("operation", "+-*/?")
@together("target", [0, -5, MAX_TARGET, -MAX_TARGET, 10**7, 2**62])
def test_a_target_out_of_reach_has_no_solution(operation: str, target: int) -> None:
    for cells in ((0,), (0, 1), (0, 1, 2), (0, 1, 2, 3, 8)):
        for repeats in (True, False):
            puzzle = Puzzle(Geometry.sudoku(4), cages=(Cage(operation, target, cells, repeats),))
            expected = len(plain_solutions(puzzle))
            assert engine.solve(puzzle, limit=10**4).count == expected
            assert expected == 0 or -5 <= target <= 0


def test_more_cells_than_digits_cannot_differ() -> None:
    puzzle = Puzzle(Geometry.sudoku(4), cages=(Cage("+", 12, (0, 1, 2, 3, 4), repeats=False),))
    assert engine.solve(puzzle).count == 0


def test_a_cage_may_be_the_whole_grid() -> None:
    n = 16
    whole = tuple(range(n * n))
    for cage in (Cage("+", n * n * (n + 1) // 2, whole), Cage("?", n * n * (n + 1) // 2, whole)):
        outcome = engine.solve(Puzzle(Geometry.sudoku(n), cages=(cage,)), budget=Budget(seconds=20))
        assert outcome.count == 1
        assert Puzzle(Geometry.sudoku(n), cages=(cage,)).accepts(outcome.solutions[0])


def test_a_large_product_falls_back_to_bounds() -> None:
    n = 36
    cells = tuple(row * n + column for row in range(5) for column in range(6))
    grid = [(row * 6 + row // 6 + column) % n + 1 for row in range(n) for column in range(n)]
    digits = [grid[cell] for cell in cells[:11]]
    givens = tuple(0 if cell in cells else digit for cell, digit in enumerate(grid))
    cage = Cage("*", prod(digits), cells[:11])
    outcome = engine.solve(Puzzle(Geometry.sudoku(n), givens, (cage,)), budget=Budget(nodes=2000))
    assert outcome.count == 1
    assert Puzzle(Geometry.sudoku(n), givens, (cage,)).accepts(outcome.solutions[0])


@pytest.mark.skipif(os.name != "posix", reason="asks the system for the memory used")
def test_a_product_of_thirty_cells_needs_little_memory() -> None:
    program = """
import random, resource
from math import prod
from pandoku import Budget, Cage, Geometry, Puzzle
from pandoku.engines import cages
n = 36
grid = [(row * 6 + row // 6 + column) % n + 1 for row in range(n) for column in range(n)]
small = [cell for cell, digit in enumerate(grid) if digit in (2, 3, 4, 5)]
cells = tuple(random.Random(1).sample(small, 30))
target = prod(grid[cell] for cell in cells)
open_ones = {cell for cell in range(n * n) if cell % n < 12 or cell in cells}
givens = tuple(0 if cell in open_ones else digit for cell, digit in enumerate(grid))
puzzle = Puzzle(Geometry.sudoku(n), givens, (Cage("*", target, cells), Cage("?", target, cells)))
assert target < 2**63
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
outcome = cages.ENGINE.solve(puzzle, budget=Budget(nodes=3000))
assert outcome.count == 0 or puzzle.accepts(outcome.solutions[0])
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024 < 150)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_counting_ends_at_the_limit_however_many_there_are() -> None:
    puzzle = Puzzle(Geometry.sudoku(9), cages=(Cage("+", 10, (0, 1)), Cage("?", 4, (40, 41))))
    outcome = pandoku.solve(puzzle, limit=20_000, engine="cages")
    assert (outcome.count, outcome.stopped) == (20_000, "limit")


def test_grids_without_cages_are_filled_to_order_36() -> None:
    for n in (1, 6, 16, 25, 36):
        outcome = engine.solve(Puzzle(n), budget=Budget(seconds=60))
        assert outcome.count == 1
        assert Puzzle(n).accepts(outcome.solutions[0])


def test_empty_grids_have_the_known_number_of_solutions() -> None:
    counts = {Puzzle(4): 288, Puzzle(Geometry.latin(4)): 576, Puzzle(Geometry.latin(5)): 161_280}
    for puzzle, count in counts.items():
        assert engine.solve(puzzle, limit=10**6).count == count


def test_a_cell_without_candidates_has_no_solution() -> None:
    assert engine.solve(Puzzle(4, candidates=(0, *(15,) * 15))).count == 0
    assert engine.solve(Puzzle(4, (1, 1, *(0,) * 14))).count == 0


# ---- how far it goes

OPEN = Puzzle(Geometry.sudoku(9), cages=(Cage("+", 10, (0, 1)), Cage("*", 72, (40, 41, 49))))


def test_the_limit_ends_the_search() -> None:
    outcome = engine.solve(OPEN, limit=7)
    assert (outcome.count, outcome.stopped, outcome.complete) == (7, "limit", False)
    assert len(set(outcome.solutions)) == 7


def test_counting_goes_on_beyond_the_solutions_kept() -> None:
    outcome = engine.solve(OPEN, limit=5000)
    assert (outcome.count, len(outcome.solutions)) == (5000, MAX_KEPT)


def test_a_budget_of_nodes_is_kept() -> None:
    outcome = engine.solve(OPEN, limit=10**9, budget=Budget(nodes=300))
    assert outcome.stopped == "nodes"
    assert outcome.stats["nodes"] == 300


def test_a_budget_of_seconds_is_kept() -> None:
    outcome = engine.solve(OPEN, limit=10**9, budget=Budget(seconds=0.2))
    assert outcome.stopped == "seconds"
    assert outcome.elapsed_s >= 0.2


def test_what_needs_no_guess_needs_no_budget() -> None:
    puzzle = Puzzle(2, cages=(Cage("=", 1, (0,)),))
    outcome = engine.solve(puzzle, limit=2, budget=Budget(nodes=1))
    assert (outcome.count, outcome.stopped, outcome.stats["nodes"]) == (1, None, 0)


def test_many_threads_find_what_one_finds() -> None:
    rng = random.Random(5)
    puzzles = [random_puzzle(Geometry.latin(n), rng) for n in (4, 5, 4, 3, 5) * 12]
    assert engine.solve_all is not None
    alone = engine.solve_all(puzzles, limit=50, threads=1)
    assert engine.solve_all(puzzles, limit=50, threads=8) == alone
    assert [engine.solve(puzzle, limit=50) for puzzle in puzzles] == alone


def test_an_empty_batch_has_no_results() -> None:
    assert search_cages([]) == []


# ---- bad input


def test_numbers_out_of_range_are_refused() -> None:
    for bad in ({"limit": 0}, {"nodes": 0}, {"seconds": 0}, {"threads": 0}, {"seconds": -1.0}):
        with pytest.raises(ValueError, match="expected"):
            search_cages([OPEN], **bad)
    with pytest.raises(TypeError, match=r"limit .*found 2"):
        search_cages([OPEN], limit=2.0)  # type: ignore[arg-type]


def test_a_target_beyond_64_bits_is_refused() -> None:
    for target in (2**63, -(2**63), 10**40):
        puzzle = Puzzle(Geometry.sudoku(4), cages=(Cage("+", 3, (0, 1)), Cage("*", target, (2, 3))))
        assert re.fullmatch(f"cage 2: .*64 bits, found {target}", engine.supports(puzzle) or "")
        with pytest.raises(EngineError, match="64 bits"):
            engine.solve(puzzle)


def test_a_cell_outside_the_grid_is_refused() -> None:
    for cell in (-1, 16, 10**9):
        puzzle = Puzzle(Geometry.sudoku(4), cages=(Cage("+", 3, (0, cell)),))
        with pytest.raises(EngineError, match="cage 1 leaves"):
            engine.solve(puzzle)


def test_a_cell_twice_in_a_cage_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"^cage 1: .*different"):
        engine.solve(Puzzle(Geometry.sudoku(4), cages=(Cage("+", 3, (0, 1, 0)),)))


def test_a_given_beyond_the_order_is_refused() -> None:
    for given in (5, -1):
        with pytest.raises(PuzzleError, match=r"r1c1: .*found"):
            engine.solve(Puzzle(4, (given, *(0,) * 15)))


def test_an_absent_core_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    pandoku.kernel.why_not_native.cache_clear()
    monkeypatch.setitem(sys.modules, "pandoku._native", None)
    try:
        assert engine.supports(OPEN)
        with pytest.raises(EngineError, match=r"pip install \. in a clone"):
            engine.solve(OPEN)
    finally:
        pandoku.kernel.why_not_native.cache_clear()


# ---- Ctrl-C


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("threads", [1, 3])
def test_ctrl_c_ends_a_search(threads: int) -> None:
    setup = """
from pandoku import Cage, Geometry, Puzzle
from pandoku.kernel.cages import search_cages
open_one = Puzzle(Geometry.sudoku(9), cages=(Cage("+", 10, (0, 1)),))
search_cages([open_one], limit=1)
"""
    assert is_interrupted(
        setup, f"search_cages([open_one] * {threads}, limit=10**15, threads={threads})"
    )


# ---- published sets


def outcomes_of(name: str, every: int, seconds: float) -> list[tuple[Puzzle, Outcome]]:
    puzzles = list(pandoku.read(SETS / f"{name}.jsonl"))[::every]
    assert engine.solve_all is not None
    found = engine.solve_all(puzzles, limit=2, budget=Budget(seconds=seconds))
    return list(zip(puzzles, found, strict=True))


@pytest.mark.turns(3)
@needs_sets
@together(
    "name, every",
    [
        ("arithmatrix_4x4", 2),
        ("arithmatrix_5x5", 2),
        ("arithmatrix_6x6", 2),
        ("arithmatrix_7x7", 2),
        ("kenken4", 1),
        ("kenken6", 1),
        ("kenken9", 1),
        ("kenken12", 1),
        ("kenken15", 1),
        ("kenken16", 1),
        ("killer9", 1),
        ("killer9_hard_real", 2),
    ],
)
def test_published_puzzles_have_their_one_solution(name: str, every: int) -> None:
    for puzzle, outcome in outcomes_of(name, every, seconds=60):
        assert (outcome.count, outcome.stopped) == (1, None), puzzle.id
        assert outcome.solutions == (puzzle.solution,)


@needs_sets
def test_extreme_killers_are_answered_correctly_or_not_at_all() -> None:
    for puzzle, outcome in outcomes_of("killer9_extreme_real", every=5, seconds=1):
        assert outcome.solutions in ((), (puzzle.solution,))
        assert outcome.stopped == "seconds" or outcome.count == 1
