"""Rate classic Sudokus by replaying Sudoku Explainer, in the core."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import nan
from numbers import Real
from typing import Any, NamedTuple

from pandoku.kernel import rating as core
from pandoku.kernel.lanes import solve_rows
from pandoku.kernel.rating import REFERENCE_ENDS
from pandoku.kernel.tables import divided_rows, empty_table, joined_rows
from pandoku.logic.ratings import (
    NOT_PROPER,
    RATING_ENDS,
    SE,
    PuzzleRating,
    PuzzleRatings,
    scale_for,
)
from pandoku.model import Geometry, Puzzle, as_whole, whole_number
from pandoku.rating import Rating, word_of

__all__ = ["RatingTerms", "Replayed", "replayed", "replayed_rating"]

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


class Replayed(NamedTuple):
    """The ratings of n classic Sudokus as plain numbers.

    Attributes:
        tenths: ER, EP and ED of each puzzle in tenths, uint8 (n, 3).
        hardest: Indices into `reference_names`, uint8 (n,), or `NO_NAME`.
        ends: Indices into `RATING_ENDS`, uint8 (n,).
    """

    tenths: bytes
    hardest: bytes
    ends: bytes

    def ratings(self) -> list[PuzzleRating]:
        """Return a rating for each puzzle. Equal ratings are one object."""
        er, ep, ed = (self.tenths[at::3] for at in range(3))
        values = zip(er, ep, ed, self.hardest, self.ends, strict=True)
        return [_rating(*numbers) for numbers in values]

    def arrays(self) -> PuzzleRatings:
        """Return the ratings as arrays."""
        import numpy as np

        tenths, hardest, ends = (np.frombuffer(bytearray(each), np.uint8) for each in self)
        tenths = tenths.reshape(-1, 3)
        proper = ends < len(REFERENCE_ENDS)
        words = np.array([word_of(number / 10) for number in range(256)], object)
        levels = words[tenths[:, 0]]
        levels[~proper] = ""
        er, ep, ed = np.where(proper, tenths.T / 10, nan)
        known = (tenths[:, 0] > 0) & (hardest != core.NO_NAME)
        techniques = np.where(known, hardest.astype(np.int16), np.int16(-1))
        return PuzzleRatings(SE, core.reference_names(), er, ep, ed, techniques, levels, ends)


@lru_cache(maxsize=4096)
def _rating(er: int, ep: int, ed: int, hardest: int, end: int) -> PuzzleRating:
    if RATING_ENDS[end] in NOT_PROPER:
        return PuzzleRating(SE, nan, "", "", RATING_ENDS[end], nan, nan)
    name = core.reference_names()[hardest] if er and hardest != core.NO_NAME else ""
    return PuzzleRating(SE, er / 10, word_of(er / 10), name, RATING_ENDS[end], ep / 10, ed / 10)


def replayed(rows: Sequence[bytes], terms: RatingTerms, threads: int | None) -> Replayed:
    """Return ratings in the scale "se".

    Args:
        rows: The digits of classic Sudokus, proper or not, with a byte for each cell.
        terms: The conditions for stopping early.
        threads: Maximum number of threads. None means the number that the process may use.
    """
    _, counts = solve_rows(Geometry.sudoku(9), rows, threads=threads)
    tenths, hardest = [b"\0\0\0"] * len(rows), [0] * len(rows)
    ends = [_SEVERAL if count else _NO_SOLUTION for count in counts]
    proper = [at for at, count in enumerate(counts) if count == 1]
    if proper:
        table = joined_rows((rows[at] for at in proper), len(rows[0]))
        n = len(proper)
        filled = empty_table("B", n, 3), empty_table("B", n), empty_table("B", n)
        looks, at_least, at_most = terms
        if at_most is not None:
            # A rating never decreases along a path. It may exceed *at_most* at any step, but only
            # the end of the path shows that it does not.
            at_least = None
        core.rate_rows(
            table, *filled, looks=looks, at_least=at_least, at_most=at_most, threads=threads
        )
        for at, numbers, name, end in zip(
            proper, divided_rows(filled[0]), *filled[1:], strict=True
        ):
            tenths[at], hardest[at], ends[at] = numbers, name, end
    return Replayed(b"".join(tenths), bytes(hardest), bytes(ends))


@lru_cache(maxsize=64)
def replayed_rating(puzzle: Puzzle) -> Rating | None:
    """Return the rating of a puzzle in the scale "se" if this is its usual scale, else None.

    The result is also None if the puzzle is not proper.
    """
    if scale_for(puzzle, None) != SE:
        return None
    (rating,) = replayed([bytes(puzzle.givens)], RatingTerms(None, None, None), 1).ratings()
    return None if rating.end in NOT_PROPER else Rating(rating.level, rating.score)
