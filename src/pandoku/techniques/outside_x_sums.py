"""X-sums: first digits, and the sets of digits with the rest of the sum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pandoku.constraints import XSum
from pandoku.model import Board, Step, digits_of
from pandoku.techniques._outside_cases import (
    FEW,
    MOST_CASES,
    MOST_FALLEN,
    DigitSet,
    LineClue,
    LinePairs,
    SumCase,
    allowed_claims,
    are_few,
    beyond,
    case_of,
    claimed_name,
    clue_name,
    clue_of,
    clue_step,
    clues_of,
    end_words,
    found_steps,
    is_one_of,
    is_short,
    lost_in_all,
    stated,
    why_fallen,
)
from pandoku.techniques._sum_slips import X_SUM_SLIPS
from pandoku.techniques._sums import add, natural_sets
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, added, joined

__all__ = ["TECHNIQUES"]

_MOST_FIRST = 4  # maximum number of first digits of an X-sum, if each excludes a digit
_MOST_NAMED = 4  # fewer cells than this are named one by one


class _Missed(NamedTuple):
    """A first digit whose sum is too large or too small.

    Attributes:
        first: The first digit.
        digits: The least or greatest digits after it.
        is_natural: Whether any different digits miss the sum, whatever the candidates.
        most: Whether *digits* are the greatest, so that the sum is too small.
    """

    first: int
    digits: DigitSet
    is_natural: bool
    most: bool


class _XSum(NamedTuple):
    """The first digits of an X-sum: those that miss the sum, and the cases that are left."""

    missed: tuple[_Missed, ...]
    cases: tuple[SumCase, ...]
    gone: LinePairs


def _x_sum(clue: LineClue, masks: Sequence[int]) -> _XSum | None:
    missed, cases, are_listed = list[_Missed](), list[SumCase](), True
    for first in digits_of(masks[0]):
        if bad := _misses_first(clue, masks, first):
            missed.append(bad)
            continue
        digits = [digit for digit in range(1, clue.order + 1) if digit != first]
        case = case_of((first,), tuple(range(1, first)), clue.total - first, digits, masks)
        if case is None:
            are_listed = False
        else:
            cases.append(case)
    fallen = [case for case in cases if not case.sets]
    told_fallen = [case for case in fallen if len(case.fallen) <= MOST_FALLEN]
    left = [case for case in cases if case.sets]
    if not left and are_listed:
        return None
    gone = [(0, each.first) for each in missed]
    gone += ((0, case.heading[0]) for case in told_fallen)
    are_listed = are_listed and len(fallen) == len(told_fallen)
    if are_listed and len(left) + len(told_fallen) <= MOST_CASES and are_few([*left, *told_fallen]):
        others = lost_in_all(left, masks, lambda case: {0: {*case.heading}})
        gone += (pair for pair in others if pair[0])
        cases = [*left, *told_fallen]
    else:
        cases = told_fallen
    if masks[0].bit_count() == 1:
        gone = [pair for pair in gone if pair[0]]
    return _XSum(tuple(missed), tuple(sorted(cases)), tuple(sorted({*gone})))


def _misses_first(clue: LineClue, masks: Sequence[int], first: int) -> _Missed | None:
    """Return the reason why a first digit makes the sum too large or too small, or None."""
    bit, wanted = 1 << (first - 1), clue.total - first
    free = (1 << clue.order) - 1 & ~bit
    for is_natural in (True, False):
        own = [free if is_natural else masks[at] & ~bit for at in range(1, first)]
        digits, most = beyond(own, wanted)
        if most is not None:
            return _Missed(first, digits, is_natural, most)
    return None


def _x_sum_words(w: Words, clue: LineClue, found: _XSum) -> Iterator[str]:
    of_clue = f"for {claimed_name(w, clue, found.gone)}"
    yield from _missed_words(w, clue, found.missed, of_clue)
    start = "" if found.missed else f"{of_clue}, "
    for case in found.cases:
        (first,) = case.heading
        name = f"{start}with {w.digit(first)} at {w.cell(clue.cells[0])}"
        start = ""
        cells = [clue.cells[at] for at in case.places]
        out = why_fallen(w, clue, case, case.fallen) if is_short(case) else ""
        if case.sets:
            listed = joined((added((first, *each)) for each in case.sets), "or")
            sums = listed if cells else f"the sum is {first}"
            text = f"{name}, {sums}{f'; {out}' if out else ''}"
            yield stated(w, text, [clue.cells[0], *cells])
            continue
        verb = "is" if len(cells) == 1 else "make"
        rest = f"{name}, {w.cells(cells)} {verb} {case.total}"
        again = natural_sets(range(1, clue.order + 1), len(cells), case.total) or []
        again = [each for each in again if first in each][:MOST_FALLEN]
        if not case.fallen:
            repeat = f"{joined(map(add, again), 'or')}, but the {w.digit(first)} is used"
            yield stated(w, f"{rest}: {repeat}", [clue.cells[0], *cells])
        else:
            yield stated(w, f"{rest}, but {out}", [clue.cells[0], *cells])
    if any(at for at, _ in found.gone):
        inside = {at for case in found.cases if case.sets for at in case.places}
        yield end_words(w, clue, {0, *inside}, found.gone)
    else:
        left = [d for d in w.board.candidates(clue.cells[0]) if (0, d) not in found.gone]
        text = f"So {w.cell(clue.cells[0])} is {w.digits(left, 'or')}."
        yield w.said(text, *allowed_claims(w, clue, found.gone))


def _missed_words(
    w: Words, clue: LineClue, missed: Sequence[_Missed], of_clue: str
) -> Iterator[str]:
    """Yield the first digits that are too much or too little: "5 and more are too much"."""
    name, of_clue = w.cell(clue.cells[0]), f" {of_clue}"
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
            yield stated(w, f"{digits} at {name} {verb} {end}{of_clue}{why}", clue.cells[:1])
            of_clue = ""
        for each in others:
            sum_ = added((each.first, *each.digits))
            side = "most" if most else "least"
            text = f"{w.digit(each.first)} at {name} is {end}{of_clue}"
            why = f"with the digits that are left, it gives at {side} {sum_}"
            yield stated(w, f"{text}: {why}", clue.cells[:1])
            of_clue = ""


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

    case: SumCase
    is_inside: bool
    listed: bool
    fallen: tuple[DigitSet, ...] = ()
    digits: DigitSet = ()

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

    digits: DigitSet
    places: tuple[int, ...]
    used: DigitSet
    sides: tuple[_Side, ...]

    @property
    def gone(self) -> LinePairs:
        """The candidates that are excluded."""
        return tuple((at, digit) for at in self.places for digit in self.digits)


def _x_digits(clue: LineClue, masks: Sequence[int]) -> tuple[_Unplaced, ...]:
    """Return the digits that no first digit allows, the shortest reasons first."""
    cases, everything = list[SumCase](), range(1, clue.order + 1)
    for first in digits_of(masks[0]):
        digits = [digit for digit in everything if digit != first]
        case = case_of((first,), tuple(range(1, first)), clue.total - first, digits, masks)
        if case is None:
            return ()
        cases.append(case)
    if len(cases) > _MOST_FIRST or all(not case.sets for case in cases):
        return ()
    alike: dict[tuple[tuple[int, ...], DigitSet, tuple[_Side, ...]], list[int]] = {}
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
    clue: LineClue, cases: Sequence[SumCase], digit: int, able: Iterable[int]
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
        if len(proved) == len(sides) and sum(len(side.fallen) for side in proved) <= FEW:
            yield tuple(places), proved


def _side(clue: LineClue, case: SumCase, digit: int, *, is_inside: bool) -> _Side | None:
    """Return the reason why no set has a digit (inside), or why all sets have it, or None."""
    if any((digit in each) == is_inside for each in case.sets):
        return None
    if case.sets and len(case.sets) + len(case.fallen) <= MOST_FALLEN:
        return _Side(case, is_inside, True)
    fallen = tuple(each for each in case.fallen if (digit in each) == is_inside)
    if fallen:
        return _Side(case, is_inside, False, fallen) if len(fallen) <= MOST_FALLEN else None
    free = [d for d in range(1, clue.order + 1) if d not in (digit, case.heading[0])]
    size = len(case.places) - is_inside
    wanted = case.total - digit * is_inside
    for digits in (free[:size], free[len(free) - size :][::-1]):
        is_least = digits == free[:size]
        if (sum(digits) > wanted) if is_least else (sum(digits) < wanted):
            return _Side(case, is_inside, False, (), tuple(digits))
    return None


def _find_x_sums(board: Board, limit: int) -> Iterator[Step]:
    yield from found_steps("x-sums", clues_of(board.puzzle)[1], _x_sum, board)
    for clue in clues_of(board.puzzle)[1]:
        for each in _known_x_digits(clue, board.masks):
            yield clue_step("x-sums", clue, each.gone)


def _known_x_digits(clue: LineClue, masks: Sequence[int]) -> tuple[_Unplaced, ...]:
    return clue.recalled("digits", masks, _x_digits)


def _reason_x_sums(w: Words) -> Iterator[str]:
    """Yield the sentences of the first digits, or of a digit that none of them allows."""
    clue = clue_of(w)
    lost = {(clue.cells.index(cell), digit) for cell, digit in w.step.eliminations}
    found = clue.recalled("x-sums", w.board.masks, _x_sum)
    if isinstance(found, _XSum) and {*found.gone} == lost:
        yield from _x_sum_words(w, clue, found)
        return
    each = next(each for each in _known_x_digits(clue, w.board.masks) if {*each.gone} == lost)
    yield from _x_digit_words(w, clue, each)


def _x_digit_words(w: Words, clue: LineClue, each: _Unplaced) -> Iterator[str]:
    first, opening = clue.cells[0], f"for {claimed_name(w, clue, each.gone)}, "
    for digit in each.used:
        text = f"{opening}with {w.digit(digit)} at {w.cell(first)}, the {w.digit(digit)} is used"
        yield stated(w, text, (first,))
        opening = ""
    for side in each.sides:
        cells = [clue.cells[at] for at in side.case.places]
        (head,) = side.case.heading
        n = len(cells)
        verb = "is" if n == 1 else "make"
        named = w.cells(cells) if n < _MOST_NAMED else f"the next {w.number(n)} cells"
        start = f"{opening}with {w.digit(head)} at {w.cell(first)}, "
        opening = ""
        start += f"{named} {verb} {side.case.total}" if n else "the sum is complete"
        yield stated(w, f"{start}{_side_words(w, clue, side, each.digits, cells)}", (first, *cells))
    claims = allowed_claims(w, clue, each.gone)
    places = w.cells(clue.cells[at] for at in each.places)
    yield w.said(f"So {places} cannot be {w.digits(each.digits, 'or')}.", *claims)


def _side_words(
    w: Words, clue: LineClue, side: _Side, digits: DigitSet, cells: Sequence[int]
) -> str:
    """Return the end of the sentence for a first digit: ": 6 + 8 + 9, without a 5"."""
    named = w.digits(digits, "or" if side.is_inside else "and")
    if side.listed:
        out = why_fallen(w, clue, side.case, side.case.fallen)
        sets = joined(map(add, side.case.sets), "or") if len(cells) > 1 else ""
        end = "" if side.is_inside else f", so the {named} is among them"
        return f"{f': {sets}' if sets else ''}{f' ({out})' if out else ''}{end}"
    if side.fallen:
        out = why_fallen(w, clue, side.case, side.fallen)
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


def _thoughts_on_x_sum(w: Words) -> Iterator[str]:
    clue = clue_of(w)
    lost = {(clue.cells.index(cell), digit) for cell, digit in w.step.eliminations}
    found = clue.recalled("x-sums", w.board.masks, _x_sum)
    if not isinstance(found, _XSum) or {*found.gone} != lost:
        return
    if any(at for at, _ in found.gone):
        sets = [(*case.heading, *each) for case in found.cases for each in case.sets]
        yield from is_one_of(w, sets)
    else:
        left = [d for d in w.board.candidates(clue.cells[0]) if (0, d) not in lost]
        yield f"{clue_name(w)} begins with {w.digits(left, 'or')}"


TECHNIQUES = (
    Technique(
        name="x-sums",
        title="X-sums",
        aliases=("x-sum", "x-sum cases"),
        summary="the first digit says how many digits make the sum, and few first digits fit",
        find=_find_x_sums,
        slips=X_SUM_SLIPS,
        weight=2.5,
        what=clue_name,
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
        rules=(XSum,),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
)
