"""Words for the techniques that only Sudoku Explainer has."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pandoku.techniques._deadly import deadly, pair
from pandoku.techniques.chains import closed
from pandoku.words import Words

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
    cells, size = w.cells(others), w.number(len(digits))
    yield from deadly(w)
    yield f"So one of {roof} holds another digit, and at most one of them {w.digits(two, 'or')}."
    yield f"In {house}, {w.digits(digits)} can go nowhere but {cells}, and that one cell."
    if len(others) == 1:
        yield f"That is {size} cells for {size} digits, so no other digit has room at {cells}."
    else:
        yield f"That is {size} cells for {size} digits, so no other digit has room in {cells}."


def _odd(w: Words) -> list[int]:
    """Return the cells that keep the grid from being a bivalue universal grave."""
    return w.with_role("pattern")


def bug_what(w: Words) -> str:
    """Name the cells with further candidates, and these."""
    told = (
        f"{w.digits(d for c, d, role in w.step.facts.candidates if (c, role) == (cell, 'extra'))} "
        f"at {w.cell(cell)}"
        for cell in _odd(w)
    )
    return f"all empty cells have two candidates but for {'; '.join(told)}"


def _grave(w: Words) -> Iterator[str]:
    cells = w.cells(_odd(w))
    yield (
        f"Take the further candidates away from {cells}. Then every empty cell has two candidates, "
        "and every digit two places in every house that it is missing from."
    )
    yield (
        "In any solution of such a grid each cell could take its other candidate: a second "
        "solution. So the further candidates cannot all be false."
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
    cells, others = w.cells(_odd(w)), w.with_role("subset")
    extra = w.digits_of("extra")
    digits = sorted({*extra, *(d for cell in others for d in w.digits_at(cell))})
    yield from _grave(w)
    yield f"So one of {cells} is {w.digits(extra, 'or')}: together they act as one such cell."
    yield (
        f"With {w.cells(others)} they make a naked subset in {w.houses[0].name}: "
        f"{w.number(len(digits))} cells for {w.digits(digits)}."
    )
    yield "Other cells that see all of it cannot hold these digits."


def bug_hidden(w: Words) -> Iterator[str]:
    """Explain two cells that are the only places of another digit in their house."""
    cells, (digit,) = w.cells(_odd(w)), pair(w)
    yield from _grave(w)
    yield f"So one of {cells} takes a further candidate."
    yield f"In {w.houses[0].name}, {digit} can only be at {cells}, so the other one is {digit}."
    yield f"Neither has room for anything but {digit} and its further candidates."


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
