"""Words for the techniques that only Sudoku Explainer has."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pandoku.techniques._deadly import as_one_cell, deadly, pair
from pandoku.techniques.chains import closed
from pandoku.words import Words, joined

__all__ = [
    "bug",
    "bug_hidden",
    "bug_naked",
    "bug_one",
    "bug_what",
    "cycle",
    "direct_locked",
    "direct_locked_what",
    "direct_subset",
    "direct_subset_what",
    "exclusion",
    "exclusion_what",
    "hidden_subset",
]

# ---- direct techniques: a pattern and the single that it leaves


def direct_locked_what(w: Words) -> str:
    """Name the places of the digit in the first house."""
    ((_, digit),) = w.step.placements
    house, other, _ = w.houses
    return f"{digit} of {house.name} lies in {other.name}, at {w.cells(w.with_role('pattern'))}"


def direct_locked(w: Words) -> Iterator[str]:
    """Explain why another house has one place left for the digit."""
    ((cell, digit),) = w.step.placements
    house, other, third = w.houses
    yield f"In {house.name} the only cells that can hold {digit} are {_pattern(w)}."
    yield f"All of them lie in {other.name} too, so its other cells cannot hold {digit}."
    yield f"In {third.name} that leaves only {w.cell(cell)} for {digit}."


def direct_subset_what(w: Words) -> str:
    """Name the digits and the cells of the hidden set."""
    return f"{w.digits(w.digits_of('pattern'))} at {_pattern(w)} in {w.houses[0].name}"


def direct_subset(w: Words) -> Iterator[str]:
    """Explain why the house has one place left for another digit."""
    ((cell, digit),) = w.step.placements
    digits, house = w.digits_of("pattern"), w.houses[0].name
    size = w.number(len(digits))
    yield f"In {house}, {w.digits(digits)} can go nowhere but {_pattern(w)}."
    yield f"That is {size} cells for {size} digits: no other digit has room there."
    yield f"For {digit} that leaves only {w.cell(cell)} in {house}."


def _pattern(w: Words) -> str:
    return w.cells(w.with_role("pattern"))


# ---- uniqueness


def hidden_subset(w: Words) -> Iterator[str]:
    """Explain a deadly pattern whose two digits make a hidden subset with other digits."""
    roof, others = w.cells(w.with_role("roof")), w.with_role("subset")
    two, house = pair(w), w.houses[0].name
    digits = sorted({*two, *(d for cell in others for d in w.digits_at(cell))})
    cells, size, the_two = w.cells(others), w.number(len(digits)), w.digits(two, "or")
    yield from deadly(w)
    yield f"So one of {roof} holds another digit, and only the other is left for {the_two}."
    yield f"In {house}, {w.digits(digits)} can go nowhere else but {cells}."
    yield f"That is {size} cells for {size} digits: no other digit has room at {cells}."


def _odd(w: Words) -> list[int]:
    """Return the cells that keep the grid from being a bivalue universal grave."""
    return w.with_role("pattern")


def bug_what(w: Words) -> str:
    """Name the further candidates."""
    return f"two candidates in every empty cell, and also {_further(w)}"


def _further(w: Words) -> str:
    """Return the further candidates, those of the same digits together: "3 at r1c1 and r2c5"."""
    at: dict[str, list[int]] = {}
    for cell in _odd(w):
        marked = (d for c, d, role in w.step.facts.candidates if (c, role) == (cell, "extra"))
        at.setdefault(w.digits(marked), []).append(cell)
    return joined(f"{digits} at {w.cells(cells)}" for digits, cells in at.items())


def _grave(w: Words) -> Iterator[str]:
    yield (
        f"Without {_further(w)}, every empty cell would have two candidates, and every digit two "
        "places in every house that still needs it."
    )
    yield (
        "In any solution of such a grid, each cell could take its other candidate: a second "
        "solution."
    )


def bug_one(w: Words) -> Iterator[str]:
    """Explain one cell with further candidates."""
    (cell,), extra = _odd(w), w.digits_of("extra")
    yield from _grave(w)
    yield f"So {w.cell(cell)} is {w.digits(extra, 'or')}."


def bug(w: Words) -> Iterator[str]:
    """Explain several cells with the same further candidate."""
    (digit,) = w.digits_of("extra")
    cells = w.cells(_odd(w))
    yield from _grave(w)
    yield f"So one of {cells} is {digit}, and a cell that sees all of them cannot be."


def bug_naked(w: Words) -> Iterator[str]:
    """Explain cells whose further candidates make a naked subset with other cells."""
    yield from _grave(w)
    yield from as_one_cell(w, _odd(w))


def bug_hidden(w: Words) -> Iterator[str]:
    """Explain two cells that are the only places of another digit in their house."""
    cells, (digit,) = w.cells(_odd(w)), pair(w)
    yield from _grave(w)
    yield f"So one of {cells} holds its further candidate."
    yield f"In {w.houses[0].name}, {digit} can only be at {cells}, so the other one is {digit}."
    yield "Neither has room for anything else."


# ---- aligned exclusion


def exclusion_what(w: Words) -> str:
    """Name the cells that are filled together, and those that forbid fillings."""
    return f"{_pattern(w)} against {w.cells(w.with_role('excludes'))}"


def exclusion(w: Words) -> Iterator[str]:
    """Explain which digits the cells cannot hold together."""
    cells = w.with_role("pattern")
    yield f"Go through all ways to fill {w.cells(cells)} with their candidates."
    seeing = [each for each in combinations(cells, 2) if w.common_houses(each)]
    for each in seeing:
        yield f"{w.cells(each)} see each other, so they differ."
    for cell in w.with_role("excludes"):
        digits = w.digits(w.digits_at(cell))
        yield f"They cannot hold {digits} together: {w.cell(cell)} would have no candidate left."
    for cell, digit in w.step.eliminations:
        yield f"None of the ways that remain has {digit} at {w.cell(cell)}."


# ---- cycles


def cycle(w: Words) -> Iterator[str]:
    """Explain a loop, and which of its candidates each elimination sees."""
    yield from closed(w)
    for cell, digit in w.step.eliminations:
        first, second = (_seen(w, cell, digit, role) for role in ("on", "off"))
        yield f"{w.cell(cell)} sees {w.cell(first)} and {w.cell(second)}: one of these is {digit}."


def _seen(w: Words, cell: int, digit: int, role: str) -> int:
    """Return a cell of the loop whose candidate of this digit and role a cell sees."""
    marked = (c for c, d, each in w.step.facts.candidates if (d, each) == (digit, role))
    return next(each for each in marked if w.common_houses((each, cell)))
