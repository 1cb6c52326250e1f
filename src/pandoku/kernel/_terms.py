"""How far a native search is to go: the same terms for lanes and cages."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["KEPT_DIGITS", "Terms"]

KEPT_DIGITS = 8_000_000  # digits of solutions that one call of the core may return
_MOST = 2**63 - 1  # the core counts no further


@dataclass(slots=True)
class Terms:
    """How far to search.

    Attributes:
        limit: Solutions after which a puzzle is left, at least 1.
        nodes: Guesses that a puzzle may take, at least 1; None: no bound.
        seconds: Seconds that a puzzle may take, more than 0; None: no bound.
        threads: As `default_threads` returns it.

    Raises:
        TypeError: *limit* or *nodes* is no whole number.
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
        """Return limit, nodes, seconds and threads as the core takes them; 0 for no bound."""
        limit, nodes = self.limit, self.nodes or 0
        if limit > _MOST or nodes > _MOST:
            limit, nodes = min(limit, _MOST), min(nodes, _MOST)
        return limit, nodes, self.seconds or 0.0, self.threads


def _check_number(name: str, value: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"expected {name} as a whole number, found {value!r}")
    if value < 1:
        raise ValueError(f"expected {name} of at least 1, found {value}")
