"""Explain why cells cannot make a total, or why a digit is too large or too small for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import prod
from typing import NamedTuple

from pandoku.model import Pair
from pandoku.techniques._known_totals import (
    MOST_CELLS,
    Known,
    by_cell,
    choices_of,
    others_of,
    ways_of_cells,
)
from pandoku.techniques._no_filling import Rest, why_no_set
from pandoku.techniques._sight import shares_group, where_apart
from pandoku.words import Words, clauses, joined
from pandoku.words.claims import Gone, Only, Sees

NOT_ALLOWED = "which their candidates do not allow"
_MOST_CASES = 3  # maximum number of candidates of a cell that become cases
_MOST_DEPTH = 2  # maximum number of cells whose candidates become cases
_MOST_TRIED = 4  # maximum number of candidates of a cell that are examined one by one


def why_not_made(w: Words, rest: Known, assumed: tuple[Pair, ...]) -> str:
    """Return the reason that cells cannot make a total, or "" if it is too long.

    The text continues a clause that names the total. Examples are ", but both are in column 5", ":
    1 2 8 or 2 4 5, but none of them can be 2" and ", but then r1c1 and r1c2 add up to at least 1 +
    3 = 4".

    Args:
        w: The words of the step.
        rest: The cells, and the total that they would have to make.
        assumed: The candidates that the text assumes to be true.
    """
    return _reason(w, rest, assumed, _MOST_DEPTH)


def _reason(w: Words, rest: Known, assumed: tuple[Pair, ...], depth: int) -> str:
    if rest.minus and not rest.plus:
        rest = Known(rest.minus, (), -rest.total)
    for reason in (_emptied, _equal_in_sight, _out_of_reach, _wrong_parity):
        if why := reason(w, rest, assumed):
            return f", but {why}"
    found = []
    if why := _no_pair(w, rest, assumed):
        found.append(f", but {why}")
    if not rest.minus:
        found.append(why_no_set(w, Rest(rest.plus, rest.total, rest.times, assumed)))
    found = [why for why in found if why]
    if not found and (why := _fixed_side(w, rest, assumed, depth)):
        found.append(why)
    if depth and not found:
        found += _by_cases(w, rest, assumed, depth)
    return min(found, key=lambda why: len(w.plain(why).split()), default="")


def _emptied(w: Words, rest: Known, assumed: tuple[Pair, ...]) -> str:
    """Return "r1c2, which can only be 5, sees r1c1" if this refutes 5 at r1c1, else ""."""
    for cell in (*rest.plus, *rest.minus):
        on_board = w.board.candidates(cell)
        for by, digit in assumed:
            if on_board == (digit,) and w.sees(cell, by):
                text = f"{w.cell(cell)}, which can only be {w.digit(digit)}, sees {w.cell(by)}"
                return w.said(text, Only((cell,), (digit,)), Sees(cell, (by,)))
        if not choices_of(w, cell, assumed):
            return w.said(f"no digit would be left for {w.cell(cell)}", Only((cell,), on_board))
    return ""


# ---- two cells


def _equal_in_sight(w: Words, rest: Known, assumed: tuple[Pair, ...]) -> str:
    """Return "both are in column 5" if two cells that see each other would have to be equal."""
    if len(rest.plus) != 1 or len(rest.minus) != 1 or rest.total:
        return ""
    one, other = (*rest.plus, *rest.minus)
    if not w.sees(one, other):
        return ""
    are = "both are" if shares_group(w, one, other) else "they differ"
    return f"{are} {where_apart(w, one, other)}"


def _no_pair(w: Words, rest: Known, assumed: tuple[Pair, ...]) -> str:
    """Explain why no digits of two cells fit. Return "" if each cell has too many candidates."""
    cells = (*rest.plus, *rest.minus)
    if len(cells) != 2:
        return ""
    tried = [_Tried(w, rest, assumed, one, other) for one, other in (cells, cells[::-1])]
    short = [each for each in tried if 0 < len(each.needed) <= _MOST_TRIED or rest.minus]
    return min(short, key=lambda each: each.length).told() if short else ""


class _Tried:
    """The digits that one of two cells can be, and the digits that the other cell would need.

    Attributes:
        digits: The candidates of *one* that remain if the assumed candidates are true.
        needed: For each digit of *one*, the digit from 1 to n that *other* would need.
    """

    def __init__(
        self, w: Words, rest: Known, assumed: tuple[Pair, ...], one: int, other: int
    ) -> None:
        self.w, self.one, self.other, self.assumed = w, one, other, assumed
        self.digits = choices_of(w, one, assumed)
        fitting = [d for d in self.digits if not rest.times or rest.total % d == 0]
        partners = {digit: rest.needed(one, digit) for digit in fitting}
        self.needed = {d: e for d, e in partners.items() if 1 <= e <= w.puzzle.order}

    @property
    def length(self) -> tuple[int, int]:
        """The length of the explanation, for choosing the shorter of two explanations."""
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
        """Return "r1c1 can only be 1 or 3". If there are many digits, name only relevant digits."""
        w, digits = self.w, self.digits
        if len(digits) > _MOST_TRIED and self.needed:
            return f"for that {w.cell(self.one)} can only be {w.digits(self.needed, 'or')}"
        if digits == w.board.candidates(self.one):
            text = f"{w.cell(self.one)} can only be {w.digits(digits, 'or')}"
            return w.said(text, Only((self.one,), digits))
        return f"{w.cell(self.one)} can then only be {w.digits(digits, 'or')}"

    def _cannot(self, digits: Sequence[int]) -> str:
        """Return "r1c2 can be neither 5 nor 7", including digits that *assumed* excludes."""
        w, cell = self.w, self.other
        can = f"cannot be {w.digit(digits[0])}"
        if len(digits) > 1:
            nor, none = w.digits(digits, "nor"), w.digits(digits)
            can = f"can be neither {nor}" if len(digits) == 2 else f"can be none of {none}"
        missing = tuple(digit for digit in digits if digit not in w.board.candidates(cell))
        text = w.said(f"{w.cell(cell)} {can}", *([Gone((cell,), missing)] if missing else []))
        for by, digit in self.assumed:
            if digit in digits and digit not in missing and w.sees(cell, by):
                text += w.said(f" ({w.cell(by)} would be {w.digit(digit)})", Sees(cell, (by,)))
        return text


# ---- several cells


def _out_of_reach(w: Words, rest: Known, assumed: tuple[Pair, ...]) -> str:
    """Return "then r1c1 and r1c2 add up to at least 1 + 3 = 4" if the total is out of reach.

    If some cells are subtracted, the sentence names the sums of both groups of cells.
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


