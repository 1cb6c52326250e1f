"""Whether a puzzle is proper: asked by hints, and by paths that may use a single solution."""

from __future__ import annotations

from functools import lru_cache

from pandoku.engines import Budget, solve
from pandoku.errors import PuzzleError
from pandoku.model import Outcome, Puzzle

__all__ = ["is_known_proper", "judge"]

_BUDGET = Budget(seconds=5)


@lru_cache(maxsize=256)
def judge(puzzle: Puzzle, budget: Budget | None = _BUDGET) -> Outcome:
    """Search a puzzle for two solutions within a budget.

    Recent results are cached, because players ask for many hints on one puzzle, and a hard puzzle
    with cages may take seconds.

    Raises:
        PuzzleError: The puzzle has defects that can be found without searching.
    """
    return solve(puzzle, limit=2, budget=budget)


def is_known_proper(puzzle: Puzzle) -> bool:
    """Return whether a puzzle is proved to have exactly one solution within the budget of `judge`.

    A puzzle with visible defects has not.
    """
    try:
        return judge(puzzle).is_unique
    except PuzzleError:
        return False
