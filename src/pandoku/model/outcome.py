"""Outcome: the result of a search, and whether the search was complete."""

from __future__ import annotations

from dataclasses import dataclass, field

from pandoku.model.board import Board
from pandoku.model.frozen import FrozenMap

__all__ = ["STOPS", "Outcome"]

STOPS = ("limit", "nodes", "seconds", "stuck")


@dataclass(frozen=True, slots=True, repr=False)
class Outcome:
    """The result of a search.

    Attributes:
        count: The number of solutions found, at most the limit.
        stopped: None if the search is complete: there are exactly `count` solutions. Otherwise the
            reason why it ended early: "limit" (limit reached; more solutions may exist), "nodes"
            or "seconds" (out of budget), "stuck" (the engine's reasoning goes no further).
        solutions: The solutions found, each n*n digits row-major, in the engine's order.
        board: The board that an incomplete engine reached, or None.
        stats: Counts by name: "nodes" from every engine that searches, and engine-specific ones
            ("checks", "backtracks", "choices", ...).
        engine: The name of the engine that ran.
        elapsed_s: Seconds spent searching.
    """

    count: int
    stopped: str | None = None
    solutions: tuple[tuple[int, ...], ...] = ()
    board: Board | None = None
    stats: FrozenMap = field(default_factory=FrozenMap)
    engine: str = ""
    elapsed_s: float = field(default=0.0, compare=False)

    def __post_init__(self) -> None:
        if self.stopped is not None and self.stopped not in STOPS:
            raise ValueError(f"expected stopped to be None or one of {STOPS}: {self.stopped!r}")
        if not isinstance(self.stats, FrozenMap):
            object.__setattr__(self, "stats", FrozenMap(self.stats))

    @property
    def complete(self) -> bool:
        """Whether the search was exhaustive, so that `count` is the exact number of solutions."""
        return self.stopped is None

    @property
    def is_proper(self) -> bool:
        """Whether there is provably exactly one solution (requires a search limit above 1)."""
        return self.complete and self.count == 1

    @property
    def solution(self) -> tuple[int, ...] | None:
        """The first solution found, or None."""
        return self.solutions[0] if self.solutions else None

    def __repr__(self) -> str:
        end = "complete" if self.stopped is None else f"stopped={self.stopped!r}"
        return f"Outcome(count={self.count}, {end}, engine={self.engine!r})"
