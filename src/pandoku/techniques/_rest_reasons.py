"""Reasons why some cells cannot make the total that a supposed digit leaves for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod

from pandoku.model import Pair
from pandoku.techniques._known_totals import MOST_CELLS, Known, ways_of_cells
from pandoku.techniques._sight import shares_group, where_apart
from pandoku.words import Words, clauses, joined
from pandoku.words.claims import Gone, Only, Sees

__all__ = ["NOT_ALLOWED", "why_not_made"]

NOT_ALLOWED = "which their candidates do not allow"
_MOST_TRIED = 4  # candidates of a cell that are examined one by one


def why_not_made(w: Words, rest: Known, assumed: Pair) -> str:
    """Return a clause explaining why cells cannot make a total if the candidate is true.

    For example "but both are in column 5", "but r1c1 can only be 1 or 3, and r1c2 can be neither 7
    nor 5", "but then r1c1 and r1c2 add up to at least 1 + 3 = 4", or the nearest totals that they
    can make.

    Args:
        w: The words of the step.
        rest: The cells and their total.
        assumed: The supposed candidate.
    """
    for reason in (_emptied, _equal_in_sight, _out_of_reach, _no_pair, _nearest):
        if why := reason(w, rest, assumed):
            return f"but {why}"
    return NOT_ALLOWED


def _emptied(w: Words, rest: Known, assumed: Pair) -> str:
    """Return "r1c2, which can only be 5, sees r1c1" if a cell has only the supposed candidate."""
    by, digit = assumed
    for cell in (*rest.plus, *rest.minus):
        if w.board.candidates(cell) == (digit,) and w.sees(cell, by):
            text = f"{w.cell(cell)}, which can only be {w.digit(digit)}, sees {w.cell(by)}"
            return w.said(text, Only((cell,), (digit,)), Sees(cell, (by,)))
    return ""


# ---- two cells


def _equal_in_sight(w: Words, rest: Known, assumed: Pair) -> str:
    """Return "both are in column 5" if two cells in sight of each other would have to be equal."""
    if len(rest.plus) != 1 or len(rest.minus) != 1 or rest.total:
        return ""
    one, other = (*rest.plus, *rest.minus)
    if not w.sees(one, other):
        return ""
    are = "both are" if shares_group(w, one, other) else "they differ"
    return f"{are} {where_apart(w, one, other)}"


def _no_pair(w: Words, rest: Known, assumed: Pair) -> str:
    """Explain why no digits of two cells fit, by the candidates of one; "" if it has many."""
    cells = (*rest.plus, *rest.minus)
    if len(cells) != 2:
        return ""
    tried = [_Tried(w, rest, assumed, one, other) for one, other in (cells, cells[::-1])]
    short = [each for each in tried if 0 < len(each.needed) <= _MOST_TRIED or rest.minus]
    return min(short, key=lambda each: each.length).told() if short else ""


class _Tried:
    """The digits that one of two cells can be, and the digits that the other would need.

    Attributes:
        digits: The candidates of *one* that the supposed candidate leaves.
        needed: By digit of *one*, the digit from 1 to n that *other* would need.
    """

    def __init__(self, w: Words, rest: Known, assumed: Pair, one: int, other: int) -> None:
        self.w, self.one, self.other = w, one, other
        self.by, self.taken = assumed
        self.digits = tuple(
            d for d in w.board.candidates(one) if d != self.taken or not w.sees(one, self.by)
        )
        fitting = [d for d in self.digits if not rest.times or rest.total % d == 0]
        partners = {digit: rest.needed(one, digit) for digit in fitting}
        self.needed = {d: e for d, e in partners.items() if 1 <= e <= w.puzzle.order}

    @property
    def length(self) -> tuple[int, int]:
        """The length of the explanation, to choose the shorter one."""
        return len(self.needed), len(self.digits)

    def told(self) -> str:
        w, one, other = self.w, self.one, self.other
        twins = [d for d, e in self.needed.items() if d == e and w.sees(one, other)]
        parts = [self._can_only()]
        if twins:
            parts.append(f"they cannot both be {w.digit(twins[0])} {where_apart(w, one, other)}")
        if lacks := sorted({e for d, e in self.needed.items() if d not in twins}):
            parts.append(self._cannot(lacks))
        return clauses(parts)

    def _can_only(self) -> str:
        """Return "r1c1 can only be 1 or 3", or only the relevant ones of many digits."""
        w, digits = self.w, self.digits
        if len(digits) > _MOST_TRIED and self.needed:
            return f"for that {w.cell(self.one)} can only be {w.digits(self.needed, 'or')}"
        if digits == w.board.candidates(self.one):
            text = f"{w.cell(self.one)} can only be {w.digits(digits, 'or')}"
            return w.said(text, Only((self.one,), digits))
        return f"{w.cell(self.one)} can then only be {w.digits(digits, 'or')}"

    def _cannot(self, digits: Sequence[int]) -> str:
        """Return "r1c2 can be neither 5 nor 7", including the digit of the supposed candidate."""
        w, (cell, by) = self.w, (self.other, self.by)
        can = f"cannot be {w.digit(digits[0])}"
        if len(digits) > 1:
            nor, none = w.digits(digits, "nor"), w.digits(digits)
            can = f"can be neither {nor}" if len(digits) == 2 else f"can be none of {none}"
        missing = tuple(digit for digit in digits if digit not in w.board.candidates(cell))
        text = w.said(f"{w.cell(cell)} {can}", *([Gone((cell,), missing)] if missing else []))
        if len(missing) < len(digits):
            text += w.said(f" ({w.cell(by)} would be {w.digit(self.taken)})", Sees(cell, (by,)))
        return text


# ---- several cells


def _out_of_reach(w: Words, rest: Known, assumed: Pair) -> str:
    """Return "then r1c1 and r1c2 add up to at least 1 + 3 = 4" if the total is out of reach.

    If cells are subtracted, the sentence covers both sides.
    """
    if len(rest.plus + rest.minus) > MOST_CELLS:
        return ""
    total: Callable[[Sequence[int]], int] = prod if rest.times else sum
    for pick, other in ((min, max), (max, min)):
        sides = [
            (cells, choose is min, choose(ways, key=total))
            for cells, choose in ((rest.plus, pick), (rest.minus, other))
            if cells and (ways := [*ways_of_cells(w, cells, assumed)])
        ]
        if len(sides) != bool(rest.plus) + bool(rest.minus):
            return ""
        reached = rest.of([digit for _, _, digits in sides for digit in digits])
        if reached > rest.total if pick is min else reached < rest.total:
            parts = [_bound(w, cells, digits, rest.times, least) for cells, least, digits in sides]
            return f"then {joined(parts)}"
    return ""


def _bound(w: Words, cells: Sequence[int], digits: Sequence[int], times: bool, least: bool) -> str:
    bound = f"at {'least' if least else 'most'}"
    if len(cells) == 1:
        is_only = w.board.candidates(cells[0]) == (digits[0],)
        return (
            f"{w.cell(cells[0])} {'can only be' if is_only else f'is {bound}'} {w.digit(digits[0])}"
        )
    verb, sign = ("multiply", " × ") if times else ("add up", " + ")
    value = prod(digits) if times else sum(digits)
    return f"{w.cells(cells)} {verb} to {bound} {sign.join(map(w.digit, digits))} = {value}"


def _nearest(w: Words, rest: Known, assumed: Pair) -> str:
    """Return the nearest totals that the cells can make, or "" for many cells.

    For example "the nearest totals that their candidates allow are 14 and 16".
    """
    cells = (*rest.plus, *rest.minus)
    if len(cells) > MOST_CELLS:
        return ""
    totals = {rest.of(digits) for digits in ways_of_cells(w, cells, assumed)}
    ends = sorted(_next_to(totals, rest.total), key=abs)
    if not ends:
        return ""
    if rest.plus and rest.minus:
        told = joined((_more_or_less(total) for total in ends), "or")
        return f"the nearest that their candidates allow is {told}"
    if len(ends) == 1:
        return f"the nearest that their candidates allow is {abs(ends[0])}"
    what = "products" if rest.times else "totals"
    told = w.digits((abs(total) for total in ends), "and")
    return f"the nearest {what} that their candidates allow are {told}"


def _next_to(totals: set[int], total: int) -> Iterator[int]:
    """Yield the greatest number below a total and the least number above it, if they exist."""
    if below := [each for each in totals if each < total]:
        yield max(below)
    if above := [each for each in totals if each > total]:
        yield min(above)


def _more_or_less(total: int) -> str:
    return f"{abs(total)} {'more' if total > 0 else 'less'}" if total else "as much"
