"""The parts of a technique that its choice and order depend on, without loading its file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pandoku.techniques._technique import Technique

__all__ = ["Outline", "outline_of"]


class Outline(NamedTuple):
    """A part of a technique. Its fields are those of `Technique`, except for *file*.

    Attributes:
        file: The name of the file that defines the technique, without ".py".
        weight: The rating of the technique in the scale pandoku, or None.
        needs: The requirements on the puzzle, in alphabetical order.
        is_case_of: The name of a more general technique, or "".
        joins: The name of an easier technique, or "".
    """

    file: str
    weight: float | None = None
    needs: tuple[str, ...] = ()
    is_case_of: str = ""
    joins: str = ""

    def is_for(self, lacks: Iterable[str]) -> bool:
        """Return whether the technique can find steps in puzzles without some of its needs."""
        return set(self.needs).isdisjoint(lacks)


def outline_of(technique: Technique, file: str) -> Outline:
    """Return the outline of a technique."""
    each = technique
    return Outline(file, each.weight, tuple(sorted(each.needs)), each.is_case_of, each.joins)
