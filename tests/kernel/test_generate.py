"""Keys decide what is made: grids, what is left of them, and puzzles near others."""

from __future__ import annotations

import hashlib
import os
import signal
import threading
from itertools import product

import numpy as np
import pytest

from pandoku import Geometry
from pandoku.kernel.arrays import count_many
from pandoku.kernel.generate import keys as keys_of
from tests.kernel import with_arrays as made
from tests.together import together

SUDOKU = Geometry.sudoku(9)
GEOMETRIES = [
    SUDOKU,
    Geometry.sudoku(6),
    Geometry.sudoku(8),
    Geometry.latin(7),
    Geometry.sudoku(9, diagonals=True),
    Geometry.sudoku(9, windows=True),
    Geometry(5, None, (0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 3, 3, 4, 4, 4)),
]


@pytest.fixture(scope="module")
def some() -> np.ndarray:
    keys = keys_of(3, range(40))
    return made.dig(SUDOKU, made.grids(SUDOKU, keys), keys)


def test_the_numbers_are_the_same_everywhere() -> None:
    keys = keys_of(2026, range(64))
    assert [hex(key) for key in keys[:2]] == KEYS
    digest = hashlib.sha256()
    for geometry in GEOMETRIES[:6]:
        grids = made.grids(geometry, keys)
        digest.update(made.dig(geometry, grids, keys).tobytes())
    near = made.dig(SUDOKU, made.grids(SUDOKU, keys), keys)
    digest.update(made.neighbors(SUDOKU, near, keys).tobytes())
    digest.update(made.walk_puzzles(SUDOKU, near, keys, 3).tobytes())
    few = np.arange(81) % 13 % 4 == 0  # 25 cells: a given is changed four times
    digest.update(made.pattern_puzzles(SUDOKU, few, keys[:2]).tobytes())
    assert digest.hexdigest()[:16] == DIGEST


KEYS = ["0x64646b7cd4c5e3e1", "0xf3d4cf3322eb3fb0"]
DIGEST = "1954b13c802c4104"


PATTERN = """
    #.......# .#.#...#. ..#...#.. .#..#..#. #..#.#..# .#..#..#. ..#...#.. .#...#.#. #.......#
"""
WITH_PATTERN = (
    "500000001020100030003000400060040020200705006040080070007000800050003060100000009",
    "600000005020900060009000800030010050500604009040070020002000700060005080300000001",
    "800000007060900020004000500020070060700601009090050080001000300080002040900000008",
    "300000004010800070009000800020070030600302007040060020005000600090005010400000009",
)


def test_puzzles_with_a_pattern_are_the_same_everywhere() -> None:
    mask = [char == "#" for char in "".join(PATTERN.split())]
    rows = made.pattern_puzzles(SUDOKU, mask, keys_of(1, range(4)))
    assert tuple("".join(map(str, row)) for row in rows.tolist()) == WITH_PATTERN


def test_each_puzzle_is_judged_by_itself() -> None:
    keys = keys_of(1, [0, 1, 2])
    minimal = made.dig(SUDOKU, made.grids(SUDOKU, keys), keys)
    rows = np.array([minimal[0], made.grids(SUDOKU, keys[1:2])[0], minimal[2], np.zeros(81)])
    assert made.are_minimal(SUDOKU, rows.astype(np.uint8)).tolist() == [True, False, True, False]


def test_a_walk_of_no_steps_makes_a_puzzle_minimal() -> None:
    keys = keys_of(1, [0])
    rows = made.walk_puzzles(SUDOKU, made.grids(SUDOKU, keys), keys, 0)
    assert rows.shape == (1, 1, 81)
    assert made.are_minimal(SUDOKU, rows[:, 0]).all()


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_every_house_of_a_grid_has_every_digit(geometry: Geometry) -> None:
    keys = keys_of(1, range(20))
    grids = made.grids(geometry, keys)
    for house in geometry.houses:
        assert (np.sort(grids[:, list(house.cells)]) == np.arange(1, geometry.order + 1)).all()
    assert (made.grids(geometry, keys[4:6], threads=1) == grids[4:6]).all()


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_what_is_left_is_minimal_and_belongs_to_the_grid(geometry: Geometry) -> None:
    keys = keys_of(2, range(12))
    grids = made.grids(geometry, keys)
    left = made.dig(geometry, grids, keys)
    assert made.are_minimal(geometry, left).all()
    assert ((left == 0) | (left == grids)).all()
    assert (made.dig(geometry, left, keys) == left).all()


def test_a_minimal_puzzle_is_one_whose_givens_are_all_needed(some: np.ndarray) -> None:
    more = made.dig(SUDOKU, made.grids(SUDOKU, keys_of(3, [0])), keys_of(3, [0]), least=40)
    assert not made.are_minimal(SUDOKU, more)[0]
    assert not made.are_minimal(SUDOKU, np.zeros((1, 81), np.uint8))[0]
    trials = np.repeat(some[:1], 81, axis=0)
    trials[np.arange(81), np.arange(81)] = 0
    assert (count_many(trials[some[0] > 0], 2) == 2).all()