def _wrong_parity(w: Words, rest: Known, assumed: tuple[Pair, ...]) -> str:
    """Return "r1c1 and r1c2 can only be even" if the cells cannot make an odd total, else ""."""
    cells = (*rest.plus, *rest.minus)
    parities = {cell: {digit % 2 for digit in choices_of(w, cell, assumed)} for cell in cells}
    if rest.times or any(len(each) > 1 for each in parities.values()):
        return ""
    odd = [cell for cell in cells if parities[cell] == {1}]
    even = [cell for cell in cells if parities[cell] == {0}]
    if (rest.total - len(odd)) % 2 == 0:
        return ""
    parts = []
    for word, alike in (("odd", odd), ("even", even)):
        if alike:
            claims = (
                Only((cell,), w.board.candidates(cell))
                for cell in alike
                if choices_of(w, cell, assumed) == w.board.candidates(cell)
            )
            verb = "is" if len(alike) == 1 else "are"
            parts.append(w.said(f"{w.cells(alike)} {verb} {word}", *claims))
    return f"{joined(parts)}, and {abs(rest.total)} is {'odd' if rest.total % 2 else 'even'}"


def _fixed_side(w: Words, rest: Known, assumed: tuple[Pair, ...], depth: int) -> str:
    """Return ": r8c1 and r9c1 make 17, so r2c2 and r6c2 would need 11, but ...", or "".

    This applies to a difference if the cells on one side can make only one sum.
    """
    for cells, others in ((rest.plus, rest.minus), (rest.minus, rest.plus)):
        if not others or not 1 < len(cells) <= MOST_CELLS:
            continue
        ways = [*ways_of_cells(w, cells, assumed)]
        totals = {sum(way) for way in ways}
        if len(totals) != 1:
            continue
        (total,) = totals
        left = Known(others, (), total - rest.total if cells == rest.plus else total + rest.total)
        if why := _reason(w, left, assumed, depth):
            need = "need" if len(others) == 1 else "have to make"
            makes = f"{w.cells(cells)} make {' + '.join(map(w.digit, sorted(ways[0])))} = {total}"
            return f": {makes}, so {w.cells(others)} would {need} {left.total}{why}"
    return ""


def _by_cases(w: Words, rest: Known, assumed: tuple[Pair, ...], depth: int) -> list[str]:
    """Return refutations of the candidates of one of the cells, for each cell with few of them."""
    found = []
    cells = (*rest.plus, *rest.minus)
    if len(cells) < 2:
        return []
    for cell in cells:
        digits = choices_of(w, cell, assumed)
        if len(digits) > _MOST_CASES:
            continue
        parts = []
        for number, digit in enumerate(digits):
            if rest.times and rest.total % digit:
                parts.append(f"{w.digit(digit)} does not divide {rest.total}")
                continue
            left = rest.without(cell, digit)
            why = _reason(w, left, (*assumed, (cell, digit)), depth - 1)
            if not why:
                break
            if left.minus and not left.plus:
                left = Known(left.minus, (), -left.total)
            at = f" at {w.cell(cell)}" if not number else ""
            named = f"{w.cells(left.plus)} would need " if not number else ""
            parts.append(f"with {w.digit(digit)}{at}, {named}{_needed_words(w, left)}{why}")
        else:
            found.append(f": {'; '.join(parts)}")
    return found


