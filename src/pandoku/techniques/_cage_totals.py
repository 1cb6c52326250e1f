"""Cells with a known sum, difference or product: why each candidate that goes fails.

A sentence speaks of one cell, and of all of its digits that fail for the same reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from math import prod
from typing import NamedTuple

from pandoku.techniques._cage_causes import causes_of
from pandoku.techniques._cage_fillings import clashes_of, each_way
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import Claim, Gone, NoTotal, Only, Sees

__all__ = ["Known", "come_to", "fails", "known_of_cage", "partners_missing", "why_not"]

Pair = tuple[int, int]
_MOST_CELLS = 4  # whose digits are all tried for the least or greatest total
_MOST_ALONE = 2  # digits of a cell that have a sentence each
_NOT_ALLOWED = "which their candidates do not allow"
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

    def of(self, digits: Sequence[int]) -> int:
        """Return what digits of the cells come to, those of *plus* first."""
        plus, minus = digits[: len(self.plus)], digits[len(self.plus) :]
        return prod(plus) if self.times else sum(plus) - sum(minus)

    def claim(self, cell: int, digit: int) -> NoTotal:
        """Return the claim that the cells do not come to the total with a digit at a cell."""
        return NoTotal(((cell, digit),), self.plus, self.minus, self.total, self.times)


def known_of_cage(w: Words, index: int) -> Known | None:
    """Return what the empty cells of a + or × cage come to; None for any other cage."""
    cage = w.puzzle.cages[index]
    if cage.operation not in ("+", "*") or cage.target is None:
        return None
    cells = tuple(cell for cell in cage.cells if not w.board.digits[cell])
    placed = [digit for cell in cage.cells if (digit := w.board.digits[cell])]
    if cage.operation == "+":
        return Known(cells, (), cage.target - sum(placed))
    return Known(cells, (), cage.target // prod(placed), times=True)


def come_to(w: Words, known: Known) -> str:
    """Return what is known: "r1c1 and r1c2 add up to 12", "r1c1 comes to 3 more than r4c4"."""
    plus, minus, total = known.plus, known.minus, known.total
    if minus and not plus:
        return come_to(w, Known(minus, (), -total))
    a, is_one = w.cells(plus), len(plus) == 1
    if not minus:
        verb = "multiply to" if known.times else "add up to"
        return f"{a} {'is' if is_one else verb} {total}"
    b = w.cells(minus)
    verb = "is" if is_one else "add up to"
    if not total:
        equal = "the same as" if is_one or len(minus) > 1 else "as much as"
        return f"{a} {verb} {equal} {b}{' together' if len(minus) > 1 else ''}"
    more = f"{abs(total)} {'more' if total > 0 else 'less'}"
    return f"{a} {verb} {more} than {b}{' together' if len(minus) > 1 else ''}"


def fails(w: Words, known: Known, cell: int, digit: int) -> bool:
    """Return whether the total rules a candidate out: no digits of the other cells make it up."""
    rest = known.without(cell, digit)
    if known.times and known.total % digit:
        return True
    ways = _ways(w, (*rest.plus, *rest.minus), (cell, digit))
    return all(rest.of(digits) != rest.total for digits in ways)


def why_not(w: Words, known: Known, gone: Iterable[Pair]) -> Iterator[str]:
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
        found = [_by_candidates(w, known, cell, least=least) for least in (True, False)]
        gone = [_beyond(known, cell, digits, others) for others in found]
        if len({*gone[0], *gone[1]}) < len(digits):  # see whether trying all gives more
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
    """Return the digits of a cell that the extremes of the other cells leave no room for."""
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
    """Digits of some cells for which their total is as small, or as large, as it can be."""

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
        """The sum of the plus cells less that of the minus cells."""
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


def _others(known: Known, but: int) -> list[tuple[int, int]]:
    """Return the other cells, each with the sign with which it counts."""
    signed = [*((cell, 1) for cell in known.plus), *((cell, -1) for cell in known.minus)]
    return [each for each in signed if each[0] != but]


def _by_candidates(w: Words, known: Known, but: int, *, least: bool) -> _Extremes:
    """Return the least, or greatest, total of the other cells that is seen at a glance.

    It has the least (or greatest) candidate of each, or, if all see each other and that is
    stronger, 1 + 2 + 3 ... (or n + (n-1) ...).
    """
    cells = _others(known, but)
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
    cells, best = _others(known, but), tuple[int, ...]()
    if len(cells) > _MOST_CELLS:
        return None
    goal = 1 if least else -1
    for digits in _ways(w, [cell for cell, _ in cells]):
        totals = (sum(sign * d for (_, sign), d in zip(cells, each, strict=True))
                  for each in (digits, best) if each)  # fmt: skip
        first, *second = (goal * total for total in totals)
        if not second or first < second[0]:
            best = digits
    return _Extremes.of(cells, best, least=least) if best else None


def _ways(w: Words, cells: Sequence[int], assumed: Pair = (-1, 0)) -> Iterator[tuple[int, ...]]:
    """Yield the ways to fill cells with their candidates so that no two in sight are equal.

    *assumed* is a further cell with its digit, which the cells that it sees cannot have.
    """
    cell, digit = assumed
    choices = [
        tuple(d for d in w.board.candidates(each) if d != digit or not w.sees(cell, each))
        for each in cells
    ]
    return each_way(choices, clashes_of(w, cells))


# ---- digits whose rest the other cells cannot make up


def _unmatched(w: Words, known: Known, left: dict[Pair, None]) -> Iterator[str]:
    for cell, digits in _cells_of(left).items():
        others = [other for other, _ in _others(known, cell)]
        if len(others) == 1:
            needs = {digit: (known.needed(cell, digit),) for digit in digits}
            yield partners_missing(w, cell, others[0], needs, partial(known.claim, cell))
        elif len(digits) <= _MOST_ALONE:
            yield from (_one_rest(w, known, cell, digit) for digit in digits)
        else:
            yield _rests(w, known, cell, digits)


def partners_missing(
    w: Words,
    cell: int,
    other: int,
    needs: Mapping[int, tuple[int, ...]],
    claim: Callable[[int], Claim],
) -> str:
    """Return why digits of a cell go: each needs one of some digits at *other*, which has none.

    Args:
        w: The words of the step.
        cell: A cell that loses digits.
        other: The cell that would have to match them.
        needs: By digit of *cell*, those that *other* would have to hold.
        claim: Returns what the text claims of a digit of *cell*.
    """
    n = w.puzzle.order
    possible = {d: tuple(e for e in those if 1 <= e <= n) for d, those in needs.items()}
    alone = [digit for digit, those in possible.items() if not those]
    twins = [d for d, those in possible.items() if those == (d,) and w.sees(cell, other)]
    rest = {d: those for d, those in possible.items() if d not in (*alone, *twins)}
    parts = [f"{w.candidate(cell, d)} would need a second {d} at {w.cell(other)}" for d in twins]
    if alone:
        digits = w.digits(alone, "or")
        parts.append(f"no digit from 1 to {n} goes with {w.candidates((cell,), alone, digits)} "
                     f"at {w.cell(cell)}")  # fmt: skip
    if rest:
        parts.append(_needs(w, cell, other, rest))
    twin = [Sees(cell, (other,))] if twins else []
    return w.said(sentence("; ".join(parts)), *twin, *map(claim, needs))


def _needs(w: Words, cell: int, other: int, needs: dict[int, tuple[int, ...]]) -> str:
    """Return "5 at r1c1 would need 2 or 8 at r1c2, and 7 would need 4, which ..., (... is 8)"."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for digit, those in needs.items():
        alike.setdefault(those, []).append(digit)
    (those, digits), *more = alike.items()
    named = w.candidates((cell,), digits, f"{w.digits(digits, 'or')} at {w.geometry.name(cell)}")
    parts = [f"{named} would need {w.digits(those, 'or')} at {w.cell(other)}"]
    parts += [f"{w.digits(ds, 'or')} would need {w.digits(them, 'or')}" for them, ds in more]
    needed = sorted({e for them in alike for e in them} - {*w.board.candidates(other)})
    which = {1: "which is not", 2: "neither is"}.get(len(needed), "none of these is")
    link = "but " if len(needed) > 1 else ""
    return f"{clauses(parts)}, {link}{which} possible there{causes_of(w, other, needed)}"


