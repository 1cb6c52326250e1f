"""Remote pair: in a chain of cells with the same two candidates, the two digits alternate."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._color_slips import REMOTE_PAIR_SLIPS
from pandoku.techniques._sight import can_be, gone_cells
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, clauses
from pandoku.words.claims import Follows, OneOf, Sees

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    one, other = (w.with_role(role) for role in ("color-a", "color-b"))
    digits = w.digits(w.digits_of())
    if w.is_brief:
        return f"{digits} at {w.cells([*one, *other])}"
    return f"{digits} alternate, one at {w.cells(one)} and the other at {w.cells(other)}"


def _reason(w: Words) -> Iterator[str]:
    one, other = w.digits_of()
    a, b = w.with_role("color-a"), w.with_role("color-b")
    yield f"{can_be(w, [*a, *b], (one, other))}."
    told = [(cell, [far for far in b if w.sees(cell, far)]) for cell in a]
    sight = (
        w.said(f"{w.cell(cell)} sees {w.cells(far)}", Sees(cell, tuple(far))) for cell, far in told
    )
    yield f"{clauses(sight)}: two cells that see each other hold different digits."
    yield w.said(
        f"So {w.cells(a)} {_hold(a)} one of the digits, and {w.cells(b)} {_hold(b)} the other.",
        *(
            Follows(((cell, x, True),), (each, y, True))
            for cell, far in told
            for each in far
            for x, y in ((one, other), (other, one))
        ),
    )
    for cell in gone_cells(w):
        near, far = (next(each for each in group if w.sees(cell, each)) for group in (a, b))
        either = OneOf(((near, one), (near, other)), (near, far))
        yield w.said(
            f"{w.cell(cell)} sees {w.cells((near, far))}: one of these is {w.digit(one)}, the "
            f"other {w.digit(other)}.",
            Sees(cell, (near, far)),
            either,
        )


def _hold(cells: list[int]) -> str:
    return "holds" if len(cells) == 1 else "hold"


TECHNIQUES = (
    Technique(
        name="remote-pair",
        aliases=("remote pairs", "remote naked pair"),
        summary="the two digits alternate along a chain of cells with the same two candidates",
        find=finder("remote-pair"),
        slips=REMOTE_PAIR_SLIPS,
        weight=7.1,
        what=_what,
        reason=_reason,
        when="When four or more cells have the same two candidates.",
        scan=(
            Glance("Find all cells with the same two candidates.", "cells"),
            Glance(
                "Go from one to the next that it sees, and color them in turn: one color, then "
                "the other.",
                "pattern",
            ),
            Glance(
                "Find a cell outside the chain that sees both colors, and remove both digits "
                "from it.",
                "step",
            ),
        ),
        look_for="four or more cells with the same two candidates, each of which sees the next, "
        "and a cell that sees two of them an odd number of links apart.",
        why="two such cells that see each other hold different digits. So the digits alternate "
        "along the chain, and two cells an odd number of links apart hold both of them.",
    ),
)
