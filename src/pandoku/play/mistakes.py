"""Find mistakes: digits of a game that differ from the solution."""

from __future__ import annotations

from collections.abc import Sequence

from pandoku.errors import PuzzleError
from pandoku.model import GridLike, Puzzle

__all__ = ["solution_digits", "steps_back", "wrong_cells"]


def solution_digits(puzzle: Puzzle, solution: GridLike) -> tuple[int, ...]:
    """Return the digits of a solution, row by row, with 0 for unknown digits.

    Raises:
        PuzzleError: A digit is out of range or differs from a given of the puzzle. Other rules are
            not checked.
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
    """Return the number of edits since the last position without a wrong digit.

    Args:
        course: The digits at the start and after each edit. The digits at the start are right.
        solution: The digits of the solution.
    """
    steps, known = 0, None
    for digits in reversed(course):
        if digits is not known and not wrong_cells(digits, solution):
            break
        # the result is known, because an edit of marks does not change the digits
        steps, known = steps + 1, digits
    return steps
