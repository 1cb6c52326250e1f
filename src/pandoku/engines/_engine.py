"""What all engines share: the interface, events, and a meter for Python searches."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from sys import maxsize
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pandoku.model import Batch, Budget, Outcome, Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "EVENT_KINDS",
    "BatchEngine",
    "EngineModule",
    "Event",
    "Meter",
    "OnCount",
    "OnEvent",
]

EVENT_KINDS = ("try", "reject", "place", "remove", "backtrack")


class Event(NamedTuple):
    """One action of an engine.

    Attributes:
        kind: "try" (a digit is about to be tested in a cell), "reject" (the test failed),
            "place" (the digit is placed), "remove" (the placement is undone or, in an
            engine that works on candidates, the candidate is eliminated), "backtrack"
            (the cell has no digit left to try, so the search returns to the previous one).
        cell: The cell.
        digit: The digit, or 0 for "backtrack".
    """

    kind: str
    cell: int
    digit: int


OnEvent = Callable[[Event], None]
OnCount = Callable[[int], object]  # of how many solutions are found so far


class EngineModule(Protocol):
    """What an engine's file defines.

    Attributes:
        NAME: Lower case, words joined by "-".
        SUMMARY: How it searches and what it is for, in one line.
        COMPLETE: Whether it finds every solution. If not, it may stop as "stuck".
        EVENTS: Whether it reports events, so that it can be watched.
    """

    NAME: str
    SUMMARY: str
    COMPLETE: bool
    EVENTS: bool

    def supports(self, puzzle: Puzzle) -> str | None:
        """Return why this engine does not support the puzzle, or None if it does."""

    def solve(
        self,
        puzzle: Puzzle,
        *,
        limit: int = 1,
        budget: Budget | None = None,
        on_event: OnEvent | None = None,
    ) -> Outcome:
        """Search for up to *limit* solutions of a puzzle that `supports` accepts."""


class BatchEngine(EngineModule, Protocol):
    """What the file of an engine offers that searches a Batch as arrays."""

    def solve_many(
        self, batch: Batch, *, limit: int = 2, threads: int | None = None
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """One solution of each puzzle, shape (n, cells), and how many were found, shape (n,)."""


class Meter:
    """Counts the nodes of a search written in Python and checks them against its budget."""

    __slots__ = ("_deadline", "_max_nodes", "_started", "nodes", "stopped")

    def __init__(self, budget: Budget | None) -> None:
        self._started = perf_counter()
        self._max_nodes = budget.nodes if budget else None
        seconds = budget.seconds if budget else None
        self._deadline = None if seconds is None else self._started + seconds
        self.nodes = 0
        self.stopped: str | None = None

    def spend(self) -> bool:
        """Count one node; return False and set `stopped` if the budget is exhausted."""
        if self._max_nodes is not None and self.nodes >= self._max_nodes:
            self.stopped = "nodes"
            return False
        self.nodes += 1
        # Reading the clock costs about as much as a cheap node, so do it every 16 nodes.
        if self._deadline is not None and self.nodes & 15 == 1 and perf_counter() > self._deadline:
            self.stopped = "seconds"
            return False
        return True

    def collect(self, found: Iterable[tuple[int, ...]], limit: int) -> tuple[tuple[int, ...], ...]:
        """Return up to *limit* solutions of a search; set `stopped` to "limit" if reached."""
        solutions = tuple(islice(found, min(limit, maxsize)))
        if len(solutions) == limit:
            self.stopped = "limit"
        return solutions

    @property
    def elapsed_s(self) -> float:
        """Seconds since the search started."""
        return perf_counter() - self._started
