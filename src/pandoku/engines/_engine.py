"""What all engines share: the interface, events, and a meter for Python searches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from sys import maxsize
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pandoku.model import Batch, Budget, Outcome, Puzzle, named_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "EVENT_NAMES",
    "Engine",
    "Event",
    "Meter",
    "OnCount",
    "OnEvent",
    "why_only_cages",
    "why_only_houses",
]

EVENT_NAMES = ("try", "reject", "place", "remove", "backtrack")


class Event(NamedTuple):
    """One action of an engine.

    Attributes:
        name: "try" (a digit is about to be tested in a cell), "reject" (the test failed),
            "place" (the digit is placed), "remove" (the placement is undone or, in an
            engine that works on candidates, the candidate is eliminated), "backtrack"
            (the cell has no digit left to try, so the search returns to the previous one).
        cell: The cell.
        digit: The digit, or 0 for "backtrack".
    """

    name: str
    cell: int
    digit: int


OnEvent = Callable[[Event], None]
OnCount = Callable[[int], object]  # of how many solutions are found so far


class SolveCall(Protocol):
    """How an engine is called; what it returns holds up to *limit* solutions."""

    def __call__(
        self,
        puzzle: Puzzle,
        *,
        limit: int = 1,
        budget: Budget | None = None,
        on_event: OnEvent | None = None,
    ) -> Outcome: ...


class CountCall(Protocol):
    """How an engine counts: the outcome need not hold the solutions."""

    def __call__(
        self,
        puzzle: Puzzle,
        *,
        limit: int,
        budget: Budget | None = None,
        on_count: OnCount | None = None,
    ) -> Outcome: ...


class SolveAllCall(Protocol):
    """How an engine searches many puzzles at once; the outcomes are in their order."""

    def __call__(
        self,
        puzzles: Sequence[Puzzle],
        *,
        limit: int = 2,
        budget: Budget | None = None,
        threads: int | None = None,
    ) -> list[Outcome]: ...


class SolveManyCall(Protocol):
    """How an engine searches a Batch as arrays.

    One solution of each puzzle, shape (n, cells), and how many were found, shape (n,).
    """

    def __call__(
        self, batch: Batch, *, limit: int = 2, threads: int | None = None
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Engine:
    """A way to search for solutions.

    Attributes:
        name: Lower case, words joined by "-".
        summary: How it searches and what it is for, in one line.
        complete: Whether it finds every solution. If not, it may stop as "stuck".
        events: Whether it reports events, so that it can be watched.
        supports: Returns why the engine does not support a puzzle, or None if it does.
        solve: Searches for the solutions of a puzzle that `supports` accepts.
        count: Counts them without holding them all; None means by `solve`.
        solve_all: Searches many puzzles together; None means one after the other.
        solve_many: Searches a Batch as arrays; None if it cannot.
        counters: The numbers among its `Outcome.stats` that are numbers of events: by name, the
            event that each counts. A "choice" is a backtrack with few empty cells left.
        is_checked: Whether the compiled core has checked every solution where it was found.
    """

    name: str
    summary: str
    complete: bool
    events: bool
    supports: Callable[[Puzzle], str | None]
    solve: SolveCall
    count: CountCall | None = None
    solve_all: SolveAllCall | None = None
    solve_many: SolveManyCall | None = None
    counters: Mapping[str, str] = field(default_factory=dict)
    is_checked: bool = False


def why_only_cages(puzzle: Puzzle) -> str | None:
    """Return why an engine that knows houses and cages does not support a puzzle, or None."""
    if not puzzle.further:
        return None
    return f"it does not know {named_rules(puzzle.further)}"


def why_only_houses(puzzle: Puzzle) -> str | None:
    """Return why an engine that knows houses alone does not support a puzzle, or None."""
    return "it ignores cages" if puzzle.cages else why_only_cages(puzzle)


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
