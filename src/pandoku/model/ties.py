"""Ties: pairs of candidates that a constraint other than a cage forbids together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, count
from typing import NamedTuple

from pandoku.model.budget import check_time
from pandoku.model.cage import Cage
from pandoku.model.constraint import Constraint
from pandoku.model.geometry import Geometry, digits_of
from pandoku.model.narrowing import narrowed_masks
from pandoku.model.puzzle import Puzzle
from pandoku.model.relations import Differ, Machine, Pairs, Relation, Total
from pandoku.model.sight import sight_of

__all__ = ["Tie", "ties_of"]

_MOST_CELLS = 12  # of a line or a sum whose ties are found by trying each candidate
_TIES_AT_ONCE = 1024  # found between two checks of the time


class Tie(NamedTuple):
    """Two candidates in different cells that are not both true.

    Attributes:
        cell, digit: The candidate in the cell with the smaller number.
        other, other_digit: The candidate in the other cell.
        constraint: The constraint that forbids both, as an index into `Puzzle.constraints`.
    """

    cell: int
    digit: int
    other: int
    other_digit: int
    constraint: int


def ties_of(puzzle: Puzzle) -> tuple[Tie, ...]:
    """Return the ties of a puzzle, ordered by cells, each pair of candidates once.

    Equal digits in a house are omitted, because every house forbids them.

    Raises:
        OutOfTimeError: The time of a `time_limit` is over.
    """
    return _ties(puzzle.geometry, puzzle.cages, puzzle.further)


@lru_cache(maxsize=256)
def _ties(
    geometry: Geometry, cages: tuple[Cage, ...], further: tuple[Constraint, ...]
) -> tuple[Tie, ...]:
    puzzle = Puzzle(geometry, cages=cages, further=further)
    sight = sight_of(geometry)
    found: dict[tuple[int, int, int, int], int] = {}
    seen = count()
    for number, constraint in enumerate(further, len(cages)):
        if not constraint.is_sound(geometry):
            continue
        for a, x, b, y in _of_relations(constraint.relations(puzzle), geometry):
            if next(seen) % _TIES_AT_ONCE == 0:
                check_time()
            key = (a, x, b, y) if a < b else (b, y, a, x)
            if x != y or b not in sight[a]:
                found.setdefault(key, number)
    return tuple(Tie(*key, found[key]) for key in sorted(found))


def _of_relations(
    relations: Iterable[Relation], geometry: Geometry
) -> Iterator[tuple[int, int, int, int]]:
    """Yield (cell, digit, other cell, other digit)."""
    every = range(1, geometry.order + 1)
    for relation in relations:
        match relation:
            case Differ(cells):
                yield from ((a, d, b, d) for a, b in combinations(cells, 2) for d in every)
            case Pairs(table, pairs):
                forbidden = _forbidden(table)
                yield from ((a, x, b, y) for a, b in pairs for x, y in forbidden)
            case Machine() | Total() if len(relation.cells) <= _MOST_CELLS:
                own = relation.cells
                for i, x, j, y in _projected(_moved(relation), geometry.order):
                    yield own[i], x, own[j], y
            case _:
                pass


@lru_cache(maxsize=256)
def _forbidden(table: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    every = (1 << len(table)) - 1
    return tuple((x, y) for x, mask in enumerate(table, 1) for y in digits_of(every & ~mask))


def _moved(relation: Machine | Total) -> Machine | Total:
    """Return a relation with the cells 0, 1, 2, ..., so that similar ones share a cache entry."""
    if isinstance(relation, Machine):
        return Machine(tuple(range(len(relation.cells))), relation.automaton)
    terms = tuple((at, weights) for at, (_, weights) in enumerate(relation.terms))
    return Total(terms, relation.targets)


@lru_cache(maxsize=256)
def _projected(relation: Machine | Total, order: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return the pairs of candidates where the first one excludes the second."""
    n_cells = len(relation.cells)
    start = narrowed_masks([relation], [(1 << order) - 1] * n_cells, [()] * n_cells)
    found = []
    for at, digit in ((cell, d) for cell in range(n_cells) for d in digits_of(start[cell])):
        check_time()
        masks: Sequence[int] = [1 << (digit - 1) if i == at else m for i, m in enumerate(start)]
        left = narrowed_masks([relation], masks, [()] * n_cells)
        for other in range(at + 1, n_cells):
            gone = digits_of(start[other] & ~left[other])
            found += [(at, digit, other, each) for each in gone]
    return tuple(found)
