"""The reasons for missing candidates: digits, earlier steps, or rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pandoku.model import Board

__all__ = ["Cause", "Ledger", "in_sight"]


class Cause(NamedTuple):
    """The reason for a missing candidate.

    Attributes:
        by: "digit" (a digit in the same cell or in sight), "step" (an elimination), or "start" (the
            candidate was missing before the first step, and no digit is the reason).
        step: Number of the step that removed the candidate, from 1, or 0 for the start.
        cell: Cell of the digit; -1 unless *by* is "digit".
        house: Index into `Geometry.houses` of the first house with both cells, or -1.
        cage: Index of the cage without repeats that has both cells if there is no house, or -1.
        constraint: Index into `Puzzle.constraints` of the constraint that makes both cells differ
            if there is no house or cage, or -1.
    """

    by: str
    step: int = 0
    cell: int = -1
    house: int = -1
    cage: int = -1
    constraint: int = -1


# By (cell, digit) of a missing candidate.
Ledger = Mapping[tuple[int, int], Cause]


def in_sight(board: Board, cell: int, digit: int) -> Cause | None:
    """Return the placed digit that excludes *digit* from *cell*, or None.

    Houses are tried first, in the geometry's order, then cages, then other constraints.
    """
    geometry, digits = board.puzzle.geometry, board.digits
    if digits[cell]:
        return Cause("digit", cell=cell) if digits[cell] != digit else None
    for index in geometry.houses_of[cell]:
        for other in geometry.houses[index].cells:
            if digits[other] == digit:
                return Cause("digit", cell=other, house=index)
    for index, cage in enumerate(board.puzzle.cages):
        if cage.repeats or cell not in cage.cells:
            continue
        for other in cage.cells:
            if digits[other] == digit:
                return Cause("digit", cell=other, cage=index)
    for other in board.puzzle.sight[cell] if board.puzzle.further else ():
        if digits[other] == digit and (by := board.puzzle.apart_by(cell, other)) is not None:
            return Cause("digit", cell=other, constraint=by)
    return None
