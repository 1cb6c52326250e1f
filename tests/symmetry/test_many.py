"""Canonical forms, automorphisms and random images of many puzzles, as arrays."""

from __future__ import annotations

import random
from collections import Counter
from math import factorial
from typing import Any

import numpy as np
import pytest

import pandoku
from pandoku import Batch, Geometry, Puzzle, PuzzleError
from pandoku.symmetry import (
    automorphisms,
    automorphisms_many,
    canonical,
    canonical_many,
    isomorphs_many,
)
from tests.data import EASY, ESCARGOT, SHARED, needs
from tests.symmetry.test_canonical import SMALL, random_puzzle
from tests.together import together

MINIMAL = SHARED / "sudoku" / "generated_minimal_100k.txt"
KILLER = Puzzle.killer(9, [(3, "r1c1 r1c2")])
GEOMETRIES = SMALL | {
    "6x6": Geometry.sudoku(6),
    "9x9": Geometry.sudoku(9),
    "9x9 with diagonals": Geometry.sudoku(9, diagonals=True),
    "12x12": Geometry.sudoku(12, (4, 3)),
    "16x16": Geometry.sudoku(16),
    "latin 7": Geometry.latin(7),
}
# It has too many symmetries for a list, and houses besides rows, columns and boxes.
UNLISTED = Geometry.latin(9, extra=[tuple(range(0, 81, 10))])


