"""Explain why a cage that must hold digits in a house cannot have other digits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import prod
from typing import NamedTuple

from pandoku.techniques._known_totals import Known, choices_of, known_of_cage, ways_of_cells
from pandoku.techniques._no_filling import Held, Rest, why_no_set
from pandoku.techniques._rest_reasons import why_not_made
from pandoku.words import Words, added, joined
from pandoku.words.claims import Only

_MOST_TRIED = 20_000  # maximum number of choices of digits to examine for a bound
_MOST_PLACES = 6  # maximum number of choices of places that become cases


class Claimed(NamedTuple):
    """Digits that a cage holds in a part of its cells: at least *share* of *digits*."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    share: int


def why_not_with(w: Words, index: int, claimed: Claimed, lost: int, at: tuple[int, ...]) -> str:
    """Return the reason that a cage cannot have *lost* at the cells *at*, or "" if it is long."""
    known = known_of_cage(w, index)
    if known is None:
        return ""
    share, digits, parts = claimed.share, claimed.digits, list[str]()
    if lost in digits and {*at} <= {*claimed.cells}:
        share, digits = share - 1, tuple(digit for digit in digits if digit != lost)
    for some in combinations(digits, share):
        house = w.house(w.houses[0])
        here = f"with {w.digits(some)} in {house}" if some else "with it there"
        if not parts:
            beside = f" and {w.digits(some)} in {house}" if some else ""
            here = f"with {w.digit(lost)} at {w.cells(at, 'or')}{beside}"
        if not (why := _case(w, known, claimed, some, (lost, at), here)):
            return ""
        parts.append(why)
    return "; ".join(parts)


def why_fewer(w: Words, index: int, claimed: Claimed) -> str:
    """Return the reason that a cage has less than *share* of the digits, or "" if it is long.

    For example: "with 1 and 2 there, the other two would have to add up to 13, but 6 + 5 is only
    11".
    """
    known, parts = known_of_cage(w, index), list[str]()
    if known is None:
        return ""
    for lost, *some in combinations(claimed.digits, claimed.share):
        at = tuple(cell for cell in claimed.cells if lost in w.board.candidates(cell))
        here, least = f"with {w.digits((lost, *some))} there", (lost + sum(some))
        if not known.times and least + len(known.plus) - claimed.share > known.total:
            why = f"{added((lost, *some))} is too much" if some else ""
        else:
            why = _case(w, known, claimed, some, (lost, at), here)
        if not why:
            return ""
        parts.append(why)
    return "; ".join(parts)


def _case(
    w: Words,
    known: Known,
    claimed: Claimed,
    some: Sequence[int],
    gone: tuple[int, tuple[int, ...]],
    here: str,
) -> str:
    """Return the reason that the cage cannot hold *some* digits and the lost one.

    The reason begins with *here*, a phrase for these digits.
    """
    lost, at = gone
    house = w.house(w.houses[0])
    differ = all(w.sees(a, b) for a, b in combinations(known.plus, 2))
    if lost in some and differ:
        return f"the cage has its {w.digit(lost)} in {house}, and no second {w.digit(lost)}"
    held = (
        Held(lost, at),
        *(
            Held(digit, tuple(c for c in claimed.cells if digit in w.board.candidates(c)))
            for digit in some
        ),
    )
    taken = [each.digit for each in held]
    if known.times and known.total % prod(taken):
        return f"{' × '.join(map(str, taken))} = {prod(taken)} does not divide {known.total}"
    total = known.total // prod(taken) if known.times else known.total - sum(taken)
    size = len(known.plus) - len(held)
    if size < 1:
        return ""
    verb = "be" if size == 1 else "multiply to" if known.times else "add up to"
    other = "cell" if size == 1 else w.number(size)
    lead = f"{here}, the other {other} would have to {verb} {total}"
    why = why_no_set(w, Rest(known.plus, total, known.times, held=held))
    if why:
        return f"{lead}{why}"
    return _by_places(w, known, held, lead)


def _by_places(w: Words, known: Known, held: tuple[Held, ...], lead: str) -> str:
    """Return the reasons for each choice of places of the digits that the cage holds, or ""."""
    choices = [
        cells for cells in product(*(each.cells for each in held)) if len({*cells}) == len(cells)
    ]
    if len(choices) > _MOST_PLACES:
        return ""
    digits = [each.digit for each in held]
    alike: dict[str, list[tuple[int, ...]]] = {}
    whys: dict[str, str] = {}
    for cells in choices:
        assumed, left = tuple(zip(cells, digits, strict=True)), known
        if any(d not in choices_of(w, c, assumed[:k]) for k, (c, d) in enumerate(assumed)):
            continue  # two of the cells see each other
        for pair in assumed:
            left = left.without(*pair)
        if not (why := why_not_made(w, left, assumed)):
            return ""
        key = w.plain(why)
        whys.setdefault(key, why)
        alike.setdefault(key, []).append(cells)
    if not alike:
        return ""
    if len(alike) == 1:
        return f"{lead}{next(iter(whys.values()))}"
    parts = []
    for key, those in alike.items():
        why = whys[key]
        at = joined((_told_places(w, held, cells) for cells in those), "or")
        parts.append(f"with {at}{why.replace(', but ', ', ', 1) if why[0] == ',' else why}")
    return f"{lead}: {'; '.join(parts)}"


def _told_places(w: Words, held: tuple[Held, ...], cells: Sequence[int]) -> str:
    """Return the places of the digits that have several: "6 at r1c1 and 7 at r2c3"."""
    return joined(
        f"{w.digit(each.digit)} at {w.cell(cell)}"
        for each, cell in zip(held, cells, strict=True)
        if len(each.cells) > 1
    )


def why_holds(w: Words, index: int, claimed: Claimed) -> str:
    """Return the reason that a cage has at least *share* of the digits, or "" if it is long.

    For example: "without 1 and 2 there, the cage would make at most 9 + 6 + 4 = 19".
    """
    known, digits = known_of_cage(w, index), {*claimed.digits}
    if known is None or known.times:
        return ""
    there = "" if {*claimed.cells} == {*known.plus} else " there"
    few = f"with only {w.number(claimed.share - 1)} of {w.digits(claimed.digits)}{there}"
    if claimed.share == 1:
        few = f"without {w.digits(claimed.digits, 'and')}{there}"
    if prod(len(w.board.candidates(cell)) for cell in known.plus) <= _MOST_TRIED:
        places = [known.plus.index(cell) for cell in claimed.cells]
        ways = [
            way
            for way in ways_of_cells(w, known.plus)
            if len({way[at] for at in places} & digits) < claimed.share
        ]
        for pick, bound in ((max, "most"), (min, "least")):
            far = pick(ways, key=sum, default=())
            if far and (sum(far) < known.total) == (bound == "most") and sum(far) != known.total:
                text = f"{few}, the other cells would make at {bound} {added(far)}"
                claims = (Only((cell,), w.board.candidates(cell)) for cell in known.plus)
                return w.said(f"{text}, not {known.total}", *claims)
    if there or claimed.share > 1:
        return ""
    why = why_no_set(w, Rest(known.plus, known.total, without=claimed.digits))
    return f"{few}, the cells would have to add up to {known.total}{why}" if why else ""
