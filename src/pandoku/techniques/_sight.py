"""What the board shows, in words: who sees whom, what is left, and which steps left it so.

Each function returns a phrase with its claims, for the middle or the start of a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pandoku.model import House
from pandoku.words import Words, joined
from pandoku.words.claims import Inside, Only, Places, Sees

__all__ = [
    "all_of",
    "can_be",
    "can_be_at",
    "can_be_at_each",
    "each_can_be",
    "lie_in",
    "places",
    "see",
    "since",
]

_MOST_STEPS = 3  # that are listed; of more, the last is named


def places(w: Words, house: House, digit: int) -> tuple[int, ...]:
    """Return the cells of a house that can hold a digit."""
    bit, digits, masks = 1 << (digit - 1), w.board.digits, w.board.masks
    return tuple(cell for cell in house.cells if not digits[cell] and masks[cell] & bit)


def can_be_at(w: Words, house: House, digit: int) -> str:
    """Return "in row 6, 5 can only be at r6c2 or r6c9 (after step 4)"."""
    return f"in {w.house(house)}, {digit} can only be {_at(w, house, digit)}"


def can_be_at_each(w: Words, houses: Sequence[House], digit: int) -> str:
    """Return the same of several houses: "..., in row 7 at r7c2 or r7c9, and in row 8 at ..."."""
    first, *others = houses
    parts = [can_be_at(w, first, digit)]
    parts += (f"in {w.house(house)} {_at(w, house, digit)}" for house in others)
    return joined(parts, ", and" if len(parts) == 2 else "and")


def _at(w: Words, house: House, digit: int) -> str:
    cells = places(w, house, digit)
    others = [cell for cell in house.cells if cell not in cells]
    claim = Places(w.index(house), digit, cells)
    named = joined((w.candidate_as(w.geometry.name(cell), cell, digit) for cell in cells), "or")
    return w.said(f"at {named}{since(w, others, (digit,))}", claim)


def can_be(w: Words, cells: Sequence[int], digits: Sequence[int]) -> str:
    """Return "r1c7 and r6c7 can only be 4 or 9 (after step 3)"."""
    gone = [d for d in range(1, w.puzzle.order + 1) if d not in digits]
    named = f"{w.cells(cells)} can only be {w.digits(digits, 'or')}"
    return w.said(f"{named}{since(w, cells, gone)}", Only(tuple(cells), tuple(digits)))


def each_can_be(w: Words, cells: Iterable[int]) -> str:
    """Return what each cell can be: "r1c1 can be 1 or 4, and r1c2 and r1c5 can be 4 or 9"."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell in cells:
        alike.setdefault(w.board.candidates(cell), []).append(cell)
    if len(alike) == 1:
        ((digits, same),) = alike.items()
        return can_be(w, same, digits)
    parts = [
        w.said(f"{w.cells(same)} can be {w.digits(digits, 'or')}", Only(tuple(same), digits))
        for digits, same in alike.items()
    ]
    return joined(parts, ", and") if len(parts) == 2 else f"{', '.join(parts[:-1])}, and {parts[-1]}"


def since(w: Words, cells: Iterable[int], digits: Sequence[int]) -> str:
    """Return " (after steps 4 and 9)", which removed these digits from these cells.

    It is "" if digits in sight, or what held at the start, are enough.
    """
    causes = [
        w.cause(cell, digit)
        for cell in cells
        if not w.board.digits[cell]
        for digit in digits
        if not w.board.masks[cell] >> (digit - 1) & 1
    ]
    steps = sorted({cause.step for cause in causes if cause.by == "step"})
    if not steps:
        return ""
    if len(steps) > _MOST_STEPS:
        return f" (since {w.steps(steps[-1:])})"
    return f" (after {w.steps(steps)})"


def lie_in(w: Words, cells: Sequence[int], houses: Sequence[House]) -> str:
    """Return "both are in column 9 and box 3", of cells that have just been named."""
    claim = Inside(tuple(cells), tuple(map(w.index, houses)))
    return w.said(f"{all_of(w, len(cells))} are in {w.house_names(houses)}", claim)


def see(w: Words, cells: Iterable[int], others: Sequence[int]) -> str:
    """Return "r4c6 sees both" or "r4c4 and r6c1 each see both", of others just named."""
    cells, others = list(dict.fromkeys(cells)), list(dict.fromkeys(others))
    verb = "sees" if len(cells) == 1 else "each see"
    what = "it" if len(others) == 1 else all_of(w, len(others))
    claims = (Sees(cell, tuple(others)) for cell in cells)
    return w.said(f"{w.cells(cells)} {verb} {what}", *claims)


def all_of(w: Words, n: int) -> str:
    """Return "both" or "all three"."""
    return "both" if n == 2 else f"all {w.number(n)}"