def _one_rest(w: Words, known: Known, cell: int, digit: int) -> str:
    rest = known.without(cell, digit)
    text = f"If {w.cell(cell)} were {digit}, {_would_come(w, rest)}, "
    why = _no_pair(w, rest) or _nearest(w, rest, (cell, digit)) or _NOT_ALLOWED
    return w.said(f"{text}{why}.", known.claim(cell, digit))


def _nearest(w: Words, rest: Known, assumed: Pair) -> str:
    """Return the totals next to the one that some cells should have; "" for many cells.

    "but they could only make less than that, 14 at most", "but the nearest they could make is 14
    or 16".
    """
    cells = (*rest.plus, *rest.minus)
    if len(cells) > _MOST_CELLS:
        return ""
    totals = {rest.of(digits) for digits in _ways(w, cells, assumed)}
    below = max((total for total in totals if total < rest.total), default=None)
    above = min((total for total in totals if total > rest.total), default=None)
    ends = [total for total in (below, above) if total is not None]
    if not ends:
        return ""
    if rest.plus and rest.minus:
        told = joined((_more_or_less(total) for total in ends), "or")
    else:
        told = w.digits((abs(total) for total in ends), "and")
        if len(ends) == 2:
            return f"but the nearest totals that their candidates allow are {told}"
    return f"but the nearest that their candidates allow is {told}"


