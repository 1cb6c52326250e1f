"""The symmetries of givens that setters ask for."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pandoku.errors import PuzzleError
from pandoku.model import Geometry, Puzzle
from pandoku.symmetry import GIVENS_SYMMETRIES, orbits, symmetries_of_givens
from tests.together import together

# What each does to the drawn grid, as numpy names it.
MOVES: dict[str, list[Callable[..., Any]]] = {
    "none": [],
    "rotate-180": [lambda grid: np.rot90(grid, 2)],
    "rotate-90": [np.rot90],
    "mirror-columns": [np.fliplr],
    "mirror-rows": [np.flipud],
    "mirror-both": [np.fliplr, np.flipud],
    "diagonal": [np.transpose],
    "antidiagonal": [lambda grid: np.rot90(grid, 2).T],
    "both-diagonals": [np.transpose, lambda grid: np.rot90(grid, 2).T],
}


@together("order", [1, 2, 5, 6, 9, 16])
@together("name", GIVENS_SYMMETRIES)
def test_orbits_stay_what_they_are_under_the_moves_of_the_symmetry(name: str, order: int) -> None:
    numbers = orbits(Geometry.latin(order), name)
    assert numbers.dtype == np.uint16
    grid = numbers.reshape(order, order)
    for move in MOVES[name]:
        assert (move(grid) == grid).all()


@together(
    "name, n_orbits",
    [
        ("none", 81),
        ("rotate-180", 41),
        ("rotate-90", 21),
        ("mirror-columns", 45),
        ("mirror-rows", 45),
        ("mirror-both", 25),
        ("diagonal", 45),
        ("antidiagonal", 45),
        ("both-diagonals", 25),
    ],
)
def test_orbits_tie_no_more_cells_than_the_symmetry_does(name: str, n_orbits: int) -> None:
    numbers = orbits(Geometry.sudoku(9), name)
    assert len(set(numbers.tolist())) == n_orbits == numbers.max() + 1


def test_orbits_are_numbered_by_their_first_cells() -> None:
    for name in GIVENS_SYMMETRIES:
        numbers = orbits(Geometry.sudoku(6), name).tolist()
        assert list(dict.fromkeys(numbers)) == list(range(max(numbers) + 1))


def test_the_array_of_orbits_belongs_to_the_caller() -> None:
    orbits(Geometry.sudoku(4), "none")[:] = 7
    assert orbits(Geometry.sudoku(4), "none").tolist() == list(range(16))


@together("name", GIVENS_SYMMETRIES)
def test_a_pattern_made_of_orbits_has_its_symmetry(name: str) -> None:
    numbers = orbits(Geometry.sudoku(9), name)
    givens = np.where(np.isin(numbers, [0, 3, 7, 11]), 1, 0)
    found = symmetries_of_givens(Puzzle(9, tuple(givens.tolist())))
    assert name in found or name == "none"


def test_a_pattern_without_symmetry_has_none() -> None:
    assert symmetries_of_givens("1.....2.........") == ()


def test_an_empty_grid_has_every_symmetry() -> None:
    assert set(symmetries_of_givens(Puzzle(9))) == set(GIVENS_SYMMETRIES) - {"none"}


def test_a_symmetry_that_is_mistyped_is_refused_with_the_nearest() -> None:
    with pytest.raises(PuzzleError, match="'rotate180'; try rotate-180"):
        orbits(Geometry.sudoku(9), "rotate180")


def test_orbits_of_anything_but_a_geometry_are_refused() -> None:
    with pytest.raises(PuzzleError, match="Geometry, found 9"):
        orbits(9, "none")  # type: ignore[arg-type]
