"""Sandwiches and X-sums: places of the crusts, first digits, and sets of digits with the sum."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from pandoku.constraints import Sandwich, XSum
from pandoku.model import Board, Facts, Puzzle, Step, digits_of
from pandoku.techniques._kept import per_puzzle
from pandoku.techniques._sum_slips import CRUST_SLIPS, SANDWICH_SLIPS, X_SUM_SLIPS
from pandoku.techniques._sums import (
    Team,
    add,
    fall_words,
    fallen_words,
    fits_cells,
    knowledge,
    natural_sets,
    shares_of,
    total_of,
)
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, added, joined, sentence
from pandoku.words.claims import Allows, Inside

__all__ = ["TECHNIQUES"]

_FEW = 6  # maximum number of sets to list
_MOST_CASES = 3  # maximum number of cases
_MOST_FALLEN = 3  # maximum number of sets whose end is explained
_MOST_FIRST = 4  # maximum number of first digits of an X-sum, if each excludes a digit
_MOST_NAMED = 4  # fewer cells than this are named one by one
_LARGEST_BRIEF = 9  # largest order whose digits are single characters
_MOST_KNOWN = 500  # maximum number of results in the cache of each clue

_NO_OTHER = "no other cell of the line can be {}"

_Pairs = tuple[tuple[int, int], ...]  # (cell, digit)
_Set = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Clue:
    """A sandwich or an X-sum.

    Attributes:
        number: Position of the constraint in `Puzzle.constraints`.
        cells: The cells of the line, beginning next to the clue.
        total: The number of the clue.
        order: The order of the grid.
    """

    number: int
    cells: tuple[int, ...]
    total: int
    order: int
    known: dict[object, object] = field(default_factory=dict)

    def recalled(self, name: str, masks: Sequence[int], find: Callable[..., object]) -> object:
        """Return the result of *find*, which depends on the candidates of the line alone."""
        key = (name, *(masks[cell] for cell in self.cells))
        if key not in self.known:
            if len(self.known) >= _MOST_KNOWN:
                self.known.clear()
            self.known[key] = find(self, key[1:])
        return self.known[key]


@per_puzzle
def _clues(puzzle: Puzzle) -> tuple[tuple[_Clue, ...], tuple[_Clue, ...]]:
    """Return the sandwiches and the X-sums of a puzzle."""
    sandwiches, x_sums = list[_Clue](), list[_Clue]()
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if isinstance(each, Sandwich | XSum):
            cells = each.cells_on(puzzle.geometry)
            clue = _Clue(number, cells, each.total, puzzle.order)
            (sandwiches if isinstance(each, Sandwich) else x_sums).append(clue)
    return tuple(sandwiches), tuple(x_sums)


def _clue(w: Words) -> _Clue:
    (number,) = w.step.facts.constraints
    sandwiches, x_sums = _clues(w.puzzle)
    return next(each for each in (*sandwiches, *x_sums) if each.number == number)


def _what(w: Words) -> str:
    return w.constraint(w.step.facts.constraints[0])


def _say(w: Words, text: str, cells: Iterable[int]) -> str:
    """Return a sentence that names cells, with their digits and candidates as claims."""
    return w.said(sentence(text), *knowledge(w, cells))


def _find(name: str, board: Board, limit: int) -> Iterator[Step]:
    """Yield the steps of the technique called *name*."""
    clues, deduce = _clues(board.puzzle)[name == "x-sums"], _DEDUCTIONS[name]
    for clue in clues:
        found = clue.recalled(name, board.masks, deduce)
        if isinstance(found, _Crusts | _Cases | _XSum) and found.gone:
            yield _step(name, clue, found.gone)


def _step(name: str, clue: _Clue, gone: _Pairs) -> Step:
    eliminations = tuple(sorted((clue.cells[at], digit) for at, digit in gone))
    marked = tuple((cell, "pattern") for cell in clue.cells)
    facts = Facts(cells=marked, constraints=(clue.number,))
    return Step(name, eliminations=eliminations, facts=facts)


def _allowed(w: Words, clue: _Clue, gone: Iterable[tuple[int, int]]) -> Iterator[Allows]:
    """Yield the claims that a line has no way with the candidates at some positions."""
    lost: dict[int, set[int]] = {}
    for at, digit in gone:
        lost.setdefault(at, set()).add(digit)
    for at, digits in lost.items():
        left = (d for d in w.board.candidates(clue.cells[at]) if d not in digits)
        yield Allows(clue.number, (clue.cells[at],), tuple(left))


# ---- the crusts of a sandwich


class _Crusts(NamedTuple):
    """The pairs of places for the two crusts, and the candidates that they leave out.

    Attributes:
        gaps: The numbers of digits that can make the sum.
        short: Pairs of places that are excluded because the cells between make too much or too
            little, with the least or greatest digits between them.
        pairs: The pairs of places that are left.
        gone: The candidates to remove, as pairs (position, digit).
    """

    gaps: tuple[int, ...]
    short: tuple[tuple[int, int, _Set], ...]
    pairs: tuple[tuple[int, int], ...]
    gone: _Pairs


def _inner(order: int) -> range:
    return range(2, order)


def _crusts(clue: _Clue, masks: Sequence[int]) -> _Crusts | None:
    n, one = clue.order, 1
    top, digits = 1 << (n - 1), [*_inner(n)]
    gaps = tuple(
        size
        for size in range(n - 1)
        if sum(digits[:size]) <= clue.total <= sum(digits[len(digits) - size :])
    )
    known = {at for at, mask in enumerate(masks) if not mask & ~(1 | top)}
    pairs = [
        (a, b)
        for a in range(n)
        for b in range(a + 1, n)
        if b - a - 1 in gaps
        and known <= {a, b}
        and ((masks[a] & one and masks[b] & top) or (masks[a] & top and masks[b] & one))
    ]
    if not pairs:
        return None
    if gone := _without_crust(masks, pairs, n):
        return _Crusts(gaps, (), tuple(pairs), gone)
    inner = [mask & ~1 & ~top for mask in masks]
    short = [(a, b, bad) for a, b in pairs if (bad := _beyond(inner[a + 1 : b], clue.total)[0])]
    left = [pair for pair in pairs if pair not in {(a, b) for a, b, _ in short}]
    if not left or len(short) > _MOST_FALLEN:
        return None
    return _Crusts(gaps, tuple(short), tuple(left), _without_crust(masks, left, n))


def _without_crust(masks: Sequence[int], pairs: Iterable[tuple[int, int]], order: int) -> _Pairs:
    """Return the crusts that have no partner, and other digits where a crust must be."""
    one, top = 1, 1 << (order - 1)
    able = [0] * order
    always = set(range(order))
    for a, b in pairs:
        for here, there in ((a, b), (b, a)):
            able[here] |= (one if masks[there] & top else 0) | (top if masks[there] & one else 0)
        always &= {a, b}
    return tuple(
        (at, digit)
        for at, mask in enumerate(masks)
        if mask.bit_count() > 1
        for digit in digits_of(mask & (one | top) & ~able[at]
                               | (mask & ~(one | top) if at in always else 0))
    )  # fmt: skip


def _beyond(masks: Sequence[int], total: int) -> tuple[_Set, bool | None]:
    """Return the digits that show that cells in one line cannot make a total.

    Returns:
        The greatest digits and True if they make too little, the least digits and False if they
        make too much, or () and None if neither is so.
    """
    teams = (Team(tuple(range(len(masks)))),) if masks else ()
    for most in (False, True):
        shares = shares_of(teams, masks, most=most)
        if shares is None:
            break
        if (total_of(shares) < total) if most else (total_of(shares) > total):
            return (shares[0].digits if shares else ()), most
    return (), None


def _reason_crusts(w: Words) -> Iterator[str]:
    clue = _clue(w)
    found = clue.recalled("sandwich-crusts", w.board.masks, _crusts)
    if not isinstance(found, _Crusts):
        return
    yield _gap_words(w, clue, found.gaps)
    yield from _short_words(w, clue, found)
    crusts = (1, clue.order)
    certain = [c for c in clue.cells if {*w.board.candidates(c)} == {*crusts}]
    if certain:
        verb = "is" if len(certain) == 1 else "are"
        yield _say(w, f"{w.cells(certain)} {verb} {w.digits(crusts, 'or')}", certain)
    lone = {digit: [clue.cells[at] for at, gone in found.gone if gone == digit] for digit in crusts}
    if lone[1] == lone[clue.order]:
        lone = {0: lone[1]}
    for digit, cells in lone.items():
        if not cells:
            continue
        other = w.digit(sum(crusts) - digit) if digit else ""
        name, missing = (
            (w.digit(digit), f"the {other}") if digit else (w.digits(crusts, "or"), "the other")
        )
        gone = [pair for pair in found.gone if pair[1] in ((digit,) if digit else crusts)]
        text = f"{name} at {w.cells(cells, 'or')} would leave no place for {missing}"
        yield w.said(f"{text}.", *_allowed(w, clue, gone))
    if gone := [pair for pair in found.gone if pair[1] not in crusts]:
        cells = [clue.cells[at] for at in dict.fromkeys(at for at, _ in gone)]
        if len(found.pairs) <= _FEW:
            pairs = joined((_ends(w, clue, *pair) for pair in found.pairs), "or")
            text = f"the only places for {_crust_words(w)} are {pairs}"
        else:
            text = f"every pair of places for {_crust_words(w)} has {w.cells(cells)}"
        known = knowledge(w, (clue.cells[at] for pair in found.pairs for at in pair))
        yield w.said(sentence(text), *_allowed(w, clue, found.gone), *known)


def _ends(w: Words, clue: _Clue, a: int, b: int) -> str:
    return w.cells((clue.cells[a], clue.cells[b]))


def _short_words(w: Words, clue: _Clue, found: _Crusts) -> Iterator[str]:
    """Yield the pairs of places where the cells between make too much or too little."""
    for a, b, digits in found.short:
        end = "most" if sum(digits) < clue.total else "least"
        verb = "cell is" if len(digits) == 1 else "cells make"
        text = f"Between {_ends(w, clue, a, b)}, the {verb} at {end} {added(digits)}."
        yield w.said(text, *knowledge(w, (clue.cells[a], clue.cells[b])))


def _crust_words(w: Words) -> str:
    return f"{w.digit(1)} and {w.digit(w.puzzle.order)}"


def _gap_words(w: Words, clue: _Clue, gaps: Sequence[int]) -> str:
    """Return the sentence with the numbers of cells between the crusts, and its reason."""
    digits, crusts = [*_inner(clue.order)], _crust_words(w)
    if gaps == (0,):
        return f"For a sum of 0, {crusts} are neighbors."
    least, most = gaps[0], gaps[-1]
    reasons = []
    if least > 1:
        few = digits[len(digits) - least + 1 :][::-1]
        verb = "one is" if least == 2 else f"{w.number(least - 1)} make"
        reasons.append(f"{verb} at most {added(few)}")
    if most < len(digits):
        verb = "one is" if most == 0 else f"{w.number(most + 1)} make"
        reasons.append(f"{verb} at least {added(digits[: most + 1])}")
    count = w.number(least)
    if least < most:
        count += f" {'or' if most == least + 1 else 'to'} {w.number(most)}"
    noun = "cell is" if most == 1 else "cells are"
    why = f": {joined(reasons)}" if reasons else ""
    return f"For {clue.total}, {count} {noun} between {crusts}{why}."


# ---- cases with their sets of digits


class _Case(NamedTuple):
    """A case: some cells make a total.

    Attributes:
        heading: The digit of the first cell (X-sum), or the places of the crusts (sandwich).
        places: Positions of the cells that make the total.
        total: Their total.
        sets: The sets of digits that fit.
        fallen: The sets that do not fit.
    """

    heading: tuple[int, ...]
    places: tuple[int, ...]
    total: int
    sets: tuple[_Set, ...]
    fallen: tuple[_Set, ...]


class _Cases(NamedTuple):
    """All cases that are left, and the candidates that they leave out."""

    cases: tuple[_Case, ...]
    gone: _Pairs


def _case(
    heading: tuple[int, ...],
    places: tuple[int, ...],
    total: int,
    digits: Sequence[int],
    masks: Sequence[int],
) -> _Case | None:
    """Return a case, or None if there are too many sets."""
    sets = natural_sets(digits, len(places), total)
    if sets is None:
        return None
    fit = tuple(each for each in sets if _fits_line(each, heading, places, masks))
    return _Case(heading, places, total, fit, tuple(each for each in sets if each not in fit))


def _fits_line(
    digits: _Set, heading: tuple[int, ...], places: tuple[int, ...], masks: Sequence[int]
) -> bool:
    """Return whether digits fit into some cells of a line, and the others into the other cells.

    Args:
        digits: The digits of the cells.
        heading: As in `_Case`.
        places: Positions of the cells.
        masks: The candidates of the line.
    """
    if not fits_cells(digits, [masks[at] for at in places]):
        return False
    outside, rest = _outside(digits, heading, places, len(masks))
    return fits_cells(rest, [masks[at] for at in outside])


def _outside(
    digits: _Set, heading: tuple[int, ...], places: tuple[int, ...], order: int
) -> tuple[tuple[int, ...], _Set]:
    """Return the positions outside a sum, and the digits that they must hold."""
    if len(heading) == 1:  # an X-sum, whose first cell has the digit
        inside, used = {0, *places}, {*heading, *digits}
    else:
        inside, used = {*heading, *places}, {1, order, *digits}
    outside = tuple(at for at in range(order) if at not in inside)
    return outside, tuple(digit for digit in range(1, order + 1) if digit not in used)


def _fallen(w: Words, clue: _Clue, case: _Case, sets: Sequence[_Set]) -> str:
    """Return the reasons why sets of a case do not fit: the cells of the sum, or the others."""
    masks = [w.board.masks[cell] for cell in clue.cells]
    cells = [clue.cells[at] for at in case.places]
    inside = [each for each in sets if not fits_cells(each, [masks[at] for at in case.places])]
    parts = [*fallen_words(w, inside, cells)]
    alike: dict[str, list[str]] = {}
    for each in sets:
        if each not in inside:
            places, rest = _outside(each, case.heading, case.places, clue.order)
            others = [clue.cells[at] for at in places]
            alike.setdefault(fall_words(w, rest, others, _NO_OTHER), []).append(add(each))
    for why, same in alike.items():
        text = f"{joined(same)} {'is' if len(same) == 1 else 'are'} out, as {why}"
        parts.append(w.said(text, *knowledge(w, clue.cells)))
    return "; ".join(parts)


def _lost(
    cases: Sequence[_Case], masks: Sequence[int], heads: Callable[[_Case], dict[int, set[int]]]
) -> _Pairs:
    """Return the candidates that no case has.

    Inside a case, the cells hold digits of its sets. Elsewhere on the line, digits that are in all
    sets are used up.
    """
    gone = []
    for at, mask in enumerate(masks):
        allowed = set[int]()
        for case in cases:
            own = set(digits_of(mask))
            if at in (held := heads(case)):
                own &= held[at]
            else:
                used = {digit for digits in held.values() for digit in digits}
                own -= used if len(used) == len(held) else set()
                sets = [{*each} for each in case.sets]
                if at in case.places:
                    own &= {digit for each in sets for digit in each}
                else:
                    own -= sets[0].intersection(*sets)
            allowed |= own
        if mask.bit_count() > 1:
            gone += [(at, digit) for digit in digits_of(mask) if digit not in allowed]
    return tuple(gone)


def _sandwich_cases(clue: _Clue, masks: Sequence[int]) -> _Cases | None:
    crusts = _crusts(clue, masks)
    if crusts is None or crusts.gone or len(crusts.pairs) > _MOST_CASES:
        return None
    cases = []
    digits = [*_inner(clue.order)]
    for a, b in crusts.pairs:
        case = _case((a, b), tuple(range(a + 1, b)), clue.total, digits, masks)
        if case is None:
            return None
        cases.append(case)
    left = [case for case in cases if case.sets]
    if not _are_few(cases) or not left:
        return None
    both = {1, clue.order}
    return _Cases(tuple(cases), _lost(left, masks, lambda case: dict.fromkeys(case.heading, both)))


def _are_few(cases: Sequence[_Case]) -> bool:
    """Return whether all sets can be listed, and those that fall if a case has no set left."""
    return sum(len(case.sets) for case in cases) <= _FEW and all(
        case.sets or len(case.fallen) <= _MOST_FALLEN for case in cases
    )


def _reason_sandwich(w: Words) -> Iterator[str]:
    clue = _clue(w)
    found = clue.recalled("sandwich-sums", w.board.masks, _sandwich_cases)
    if not isinstance(found, _Cases):
        return
    crusts = _crusts(clue, [w.board.masks[cell] for cell in clue.cells])
    assert crusts is not None
    if len(found.cases) > 1:
        yield _gap_words(w, clue, crusts.gaps)
    yield from _short_words(w, clue, crusts)
    for case in found.cases:
        ends = w.cells(clue.cells[at] for at in case.heading)
        if len(found.cases) == 1:
            start = f"{_crust_words(w)} are at {ends}"
        else:
            start = f"with {_crust_words(w)} at {ends}"
        n = len(case.places)
        between = "the cell between is" if n == 1 else f"the {w.number(n)} cells between make"
        sign = ";" if len(found.cases) == 1 else ","
        yield from _case_words(w, clue, case, f"{start}{sign} {between} {case.total}")
    inside = {at for case in found.cases for at in (*case.places, *case.heading)}
    yield _end_words(w, clue, inside, found.gone)


def _case_words(w: Words, clue: _Clue, case: _Case, start: str) -> Iterator[str]:
    """Yield the sets of a case, and the end of those that fall."""
    cells = [clue.cells[at] for at in case.places]
    known = [*cells, *(clue.cells[at] for at in case.heading)]
    out = _fallen(w, clue, case, case.fallen) if _is_short(case) else ""
    if not case.sets:
        yield _say(w, f"{start}, but {out or 'no digits make that'}", known)
    elif len(cells) < 2:
        yield _say(w, start, known)
    else:
        yield _say(w, f"{start}: {joined(map(add, case.sets), 'or')}", known)
        if out:
            yield sentence(out)


def _is_short(case: _Case) -> bool:
    """Return whether the sets that fall are few enough to give the reason for each."""
    return len(case.fallen) <= _MOST_FALLEN and len(case.sets) + len(case.fallen) <= _FEW


def _end_words(w: Words, clue: _Clue, inside: set[int], gone: _Pairs) -> str:
    """Return the consequence for the cells outside, with the claims of all removals."""
    claims = _allowed(w, clue, gone)
    if digits := sorted({digit for at, digit in gone if at not in inside}):
        (line, *_) = w.common_houses(clue.cells)
        text = f"So no other cell of {w.house(line)} is {w.digits(digits, 'or')}."
        return w.said(text, Inside(clue.cells, (w.index(line),)), *claims)
    cells = [clue.cells[at] for at in dict.fromkeys(at for at, _ in gone)]
    return w.said(f"That leaves no other digits for {w.cells(cells)}.", *claims)


# ---- X-sums


class _Missed(NamedTuple):
    """A first digit whose sum is too large or too small.

    Attributes:
        first: The first digit.
        digits: The least or greatest digits after it.
        is_natural: Whether any different digits miss the sum, whatever the candidates.
        most: Whether *digits* are the greatest, so that the sum is too small.
    """

    first: int
    digits: _Set
    is_natural: bool
    most: bool


class _XSum(NamedTuple):
    """The first digits of an X-sum: those that miss the sum, and the cases that are left."""

    missed: tuple[_Missed, ...]
    cases: tuple[_Case, ...]
    gone: _Pairs


def _x_sum(clue: _Clue, masks: Sequence[int]) -> _XSum | None:
    missed, cases, are_listed = list[_Missed](), list[_Case](), True
    for first in digits_of(masks[0]):
        if bad := _misses_first(clue, masks, first):
            missed.append(bad)
            continue
        digits = [digit for digit in range(1, clue.order + 1) if digit != first]
        case = _case((first,), tuple(range(1, first)), clue.total - first, digits, masks)
        if case is None:
            are_listed = False
        else:
            cases.append(case)
    fallen = [case for case in cases if not case.sets]
    told_fallen = [case for case in fallen if len(case.fallen) <= _MOST_FALLEN]
    left = [case for case in cases if case.sets]
    if not left and are_listed:
        return None
    gone = [(0, each.first) for each in missed]
    gone += ((0, case.heading[0]) for case in told_fallen)
    are_listed = are_listed and len(fallen) == len(told_fallen)
    if (
        are_listed
        and len(left) + len(told_fallen) <= _MOST_CASES
        and _are_few([*left, *told_fallen])
    ):
        others = _lost(left, masks, lambda case: {0: {*case.heading}})
        gone += (pair for pair in others if pair[0])
        cases = [*left, *told_fallen]
    else:
        cases = told_fallen
    if masks[0].bit_count() == 1:
        gone = [pair for pair in gone if pair[0]]
    return _XSum(tuple(missed), tuple(sorted(cases)), tuple(sorted({*gone})))


def _misses_first(clue: _Clue, masks: Sequence[int], first: int) -> _Missed | None:
    """Return the reason why a first digit makes the sum too large or too small, or None."""
    bit, wanted = 1 << (first - 1), clue.total - first
    free = (1 << clue.order) - 1 & ~bit
    for is_natural in (True, False):
        own = [free if is_natural else masks[at] & ~bit for at in range(1, first)]
        digits, most = _beyond(own, wanted)
        if most is not None:
            return _Missed(first, digits, is_natural, most)
    return None


def _x_sum_words(w: Words, clue: _Clue, found: _XSum) -> Iterator[str]:
    yield from _missed_words(w, clue, found.missed)
    for case in found.cases:
        (first,) = case.heading
        name = f"with {w.digit(first)} at {w.cell(clue.cells[0])}"
        cells = [clue.cells[at] for at in case.places]
        out = _fallen(w, clue, case, case.fallen) if _is_short(case) else ""
        if case.sets:
            listed = joined((added((first, *each)) for each in case.sets), "or")
            sums = listed if cells else f"the sum is {first}"
            text = f"{name}, {sums}{f'; {out}' if out else ''}"
            yield _say(w, text, [clue.cells[0], *cells])
            continue
        verb = "is" if len(cells) == 1 else "make"
        rest = f"{name}, {w.cells(cells)} {verb} {case.total}"
        again = natural_sets(range(1, clue.order + 1), len(cells), case.total) or []
        again = [each for each in again if first in each][:_MOST_FALLEN]
        if not case.fallen:
            repeat = f"{joined(map(add, again), 'or')}, but the {w.digit(first)} is used"
            yield _say(w, f"{rest}: {repeat}", [clue.cells[0], *cells])
        else:
            yield _say(w, f"{rest}, but {out}", [clue.cells[0], *cells])
    if any(at for at, _ in found.gone):
        inside = {at for case in found.cases if case.sets for at in case.places}
        yield _end_words(w, clue, {0, *inside}, found.gone)
    else:
        left = [d for d in w.board.candidates(clue.cells[0]) if (0, d) not in found.gone]
        text = f"So {w.cell(clue.cells[0])} is {w.digits(left, 'or')}."
        yield w.said(text, *_allowed(w, clue, found.gone))


def _missed_words(w: Words, clue: _Clue, missed: Sequence[_Missed]) -> Iterator[str]:
    """Yield the first digits that are too much or too little: "5 and more are too much"."""
    name = w.cell(clue.cells[0])
    for most in (False, True):
        natural = [each for each in missed if each.is_natural and each.most == most]
        others = [each for each in missed if not each.is_natural and each.most == most]
        end = "too little" if most else "too much"
        if natural:
            nearest = natural[-1] if most else natural[0]
            digits = w.digits(each.first for each in natural)
            verb = "is" if len(natural) == 1 else "are"
            sum_ = added((nearest.first, *nearest.digits))
            side = f"{w.digit(nearest.first)} gives at {'most' if most else 'least'} {sum_}"
            why = f": {side}" if nearest.digits else ": it is the complete sum"
            yield _say(w, f"{digits} at {name} {verb} {end}{why}", clue.cells[:1])
        for each in others:
            sum_ = added((each.first, *each.digits))
            side = "most" if most else "least"
            text = f"{w.digit(each.first)} at {name} is {end}: with the digits that are left"
            yield _say(w, f"{text}, it gives at {side} {sum_}", clue.cells[:1])


# ---- digits that no first digit of an X-sum allows


class _Side(NamedTuple):
    """The reason why a first digit excludes another digit from some cells of the line.

    Attributes:
        case: The case of the first digit.
        is_inside: Whether the cells are among those that make the sum, so that no set has the
            digit. Otherwise, all sets have it.
        listed: Whether all sets of the case are listed.
        fallen: Sets with the digit that do not fit, or sets without it.
        digits: The least or greatest digits that miss the total, if there are no such sets.
    """

    case: _Case
    is_inside: bool
    listed: bool
    fallen: tuple[_Set, ...] = ()
    digits: _Set = ()

    @property
    def n_sets(self) -> int:
        """The number of sets to read, and 1 for the sentence."""
        return len(self.case.sets) * self.listed + len(self.fallen) + 1


class _Unplaced(NamedTuple):
    """Digits that no first digit allows at some positions.

    Attributes:
        digits: The digits.
        places: The positions.
        used: The first digits that are the digit itself.
        sides: The reasons for the other first digits.
    """

    digits: _Set
    places: tuple[int, ...]
    used: _Set
    sides: tuple[_Side, ...]

    @property
    def gone(self) -> _Pairs:
        """The candidates that are excluded."""
        return tuple((at, digit) for at in self.places for digit in self.digits)


def _x_digits(clue: _Clue, masks: Sequence[int]) -> tuple[_Unplaced, ...]:
    """Return the digits that no first digit allows, the shortest reasons first."""
    cases, everything = list[_Case](), range(1, clue.order + 1)
    for first in digits_of(masks[0]):
        digits = [digit for digit in everything if digit != first]
        case = _case((first,), tuple(range(1, first)), clue.total - first, digits, masks)
        if case is None:
            return ()
        cases.append(case)
    if len(cases) > _MOST_FIRST or all(not case.sets for case in cases):
        return ()
    alike: dict[tuple[tuple[int, ...], _Set, tuple[_Side, ...]], list[int]] = {}
    for digit in everything:
        able = [
            at
            for at in range(1, clue.order)
            if masks[at].bit_count() > 1 and masks[at] >> digit - 1 & 1
        ]
        used = tuple(case.heading[0] for case in cases if case.heading[0] == digit)
        for places, sides in _sides(clue, [c for c in cases if c.heading[0] != digit], digit, able):
            alike.setdefault((places, used, sides), []).append(digit)
    found = (_Unplaced(tuple(digits), *others) for others, digits in alike.items())
    return tuple(sorted(found, key=lambda each: sum(side.n_sets for side in each.sides)))


def _sides(
    clue: _Clue, cases: Sequence[_Case], digit: int, able: Iterable[int]
) -> Iterator[tuple[tuple[int, ...], tuple[_Side, ...]]]:
    """Yield positions that lose a digit for the same reasons, with the reasons."""
    reasons = {
        (case.heading[0], is_inside): _side(clue, case, digit, is_inside=is_inside)
        for case in cases
        for is_inside in (True, False)
    }
    by_pattern: dict[tuple[bool, ...], list[int]] = {}
    for at in able:
        by_pattern.setdefault(tuple(at in case.places for case in cases), []).append(at)
    for pattern, places in by_pattern.items():
        sides = [
            reasons[case.heading[0], is_inside]
            for case, is_inside in zip(cases, pattern, strict=True)
        ]
        proved = tuple(side for side in sides if side is not None)
        if len(proved) == len(sides) and sum(len(side.fallen) for side in proved) <= _FEW:
            yield tuple(places), proved


def _side(clue: _Clue, case: _Case, digit: int, *, is_inside: bool) -> _Side | None:
    """Return the reason why no set has a digit (inside), or why all sets have it, or None."""
    if any((digit in each) == is_inside for each in case.sets):
        return None
    if case.sets and len(case.sets) + len(case.fallen) <= _MOST_FALLEN:
        return _Side(case, is_inside, True)
    fallen = tuple(each for each in case.fallen if (digit in each) == is_inside)
    if fallen:
        return _Side(case, is_inside, False, fallen) if len(fallen) <= _MOST_FALLEN else None
    free = [d for d in range(1, clue.order + 1) if d not in (digit, case.heading[0])]
    size = len(case.places) - is_inside
    wanted = case.total - digit * is_inside
    for digits in (free[:size], free[len(free) - size :][::-1]):
        is_least = digits == free[:size]
        if (sum(digits) > wanted) if is_least else (sum(digits) < wanted):
            return _Side(case, is_inside, False, (), tuple(digits))
    return None


def _find_x_sums(board: Board, limit: int) -> Iterator[Step]:
    yield from _find("x-sums", board, limit)
    for clue in _clues(board.puzzle)[1]:
        for each in _known_x_digits(clue, board.masks):
            yield _step("x-sums", clue, each.gone)


def _known_x_digits(clue: _Clue, masks: Sequence[int]) -> tuple[_Unplaced, ...]:
    return clue.recalled("digits", masks, _x_digits)  # type: ignore[return-value]


def _reason_x_sums(w: Words) -> Iterator[str]:
    """Yield the sentences of the first digits, or of a digit that none of them allows."""
    clue = _clue(w)
    lost = {(clue.cells.index(cell), digit) for cell, digit in w.step.eliminations}
    found = clue.recalled("x-sums", w.board.masks, _x_sum)
    if isinstance(found, _XSum) and {*found.gone} == lost:
        yield from _x_sum_words(w, clue, found)
        return
    each = next(each for each in _known_x_digits(clue, w.board.masks) if {*each.gone} == lost)
    yield from _x_digit_words(w, clue, each)


def _x_digit_words(w: Words, clue: _Clue, each: _Unplaced) -> Iterator[str]:
    first = clue.cells[0]
    for digit in each.used:
        yield _say(w, f"with {w.digit(digit)} at {w.cell(first)}, the {digit} is used", (first,))
    for side in each.sides:
        cells = [clue.cells[at] for at in side.case.places]
        (head,) = side.case.heading
        n = len(cells)
        verb = "is" if n == 1 else "make"
        named = w.cells(cells) if n < _MOST_NAMED else f"the next {w.number(n)} cells"
        start = f"with {w.digit(head)} at {w.cell(first)}, "
        start += f"{named} {verb} {side.case.total}" if n else "the sum is complete"
        yield _say(w, f"{start}{_side_words(w, clue, side, each.digits, cells)}", (first, *cells))
    claims = _allowed(w, clue, each.gone)
    places = w.cells(clue.cells[at] for at in each.places)
    yield w.said(f"So {places} cannot be {w.digits(each.digits, 'or')}.", *claims)


def _side_words(w: Words, clue: _Clue, side: _Side, digits: _Set, cells: Sequence[int]) -> str:
    """Return the end of the sentence for a first digit: ": 6 + 8 + 9, without a 5"."""
    named = w.digits(digits, "or" if side.is_inside else "and")
    if side.listed:
        out = _fallen(w, clue, side.case, side.case.fallen)
        sets = joined(map(add, side.case.sets), "or") if len(cells) > 1 else ""
        end = "" if side.is_inside else f", so the {named} is among them"
        return f"{f': {sets}' if sets else ''}{f' ({out})' if out else ''}{end}"
    if side.fallen:
        out = _fallen(w, clue, side.case, side.fallen)
        return f"{', not with' if side.is_inside else ', and need'} {named}: {out}"
    (digit,), total = digits, sum(side.digits)
    if side.is_inside:
        rest, n = side.case.total - digit, len(side.digits)
        others = "cell is" if n == 1 else f"{w.number(n)} cells make"
        end = "least" if total > rest else "most"
        why = f"the other {others} at {end} {added(side.digits)}" if n else "no other cell is left"
        return f"; {w.digit(digit)} would leave {rest}, but {why}"
    end = "least" if total > side.case.total else "most"
    return f", but without {w.digit(digit)} at {end} {added(side.digits)}"


# ---- words for lines


def _is_one_of(w: Words, sets: Sequence[_Set]) -> Iterator[str]:
    """Yield the sets of a clue: "10 above column 4 is 28 or 46"."""
    if 0 < len(sets) <= _MOST_CASES and all(sets) and w.puzzle.order <= _LARGEST_BRIEF:
        yield f"{_what(w)} is {' or '.join(map(w.digits, sets))}"


def _thoughts_on_crusts(w: Words) -> Iterator[str]:
    clue = _clue(w)
    found = clue.recalled("sandwich-crusts", w.board.masks, _crusts)
    if isinstance(found, _Crusts):
        crusts = w.digits((1, clue.order))
        if len(found.pairs) == 1:
            yield f"{_what(w)}: {crusts} only at {_ends(w, clue, *found.pairs[0])}"
        elif len(found.gaps) < _MOST_CASES and not found.short:
            cells = f"cell{'s' * (found.gaps != (1,))}"
            yield f"{_what(w)}: {' or '.join(map(w.number, found.gaps))} {cells} between {crusts}"


def _thoughts_on_sandwich(w: Words) -> Iterator[str]:
    clue = _clue(w)
    found = clue.recalled("sandwich-sums", w.board.masks, _sandwich_cases)
    if isinstance(found, _Cases):
        sets = dict.fromkeys(each for case in found.cases for each in case.sets)
        yield from _is_one_of(w, [*sets])


def _thoughts_on_x_sum(w: Words) -> Iterator[str]:
    clue = _clue(w)
    lost = {(clue.cells.index(cell), digit) for cell, digit in w.step.eliminations}
    found = clue.recalled("x-sums", w.board.masks, _x_sum)
    if not isinstance(found, _XSum) or {*found.gone} != lost:
        return
    if any(at for at, _ in found.gone):
        sets = [(*case.heading, *each) for case in found.cases for each in case.sets]
        yield from _is_one_of(w, sets)
    else:
        left = [d for d in w.board.candidates(clue.cells[0]) if (0, d) not in lost]
        yield f"{_what(w)} begins with {w.digits(left, 'or')}"


_DEDUCTIONS: dict[str, Callable[..., object]] = {
    "sandwich-crusts": _crusts,
    "sandwich-sums": _sandwich_cases,
    "x-sums": _x_sum,
}

TECHNIQUES = (
    Technique(
        name="sandwich-crusts",
        aliases=("sandwich positions", "places of the crusts"),
        summary="the sum says how far apart the crusts are, so they have few places",
        find=partial(_find, "sandwich-crusts"),
        slips=CRUST_SLIPS,
        weight=2.4,
        what=_what,
        reason=_reason_crusts,
        thoughts=_thoughts_on_crusts,
        look_for="a small or large sandwich sum: only a certain number of digits can make it. Look "
        "for places of a 1 that have no place for the 9 at this distance.",
        why="the crusts are exactly as far apart as the number of digits between them requires.",
        when="At the start: a small or large sum shows how far apart the 1 and the 9 are.",
        scan=(
            Glance(
                "Take the row or column with the smallest or the largest sum, such as 0, 2 or 35.",
                "rules",
            ),
            Glance(
                "Count the digits that can make the sum. For 10, there are two or three, because "
                "four make at least 2 + 3 + 4 + 5 = 14.",
                "cells",
            ),
            Glance(
                "Try each place of the 1. The 9 must be at this distance from it, on one side or "
                "the other.",
                "pattern",
            ),
            Glance(
                "Remove the 1 and the 9 from places without a partner, and all other digits from "
                "cells that must be crusts.",
                "step",
            ),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
    Technique(
        name="sandwich-sums",
        aliases=("sandwich combinations", "sandwich digits", "sandwich tables"),
        summary="few sets of digits between the crusts make the sum",
        find=partial(_find, "sandwich-sums"),
        slips=SANDWICH_SLIPS,
        weight=2.5,
        what=_what,
        reason=_reason_sandwich,
        thoughts=_thoughts_on_sandwich,
        look_for="a sandwich whose crusts have at most three pairs of places. List the sets of "
        "digits between them. Digits in all sets are not outside.",
        why="the cells between the crusts hold one of the sets, and each digit occurs once in the "
        "line.",
        when="When the 1 and the 9 of a line are placed, or have only two or three pairs of "
        "places.",
        scan=(
            Glance("Take a sandwich whose crusts are nearly known.", "rules"),
            Glance("Count the cells between the crusts.", "cells"),
            Glance(
                "List the sets of this many digits that make the sum. Three digits from 2 to 8 "
                "that make 20 can only be 5 7 8.",
                "pattern",
            ),
            Glance(
                "Remove digits of no set from the cells between the crusts. Remove digits of all "
                "sets from the other cells of the line.",
                "step",
            ),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
    Technique(
        name="x-sums",
        title="X-sums",
        aliases=("x-sum", "x-sum cases"),
        summary="the first digit says how many digits make the sum, and few first digits fit",
        find=_find_x_sums,
        slips=X_SUM_SLIPS,
        weight=2.5,
        what=_what,
        reason=_reason_x_sums,
        thoughts=_thoughts_on_x_sum,
        look_for="a small or large X-sum. Try each first digit: it says how many cells make the "
        "rest of the sum.",
        why="the first digit is one of the cases. A digit that fails in every case is false.",
        when="At the start for the smallest and the largest clues, because few first digits can "
        "make them.",
        scan=(
            Glance("Take the smallest or the largest X-sum.", "rules"),
            Glance(
                "Try each first digit. It is the number of cells that you add up, and it counts "
                "itself.",
                "cells",
            ),
            Glance(
                "Subtract it from the clue, and make the rest with the other cells. For 10: with "
                "2 first, an 8 follows. With 3 first, 2 and 5 or 1 and 6 follow.",
                "pattern",
            ),
            Glance(
                "Remove first digits that cannot make the clue, and from the other cells the "
                "digits that no case leaves.",
                "step",
            ),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
)
