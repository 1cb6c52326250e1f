"""Explain why cells cannot hold digits with a known total: name the sets of digits that fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple

from pandoku.model import Pair
from pandoku.techniques._known_totals import choices_of
from pandoku.techniques._sums import knowledge
from pandoku.words import Words, joined, spaced
from pandoku.words.claims import Claim, Gone, Only

__all__ = ["Fall", "Held", "Rest", "fall_of", "why_no_set"]

_MOST_SETS = 400  # maximum number of sets of digits to examine
_MOST_LISTED = 6  # maximum number of sets to list
_MOST_CHOICES = 20  # maximum number of choices that a reader checks without a list
_FEW = 3  # a cell with at most this many candidates is described by them

_Set = tuple[int, ...]  # digits in ascending order, which may repeat


class Held(NamedTuple):
    """A digit that one of some cells holds."""

    digit: int
    cells: tuple[int, ...]


class Rest(NamedTuple):
    """Cells that would have to hold digits with a known total.

    Attributes:
        cells: The cells.
        total: The sum or product of the digits that are not in *held*.
        times: Whether the total is a product.
        assumed: Candidates of other cells that are assumed to be true.
        held: Digits that the cells hold in any case. They are not part of the total.
        without: Digits that the cells are assumed not to hold.
    """

    cells: tuple[int, ...]
    total: int
    times: bool = False
    assumed: tuple[Pair, ...] = ()
    held: tuple[Held, ...] = ()
    without: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """The number of digits that make the total."""
        return len(self.cells) - len(self.held)


class Fall(NamedTuple):
    """A reason why a set of digits does not fit.

    Attributes:
        key: Sets with equal keys fall for the same reason.
        told: A function that returns the reason as a clause.
    """

    key: tuple[object, ...]
    told: Callable[[], str]


def why_no_set(w: Words, rest: Rest) -> str:
    """Return the reason that no digits fit: ": 1 2 8 or 2 4 5, but neither cell can be 2", or "".

    The text continues a clause that names the total, so it begins with a comma or a colon.
    """
    choices = {
        cell: tuple(d for d in choices_of(w, cell, rest.assumed) if d not in rest.without)
        for cell in rest.cells
    }
    sets = _possible_sets(w, rest)
    if sets is None or rest.size < 1:
        return ""
    sets = [each for each in sets if not {*each} & {*rest.without}]
    if not sets:
        return _no_natural_set(w, rest)
    missing, left = _by_missing_digit(sets, choices)
    falls = [(each, fall_of(w, rest, choices, each)) for each in left]
    if any(fall is None for _, fall in falls):
        return ""
    lacking = [_none_can_be(w, rest, choices, missing)] if missing else []
    if rest.size == 1 and missing:
        return f", but {lacking[0]}"
    alike: dict[tuple[object, ...], tuple[Fall, list[_Set]]] = {}
    for each, fall in falls:
        if fall is not None:
            alike.setdefault(fall.key, (fall, []))[1].append(each)
    out = [
        f"{joined(map(spaced, those))} {'is' if len(those) == 1 else 'are'} out, as {fall.told()}"
        for fall, those in alike.values()
    ]
    if len(sets) <= _MOST_LISTED:
        if len(out) == 1 and not missing:
            ((fall, _),) = alike.values()
            return f": {_either(sets)}, but {fall.told()}"
        return f": {_either(sets)}, but {'; '.join([*lacking, *out])}"
    if not left:
        return _no_choice(w, rest, choices)
    if len(left) > _MOST_LISTED or not missing:
        return ""
    return f", but {lacking[0]}; that leaves {_either(left)}, and {'; '.join(out)}"


def _either(sets: Iterable[_Set]) -> str:
    return joined(map(spaced, sorted(sets)), "or")


# ---- sets of digits


@lru_cache(maxsize=1024)
def _sets_of(
    order: int, size: int, total: int, times: bool, repeats: bool
) -> tuple[_Set, ...] | None:
    """Return the sets of digits with a total, or None if there are too many."""
    found: list[_Set] = []

    def extend(least: int, chosen: _Set, left: int) -> None:
        open_ = size - len(chosen)
        if len(found) > _MOST_SETS or (order**open_ if times else order * open_) < left:
            return
        if not open_:
            if left == (1 if times else 0):
                found.append(chosen)
            return
        for digit in range(least, order + 1):
            if times:
                if left % digit or digit**open_ > left:
                    continue
            elif digit * open_ > left:
                break
            rest = left // digit if times else left - digit
            extend(digit if repeats else digit + 1, (*chosen, digit), rest)

    if total > 0:
        extend(1, (), total)
    return tuple(found) if len(found) <= _MOST_SETS else None


def _possible_sets(w: Words, rest: Rest) -> list[_Set] | None:
    """Return the sets that make the total, without digits that are certainly elsewhere."""
    do_differ = all(w.sees(a, b) for a, b in combinations(rest.cells, 2))
    found = _sets_of(w.puzzle.order, rest.size, rest.total, rest.times, not do_differ)
    if found is None:
        return None
    taken = {d for c, d in rest.assumed if all(w.sees(c, cell) for cell in rest.cells)}
    if do_differ:
        taken |= {held.digit for held in rest.held}
    return [each for each in found if not taken & {*each}]


def _no_natural_set(w: Words, rest: Rest) -> str:
    """Return an obvious reason that no digits at all make the total, or ""."""
    n, size = w.puzzle.order, rest.size
    if size == 1:
        digit = rest.total
        if not 1 <= digit <= n:
            return ", which is no digit" if digit < 1 else ", which is too much"
        return f", but that is a second {digit}"
    taken = {held.digit for held in rest.held} | {
        d for c, d in rest.assumed if all(w.sees(c, cell) for cell in rest.cells)
    }
    free = [digit for digit in range(1, n + 1) if digit not in taken]
    if (
        not rest.times
        and len(free) >= size
        and all(w.sees(a, b) for a, b in combinations(rest.cells, 2))
    ):
        least, most = free[:size], free[-size:]
        if rest.total < sum(least):
            return f", but {' + '.join(map(str, least))} is {sum(least)} already"
        if rest.total > sum(most):
            return f", but {' + '.join(map(str, most))} is only {sum(most)}"
    if not rest.times and not size <= rest.total <= n * size:
        far = "least" if rest.total < size else "most"
        return f", but they make at {far} {size if rest.total < size else n * size}"
    natural = _sets_of(n, size, rest.total, rest.times, True) or ()
    if rest.times and not natural:
        return f", but no {w.number(size)} digits do that"
    if not 0 < len(natural) <= _MOST_LISTED:
        return ""
    again = sorted({d for each in natural for d in each if d in taken or each.count(d) > 1})
    return f": {_either(natural)}, but that takes {w.digits(again, 'or')} twice"


# ---- why a set falls


def _by_missing_digit(
    sets: Sequence[_Set], choices: Mapping[int, Sequence[int]]
) -> tuple[list[int], list[_Set]]:
    """Return digits that no cell can hold but some sets need, and the other sets."""
    possible = {digit for digits in choices.values() for digit in digits}
    needing = {
        digit: {each for each in sets if digit in each}
        for digit in sorted({digit for each in sets for digit in each} - possible)
    }
    left, missing = {*sets}, list[int]()
    while needing:
        digit = max(needing, key=lambda each: len(needing[each] & left))
        if not needing.pop(digit) & left:
            break
        missing.append(digit)
        left = {each for each in left if digit not in each}
    return sorted(missing), sorted(left)


def fall_of(
    w: Words, rest: Rest, choices: Mapping[int, Sequence[int]], digits: _Set
) -> Fall | None:
    """Return the reason that the cells cannot hold a set of digits, or None if it is not short.

    Each of the digits must be a candidate of some cell.
    """
    fixed = {cell for held in rest.held for cell in held.cells}
    free = [cell for cell in rest.cells if cell not in fixed]
    for cell in free:
        if not {*digits} & {*choices[cell]}:
            return Fall(("bare", cell), partial(_is_other, w, cell, choices[cell], {*digits}))
    return _crowded(w, rest, choices, digits) or _clash(w, free, choices, digits)


def _crowded(
    w: Words, rest: Rest, choices: Mapping[int, Sequence[int]], digits: _Set
) -> Fall | None:
    """Return the reason that digits of a set have too few cells, or None."""
    for digit, count in Counter(digits).items():
        able = [cell for cell in rest.cells if digit in choices[cell]]
        if count > 1 and all(w.sees(a, b) for a, b in combinations(able, 2)):
            text = f"a second {w.digit(digit)} fits nowhere"
            return Fall(("twice", digit), partial(w.said, text, *knowledge(w, able)))
    for some in combinations(sorted({*digits}), 2):
        able = [cell for cell in rest.cells if {*some} & {*choices[cell]}]
        if len(able) == 1:
            text = f"{w.digits(some)} fit only at {w.cell(able[0])}"
            return Fall(("crowded", *some), partial(w.said, text, *knowledge(w, rest.cells)))
    return None


def _clash(
    w: Words, free: Sequence[int], choices: Mapping[int, Sequence[int]], digits: _Set
) -> Fall | None:
    """Return the reason that the only digit for one cell leaves no digit for another, or None."""
    for one, other in permutations(free, 2):
        options = {*digits} & {*choices[one]}
        if len(options) != 1:
            continue
        (digit,) = options
        left = [*digits]
        left.remove(digit)
        if not any(
            each in choices[other] and (each != digit or not w.sees(one, other)) for each in left
        ):
            text = f"{w.cell(one)} would be {w.digit(digit)} and {w.cell(other)} cannot be "
            text += w.digits(sorted({*left}), "or")
            return Fall(("clash", one, other), partial(w.said, text, *knowledge(w, (one, other))))
    return None


def _is_other(w: Words, cell: int, digits: Sequence[int], wanted: Iterable[int]) -> str:
    """Return "r6c1 is 7 or 9", or "r6c1 cannot be 2, 3 or 6"."""
    on_board = w.board.candidates(cell)
    if len(digits) <= _FEW:
        claims: list[Claim] = [Only((cell,), on_board)] if on_board == tuple(digits) else []
        then = "" if claims else "then "
        return w.said(f"{w.cell(cell)} is {then}{w.digits(digits, 'or')}", *claims)
    lacking = sorted({*wanted} - {*on_board})
    gone = [Gone((cell,), tuple(lacking))] if lacking else []
    return w.said(f"{w.cell(cell)} cannot be {w.digits(sorted(wanted), 'or')}", *gone)


def _none_can_be(
    w: Words, rest: Rest, choices: Mapping[int, Sequence[int]], digits: Sequence[int]
) -> str:
    """Return "none of them can be 1 or 5"."""
    claims = [
        Gone((cell,), lacking)
        for cell in choices
        if (lacking := tuple(d for d in digits if d not in w.board.candidates(cell)))
    ]
    them = "the cells" if rest.size < len(rest.cells) else "them"
    none = {1: w.cell(rest.cells[0]), 2: "neither"}.get(len(rest.cells), f"none of {them}")
    can = "cannot be" if len(rest.cells) == 1 else "can be"
    return w.said(f"{none} {can} {w.digits(digits, 'or')}", *claims)


def _no_choice(w: Words, rest: Rest, choices: Mapping[int, Sequence[int]]) -> str:
    """Return ", but no three of 2, 4, 7 and 9 do that", or "" for many choices."""
    digits = sorted({digit for each in choices.values() for digit in each})
    digits = [digit for digit in digits if digit not in {held.digit for held in rest.held}]
    if not rest.size <= len(digits) or comb(len(digits) + rest.size - 1, rest.size) > _MOST_CHOICES:
        return ""
    claims = [Only((cell,), w.board.candidates(cell)) for cell in choices]
    which = "no two" if rest.size == 2 else f"no {w.number(rest.size)}"
    return w.said(f", but {which} of {w.digits(digits)} do that", *claims)
