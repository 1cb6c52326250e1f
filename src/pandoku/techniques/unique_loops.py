"""Unique loops: unique rectangles extended to loops of six or more cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pandoku.kernel.logic import finder
from pandoku.techniques._deadly import WHY, one_extra, one_roof, subset, tied_pair, what
from pandoku.techniques._deadly_slips import loop_slips
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words

__all__ = ["TECHNIQUES"]

_LOOP = (
    "six or more cells with the same two candidates, in a loop where each shares a house with the "
    "next, and two in every house they touch; "
)
_CELLS = Glance(
    "Find six or more cells that can be the same two digits. Most of them have no other "
    "candidates.",
    "cells",
)
_CLOSE = Glance(
    "Join them to a loop: from cell to cell along a row, a column or a box, and back to the start.",
    "cells",
)
_TWICE = Glance(
    "Check that each house that the loop touches has exactly two of its cells.", "pattern"
)
_ENDS = {
    1: (
        Glance("Find the only cell with extra candidates.", "pattern"),
        Glance("Remove the two digits from it.", "step"),
    ),
    2: (
        Glance("Check that all extra candidates are the same digit.", "pattern"),
        Glance(
            "Remove this digit from every cell that sees all cells of the loop that have it.",
            "step",
        ),
    ),
    3: (
        Glance(
            "Take the two cells with extra candidates together, as if they were one cell. Find a "
            "naked pair or triple with it in their house.",
            "pattern",
        ),
        Glance("Remove the digits of this subset from the rest of the house.", "step"),
    ),
    4: (
        Glance(
            "In the house of the two cells with extra candidates, find one of the two digits "
            "that has no other place.",
            "pattern",
        ),
        Glance("Remove the other of the two digits from these two cells.", "step"),
    ),
}


def _loop(
    number: int,
    weight: float,
    summary: str,
    reason: Callable[[Words], Iterable[str]],
    look_for: str,
    why: str,
) -> Technique:
    return Technique(
        name=f"unique-loop-{number}",
        aliases=(f"unique loop type {number}", f"ul{number}"),
        summary=summary,
        find=finder(f"unique-loop-{number}"),
        slips=loop_slips(number),
        weight=weight,
        what=what,
        reason=reason,
        when="When many cells can be the same two digits, if the puzzle has only one solution.",
        scan=(_CELLS, _CLOSE, _TWICE, *_ENDS[number]),
        look_for=_LOOP + look_for,
        why=WHY + why,
    )


TECHNIQUES = (
    _loop(
        1,
        4.6,
        "all cells of a loop but one have only two digits: the last one holds neither",
        one_roof,
        "all but one have no other candidates.",
        "All other cells can only hold the pair, so the last one must break the pattern.",
    ),
    _loop(
        2,
        4.6,
        "all further candidates in a loop are one digit: it is in one of these cells",
        one_extra,
        "two or three of them have one further candidate, the same digit.",
        "The further candidate is true in one of these cells.",
    ),
    _loop(
        3,
        4.7,
        "the further digits of two cells of a loop make a naked subset with other cells",
        subset,
        "two of them, in one house, have further candidates that make a naked subset with other "
        "cells of the house.",
        "One of the two cells holds a further candidate: together they act as one cell.",
    ),
    _loop(
        4,
        4.6,
        "one of a loop's two digits must be in one of two cells: the other is in neither",
        tied_pair,
        "two of them, in one house, have further candidates, and one of the two digits has no "
        "other place in that house.",
        "That digit is in one of the two cells. If the other cell held the other digit, the two "
        "digits could be swapped.",
    ),
)
