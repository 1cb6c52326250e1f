"""Conflicts: the rules that the digits on a board break, without looking at a solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pandoku.errors import PuzzleError
from pandoku.model.cage import Cage
from pandoku.model.geometry import House
from pandoku.model.puzzle import Puzzle

__all__ = ["Conflict", "find_conflicts"]


class Conflict(NamedTuple):
    """One rule that the digits on the board break.

    Attributes:
        where: The house or cage whose rule is broken.
        digit: The repeated digit; 0 if all cells of a cage are filled and miss its target.
        cells: The cells concerned, in the order of the house or cage.
    """

    where: House | Cage
    digit: int
    cells: tuple[int, ...]


def find_conflicts(puzzle: Puzzle, digits: Sequence[int]) -> tuple[Conflict, ...]:
    """Return every conflict among *digits* (row-major, 0 for empty).

    Houses come first, in the geometry's order, each with its repeated digits ascending, then
    the cages in the puzzle's order. A cage that is not full is in conflict only if a digit
    repeats in it and must not.

    Raises:
        PuzzleError: There are more or fewer digits than cells, or a cage has a cell outside the
            grid.
    """
    n_cells = puzzle.geometry.n_cells
    if len(digits) != n_cells:
        raise PuzzleError(f"expected {n_cells} digits, found {len(digits)}")
    if not all(0 <= cell < n_cells for cage in puzzle.cages for cell in cage.cells):
        raise PuzzleError("expected cages of cells of the grid, found one with a cell outside")
    return (*_in_houses(puzzle, digits), *_in_cages(puzzle, digits))


def _in_houses(puzzle: Puzzle, digits: Sequence[int]) -> Iterator[Conflict]:
    for house in puzzle.geometry.houses:
        for digit, cells in _repeated(house.cells, digits):
            yield Conflict(house, digit, cells)


def _in_cages(puzzle: Puzzle, digits: Sequence[int]) -> Iterator[Conflict]:
    for cage in puzzle.cages:
        repeated = [] if cage.repeats else _repeated(cage.cells, digits)
        for digit, cells in repeated:
            yield Conflict(cage, digit, cells)
        filling = tuple(digits[cell] for cell in cage.cells)
        if not repeated and 0 not in filling and not cage.allows(filling):
            yield Conflict(cage, 0, cage.cells)


def _repeated(cells: Sequence[int], digits: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Return each digit that occurs in more than one of *cells*, ascending, with those cells."""
    at: dict[int, list[int]] = {}
    for cell in cells:
        if digits[cell]:
            at.setdefault(digits[cell], []).append(cell)
    return [(digit, tuple(at[digit])) for digit in sorted(at) if len(at[digit]) > 1]
