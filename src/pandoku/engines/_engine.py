"""Code that all engines share: interface, events, and a meter for searches in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from sys import maxsize
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pandoku.errors import EngineError
from pandoku.model import Batch, Budget, Outcome, Puzzle, named_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


EVENT_NAMES = ("try", "reject", "place", "remove", "backtrack")


class Event(NamedTuple):
    """One action of an engine.

    Attributes:
        name: "try" (a digit is about to be tested in a cell), "reject" (the test failed),
            "place" (the digit is placed), "remove" (the placement is undone or, in an
            engine that works on candidates, the candidate is eliminated), "backtrack" (the cell has
            no digits left to try, so the search returns to the previous cell).
        cell: The cell.
        digit: The digit, or 0 for "backtrack".
    """

    name: str
    cell: int
    digit: int


OnEvent = Callable[[Event], None]
OnCount = Callable[[int], object]  # called with the number of solutions found so far


class SolveCall(Protocol):
    """The signature of a search. The outcome includes at most *limit* solutions."""

    def __call__(
        self,
        puzzle: Puzzle,
        *,
        limit: int = 1,
        budget: Budget | None = None,
        on_event: OnEvent | None = None,
    ) -> Outcome: ...


class CountCall(Protocol):
    """The signature of a count. The outcome may omit the solutions."""

    def __call__(
        self,
        puzzle: Puzzle,
        *,
        limit: int,
        budget: Budget | None = None,
        on_count: OnCount | None = None,
    ) -> Outcome: ...


class SolveAllCall(Protocol):
    """The signature of a search of many puzzles. The outcomes are in the order of the puzzles."""

    def __call__(
        self,
        puzzles: Sequence[Puzzle],
        *,
        limit: int = 2,
        budget: Budget | None = None,
        threads: int | None = None,
    ) -> list[Outcome]: ...


class SolveManyCall(Protocol):
    """The signature of a search that takes a Batch and returns arrays.

    Returns one solution of each puzzle, shape (n, cells), and the number of solutions found for
    each puzzle, shape (n,).
    """

    def __call__(
        self, batch: Batch, *, limit: int = 2, threads: int | None = None
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Engine:
    """A way to search for solutions.

    Attributes:
        name: The name, in lower case, with words joined by "-".
        summary: A description in one line: the kind of search, and its purpose.
        complete: Whether the engine finds every solution. If False, it may stop as "stuck".
        events: Whether the engine reports events, which people can watch.
        supports: Returns the reason why the engine does not support a puzzle, or None if it does.
        solve: Searches for the solutions of a puzzle that `supports` accepts.
        count: Counts solutions without keeping all of them in memory. None means that `solve` is
            used to count.
        solve_all: Searches many puzzles together. None means that `solve` is called for one puzzle
            after the other.
        solve_many: Searches a Batch as arrays. None means that the engine cannot search arrays.
        counters: Mapping from names of entries of `Outcome.stats` to names of the events that these
            entries count. An event "choice" is a backtrack with few empty cells left.
        is_checked: Whether the compiled core checks every solution when it finds it.
        aliases: Other names that select the engine.
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
    aliases: tuple[str, ...] = ()


def solve_by_batch(solve_all: SolveAllCall) -> SolveCall:
    """Make the `solve` function of an engine from its `solve_all`.

    The function reports no events.
    """

    def solve(
        puzzle: Puzzle,
        *,
        limit: int = 1,
        budget: Budget | None = None,
        on_event: OnEvent | None = None,
    ) -> Outcome:
        return solve_all([puzzle], limit=limit, budget=budget, threads=1)[0]

    return solve


def why_only_cages(puzzle: Puzzle) -> str | None:
    """Return the reason why an engine for houses and cages does not support a puzzle, or None."""
    if not puzzle.further:
        return None
    return f"it does not know {named_rules(puzzle.further)}"


def why_only_houses(puzzle: Puzzle) -> str | None:
    """Return the reason why an engine for houses does not support a puzzle, or None."""
    return "it ignores cages" if puzzle.cages else why_only_cages(puzzle)


def require_solutions(
    engine: Engine, puzzles: Iterable[Puzzle], outcomes: Iterable[Outcome]
) -> None:
    """Raise EngineError if a solution in *outcomes* breaks a rule of its puzzle."""
    if engine.is_checked:
        return
    for puzzle, outcome in zip(puzzles, outcomes, strict=True):
        for digits in outcome.solutions:
            if not puzzle.accepts(digits):
                raise EngineError(
                    f"{engine.name} claims a solution that breaks the rules of its puzzle; "
                    "this is a defect of the engine, please report it with the puzzle. "
                    f"Digits found {' '.join(map(str, digits))}"
                )


class Meter:
    """A counter of the nodes of a search in Python, which also checks the budget."""

    __slots__ = ("_deadline", "_max_nodes", "_started", "nodes", "stopped")

    def __init__(self, budget: Budget | None) -> None:
        self._started = perf_counter()
        self._max_nodes = budget.nodes if budget else None
        seconds = budget.seconds if budget else None
        self._deadline = None if seconds is None else self._started + seconds
        self.nodes = 0
        self.stopped: str | None = None

    def spend(self) -> bool:
        """Count a node. If the budget is exhausted, return False and set `stopped`."""
        if self._max_nodes is not None and self.nodes >= self._max_nodes:
            self.stopped = "nodes"
            return False
        self.nodes += 1
        # Reading the clock takes about as long as a fast node, so read it only every 16 nodes.
        if self._deadline is not None and self.nodes & 15 == 1 and perf_counter() > self._deadline:
            self.stopped = "seconds"
            return False
        return True

    def collect(self, found: Iterable[tuple[int, ...]], limit: int) -> tuple[tuple[int, ...], ...]:
        """Return up to *limit* solutions of a search. Set `stopped` if it reaches the limit."""
        solutions = tuple(islice(found, min(limit, maxsize)))
        if len(solutions) == limit:
            self.stopped = "limit"
        return solutions

    @property
    def elapsed_s(self) -> float:
        """Seconds since the search started."""
        return perf_counter() - self._started
