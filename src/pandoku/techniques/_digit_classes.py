"""Whispers that belong together, and parts of steps about classes of digits."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from pandoku.constraints import Whisper
from pandoku.model import Board, Pairs, Puzzle, digits_of, per_rules

__all__ = [
    "WhisperGroup",
    "eliminations_of",
    "in_sight_of_each_other",
    "never_on",
    "pattern_cells",
    "whisper_groups",
]


def eliminations_of(board: Board, gone: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """Return the candidates of empty cells that are in masks, in the order of the cells."""
    return tuple(
        (cell, digit)
        for cell in sorted(gone)
        if not board.digits[cell]
        for digit in digits_of(gone[cell] & board.masks[cell])
    )


def pattern_cells(cells: Iterable[int]) -> tuple[tuple[int, str], ...]:
    return tuple((cell, "pattern") for cell in dict.fromkeys(cells))


class WhisperGroup(NamedTuple):
    """The whispers of a puzzle that have the same value.

    Attributes:
        value: The least difference of neighbors.
        table: For each digit, the mask of digits that may be next to it.
        beside: For each cell, its neighbors on the whispers, each with the constraint's number.
        gone: For each cell, the digits that the neighbors exclude whatever their candidates.
    """

    value: int
    table: tuple[int, ...]
    beside: dict[int, dict[int, int]]
    gone: dict[int, int]


@per_rules
def whisper_groups(puzzle: Puzzle) -> tuple[WhisperGroup, ...]:
    found: dict[int, tuple[tuple[int, ...], dict[int, dict[int, int]]]] = {}
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if isinstance(each, Whisper) and each.is_sound(puzzle.geometry):
            for relation in each.relations(puzzle):
                assert isinstance(relation, Pairs)
                value = each.difference(puzzle.order)
                _, beside = found.setdefault(value, (relation.table, {}))
                for a, b in relation.pairs:
                    beside.setdefault(a, {}).setdefault(b, number)
                    beside.setdefault(b, {}).setdefault(a, number)
    return tuple(
        WhisperGroup(value, table, beside, never_on(puzzle, table, beside))
        for value, (table, beside) in sorted(found.items())
    )


def never_on(
    puzzle: Puzzle, table: tuple[int, ...], beside: dict[int, dict[int, int]]
) -> dict[int, int]:
    """Return the digits of each cell that have fewer partners than neighbors that differ."""
    gone: dict[int, int] = {}
    for cell, others in beside.items():
        most = 2 if in_sight_of_each_other(puzzle, others) else 1
        for digit, partners in enumerate(table, 1):
            if partners.bit_count() < most:
                gone[cell] = gone.get(cell, 0) | 1 << (digit - 1)
    return gone


def in_sight_of_each_other(puzzle: Puzzle, cells: Iterable[int]) -> tuple[int, int] | None:
    """Return the first two cells that see each other, or None."""
    pairs = combinations(sorted(cells), 2)
    return next(((a, b) for a, b in pairs if b in puzzle.sight[a]), None)
