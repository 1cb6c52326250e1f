"""Bounds of digits that are in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from pandoku.model import Board, Pair, digits_of
from pandoku.words import Words
from pandoku.words.claims import Only, Placed

__all__ = [
    "Bound",
    "below_bounds",
    "known_bound",
    "mirrored",
]


class Bound(NamedTuple):
    """The least digit of a cell, counted from 1 in the direction of the line.

    Attributes:
        digit: The least digit.
        needed: The bound that follows from the earlier cell. `digit` is greater if candidates are
            missing.
        by: The position of the earlier cell, or -1 if the cell's candidates alone give the bound.
    """

    digit: int
    needed: int
    by: int


@lru_cache(maxsize=4096)
def mirrored(mask: int, order: int) -> int:
    """Return the mask with digit d as digit order + 1 - d."""
    return sum(1 << (order - digit) for digit in digits_of(mask))


def below_bounds(board: Board, bounds: Iterable[Pair], *, is_upper: bool) -> Iterator[Pair]:
    """Yield the candidates of cells that are below the bounds."""
    order = board.puzzle.order
    for cell, least in sorted(bounds):
        for digit in board.candidates(cell):
            if (order + 1 - digit if is_upper else digit) < least:
                yield cell, digit


def known_bound(w: Words, cell: int, *, is_most: bool) -> str:
    """Return the bound of a cell: "r1c1 is at most 4", "r1c1 is 4"."""
    digit = w.board.digits[cell]
    if digit:
        return w.said(f"{w.cell(cell)} is {w.digit(digit)}", Placed(cell, digit))
    digits = w.board.candidates(cell)
    bound = f"at most {w.digit(digits[-1])}" if is_most else f"at least {w.digit(digits[0])}"
    return w.said(f"{w.cell(cell)} is {bound}", Only((cell,), digits))
