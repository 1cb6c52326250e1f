"""The interface of a scale: an order of search, ratings of steps and paths, and level names."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from numbers import Real
from operator import ge, gt, le, lt
from typing import NamedTuple, Protocol

from pandoku.kernel.efforts import Effort, SinglesEffort
from pandoku.model import Board, Puzzle, Step
from pandoku.techniques import Technique


class Rating(NamedTuple):
    """The difficulty of a step, or of a complete path, in one scale.

    Attributes:
        level: The difficulty as a word from `LEVELS`, or as a word that the scale defines.
        score: The number in the scale, at least 0.

    A rating can be compared with another rating in the same scale, or with a number. `<` and `>`
    use only the score. `rating == "easy"` compares the level. In a set or a dict, a rating is not
    found by its level.

    >>> Rating("medium", 3.2) < Rating("hard", 3.8), Rating("hard", 3.8) >= 3.5
    (True, True)
    >>> f"{Rating('medium', 3.2):.2f}", round(Rating("medium", 3.2))
    ('3.20', 3)
    """

    level: str
    score: float

    @property
    def is_bound(self) -> bool:
        """True if the number is a lower bound, because the path does not reach the solution."""
        return False

    def __str__(self) -> str:
        number = f"{self.score:.1f}" if isinstance(self.score, float) else str(self.score)
        return f"{number} ({self.level})"

    def __float__(self) -> float:
        return float(self.score)

    def __round__(self, ndigits: int | None = None) -> float:
        return round(self.score, ndigits)

    def __format__(self, spec: str) -> str:
        """Return the rating as text. With a format such as ".1f", the text is only the score."""
        return format(self.score, spec) if spec else str(self)

    # Compare ratings by the score. Tuples would be compared by their first element, the level, in
    # alphabetical order.
    def __lt__(self, other: object) -> bool:
        return self._is(lt, other)

    def __le__(self, other: object) -> bool:
        return self._is(le, other)

    def __gt__(self, other: object) -> bool:
        return self._is(gt, other)

    def __ge__(self, other: object) -> bool:
        return self._is(ge, other)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self.level == other
        return tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return tuple.__hash__(self)

    def _is(self, than: Callable[[float, float], bool], other: object) -> bool:
        if isinstance(other, Rating):
            return than(self.score, other.score)
        if isinstance(other, Real) and not isinstance(other, bool):
            return than(self.score, float(other))
        return NotImplemented  # type: ignore[no-any-return]  # as the protocol of comparisons requires


class LowerBound(Rating):
    """A rating that is a lower bound, for a path that does not reach the solution.

    >>> print(LowerBound("extreme", 12.0))
    >=12.0 (extreme)
    """

    __slots__ = ()

    @property
    def is_bound(self) -> bool:
        """True if the number is a lower bound."""
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple):
            return NotImplemented
        return tuple.__eq__(self, other) and getattr(other, "is_bound", True)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return tuple.__hash__(self)

    def __str__(self) -> str:
        return f">={super().__str__()}"


class ReplayCall(Protocol):
    """The signature of a function that returns the steps that another program takes.

    The search ends after *limit* steps or after *seconds*. None means no limit.

    Raises:
        TechniqueError: The program does not support puzzles of this kind.
        PuzzleError: The puzzle does not have exactly one solution, or the board excludes its
            solution.
    """

    def __call__(
        self, board: Board, limit: int | None = None, *, seconds: float | None = None
    ) -> list[Step]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """The properties of a scale that replays a program with a fixed set of techniques.

    Attributes:
        techniques: Those techniques of the program that are not in the registry, in the scale's
            order.
        why_not: Returns the reason why the program does not support a puzzle, or None if it does.
        require_kind: Raises TechniqueError if the program does not support puzzles of this kind.
        replay: Returns the steps that the program takes from a board.
    """

    techniques: tuple[Technique, ...]
    why_not: Callable[[Puzzle], str | None]
    require_kind: Callable[[Puzzle], None]
    replay: ReplayCall


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Choosing:
    """The properties of a scale that chooses among all steps and uses another scale's numbers.

    Attributes:
        base: The name of the scale that provides the numbers. To rate a path, the puzzle is solved
            again in the order of the base scale, with the same techniques. So the number does not
            depend on the order of the steps that are explained.
        efforts: For each technique, the effort of finding a step.
        singles: The effort of finding a hidden or a naked single.
        plain: For each technique that has steps for a reader with few notes, the greatest effort of
            these steps.
    """

    base: str
    efforts: dict[str, Effort]
    singles: SinglesEffort
    plain: dict[str, int]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Scale:
    """An order of search, and the difficulty of steps and paths.

    Attributes:
        name: The value of ``scale=``, in lower case.
        summary: The source of the ratings, in one line.
        order: The names of techniques in the order of search, at least one, without duplicates.
            Techniques that are not in *order* follow in the registry's order.
        rate: Returns the rating of a step, or None if the scale does not rate its technique.
        of_path: Returns the rating of a path that reaches the solution, from the ratings of its
            steps, in order. Steps without a rating are omitted.
        beyond: The least rating of a puzzle that the techniques of the scale do not solve. It is
            higher than the rating of any step.
        replay: For a scale that replays another program: a function that yields the program's steps
            from a board of a proper puzzle, until the program finds no more steps. It returns None
            if the program does not support the kind of puzzle. Without *replay*, each step of a
            path is the first step of the first technique that has a step.
        span: For a scale that rates a path by its hardest step: a function that returns the least
            and the greatest score of a technique's steps, or None for an unknown technique. Most
            paths can then be rated from the techniques of their steps.
        program: The properties of a scale that replays a program with fixed techniques, or None for
            any other scale.
        choosing: The properties of a scale that chooses among all steps on a board, or None for any
            other scale.
    """

    name: str
    summary: str
    order: tuple[str, ...]
    rate: Callable[[Step], Rating | None]
    of_path: Callable[[Sequence[Rating]], Rating]
    beyond: Rating
    replay: Callable[[Board], Iterator[Step] | None] | None = None
    span: Callable[[str], tuple[float, float] | None] | None = None
    program: Program | None = None
    choosing: Choosing | None = None

    @property
    def base(self) -> str:
        """The name of the scale that provides the numbers: this scale unless `choosing` is set."""
        return self.choosing.base if self.choosing else self.name

    def of_stuck_path(self, ratings: Sequence[Rating]) -> Rating:
        """Return the rating of a puzzle that the techniques of the scale do not solve.

        The rating is a lower bound: the higher of `beyond` and the rating of the steps so far.

        Args:
            ratings: The ratings of the steps, in order.
        """
        return LowerBound(*max(self.of_path(ratings), self.beyond, key=float))


def hardest_of(ratings: Sequence[Rating]) -> Rating:
    """Return the highest rating, for scales where a path is as hard as its hardest step.

    Args:
        ratings: The ratings of the steps. If there are no steps, the result has the score 0.
    """
    easiest = Rating(LEVELS[0], 0.0)
    return max(ratings, key=lambda rating: rating.score, default=easiest)


# ---- levels


LEVELS = ("easy", "medium", "hard", "expert", "extreme")

# The least number of each word except the first, in tenths. At each limit, a solver begins to need
# a different method, and no technique of Sudoku Explainer has a number nearby. The limits also
# separate the classes of popular generators: the easy puzzles of QQWing end at 2.3, and its
# intermediate puzzles end at 3.4.
_STARTS = (
    24,  # medium: needs notes (easier steps place a digit, or need hardly any notes)
    35,  # hard: needs triples, swordfish, wings, uniqueness or quads, not only pairs and two lines
    65,  # expert: needs chains that are a single line of implications
    80,  # extreme: needs several chains side by side, or chains within chains
)


def word_of(number: float) -> str:
    """Return the word in `LEVELS` for an ER, the rating of Sudoku Explainer.

    Args:
        number: A rating, such as 7.2, which is at least 0. It is rounded to one decimal.

    >>> [word_of(number) for number in (1.2, 2.6, 4.2, 7.2, 9.0)]
    ['easy', 'medium', 'hard', 'expert', 'extreme']
    """
    return LEVELS[bisect(_STARTS, round(number * 10))]


def level_range(word: str) -> tuple[float, float]:
    """Return the least and the greatest number that a word in `LEVELS` covers, with one decimal.

    The first word begins at 0, and the last word ends at inf.

    >>> level_range("easy"), level_range("hard")
    ((0.0, 2.3), (3.5, 6.4))
    """
    at = LEVELS.index(word)
    least = _STARTS[at - 1] / 10 if at else 0.0
    return least, (_STARTS[at] - 1) / 10 if at < len(_STARTS) else inf
