"""Rules about neighbors anywhere in the grid: global entropy and Dutch flatmates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from pandoku.constraints import DutchFlatmates, GlobalEntropy
from pandoku.constraints.digit_groups import thirds
from pandoku.model import Board, Facts, Pair, Puzzle, Step, digits_of, per_rules
from pandoku.techniques._kept import KeptSteps, kept_steps
from pandoku.techniques._mark_slips import ENTROPY_SLIPS, FLATMATE_SLIPS
from pandoku.techniques._sight import losing
from pandoku.techniques._sums import knowledge
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, joined, sentence
from pandoku.words.claims import Allows, Claim, Gone, Placed

__all__ = ["TECHNIQUES"]

_THIRDS = ("low", "middle", "high")


# ---- global entropy


class _Square(NamedTuple):
    """A 2x2 square with a digit of each group.

    Attributes:
        number: Index into `Puzzle.constraints`.
        cells: The cells, in reading order.
        groups: The groups of digits, as masks.
    """

    number: int
    cells: tuple[int, ...]
    groups: tuple[int, ...]


class _Filled(NamedTuple):
    """Groups that have only as many cells of a square as there are groups.

    Attributes:
        groups: The groups.
        cells: The cells.
        gone: Their digits of other groups.
    """

    groups: tuple[int, ...]
    cells: tuple[int, ...]
    gone: tuple[Pair, ...]


@per_rules
def _squares(puzzle: Puzzle) -> list[_Square]:
    n = puzzle.order
    found: list[_Square] = []
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if isinstance(each, GlobalEntropy) and each.is_sound(puzzle.geometry):
            groups = each.groups or thirds(n)
            if not any(a & b for a, b in combinations(groups, 2)):
                corners = (row * n + column for row in range(n - 1) for column in range(n - 1))
                found += (
                    _Square(number, (at, at + 1, at + n, at + n + 1), groups) for at in corners
                )
    return found


def _filled(square: _Square, board: Board) -> _Filled | None:
    """Return the fewest groups whose cells lose digits, or None."""
    masks = [board.masks[cell] for cell in square.cells]
    for size in range(1, len(square.groups) + 1):
        for groups in combinations(square.groups, size):
            digits = reduce(or_, groups)
            cells = [c for c, mask in zip(square.cells, masks, strict=True) if mask & digits]
            if len(cells) != size:
                continue
            gone = tuple(
                (cell, digit)
                for cell in cells
                if not board.digits[cell]
                for digit in digits_of(board.masks[cell] & ~digits)
            )
            if gone:
                return _Filled(groups, tuple(cells), gone)
    return None


def _of_square(square: _Square, board: Board) -> Iterator[Step]:
    if found := _filled(square, board):
        facts = Facts(
            cells=tuple((cell, "pattern") for cell in square.cells), constraints=(square.number,)
        )
        yield Step("global-entropy", eliminations=found.gone, facts=facts)


@per_rules
def _kept_squares(puzzle: Puzzle) -> list[KeptSteps]:
    return [KeptSteps(square.cells, partial(_of_square, square)) for square in _squares(puzzle)]


def _square_name(w: Words) -> str:
    cells = w.with_role("pattern")
    return f"the 2x2 square {w.cell(cells[0])} to {w.cell(cells[-1])}"


def _why_square(w: Words) -> Iterator[str]:
    cells = tuple(w.with_role("pattern"))
    square = next(each for each in _squares(w.puzzle) if each.cells == cells)
    found = _filled(square, w.board)
    if found is None:
        return
    others = [cell for cell in square.cells if cell not in found.cells]
    has = "has" if len(others) == 1 else "have"
    lack = f"{w.cells(others)} {has} no {_digits_of_groups(w, square, found.groups)}"
    have = "has one" if len(found.cells) == 1 else "have one of each"
    claims = knowledge(w, square.cells)
    text = sentence(f"{lack}, so {w.cells(found.cells)} {have}")
    yield w.said(text, *claims, *losing(w, square.number, found.gone))


def _digits_of_groups(w: Words, square: _Square, groups: Sequence[int]) -> str:
    """Return "middle or high digit", or "digit of 1 4 7 or 2 5 8" for other groups."""
    if square.groups == thirds(w.puzzle.order) and len(square.groups) == len(_THIRDS):
        return f"{joined((_THIRDS[square.groups.index(each)] for each in groups), 'or')} digit"
    named = (" ".join(map(w.digit, digits_of(group))) for group in groups)
    return f"digit of {joined(named, 'or')}"


# ---- flatmates


class _Column(NamedTuple):
    """A column. Each middle digit in it has the least above it or the greatest below it.

    Attributes:
        number: Index into `Puzzle.constraints`.
        cells: The cells, downward.
        middle: The middle digit.
    """

    number: int
    cells: tuple[int, ...]
    middle: int


@per_rules
def _columns(puzzle: Puzzle) -> list[_Column]:
    n = puzzle.order
    return [
        _Column(number, tuple(range(column, n * n, n)), (n + 1) // 2)
        for number, each in enumerate(puzzle.further, len(puzzle.cages))
        if isinstance(each, DutchFlatmates) and each.is_sound(puzzle.geometry)
        for column in range(n)
    ]


def _flatmates(column: _Column, board: Board, at: int) -> list[Pair]:
    """Return the flatmates that the middle digit can have in a cell, as candidates."""
    n, found = len(column.cells), []
    if at > 0:
        found.append((column.cells[at - 1], 1))
    if at < n - 1:
        found.append((column.cells[at + 1], n))
    return [(cell, digit) for cell, digit in found if board.masks[cell] >> (digit - 1) & 1]


def _find_flatmates(board: Board, limit: int) -> Iterator[Step]:
    lonely: list[tuple[_Column, Pair]] = []
    for column in _columns(board.puzzle):
        bit = 1 << (column.middle - 1)
        for at, cell in enumerate(column.cells):
            if not board.masks[cell] & bit:
                continue
            mates = _flatmates(column, board, at)
            if not board.digits[cell]:
                if not mates and board.masks[cell] != bit:
                    lonely.append((column, (cell, column.middle)))
            elif len(mates) == 1 and not board.digits[mates[0][0]]:
                facts = Facts(cells=((cell, "pattern"),), constraints=(column.number,))
                yield Step("flatmates", placements=(mates[0],), facts=facts)
    if lonely:
        marked = tuple((cell, "pattern") for _, (cell, _) in lonely)
        facts = Facts(cells=marked, constraints=(lonely[0][0].number,))
        yield Step("flatmates", eliminations=tuple(pair for _, pair in lonely), facts=facts)


def _what_flatmates(w: Words) -> str:
    (column, *_) = _columns(w.puzzle)
    return f"{w.digit(column.middle)} at {w.cells(w.with_role('pattern'), 'or')}"


def _why_flatmates(w: Words) -> Iterator[str]:
    (column, *_) = _columns(w.puzzle)
    middle, n = column.middle, w.puzzle.order
    number, cells = column.number, w.with_role("pattern")
    if w.step.placements:
        ((cell, digit),) = w.step.placements
        (known,) = cells
        other, lost, place = (known + n, n, "below") if digit == 1 else (known - n, 1, "above")
        claims: list[Claim] = [Placed(known, middle), Allows(number, (cell,), (digit,))]
        side = "above" if place == "below" else "below"
        text = f"the {w.digit(middle)} at {w.cell(known)} has no {w.digit(lost)} {place} it"
        if 0 <= other < n * n and not w.board.digits[other]:
            claims.append(Gone((other,), (lost,)))
        yield w.said(sentence(f"{text}, so it has a {w.digit(digit)} {side} it"), *claims)
        return
    sides = f"no {w.digit(1)} above it and no {w.digit(n)} below it"
    text = f"a {w.digit(middle)} at {w.cells(cells, 'or')} would have {sides}"
    yield w.said(sentence(text), *losing(w, number, w.step.eliminations))


TECHNIQUES = (
    Technique(
        name="global-entropy",
        aliases=("entropy square",),
        summary="a 2x2 square has only one cell left for a low, a middle or a high digit",
        find=kept_steps(_kept_squares),
        slips=ENTROPY_SLIPS,
        weight=2.3,
        what=_square_name,
        reason=_why_square,
        look_for="a square with two cells of the same group: the others have the other groups.",
        why="the square has a digit of each group. If only one cell can have a group, or two cells "
        "two groups, they hold no other digits.",
        when="After each new digit: look at the four 2x2 squares that contain it.",
        scan=(
            Glance(
                "Take a 2x2 square with two cells of the same group: low 1 2 3, middle 4 5 6, or "
                "high 7 8 9.",
                "cells",
            ),
            Glance(
                "Name the groups that the square still needs, and find the cells that can hold "
                "them.",
                "pattern",
            ),
            Glance(
                "Where there are as many cells as missing groups, remove the other digits from "
                "them.",
                "step",
            ),
        ),
        rules=(GlobalEntropy,),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        is_case_of="rule-elimination",
    ),
    Technique(
        name="flatmates",
        aliases=("dutch flatmates",),
        summary="the middle digit would have neither flatmate, or has only one left",
        find=_find_flatmates,
        slips=FLATMATE_SLIPS,
        weight=2.2,
        what=_what_flatmates,
        reason=_why_flatmates,
        look_for="a cell for a 5 with no place for a 1 above it and a 9 below it.",
        why="each 5 has a 1 directly above it, a 9 directly below it, or both.",
        when="After each new 1, 5 or 9, and when a cell above or below a candidate 5 is filled.",
        scan=(
            Glance("Take a cell where 5 is a candidate, or the digit.", "cells"),
            Glance(
                "Look at the cell above it for a 1, and at the cell below it for a 9.", "pattern"
            ),
            Glance(
                "If neither is possible, remove the 5. If the cell is 5 and only one of them is "
                "possible, it must be there.",
                "step",
            ),
        ),
        rules=(DutchFlatmates,),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
)
