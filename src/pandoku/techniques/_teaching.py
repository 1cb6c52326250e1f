"""The parts of a lesson: how people scan for a technique, and their errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from pandoku.model import Board, Pair

__all__ = ["Glance", "Slip", "Slipped", "slip"]

_Shows = Literal["places", "houses", "rules", "cells", "pattern", "step"]


class Glance(NamedTuple):
    """A glance at the board: one action of a person who scans for a technique.

    Attributes:
        text: One or two sentences in the imperative: "Take a digit that most rows still need."
        shows: The part of a step that belongs to this glance: "places" (all candidates of the
            step's digits), "houses" (its houses), "rules" (its cages and constraints), "cells" (its
            cells), "pattern" (its cells, candidates and links), or "step" (everything, with its
            changes).
    """

    text: str
    shows: _Shows


class Slipped(NamedTuple):
    """The conclusion of somebody who makes an error on a board.

    Attributes:
        why: One or two sentences about this board that say why the conclusion is wrong: "r1c4 can
            also be 7: row 1 has three places for 7, so column 2 may have its 7 elsewhere."
        eliminations: The candidates that the person would remove, as (cell, digit) pairs.
        placements: The digits that the person would write, as (cell, digit) pairs.
        cells: The cells that look like the pattern.
    """

    why: str
    eliminations: tuple[Pair, ...] = ()
    placements: tuple[Pair, ...] = ()
    cells: tuple[int, ...] = ()


class Slip(NamedTuple):
    """An error that people make with a technique.

    Attributes:
        text: The error in a sentence, for lessons: "A rectangle in four boxes is not deadly."
        find: ``find(board)`` yields what somebody who makes the error would conclude. Conclusions
            that are steps of the technique itself are left out by the caller.
    """

    text: str
    find: Callable[[Board], Iterable[Slipped]]


def slip(text: str) -> Callable[[Callable[[Board], Iterable[Slipped]]], Slip]:
    """Return a decorator that makes a slip of its finder.

    Args:
        text: The error in a sentence.
    """
    return lambda find: Slip(text, find)
