"""The interface of a scale: a name, an order of search, and ratings of steps and of paths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Real
from operator import ge, gt, le, lt
from typing import NamedTuple, Protocol

from pandoku.kernel.efforts import Effort, SinglesEffort
from pandoku.model import Board, Puzzle, Step
from pandoku.rating._levels import LEVELS
from pandoku.techniques import Technique

__all__ = ["ChoosingScale", "ProgramScale", "Rating", "ScaleModule", "hardest_of"]


class Rating(NamedTuple):
    """The difficulty of a step, or of a whole path, in one scale.

    Attributes:
        level: A word: one of `LEVELS`, or a word of the scale's own.
        score: The number that the scale gives, at least 0.

    Ratings in one scale compare with each other and with numbers, by the score.

    >>> Rating("medium", 3.2) < Rating("hard", 3.8), Rating("hard", 3.8) >= 3.5
    (True, True)
    """

    level: str
    score: float

    def __str__(self) -> str:
        number = f"{self.score:.1f}" if isinstance(self.score, float) else str(self.score)
        return f"{number} ({self.level})"

    def __float__(self) -> float:
        return float(self.score)

    # By the score. A tuple would compare the words, by the alphabet.
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
        return NotImplemented  # type: ignore[no-any-return]  # which Python takes as an answer


class ScaleModule(Protocol):
    """The interface of a file in this folder.

    Attributes:
        NAME: The name that users pass as ``scale=``; lower case.
        SUMMARY: One line that describes the source of the ratings.
        ORDER: The names of techniques in the order of search, at least one, without duplicates.
            Techniques that are not in it follow in the registry's order.

    A scale that stands for another program may also have ``replay(board)``, which yields the steps
    that the program takes from a board of a proper puzzle until it has none, or returns None if
    the program does not know the kind of puzzle. Without it, the first step of the first technique
    of ORDER is taken.

    A scale that rates a path by its hardest step may have ``span(technique)``, which returns the
    least and the greatest score of a technique's steps, or None for one that it does not know; then
    many paths are rated by their techniques alone.
    """

    NAME: str
    SUMMARY: str
    ORDER: tuple[str, ...]

    def rate(self, step: Step) -> Rating | None:
        """Return the rating of a step, or None if the scale does not rate its technique."""
        ...

    def of_path(self, ratings: Sequence[Rating], *, is_solved: bool) -> Rating:
        """Return the rating of a path from those of its steps.

        Args:
            ratings: The ratings of the steps, in order, without the steps that have none.
            is_solved: False if the techniques of the scale do not solve the puzzle. The score of
                such a path is a lower bound.
        """
        ...


class ChoosingScale(ScaleModule, Protocol):
    """A scale that chooses among all steps on a board, and leaves the numbers to another scale.

    Attributes:
        BASE: The name of the scale that rates a path: by the path that it takes itself, with the
            same techniques. So a puzzle has one number, whichever order explains it.
        EFFORTS: By technique, what it takes to see a step.
        SINGLES: What it takes to see a hidden or a naked single.
        PLAIN: The techniques that need no pencil marks, with the greatest effort of a step that
            needs none.
    """

    BASE: str
    EFFORTS: dict[str, Effort]
    SINGLES: SinglesEffort
    PLAIN: dict[str, int]


class ProgramScale(ScaleModule, Protocol):
    """A scale that is another program and nothing else: no other techniques, no other puzzles.

    Attributes:
        TECHNIQUES: The techniques of ORDER that are not in the registry.
    """

    TECHNIQUES: tuple[Technique, ...]

    def why_not(self, puzzle: Puzzle) -> str | None:
        """Return what makes a puzzle one of a kind that the program does not know, or None."""
        ...

    def require_kind(self, puzzle: Puzzle) -> None:
        """Raise TechniqueError if the program does not know puzzles of this kind."""
        ...

    def replay(
        self, board: Board, limit: int | None = None, *, seconds: float | None = None
    ) -> list[Step]:
        """Return the steps of the path from a board, in order.

        Args:
            board: Where the path starts.
            limit: End after this many steps, at least 1; None means walk to the end.
            seconds: End after this time, more than 0; None means no bound.

        Raises:
            TechniqueError: The program does not know puzzles of this kind.
            PuzzleError: The program cannot solve this puzzle, or not from this board.
        """
        ...


def hardest_of(ratings: Sequence[Rating], *, is_solved: bool) -> Rating:
    """Return the hardest of some ratings: for a path that is as hard as its hardest step.

    Args:
        ratings: The ratings of the steps; without any, the score is 0.
        is_solved: Makes no difference: what a path lacks may be as easy as what it has.
    """
    easiest = Rating(LEVELS[0], 0.0)
    return max(ratings, key=lambda rating: rating.score, default=easiest)
