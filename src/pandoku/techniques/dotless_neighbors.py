"""Neighbors without a dot, if all dots are given."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.constraints import NoDifference, NoRatio, NoXV
from pandoku.model import Board, Constraint, Pair, Step, digits_of
from pandoku.techniques._dots import (
    FEW_CANDIDATES,
    NO_DOTS,
    Bare,
    bare_mark,
    bare_of,
    dot_step,
    partners_of,
)
from pandoku.techniques._mark_slips import NO_DOT_SLIPS
from pandoku.techniques._sight import can_be
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._ways import pairs_in
from pandoku.words import Words, with_capital
from pandoku.words.claims import Allows, Placed

__all__ = ["TECHNIQUES"]


def _find_bare(board: Board, limit: int) -> Iterator[Step]:
    for bare in bare_of(board.puzzle):
        for most in (1, FEW_CANDIDATES):  # placed digits come first
            sources, gone = list[int](), list[Pair]()
            for cell, mask in enumerate(board.masks):
                if bool(board.digits[cell]) != (most == 1) or mask.bit_count() > most:
                    continue
                ban = board.puzzle.geometry.all_mask & ~partners_of(bare.table, digits_of(mask))
                if ban and (lost := pairs_in(board, bare.beside[cell], ban)):
                    sources.append(cell)
                    gone += lost
            if gone:
                yield dot_step("no-dot", gone, sources, (bare.number,))


_MOST_SOURCES = 4  # with more placed digits, their neighbors are not named


def _bare_what(w: Words) -> str:
    (number,) = w.step.facts.constraints
    rule = w.puzzle.constraints[number]
    mark = "mark" if isinstance(rule, NoXV) else "dot"
    return f"cells without a {mark} beside {w.cells(w.with_role('pattern'))}"


def _bare_reason(w: Words) -> Iterator[str]:
    (number,) = w.step.facts.constraints
    bare = next(each for each in bare_of(w.puzzle) if each.number == number)
    rule, sources = w.puzzle.constraints[number], w.with_role("pattern")
    gone = {*w.step.eliminations}
    if w.board.digits[sources[0]] and len(sources) > _MOST_SOURCES:
        claims = (Placed(cell, w.board.digits[cell]) for cell in sources)
        yield w.said(
            f"Each of the {len(sources)} placed digits rules out digits beside it, where there is "
            f"no {bare_mark(rule)}.",
            *claims,
        )
        return
    for cell in sources:
        yield _bare_sentence(w, bare, rule, cell, gone)


def _bare_thoughts(w: Words) -> Iterator[str]:
    (number,), sources = w.step.facts.constraints, w.with_role("pattern")
    mark = bare_mark(w.puzzle.constraints[number])
    if digit := w.board.digits[sources[0]]:
        placed = f"the {w.digit(digit)} at {w.cell(sources[0])}"
        yield f"no {mark} beside {placed if len(sources) == 1 else f'{len(sources)} placed digits'}"


def _bare_verb(rule: Constraint) -> str:
    assert isinstance(rule, NoDifference | NoRatio | NoXV)
    values = rule.joined_values()
    if isinstance(rule, NoXV):
        return f"do not add up to {values}"
    if isinstance(rule, NoRatio):
        return f"do not have the ratio {values}"
    return f"do not differ by {values}"


def _bare_sentence(w: Words, bare: Bare, rule: Constraint, cell: int, gone: set[Pair]) -> str:
    """Return "r3c3 is 4 and has no dot to r2c3 and r4c3: neither is 3 or 5"."""
    mask = w.board.masks[cell]
    ban = w.geometry.all_mask & ~partners_of(bare.table, digits_of(mask))
    beside = [
        other
        for other in bare.beside[cell]
        if not w.board.digits[other] and w.board.masks[other] & ban
    ]
    lost = digits_of(sum({1 << (d - 1) for c, d in gone if c in beside and ban >> (d - 1) & 1}))
    claims = [
        Allows(bare.number, (other,), digits_of(w.board.masks[other] & ~ban)) for other in beside
    ]
    are = "is" if len(beside) == 1 else "are"
    end = f"{w.cells(beside)} {are} not {w.digits(lost, 'or')}"
    mark = bare_mark(rule)
    if held := w.board.digits[cell]:
        start = w.said(f"{w.cell(cell)} is {w.digit(held)}", Placed(cell, held))
        return w.said(f"{with_capital(start)}: without a {mark} to it, {end}.", *claims)
    start = can_be(w, (cell,), w.board.candidates(cell))
    both = "either way" if mask.bit_count() == 2 else "in any case"
    return w.said(f"{with_capital(start)}: {both}, without a {mark} to it, {end}.", *claims)


TECHNIQUES = (
    Technique(
        name="no-dot",
        title="no dot between",
        aliases=("negative constraint", "negative kropki", "anti-kropki", "nonconsecutive"),
        summary="neighbors without a dot or mark cannot hold digits that would need one",
        find=_find_bare,
        slips=NO_DOT_SLIPS,
        weight=2.0,
        what=_bare_what,
        reason=_bare_reason,
        thoughts=_bare_thoughts,
        look_for="a placed digit, and its neighbors without a dot.",
        why="if all dots are given, two neighbors without a dot never hold digits that would have "
        "one.",
        when="After each new digit, if the puzzle says that all dots are given.",
        scan=(
            Glance(
                "Take a digit, or a cell with two or three candidates, and look at its neighbors "
                "without a dot.",
                "cells",
            ),
            Glance(
                "Name the digits that would need a dot beside it: one more and one less for white "
                "dots, double and half for black dots.",
                "pattern",
            ),
            Glance(
                "If the cell has several candidates, keep only the digits that every one of them "
                "excludes.",
                "pattern",
            ),
            Glance("Remove these digits from the neighbors without a dot.", "step"),
        ),
        fills=True,
        rules=NO_DOTS,
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
)
