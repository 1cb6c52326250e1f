"""Whispers: neighbors that differ by a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from pandoku.constraints import Whisper
from pandoku.model import Board, Facts, Puzzle, Step, digits_of, per_rules
from pandoku.techniques._digit_classes import (
    WhisperGroup,
    eliminations_of,
    in_sight_of_each_other,
    pattern_cells,
    whisper_groups,
)
from pandoku.techniques._kept import KeptSteps, kept_steps
from pandoku.techniques._line_slips import WHISPER_SLIPS
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._ways import union_of
from pandoku.words import Words, joined, sentence
from pandoku.words.claims import Allows, Claim, Concludes, Gone, Only, Placed, Sees

__all__ = ["TECHNIQUES"]


@per_rules
def _kept_groups(puzzle: Puzzle) -> list[KeptSteps]:
    return [
        KeptSteps(tuple(group.beside), partial(_of_group, group))
        for group in whisper_groups(puzzle)
    ]


_SMALL = 3  # up to this number of candidates, a cell is the reason why its neighbors lose digits


def _of_group(group: WhisperGroup, board: Board) -> Iterator[Step]:
    """Yield a step for digits without partners, and for cells that limit their neighbors."""
    if gone := eliminations_of(board, group.gone):
        numbers = {n for cell, _ in gone for n in group.beside[cell].values()}
        marked = pattern_cells(cell for cell, _ in gone)
        facts = Facts(cells=marked, constraints=tuple(sorted(numbers)))
        yield Step("whisper", eliminations=gone, facts=facts)
    for digit in range(1, board.puzzle.order + 1):
        if lonely := _lonely(board, group, digit):
            gone = eliminations_of(board, {cell: 1 << (digit - 1) for cell, _ in lonely})
            numbers = {group.beside[cell][other] for cell, other in lonely}
            facts = Facts(
                cells=pattern_cells(cell for pair in lonely for cell in pair),
                constraints=tuple(sorted(numbers)),
            )
            yield Step("whisper", eliminations=gone, facts=facts)
    for cell, others in group.beside.items():
        allowed = _partners(group, board.masks[cell])
        wide = board.masks[cell].bit_count() > _SMALL
        left = [c for c in others if (board.masks[c] & ~allowed).bit_count() > wide]
        gone = eliminations_of(board, dict.fromkeys(left, ~allowed))
        if gone and allowed:
            own = tuple(others[other] for other in dict.fromkeys(c for c, _ in gone))
            facts = Facts(
                cells=pattern_cells((cell, *(c for c, _ in gone))),
                candidates=tuple((cell, d, "proves") for d in board.candidates(cell)),
                constraints=tuple(sorted({*own})),
            )
            yield Step("whisper", eliminations=gone, facts=facts)
    for cell, others in group.beside.items():
        for one, other in combinations(sorted(others), 2):
            if other in board.puzzle.sight[one] and (
                gone := eliminations_of(board, {cell: _squeezed(board, group, cell, one, other)})
            ):
                partners = union_of(group.table[d - 1] for _, d in gone)
                facts = Facts(
                    cells=pattern_cells((cell, one, other)),
                    candidates=tuple(
                        (each, digit, "proves")
                        for each in (one, other)
                        for digit in digits_of(board.masks[each] & partners)
                        if not board.digits[each]
                    ),
                    constraints=tuple(sorted({others[one], others[other]})),
                )
                yield Step("whisper", eliminations=gone, facts=facts)


def _lonely(board: Board, group: WhisperGroup, digit: int) -> list[tuple[int, int]]:
    """Return the cells with a candidate that has no partner in a neighbor, and the neighbor.

    Neighbors that have few candidates or exclude several digits are left out, because they are the
    reason for other steps.
    """
    bit, partners = 1 << (digit - 1), group.table[digit - 1]
    found: dict[int, int] = {}
    for cell, others in group.beside.items():
        if board.masks[cell] & bit and not board.digits[cell] and not group.gone.get(cell, 0) & bit:
            for other in sorted(others):
                mask = board.masks[other]
                if mask.bit_count() > _SMALL and not mask & partners:
                    lost = board.masks[cell] & ~_partners(group, mask)
                    if lost == bit:
                        found.setdefault(cell, other)
    return sorted(found.items())


def _partners(group: WhisperGroup, mask: int) -> int:
    """Return the digits that may be next to one of the digits in a mask."""
    return union_of(group.table[digit - 1] for digit in digits_of(mask))


def _squeezed(board: Board, group: WhisperGroup, cell: int, one: int, other: int) -> int:
    """Return the digits of a cell that leave the same single digit to two neighbors."""
    gone = 0
    for digit in board.candidates(cell):
        partners = group.table[digit - 1]
        first, second = board.masks[one] & partners, board.masks[other] & partners
        if first and first == second and first.bit_count() == 1:
            gone |= 1 << (digit - 1)
    return gone


def _what_whisper(w: Words) -> str:
    if len(w.step.facts.constraints) == 1:
        return w.constraint(w.step.facts.constraints[0])
    if w.step.facts.candidates:
        return f"next to {w.cell(w.with_role('pattern')[0])}"
    return "digits without enough partners"


def _why_whisper(w: Words) -> Iterator[str]:
    cells = w.with_role("pattern")
    whisper = w.puzzle.constraints[w.step.facts.constraints[0]]
    assert isinstance(whisper, Whisper)
    value = whisper.difference(w.puzzle.order)
    group = next(each for each in whisper_groups(w.puzzle) if each.value == value)
    gone = {cell for cell, _ in w.step.eliminations}
    if not w.step.facts.candidates:
        is_static = all(group.gone.get(c, 0) >> (d - 1) & 1 for c, d in w.step.eliminations)
        yield from _why_never(w, group) if is_static else _why_lonely(w, group)
    elif cells[0] in gone:
        yield from _why_squeezed(w, group, *cells)
    else:
        yield _why_beside(w, group, cells[0], cells[1:])


def _why_lonely(w: Words, group: WhisperGroup) -> Iterator[str]:
    """Yield the reason why a digit lacks partners."""
    ((_, digit), *_) = w.step.eliminations
    lonely = _lonely(w.board, group, digit)
    partners = digits_of(group.table[digit - 1])
    others = sorted({other for _, other in lonely})
    yield w.said(
        f"{w.digit(digit)} needs {w.digits(partners, 'or')} next to it, but {w.cells(others)} "
        f"cannot be {w.digits(partners, 'or')}.",
        Gone(tuple(others), partners),
    )
    cells = [cell for cell, _ in lonely]
    claims = [
        Allows(
            group.beside[cell][other],
            (cell,),
            tuple(each for each in w.board.candidates(cell) if each != digit),
        )
        for cell, other in lonely
    ]
    text = f"so the {'neighbor' if len(cells) == 1 else 'neighbors'} {w.cells(cells)}"
    yield w.said(
        sentence(f"{text} {'is' if len(cells) == 1 else 'are'} not {w.digit(digit)}"), *claims
    )


def _why_never(w: Words, group: WhisperGroup) -> Iterator[str]:
    """Yield the reasons why digits have too few partners, for all whispers at once."""
    gone: dict[int, list[int]] = {}
    for cell, digit in w.step.eliminations:
        gone.setdefault(digit, []).append(cell)
    lone = [digit for digit in gone if not group.table[digit - 1]]
    if lone:
        yield (
            f"No {w.digits(sorted(lone), 'or')} is on a whisper, because no digit differs from "
            f"{'it' if len(lone) == 1 else 'them'} by {group.value} or more."
        )
    others = sorted(digit for digit in gone if digit not in lone)
    if others:
        needs = [
            f"{_one(w, digit)} needs {joined(_one(w, each) for each in digits_of(mask))}"
            for digit in others
            for mask in [group.table[digit - 1]]
        ]
        cells = sorted({cell for digit in others for cell in gone[digit]})
        pairs = [in_sight_of_each_other(w.puzzle, group.beside[cell]) for cell in cells]
        seen = tuple(Sees(a, (b,)) for pair in pairs if pair for a, b in [pair])
        pairs_gone = tuple((cell, digit) for digit in others for cell in gone[digit])
        claims = (Concludes((), pairs_gone),)
        neighbors = "the neighbors of these cells" if len(cells) > 6 else (
            f"the neighbors of {w.cells(cells)}"
        )  # fmt: skip
        text = f"{joined(needs)} on both sides, but {neighbors} see each other"
        yield w.said(sentence(text), *seen, *claims)


def _one(w: Words, digit: int) -> str:
    """Return a digit with its article: "a 4", "an 8"."""
    return f"{'an' if digit in (8, 11, 18) else 'a'} {w.digit(digit)}"


def _why_beside(w: Words, group: WhisperGroup, cell: int, others: Sequence[int]) -> str:
    """Return the bound for the neighbors: "r1c2 is 7 or 8, so r1c1 is at most 3."."""
    digits = w.board.candidates(cell)
    known: Claim = Only((cell,), digits)
    if w.board.digits[cell]:
        known = Placed(cell, digits[0])
    allowed = digits_of(_partners(group, w.board.masks[cell]))
    so = f"{w.cells(others)} {'is' if len(others) == 1 else 'are'} {_range(w, allowed)}"
    claims = [
        Allows(
            group.beside[cell][other],
            (other,),
            tuple(d for d in w.board.candidates(other) if d in allowed),
        )
        for other in others
    ]
    return w.said(sentence(f"{w.cell(cell)} is {w.digits(digits, 'or')}, so {so}"), known, *claims)


def _range(w: Words, digits: Sequence[int]) -> str:
    """Return the digits that are left as bounds: "at most 3", "at most 2 or at least 8"."""
    n = w.puzzle.order
    most = next((d - 1 for d in range(1, n + 2) if d not in digits), 0)
    least = next((d + 1 for d in range(n, -1, -1) if d not in digits), n + 1)
    if len(digits) == 1:
        return w.digit(digits[0])
    if len(digits) != most + n + 1 - least:
        return w.digits(digits, "or")
    low = f"at most {w.digit(most)}" if most > 1 else w.digit(1)
    high = f"at least {w.digit(least)}" if least < n else w.digit(n)
    return " or ".join([low] * (most > 0) + [high] * (least <= n))


def _why_squeezed(w: Words, group: WhisperGroup, cell: int, one: int, other: int) -> Iterator[str]:
    """Yield the reasons why two neighbors of a cell would need the same digit."""
    by_partner: dict[int, list[int]] = {}
    for _, digit in w.step.eliminations:
        (left,) = digits_of(w.board.masks[one] & group.table[digit - 1])
        by_partner.setdefault(left, []).append(digit)
    for partner, digits in sorted(by_partner.items()):
        partners = union_of(group.table[digit - 1] for digit in digits)
        missing = tuple(each for each in digits_of(partners) if each != partner)
        text = (
            f"next to {w.digits(digits, 'or')}, both {w.cell(one)} and {w.cell(other)} would be "
            f"{w.digit(partner)}"
        )
        if missing:
            without = f" (neither can be {w.digits(missing, 'or')})"
            text += w.said(without, Gone((one, other), missing))
        text += ", but they see each other"
        known = [
            Only((each,), w.board.candidates(each))
            for each in (one, other)
            if not w.board.digits[each]
        ]
        yield w.said(sentence(text), Sees(one, (other,)), *known)


TECHNIQUES = (
    Technique(
        name="whisper",
        aliases=("German whisper", "Dutch whisper", "whisper line"),
        summary="a digit has too few partners that are different enough, or its neighbor bounds it",
        find=kept_steps(_kept_groups),
        slips=WHISPER_SLIPS,
        weight=2.1,
        what=_what_whisper,
        reason=_why_whisper,
        look_for="digits with few partners, such as 4 and 6 on a German whisper, and cells whose "
        "candidates are close together.",
        why="each digit needs a partner in every neighbor. Neighbors that see each other need "
        "different partners.",
        when="At the start, because 4, 5 and 6 have few partners or none, and again beside each "
        "new digit on the line.",
        scan=(
            Glance("Take a whisper, and first a cell with neighbors on both sides.", "rules"),
            Glance(
                "List the partners of its digits. On a German whisper, 4 goes only with 9, 6 only "
                "with 1, and 5 with nothing.",
                "cells",
            ),
            Glance(
                "See whether both neighbors are in one row, column or box. If so, they need "
                "different digits, so the cell is neither 4 nor 6.",
                "pattern",
            ),
            Glance(
                "Then take a cell with close candidates. A neighbor of 1, 2 or 3 must be at least "
                "6.",
                "pattern",
            ),
            Glance("Remove each digit that has no partner in one of its neighbors.", "step"),
        ),
        fills=True,
        rules=(Whisper,),
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
        is_case_of="rule-elimination",
    ),
)
