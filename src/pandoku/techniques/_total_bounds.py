"""Reasons why digits are too large or too small for a known total."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import prod
from typing import NamedTuple

from pandoku.model import Pair
from pandoku.techniques._known_totals import MOST_CELLS, Known, by_cell, others_of, ways_of_cells
from pandoku.words import Words, joined
from pandoku.words.claims import Only

__all__ = ["beyond_bounds", "beyond_products"]


def beyond_bounds(w: Words, known: Known, left: dict[Pair, None]) -> Iterator[str]:
    for cell, digits in by_cell(left).items():
        found = [_by_candidates(w, known, cell, least=least) for least in (True, False)]
        gone = [_beyond(known, cell, digits, others) for others in found]
        if len({*gone[0], *gone[1]}) < len(digits):  # try whether a full search excludes more
            for at, others in enumerate(found):
                found[at] = _by_trying(w, known, cell, least=others.least) or others
                beyond = _beyond(known, cell, digits, found[at])
                if len(beyond) == len(gone[at]):
                    found[at] = others  # the simpler one
                gone[at] = beyond
        for others, beyond in zip(found, gone, strict=True):
            if beyond:
                yield _bounded(w, known, cell, others, beyond)
            for digit in beyond:
                left.pop((cell, digit), None)


def _beyond(known: Known, cell: int, digits: Iterable[int], others: _Extremes) -> list[int]:
    """Return the digits of a cell that are out of range, given the extremes of the other cells."""
    sign = 1 if cell in known.plus else -1
    bound = sign * (known.total - others.total)
    is_most = others.least == (sign > 0)
    return [digit for digit in digits if (digit > bound if is_most else digit < bound)]


def _bounded(w: Words, known: Known, cell: int, others: _Extremes, beyond: Sequence[int]) -> str:
    is_most = others.least == (cell in known.plus)
    text = f"{others.told(w)}, so {w.cell(cell)} is at {'most' if is_most else 'least'} "
    own = (Only((c,), w.board.candidates(c)) for c, _ in (*others.plus, *others.minus))
    claims = (known.claim(cell, digit) for digit in beyond)
    return w.said(f"{text}{_formula(known, cell, others)}.", *own, *claims)


class _Extremes(NamedTuple):
    """Digits of some cells that make their total as small, or as large, as possible."""

    plus: tuple[Pair, ...]
    minus: tuple[Pair, ...]
    least: bool

    @classmethod
    def of(cls, cells: Sequence[Pair], digits: Sequence[int], *, least: bool) -> _Extremes:
        """Return the extremes of signed cells with these digits."""
        pairs = [(cell, sign, d) for (cell, sign), d in zip(cells, digits, strict=True)]
        plus = tuple((cell, d) for cell, sign, d in pairs if sign > 0)
        return cls(plus, tuple((cell, d) for cell, sign, d in pairs if sign < 0), least)

    @property
    def total(self) -> int:
        """The sum of the plus cells less the sum of the minus cells."""
        return sum(d for _, d in self.plus) - sum(d for _, d in self.minus)

    def told(self, w: Words) -> str:
        """Return "r1c2 is at least 3", "r1c2 and r1c3 add up to at least 1 + 3 = 4", or both."""
        parts = [_at_bound(w, pairs, least) for pairs, least in
                 ((self.plus, self.least), (self.minus, not self.least)) if pairs]  # fmt: skip
        return joined(parts)


def _at_bound(w: Words, pairs: Sequence[Pair], least: bool) -> str:
    bound, cells = "least" if least else "most", w.cells(cell for cell, _ in pairs)
    if len(pairs) == 1:
        is_only = w.board.candidates(pairs[0][0]) == (pairs[0][1],)
        return f"{cells} {'can only be' if is_only else f'is at {bound}'} {pairs[0][1]}"
    digits = [digit for _, digit in pairs]
    return f"{cells} add up to at {bound} {' + '.join(map(str, digits))} = {sum(digits)}"


def _formula(known: Known, cell: int, others: _Extremes) -> str:
    """Return "12 − 5 = 7": the bound of a cell, computed from the extremes of the other cells."""
    plus = sum(digit for _, digit in others.plus)
    minus = sum(digit for _, digit in others.minus)
    terms = [known.total, -plus, minus] if cell in known.plus else [-known.total, plus, -minus]
    result = sum(terms)
    first, *rest = sorted((term for term in terms if term), reverse=True)
    if not rest:
        return str(first)
    told = "".join(f" {'+' if term > 0 else '−'} {abs(term)}" for term in rest)
    return f"{first}{told} = {result}"


def _by_candidates(w: Words, known: Known, but: int, *, least: bool) -> _Extremes:
    """Return the least, or greatest, total of the other cells that is obvious at a glance.

    It takes the least (or greatest) candidate of each cell. If all cells see each other and it is a
    tighter bound, it takes 1 + 2 + 3 ... (or n + (n-1) ...).
    """
    cells = others_of(known, but)
    digits = [w.board.candidates(cell)[0 if (sign > 0) == least else -1] for cell, sign in cells]
    one_sided = len({sign for _, sign in cells}) == 1
    if one_sided and all(w.sees(a, b) for (a, _), (b, _) in combinations(cells, 2)):
        low = (cells[0][1] > 0) == least
        n, k = w.puzzle.order, len(cells)
        ranks = [*range(1, k + 1)] if low else [*range(n, n - k, -1)]
        if sum(ranks) > sum(digits) if low else sum(ranks) < sum(digits):
            digits = ranks
    return _Extremes.of(cells, digits, least=least)


def _by_trying(w: Words, known: Known, but: int, *, least: bool) -> _Extremes | None:
    """Return the least, or greatest, total of up to four other cells that see each other."""
    cells, best = others_of(known, but), tuple[int, ...]()
    if len(cells) > MOST_CELLS:
        return None
    goal = 1 if least else -1
    for digits in ways_of_cells(w, [cell for cell, _ in cells]):
        totals = (sum(sign * d for (_, sign), d in zip(cells, each, strict=True))
                  for each in (digits, best) if each)  # fmt: skip
        first, *second = (goal * total for total in totals)
        if not second or first < second[0]:
            best = digits
    return _Extremes.of(cells, best, least=least) if best else None


# ---- products


def beyond_products(w: Words, known: Known, left: dict[Pair, None]) -> Iterator[str]:
    """Explain which digits are too small because the product of the other cells is too small."""
    for cell, digits in by_cell(left).items():
        others = [other for other, _ in others_of(known, cell)]
        if not 1 < len(others) <= MOST_CELLS:
            continue
        most = max(ways_of_cells(w, others), key=prod, default=())
        small = [digit for digit in digits if most and digit * prod(most) < known.total]
        if not small:
            continue
        told = f"{' × '.join(map(str, most))} = {prod(most)}"
        text = f"{w.cells(others)} multiply to at most {told}, so {w.cell(cell)} must be more than "
        text += f"{small[-1]}"
        if small[-1] > 1:
            text += f": {small[-1]} × {prod(most)} is only {small[-1] * prod(most)}"
        own = (Only((each,), w.board.candidates(each)) for each in others)
        claims = (known.claim(cell, digit) for digit in small)
        yield w.said(f"{text}.", *own, *claims)
        for digit in small:
            left.pop((cell, digit))
