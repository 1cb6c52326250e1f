"""cages: puzzles with cages of every kind, by strong propagation and guessing.

The search is native and finds every solution. Cages are filtered by their fillings, by what
sums, products and digit sets can reach, and by the sums that follow from the houses; see
native/cages. Puzzles without cages are welcome too.
"""

from __future__ import annotations

from collections.abc import Sequence

from pandoku.engines._engine import Budget, OnEvent
from pandoku.kernel import why_not_native
from pandoku.kernel.cages import Found, why_not
from pandoku.kernel.cages import solve as search
from pandoku.model import FrozenMap, Outcome, Puzzle

__all__ = ["COMPLETE", "EVENTS", "NAME", "SUMMARY", "solve", "solve_all", "supports"]

NAME = "cages"
SUMMARY = "native: cages of every kind by their fillings and sums, then guesses; every solution"
COMPLETE = True
EVENTS = False


def supports(puzzle: Puzzle) -> str | None:
    """Why cages cannot take the puzzle (a target beyond 64 bits, no core), or None."""
    return why_not(puzzle) or why_not_native()


def solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Search for up to *limit* solutions and keep the first 1000; there are no events to report.

    Stats: nodes (guesses, and candidates tried by themselves), propagations.

    Raises:
        EngineError: A cage leaves the grid or has a target beyond 64 bits, or the compiled
            core is not built.
        PuzzleError: A given is no digit of the order, or a cage names a cell twice.

    >>> solve(Puzzle(4), limit=1000)
    Outcome(count=288, complete, engine='cages')
    """
    return solve_all([puzzle], limit=limit, budget=budget, threads=1)[0]


def solve_all(
    puzzles: Sequence[Puzzle],
    *,
    limit: int = 2,
    budget: Budget | None = None,
    threads: int | None = None,
) -> list[Outcome]:
    """Search many puzzles of any geometries, each on one thread.

    Args:
        puzzles: Such as `supports` accepts.
        limit: As in `solve`, for every puzzle.
        budget: For every puzzle.
        threads: At most this many, at least 1; None: what the machine has.

    Returns:
        The outcomes, in the order of the puzzles. `elapsed_s` is what the core spent on the
        puzzle, without packing it.

    Raises:
        EngineError, PuzzleError: As `solve`.
    """
    budget = budget or Budget()
    found = search(
        puzzles, limit=limit, nodes=budget.nodes, seconds=budget.seconds, threads=threads
    )
    return [_outcome(one) for one in found]


def _outcome(found: Found) -> Outcome:
    return Outcome(
        count=found.count,
        stopped=found.stopped,
        solutions=found.solutions,
        stats=FrozenMap({"nodes": found.nodes, "propagations": found.propagations}),
        engine=NAME,
        elapsed_s=found.elapsed_s,
    )
