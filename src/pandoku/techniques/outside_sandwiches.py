"""Sandwiches: places of the crusts, and sets of digits with the sum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pandoku.constraints import Sandwich
from pandoku.model import digits_of
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
    case_words,
    claimed_name,
    clue_name,
    clue_of,
    clues_of,
    end_words,
    found_steps,
    is_one_of,
    lost_in_all,
    stated,
)
from pandoku.techniques._sum_slips import CRUST_SLIPS, SANDWICH_SLIPS
from pandoku.techniques._sums import knowledge
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, added, joined, sentence

__all__ = ["TECHNIQUES"]


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
    short: tuple[tuple[int, int, DigitSet], ...]
    pairs: tuple[tuple[int, int], ...]
    gone: LinePairs


def _inner(order: int) -> range:
    return range(2, order)


def _crusts(clue: LineClue, masks: Sequence[int]) -> _Crusts | None:
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
    short = [(a, b, bad) for a, b in pairs if (bad := beyond(inner[a + 1 : b], clue.total)[0])]
    left = [pair for pair in pairs if pair not in {(a, b) for a, b, _ in short}]
    if not left or len(short) > MOST_FALLEN:
        return None
    return _Crusts(gaps, tuple(short), tuple(left), _without_crust(masks, left, n))


def _without_crust(masks: Sequence[int], pairs: Iterable[tuple[int, int]], order: int) -> LinePairs:
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


def _reason_crusts(w: Words) -> Iterator[str]:
    clue = clue_of(w)
    found = clue.recalled("sandwich-crusts", w.board.masks, _crusts)
    if not isinstance(found, _Crusts):
        return
    yield _gap_words(w, clue, found.gaps, found.gone)
    yield from _short_words(w, clue, found)
    crusts = (1, clue.order)
    certain = [c for c in clue.cells if {*w.board.candidates(c)} == {*crusts}]
    if certain:
        verb = "is" if len(certain) == 1 else "are"
        yield stated(w, f"{w.cells(certain)} {verb} {w.digits(crusts, 'or')}", certain)
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
        yield w.said(f"{text}.", *allowed_claims(w, clue, gone))
    if gone := [pair for pair in found.gone if pair[1] not in crusts]:
        cells = [clue.cells[at] for at in dict.fromkeys(at for at, _ in gone)]
        if len(found.pairs) <= FEW:
            pairs = joined((_ends(w, clue, *pair) for pair in found.pairs), "or")
            text = f"the only places for {_crust_words(w)} are {pairs}"
        else:
            text = f"every pair of places for {_crust_words(w)} has {w.cells(cells)}"
        known = knowledge(w, (clue.cells[at] for pair in found.pairs for at in pair))
        yield w.said(sentence(text), *allowed_claims(w, clue, found.gone), *known)


def _ends(w: Words, clue: LineClue, a: int, b: int) -> str:
    return w.cells((clue.cells[a], clue.cells[b]))


def _short_words(w: Words, clue: LineClue, found: _Crusts) -> Iterator[str]:
    """Yield the pairs of places where the cells between make too much or too little."""
    for a, b, digits in found.short:
        end = "most" if sum(digits) < clue.total else "least"
        verb = "cell is" if len(digits) == 1 else "cells make"
        text = f"Between {_ends(w, clue, a, b)}, the {verb} at {end} {added(digits)}."
        yield w.said(text, *knowledge(w, (clue.cells[a], clue.cells[b])))


def _crust_words(w: Words) -> str:
    return f"{w.digit(1)} and {w.digit(w.puzzle.order)}"


def _gap_words(w: Words, clue: LineClue, gaps: Sequence[int], gone: LinePairs) -> str:
    """Return the sentence with the numbers of cells between the crusts, and its reason."""
    digits, crusts = [*_inner(clue.order)], _crust_words(w)
    start = f"For {claimed_name(w, clue, gone)},"
    if gaps == (0,):
        return f"{start} {crusts} are neighbors."
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
    return f"{start} {count} {noun} between {crusts}{why}."


class _Cases(NamedTuple):
    """All cases that are left, and the candidates that they leave out."""

    cases: tuple[SumCase, ...]
    gone: LinePairs


def _sandwich_cases(clue: LineClue, masks: Sequence[int]) -> _Cases | None:
    crusts = _crusts(clue, masks)
    if crusts is None or crusts.gone or len(crusts.pairs) > MOST_CASES:
        return None
    cases = []
    digits = [*_inner(clue.order)]
    for a, b in crusts.pairs:
        case = case_of((a, b), tuple(range(a + 1, b)), clue.total, digits, masks)
        if case is None:
            return None
        cases.append(case)
    left = [case for case in cases if case.sets]
    if not are_few(cases) or not left:
        return None
    both = {1, clue.order}
    return _Cases(
        tuple(cases), lost_in_all(left, masks, lambda case: dict.fromkeys(case.heading, both))
    )


def _reason_sandwich(w: Words) -> Iterator[str]:
    clue = clue_of(w)
    found = clue.recalled("sandwich-sums", w.board.masks, _sandwich_cases)
    if not isinstance(found, _Cases):
        return
    crusts = _crusts(clue, [w.board.masks[cell] for cell in clue.cells])
    assert crusts is not None
    if len(found.cases) > 1:
        yield _gap_words(w, clue, crusts.gaps, found.gone)
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
        yield from case_words(w, clue, case, f"{start}{sign} {between} {case.total}")
    inside = {at for case in found.cases for at in (*case.places, *case.heading)}
    yield end_words(w, clue, inside, found.gone)


def _thoughts_on_crusts(w: Words) -> Iterator[str]:
    clue = clue_of(w)
    found = clue.recalled("sandwich-crusts", w.board.masks, _crusts)
    if isinstance(found, _Crusts):
        crusts = w.digits((1, clue.order))
        if len(found.pairs) == 1:
            yield f"{clue_name(w)}: {crusts} only at {_ends(w, clue, *found.pairs[0])}"
        elif len(found.gaps) < MOST_CASES and not found.short:
            cells = f"cell{'s' * (found.gaps != (1,))}"
            count = " or ".join(map(w.number, found.gaps))
            yield f"{clue_name(w)}: {count} {cells} between {crusts}"


def _thoughts_on_sandwich(w: Words) -> Iterator[str]:
    clue = clue_of(w)
    found = clue.recalled("sandwich-sums", w.board.masks, _sandwich_cases)
    if isinstance(found, _Cases):
        sets = dict.fromkeys(each for case in found.cases for each in case.sets)
        yield from is_one_of(w, [*sets])


TECHNIQUES = (
    Technique(
        name="sandwich-crusts",
        aliases=("sandwich positions", "places of the crusts"),
        summary="the sum says how far apart the crusts are, so they have few places",
        find=lambda board, _: found_steps(
            "sandwich-crusts", clues_of(board.puzzle)[0], _crusts, board
        ),
        slips=CRUST_SLIPS,
        weight=2.4,
        what=clue_name,
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
        rules=(Sandwich,),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
    Technique(
        name="sandwich-sums",
        aliases=("sandwich combinations", "sandwich digits", "sandwich tables"),
        summary="few sets of digits between the crusts make the sum",
        find=lambda board, _: found_steps(
            "sandwich-sums", clues_of(board.puzzle)[0], _sandwich_cases, board
        ),
        slips=SANDWICH_SLIPS,
        weight=2.5,
        what=clue_name,
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
        rules=(Sandwich,),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
)
