"""Words for the techniques that only Sudoku Explainer has."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pandoku.model import House, open_in
from pandoku.techniques._deadly import as_one_cell, deadly, pair
from pandoku.techniques._links import closed
from pandoku.techniques._sight import can_be_at, lie_in, one_of, since
from pandoku.words import Words, joined, sentence, with_capital
from pandoku.words.claims import Impossible, OneOf, Only, Open, Paired, Places, Sees

# ---- direct techniques: a pattern and the single that it leads to


def direct_locked_what(w: Words) -> str:
    """Name the places of the digit in the pattern's first house."""
    ((_, digit),) = w.step.placements
    house, other = map(w.house, w.houses[:2])
    return f"the {w.digit(digit)} of {house} is in {other}, at {_pattern(w, 'or')}"


def direct_locked(w: Words) -> Iterator[str]:
    """Explain why the pattern leaves only one place in another house for the digit."""
    ((cell, digit),) = w.step.placements
    house, other, third = w.houses
    cells = w.with_role("pattern")
    yield sentence(can_be_at(w, house, digit))
    inside = with_capital(lie_in(w, cells, (other,)))
    yield f"{inside} too, so no other cell of {other.name} can be {w.digit(digit)}."
    yield from _left_for(w, third, cell, digit, set(other.cells) - {*cells})


def _left_for(w: Words, house: House, cell: int, digit: int, without: set[int]) -> Iterator[str]:
    """Yield the sentence that a house has one place for a digit after *without* are excluded."""
    spots = open_in(w.board, house.cells, digit)
    gone = [each for each in spots if each in without and each != cell]
    claim = Places(w.index(house), digit, spots)
    yield w.said(
        f"In {w.house(house)} that rules out {w.cells(gone)} and leaves only {w.cell(cell)} for "
        f"{w.digit(digit)}.",
        claim,
    )


def direct_subset_what(w: Words) -> str:
    """Name the digits and the cells of the hidden set."""
    return f"{w.digits(w.digits_of('pattern'))} at {_pattern(w)} in {w.house(w.houses[0])}"


def direct_subset(w: Words) -> Iterator[str]:
    """Explain why the hidden set leaves only one place for another digit in the house."""
    ((cell, digit),) = w.step.placements
    digits, house, cells = w.digits_of("pattern"), w.houses[0], w.with_role("pattern")
    size = w.number(len(digits))
    claims = (Places(w.index(house), each, tuple(cells)) for each in digits)
    others = [each for each in house.cells if each not in cells]
    yield w.said(
        f"In {w.house(house)}, {w.digits(digits)} can only be at {w.cells(cells)}"
        f"{since(w, others, digits)}.",
        *claims,
    )
    yield f"That is {size} cells for {size} digits: no other digit has room there."
    yield from _left_for(w, house, cell, digit, {*cells})


def _pattern(w: Words, last: str = "and") -> str:
    return w.cells(w.with_role("pattern"), last)


# ---- uniqueness


def hidden_subset(w: Words) -> Iterator[str]:
    """Explain a deadly pattern whose two digits form a hidden subset with other digits."""
    roof, others, house = w.with_role("roof"), w.with_role("subset"), w.houses[0]
    two = pair(w)
    digits = sorted({*two, *(d for cell in others for d in w.digits_at(cell))})
    size, x = w.number(len(digits)), w.digits(two, "or")
    further = tuple((c, d) for c in roof for d in w.board.candidates(c) if d not in two)
    yield from deadly(w)
    yield w.said(
        f"So one of {w.cells(roof)} holds another digit, and only one of them is left for {x}.",
        OneOf(further),
    )
    claims = (Places(w.index(house), each, (*others, *roof)) for each in digits)
    yield w.said(
        f"In {w.house(house)}, {w.digits(digits)} can go nowhere else but to {w.cells(others)}.",
        *claims,
    )
    yield f"That is {size} cells for {size} digits: no other digit has room there."


def _odd(w: Words) -> list[int]:
    """Return the cells with extra candidates, which keep the grid from being a BUG."""
    return w.with_role("pattern")


def bug_what(w: Words) -> str:
    """Name the extra candidates."""
    return f"two candidates in every empty cell, and also {_further(w)}"


