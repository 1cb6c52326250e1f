"""Values exchanged with the core: layouts, boards, steps and the limits of searches."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pandoku.kernel import native
from pandoku.model import (
    Board,
    Cage,
    CageFact,
    Facts,
    Geometry,
    Link,
    Step,
    joined_step,
    whole_number,
)

if TYPE_CHECKING:
    from pandoku import _native_craft
    from pandoku._native import Layout

    State = tuple[memoryview, memoryview, memoryview]

KEPT_DIGITS = 8_000_000  # maximum number of solution digits that one call of the core returns
_MOST = 2**63 - 1  # the core counts in signed 64-bit integers


@dataclass(slots=True)
class SearchTerms:
    """The limits of a search of one or more puzzles.

    Attributes:
        limit: Stop searching a puzzle after this many solutions, at least 1.
        nodes: Maximum number of guesses per puzzle, at least 1; None means no bound.
        seconds: Maximum seconds per puzzle, more than 0; None means no bound.
        threads: The number of threads, as returned by `default_threads`.

    Raises:
        TypeError: *limit* or *nodes* is not an integer.
        ValueError: A number is out of range.
    """

    limit: int
    nodes: int | None
    seconds: float | None
    threads: int

    def __post_init__(self) -> None:
        self.limit = bound_of("limit", self.limit)
        if self.nodes is not None:
            self.nodes = bound_of("nodes", self.nodes)
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"expected more than 0 seconds, found {self.seconds}")

    def packed(self) -> tuple[int, int, float, int]:
        """Return limit, nodes, seconds and threads in this order, where 0 means no bound."""
        return self.limit, self.nodes or 0, self.seconds or 0.0, self.threads


def bound_of(name: str, value: int | None) -> int:
    """Return a bound in the form that the core takes: 0 for None, and at most 2^63-1.

    Raises:
        TypeError: *value* is not an integer.
        ValueError: *value* is below 1.
    """
    return 0 if value is None else min(whole_number(name, value), _MOST)


@lru_cache(maxsize=64)
def native_layout(geometry: Geometry) -> Layout:
    """Return the data of a geometry that the core prepares once for all puzzles.

    Raises:
        EngineError: The compiled core is not built.
    """
    layout: Layout = native().Layout(
        geometry.order,
        [house.cells for house in geometry.houses],
        [house.kind for house in geometry.houses],
    )
    return layout


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
