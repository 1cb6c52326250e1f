"""The efforts of rated puzzles, each from the path that `explain` finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pandoku.logic.explaining import explain
from pandoku.logic.ratings import PuzzleRating, PuzzleRatings
from pandoku.model import (
    Batch,
    OnProgress,
    Puzzle,
    PuzzleLike,
    PuzzlesLike,
    in_parts,
    listed_puzzles,
    puzzle_of,
)
from pandoku.rating import PuzzleEffort

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["effort_of", "with_effort", "with_efforts"]


def effort_of(puzzle: Puzzle) -> PuzzleEffort:
    """Return the effort of a puzzle that is known to be proper."""
    return explain(puzzle, is_proper=True).effort()


def with_effort(puzzle: PuzzleLike, rating: PuzzleRating) -> PuzzleRating:
    """Return a rating with the effort of its puzzle, unless the puzzle is not proper."""
    return replace(rating, effort=effort_of(puzzle_of(puzzle))) if rating.is_proper else rating


def with_efforts(
    puzzles: PuzzlesLike,
    like: Puzzle | None,
    ratings: PuzzleRatings,
    on_progress: OnProgress | None,
) -> PuzzleRatings:
    """Return ratings with the efforts of the proper puzzles.

    Args:
        puzzles: The rated puzzles.
        like: As in `rate_many`.
        ratings: The ratings of the puzzles.
        on_progress: As in `rate_many`.
    """
    import numpy as np

    listed: Any = puzzles if isinstance(puzzles, np.ndarray) else listed_puzzles(puzzles)
    efforts = list[PuzzleEffort | None]()
    proper: list[bool] = ratings.is_proper.tolist()
    for part in in_parts(len(ratings), on_progress, 1):
        places = range(len(ratings))[part]
        efforts += [effort_of(_nth(listed, at, like)) if proper[at] else None for at in places]
    return replace(ratings, efforts=tuple(efforts))


def _nth(listed: Sequence[Any] | NDArray[Any], at: int, like: Puzzle | None) -> Puzzle:
    from pandoku.kernel.rows import array_or_batch, digit_rows_of

    each = listed[at]
    if isinstance(each, Puzzle):
        return each
    found = array_or_batch(listed[at : at + 1], like)
    if isinstance(found, Batch):
        return found[0]
    rows, geometry, *_ = digit_rows_of(found, like)
    return Puzzle(geometry, tuple(rows[0].tolist()))
