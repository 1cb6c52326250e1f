"""Wings: in every case, one of a few cells has a certain digit."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._link_slips import (
    W_WING_SLIPS,
    XY_WING_SLIPS,
    XYZ_WING_SLIPS,
    wxyz_wing_slips,
)
from pandoku.techniques._sight import can_be, can_be_at, each_can_be, has_only_left, one_of
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, sentence
from pandoku.words.claims import OneOf, Only, Sees

__all__ = ["TECHNIQUES"]


def _z(w: Words) -> int:
    (z,) = w.digits_of("z")
    return z


def _what(w: Words) -> str:
    if w.is_brief:
        return f"{w.digits(w.digits_of())} at {w.cells(w.with_role('pivot', 'wing'))}"
    pivot, wings = w.cells(w.with_role("pivot")), w.cells(w.with_role("wing"))
    return f"{w.digits(w.digits_of())} with the pivot {pivot} and the wings {wings}"


def _xy(w: Words) -> Iterator[str]:
    (pivot,), wings, z = w.with_role("pivot"), w.with_role("wing"), _z(w)
    digits = w.digits_at(pivot)
    yield f"{can_be(w, (pivot,), digits)}."
    for digit in digits:
        if digit != z:
            wing = next(cell for cell in wings if digit in w.digits_at(cell))
            follows = has_only_left(w, wing, (pivot, digit), z)
            yield f"If {w.cell(pivot)} is {w.digit(digit)}, then {follows}."
    places, lead = wings, "Either way"
    if z in digits:
        places, lead = [*wings, pivot], "In every case"
        yield w.said(
            f"Otherwise {w.cell(pivot)} is {w.digit(z)} itself.", Only((pivot,), tuple(digits))
        )
    why = OneOf((), (pivot, *wings))
    yield f"{one_of(w, z, places, why, lead)}."


def _w_what(w: Words) -> str:
    pair = w.digits(w.digits_of())
    link = w.cells(w.with_role("link"))
    return f"{pair} at {w.cells(w.with_role('wing'))}, linked by {link} in {w.house(w.houses[0])}"


def _w(w: Words) -> Iterator[str]:
    wings, links, z, house = w.with_role("wing"), w.with_role("link"), _z(w), w.houses[0]
    (linked,) = w.digits_of("wing")
    yield f"{can_be(w, wings, w.digits_of())}."
    yield sentence(can_be_at(w, house, linked))
    for wing, link in zip(wings, links, strict=True):
        follows = has_only_left(w, wing, (link, linked), z)
        yield f"If {w.cell(link)} is {w.digit(linked)}, then {follows}."
    why = OneOf((), tuple(wings), (w.index(house),))
    yield f"{one_of(w, z, wings, why, 'Either way')}."


def _wxyz(w: Words) -> Iterator[str]:
    z, cells = _z(w), w.with_role("pivot", "wing")
    first, *others = [digit for digit in w.digits_of() if digit != z]
    yield f"{each_can_be(w, cells)}."
    yield (
        f"Of these four cells, those that can be {w.digit(first)} all see each other, so at most "
        f"one of "
        f"them is {w.digit(first)}; the same goes for {w.digits(others)}."
    )
    yield w.said(
        f"So {w.digits([first, *others])} take up at most three of the four cells.",
        *(
            Sees(one, tuple(cell for cell in having if cell != one))
            for digit in (first, *others)
            for having in [[cell for cell in cells if digit in w.digits_at(cell)]]
            for one in having
        ),
    )
    holders = [cell for cell in cells if z in w.digits_at(cell)]
    yield f"{one_of(w, z, holders, OneOf((), tuple(cells)))}."


TECHNIQUES = (
    Technique(
        name="w-wing",
        title="W-wing",
        summary="two cells with the same pair, and a strong link of one of its digits between them",
        find=finder("w-wing"),
        slips=W_WING_SLIPS,
        weight=7.1,
        what=_w_what,
        reason=_w,
        when="When two cells that do not see each other have the same two candidates.",
        scan=(
            Glance(
                "Find two cells with the same two candidates. They must not see each other.",
                "cells",
            ),
            Glance(
                "Take one of the two digits. Find a house with exactly two places for it, so "
                "that each of the two cells sees one of these places.",
                "pattern",
            ),
            Glance(
                "Remove the other digit from every cell that sees both cells. Then try it with "
                "the digits exchanged.",
                "step",
            ),
        ),
        look_for="two cells with the same two candidates that do not see each other, and a house "
        "with two places for one of these digits, each seen by one of the cells.",
        why="the house has the digit at one of its two places, and the cell that sees that place "
        "takes the other candidate. So one of the two cells holds the other candidate.",
    ),
    Technique(
        name="xy-wing",
        title="XY-wing",
        aliases=("y-wing", "bent triple of pairs"),
        summary="a pivot xy sees a cell xz and a cell yz: one of these is z",
        find=finder("xy-wing"),
        slips=XY_WING_SLIPS,
        weight=4.2,
        what=_what,
        reason=_xy,
        when="After pairs and X-wings, once many cells have two candidates.",
        scan=(
            Glance(
                "Take a cell with two candidates, x and y, as the pivot. Look at the cells with "
                "two candidates that it sees.",
                "cells",
            ),
            Glance(
                "Find one with x and a third digit, z, and one with y and the same z. These are "
                "the wings.",
                "pattern",
            ),
            Glance("Remove z from every cell that sees both wings.", "step"),
        ),
        look_for="a cell with two candidates x and y that sees a cell with x and z, and a cell "
        "with y and z.",
        why="the pivot is x or y. Either way one wing loses its other digit and becomes z.",
    ),
    Technique(
        name="xyz-wing",
        title="XYZ-wing",
        summary="a pivot xyz sees a cell xz and a cell yz: one of the three is z",
        find=finder("xyz-wing"),
        slips=XYZ_WING_SLIPS,
        weight=4.4,
        what=_what,
        reason=_xy,
        when="With XY-wings, where a cell with three candidates has neighbors with two.",
        scan=(
            Glance(
                "Take a cell with three candidates as the pivot. Look at the cells with two "
                "candidates that it sees.",
                "cells",
            ),
            Glance(
                "Find two of them whose candidates are both in the pivot, but not the same two. "
                "They share one digit, z.",
                "pattern",
            ),
            Glance(
                "Remove z from every cell that sees all three. Look on the line through the "
                "pivot, inside its box.",
                "step",
            ),
        ),
        look_for="a cell with three candidates x, y and z that sees a cell with x and z, and a "
        "cell with y and z.",
        why="the pivot is x, y or z. In the first two cases a wing becomes z, in the third the "
        "pivot is; so z is in one of the three.",
    ),
    Technique(
        name="wxyz-wing",
        title="WXYZ-wing",
        aliases=("bent quad",),
        summary="a pivot and three cells that it sees have four digits: z is in one of the cells",
        find=finder("wxyz-wing"),
        slips=wxyz_wing_slips(),
        weight=8.3,
        what=_what,
        reason=_wxyz,
        when="After XY- and XYZ-wings, where a box and a line have several cells with few "
        "candidates.",
        scan=(
            Glance(
                "Take a cell where a box and a line cross as the pivot. Add cells of the box and "
                "the line with few candidates, until four cells have four digits.",
                "cells",
            ),
            Glance(
                "For each digit, check whether all its places in the four cells see each other. "
                "This must fail for one digit, z, and for no other.",
                "pattern",
            ),
            Glance("Remove z from every cell that sees all its places in the four cells.", "step"),
        ),
        look_for="four cells with four digits between them, where the places of each digit but "
        "one, z, all see each other.",
        why="every digit but z can fill at most one of the four cells. Three digits leave one cell "
        "over: it holds z.",
    ),
)
