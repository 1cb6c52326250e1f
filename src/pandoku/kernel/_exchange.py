"""Values exchanged with the core: layouts and the limits of searches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pandoku.kernel import native
from pandoku.model import Geometry, whole_number

if TYPE_CHECKING:
    from pandoku._native import Layout

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
