"""True candidates, against the solutions of plain searches."""

from __future__ import annotations

import random
from math import prod

import pytest

import pandoku
from pandoku import Budget, Cage, EngineError, Geometry, Puzzle, PuzzleError
from pandoku.kernel.cages import solve, true_candidates
from tests.data import JIGSAW5

GEOMETRIES = (
    Geometry.latin(3),
    Geometry.latin(4),
    Geometry(4, (2, 2)),
    Geometry(4, (2, 2), diagonals=True),
    Geometry.latin(5, diagonals=True),
    Geometry(5, regions=JIGSAW5),
    Geometry(6, (2, 3)),
)


def some_grid(geometry: Geometry, rng: random.Random) -> tuple[int, ...]:
    return rng.choice(solve([Puzzle(geometry)], limit=200)[0].solutions)


def cage_over(grid: tuple[int, ...], rng: random.Random, operations: str, size: int) -> Cage:
    cells = tuple(rng.sample(range(len(grid)), size))
    digits = [grid[cell] for cell in cells]
    operation = rng.choice(operations)
    if rng.random() < 0.1:
        return Cage("+", None, cells)
    targets = {"+": sum(digits), "-": 2 * max(digits) - sum(digits), "*": prod(digits)}
    target = targets.get(operation, sum(digits)) + rng.choice((0, 0, 0, 0, 0, 1))
    return Cage(operation, target, cells, len(set(digits)) < size or rng.random() < 0.5)


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=repr)
def test_true_candidates_are_those_of_all_solutions(geometry: Geometry) -> None:
    rng, n_several, n_none = random.Random(repr(geometry)), 0, 0
    for _ in range(40):
        grid = some_grid(geometry, rng)
        cages = tuple(
            cage_over(grid, rng, "+-*?", rng.randint(1, 3)) for _ in range(rng.randint(1, 4))
        )
        shown = rng.choice((0, 0.1, 0.3))
        givens = tuple(digit if rng.random() < shown else 0 for digit in grid)
        puzzle = Puzzle(geometry, givens, cages)
        found = solve([puzzle], limit=1000)[0]
        if found.stopped is not None:
            continue
        expected = [0] * geometry.n_cells
        for solution in found.solutions:
            for cell, digit in enumerate(solution):
                expected[cell] |= 1 << (digit - 1)
        assert true_candidates([puzzle]) == [tuple(expected)]
        n_several += found.count > 1
        n_none += found.count == 0
    assert n_several
    assert n_none


def test_true_candidates_are_found_with_and_without_cages() -> None:
    assert pandoku.true_candidates(Puzzle(9)) == (511,) * 81
    killer = Puzzle(
        Geometry.sudoku(9),
        cages=(Cage("+", 3, (0, 1), repeats=False), Cage("+", 41, tuple(range(8)))),
    )
    masks = pandoku.true_candidates(killer)
    assert masks is not None
    assert masks[:2] == (3, 3)
    assert masks[8] == 1 << 3
    assert masks[2] == 511 & ~(1 | 2 | 8)


def test_true_candidates_out_of_budget_are_none() -> None:
    assert pandoku.true_candidates(Puzzle(9), budget=Budget(nodes=5)) is None


def test_true_candidates_refuse_what_solve_refuses() -> None:
    with pytest.raises(PuzzleError, match="row 1"):
        pandoku.true_candidates(Puzzle(4, (1, 1, *(0,) * 14)))
    with pytest.raises((EngineError, PuzzleError), match=f"{2**63}"):
        pandoku.true_candidates(Puzzle(Geometry.sudoku(4), cages=(Cage("*", 2**63, (0, 1)),)))
