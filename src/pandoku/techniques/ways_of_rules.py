"""Eliminations by listing the ways to meet one rule, or by its cases."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.model import Board, Pair, Step
from pandoku.techniques._rule_proofs import (
    Found,
    by_cases,
    proof_step,
    rules_and_houses,
    shortest,
    ways_or_cases,
    with_ways,
)
from pandoku.techniques._rules import RulePart, n_open, rules_in
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._way_slips import (
    CASE_SLIPS,
    WAY_SLIPS,
    pointing_slips,
)
from pandoku.words import Words, sentence
from pandoku.words.claims import Sees

__all__ = ["TECHNIQUES"]

_MOST_PART = 6  # a step may list a part of a rule that has at most this many empty cells


def _find_few_ways(board: Board, limit: int) -> Iterator[Step]:
    rules, n_cages = rules_in(board.puzzle), len(board.puzzle.cages)
    found: list[Found] = []
    for rule in rules.each:
        is_open = rule.number >= n_cages and n_open(board, rule.cells)
        if is_open and (gone := rules.gone(board, (rule,))):
            found.append(with_ways(board, gone, (rule,)))
    for each in shortest(each for each in found if each.ways):
        yield proof_step("few-ways", each, board)


def _find_pointing(board: Board, limit: int) -> Iterator[Step]:
    found = _by_pointing(board, False)
    for each in shortest(each for each in found if each.is_proved):
        yield proof_step("rule-pointing", each, board)


def _by_pointing(board: Board, in_depth: bool) -> Iterator[Found]:
    rules = rules_in(board.puzzle)
    for rule in rules.each:
        if rule.number >= len(board.puzzle.cages) and n_open(board, rule.cells) > 1:
            for digit, gone in rules.pointed(board, (rule,)):
                yield from _pointed(board, rule, digit, gone, in_depth=in_depth)


def _pointed(
    board: Board, rule: RulePart, digit: int, gone: tuple[Pair, ...], *, in_depth: bool
) -> Iterator[Found]:
    """Yield the pointing of a rule with a list of all its cells, or of the cells that are seen.

    If a list is too long, yield proofs by cases as well.
    """
    whole, rules = with_ways(board, gone, (rule,)), rules_in(board.puzzle)
    yield whole
    if whole.ways:
        return
    by_seen: dict[tuple[int, ...], list[Pair]] = {}
    for cell, _ in gone if n_open(board, rule.cells) <= _MOST_PART else ():
        has = (c for c in rule.cells if board.masks[c] >> (digit - 1) & 1)
        seen = tuple(c for c in has if c in rules.sight[cell] and not board.digits[c])
        by_seen.setdefault(seen, []).append((cell, digit))
    listed = [
        with_ways(board, tuple(pairs), (rule,), None, cells) for cells, pairs in by_seen.items()
    ]
    yield from listed
    shown = {pair for each in listed if each.ways for pair in each.gone}
    rest = tuple(pair for pair in gone if pair not in shown)
    if rest and not rules.is_heavy(board, rule):
        yield from by_cases(board, rest, (rule,), in_depth=in_depth)


def _find_pointing_by_cases(board: Board, limit: int) -> Iterator[Step]:
    for each in shortest(each for each in _by_pointing(board, True) if each.n_cases > 1):
        yield proof_step("rule-cases", each, board)


def _pointing(w: Words) -> Iterator[str]:
    yield from ways_or_cases(w)
    if not w.step.facts.ways:
        return
    digit = w.step.eliminations[0][1]
    places = [c for c, _ in w.step.facts.cells if w.board.masks[c] >> (digit - 1) & 1]
    by_seen: dict[tuple[int, ...], list[int]] = {}
    for cell, _ in w.step.eliminations:
        by_seen.setdefault(tuple(c for c in places if w.sees(cell, c)), []).append(cell)
    for seen, cells in by_seen.items():
        see = "sees" if len(cells) == 1 else "see"
        all_of = "both" if len(seen) == 2 else "all of them"
        held = f"each way has a {w.digit(digit)} at {w.cells(seen, 'or')}"
        claims = (Sees(cell, seen) for cell in cells)
        yield w.said(sentence(f"{held}, and {w.cells(cells)} {see} {all_of}"), *claims)


TECHNIQUES = (
    Technique(
        name="few-ways",
        aliases=("ways of a rule",),
        summary="a rule can be met in at most six ways, and none of them has the digit",
        find=_find_few_ways,
        slips=WAY_SLIPS,
        weight=2.5,
        cost=1,
        what=rules_and_houses,
        reason=ways_or_cases,
        look_for="a short line or a clue with few empty cells: list its ways.",
        why="one of the ways is true, so a digit that is in none of them is false.",
        when="When a line or a clue has two to four empty cells with few candidates.",
        scan=(
            Glance("Take the rule with the fewest candidates in its empty cells.", "rules"),
            Glance(
                "Fix the cell with the fewest candidates, and write down each way to fill in the "
                "others.",
                "cells",
            ),
            Glance(
                "Read the list cell by cell. Stop if it has more than six ways, and try another "
                "rule.",
                "pattern",
            ),
            Glance(
                "Remove from each cell the digits that no way has there. If all ways agree, place "
                "the digit.",
                "step",
            ),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        is_case_of="rule-elimination",
        fills=True,
    ),
    Technique(
        name="rule-pointing",
        aliases=("common peer elimination",),
        summary="every way to meet a rule has the digit in a cell that another cell sees",
        find=_find_pointing,
        slips=pointing_slips(),
        weight=3.0,
        cost=2,
        what=rules_and_houses,
        reason=_pointing,
        look_for="a line or a dot that needs a digit, and a cell that sees all its places.",
        why="one of the ways is true, and each of them excludes the candidate.",
        when="When a rule has only a few ways left, and its cells are close together.",
        scan=(
            Glance(
                "Take a line or a dot with few ways, and write the ways one below the other.",
                "rules",
            ),
            Glance(
                "Look for a digit that every way contains, and mark its cells. It may be in "
                "another cell each time.",
                "cells",
            ),
            Glance(
                "Look for cells that see all of these: often they are in the same row, column or "
                "box.",
                "pattern",
            ),
            Glance("Remove the digit from these cells.", "step"),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        fills=True,
    ),
    Technique(
        name="rule-cases",
        aliases=("cases of a rule",),
        summary="a digit that sees cells of a rule leaves it a few cases, and all of them fail",
        find=_find_pointing_by_cases,
        slips=CASE_SLIPS,
        weight=4.8,
        cost=2,
        what=rules_and_houses,
        reason=ways_or_cases,
        look_for="a cell that sees several cells of a line: suppose a digit there, and try the few "
        "digits that are left to one cell of the line.",
        why="one of the cases would be true, but each of them breaks the rule.",
        when="When shorter arguments make no progress, and a cell sees several cells of a line.",
        scan=(
            Glance("Take a line with few candidates.", "rules"),
            Glance(
                "Find a cell that sees two or more of its cells. Suppose a digit there, and "
                "strike it from those cells.",
                "cells",
            ),
            Glance(
                "Take the cell of the line with the fewest candidates left, and try each of them "
                "in turn until the rule fails.",
                "pattern",
            ),
            Glance("If every case fails, remove the digit that you supposed.", "step"),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        fills=True,
    ),
)
