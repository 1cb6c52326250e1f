"""Words for deadly patterns: cells in which two digits could swap places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandoku.words import Words

__all__ = [
    "WHY",
    "as_one_cell",
    "corners",
    "deadly",
    "one_extra",
    "one_roof",
    "pair",
    "subset",
    "tied_pair",
    "what",
]

WHY = (
    "in a puzzle with one solution, no group of cells without givens can hold two digits that may "
    "swap places: after the swap every house would still be right. "
)


def corners(w: Words) -> list[int]:
    """Return the cells of the pattern, in order around it."""
    return w.with_role("floor", "roof", "filled", "open")


def pair(w: Words) -> list[int]:
    """Return the two digits."""
    return w.digits_of("pair")


def what(w: Words) -> str:
    """Name the pattern."""
    return f"{w.digits(pair(w))} at {w.cells(corners(w))}"


def deadly(w: Words) -> Iterator[str]:
    """Say why the pattern cannot hold the pair alone."""
    cells = corners(w)
    if len(cells) == 4:
        shape = "are the corners of a rectangle"
    else:
        shape = "make a loop in which each shares a house with the next"
    yield f"{w.cells(cells)} {shape}, and none of them is given."
    yield (
        f"If they held only {w.digits(pair(w))}, these two could change places in every house, "
        "and the puzzle would have a second solution."
    )


def one_roof(w: Words) -> Iterator[str]:
    """Explain a pattern in which one cell has further candidates."""
    (roof,) = w.with_role("roof")
    yield from deadly(w)
    yield f"{w.cells(w.with_role('floor'))} have no other candidate left."
    yield f"So {w.cell(roof)} holds neither of the two."


def one_extra(w: Words) -> Iterator[str]:
    """Explain a pattern whose further candidates are all of one digit."""
    (z,) = w.digits_of("extra")
    roof = w.cells(w.with_role("roof"))
    yield from deadly(w)
    yield f"The only further candidate is {z}, at {roof}."
    yield f"So one of {roof} is {z}, and a cell that sees all of them cannot be."


def subset(w: Words) -> Iterator[str]:
    """Explain a pattern in which two cells' further candidates make a subset with others."""
    yield from deadly(w)
    yield from as_one_cell(w, w.with_role("roof"))


def as_one_cell(w: Words, cells: Sequence[int]) -> Iterator[str]:
    """Say that cells, one of which holds a further candidate, make a naked subset with others."""
    told, others = w.cells(cells), w.with_role("subset")
    extra = w.digits_of("extra")
    digits = sorted({*extra, *(d for cell in others for d in w.digits_at(cell))})
    yield f"So one of {told} is {w.digits(extra, 'or')}: together they act as one such cell."
    yield (
        f"With {w.cells(others)} they make a naked subset in {w.houses[0].name}: "
        f"{w.number(len(digits))} cells for {w.digits(digits)}."
    )
    yield "Other cells that see all of it cannot hold these digits."


def tied_pair(w: Words) -> Iterator[str]:
    """Explain a pattern in which one of the two digits is bound to the roof."""
    roof, y = w.cells(w.with_role("roof")), w.step.eliminations[0][1]
    (x,) = (d for d in pair(w) if d != y)
    yield from deadly(w)
    yield f"In {w.houses[0].name}, {x} can only be at {roof}, so one of them is {x}."
    n_cells = w.number(len(corners(w)))
    yield f"If the other were {y}, all {n_cells} cells would hold only {w.digits(pair(w))}."
