"""Whether a puzzle is proper: asked by hints, and by paths that may use a single solution."""

from __future__ import annotations

from functools import lru_cache

from pandoku.engines import solve
from pandoku.errors import PuzzleError
from pandoku.logic._time import UNBOUNDED, OutOfTimeError, Time
from pandoku.model import Outcome, Puzzle

__all__ = ["is_known_proper", "judge"]

_LONGEST_S = 5.0


def judge(puzzle: Puzzle, time: Time = UNBOUNDED) -> Outcome:
    """Search a puzzle for two solutions, for five seconds at most.

    Recent results are cached, because players ask for many hints on one puzzle, and a hard puzzle
    with cages may take seconds.

    Raises:
        PuzzleError: The puzzle has defects that can be found without searching.
        OutOfTimeError: No time is left to begin with.
    """
    left = time.left()
    if left is None or left >= _LONGEST_S:
        return _judged(puzzle, puzzle.in_full())
    return solve(puzzle, limit=2, budget=left)


@lru_cache(maxsize=256)
def _judged(puzzle: Puzzle, _in_full: tuple[object, ...]) -> Outcome:
    # An outcome holds its puzzle, so an equal puzzle of another title has an entry of its own.
    return solve(puzzle, limit=2, budget=_LONGEST_S)


def is_known_proper(puzzle: Puzzle, time: Time = UNBOUNDED) -> bool:
    """Return whether a puzzle is proved to have exactly one solution in the time of `judge`.

    A puzzle with visible defects has not.
    """
    try:
        return judge(puzzle, time).is_unique
    except (PuzzleError, OutOfTimeError):
        return False