def _needed_words(w: Words, left: Known) -> str:
    """Return "12", "3 more than r1c1", "2 less than r1c1", or "as much as r1c1"."""
    if not left.minus:
        return str(left.total)
    if not left.total:
        return f"as much as {w.cells(left.minus)}"
    more = "more" if left.total > 0 else "less"
    return f"{abs(left.total)} {more} than {w.cells(left.minus)}"


# ---- digits that are too large or too small


def beyond_bounds(w: Words, known: Known, left: dict[Pair, None]) -> Iterator[str]:
    for cell, digits in by_cell(left).items():
        found = [_by_candidates(w, known, cell, least=least) for least in (True, False)]
        gone = [_beyond(known, cell, digits, others) for others in found]
        if len({*gone[0], *gone[1]}) < len(digits):  # try all digits, as this may exclude more
            for at, others in enumerate(found):
                found[at] = _by_trying(w, known, cell, least=others.least) or others
                beyond = _beyond(known, cell, digits, found[at])
                if len(beyond) == len(gone[at]):
                    found[at] = others  # keep the simpler argument
                gone[at] = beyond
        for others, beyond in zip(found, gone, strict=True):
            if beyond:
                is_most = others.least == (cell in known.plus)
                text = f"{others.told(w)}, so {w.cell(cell)} is at {'most' if is_most else 'least'}"
                cells = [other for other, _ in (*others.plus, *others.minus)]
                own = (Only((other,), w.board.candidates(other)) for other in cells)
                claims = (known.claim(cell, digit) for digit in beyond)
                yield w.said(f"{text} {_formula(known, cell, others)}.", *own, *claims)
            for digit in beyond:
                left.pop((cell, digit), None)


def _beyond(known: Known, cell: int, digits: Iterable[int], others: _Extremes) -> list[int]:
    """Return the digits of a cell that are out of range if the other cells have extreme digits."""
    sign = 1 if cell in known.plus else -1
    bound = sign * (known.total - others.total)
    is_most = others.least == (sign > 0)
    return [digit for digit in digits if (digit > bound if is_most else digit < bound)]


class _Extremes(NamedTuple):
    """Digits of some cells that make their total as small, or as large, as possible."""

    plus: tuple[Pair, ...]
    minus: tuple[Pair, ...]
    least: bool

    @classmethod
    def of(cls, cells: Sequence[Pair], digits: Sequence[int], *, least: bool) -> _Extremes:
        """Return the extremes for cells with signs, given their digits."""
        pairs = [(cell, sign, d) for (cell, sign), d in zip(cells, digits, strict=True)]
        plus = tuple((cell, d) for cell, sign, d in pairs if sign > 0)
        return cls(plus, tuple((cell, d) for cell, sign, d in pairs if sign < 0), least)

    @property
    def total(self) -> int:
        """The total: the sum of the plus cells minus the sum of the minus cells."""
        return sum(d for _, d in self.plus) - sum(d for _, d in self.minus)

    def told(self, w: Words) -> str:
        """Return "r1c2 is at least 3", "r1c2 and r1c3 add up to at least 1 + 3 = 4", or both."""
        parts = []
        for pairs, least in ((self.plus, self.least), (self.minus, not self.least)):
            if not pairs:
                continue
            bound, cells = "least" if least else "most", w.cells(cell for cell, _ in pairs)
            digits = [digit for _, digit in pairs]
            if len(pairs) == 1:
                is_only = w.board.candidates(pairs[0][0]) == (digits[0],)
                parts.append(
                    f"{cells} {'can only be' if is_only else f'is at {bound}'} {digits[0]}"
                )
            else:
                total = f"{' + '.join(map(str, digits))} = {sum(digits)}"
                parts.append(f"{cells} add up to at {bound} {total}")
        return joined(parts)


def _formula(known: Known, cell: int, others: _Extremes) -> str:
    """Return the calculation of the bound of a cell: "12 − 5 = 7"."""
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
    """Return an obvious bound for the least, or greatest, total of the other cells.

    The result adds up the least (or greatest) candidates of the cells. If all cells see each other,
    the sum 1 + 2 + 3 ... (or n + (n-1) ...) is used if it is a tighter bound.
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
    """Return the least, or greatest, total of up to four other cells, by trying candidates."""
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
