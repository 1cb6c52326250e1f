"""Why candidates are gone: the digit, the earlier step or the rule that removed each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pandoku.model import Board

__all__ = ["Cause", "Ledger", "in_sight"]


class Cause(NamedTuple):
    """Why a candidate is gone.

    Attributes:
        by: "digit" (a digit that is placed in the same cell, or in sight), "step" (the candidate
            was eliminated), or "start" (it was gone before the first step, and no digit says why).
        step: The number of the step after which it is gone, from 1; 0 if it was gone at the start.
        cell: Where the digit stands; -1 unless *by* is "digit".
        house: The first house that both cells share, a position in `Geometry.houses`; else -1.
        cage: The cage without repeats that both cells share, if no house does; else -1.
        constraint: What else makes both cells differ, if no house or cage does: a position in
            `Puzzle.constraints`; else -1.
    """

    by: str
    step: int = 0
    cell: int = -1
    house: int = -1
    cage: int = -1
    constraint: int = -1


# (cell, digit) of each candidate that is gone.
Ledger = Mapping[tuple[int, int], Cause]


def in_sight(board: Board, cell: int, digit: int) -> Cause | None:
    """Return the placed digit that keeps *digit* out of *cell*, or None if none does.

    The first house in the geometry's order comes first, then the first cage, then other
    constraints.
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
