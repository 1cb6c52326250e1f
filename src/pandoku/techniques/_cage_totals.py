"""Cells with a known sum, difference or product: why each candidate that goes fails.

A sentence speaks of one cell, and of all of its digits that fail for the same reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pandoku.techniques._cage_causes import causes_of
from pandoku.words import Words, joined, sentence
from pandoku.words.claims import Claim, Gone, NoTotal, Only

__all__ = ["Known", "come_to", "comes", "why_not"]

Pair = tuple[int, int]
_MOST_TRIED = 4  # the most candidates of a cell to go through one by one


class Known(NamedTuple):
    """Empty cells of which the total is known.

    Attributes:
        plus: Cells that add (or multiply) to the total.
        minus: Cells that are subtracted from them; () for a product.
        total: The sum of *plus* less that of *minus*, or the product of *plus*.
        times: Whether it is a product.
    """

    plus: tuple[int, ...]
    minus: tuple[int, ...]
    total: int
    times: bool = False

    def without(self, cell: int, digit: int) -> Known:
        """Return what is left for the other cells when one of them holds a digit."""
        plus = tuple(each for each in self.plus if each != cell)
        minus = tuple(each for each in self.minus if each != cell)
        if self.times:
            return Known(plus, minus, self.total // digit, times=True)
        return Known(plus, minus, self.total + (digit if cell in self.minus else -digit))

    def needed(self, cell: int, digit: int) -> int:
        """Return what the only other cell must hold when *cell* holds a digit."""
        left = self.without(cell, digit)
        return -left.total if left.minus else left.total

    def claim(self, cell: int, digit: int) -> NoTotal:
        """Return the claim that the cells do not come to the total with a digit at a cell."""
        return NoTotal(((cell, digit),), self.plus, self.minus, self.total, self.times)


def come_to(w: Words, known: Known) -> str:
    """Return what is known: "r1c1 and r1c2 add up to 12", "r1c1 comes to 3 more than r4c4"."""
    plus, minus, total = known.plus, known.minus, known.total
    if minus and not plus:
        return come_to(w, Known(minus, (), -total))
    a = w.cells(plus)
    if not minus:
        return f"{a} {comes(len(plus), times=known.times)} {total}"
    come = "comes" if len(plus) == 1 else "come"
    if not total:
        return f"{a} {come} to as much as {w.cells(minus)}"
    return f"{a} {come} to {abs(total)} {'more' if total > 0 else 'less'} than {w.cells(minus)}"


def comes(n: int, *, times: bool = False) -> str:
    """Return the verb for the total of *n* cells: "adds up to", "multiply to"."""
    if n == 1:
        return "must be"
    return "multiply to" if times else "add up to"


def why_not(w: Words, known: Known, gone: Iterable[Pair]) -> Iterator[str]:
    """Yield sentences that say of each candidate in *gone* why the total does not allow it."""
    left = dict.fromkeys(gone)
    if known.minus and not known.plus:
        known = Known(known.minus, (), -known.total)
    if known.times:
        yield from _non_divisors(w, known, left)
    else:
        yield from _beyond_bounds(w, known, left)
    yield from _unmatched(w, known, left)


def _cells_of(pairs: Iterable[Pair]) -> dict[int, list[int]]:
    """Return the digits of each cell."""
    digits: dict[int, list[int]] = {}
    for cell, digit in pairs:
        digits.setdefault(cell, []).append(digit)
    return digits


# ---- digits that do not divide a product


def _non_divisors(w: Words, known: Known, left: dict[Pair, None]) -> Iterator[str]:
    gone = [pair for pair in left if known.total % pair[1]]
    for pair in gone:
        del left[pair]
    if gone:
        digits = sorted({digit for _, digit in gone})
        verb = "does not divide" if len(digits) == 1 else "do not divide"
        text = f"{w.digits(digits)} {verb} {known.total}."
        yield w.said(text, *(known.claim(*pair) for pair in gone))


# ---- digits that are too large or too small


def _beyond_bounds(w: Words, known: Known, left: dict[Pair, None]) -> Iterator[str]:
    for cell, digits in _cells_of(left).items():
        sign = 1 if cell in known.plus else -1
        for is_most in (True, False):
            others = _extremes(w, known, cell, least=is_most == (sign > 0))
            bound = sign * (known.total - others.total)
            beyond = [
                d for d in digits if (cell, d) in left and (d > bound if is_most else d < bound)
            ]
            if not beyond:
                continue
            for digit in beyond:
                del left[cell, digit]
            text = f"{others.told(w)}, so {w.cell(cell)} is at {'most' if is_most else 'least'} "
            text += f"{_formula(known, cell, others)}."
            own = (Only((c,), w.board.candidates(c)) for c, _ in (*others.plus, *others.minus))
            yield w.said(text, *own, *(known.claim(cell, digit) for digit in beyond))


class _Extremes(NamedTuple):
    """Digits of some cells for which their total is as small, or as large, as it can be."""

    plus: tuple[Pair, ...]
    minus: tuple[Pair, ...]
    least: bool

    @property
    def total(self) -> int:
        return sum(d for _, d in self.plus) - sum(d for _, d in self.minus)

    def told(self, w: Words) -> str:
        """Return "r1c2 is at least 3", "r1c2 and r1c3 add up to at least 1 + 3 = 4", or both."""
        parts = [_at_bound(w, pairs, least) for pairs, least in
                 ((self.plus, self.least), (self.minus, not self.least)) if pairs]  # fmt: skip
        return joined(parts)


def _at_bound(w: Words, pairs: Sequence[Pair], least: bool) -> str:
    bound, cells = "least" if least else "most", w.cells(cell for cell, _ in pairs)
    if len(pairs) == 1:
        return f"{cells} is at {bound} {pairs[0][1]}"
    digits = [digit for _, digit in pairs]
    return f"{cells} add up to at {bound} {' + '.join(map(str, digits))} = {sum(digits)}"


def _formula(known: Known, cell: int, others: _Extremes) -> str:
    """Return "12 − 5 = 7": what the total and the extremes of the other cells leave for a cell."""
    plus = sum(digit for _, digit in others.plus)
    minus = sum(digit for _, digit in others.minus)
    terms = [known.total, -plus, minus] if cell in known.plus else [-known.total, plus, -minus]
    result = sum(terms)
    first, *rest = sorted((term for term in terms if term), reverse=True)
    if not rest:
        return str(first)
    told = "".join(f" {'+' if term > 0 else '−'} {abs(term)}" for term in rest)
    return f"{first}{told} = {result}"


def _extremes(w: Words, known: Known, but: int, *, least: bool) -> _Extremes:
    """Return the digits of the other cells that make their total least, or greatest."""
    cells = [cell for cell in (*known.plus, *known.minus) if cell != but]
    signs = [1 if cell in known.plus else -1 for cell in cells]
    goal = 1 if least else -1
    choices = [
        sorted(w.board.candidates(cell), key=lambda d, s=sign: goal * s * d)  # type: ignore[misc]
        for cell, sign in zip(cells, signs, strict=True)
    ]
    best: list[int] = []
    floor = [0] * (len(cells) + 1)  # the least that the cells from here on can come to
    for at in range(len(cells) - 1, -1, -1):
        floor[at] = floor[at + 1] + goal * signs[at] * choices[at][0]
    found = [None if cells else 0]

    def extend(digits: list[int], total: int) -> None:
        at = len(digits)
        if found[0] is not None and total + floor[at] >= found[0]:
            return
        if at == len(cells):
            found[0], best[:] = total, digits
            return
        for digit in choices[at]:
            if not any(d == digit and sees(w, cells[i], cells[at]) for i, d in enumerate(digits)):
                extend([*digits, digit], total + goal * signs[at] * digit)

    extend([], 0)
    pairs = list(zip(cells, best, strict=False))
    return _Extremes(
        tuple(pair for pair in pairs if pair[0] in known.plus),
        tuple(pair for pair in pairs if pair[0] in known.minus),
        least,
    )


def sees(w: Words, a: int, b: int) -> bool:
    """Return whether two cells cannot hold the same digit: a house or a cage says so."""
    if b in w.geometry.peers[a]:
        return True
    apart = (cage.cells for cage in w.puzzle.cages if not cage.repeats)
    return a != b and any(a in cells and b in cells for cells in apart)


# ---- digits whose rest the other cells cannot make up


def _unmatched(w: Words, known: Known, left: dict[Pair, None]) -> Iterator[str]:
    for cell, digits in _cells_of(left).items():
        others = [other for other in (*known.plus, *known.minus) if other != cell]
        if len(others) == 1:
            yield from _partner_missing(w, known, cell, digits, others[0])
        elif len(digits) == 1:
            yield _one_rest(w, known, cell, digits[0])
        else:
            yield _rests(w, known, cell, digits)


def _partner_missing(
    w: Words, known: Known, cell: int, digits: Sequence[int], other: int
) -> Iterator[str]:
    needs = {digit: (known.needed(cell, digit),) for digit in digits}
    claims = {digit: known.claim(cell, digit) for digit in digits}
    yield partners_missing(w, cell, other, needs, claims.__getitem__)


def partners_missing(
    w: Words,
    cell: int,
    other: int,
    needs: dict[int, tuple[int, ...]],
    claim: Callable[[int], Claim],
) -> str:
    """Return why digits of a cell go: each needs one of some digits at *other*, which has none.

    Args:
        needs: By digit of *cell*, those that *other* would have to hold.
        claim: Returns what the text claims of a digit of *cell*.
    """
    n = w.puzzle.order
    possible = {d: [e for e in those if 1 <= e <= n] for d, those in needs.items()}
    alone = [digit for digit, those in possible.items() if not those]
    twins = [d for d, those in possible.items() if those == [d] and d in w.board.candidates(other)]
    rest = {d: those for d, those in possible.items() if d not in (*alone, *twins)}
    parts, claims = [], [claim(digit) for digit in needs]
    for digit in twins:
        parts.append(f"{w.candidate(cell, digit)} would need a second {digit} at {w.cell(other)}")
    if alone:
        verb = "goes" if len(alone) == 1 else "go"
        parts.append(f"no digit {verb} with {w.digits(alone, 'or')} at {w.cell(cell)}")
    if rest:
        needed = sorted({e for those in rest.values() for e in those})
        needed = [e for e in needed if e not in w.board.candidates(other)]
        parts.append(_needs(w, cell, other, rest) + causes_of(w, other, needed))
    return w.said(sentence("; ".join(parts)), *claims)


def _needs(w: Words, cell: int, other: int, needs: dict[int, list[int]]) -> str:
    """Return "5 at r1c1 would need 2 or 8 at r1c2, and 7 would need 4, which are not there"."""
    (digit, those), *more = needs.items()
    text = f"{w.candidate(cell, digit)} would need {w.digits(those, 'or')} at {w.cell(other)}"
    if not more:
        return f"{text}, which {'is' if len(those) == 1 else 'are'} not possible there"
    parts = [text, *(f"{d} would need {w.digits(them, 'or')}" for d, them in more)]
    return f"{joined(parts)}, none of them possible there"


def _one_rest(w: Words, known: Known, cell: int, digit: int) -> str:
    rest = known.without(cell, digit)
    text = f"If {w.cell(cell)} were {digit}, {_would_come(w, rest)}, "
    why = _no_pair(w, rest) or "which their candidates do not allow"
    return w.said(f"{text}{why}.", known.claim(cell, digit))


def _no_pair(w: Words, rest: Known) -> str:
    """Return why two cells cannot make a sum, by the few candidates of one; "" if that is not so.

    "but r1c1 can only be 1 or 3, and r1c2 can be neither 7 nor 5."
    """
    if rest.minus or rest.times or len(rest.plus) != 2:
        return ""
    first, other = sorted(rest.plus, key=lambda cell: len(w.board.candidates(cell)))
    digits = w.board.candidates(first)
    needed = [e for d in digits if 1 <= (e := rest.total - d) <= w.puzzle.order]
    if len(digits) > _MOST_TRIED or not needed or {*needed} & {*w.board.candidates(other)}:
        return ""
    named = w.digits(needed, "nor") if len(needed) == 2 else w.digits(needed, "or")
    neither = f"neither {named}" if len(needed) == 2 else f"none of {named}"
    not_be = f"cannot be {needed[0]}" if len(needed) == 1 else f"can be {neither}"
    text = f"but {w.cell(first)} can only be {w.digits(digits, 'or')}, and {w.cell(other)} {not_be}"
    return w.said(text, Only((first,), digits), Gone((other,), tuple(needed)))


def _rests(w: Words, known: Known, cell: int, digits: Sequence[int]) -> str:
    rests = [known.without(cell, digit) for digit in digits]
    cells = w.cells((*rests[0].plus, *rests[0].minus))
    claims = (known.claim(cell, digit) for digit in digits)
    if rests[0].minus:
        text = f"With {w.digits(digits, 'or')} at {w.cell(cell)} the candidates of {cells} cannot "
        return w.said(f"{text}make up the difference.", *claims)
    totals = w.digits((rest.total for rest in rests), "or")
    verb = "multiply to" if known.times else "add up to"
    text = f"With {w.digits(digits, 'or')} at {w.cell(cell)}, {cells} would have to {verb} "
    return w.said(f"{text}{totals}, which their candidates do not allow.", *claims)


def _would_come(w: Words, rest: Known) -> str:
    plus, minus, total = rest.plus, rest.minus, rest.total
    if minus and not plus:
        plus, minus, total = minus, (), -total
    if not minus:
        verb = "be" if len(plus) == 1 else "multiply to" if rest.times else "add up to"
        return f"{w.cells(plus)} would have to {verb} {total}"
    if not total:
        return f"{w.cells(plus)} would have to come to as much as {w.cells(minus)}"
    more = "more" if total > 0 else "less"
    return f"{w.cells(plus)} would have to come to {abs(total)} {more} than {w.cells(minus)}"
