"""Conversion of boards for the core, and of the core's steps into values."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pandoku.model import Board, Cage, CageFact, Facts, Geometry, Link, Step

if TYPE_CHECKING:
    from pandoku import _native_craft

    State = tuple[memoryview, memoryview, memoryview]

__all__ = ["state_of", "step_of"]


def state_of(board: Board) -> State:
    """Return a board's digits, candidates and givens."""
    return (
        memoryview(bytes(board.digits)),
        memoryview(array("Q", board.masks)),
        memoryview(bytes(board.puzzle.givens)),
    )


def step_of(geometry: Geometry, cages: Sequence[Cage], raw: _native_craft._Step) -> Step:
    """Return a step of the core as a value, for a puzzle with this geometry and these cages."""
    technique, placements, eliminations, cells, candidates, houses, told, links, branches = raw
    facts = Facts(
        cells=cells,
        candidates=candidates,
        houses=tuple(geometry.houses[house] for house in houses),
        cages=tuple(
            CageFact(cage, _fillings(cages[cage], digits), combinations)
            for cage, digits, combinations in told
        ),
        links=tuple(
            Link(
                start,
                end,
                strong,
                None if house < 0 else geometry.houses[house],
                None if cage < 0 else cage,
                is_alike,
                None if constraint < 0 else constraint,
            )
            for start, end, strong, house, cage, is_alike, constraint in links
        ),
        constraints=tuple(dict.fromkeys(link[6] for link in links if link[6] >= 0)),
        branches=tuple(
            tuple(step_of(geometry, cages, inner) for inner in branch) for branch in branches
        ),
    )
    return Step(technique, placements, eliminations, facts)


def _fillings(cage: Cage, digits: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    size = len(cage.cells)
    return tuple(digits[i : i + size] for i in range(0, len(digits), size))
