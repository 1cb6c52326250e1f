"""What every scale has: a name, an order of search, and what a step costs."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pandoku.model import Step

__all__ = ["LEVELS", "Rating", "ScaleModule"]

LEVELS = ("easy", "medium", "hard", "unfair", "extreme")


class Rating(NamedTuple):
    """How hard a step is in one scale.

    Attributes:
        level: One of `LEVELS`.
        score: What the step costs, at least 0; a whole number in most scales.
    """

    level: str
    score: float


class ScaleModule(Protocol):
    """The face of a file in this folder.

    Attributes:
        NAME: Lower case, the name users pass as ``scale=``.
        SUMMARY: One line: whose ratings these are.
        ORDER: Names of techniques in the order of search, each once, at least one. Techniques that
            are not in it come after these, in the registry's order.
    """

    NAME: str
    SUMMARY: str
    ORDER: tuple[str, ...]

    def rate(self, step: Step) -> Rating | None:
        """Return what a step costs, or None when the scale does not know its technique."""
        ...
