"""Words for deadly patterns: cells where two digits could swap places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pandoku.techniques._sight import can_be, can_be_at, gone_cells, one_of
from pandoku.words import Words, clauses, sentence
from pandoku.words.claims import Inside, OneOf, Only, Sees, Swaps

WHY = (
    "in a puzzle with one solution, no group of cells without givens holds two digits that could "
    "change places: every house would still be right, and that would be a second solution. "
)


def corners(w: Words) -> list[int]:
    """Return the cells of the pattern, in the order of the loop that they form."""
    return w.with_role("floor", "roof", "filled", "open")


def pair(w: Words) -> list[int]:
    """Return the two digits of the deadly pattern."""
    return w.digits_of("pair")


def what(w: Words) -> str:
    """Name the pattern."""
    return f"{w.digits(pair(w))} at {named_corners(w)}"


def named_corners(w: Words) -> str:
    """Name the cells of the pattern, four in reading order, or more in the order of the loop."""
    cells = corners(w)
    return w.cells(sorted(cells) if len(cells) == 4 else cells)


def are_a_rectangle(w: Words) -> str:
    """Return "are the corners of a rectangle", with "in two boxes" or "in two regions" if true."""
    cells, where = {*corners(w)}, ""
    for kind, plural in (("box", "boxes"), ("region", "regions")):
        houses = (house for house in w.geometry.houses if house.kind == kind)
        if sum(not cells.isdisjoint(house.cells) for house in houses) == 2:
            where = f" in two {plural}"
    return f"are the corners of a rectangle{where}"


def deadly(w: Words, two: Sequence[int] = ()) -> Iterator[str]:
    """Explain why the cells of the pattern cannot all hold the pair."""
    cells, (x, y) = corners(w), two or pair(w)
    if len(cells) == 4:
        shape = are_a_rectangle(w)
    else:
        shape = "make a loop in which each shares a house with the next"
    swaps = Swaps(tuple(cells), (x, y))
    yield w.said(f"{named_corners(w)} {shape}, and none of them is given.", swaps)
    yield (
        f"If they held only {w.digits((x, y))}, these two could change places: every house would "
        "still be right, and the puzzle would have a second solution."
    )


def floor_only(w: Words) -> str:
    """Return "r1c1 and r1c2 can only be 2 or 9", about the cells without extra candidates."""
    return can_be(w, sorted(w.with_role("floor")), pair(w))


def one_roof(w: Words) -> Iterator[str]:
    """Explain a pattern where one cell has extra candidates."""
    (roof,) = w.with_role("roof")
    yield from deadly(w)
    yield f"{floor_only(w)}."
    yield w.said(f"So {w.cell(roof)} has to be something else.", OneOf(_further(w, (roof,))))


def _further(w: Words, cells: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the extra candidates of cells: all except the two digits of the pattern."""
    two = pair(w)
    return tuple((c, d) for c in cells for d in w.board.candidates(c) if d not in two)


def one_extra(w: Words) -> Iterator[str]:
    """Explain a pattern whose extra candidates are all of one digit."""
    (z,), roof = w.digits_of("extra"), sorted(w.with_role("roof"))
    only = Only(tuple(roof), (*pair(w), z))
    yield from deadly(w)
    yield f"{floor_only(w)}."
    yield w.said(f"{w.cells(roof)} can also be {w.digit(z)}, but no other digit.", only)
    yield f"{one_of(w, z, roof, OneOf(()), 'Therefore at least')}."


def subset(w: Words) -> Iterator[str]:
    """Explain a pattern where the extra candidates of two cells form a subset with other cells."""
    yield from deadly(w)
    yield f"{floor_only(w)}."
    roof = w.with_role("roof")
    yield f"{clauses(map(partial(can_also_be, w), roof))}."
    yield from as_one_cell(w, roof)


def can_also_be(w: Words, cell: int) -> str:
    """Return the extra candidates of a cell, as in "r1c1 can also be 3 or 5"."""
    digits = tuple(digit for _, digit in _further(w, (cell,)))
    return w.said(
        f"{w.cell(cell)} can also be {w.digits(digits, 'or')}", Only((cell,), (*pair(w), *digits))
    )


def as_one_cell(w: Words, cells: Sequence[int]) -> Iterator[str]:
    """Explain a naked subset where *cells* act as one cell, as one of them has an extra digit."""
    others, extra, house = w.with_role("subset"), w.digits_of("extra"), w.houses[0]
    digits = sorted({*extra, *(d for cell in others for d in w.digits_at(cell))})
    further = tuple((c, d) for c, d, role in w.step.facts.candidates if role == "extra")
    yield w.said(
        f"So at least one of {w.cells(cells)} is {w.digits(extra, 'or')}: together they act as one "
        "such cell.",
        OneOf(further),
    )
    inside = Inside((*cells, *others), (w.index(house),))
    yield w.said(
        f"With {w.cells(others)}, which can only be {w.digits(digits, 'or')}, that makes "
        f"{w.number(len(digits))} cells of {w.house(house)} for {w.number(len(digits))} digits.",
        Only(tuple(others), tuple(digits)),
        inside,
    )
    gone = gone_cells(w)
    seeing = (Sees(cell, (*cells, *others)) for cell in gone)
    verb = "sees" if len(gone) == 1 else "see"
    yield w.said(
        f"They use up {w.digits(digits)}, and {w.cells(gone)} {verb} all of them.", *seeing
    )


def tied_pair(w: Words) -> Iterator[str]:
    """Explain a pattern where one of the two digits must be in a cell of the roof."""
    y = w.step.eliminations[0][1]
    (x,) = (d for d in pair(w) if d != y)
    yield from deadly(w)
    yield f"{floor_only(w)}."
    yield f"{sentence(can_be_at(w, w.houses[0], x))}"
    n_cells = w.number(len(corners(w)))
    yield (
        f"If the one that is not {w.digit(x)} were {w.digit(y)}, all {n_cells} cells would hold "
        f"only "
        f"{w.digits(pair(w))}."
    )
