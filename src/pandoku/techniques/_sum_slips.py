"""Slips with the sums of rules: arrows, diagonals, clues beside the grid, and joined sums."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pandoku.constraints import (
    AllDifferent,
    Arrow,
    LittleKiller,
    Palindrome,
    RegionSum,
    Sandwich,
    XSum,
    Zipper,
)
from pandoku.model import Board, Only, Pairs, Total, table_of
from pandoku.techniques._allowed import also_allows
from pandoku.techniques._joined_sums import JoinedSum, joined_sums
from pandoku.techniques._misreadings import Reading, misread
from pandoku.techniques._slips import slipped, words_on
from pandoku.techniques._teaching import Slipped, slip
from pandoku.words import joined
from pandoku.words.claims import Inside, Not
from pandoku.words.claims import Total as TotalClaim

__all__ = [
    "ARROW_SLIPS",
    "CRUST_SLIPS",
    "EQUAL_SUM_SLIPS",
    "JOINED_SUM_SLIPS",
    "LITTLE_KILLER_SLIPS",
    "PLACED_DIGIT_SLIPS",
    "RULE_OF_45_SLIPS",
    "SANDWICH_SLIPS",
    "X_SUM_SLIPS",
]

# ---- lines with a sum


ARROW_SLIPS = (
    misread(
        "The digits of a shaft are taken to be different.",
        "Digits on the shaft of an arrow can repeat.",
        Arrow,
        lambda rule, _: [[rule, AllDifferent(rule.shaft)]] if len(rule.shaft) > 1 else [],
    ),
)
LITTLE_KILLER_SLIPS = (
    misread(
        "The digits of a little killer are taken to be different.",
        "Digits on the diagonal of a little killer can repeat.",
        LittleKiller,
        lambda rule, board: [[rule, AllDifferent(rule.cells_on(board.puzzle.geometry))]],
    ),
)


EQUAL_SUM_SLIPS = (
    misread(
        "The digits of a region sum line are taken to be different.",
        "Parts of the line in different boxes can share digits.",
        RegionSum,
        lambda rule, _: [[rule, AllDifferent(rule.cells)]],
    ),
    misread(
        "A zipper is read as a palindrome.",
        "The pairs of a zipper have the same sum, and their digits can differ.",
        Zipper,
        lambda rule, _: [[Palindrome(rule.cells)]],
    ),
)


def _total_of_the_rest(rule: LittleKiller, board: Board) -> Iterator[Reading]:
    cells = rule.cells_on(board.puzzle.geometry)
    empty = [cell for cell in cells if not board.digits[cell]]
    if len(empty) < len(cells):
        yield [Total.of(((cell, 1) for cell in empty), (rule.total,), board.puzzle.order)]


PLACED_DIGIT_SLIPS = (
    misread(
        "The empty cells are taken to make the number alone.",
        "The digits that are placed count, too.",
        LittleKiller,
        _total_of_the_rest,
    ),
)

# ---- clues beside the grid


SANDWICH_SLIPS = (
    misread(
        "The crusts are counted as part of the sum.",
        "The crusts do not count.",
        Sandwich,
        lambda rule, board: (
            [[Sandwich(rule.start, rule.direction, inner)]]
            if (inner := rule.total - board.puzzle.order - 1) > 1
            else []
        ),
    ),
)


def _in_order(rule: Sandwich, board: Board) -> list[Reading]:
    n = board.puzzle.order
    table = table_of(n, lambda one, other: (one, other) != (n, 1))
    pairs = tuple(combinations(rule.cells_on(board.puzzle.geometry), 2))
    return [[rule, Pairs(table, pairs)]]


CRUST_SLIPS = (
    misread(
        "The crust nearer to the clue is taken to be the 1.",
        "Either crust can come first.",
        Sandwich,
        _in_order,
    ),
)


def _without_first(rule: XSum, board: Board) -> Iterator[Reading]:
    cells, n = rule.cells_on(board.puzzle.geometry), board.puzzle.order
    for first in board.candidates(cells[0]):
        inside = Total.of(((cell, 1) for cell in cells[1 : first + 1]), (rule.total,), n)
        yield [Only(cells[0], 1 << (first - 1)), inside]


@slip("The search ends at the first digit that fits.")
def _first_that_fits(board: Board) -> Iterator[Slipped]:
    w, puzzle = words_on(board), board.puzzle
    for index, rule in enumerate(puzzle.constraints):
        if not isinstance(rule, XSum):
            continue
        cells = rule.cells_on(puzzle.geometry)
        ways = {
            digit: way
            for digit in board.candidates(cells[0])
            if not board.digits[cells[0]] and (way := also_allows(w, index, (cells[0], digit)))
        }
        if len(ways) > 1:
            first, other, *_ = ways
            yield slipped(w, f"{ways[other]}, too.", placed=((cells[0], first),), cells=cells)


X_SUM_SLIPS = (
    misread(
        "The first digit is not counted as part of the sum.",
        "The first digit counts itself.",
        XSum,
        _without_first,
    ),
    _first_that_fits,
)

# ---- joined sums


def _rest(each: JoinedSum, n_cages: int) -> TotalClaim:
    """Return the claim that a joined sum leaves cells with a total."""
    plus, minus = (
        tuple(cell for cell, factor in each.terms for _ in range(factor * sign)) for sign in (1, -1)
    )
    numbers = dict.fromkeys(own.number for own, _ in each.sums)
    known = (*(cell for cell, _ in each.placed), *(c for own, _ in each.sums for c in own.because))
    return TotalClaim(
        plus,
        minus,
        each.total,
        each.houses,
        tuple(number for number in numbers if number < n_cages),
        tuple(dict.fromkeys(known)),
        False,
        tuple(number for number in numbers if number >= n_cages),
    )


@slip("A cell outside the houses is overlooked.")
def _outside_overlooked(board: Board) -> Iterator[Slipped]:
    w, houses = words_on(board), board.puzzle.geometry.houses
    for each in joined_sums(board, 2, with_houses=True):
        factors, digit = {factor: cell for cell, factor in each.terms}, abs(each.total)
        if len(each.terms) != 2 or {*factors} != {1, -1} or not digit:
            continue
        sign = 1 if each.total > 0 else -1
        cell, other = factors[sign], factors[-sign]
        covered = {c for at in each.houses for c in houses[at].cells}
        number = next((own.number for own, _ in each.sums if other in dict(own.terms)), None)
        if other in covered or cell not in covered or number is None:
            continue
        if digit in board.candidates(cell):
            named = w.house_names([houses[at] for at in each.houses])
            why = (
                f"{w.cell(other)} belongs to {w.constraint(number)} and is outside {named}, so its "
                f"digit counts as well: {w.cell(cell)} is {digit} more than {w.cell(other)}."
            )
            claims = (Not(Inside((other,), (at,))) for at in each.houses)
            rest = _rest(each, len(board.puzzle.cages))
            yield slipped(w, why, rest, *claims, placed=((cell, digit),), cells=(cell, other))


@slip("A cell that both sums count is counted once.")
def _counted_once(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for each in joined_sums(board, 1, with_houses=False):
        ((cell, factor),), digit = each.terms, abs(each.total)
        if abs(factor) == 2 and digit in board.candidates(cell):
            rules = joined(map(w.constraint, dict.fromkeys(own.number for own, _ in each.sums)))
            why = f"{rules} together count {w.cell(cell)} twice: twice {w.cell(cell)} is {digit}."
            rest = _rest(each, len(board.puzzle.cages))
            yield slipped(w, why, rest, placed=((cell, digit),), cells=(cell,))


RULE_OF_45_SLIPS = (_outside_overlooked,)
JOINED_SUM_SLIPS = (_counted_once,)