def test_wishes_about_givens_are_kept(some: np.ndarray) -> None:
    keys = keys_of(4, range(30))
    grids = made.grids(SUDOKU, keys)
    orbits = [min(cell, 80 - cell) for cell in range(81)]
    symmetric = made.dig(SUDOKU, grids, keys, orbits=orbits) > 0
    assert (symmetric == symmetric[:, ::-1]).all()
    corner = np.arange(81) < 9
    assert (made.dig(SUDOKU, grids, keys, keep=corner)[:, :9] > 0).all()
    least = np.arange(30) + 30
    assert (np.count_nonzero(made.dig(SUDOKU, grids, keys, least=least), axis=1) == least).all()


def test_a_puzzle_that_is_not_proper_becomes_zeros(some: np.ndarray) -> None:
    keys = keys_of(1, [0, 1])
    puzzles = np.stack([some[0], np.zeros(81, np.uint8)])
    assert made.dig(SUDOKU, puzzles, keys).any(axis=1).tolist() == [True, False]
    loose = some.copy()
    loose[np.arange(40), (some > 0).argmax(axis=1)] = 0
    assert not made.dig(SUDOKU, loose, keys_of(1, range(40))).any()
    wrong = made.dig(SUDOKU, some[:2], keys, solutions=made.grids(SUDOKU, keys))
    assert not wrong.any()


@pytest.mark.parametrize("less", [1, 2, 5])
def test_neighbors_are_near_and_minimal(some: np.ndarray, less: int) -> None:
    keys = keys_of(9, range(len(some)))
    near = made.neighbors(SUDOKU, some, keys, less=less)
    found = near.any(axis=1)
    assert found.mean() > 0.9
    assert made.are_minimal(SUDOKU, near[found]).all()
    kept = ((near == some) & (some > 0)).sum(axis=1)
    assert (kept <= np.count_nonzero(some, axis=1)).all()
    assert kept[found].mean() > 10
    assert (made.neighbors(SUDOKU, some[3:5], keys[3:5], less=less) == near[3:5]).all()


def test_a_walk_stays_with_its_solution(some: np.ndarray) -> None:
    keys = keys_of(9, range(len(some)))
    walks = made.walk_puzzles(SUDOKU, some, keys, 5)
    grids = made.grids(SUDOKU, keys_of(3, range(40)))
    for step, rows in enumerate(np.moveaxis(walks, 1, 0)):
        found = rows.any(axis=1)
        assert found.all() or step
        assert made.are_minimal(SUDOKU, rows[found]).all()
        assert ((rows == grids) | (rows == 0)).all()
        for walk, row in zip(walks[:, :step], rows, strict=True):
            new = ((row > 0) & (walk == 0)).sum(axis=1)
            assert not step or not row.any() or new.min() == 1


@pytest.mark.parametrize("n_givens", [24, 30])
def test_a_pattern_says_where_the_givens_are(n_givens: int) -> None:
    half = np.random.default_rng(n_givens).permutation(40)[: n_givens // 2]
    mask = np.isin(np.arange(81), half) | np.isin(np.arange(81), 80 - half)
    keys = keys_of(1, range(4))
    rows = made.pattern_puzzles(SUDOKU, mask.tolist(), keys)
    found = rows.any(axis=1)
    assert found.any()
    assert ((rows[found] > 0) == mask).all()
    assert (count_many(rows[found], 2) == 1).all()
    assert (made.pattern_puzzles(SUDOKU, mask.tolist(), keys[2:3], threads=1) == rows[2:3]).all()


def test_a_pattern_without_a_puzzle_gives_zeros() -> None:
    assert not made.pattern_puzzles(Geometry.sudoku(4), [1, 0, 0, 0] * 4, keys_of(1, [0])).any()


K = keys_of(1, [0])
FULL = made.grids(Geometry.sudoku(4), K)
REFUSED = {
    "a key that is too large": lambda: made.grids(SUDOKU, [2**64]),
    "too few keys": lambda: made.dig(Geometry.sudoku(4), FULL, K[:0]),
    "orbits of other cells": lambda: made.dig(Geometry.sudoku(4), FULL, K, orbits=[0] * 15),
    "too few numbers to keep": lambda: made.dig(Geometry.sudoku(4), FULL, K, least=[1, 2]),
    "too many to keep": lambda: made.dig(Geometry.sudoku(4), FULL, K, least=17),
    "puzzles of another order": lambda: made.dig(SUDOKU, FULL, K),
    "other solutions": lambda: made.dig(Geometry.sudoku(4), FULL, K, solutions=FULL[:, :15]),
    "no given less": lambda: made.neighbors(Geometry.sudoku(4), FULL, K, less=0),
    "no steps": lambda: made.walk_puzzles(Geometry.sudoku(4), FULL, K, -1),
    "a pattern of other cells": lambda: made.pattern_puzzles(Geometry.sudoku(4), [1] * 81, K),
    "a seed below 0": lambda: keys_of(-1, 0),
}


@together("call", REFUSED.values(), ids=REFUSED)
def test_what_does_not_fit_is_refused(call: object) -> None:
    with pytest.raises((ValueError, TypeError), match="expected"):
        call()  # type: ignore[operator]


def test_keys_differ() -> None:
    several = {key for index in range(100) for key in keys_of(1, index, range(100))}
    assert len(several) == 10_000
    assert len({keys_of(s, i, a)[0] for s, i, a in product(range(5), repeat=3)}) == 125


def test_ctrl_c_stops_digging() -> None:
    keys = keys_of(1, range(200_000))
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        made.dig(SUDOKU, made.grids(SUDOKU, keys, threads=1), keys, threads=1)