def _more_or_less(total: int) -> str:
    return f"{abs(total)} {'more' if total > 0 else 'less'}" if total else "as much"


def _no_pair(w: Words, rest: Known) -> str:
    """Return why two cells cannot make a sum, by the few candidates of one; "" if that is not so.

    "but r1c1 can only be 1 or 3, and r1c2 can be neither 7 nor 5."
    """
    if rest.minus or len(rest.plus) != 2:
        return ""
    first, other = sorted(rest.plus, key=lambda cell: len(w.board.candidates(cell)))
    digits = w.board.candidates(first)
    needed = sorted(_partner_digits(rest, digits, w.puzzle.order))
    if len(digits) > _MOST_TRIED or not needed or {*needed} & {*w.board.candidates(other)}:
        return ""
    named = w.digits(needed, "nor") if len(needed) == 2 else w.digits(needed, "or")
    neither = f"neither {named}" if len(needed) == 2 else f"none of {named}"
    not_be = f"cannot be {needed[0]}" if len(needed) == 1 else f"can be {neither}"
    text = f"but {w.cell(first)} can only be {w.digits(digits, 'or')}, and {w.cell(other)} {not_be}"
    return w.said(text, Only((first,), digits), Gone((other,), tuple(needed)))


def _partner_digits(rest: Known, digits: Iterable[int], order: int) -> set[int]:
    """Return what one of two cells must hold, for the digits that the other may have."""
    if rest.times:
        found = {rest.total // digit for digit in digits if rest.total % digit == 0}
    else:
        found = {rest.total - digit for digit in digits}
    return found & {*range(1, order + 1)}


def _rests(w: Words, known: Known, cell: int, digits: Sequence[int]) -> str:
    rests = [known.without(cell, digit) for digit in digits]
    cells = w.cells((*rests[0].plus, *rests[0].minus))
    claims = (known.claim(cell, digit) for digit in digits)
    text = f"With {w.digits(digits, 'or')} at {w.cell(cell)}, "
    if rests[0].plus and rests[0].minus:
        return w.said(f"{text}{cells} cannot make up the difference.", *claims)
    totals = w.digits((abs(rest.total) for rest in rests), "or")
    verb = "multiply to" if known.times else "add up to"
    return w.said(f"{text}{cells} would have to {verb} {totals}, {_NOT_ALLOWED}.", *claims)


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
