"""Boards and steps exchanged with the core."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pandoku.model import Board, Cage, CageFact, Facts, Geometry, Link, Step, joined_step

if TYPE_CHECKING:
    from pandoku import _native_craft

    State = tuple[memoryview, memoryview, memoryview]


def state_of(board: Board) -> State:
    """Return a board's digits, candidates and givens in the form that the core takes."""
    return (
        memoryview(bytes(board.digits)),
        memoryview(array("Q", board.masks)),
        memoryview(bytes(board.puzzle.givens)),
    )


def step_of(geometry: Geometry, cages: Sequence[Cage], raw: _native_craft._Step) -> Step:
    """Convert a raw step of the core to a Step, for a puzzle with this geometry and these cages."""
    if parts := raw[-1]:
        return joined_step([step_of(geometry, cages, part) for part in parts])
    technique, placements, eliminations, cells, candidates, houses, told, links, branches, _ = raw
    facts = Facts(
        cells=cells,
        candidates=candidates,
        houses=tuple(geometry.houses[house] for house in houses),
        cages=tuple(  # `digits` is a flat list of fillings of the cage
            CageFact(cage, tuple(zip(*[iter(digits)] * len(cages[cage].cells), strict=True)), sets)
            for cage, digits, sets in told
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
