"""Engine `lanes`: puzzles without cages, many search nodes at once in vector registers.

The search is native and finds every solution. A single puzzle spreads its search tree over the
lanes; a batch starts with one puzzle per lane.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from pandoku.engines._engine import Budget, OnEvent
from pandoku.errors import EngineError
from pandoku.kernel import why_not_native
from pandoku.kernel.lanes import Found, search
from pandoku.model import FrozenMap, Geometry, Outcome, Puzzle

__all__ = ["COMPLETE", "EVENTS", "NAME", "SUMMARY", "solve", "solve_batch", "supports"]

NAME = "lanes"
SUMMARY = "native: many search nodes at once; the fastest for puzzles without cages"
COMPLETE = True
EVENTS = False


def supports(puzzle: Puzzle) -> str | None:
    """Return why this engine does not support the puzzle, or None if it does."""
    if puzzle.cages:
        return "it has cages"
    return why_not_native()


def solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Search for up to *limit* solutions; *on_event* is not called.

    Stats:
        nodes: Guesses.
        sweeps: Passes of propagation over all lanes.

    Raises:
        EngineError: The puzzle has cages, or the compiled core is not built.
        PuzzleError: A given is outside 0..order.

    >>> solve(Puzzle(4), limit=1000)
    Outcome(count=288, complete, engine='lanes')
    """
    return solve_batch([puzzle], limit=limit, budget=budget, threads=1)[0]


def solve_batch(
    puzzles: Sequence[Puzzle],
    *,
    limit: int = 2,
    budget: Budget | None = None,
    threads: int | None = None,
) -> list[Outcome]:
    """Search many puzzles; those of the same geometry are searched together.

    Args:
        puzzles: Puzzles of any geometry, without cages.
        limit: As in `solve`, for each puzzle.
        budget: For each puzzle.
        threads: Maximum number of threads, at least 1; None means one per available core.

    Returns:
        The outcomes, in the order of the puzzles. Puzzles that are searched together share
        the elapsed time equally, and each has the "sweeps" of all of them.

    Raises:
        EngineError: A puzzle has cages, or the compiled core is not built.
        PuzzleError: A given is outside 0..order.
    """
    groups: dict[tuple[Geometry, bool], list[int]] = {}
    for index, puzzle in enumerate(puzzles):
        if puzzle.cages:
            raise EngineError(f"{NAME} does not support this puzzle: it has cages")
        key = (puzzle.geometry, puzzle.candidates is None)
        groups.setdefault(key, []).append(index)
    outcomes: dict[int, Outcome] = {}
    for indices in groups.values():
        group = [puzzles[index] for index in indices]
        outcomes |= zip(indices, _solve_alike(group, limit, budget, threads), strict=True)
    return [outcomes[index] for index in range(len(puzzles))]


def _solve_alike(
    puzzles: list[Puzzle], limit: int, budget: Budget | None, threads: int | None
) -> list[Outcome]:
    budget = budget or Budget()
    started = perf_counter()
    found = search(
        puzzles, limit=limit, nodes=budget.nodes, seconds=budget.seconds, threads=threads
    )
    share_s = (perf_counter() - started) / len(puzzles)
    return [_outcome(one, share_s) for one in found]


def _outcome(found: Found, elapsed_s: float) -> Outcome:
    return Outcome(
        count=found.count,
        stopped=found.stopped,
        solutions=found.solutions,
        stats=FrozenMap({"nodes": found.nodes, "sweeps": found.sweeps}),
        engine=NAME,
        elapsed_s=elapsed_s,
    )
