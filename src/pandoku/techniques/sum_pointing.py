"""Sums that need a digit: a part of a line in one house whose total is too far away without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from pandoku.constraints import Arrow, LittleKiller
from pandoku.model import Board, Facts, Pair, Step
from pandoku.techniques._equal_totals import (
    BoundSource,
    Equation,
    equation_of,
    equations_of,
    part_name,
    rule_names,
    several_cells,
    source_words,
)
from pandoku.techniques._sums import Share, Team, bound_words, knowledge, shares_of, total_of
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._way_slips import pointing_slips
from pandoku.techniques._ways import pairs_in, seen_by_all, spots_lines
from pandoku.words import Words, added, clauses, joined, sentence
from pandoku.words.claims import Claim, NoTotal

__all__ = ["TECHNIQUES"]

_NAME = "sum-pointing"
_MOST_JUDGED = 4  # maximum number of cells in a claim about a total


class _Need(NamedTuple):
    """Cells that see each other, and the digits that their total needs.

    Attributes:
        part: Position of their part in the equation.
        team: The cells.
        most: Whether their total is too small without the digits, instead of too large.
        bound: The least total of the cells, or the greatest total if `most` is False.
        source: The bound of the common total.
        others: The shares of the other cells of the part.
        without: The greatest or least total without each needed digit, by digit.
    """

    part: int
    team: Team
    most: bool
    bound: int
    source: BoundSource
    others: tuple[Share, ...]
    without: dict[int, Share]

    @property
    def arithmetic(self) -> tuple[object, ...]:
        """The numbers of the proof, which are the same for parts that are alike."""
        lost = tuple((digit, share.digits) for digit, share in self.without.items())
        return self.most, self.bound, self.source.value, total_of(self.others), lost


class _Found(NamedTuple):
    """Needs with the same arithmetic, and the candidates that they remove.

    Attributes:
        needs: The needs, the first with the cells of the proof.
        gone: The candidates.
        proves: The places of the needed digits.
    """

    needs: tuple[_Need, ...]
    gone: tuple[Pair, ...]
    proves: tuple[Pair, ...]


def _needs(equation: Equation, masks: Sequence[int]) -> tuple[_Need, ...]:
    key = ("needs", *(masks[cell] for cell in equation.cells))
    if (stored := equation.recall(key)) is None:
        stored = tuple(_needs_from(equation, masks))
        equation.known[key] = stored
    return stored  # type: ignore[return-value]


def _needs_from(equation: Equation, masks: Sequence[int]) -> Iterator[_Need]:
    for most in (True, False):
        source = equation.bound(masks, most=not most)
        if source is None:
            return
        for part, teams in enumerate(equation.teams):
            if source.parts == (part,):
                continue
            for team in teams:
                if team.factor == 1 and sum(masks[c].bit_count() > 1 for c in team.cells) > 1:
                    others = tuple(each for each in teams if each is not team)
                    if need := _need(part, team, others, source, masks, most=most):
                        yield need


def _need(
    part: int,
    team: Team,
    others: Sequence[Team],
    source: BoundSource,
    masks: Sequence[int],
    *,
    most: bool,
) -> _Need | None:
    """Return the need of a team, or None if it needs no digit."""
    rest, full = shares_of(others, masks, most=most), shares_of((team,), masks, most=most)
    if rest is None or full is None:
        return None
    bound = source.value - total_of(rest)
    if (total_of(full) < bound) if most else (total_of(full) > bound):
        return None
    without = dict[int, Share]()
    for digit in full[0].digits:
        bit = 1 << (digit - 1)
        left = {cell: masks[cell] & ~bit for cell in team.cells}
        if not all(left.values()):  # a cell has the digit already
            continue
        shares = shares_of((team,), left, most=most)  # type: ignore[arg-type]
        if shares and ((total_of(shares) < bound) if most else (total_of(shares) > bound)):
            without[digit] = shares[0]
    return _Need(part, team, most, bound, source, rest, without) if without else None


def _found(board: Board, equation: Equation) -> Iterator[_Found]:
    """Yield the removals of an equation. Needs of the same arithmetic are one."""
    useful = list[tuple[_Need, list[Pair], list[Pair]]]()
    for need in _needs(equation, board.masks):
        gone, proves = _pointed(board, need)
        if gone:
            useful.append((need, gone, proves))
    for _, same in groupby(useful, key=lambda each: each[0].arithmetic):
        together = [*same]
        yield _Found(
            tuple(need for need, _, _ in together),
            tuple(sorted({pair for _, gone, _ in together for pair in gone})),
            tuple(pair for _, _, proves in together for pair in proves),
        )


def _pointed(board: Board, need: _Need) -> tuple[list[Pair], list[Pair]]:
    """Return the candidates that a need removes, and the places of its digits that prove it."""
    cells, sight = need.team.cells, board.puzzle.sight
    spots = {
        digit: [cell for cell in cells if board.masks[cell] >> (digit - 1) & 1]
        for digit in need.without
    }
    gone, useful = list[Pair](), set[int]()
    for digit, places in spots.items():
        own = [*seen_by_all(board, sight, places, digit)]
        if len(places) == 1:
            own += pairs_in(board, places, ~(1 << (digit - 1)))
        if own:
            gone += own
            useful.add(digit)
    together = {cell for places in spots.values() for cell in places}
    if len(together) == len(spots):  # these cells hold these digits in some order
        wanted = sum(1 << (digit - 1) for digit in spots)
        if own := [*pairs_in(board, sorted(together), ~wanted)]:
            gone += own
            useful |= {*spots}
    return gone, [(cell, digit) for digit in useful for cell in spots[digit]]


def _find(board: Board, limit: int) -> Iterator[Step]:
    for equation in equations_of(board.puzzle):
        for found in _found(board, equation):
            facts = Facts(
                cells=tuple((cell, "pattern") for cell in equation.cells),
                candidates=tuple((*pair, "proves") for pair in found.proves),
                constraints=equation.numbers,
            )
            yield Step(_NAME, eliminations=found.gone, facts=facts)


# ---- words


def _step_of(w: Words) -> tuple[Equation, _Found]:
    """Return the equation of a step, and its needs."""
    equation = equation_of(w)
    proves = tuple((cell, digit) for cell, digit, _ in w.step.facts.candidates)
    found = (each for each in _found(w.board, equation) if each.proves == proves)
    return equation, next(found)


def _reason(w: Words) -> Iterator[str]:
    equation, found = _step_of(w)
    first, *alike = found.needs
    yield from _bound_words(w, equation, first)
    yield _without_words(w, first, is_named=not first.others and not first.source.parts)
    if alike:
        names = joined(w.cells(need.team.cells) for need in alike)
        cells = (cell for need in alike for cell in need.team.cells)
        yield w.said(f"The same is true of {names}.", *knowledge(w, cells))
    for need in found.needs:
        yield from spots_lines(w, equation.cells, need.team.cells)


def _bound_words(w: Words, equation: Equation, need: _Need) -> Iterator[str]:
    """Yield the sentences that prove the least or greatest total of the cells."""
    source, end = need.source, "least" if need.most else "most"
    name = several_cells(w, need.team.cells)
    if source.parts:
        text = source_words(w, equation, source, most=not need.most)
        if not need.others:
            part = part_name(w, equation, need.part)
            verb = "makes" if part.startswith("the ") else "make"
            so = f"{part} {verb} at {end} {source.value}"
            yield w.said(sentence(f"{text}, so {so}"), *knowledge(w, need.team.cells))
            return
        lead = f"{text}, and "
    elif not need.others:
        return
    else:
        lead = ""
    others = [cell for share in need.others for cell in share.team.cells]
    text = lead + bound_words(w, several_cells(w, others), need.others, most=need.most)
    so = f"{name} make at {end} {source.value} − {total_of(need.others)} = {need.bound}"
    yield w.said(sentence(f"{text}, so {so}"), *knowledge(w, need.team.cells))


def _without_words(w: Words, need: _Need, *, is_named: bool) -> str:
    """Return the totals without the needed digits: "without 8, they make at most 9 + 7 + 6"."""
    end, sign = ("most", 1) if need.most else ("least", -1)
    name = several_cells(w, need.team.cells) if is_named else "they"
    useful = {digit for _, digit, _ in w.step.facts.candidates}
    cells, parts = need.team.cells, list[str]()
    claims: list[Claim] = [*knowledge(w, cells)]
    for digit, share in sorted(need.without.items(), reverse=need.most):
        if digit not in useful:
            continue
        start = "" if parts else f"{name} make at {end} "
        parts.append(f"without {w.digit(digit)}, {start}{added(share.digits)}")
        if len(cells) <= _MOST_JUDGED:
            gone = tuple((cell, digit) for cell in cells if digit in w.board.candidates(cell))
            claims.append(NoTotal((), cells, (), share.total + sign, without=gone))
    return w.said(sentence(clauses(parts)), *claims)


def _thoughts(w: Words) -> Iterator[str]:
    """Yield the needed digits and their cells: "89 of 47 little killer r6c9 at r4c78, r6c9"."""
    _, found = _step_of(w)
    if len(found.needs) == 1:
        cells = dict.fromkeys(cell for cell, _ in found.proves)
        digits = sorted({digit for _, digit in found.proves})
        yield f"{rule_names(w)}: {w.digits(digits)} needed at {w.cells(cells)}"
        yield f"{w.digits(digits)} needed at {w.cells(cells)}"


TECHNIQUES = (
    Technique(
        name=_NAME,
        aliases=("little killer pointing", "arrow pointing"),
        summary="a part of a sum needs a digit, and a cell that sees all its places lacks it",
        find=_find,
        slips=pointing_slips(Arrow, LittleKiller),
        weight=2.8,
        what=rule_names,
        reason=_reason,
        thoughts=_thoughts,
        look_for="a small or large sum with several cells in one house. Compare their total with "
        "what they can make without a 1 or a 9.",
        why="without the digit, the cells make too little or too much. So the digit is in one of "
        "them, and not in a cell that sees all its places there.",
        when="At the start for very small and very large sums, because they need a 1 or a 9.",
        scan=(
            Glance(
                "Take a sum close to its least or greatest value, with two or more cells in one "
                "house.",
                "rules",
            ),
            Glance(
                "Look at the cells in this house, and find out how much they make at most.", "cells"
            ),
            Glance(
                "Add up the least digits that they can have without a 1. If this is too much, one "
                "of them is 1. Try 9 with the greatest digits in the same way.",
                "pattern",
            ),
            Glance(
                "Remove this digit from every cell that sees all its places in the sum.", "step"
            ),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
        fills=True,
    ),
)
