"""The rating of a puzzle, the ratings of many puzzles, and the choice of the scale."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from html import escape
from math import isnan, nan
from numbers import Real
from operator import add, ge, gt, le, lt, sub
from typing import TYPE_CHECKING, Any

from pandoku import _instead
from pandoku.errors import TechniqueError
from pandoku.kernel.equality import HoldsArrays
from pandoku.kernel.frames import frame_of
from pandoku.kernel.rating import REFERENCE_ENDS
from pandoku.model import KeepsErrors, KeptErrors, Puzzle
from pandoku.rating import DEFAULT_SCALE, SCALES, PuzzleEffort, Rating, get_scale
from pandoku.techniques import get_technique

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NOT_PROPER", "RATING_ENDS", "SE", "PuzzleRating", "PuzzleRatings", "stuck_rating"]

SE = "se"  # the scale that replays Sudoku Explainer
NOT_PROPER = ("no solution", "several solutions")
# The possible ends of a rating (see `PuzzleRating.end`).
RATING_ENDS = (*REFERENCE_ENDS, *NOT_PROPER, "error")

_LOWER_BOUNDS = ("bounded", "budget", "stuck")
_TENTHS = (SE, "pandoku")  # scales whose numbers are written with one decimal
_WHY = {
    "bounded": "that was enough to know",
    "budget": "budget reached",
    "stuck": "no technique applies",
}


@_instead.suggests
@dataclass(frozen=True, slots=True, eq=False)
class PuzzleRating:
    """The difficulty of a puzzle in one scale.

    `float(rating)`, `round(rating, 1)` and `f"{rating:.1f}"` use the score. Sums and differences
    of ratings and numbers are numbers. Ratings in one scale are ordered by score, and can be
    compared with numbers: `rating > 5`. A lower bound is compared like an exact score. Two ratings
    are only equal if all their attributes are equal, so ratings with the same score may be unequal
    although neither is less than the other. A rating also equals the word of its level, as in
    `rating == "easy"`. In a set or a dict, it is not found by this word.

    Attributes:
        scale: The name of the scale: "se", "pandoku", "hodoku" or another.
        score: The number in the scale, or nan if the puzzle is not proper. It is a lower bound if
            `is_bound` is true.
        level: A word for the difficulty. It stands for the number, or in the scale "pandoku" for
            the effort of a puzzle with cages or other constraints (see `PuzzleEffort.level`). ""
            if the puzzle is not proper, or if the word comes from an effort that is missing.
        hardest: The name of the technique of the first step whose rating is the score. In a scale
            that adds up the scores of steps, it is the technique of the hardest step. "" if there
            are no steps, or if no technique applies.
        end: One of `RATING_ENDS`. "rated" is the normal case. "bounded" means that `at_least` was
            reached or `at_most` was exceeded, and "budget" means that the budget of looks ran out.
            "stuck" means that the techniques of the scale do not solve the puzzle. In this case the
            score is `Scale.beyond`. `rate_many` also uses "no solution", "several solutions", and,
            with on_error="keep", "error" for a bad puzzle.
        ep: EP ("pearl"), the rating of the hardest step up to the first placement of a digit. Only
            in the scale "se".
        ed: ED ("diamond"), the rating of the first step. Only in the scale "se".
        effort: The effort of the complete path, if the puzzle is proper, and the effort was
            requested or the word comes from it. It does not depend on the scale.

    >>> print(PuzzleRating("se", 7.2, "expert", "Forcing Chain", "rated", 1.2, 1.2))
    7.2/1.2/1.2 Forcing Chain, expert
    >>> print(PuzzleRating("se", 10.2, "extreme", "Nested Forcing Chain", "budget", 1.2, 1.2))
    at least 10.2, budget reached
    >>> print(PuzzleRating("pandoku", 12.0, "extreme", "", "stuck"))
    at least 12.0, no technique applies (scale pandoku)
    """

    scale: str
    score: float
    level: str
    hardest: str
    end: str
    ep: float | None = None
    ed: float | None = None
    effort: PuzzleEffort | None = None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return bool(other) and self.level == other
        if not isinstance(other, PuzzleRating):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def _parts(self) -> tuple[object, ...]:
        # nan does not equal itself, so it is replaced by None. Otherwise two equal ratings without
        # a score would differ.
        numbers = (None if n is None or isnan(n) else n for n in (self.score, self.ep, self.ed))
        return (self.scale, self.level, self.hardest, self.end, self.effort, *numbers)

    def __float__(self) -> float:
        return float(self.score)

    def __add__(self, other: object) -> float:
        return self._with(add, other)  # type: ignore[no-any-return]

    __radd__ = __add__

    def __sub__(self, other: object) -> float:
        return self._with(sub, other)  # type: ignore[no-any-return]

    def __rsub__(self, other: object) -> float:
        return self._with(lambda score, other: other - score, other)  # type: ignore[no-any-return]

    def __round__(self, ndigits: int | None = None) -> float:
        return round(self.score, ndigits)

    def __format__(self, spec: str) -> str:
        """Return the rating as text. With a format such as ".1f", the text is only the score."""
        return format(self.score, spec) if spec else str(self)

    def __lt__(self, other: object) -> bool:
        return self._is(lt, other)

    def __le__(self, other: object) -> bool:
        return self._is(le, other)

    def __gt__(self, other: object) -> bool:
        return self._is(gt, other)

    def __ge__(self, other: object) -> bool:
        return self._is(ge, other)

    def _is(self, than: Callable[[float, float], bool], other: object) -> bool:
        """Compare the score with a number, or with a rating in the same scale."""
        if isinstance(other, str):
            raise TypeError(
                f"expected a rating or a number to compare with, found {other!r}; "
                "rating.level is the difficulty as a word"
            )
        return self._with(than, other)  # type: ignore[no-any-return]

    def _with(self, operation: Callable[[float, float], Any], other: object) -> Any:
        """Combine the score with a number, or with a rating in the same scale."""
        if isinstance(other, PuzzleRating) and other.scale != self.scale:
            raise TypeError(
                f"expected ratings in one scale, found {self.scale!r} and {other.scale!r}; "
                "rate(..., scale=...) chooses one"
            )
        if isinstance(other, PuzzleRating | Real):
            return operation(self.score, float(other))
        return NotImplemented

    @property
    def er(self) -> float | None:
        """ER, the rating of the hardest step. None in scales other than "se"."""
        return self.score if self.scale == SE else None

    @property
    def is_bound(self) -> bool:
        """True if the score is a lower bound: rating stopped early, or no technique applies."""
        return self.end in _LOWER_BOUNDS

    @property
    def is_proper(self) -> bool:
        """True if the puzzle has exactly one solution, and therefore a rating."""
        return self.end in REFERENCE_ENDS

    @property
    def numbers(self) -> str:
        """The numbers as a text: "7.2/1.2/1.2" in the scale "se", one number in other scales."""
        if not self.is_proper:
            return "-"
        spec = ".1f" if self.scale in _TENTHS else "g"
        given = (each for each in (self.score, self.ep, self.ed) if each is not None)
        return "/".join(format(each, spec) for each in given)

    @property
    def number(self) -> str:
        """The score as a text: "7.2", ">=12.0" for a lower bound, or "-" without a rating."""
        return ">=" * self.is_bound + self.numbers.partition("/")[0]

    def to_dict(self) -> dict[str, Any]:
        """Return the rating as a JSON value, as in `pandoku rate --json`.

        Keys: "scale", "score", "er", "ep", "ed", "hardest", "hardest_title", "level", "stopped"
        and "is_bound". "hardest" is a name of `pandoku.techniques`, "hardest_title" is the
        attribute `hardest`, and "stopped" is the attribute `end`. Missing numbers are null. If the
        rating has an effort, there is also the key "effort", with an object as in
        `PuzzleEffort.to_dict`. The command `pandoku rate` also adds keys for the place of the
        puzzle, before these keys.
        """
        has_score = self.is_proper
        return {
            "scale": self.scale,
            "score": self.score if has_score else None,
            "er": self.er if has_score else None,
            "ep": self.ep if has_score else None,
            "ed": self.ed if has_score else None,
            "hardest": _technique_named(self.hardest),
            "hardest_title": self.hardest,
            "level": self.level,
            "stopped": self.end,
            "is_bound": self.is_bound,
            **({"effort": self.effort.to_dict()} if self.effort else {}),
        }

    def describe(self) -> str:
        """Return the rating in sentences."""
        if self.end == "error":
            return "Not rated: the puzzle is bad."
        if not self.is_proper:
            return f"Not rated: the puzzle has {self.end}."
        number, *others = self.numbers.split("/")
        by_number = f": {self.level}" if self.level and not self._is_by_effort else ""
        told = [f"{number} in the scale {self.scale}{by_number}."]
        if self.is_bound:
            told = [f"At least {number} in the scale {self.scale}: {_WHY[self.end]}."]
        if self.hardest:
            told.append(f"The hardest technique is {self.hardest}.")
        if others:
            pearl, diamond = others
            told.append(f"Up to the first digit the hardest step is {pearl}.")
            told.append(f"The first step is {diamond}.")
        if self.effort:
            told.append(f"The effort is {self.effort.effort:.0f}: {self.effort.level}.")
            told.append(f"An average player needs {self.effort.time}.")
        return " ".join(told)

    def __str__(self) -> str:
        if not self.is_proper:
            return f"not rated: {self.end}"
        scale = "" if self.scale == SE else f" (scale {self.scale})"
        if self.is_bound:
            reason = f", {_WHY[self.end]}" if self.end != "bounded" else ""
            return f"at least {self.numbers.partition('/')[0]}{reason}{scale}"
        words = " ".join(filter(None, (self.numbers, self.hardest)))
        effort = f"; {self.effort.amount}" if self.effort else ""
        return f"{', '.join(filter(None, (words, self.words)))}{scale}{effort}"

    @property
    def words(self) -> str:
        """The difficulty in words: the level, and the word of the effort if it differs.

        >>> from pandoku.rating import PuzzleEffort
        >>> effort = PuzzleEffort(120.0, 6.9, 5.0, 9.5, "easy", False, 2)
        >>> PuzzleRating("se", 3.8, "hard", "Swordfish", "rated", 1.2, 1.2, effort).words
        'hard by its rating, easy by its effort'
        """
        if self.effort is None or self.effort.level == self.level:
            return self.level
        return f"{self.level} by its rating, {self.effort.level} by its effort"

    @property
    def _is_by_effort(self) -> bool:
        return self.effort is not None and self.effort.level == self.level

    def _repr_html_(self) -> str:
        """Return the rating in sentences, for notebooks."""
        return f"<p>{escape(self.describe())}</p>"


@lru_cache(maxsize=256)
def _technique_named(title: str) -> str:
    """Return the name of the technique with this title in a scale.

    If only the scale has this technique, return a name in the same form.
    """
    try:
        return get_technique(title).name if title else ""
    except TechniqueError:
        return title.lower().replace(" ", "-")


def stuck_rating(scale: str, steps: Sequence[Rating]) -> PuzzleRating:
    """Return the rating of a proper puzzle that the techniques of a scale do not solve.

    Args:
        scale: The name of the scale.
        steps: The ratings of the steps that were taken until no technique applied.
    """
    bound = get_scale(scale).of_stuck_path(steps)
    return PuzzleRating(scale, bound.score, bound.level, "", "stuck")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PuzzleRatings(KeepsErrors, HoldsArrays):
    """The difficulties of n puzzles in one scale, as arrays. `ratings[0]` is a `PuzzleRating`.

    Attributes:
        scale: The name of the scale, as in `PuzzleRating`.
        techniques: Names of the techniques that `hardest` refers to.
        score: float64 (n,): the scores, as in `PuzzleRating`, with nan for a puzzle that is not
            proper.
        ep: float64 (n,): EP of each puzzle, or nan in scales other than "se".
        ed: float64 (n,): ED of each puzzle, or nan in scales other than "se".
        hardest: int16 (n,): an index into `techniques`, or -1.
        levels: An array (n,) of words, with "" for a puzzle that is not proper.
        ends: uint8 (n,): an index into `RATING_ENDS`.
        errors: Messages of bad puzzles, by position from 0. Empty unless bad puzzles are kept.
        efforts: The effort of each puzzle, or None for a puzzle that is not proper. Empty if no
            efforts were requested.
    """

    scale: str
    techniques: tuple[str, ...]
    score: NDArray[Any]
    ep: NDArray[Any]
    ed: NDArray[Any]
    hardest: NDArray[Any]
    levels: NDArray[Any]
    ends: NDArray[Any]
    errors: KeptErrors = field(default_factory=KeptErrors)
    efforts: tuple[PuzzleEffort | None, ...] = ()

    @property
    def effort(self) -> NDArray[Any]:
        """The numbers of the efforts as float64 (n,), or nan for missing efforts."""
        return self._efforts("effort")

    @property
    def minutes(self) -> NDArray[Any]:
        """The minutes of an average player as float64 (n,), or nan for missing efforts."""
        return self._efforts("minutes")

    def _efforts(self, name: str) -> NDArray[Any]:
        import numpy as np

        efforts = self.efforts or (None,) * len(self)
        return np.array([nan if each is None else getattr(each, name) for each in efforts])

    @property
    def er(self) -> NDArray[Any]:
        """ER as float64 (n,): the scores in the scale "se", or nan in other scales."""
        import numpy as np

        return self.score if self.scale == SE else np.full(len(self), nan)

    @property
    def is_proper(self) -> NDArray[Any]:
        """True for puzzles that have exactly one solution, as bool (n,)."""
        n_proper: NDArray[Any] = self.ends < len(REFERENCE_ENDS)
        return n_proper

    def to_frame(self) -> Any:
        """Return the ratings as a pandas DataFrame with a row for each puzzle.

        The columns are the keys of `PuzzleRating.to_dict`, and "error" for the message of a bad
        puzzle. If efforts were requested, "effort" and "minutes" come last. A missing number is
        nan, and a missing word is None.

        Raises:
            MissingExtraError: pandas is not installed. Run `pip install pandas`.
        """
        import numpy as np

        titles = np.array([*self.techniques, ""], object)
        names = np.array([_technique_named(title) for title in titles], object)
        return frame_of(
            {
                "scale": self.scale,
                "score": self.score,
                "er": self.er,
                "ep": self.ep,
                "ed": self.ed,
                "hardest": names[self.hardest],  # the index -1 selects "", the last name
                "hardest_title": titles[self.hardest],
                "level": self.levels,
                "stopped": np.array(RATING_ENDS, object)[self.ends],
                "is_bound": np.isin(self.ends, [*map(RATING_ENDS.index, _LOWER_BOUNDS)]),
                "error": [self.errors.get(at) for at in range(len(self))],
                **({"effort": self.effort, "minutes": self.minutes} if self.efforts else {}),
            },
            len(self),
        )

    def __len__(self) -> int:
        return len(self.score)

    def __getitem__(self, index: int) -> PuzzleRating:
        """Return the rating of one puzzle.

        Raises:
            IndexError: There is no such puzzle.
        """
        at = range(len(self))[index]
        values = (column[at].item() for column in self._columns())
        rating = self._rating(*values, level=self.levels[at])
        return replace(rating, effort=self.efforts[at]) if self.efforts else rating

    def __iter__(self) -> Iterator[PuzzleRating]:
        # Many puzzles of a collection have equal ratings, so each different rating is only created
        # once.
        made: dict[tuple[Any, ...], PuzzleRating] = {}
        columns = (column.tolist() for column in (*self._columns(), self.levels))
        for at, values in enumerate(zip(*columns, strict=True)):
            rating = made.get(values)
            if rating is None:
                *numbers, level = values
                rating = made[values] = self._rating(*numbers, level=level)
            yield replace(rating, effort=self.efforts[at]) if self.efforts else rating

    def _columns(self) -> tuple[NDArray[Any], ...]:
        return self.score, self.ep, self.ed, self.hardest, self.ends

    def _rating(
        self, score: float, ep: float, ed: float, hardest: int, end: int, *, level: str
    ) -> PuzzleRating:
        name = self.techniques[hardest] if hardest >= 0 else ""
        others = (ep, ed) if self.scale == SE else (None, None)
        return PuzzleRating(self.scale, score, level, name, RATING_ENDS[end], *others)

    def __repr__(self) -> str:
        bad = f", {len(self.errors)} bad" if self.errors else ""
        n = len(self)
        return f"PuzzleRatings({n} puzzle{'s' * (n != 1)}, scale={self.scale!r}{bad})"


# ---- the scale of a puzzle


def scale_for(puzzle: Puzzle, scale: str | None) -> str:
    """Return the name of the scale for a puzzle.

    If *scale* is None, the result is "se" for classic Sudokus, otherwise "pandoku". For a scale
    that uses the numbers of another scale, the result is the name of the other scale.

    Raises:
        TechniqueError: There is no such scale, or it does not rate puzzles of this kind.
    """
    if scale is None:
        program = get_scale(SE).program
        return SE if program is not None and program.why_not(puzzle) is None else DEFAULT_SCALE
    program = get_scale(scale).program
    if program is not None:
        program.require_kind(puzzle)
    return get_scale(scale).base


def require_scale(scale: str | None) -> None:
    """Raise TechniqueError if *scale* is neither None nor the name of a scale.

    >>> require_scale("hodoko")
    Traceback (most recent call last):
        ...
    pandoku.errors.TechniqueError: there is no scale 'hodoko'; try hodoku
    """
    if scale is not None:
        get_scale(scale)


def scale_names() -> tuple[str, ...]:
    """Return the names of all scales."""
    return tuple(SCALES)
