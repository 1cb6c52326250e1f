"""The number of solutions of a puzzle, as far as hints, paths and players need it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pandoku.engines import solve
from pandoku.errors import PuzzleError
from pandoku.logic._time import UNBOUNDED, OutOfTimeError, Time
from pandoku.model import Puzzle

__all__ = ["SEVERAL_MEAN", "Uniqueness", "is_known_proper", "uniqueness_of"]

SEVERAL_MEAN = (
    "No digit is wrong as long as one of them has it, and hints do not assume a single solution."
)
_LONGEST_S = 5.0


@dataclass(frozen=True, slots=True)
class Uniqueness:
    """The known facts about a puzzle's solutions. The puzzle can be played in any case.

    Attributes:
        solutions: The solutions found, at most two, each row-major.
        is_known: Whether the search finished.
        reason: The reason why there is no solution, if the givens or cages show it, otherwise "".
    """

    solutions: tuple[tuple[int, ...], ...]
    is_known: bool
    reason: str = ""

    @property
    def count(self) -> int:
        """The number of solutions found: 0, 1, or 2 for at least two. It is exact if `is_known`."""
        return len(self.solutions)

    @property
    def solution(self) -> tuple[int, ...] | None:
        """The only solution, or None if the puzzle has none or several, or it is not known."""
        return self.solutions[0] if self.is_known and self.count == 1 else None

    @property
    def is_proper(self) -> bool:
        """Whether there is exactly one solution, so that digits can be checked against it."""
        return self.solution is not None

    @property
    def text(self) -> str:
        """The verdict in a sentence or two."""
        if self.is_proper:
            return "This puzzle has exactly one solution."
        if self.count > 1:
            return f"This puzzle has several solutions. {SEVERAL_MEAN}"
        if self.is_known:
            why = f": {self.reason}" if self.reason else ""
            return f"This puzzle has no solution{why}."
        return (
            "Whether this puzzle has exactly one solution is not known, because the search takes "
            "too long. Hints do not assume it."
        )


def uniqueness_of(puzzle: Puzzle, time: Time = UNBOUNDED) -> Uniqueness:
    """Search a puzzle for two solutions, for at most five seconds.

    Recent results are cached, because players ask for many hints on one puzzle, and a hard puzzle
    with cages may take seconds. The solution in the puzzle's source is not trusted.

    Raises:
        OutOfTimeError: No time is left at the start.

    >>> uniqueness_of(Puzzle(4)).text[:38]
    'This puzzle has several solutions. No '
    """
    left = time.left()
    if left is None or left >= _LONGEST_S:
        return _kept(puzzle, puzzle.in_full())
    return _searched(puzzle, left)


@lru_cache(maxsize=256)
def _kept(puzzle: Puzzle, _in_full: tuple[object, ...]) -> Uniqueness:
    # *_in_full* tells equal puzzles with another order of cages apart: their reasons may differ.
    return _searched(puzzle, _LONGEST_S)


def _searched(puzzle: Puzzle, seconds: float) -> Uniqueness:
    try:
        found = solve(puzzle, limit=2, budget=seconds)
    except PuzzleError as error:
        return Uniqueness((), True, error.reason)
    return Uniqueness(found.solutions, found.complete or found.count > 1)


def is_known_proper(puzzle: Puzzle, time: Time = UNBOUNDED) -> bool:
    """Return whether a puzzle is proved to have exactly one solution in the time of a hint.

    A puzzle with visible defects does not.
    """
    try:
        return uniqueness_of(puzzle, time).is_proper
    except OutOfTimeError:
        return False
