"""Why digits are no candidates of a cell, as a note in brackets."""

from __future__ import annotations

from collections.abc import Iterable

from pandoku.words import Words, clauses
from pandoku.words.claims import Gone, Placed

__all__ = ["causes_of"]


def causes_of(w: Words, cell: int, digits: Iterable[int]) -> str:
    """Return " (4 went in step 12, and r3c5 is 6)"; "" if nothing is known about them.

    Args:
        w: The words of the step.
        cell: An empty cell.
        digits: Digits that are no candidates of it.
    """
    by_step: dict[int, list[int]] = {}
    parts, claims = [], []
    digits = tuple(digits)
    for digit in digits:
        cause = w.cause(cell, digit)
        if cause.by == "digit" and cause.cell != cell:
            parts.append(f"{w.cell(cause.cell)} is {digit}")
            claims.append(Placed(cause.cell, digit))
        elif cause.by == "step":
            by_step.setdefault(cause.step, []).append(digit)
    went = [
        f"{w.digits(those)} {'in' if number else 'went in'} {w.earlier(step)}"
        for number, (step, those) in enumerate(by_step.items())
    ]
    note = f" ({clauses([*went, *parts])})" if went or parts else ""
    return w.said(note, *claims, *([Gone((cell,), digits)] if digits else ()))
