"""What both native searches are told: how far to go, and what a cell may hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import and_

from pandoku.model import Puzzle

__all__ = ["KEPT_DIGITS", "Terms", "masks_of"]

KEPT_DIGITS = 8_000_000  # digits of solutions that one call of the core may hold
_MOST = 2**63 - 1  # what the core counts to


@dataclass(slots=True)
class Terms:
    """How far to search, checked.

    Raises:
        TypeError: A number is none.
        ValueError: A number is out of its range.
    """

    limit: int
    nodes: int | None
    seconds: float | None
    threads: int

    def __post_init__(self) -> None:
        _check_number("limit", self.limit)
        if self.nodes is not None:
            _check_number("nodes", self.nodes)
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"expected more than 0 seconds, found {self.seconds}")

    def packed(self) -> tuple[int, int, float, int]:
        """Return limit, nodes, seconds and threads as the core takes them; 0 is no bound."""
        limit, nodes = self.limit, self.nodes or 0
        if limit > _MOST or nodes > _MOST:
            limit, nodes = min(limit, _MOST), min(nodes, _MOST)
        return limit, nodes, self.seconds or 0.0, self.threads


def masks_of(puzzle: Puzzle) -> Iterable[int]:
    """Return for every cell the candidates that its given and the puzzle's candidates leave."""
    masks = map(_masks(puzzle.order).__getitem__, puzzle.givens)
    return map(and_, masks, puzzle.candidates) if puzzle.candidates else masks


@lru_cache(maxsize=64)
def _masks(order: int) -> tuple[int, ...]:
    """Return by given, 0 for none, the digits that its cell may hold."""
    return ((1 << order) - 1, *(1 << digit for digit in range(order)))


def _check_number(name: str, value: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"expected {name} as a whole number, found {value!r}")
    if value < 1:
        raise ValueError(f"expected {name} of at least 1, found {value}")
