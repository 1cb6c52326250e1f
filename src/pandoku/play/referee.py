"""The referee: how many solutions a puzzle has, for a player and in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from pandoku.errors import PuzzleError
from pandoku.logic import judge as search
from pandoku.model import Puzzle

__all__ = ["Judged", "judge"]


@dataclass(frozen=True, slots=True)
class Judged:
    """What is known of a puzzle's solutions. It can be played in any case.

    Attributes:
        solution: The only solution, or None if there is none, or several, or that is not known.
        count: 0, 1 or 2, which means at least two; if that is not known, how many were found.
        is_known: False if the search ended before it knew.
        reason: Why there is no solution, if the givens or cages show it; else "".
    """

    solution: tuple[int, ...] | None
    count: int
    is_known: bool
    reason: str = ""

    @property
    def is_proper(self) -> bool:
        """Whether there is exactly one solution, and so digits can be checked against it."""
        return self.solution is not None

    @property
    def text(self) -> str:
        """The verdict in a sentence or two."""
        if self.is_proper:
            return "This puzzle has exactly one solution."
        if self.count > 1:
            return (
                "This puzzle has several solutions. No digit is wrong as long as one of them has "
                "it, and hints do not assume a single solution."
            )
        if self.is_known:
            why = f": {self.reason}" if self.reason else ""
            return f"This puzzle has no solution{why}."
        return (
            "Whether this puzzle has exactly one solution is not known, because the search takes "
            "too long. Hints do not assume it."
        )


def judge(puzzle: Puzzle) -> Judged:
    """Search a puzzle for two solutions, for at most five seconds; recent results are kept.

    A solution that the puzzle's source claims is not believed.

    >>> judge(Puzzle(4)).text[:38]
    'This puzzle has several solutions. No '
    """
    try:
        found = search(puzzle)
    except PuzzleError as error:
        return Judged(None, 0, is_known=True, reason=error.reason)
    solution = found.solutions[0] if found.is_unique else None
    return Judged(solution, min(found.count, 2), found.complete or found.count > 1)
