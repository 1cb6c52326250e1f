"""Mistakes: where the digits of a game differ from the solution, and since when."""

from __future__ import annotations

from collections.abc import Sequence

from pandoku.errors import PuzzleError
from pandoku.model import GridLike, Puzzle

__all__ = ["solution_digits", "steps_back", "wrong_cells"]


def solution_digits(puzzle: Puzzle, solution: GridLike) -> tuple[int, ...]:
    """Return the digits of a solution, row by row; 0 where it leaves a cell open.

    Raises:
        PuzzleError: It has a digit out of range, or where the puzzle has another given. Whether it
            obeys the other rules is not checked.
    """
    digits = Puzzle(puzzle.geometry, solution, symbols=puzzle.symbols).givens
    for cell, (digit, given) in enumerate(zip(digits, puzzle.givens, strict=True)):
        if not 0 <= digit <= puzzle.order or (digit and given not in (0, digit)):
            expected = f"the given {given}" if given else f"a digit 1..{puzzle.order}"
            name = puzzle.geometry.name(cell)
            raise PuzzleError(f"solution: {name}: expected {expected}, found {digit}")
    return digits


def wrong_cells(digits: Sequence[int], solution: Sequence[int]) -> tuple[int, ...]:
    """Return the filled cells whose digit differs from the solution, ascending.

    Where the solution has 0, no digit counts as wrong.
    """
    pairs = enumerate(zip(digits, solution, strict=True))
    return tuple(cell for cell, (digit, right) in pairs if digit and right not in (0, digit))


def steps_back(course: Sequence[Sequence[int]], solution: Sequence[int]) -> int:
    """Return how far before the end of *course* no digit was wrong.

    Args:
        course: The digits at the start and after each edit; at the start none is wrong.
        solution: The digits of the solution.
    """
    steps, known = 0, None
    for digits in reversed(course):
        if digits is not known and not wrong_cells(digits, solution):
            break
        steps, known = steps + 1, digits  # edits of marks leave the digits as they are
    return steps
