"""Cells with a known sum, difference or product: why each candidate that goes fails.

A sentence speaks of one cell, and of all of its digits that fail for the same reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pandoku.model import Pair
from pandoku.techniques._known_totals import Known
from pandoku.techniques._total_bounds import beyond_bounds, beyond_products
from pandoku.techniques._total_rests import unmatched
from pandoku.words import Words

__all__ = ["why_gone"]


def why_gone(w: Words, known: Known, gone: Iterable[Pair]) -> Iterator[str]:
    """Yield sentences that say of each candidate in *gone* why the total does not allow it."""
    left = dict.fromkeys(gone)
    if known.minus and not known.plus:
        known = Known(known.minus, (), -known.total)
    if not left:
        return
    if len(known.plus + known.minus) == 1:
        claims = (known.claim(*pair) for pair in left)
        yield w.said(f"{w.cells(known.plus)} must be {known.total}.", *claims)
        return
    if known.times:
        yield from _non_divisors(w, known, left)
        yield from beyond_products(w, known, left)
    else:
        yield from beyond_bounds(w, known, left)
    yield from unmatched(w, known, left)


def _non_divisors(w: Words, known: Known, left: dict[Pair, None]) -> Iterator[str]:
    gone = [pair for pair in left if known.total % pair[1]]
    for pair in gone:
        del left[pair]
    if gone:
        digits = sorted({digit for _, digit in gone})
        text = (
            f"{w.digits(digits)} {'does' if len(digits) == 1 else 'do'} not divide {known.total}."
        )
        if len(digits) == 2:
            text = f"Neither {w.digits(digits, 'nor')} divides {known.total}."
        yield w.said(text, *(known.claim(*pair) for pair in gone))
