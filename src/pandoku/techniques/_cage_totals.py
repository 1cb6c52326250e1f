"""Reasons why a known sum, difference or product of cells rules out candidates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from pandoku.model import House, Pair
from pandoku.techniques._cage_fillings import ways_of
from pandoku.techniques._known_totals import Known, by_cell, others_of
from pandoku.techniques._no_filling import Held, Rest, why_no_set
from pandoku.techniques._rest_reasons import (
    NOT_ALLOWED,
    beyond_bounds,
    beyond_products,
    why_not_made,
)
from pandoku.techniques._sight import causes_of
from pandoku.words import Words, clauses, primes_of, sentence
from pandoku.words.claims import CageNeeds, CagePlaces, Claim, Inside, Only, Places, Sees


def why_gone(w: Words, known: Known, gone: Iterable[Pair]) -> Iterator[str]:
    """Explain for each candidate in *gone* why the total does not allow it."""
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
        yield from _without_factor(w, known, left)
        yield from beyond_products(w, known, left)
    else:
        yield from beyond_bounds(w, known, left)
    yield from _unmatched(w, known, left)


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


def _without_factor(w: Words, known: Known, left: dict[Pair, None]) -> Iterator[str]:
    """Explain the loss of digits that lack a factor which no other cell can bring."""
    for cell in by_cell(left):
        others = [other for other, _ in others_of(known, cell)]
        for prime, power in primes_of(known.total).items():
            brought = sum(
                max(_power(digit, prime) for digit in w.board.candidates(each)) for each in others
            )
            lacking = power - brought
            gone = [d for each, d in left if each == cell and _power(d, prime) < lacking]
            if not gone or (brought and prime == 2):
                continue
            needed = prime**lacking
            text = f"only {w.cell(cell)} can bring the factor {needed}"
            if brought:
                text = f"{w.cells(others)} bring at most the factor {prime**brought} of "
                text += f"{prime**power}, so {w.cell(cell)} must bring {needed}"
            own = (Only((each,), w.board.candidates(each)) for each in others)
            yield w.said(sentence(text), *own, *(known.claim(cell, d) for d in gone))
            for digit in gone:
                left.pop((cell, digit))


def _power(number: int, prime: int) -> int:
    return primes_of(number).get(prime, 0)


def _unmatched(w: Words, known: Known, left: dict[Pair, None]) -> Iterator[str]:
    yield from _at_several_cells(w, known, left)
    unexplained: dict[int, list[int]] = {}
    for cell, digits in by_cell(left).items():
        others = [other for other, _ in others_of(known, cell)]
        if len(others) == 1:
            needs = {digit: (known.needed(cell, digit),) for digit in digits}
            yield partners_missing(w, cell, others[0], needs, partial(known.claim, cell))
            continue
        for digit in digits:
            rest, claim = known.without(cell, digit), known.claim(cell, digit)
            text = f"If {w.cell(cell)} were {digit}, {_would_come(w, rest)}"
            if why := why_not_made(w, rest, ((cell, digit),)):
                yield w.said(f"{text}{why}.", claim)
            else:
                unexplained.setdefault(cell, []).append(digit)
    for cell, digits in unexplained.items():
        yield _rests(w, known, cell, digits)


def _at_several_cells(w: Words, known: Known, left: dict[Pair, None]) -> Iterator[str]:
    """Explain the loss of a digit by several cells, if the same sets of digits show it."""
    if known.minus or len(known.plus) < 3:
        return
    cells_of: dict[int, list[int]] = {}
    for cell, digit in left:
        cells_of.setdefault(digit, []).append(cell)
    for digit, cells in cells_of.items():
        rest = known.without(-1, digit)
        if len(cells) < 2 or (known.times and known.total % digit):
            continue
        why = why_no_set(
            w, Rest(known.plus, rest.total, known.times, held=(Held(digit, tuple(cells)),))
        )
        if not why:
            continue
        verb = "multiply to" if known.times else "add up to"
        text = f"With {w.digit(digit)} at {w.cells(cells, 'or')}, the other "
        text += f"{w.number(len(known.plus) - 1)} would have to {verb} {rest.total}{why}."
        yield w.said(text, *(known.claim(cell, digit) for cell in cells))
        for cell in cells:
            left.pop((cell, digit))


def partners_missing(
    w: Words,
    cell: int,
    other: int,
    needs: Mapping[int, tuple[int, ...]],
    claim: Callable[[int], Claim],
) -> str:
    """Explain why a cell loses digits that would need an impossible partner at *other*.

    Args:
        w: The words of the step.
        cell: A cell that loses digits.
        other: The cell that would have to hold a matching digit.
        needs: For each digit of *cell*, the digits that *other* would have to hold.
        claim: A function of a digit of *cell*, which returns the claim that the text makes about
            the digit.
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
    """Return a clause: "5 at r1c1 would need 2 or 8 at r1c2, and 7 would need 4, which ..."."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for digit, those in needs.items():
        alike.setdefault(those, []).append(digit)
    (those, digits), *more = alike.items()
    named = w.candidates((cell,), digits, f"{w.digits(digits, 'or')} at {w.geometry.name(cell)}")
    parts = [f"{named} would need {w.digits(those, 'or')} at {w.cell(other)}"]
    parts += [f"{w.digits(ds, 'or')} would need {w.digits(them, 'or')}" for them, ds in more]
    needed = sorted({e for them in alike for e in them} - {*w.board.candidates(other)})
    if len(needed) == 1 and (home := _home_of(w, other, needed[0])):
        return f"{clauses(parts)}, but {home}"
    which = {1: "which is not", 2: "neither is"}.get(len(needed), "none of these is")
    link = "but " if len(needed) > 1 else ""
    return f"{clauses(parts)}, {link}{which} possible there{causes_of(w, other, needed)}"


def _home_of(w: Words, cell: int, digit: int) -> str:
    """Return a reason that an earlier step has removed a candidate, or "" if none is found.

    For example: "the 10× cage at r4c6 has its 1 in column 6", or "box 3 has its 1 in column 6".
    """
    if w.cause(cell, digit).by != "step":
        return ""
    board, around = w.board, [w.geometry.houses[at] for at in w.geometry.houses_of[cell]]

    def shared(cells: Iterable[int]) -> tuple[tuple[int, ...], House | None]:
        places = tuple(each for each in cells if digit in board.candidates(each))
        is_open = places and not any(board.digits[each] == digit for each in cells)
        homes = (h for h in around if is_open and {*places} <= {*h.cells})
        return places, next(homes, None)

    for at, house in enumerate(w.geometry.houses):
        places, home = shared(house.cells)
        if home is not None and cell not in house.cells:
            inside = Inside((cell, *places), (w.index(home),))
            text = f"{w.house(house)} has its {w.digit(digit)} in {w.house(home)}"
            return w.said(text, Places(at, digit, places), inside)
    for index, cage in enumerate(w.puzzle.cages):
        places, home = shared(cage.cells)
        if home is None or cell in cage.cells:
            continue
        ways = ways_of(w, index)
        if ways and all(digit in way for way in ways):
            inside = Inside((cell, *places), (w.index(home),))
            needs = (CageNeeds(index, digit), CagePlaces(index, digit, places))
            text = f"{w.cage(index)} has its {w.digit(digit)} in {w.house(home)}"
            return w.said(text, *needs, inside)
    return ""


def _rests(w: Words, known: Known, cell: int, digits: Sequence[int]) -> str:
    rests = [known.without(cell, digit) for digit in digits]
    cells = w.cells((*rests[0].plus, *rests[0].minus))
    claims = (known.claim(cell, digit) for digit in digits)
    text = f"With {w.digits(digits, 'or')} at {w.cell(cell)}, "
    if rests[0].plus and rests[0].minus:
        return w.said(f"{text}{cells} cannot make up the difference.", *claims)
    totals = w.digits((abs(rest.total) for rest in rests), "or")
    verb = "multiply to" if known.times else "add up to"
    return w.said(f"{text}{cells} would have to {verb} {totals}, {NOT_ALLOWED}.", *claims)


def _would_come(w: Words, rest: Known) -> str:
    plus, minus, total = rest.plus, rest.minus, rest.total
    if minus and not plus:
        plus, minus, total = minus, (), -total
    if not minus:
        verb = "be" if len(plus) == 1 else "multiply to" if rest.times else "add up to"
        return f"{w.cells(plus)} would have to {verb} {total}"
    come = "be" if len(plus) == len(minus) == 1 else "come to"
    if not total:
        equal = "the same" if come == "be" else "as much"
        return f"{w.cells(plus)} would have to {come} {equal} as {w.cells(minus)}"
    more = "more" if total > 0 else "less"
    return f"{w.cells(plus)} would have to {come} {abs(total)} {more} than {w.cells(minus)}"
