"""True candidates, against the solutions of plain searches."""

from __future__ import annotations

import random
from math import prod
from typing import Any

import numpy as np
import pytest

import pandoku
from pandoku import (
    Budget,
    Cage,
    EngineError,
    Geometry,
    Puzzle,
    PuzzleError,
    solve_many,
    true_candidates_many,
)
from pandoku.kernel import arrays
from pandoku.kernel._several import masks_of_digits
from pandoku.kernel._several import searched_true_masks as candidates_in_time
from pandoku.kernel.cages import search_cages, true_masks
from tests.data import JIGSAW5
from tests.together import together

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
    return rng.choice(search_cages([Puzzle(geometry)], limit=200)[0].solutions)


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
        found = search_cages([puzzle], limit=1000)[0]
        if found.stopped is not None:
            continue
        expected = [0] * geometry.n_cells
        for solution in found.solutions:
            for cell, digit in enumerate(solution):
                expected[cell] |= 1 << (digit - 1)
        assert true_masks([puzzle]) == [tuple(expected)]
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


@together("searches", [*range(9), 60])
def test_what_is_not_done_in_time_shows_only_what_a_solution_has(searches: int) -> None:
    # The first has 12 solutions, the second one: it is done whatever the time.
    rows = np.array([[1, 2, 3, 4, 3, 4, 1, 2] + [0] * 8, [1, 2, 3, 4, 3, 4, 1, 2] + [0] * 8])
    rows[1, 8:] = 2, 1, 4, 3, 4, 3, 2, 1
    all_masks = np.where(rows, 1 << (rows - 1).clip(0), 15).astype(np.uint64)
    known, _ = solve_many(rows.astype(np.uint8), limit=1)
    left = searches

    def find_one(masks: Any) -> Any:
        nonlocal left
        if left == 0:
            raise TimeoutError
        left -= 1
        found = [search_cages([Puzzle(4, candidates=row)], limit=1)[0] for row in masks.tolist()]
        grids = [each.solutions[0] if each.count else (1,) * 16 for each in found]
        has_one = np.array([each.count > 0 for each in found], np.bool_)
        return np.array(grids, np.uint8).reshape(-1, 16), has_one

    whole = true_candidates_many(rows.astype(np.uint8))
    shown, done = candidates_in_time(all_masks, known, find_one)
    assert done.tolist() == [searches > 30, True]
    assert (shown[0] == whole[0]).all() or not done[0]
    assert not (shown & ~whole).any()
    assert (shown[1] == whole[1]).all()
    assert (shown & masks_of_digits(known) == masks_of_digits(known)).all()


def test_of_puzzles_that_are_not_done_in_time_the_last_bit_is_set() -> None:
    rows = np.zeros((3, 81), np.uint8)
    shown = true_candidates_many(rows, budget=Budget(seconds=1e-9))
    assert (shown >> np.uint64(63)).all()
    # Many large grids: the time is over before the first search of all of them is.
    many = true_candidates_many(np.zeros((2000, 625), np.uint8), budget=Budget(seconds=1e-9))
    assert (many[-1] == np.uint64(1 << 63)).all()
    in_time = true_candidates_many(rows[:, :16], budget=Budget(seconds=60))
    assert (in_time == 15).all()


def test_rows_that_have_not_begun_when_the_time_is_over_are_not_done() -> None:
    rows = np.zeros((3 * 8192, 81), np.uint8)  # several parts, of which one takes the time
    found = true_candidates_many(rows, budget=0.01)
    assert (found[-1] == 1 << 63).all()


def test_nothing_more_is_done_for_puzzles_once_the_time_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr(arrays, "monotonic", lambda: next(clock))
    monkeypatch.setattr(arrays, "_PART", 2)
    searched: list[int] = []
    run = arrays._Search.run

    def spied(search: Any, rows: Any, *rest: Any) -> Any:
        searched.append(len(rows))
        return run(search, rows, *rest)

    monkeypatch.setattr(arrays._Search, "run", spied)
    # Solved puzzles: each part takes one look at the clock before its search, and some while in it.
    rows = np.array([[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]] * 100, np.uint8)
    shown = true_candidates_many(rows, budget=Budget(seconds=5))
    assert 0 < sum(searched) < 12
    assert (shown[:2] == masks_of_digits(rows[:2])).all()
    assert (shown[len(searched) * 2 :] == np.uint64(1 << 63)).all()
