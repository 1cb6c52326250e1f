"""The two ways to rate: replaying Sudoku Explainer, and rating explained paths."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

from pandoku.engines import solve_all
from pandoku.errors import PandokuError, PuzzleError
from pandoku.kernel import rating as core
from pandoku.logic._counted import counted_each
from pandoku.logic.explaining import explain
from pandoku.logic.path import Path
from pandoku.logic.ratings import (
    NOT_PROPER,
    RATING_ENDS,
    SE,
    PuzzleRating,
    PuzzleRatings,
    stuck_rating,
)
from pandoku.model import Outcome, Puzzle, as_whole, at_position, whole_number
from pandoku.rating import get_scale, word_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "RatingTerms",
    "gathered_ratings",
    "joined_ratings",
    "path_of",
    "replayed",
    "walked_each",
]

_NO_SOLUTION, _SEVERAL = map(RATING_ENDS.index, NOT_PROPER)
_GREATEST = 20  # the number of the scale "se" for a puzzle that it cannot solve


class RatingTerms(NamedTuple):
    """The conditions for stopping the rating of a puzzle early.

    Attributes:
        looks: The budget of the scale "se".
        at_least: Tenths. Stop when the rating reaches this.
        at_most: Tenths. Stop when the rating exceeds this.
    """

    looks: int | None
    at_least: int | None
    at_most: int | None

    @classmethod
    def of(cls, budget: int | None, at_least: float | None, at_most: float | None) -> RatingTerms:
        """Return the options of `pandoku.rate`, checked.

        Raises:
            TypeError, ValueError: An option is not a number or out of range.
        """
        least, most = _tenths("at_least", at_least), _tenths("at_most", at_most)
        if least is not None and most is not None and least > most:
            raise ValueError(f"expected at_least up to at_most, found {at_least} and {at_most}")
        return cls(_looks(budget), least, most)


def _looks(budget: Any) -> int | None:
    if budget is None:
        return None
    if as_whole(budget) is None:
        raise TypeError(
            f"expected budget as a whole number of looks, found {budget!r}; "
            "a time would give another answer on another machine"
        )
    return whole_number("budget", budget)


def _tenths(name: str, bound: Any) -> int | None:
    if bound is None:
        return None
    if isinstance(bound, bool) or not isinstance(bound, Real):
        raise TypeError(f"expected {name} as a number such as 7.2, found {bound!r}")
    number = float(bound)
    if not 0 < number <= _GREATEST:
        raise ValueError(f"expected {name} above 0 and up to {_GREATEST}, found {bound!r}")
    tenths = round(number * 10)
    if abs(number * 10 - tenths) > 1e-6:
        raise ValueError(f"expected {name} with one decimal, found {bound!r}")
    return tenths


def replayed(rows: NDArray[Any], terms: RatingTerms, threads: int | None) -> PuzzleRatings:
    """Return ratings in the scale "se".

    Args:
        rows: uint8 (n, 81), C order: digits of classic Sudokus, proper or not.
        terms: The conditions for stopping early.
        threads: The greatest number of threads. None means the number that the process may use.
    """
    import numpy as np

    from pandoku.kernel.arrays import count_many

    counts = count_many(rows, 2, threads=threads)
    tenths, hardest = np.zeros((len(rows), 3), np.uint8), np.zeros(len(rows), np.uint8)
    ends = np.where(counts == 0, _NO_SOLUTION, _SEVERAL).astype(np.uint8)
    proper = counts == 1
    which = slice(None) if proper.all() else proper  # a slice copies nothing
    filled = tenths[which], hardest[which], ends[which]
    looks, at_least, at_most = terms
    if at_most is not None:
        at_least = None  # only the upper bound of a range can be decided before the end of the path
    core.rate_rows(
        rows[which], *filled, looks=looks, at_least=at_least, at_most=at_most, threads=threads
    )
    tenths[which], hardest[which], ends[which] = filled
    return _of_tenths(tenths, hardest, ends, proper)


def _of_tenths(
    tenths: NDArray[Any], hardest: NDArray[Any], ends: NDArray[Any], proper: NDArray[Any]
) -> PuzzleRatings:
    import numpy as np

    words = np.array([word_of(number / 10) for number in range(256)], object)
    levels = words[tenths[:, 0]]
    levels[~proper] = ""
    er, ep, ed = np.where(proper, tenths.T / 10, nan)
    known = (tenths[:, 0] > 0) & (hardest != core.NO_NAME)
    techniques = np.where(known, hardest.astype(np.int16), np.int16(-1))
    return PuzzleRatings(SE, core.reference_names(), er, ep, ed, techniques, levels, ends)


def joined_ratings(parts: Sequence[PuzzleRatings]) -> PuzzleRatings:
    """Return ratings of many parts as one. All must have the same scale and techniques."""
    import numpy as np

    first = parts[0]
    if len(parts) == 1:
        return first
    score, ep, ed, hardest, levels, ends = (
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("score", "ep", "ed", "hardest", "levels", "ends")
    )
    return PuzzleRatings(first.scale, first.techniques, score, ep, ed, hardest, levels, ends)


def walked_each(
    puzzles: Sequence[Puzzle], scale: str, terms: RatingTerms, threads: int | None
) -> list[PuzzleRating | PandokuError]:
    """Return ratings of explained paths, with an error for each puzzle that no engine accepts.

    Args:
        puzzles: Puzzles of any kinds.
        scale: The name of a scale that rates steps.
        terms: The conditions for stopping early, if the scale supports them.
        threads: As in `replayed`.
    """
    outcomes = solve_all(puzzles, limit=2, threads=threads, on_error="keep")
    found = [_not_proper(scale, outcome) for outcome in outcomes.each()]
    proper = [at for at, each in enumerate(found) if each is None]
    counted = counted_each(
        [puzzles[at] for at in proper],
        scale,
        at_least=terms.at_least,
        at_most=terms.at_most,
        threads=threads,
    )
    for at, rating in zip(proper, counted, strict=True):
        found[at] = rating or _walked(puzzles[at], scale)
    return [each for each in found if each is not None]


def _not_proper(scale: str, outcome: Outcome | PandokuError) -> PuzzleRating | PandokuError | None:
    if isinstance(outcome, PuzzleError):  # its defects exclude a solution
        return PuzzleRating(scale, nan, "", "", NOT_PROPER[0])
    if isinstance(outcome, PandokuError):
        return outcome
    if outcome.count != 1:
        return PuzzleRating(scale, nan, "", "", NOT_PROPER[outcome.count > 1])
    return None


def _walked(puzzle: Puzzle, scale: str) -> PuzzleRating:
    path, rate_step = path_of(puzzle, scale), get_scale(scale).rate
    rated = [(rating, step) for step in path.steps if (rating := rate_step(step))]
    if path.stopped != "full":
        return stuck_rating(scale, [rating for rating, _ in rated])
    _, hardest = max(rated, key=lambda pair: pair[0].score, default=(None, None))
    total = path.rating()
    name = path.technique(hardest.technique).title if hardest else ""
    return PuzzleRating(scale, total.score, total.level, name, "rated")


def path_of(puzzle: Puzzle, scale: str) -> Path:
    """Return the path of a proper puzzle, with the techniques that the scale rates."""
    order = None if get_scale(scale).program else get_scale(scale).order
    return explain(puzzle, techniques=order, scale=scale, is_proper=True)


def gathered_ratings(scale: str, found: Sequence[PuzzleRating | PandokuError]) -> PuzzleRatings:
    """Return ratings as arrays.

    Raises:
        PandokuError: The first error among them. The message has the position, from 0.
    """
    import numpy as np

    ratings: list[PuzzleRating] = []
    for at, each in enumerate(found):
        if isinstance(each, PandokuError):
            raise at_position(at, each)
        ratings.append(each)
    techniques = tuple(dict.fromkeys(each.hardest for each in ratings if each.hardest))
    nans = np.full(len(ratings), nan)
    return PuzzleRatings(
        scale,
        techniques,
        np.array([each.score for each in ratings], np.float64),
        nans,
        nans,
        np.array([techniques.index(r.hardest) if r.hardest else -1 for r in ratings], np.int16),
        np.array([each.level for each in ratings], object),
        np.array([RATING_ENDS.index(each.end) for each in ratings], np.uint8),
    )
