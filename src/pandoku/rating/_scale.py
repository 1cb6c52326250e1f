"""The interface of a scale: a name, an order of search, and ratings of steps."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pandoku.model import Step

__all__ = ["LEVELS", "Rating", "ScaleModule"]

LEVELS = ("easy", "medium", "hard", "unfair", "extreme")


class Rating(NamedTuple):
    """The difficulty of a step in one scale.

    Attributes:
        level: One of `LEVELS`.
        score: The cost of the step, at least 0; a whole number in most scales.
    """

    level: str
    score: float


class ScaleModule(Protocol):
    """The interface of a file in this folder.

    Attributes:
        NAME: The name that users pass as ``scale=``; lower case.
        SUMMARY: One line that describes the source of the ratings.
        ORDER: The names of techniques in the order of search, at least one, without duplicates.
            Techniques that are not in it follow in the registry's order.
    """

    NAME: str
    SUMMARY: str
    ORDER: tuple[str, ...]

    def rate(self, step: Step) -> Rating | None:
        """Return the rating of a step, or None if the scale does not rate its technique."""
        ...
