"""The reasons why a cell lacks some candidates, as a note in parentheses."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from pandoku.words import Words, clauses
from pandoku.words.claims import Claim, Gone, Placed

__all__ = ["causes_in", "causes_of"]

_MOST = 6  # causes: a longer list helps nobody


def causes_of(w: Words, cell: int, digits: Iterable[int]) -> str:
    """Return a note such as " (4 went in step 12, and r3c5 is 6)", or "" if no cause is known.

    Args:
        w: The words of the step.
        cell: An empty cell.
        digits: Digits that are not candidates of the cell.
    """
    return causes_in(w, (cell,), digits)


def causes_in(w: Words, cells: Iterable[int], digits: Iterable[int]) -> str:
    """Return the note about one digit that several empty cells lack."""
    cells, digits = tuple(cells), tuple(digits)
    steps: dict[int, set[int]] = {}
    standing: dict[int, set[int]] = {}
    for cell, digit in product(cells, digits):
        cause = w.cause(cell, digit)
        if cause.by == "digit" and cause.cell != cell:
            standing.setdefault(digit, set()).add(cause.cell)
        elif cause.by == "step":
            steps.setdefault(digit, set()).add(cause.step)
    claims: list[Claim] = [Gone(cells, digits)] if digits else []
    if len(steps) + len(standing) > _MOST:
        return w.said("", *claims)
    claims += (Placed(cell, digit) for digit, those in standing.items() for cell in those)
    parts = [
        f"{w.cells(sorted(those))} {'is' if len(those) == 1 else 'are'} {digit}"
        for digit, those in standing.items()
    ]
    by_steps: dict[tuple[int, ...], list[int]] = {}
    for digit, numbers in steps.items():
        by_steps.setdefault(tuple(sorted(numbers)), []).append(digit)
    went = [
        f"{w.digits(those)} {'in' if number else 'went in'} {w.steps(at)}"
        for number, (at, those) in enumerate(sorted(by_steps.items()))
    ]
    note = f" ({clauses([*went, *parts])})" if went or parts else ""
    return w.said(note, *claims)
