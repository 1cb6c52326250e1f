"""Sue de Coq: cells in a box and a line, around their crossing, that need all their digits."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.model import open_in
from pandoku.techniques._set_slips import SUE_DE_COQ_SLIPS
from pandoku.techniques._sight import gone_cells, one_of
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, clauses
from pandoku.words.claims import Inside, OneOf, Only, Sees

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    parts = [w.cells(w.with_role(role)) for role in ("crossing", "line", "box")]
    box, line = map(w.house, w.houses)
    if w.is_brief:
        return f"{parts[0]} in {line} and {box}"
    return f"{parts[0]} with {parts[1]} of {line} and {parts[2]} of {box}"


def _reason(w: Words) -> Iterator[str]:
    box, line = w.houses
    crossing, in_line, in_box = (tuple(w.with_role(role)) for role in ("crossing", "line", "box"))
    cells = (*crossing, *in_line, *in_box)
    digits = sorted({digit for cell in cells for digit in w.board.candidates(cell)})
    b, li = w.index(box), w.index(line)
    cross = f"{w.cells(crossing)} are where {w.house(box)} and {w.house(line)} cross."
    yield w.said(cross, Inside(crossing, (b, li)))
    n = w.number(len(cells))
    yield w.said(
        f"With {w.cells(in_line)} in {w.house(line)} and {w.cells(in_box)} in {w.house(box)} they "
        f"make {n} cells, which can only be {w.digits(digits, 'or')}.",
        Inside(in_line, (li,)),
        Inside(in_box, (b,)),
        Only(cells, tuple(digits)),
    )
    twice = [d for d in digits if open_in(w.board, in_line, d) and open_in(w.board, in_box, d)]
    yield from _counted(w, [d for d in digits if d not in twice], twice)
    yield f"That makes {n} digits for {n} cells, so all of them are needed."
    for part, other in ((in_line, in_box), (in_box, in_line)):
        for digit in digits:
            spots = open_in(w.board, (*crossing, *part), digit)
            # A digit that is only in the other part need not be in this house.
            is_needed = digit in twice or not open_in(w.board, other, digit)
            gone = gone_cells(w, digit)
            if is_needed and spots and any(all(w.sees(c, at) for at in spots) for c in gone):
                yield f"{one_of(w, digit, spots, OneOf((), cells))}."


def _counted(w: Words, once: list[int], twice: list[int]) -> Iterator[str]:
    """State how often each digit can be in the cells."""
    parts = []
    for digits, often in ((once, "once"), (twice, "twice")):
        if digits:
            each = " each" if len(digits) > 1 else ""
            parts.append(f"{w.digits(digits)} can{each} be there at most {often}")
    box, line = map(w.house, w.houses)
    where = f" (in {line} and in {box})" if twice else ""
    homes = (Inside(tuple(w.with_role("crossing")), tuple(map(w.index, w.houses))),)
    sight = (
        Sees(cell, tuple(other for other in spots if other != cell))
        for digit in once
        for spots in [open_in(w.board, w.with_role(), digit)]
        for cell in spots
    )
    yield w.said(f"{clauses(parts)}{where}.", *homes, *sight)


TECHNIQUES = (
    Technique(
        name="sue-de-coq",
        title="Sue de Coq",
        aliases=("two-sector disjoint subsets",),
        summary="cells where a box and a line cross, with cells of either, lock their digits",
        find=finder("sue-de-coq"),
        slips=SUE_DE_COQ_SLIPS,
        weight=8.3,
        what=_what,
        reason=_reason,
        when="After pairs, triples and wings, where a box and a line cross in cells with many "
        "candidates.",
        scan=(
            Glance("Go through the strips where a box and a line cross.", "houses"),
            Glance(
                "Take two or three empty cells of a strip with at least two more digits than "
                "cells.",
                "cells",
            ),
            Glance(
                "In the rest of the line, find a cell with two of these digits. In the rest of "
                "the box, find one with two others. Now there must be as many digits as cells.",
                "pattern",
            ),
            Glance(
                "Remove the digits of the line's cells from the rest of the line, and those of "
                "the box's cells from the rest of the box. Digits that only the strip has go "
                "from both.",
                "step",
            ),
        ),
        look_for="two or three cells where a box and a line cross, with at least two more digits "
        "than cells, and some cells in the rest of the line and of the box that use up these "
        "digits.",
        why="the line holds each digit once, and so does the box. When the cells can take just as "
        "many digits as there are cells, all of these digits are needed there: those of the line's "
        "cells are nowhere else in the line, and those of the box's cells nowhere else in the box.",
    ),
)
