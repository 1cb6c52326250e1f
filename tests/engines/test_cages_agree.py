"""Random cage puzzles of every kind: the cage search finds as many solutions as CP-SAT."""

from __future__ import annotations

import random
from math import prod

import pytest

from pandoku.engines import cages, cp_sat
from pandoku.kernel.cages import search_cages
from pandoku.model import Cage, Geometry, Puzzle
from tests.data import IS_FULL, JIGSAW5

LIMIT = 3
N_PUZZLES = 2000 if IS_FULL else 150

# Geometry, operations, how many of the digits are printed, and how much of the grid has cages.
KINDS = {
    "latin 4": (Geometry.latin(4), "+-*/=?", 0.0, 1.0),
    "latin 5": (Geometry.latin(5), "+-*/=?", 0.05, 0.9),
    "latin 6": (Geometry.latin(6), "+-*/?", 0.1, 1.0),
    "boxes 4": (Geometry(4, (2, 2)), "+-*/=?", 0.0, 0.5),
    "jigsaw 5": (Geometry(5, regions=JIGSAW5), "+-*/?", 0.05, 0.7),
    "diagonals 5": (Geometry.latin(5, diagonals=True), "+-*/?", 0.05, 0.7),
    "killer 6": (Geometry(6, (2, 3)), "+", 0.0, 1.0),
    "killer 6 diagonals": (Geometry(6, (3, 2), diagonals=True), "+", 0.0, 0.8),
    "killer 9": (Geometry(9, (3, 3)), "+", 0.06, 1.0),
    "killer 9 diagonals": (Geometry(9, (3, 3), diagonals=True), "+", 0.1, 0.9),
    "sums without boxes 9": (Geometry.latin(9), "+", 0.35, 0.9),
    "latin 9": (Geometry.latin(9), "+-*/?", 0.35, 0.9),
    "killer 16": (Geometry(16, (4, 4)), "+", 0.45, 0.6),
}


def some_grid(geometry: Geometry, rng: random.Random) -> tuple[int, ...]:
    """A solved grid that keeps a few random digits of another one."""
    n = geometry.order
    names = rng.sample(range(1, n + 1), n)
    first = search_cages([Puzzle(geometry)], limit=50)[0].solutions
    base = rng.choice(first)
    givens = tuple(names[digit - 1] if rng.random() < 0.1 else 0 for digit in base)
    return rng.choice(search_cages([Puzzle(geometry, givens)], limit=50)[0].solutions)


def neighbors(cell: int, n: int) -> list[int]:
    row, column = divmod(cell, n)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * n + c for r, c in steps if 0 <= r < n and 0 <= c < n]


def cut(n: int, share: float, rng: random.Random) -> list[tuple[int, ...]]:
    """Cut about *share* of the grid into groups of neighbors, some of which overlap."""
    free, groups = set(range(n * n)), []
    for start in rng.sample(range(n * n), n * n):
        if start not in free or len(free) <= (1 - share) * n * n:
            continue
        cells, size = [start], rng.choice((1, 2, 2, 3, 3, 4, 5))
        while len(cells) < size:
            near = [c for cell in cells for c in neighbors(cell, n) if c not in cells]
            near = [c for c in near if c in free or rng.random() < 0.02]
            if not near:
                break
            cells.append(rng.choice(near))
        free -= set(cells)
        groups.append(tuple(cells))
    return groups


def cage_on(
    grid: tuple[int, ...], cells: tuple[int, ...], operations: str, rng: random.Random
) -> Cage:
    digits = [grid[cell] for cell in cells]
    operation = rng.choice(operations)
    shown = rng.choice("+-*/") if operation == "?" else operation
    targets = {"+": sum(digits), "-": 2 * max(digits) - sum(digits), "*": prod(digits)}
    quotient, rest = divmod(max(digits) ** 2, prod(digits))
    if rest == 0:
        targets["/"] = quotient
    if len(cells) == 1:
        targets["="] = digits[0]
    if shown not in targets:
        operation = shown = "+"
    target = targets[shown] + (rng.random() < 0.004)
    repeats = len(set(digits)) < len(digits) or rng.random() < 0.5
    return Cage(operation, None if rng.random() < 0.02 else target, cells, repeats)


def random_puzzle(kind: str, rng: random.Random) -> Puzzle:
    geometry, operations, printed, share = KINDS[kind]
    grid = some_grid(geometry, rng)
    groups = cut(geometry.order, share, rng)
    made = [cage_on(grid, cells, operations, rng) for cells in groups]
    if operations == "+":  # killer: digits of a cage differ where they do in the grid
        made = [
            Cage(c.operation, c.target, c.cells, repeats=len(set(d)) < len(d))
            for c in made
            for d in [[grid[cell] for cell in c.cells]]
        ]
    givens = tuple(digit if rng.random() < printed else 0 for digit in grid)
    return Puzzle(geometry, givens, tuple(made))


@pytest.mark.turns(3)
@pytest.mark.skipif(cp_sat.ENGINE.supports(Puzzle(1)) is not None, reason="CP-SAT is not installed")
@pytest.mark.parametrize("kind", KINDS)
def test_the_cage_search_counts_as_cp_sat_does(kind: str) -> None:
    rng, counts = random.Random(kind), set()
    for _ in range(-(-N_PUZZLES // len(KINDS))):
        puzzle = random_puzzle(kind, rng)
        mine = cages.ENGINE.solve(puzzle, limit=LIMIT)
        reference = cp_sat.ENGINE.solve(puzzle, limit=LIMIT)
        assert (mine.count, mine.stopped) == (reference.count, reference.stopped), puzzle.cages
        assert all(puzzle.accepts(solution) for solution in mine.solutions)
        counts.add(mine.count)
    assert len(counts) > 1  # some have one solution, others none or several
