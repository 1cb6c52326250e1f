"""Rate classic Sudokus by replaying Sudoku Explainer, in the core."""

from __future__ import annotations

from functools import lru_cache
from math import nan
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

from pandoku.kernel import rating as core
from pandoku.logic.ratings import NOT_PROPER, RATING_ENDS, SE, PuzzleRatings, scale_for
from pandoku.model import Puzzle, as_whole, whole_number
from pandoku.rating import Rating, word_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["RatingTerms", "replayed", "replayed_rating"]

_NO_SOLUTION, _SEVERAL = map(RATING_ENDS.index, NOT_PROPER)
_GREATEST = 20  # the score in the scale "se" of a puzzle that Sudoku Explainer cannot solve


class RatingTerms(NamedTuple):
    """The conditions for stopping the rating of a puzzle early.

    Attributes:
        looks: Maximum number of looks for a puzzle in the scale "se".
        at_least: A rating in tenths. Stop if the puzzle's rating is known to be at least this.
        at_most: A rating in tenths. Stop if the puzzle's rating is known to be above this.
    """

    looks: int | None
    at_least: int | None
    at_most: int | None

    @classmethod
    def of(cls, budget: int | None, at_least: float | None, at_most: float | None) -> RatingTerms:
        """Check the options of `pandoku.rate`, and return them.

        Raises:
            TypeError, ValueError: An option is not a number or out of range.
        """
        least, most = _tenths("at_least", at_least), _tenths("at_most", at_most)
        if least is not None and most is not None and least > most:
            raise ValueError(f"expected at_least up to at_most, found {at_least} and {at_most}")
        if budget is not None and as_whole(budget) is None:
            raise TypeError(
                f"expected budget as a whole number of looks, found {budget!r}; "
                "a time would give another answer on another machine"
            )
        return cls(None if budget is None else whole_number("budget", budget), least, most)

    @property
    def has_bounds(self) -> bool:
        """True if the number does not have to be exact."""
        return self.at_least is not None or self.at_most is not None


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
        threads: Maximum number of threads. None means the number that the process may use.
    """
    import numpy as np

    from pandoku.kernel.arrays import count_many

    counts = count_many(rows, 2, threads=threads)
    tenths, hardest = np.zeros((len(rows), 3), np.uint8), np.zeros(len(rows), np.uint8)
    ends = np.where(counts == 0, _NO_SOLUTION, _SEVERAL).astype(np.uint8)
    proper = counts == 1
    which = slice(None) if proper.all() else proper  # a slice does not copy the array
    filled = tenths[which], hardest[which], ends[which]
    looks, at_least, at_most = terms
    if at_most is not None:
        # A rating never decreases along a path. It may exceed *at_most* at any step, but only the
        # end of the path shows that it does not.
        at_least = None
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


@lru_cache(maxsize=64)
def replayed_rating(puzzle: Puzzle) -> Rating | None:
    """Return the rating of a puzzle in the scale "se" if this is its usual scale, else None.

    The result is also None if the puzzle is not proper.
    """
    if scale_for(puzzle, None) != SE:
        return None
    import numpy as np

    rows = np.array([puzzle.givens], np.uint8)
    rating = replayed(rows, RatingTerms(None, None, None), 1)[0]
    return None if rating.end in NOT_PROPER else Rating(rating.level, rating.score)