def rows_of(name: str, n: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    rng = random.Random(name)
    return np.array([random_puzzle(GEOMETRIES[name], rng).givens for _ in range(n)], np.uint8)


def minimal_rows(n: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    lines = [line for line in MINIMAL.read_text().splitlines()[: n + 50] if line[:1] != "#"][:n]
    return np.frombuffer("".join(lines).replace(".", "0").encode(), np.uint8).reshape(-1, 81) - 48


# ------------------------------------------------------------------ canonical forms


def test_a_bad_puzzle_keeps_its_place_and_changes_no_other_form() -> None:
    forms = canonical_many([EASY, ESCARGOT])
    found = canonical_many([None, EASY, EASY[:-1], KILLER, ESCARGOT], on_error="keep")
    assert found[[1, 4]].tolist() == forms.tolist()
    assert not found[[0, 2, 3]].any()
    assert {at: error.partition(":")[0] for at, error in found.errors.items()} == {
        0: "null",
        2: "length",
        3: "rules",
    }
    assert canonical_many([EASY], on_error="keep").errors == {}


@pytest.mark.turns(3)
def test_a_search_that_is_too_large_is_bad_alone() -> None:
    order = 16
    sparse = [cell % order + 1 if cell % 7 == 0 else 0 for cell in range(256)]
    full = [(row + column) % order + 1 for row in range(order) for column in range(order)]
    full[0] = 0  # one cell is empty
    rows, like = np.array([sparse, full, sparse], np.uint8), Puzzle(Geometry.latin(order))
    message = "the canonical form would take too long: too many symmetries of 16x16 make the same"
    for call in (canonical_many, automorphisms_many):
        found = call(rows, like=like, on_error="keep")
        alone = call(rows[:1], like=like)[0]
        assert (found[0] == alone).all()
        assert (found[2] == alone).all()
        assert [*found.errors] == [1]
        assert all(each.startswith(message) for each in found.errors.values())
        with pytest.raises(PuzzleError, match=f"^puzzle 1: {message}"):
            call(rows, like=like)


@pytest.mark.turns(3)
def test_a_geometry_with_too_many_symmetries_has_no_form() -> None:
    rows, like = np.zeros((1, 81), np.uint8), Puzzle(UNLISTED)
    for call in (canonical_many, automorphisms_many):
        found = call(rows, like=like, on_error="keep")
        assert [*found.errors] == [0]
        assert "32,768 symmetries" in found.errors[0]
    with pytest.raises(PuzzleError, match="32,768 symmetries"):
        isomorphs_many(rows, 1, seed=1, like=like)


# ------------------------------------------------------------------ automorphisms


@pytest.mark.parametrize("name", GEOMETRIES)
def test_automorphisms_are_counted_as_one_by_one(name: str) -> None:
    like, rows = Puzzle(GEOMETRIES[name]), rows_of(name, 30)
    rows[0] = 0
    expected = [automorphisms(like.replace(givens=row)).count for row in rows.tolist()]
    assert automorphisms_many(rows, like=like).tolist() == expected


@needs(MINIMAL)
def test_automorphisms_of_puzzles_and_grids_are_counted_as_one_by_one() -> None:
    rows = minimal_rows(300)
    most = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    grids = np.concatenate([pandoku.solve_many(rows)[0], [[*map(int, most)]]])
    for each in (rows, grids):
        expected = [automorphisms(row.reshape(9, 9)).count for row in each]
        for threads in (1, 3):
            assert automorphisms_many(each, threads=threads).tolist() == expected
    assert expected[-1] == 648


def test_more_automorphisms_than_an_integer_holds_are_refused() -> None:
    empty = np.zeros((1, 625), np.uint8)
    assert automorphisms(empty.reshape(25, 25)).count > 2**63
    found = automorphisms_many(empty, on_error="keep")
    assert found.tolist() == [-1]
    assert "9,223,372,036,854,775,807" in found.errors[0]
    with pytest.raises(PuzzleError, match=r"^puzzle 0: .*9,223,372"):
        automorphisms_many(empty)


# ------------------------------------------------------------------ random images


@together("name", GEOMETRIES)
def test_an_image_has_the_form_of_its_puzzle(name: str) -> None:
    like, rows = Puzzle(GEOMETRIES[name]), rows_of(name, 12)
    if name in ("12x12", "16x16", "latin 7"):  # full ones have no form
        rows[:, ::2] = 0
    images = isomorphs_many(rows, 4, seed=7, like=like)
    assert images.shape == (12, 4, like.geometry.n_cells)
    assert images.dtype == np.uint8
    forms = canonical_many(images.reshape(48, -1), like=like).reshape(images.shape)
    assert (forms == canonical_many(rows, like=like)[:, None]).all()
    assert tuple(forms[0, 0]) == canonical(like.replace(givens=rows[0])).givens


def test_an_image_depends_on_seed_key_and_number_only() -> None:
    rows = np.array([Puzzle(EASY).givens, Puzzle(ESCARGOT).givens] * 4000, np.uint8)
    images = isomorphs_many(rows, 3, seed=5)
    assert (isomorphs_many(rows[:10], 7, seed=5)[:, :3] == images[:10]).all()
    assert (isomorphs_many(rows, 2, seed=5)[7000:] == images[7000:, :2]).all()
    keys = np.array([7001, 3])
    assert (isomorphs_many(rows[[7001, 3]], 3, seed=5, keys=keys) == images[keys]).all()
    assert (isomorphs_many(rows[:2], 3, seed=6) != images[:2]).any(axis=2).all()
    kept = isomorphs_many(
        [None, EASY, ESCARGOT], 3, seed=5, keys=np.array([0, 4, 1]), on_error="keep"
    )
    assert kept.errors == {0: "null"}
    assert not kept[0].any()
    assert (kept[1:] == images[[4, 1]]).all()


def test_an_image_is_the_same_on_every_machine() -> None:
    images = isomorphs_many([EASY], 2, seed=2**64 - 1, keys=np.array([2**64 - 1], np.uint64))
    assert ["".join(map(str, image)) for image in images[0]] == IMAGES_OF_EASY
    corner, like = np.array([[1] + [0] * 15], np.uint8), Puzzle(GEOMETRIES["diagonals"])
    images = isomorphs_many(corner, 3, seed=1, like=like)
    assert ["".join(map(str, image)) for image in images[0]] == IMAGES_OF_CORNER


IMAGES_OF_EASY = [
    "501074000008000049007806020092680403080405000406010000060708000005300670304500290",
    "000007034008900200315280706072003080030891027001000503400000009000670002260410000",
]
IMAGES_OF_CORNER = ["0000000000100000", "0000000002000000", "0000000000400000"]


def test_images_of_solutions_are_solutions_of_the_images() -> None:
    puzzles = [EASY, ESCARGOT]
    solutions, _ = pandoku.solve_many(puzzles)
    images = isomorphs_many(puzzles, 20, seed=3).reshape(-1, 81)
    found, counts = pandoku.solve_many(images)
    assert (counts == 1).all()
    assert (found == isomorphs_many(solutions, 20, seed=3).reshape(-1, 81)).all()


@pytest.mark.parametrize("name", ["4x4", "diagonals", "latin 3"])
def test_all_symmetries_make_images_equally_often(name: str) -> None:
    like, order = Puzzle(GEOMETRIES[name]), GEOMETRIES[name].order
    row = np.array([[*range(1, order), *[0] * (order * order - order), 1]], np.uint8)
    n_symmetries = automorphisms_many(np.zeros_like(row), like=like)[0] * factorial(order)
    n_kept = automorphisms_many(row, like=like)[0] * factorial(order - len({*row[0]}) + 1)
    images = isomorphs_many(row, int(n_symmetries) * 40, seed=2, like=like)[0]
    n_each = Counter(map(bytes, images)).values()
    n_images, expected = n_symmetries // n_kept, 40 * n_kept
    assert len(n_each) == n_images > 10
    chi_square = sum((n - expected) ** 2 / expected for n in n_each)
    assert abs(chi_square - n_images) < 4 * (2 * n_images) ** 0.5


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"count": -1}, ValueError, "expected count of at least 0, found -1"),
        ({"seed": 2**64}, ValueError, "seed"),
        ({"seed": None}, TypeError, "seed"),
        ({"keys": np.array([0.5, 1])}, TypeError, "keys in a type of integers, found float64"),
        ({"keys": np.array([1])}, ValueError, r"a key for each of 2 puzzles, found shape \(1,\)"),
        ({"keys": np.array([1, -2])}, ValueError, r"expected keys 0..2\^64-1, found -2"),
        ({"puzzles": [KILLER]}, ValueError, "use isomorphs"),
        ({"on_error": "skip"}, ValueError, "expected on_error as 'raise' or 'keep', found 'skip'"),
    ],
)  # fmt: skip
def test_images_of_anything_else_are_refused(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    arguments: dict[str, Any] = {"puzzles": [EASY, ESCARGOT], "count": 1, "seed": 1} | options
    with pytest.raises(error, match=message):
        isomorphs_many(**arguments)


def test_no_image_and_no_cell_are_arrays_too() -> None:
    assert isomorphs_many([EASY], 0, seed=1).shape == (1, 0, 81)
    assert isomorphs_many(np.zeros((0, 81), np.uint8), 3, seed=1).shape == (0, 3, 81)
    assert automorphisms_many(np.zeros((0, 81), np.uint8)).shape == (0,)
    assert isomorphs_many(Batch(9, bytes(81)), 1, seed=1).tolist() == [[[0] * 81]]
