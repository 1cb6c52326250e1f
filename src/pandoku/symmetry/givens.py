"""Symmetric patterns of givens, which many setters prefer.

These symmetries are rotations and reflections of the square grid. They only map cells to cells.
Boxes need not become boxes, so grids of every size have all of these symmetries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from pandoku.errors import PuzzleError
from pandoku.model import Geometry, PuzzleLike, puzzle_of
from pandoku.registry import nearest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["GIVENS_SYMMETRIES", "cell_moves", "cell_orbits", "orbits", "symmetries_of_givens"]

# Functions that map (row, column, last index), all from 0, to the row and column of the image.
_Move: TypeAlias = Callable[[int, int, int], tuple[int, int]]

_MOVES: dict[str, tuple[_Move, ...]] = {
    "none": (),
    "rotate-180": (lambda row, column, last: (last - row, last - column),),
    "rotate-90": (lambda row, column, last: (column, last - row),),
    "mirror-columns": (lambda row, column, last: (row, last - column),),
    "mirror-rows": (lambda row, column, last: (last - row, column),),
    "diagonal": (lambda row, column, _: (column, row),),
    "antidiagonal": (lambda row, column, last: (last - column, last - row),),
}
_MOVES["mirror-both"] = _MOVES["mirror-columns"] + _MOVES["mirror-rows"]
_MOVES["both-diagonals"] = _MOVES["diagonal"] + _MOVES["antidiagonal"]

GIVENS_SYMMETRIES: Mapping[str, str] = MappingProxyType(
    {
        "none": "any pattern",
        "rotate-180": "the pattern stays the same when the grid is turned upside down",
        "rotate-90": "the pattern stays the same at each quarter turn",
        "mirror-columns": "the right half mirrors the left half",
        "mirror-rows": "the lower half mirrors the upper half",
        "mirror-both": "both mirrors: columns and rows",
        "diagonal": "the pattern mirrors itself in the diagonal from the top left",
        "antidiagonal": "the pattern mirrors itself in the diagonal from the top right",
        "both-diagonals": "both mirrors: diagonal and antidiagonal",
    }
)
"""The symmetries of givens by name, with descriptions."""


def orbits(geometry: Geometry, name: str) -> NDArray[np.uint16]:
    """Return the orbit of each cell under a symmetry of givens.

    Args:
        geometry: A geometry; only its order matters.
        name: One of `GIVENS_SYMMETRIES`.

    Returns:
        The number of each cell's orbit, as a new array uint16 (cells,). An orbit is a set of cells
        that the symmetry maps to each other. In a symmetric pattern, the cells of an orbit are all
        given or all empty. Orbits are numbered from 0 in the order of their first cells.

    Raises:
        PuzzleError: *geometry* is not a Geometry, or *name* is unknown.

    >>> orbits(Geometry.sudoku(4), "rotate-180").tolist()
    [0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0]
    """
    import numpy as np

    if not isinstance(geometry, Geometry):
        raise PuzzleError(f"expected a Geometry, found {geometry!r}")
    return np.array(cell_orbits(geometry.order, _checked_name(name)), np.uint16)


@lru_cache(maxsize=64)
def cell_moves(order: int, name: str) -> tuple[tuple[int, ...], ...]:
    """Return the moves that a symmetry of givens consists of: the new place of each cell.

    All cells of an orbit are reached by making these moves one after another.

    Args:
        order: The n of an n x n grid.
        name: One of `GIVENS_SYMMETRIES`.

    >>> cell_moves(2, "mirror-columns")
    ((1, 0, 3, 2),)
    """
    cells = [divmod(cell, order) for cell in range(order * order)]
    images = ([move(*cell, order - 1) for cell in cells] for move in _MOVES[name])
    return tuple(tuple(row * order + column for row, column in each) for each in images)


def symmetries_of_givens(puzzle: PuzzleLike) -> tuple[str, ...]:
    """Return the name of each symmetry that a puzzle's pattern of givens has.

    The result never contains "none". It is () if the pattern has no symmetry.

    Args:
        puzzle: A puzzle in any form that `puzzle_of` accepts.

    Raises:
        FormatError, PuzzleError: *puzzle* is not a puzzle.

    >>> symmetries_of_givens("1..2.3......4...")
    ('diagonal',)
    """
    puzzle = puzzle_of(puzzle)
    is_given = [digit != 0 for digit in puzzle.givens]
    return tuple(
        name
        for name in GIVENS_SYMMETRIES
        if name != "none" and _keeps(cell_orbits(puzzle.order, name), is_given)
    )


def _keeps(orbit_of: tuple[int, ...], is_given: list[bool]) -> bool:
    first: dict[int, bool] = {}
    pairs = zip(orbit_of, is_given, strict=True)
    return all(first.setdefault(orbit, given) == given for orbit, given in pairs)


def _checked_name(name: object) -> str:
    if isinstance(name, str) and name in _MOVES:
        return name
    near = nearest(name, GIVENS_SYMMETRIES) or GIVENS_SYMMETRIES
    raise PuzzleError(f"there is no symmetry of givens {name!r}; try {', '.join(near)}")


@lru_cache(maxsize=64)
def cell_orbits(order: int, name: str) -> tuple[int, ...]:
    """Return the number of each cell's orbit, as in `orbits`.

    Args:
        order: The n of an n x n grid.
        name: One of `GIVENS_SYMMETRIES`.

    >>> cell_orbits(2, "mirror-columns")
    (0, 0, 1, 1)
    """
    number = [-1] * (order * order)
    n_orbits = 0
    for cell in range(order * order):
        if number[cell] < 0:
            for each in _orbit(order, name, cell):
                number[each] = n_orbits
            n_orbits += 1
    return tuple(number)


def _orbit(order: int, name: str, start: int) -> list[int]:
    """Return the cells of the orbit of the cell *start* under a symmetry of givens."""
    reached = [start]
    for cell in reached:  # the loop appends to the list
        for move in _MOVES[name]:
            row, column = move(*divmod(cell, order), order - 1)
            if row * order + column not in reached:
                reached.append(row * order + column)
    return reached
