"""Sandwiches and X-sums: places of the crusts, first digits, and sets of digits with the sum."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from pandoku.constraints import Sandwich, XSum
from pandoku.model import Board, Facts, Puzzle, Step, digits_of
from pandoku.techniques._kept import per_puzzle
from pandoku.techniques._sums import (
    Team,
    add,
    fallen_words,
    fits_cells,
    knowledge,
    natural_sets,
    shares_of,
    total_of,
)
from pandoku.techniques._technique import Technique
from pandoku.words import Words, added, joined, sentence
from pandoku.words.claims import Allows

__all__ = ["TECHNIQUES"]

_FEW = 6  # maximum number of sets to list
_MOST_CASES = 3  # maximum number of cases
_MOST_FALLEN = 3  # maximum number of sets whose end is explained
_MOST_KNOWN = 500  # maximum number of results in the cache of each clue

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
            eliminations = tuple(sorted((clue.cells[at], digit) for at, digit in found.gone))
            marked = tuple((cell, "pattern") for cell in clue.cells)
            facts = Facts(cells=marked, constraints=(clue.number,))
            yield Step(name, eliminations=eliminations, facts=facts)


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
        text = f"{name} at {w.cells(cells, 'or')} would have no place for {missing}"
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
    own = [masks[at] & sum(1 << (digit - 1) for digit in digits) for at in places]
    fit = tuple(each for each in sets if fits_cells(each, own))
    return _Case(heading, places, total, fit, tuple(each for each in sets if each not in fit))


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
        cells = f"{w.number(n)} cell{'s' * (n > 1)}"
        verb = "makes" if n == 1 else "make"
        sign = ";" if len(found.cases) == 1 else ","
        yield from _case_words(
            w, clue, case, f"{start}{sign} the {cells} between {verb} {case.total}"
        )
    inside = {at for case in found.cases for at in (*case.places, *case.heading)}
    yield _end_words(w, clue, inside, found.gone)


def _case_words(w: Words, clue: _Clue, case: _Case, start: str) -> Iterator[str]:
    """Yield the sets of a case, and the end of those that fall."""
    cells = [clue.cells[at] for at in case.places]
    known = [*cells, *(clue.cells[at] for at in case.heading)]
    out = "; ".join(fallen_words(w, case.fallen, cells)) if _is_short(case) else ""
    if not case.sets:
        yield _say(w, f"{start}, but {out or 'no digits make that'}", known)
    elif not cells:
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
        verb = "is" if len(digits) == 1 else "are"
        return w.said(f"So {w.digits(digits)} {verb} used up for the rest of the line.", *claims)
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


def _reason_x_sum(w: Words) -> Iterator[str]:
    clue = _clue(w)
    found = clue.recalled("x-sums", w.board.masks, _x_sum)
    if not isinstance(found, _XSum):
        return
    yield from _missed_words(w, clue, found.missed)
    for case in found.cases:
        (first,) = case.heading
        name = f"with {w.digit(first)} at {w.cell(clue.cells[0])}"
        cells = [clue.cells[at] for at in case.places]
        out = "; ".join(fallen_words(w, case.fallen, cells)) if _is_short(case) else ""
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
            why = f": {side}" if nearest.digits else ""
            yield _say(w, f"{digits} at {name} {verb} {end}{why}", clue.cells[:1])
        for each in others:
            sum_ = added((each.first, *each.digits))
            side = "most" if most else "least"
            text = f"{w.digit(each.first)} at {name} is {end}: with the digits that are left"
            yield _say(w, f"{text}, it gives at {side} {sum_}", clue.cells[:1])


_DEDUCTIONS: dict[str, Callable[..., object]] = {
    "sandwich-crusts": _crusts,
    "sandwich-sums": _sandwich_cases,
    "x-sums": _x_sum,
}

TECHNIQUES = (
    Technique(
        name="sandwich-crusts",
        aliases=("sandwich positions", "places of the crusts"),
        summary="the number of digits that make a sandwich sum leaves few places for 1 and 9",
        find=partial(_find, "sandwich-crusts"),
        weight=2.4,
        what=_what,
        reason=_reason_crusts,
        look_for="a small or large sandwich sum: only a certain number of digits can make it. Look "
        "for places of a 1 that have no place for the 9 at this distance.",
        why="the crusts are exactly as far apart as the number of digits between them requires.",
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
    Technique(
        name="sandwich-sums",
        aliases=("sandwich combinations", "sandwich digits", "sandwich tables"),
        summary="the digits between the crusts of a sandwich have few ways to make the sum",
        find=partial(_find, "sandwich-sums"),
        weight=2.5,
        what=_what,
        reason=_reason_sandwich,
        look_for="a sandwich whose crusts have at most three pairs of places. List the sets of "
        "digits between them. Digits in all sets are not outside.",
        why="the cells between the crusts hold one of the sets, and each digit occurs once in the "
        "line.",
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
    Technique(
        name="x-sums",
        title="X-sums",
        aliases=("x-sum", "x-sum cases"),
        summary="each first digit of an X-sum fixes how many digits make the sum",
        find=partial(_find, "x-sums"),
        weight=2.5,
        what=_what,
        reason=_reason_x_sum,
        look_for="a small or large X-sum. Try each first digit: it says how many cells make the "
        "rest of the sum.",
        why="the first digit is one of the cases. A digit that fails in every case is false.",
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
)
