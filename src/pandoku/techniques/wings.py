"""Wings: whatever the cells of the pattern hold, one of a few cells holds a certain digit."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import Words, joined

__all__ = ["TECHNIQUES"]


def _z(w: Words) -> int:
    (z,) = w.digits_of("z")
    return z


def _what(w: Words) -> str:
    pivot, wings = w.cells(w.with_role("pivot")), w.cells(w.with_role("wing"))
    return f"{w.digits(w.digits_of())} with the pivot {pivot} and the wings {wings}"


def _xy(w: Words) -> Iterator[str]:
    (pivot,), wings, z = w.with_role("pivot"), w.with_role("wing"), _z(w)
    p = w.cell(pivot)
    digits = [d for d in w.digits_at(pivot) if d != z]
    has_z = z in w.digits_at(pivot)
    yield f"{p} is {w.digits(w.digits_at(pivot), 'or')}."
    for digit in digits:
        wing = next(cell for cell in wings if digit in w.digits_at(cell))
        yield f"If {p} is {digit}, then {w.cell(wing)}, which sees it, is {z}."
    if has_z:
        yield f"Otherwise {p} is {z} itself."
    places = w.cells([*wings, pivot] if has_z else wings)
    yield f"In every case one of {places} is {z}."
    yield f"A cell that sees all of them cannot be {z}."


def _w_what(w: Words) -> str:
    pair = w.digits([*w.digits_of("wing"), _z(w)])
    link = w.cells(w.with_role("link"))
    return f"{pair} at {w.cells(w.with_role('wing'))}, linked by {link} in {w.houses[0].name}"


def _w(w: Words) -> Iterator[str]:
    (a, b), (p, q), z = w.with_role("wing"), w.with_role("link"), _z(w)
    (linked,) = w.digits_of("wing")
    yield f"{w.cells((a, b))} have only {linked} and {z} left."
    yield f"In {w.houses[0].name}, {linked} can only be at {w.cells((p, q), 'or')}."
    yield f"If it is at {w.cell(p)}, then {w.cell(a)}, which sees that, is {z}."
    yield f"If it is at {w.cell(q)}, then {w.cell(b)}, which sees that, is {z}."
    yield f"So one of {w.cells((a, b))} is {z}, and a cell that sees both cannot be."


def _wxyz(w: Words) -> Iterator[str]:
    z, cells = _z(w), w.with_role("pivot", "wing")
    digits = w.digits_of()
    others = [d for d in digits if d != z]
    holders = [cell for cell in cells if z in w.digits_at(cell)]
    yield f"{w.cells(cells)} have only {w.digits(digits)} between them."
    each = joined(map(str, others))
    yield f"Of these cells, those that can be {each} see each other, digit by digit."
    yield f"So each of {each} stands there at most once, and fills at most one of the four cells."
    yield f"The fourth cell must be {z}: one of {w.cells(holders)} is."
    yield f"A cell that sees all of these cannot be {z}."


TECHNIQUES = (
    Technique(
        name="w-wing",
        title="W-wing",
        summary="two cells with the same pair, and a strong link of one of its digits between them",
        find=finder("w-wing"),
        what=_w_what,
        reason=_w,
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
        what=_what,
        reason=_xy,
        look_for="a cell with two candidates x and y that sees a cell with x and z, and a cell "
        "with y and z.",
        why="the pivot is x or y. Either way one wing loses its other digit and becomes z.",
    ),
    Technique(
        name="xyz-wing",
        title="XYZ-wing",
        summary="a pivot xyz sees a cell xz and a cell yz: one of the three is z",
        find=finder("xyz-wing"),
        what=_what,
        reason=_xy,
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
        what=_what,
        reason=_wxyz,
        look_for="four cells with four digits between them, where the places of each digit but "
        "one, z, all see each other.",
        why="every digit but z can fill at most one of the four cells. Three digits leave one cell "
        "over: it holds z.",
    ),
)
