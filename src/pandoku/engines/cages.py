"""Engine `cages`: the native search for puzzles with cages of every kind."""

from __future__ import annotations

from collections.abc import Sequence

from pandoku.engines._engine import Budget, OnEvent
from pandoku.kernel import why_not_native
from pandoku.model import FrozenMap, Outcome, Puzzle

NAME = "cages"
SUMMARY = "native; every kind of cage: fillings, sums of houses, hidden singles, then guesses"
COMPLETE = True
EVENTS = False

_MAX_KEPT = 10_000  # solutions an Outcome holds; counting goes on beyond
_MAX_TARGET = (1 << 62) - 1


def supports(puzzle: Puzzle) -> str | None:
    """Why this engine cannot take the puzzle: a target beyond 62 bits, or no compiled core."""
    n_cells = puzzle.geometry.n_cells
    for number, cage in enumerate(puzzle.cages, 1):
        if abs(cage.target or 0) > _MAX_TARGET:
            return f"the target of cage {number} is beyond 62 bits"
        if not all(0 <= cell < n_cells for cell in cage.cells):
            return f"cage {number} leaves the grid"
    return why_not_native()


def solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Search for up to *limit* solutions; at most 10 000 of them are kept.

    Stats: nodes (guesses).
    """
    return _search([puzzle], limit, budget, 1)[0]


def solve_batch(
    puzzles: Sequence[Puzzle],
    *,
    limit: int = 2,
    budget: Budget | None = None,
    threads: int | None = None,
) -> list[Outcome]:
    """Search many puzzles on several threads; outcomes in their order."""
    return _search(puzzles, limit, budget, threads)


def _search(
    puzzles: Sequence[Puzzle], limit: int, budget: Budget | None, threads: int | None
) -> list[Outcome]:
    from pandoku.kernel.cages import search

    budget = budget or Budget()
    found = search(
        puzzles,
        limit=limit,
        nodes=budget.nodes,
        seconds=budget.seconds,
        threads=threads,
        keep=min(limit, _MAX_KEPT),
    )
    return [
        Outcome(
            result.count,
            result.stopped,
            result.solutions,
            stats=FrozenMap({"nodes": result.nodes}),
            engine=NAME,
            elapsed_s=result.elapsed_s,
        )
        for result in found
    ]
