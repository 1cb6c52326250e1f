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
        level: The word for the difficulty: one of `LEVELS`, or a word that the scale defines.
        score: The number in the scale, at least 0.

    Ratings in one scale are compared with each other and with numbers by their scores.

    >>> Rating("medium", 3.2) < Rating("hard", 3.8), Rating("hard", 3.8) >= 3.5
    (True, True)
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
    """The signature of a function that yields the steps that another program takes.

    The list ends after *limit* steps or after *seconds* of search. None means no limit.

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
    """The properties of a scale that replays a program with fixed techniques and kinds of puzzles.

    Attributes:
        techniques: The program's techniques that are not in the registry, in the scale's order.
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
    """The properties of a scale that chooses among all steps on a board and defines no numbers.

    Attributes:
        base: The name of the scale that provides the numbers. To rate a path, the puzzle is solved
            again in the order of the base scale, with the same techniques. Therefore the number of
            a puzzle does not depend on the order of the explained steps.
        efforts: For each technique, the effort of finding a step.
        singles: The effort of finding a hidden or a naked single.
        plain: A map from the techniques with steps that need no pencil marks to the greatest effort
            of these steps.
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
        summary: One line that describes the source of the ratings.
        order: The names of techniques in the order of search, at least one, without duplicates.
            Techniques that are not in *order* follow in the registry's order.
        rate: Returns the rating of a step, or None if the scale does not rate its technique.
        of_path: Returns the rating of a path that reaches the solution. It takes the ratings of the
            steps, in order. Steps without a rating are omitted.
        beyond: The least rating of a puzzle that the techniques of the scale do not solve. It is
            higher than the rating of any step.
        replay: For a scale that replays another program, a function that takes a board of a proper
            puzzle and yields the program's steps until it finds no more. The function returns None
            if the program does not support the kind of puzzle. If *replay* is None, each step of a
            path is the first step of the first technique that finds one.
        span: For a scale that rates a path by its hardest step, a function that returns the least
            and the greatest score of a technique's steps, or None for an unknown technique. With
            *span*, most paths can be rated without looking at their steps.
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

        The rating is a lower bound: `beyond`, or the rating of the steps so far if that is higher.

        Args:
            ratings: The ratings of the steps, in order.
        """
        return LowerBound(*max(self.of_path(ratings), self.beyond, key=float))


def hardest_of(ratings: Sequence[Rating]) -> Rating:
    """Return the highest of some ratings, for scales where a path is as hard as its hardest step.

    Args:
        ratings: The ratings of the steps. Without steps, the score is 0.
    """
    easiest = Rating(LEVELS[0], 0.0)
    return max(ratings, key=lambda rating: rating.score, default=easiest)


# ---- levels


LEVELS = ("easy", "medium", "hard", "expert", "extreme")

# The least number of each word except the first, in tenths. The limits are where a solver needs a
# different method, and where no technique of Sudoku Explainer has a number nearby. The limits also
# separate the classes of popular generators: the easy puzzles of QQWing end at 2.3, and its
# intermediate puzzles end at 3.4.
_STARTS = (
    24,  # needs notes (easier steps place a digit, or need hardly any notes)
    35,  # needs more than a pair or two lines: triples, swordfish, wings, uniqueness, quads
    65,  # needs chains that are a single line of implications
    80,  # needs several chains side by side, or chains within chains
)


def word_of(number: float) -> str:
    """Return the word in `LEVELS` for a number on the scale of ER.

    Args:
        number: A rating, such as 7.2, which is at least 0. It is rounded to one decimal.

    >>> [word_of(number) for number in (1.2, 2.6, 4.2, 7.2, 9.0)]
    ['easy', 'medium', 'hard', 'expert', 'extreme']
    """
    return LEVELS[bisect(_STARTS, round(number * 10))]


def level_range(word: str) -> tuple[float, float]:
    """Return the least and the greatest number of a word in `LEVELS`, each with one decimal.

    The least number of the first word is 0, and the greatest number of the last word is inf.

    >>> level_range("easy"), level_range("hard")
    ((0.0, 2.3), (3.5, 6.4))
    """
    at = LEVELS.index(word)
    least = _STARTS[at - 1] / 10 if at else 0.0
    return least, (_STARTS[at] - 1) / 10 if at < len(_STARTS) else inf
