"""The limits of a native search."""

from __future__ import annotations

from dataclasses import dataclass

from pandoku.model import whole_number

__all__ = ["KEPT_DIGITS", "SearchTerms", "bound_of"]

KEPT_DIGITS = 8_000_000  # the most solution digits that one call of the core may return
_MOST = 2**63 - 1  # the core counts in signed 64-bit integers


@dataclass(slots=True)
class SearchTerms:
    """The limits of a search.

    Attributes:
        limit: Stop a puzzle after this many solutions, at least 1.
        nodes: The most guesses for a puzzle, at least 1; None means no bound.
        seconds: The most seconds for a puzzle, more than 0; None means no bound.
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
        """Return limit, nodes, seconds and threads for the core, where 0 means no bound."""
        return self.limit, self.nodes or 0, self.seconds or 0.0, self.threads


def bound_of(name: str, value: int | None) -> int:
    """Return a bound for the core: 0 for None, otherwise *value*, capped at 2^63-1.

    Raises:
        TypeError: *value* is not an integer.
        ValueError: *value* is below 1.
    """
    return 0 if value is None else min(whole_number(name, value), _MOST)