def _further(w: Words) -> str:
    """Return the extra candidates, grouped by digits: "3 at r1c1 and r2c5"."""
    at: dict[tuple[int, ...], list[int]] = {}
    for cell in _odd(w):
        digits = (d for c, d, role in w.step.facts.candidates if (c, role) == (cell, "extra"))
        at.setdefault(tuple(digits), []).append(cell)
    return joined(f"{w.digits(digits)} at {w.cells(cells)}" for digits, cells in at.items())


def _extra(w: Words) -> tuple[tuple[int, int], ...]:
    return tuple((c, d) for c, d, role in w.step.facts.candidates if role == "extra")


def _grave(w: Words) -> Iterator[str]:
    yield w.said(
        f"Without {_further(w)}, every empty cell would have two candidates, and every digit two "
        "places in every house that still needs it.",
        Paired(_extra(w)),
    )
    yield (
        "In any solution of such a grid, each cell could take its other candidate: a second "
        "solution."
    )


def bug_one(w: Words) -> Iterator[str]:
    """Explain one cell with extra candidates."""
    (cell,), extra = _odd(w), w.digits_of("extra")
    yield from _grave(w)
    yield w.said(f"So {w.cell(cell)} is {w.digits(extra, 'or')}.", OneOf(_extra(w)))


def bug(w: Words) -> Iterator[str]:
    """Explain several cells with the same extra candidate."""
    (digit,) = w.digits_of("extra")
    yield from _grave(w)
    yield f"{one_of(w, digit, _odd(w), OneOf(()), 'Therefore at least')}."


def bug_naked(w: Words) -> Iterator[str]:
    """Explain cells whose extra candidates form a naked subset with other cells."""
    yield from _grave(w)
    yield from as_one_cell(w, _odd(w))


def bug_hidden(w: Words) -> Iterator[str]:
    """Explain a pattern where two cells are the only places of another digit in their house."""
    cells, (digit,) = w.cells(_odd(w)), pair(w)
    yield from _grave(w)
    yield w.said(f"So one of {cells} holds its further candidate.", OneOf(_extra(w)))
    only = can_be_at(w, w.houses[0], digit)
    yield f"{with_capital(only)}, so the other one is {w.digit(digit)}."
    yield "Neither has room for anything else."


# ---- aligned exclusion


def exclusion_what(w: Words) -> str:
    """Name the cells that are filled together, and the cells that forbid some fillings."""
    return f"{_pattern(w)} against {w.cells(w.with_role('excludes'))}"


def exclusion(w: Words) -> Iterator[str]:
    """Explain which digits the cells cannot hold together."""
    cells, excludes = tuple(w.with_role("pattern")), w.with_role("excludes")
    told = (Open((cell,), w.board.candidates(cell)) for cell in cells)
    yield w.said(f"Go through all ways to fill {w.cells(cells)} with their candidates.", *told)
    for one, other in combinations(cells, 2):
        if w.sees(one, other):
            yield w.said(
                f"{w.cells((one, other))} see each other, so they differ.", Sees(one, (other,))
            )
    for cell in excludes:
        digits = w.board.candidates(cell)
        yield w.said(
            f"They cannot hold {w.digits(digits)} together: {w.cell(cell)} would have no candidate "
            "left.",
            Only((cell,), digits),
        )
    for pair_ in w.step.eliminations:
        impossible = Impossible((pair_,), (*cells, *excludes))
        yield w.said(f"None of the ways that are left has {w.candidate(*pair_)}.", impossible)


# ---- cycles


def cycle(w: Words) -> Iterator[str]:
    """Explain a loop. For each elimination, name the candidates of the loop that it sees."""
    yield from closed(w)
    for cell, digit in w.step.eliminations:
        first, second = (
            next(
                c
                for c, d, each in w.step.facts.candidates
                if (d, each) == (digit, role) and w.sees(c, cell)
            )
            for role in ("on", "off")
        )
        yield w.said(
            f"{w.cell(cell)} sees {w.cell(first)} and {w.cell(second)}: one of these is "
            f"{w.digit(digit)}.",
            Sees(cell, (first, second)),
            OneOf(((first, digit), (second, digit))),
        )
