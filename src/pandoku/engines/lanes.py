"""Engine `lanes`: search puzzles without cages, many nodes at once in vector registers.

The search is native and finds every solution. The search tree of a single puzzle is spread over the
lanes. A batch starts with one puzzle per lane.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from pandoku.engines._engine import Engine, OnCount, solve_by_batch, why_only_cages
from pandoku.errors import EngineError
from pandoku.kernel import why_not_native
from pandoku.kernel.lanes import search_lanes
from pandoku.model import Batch, Budget, FrozenMap, Outcome, Puzzle, batches_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ENGINE"]


def _supports(puzzle: Puzzle) -> str | None:
    """Return the reason why this engine does not support the puzzle, or None if it does."""
    if puzzle.cages:
        return "it has cages"
    return why_only_cages(puzzle) or why_not_native()


def _solve_all(
    puzzles: Sequence[Puzzle],
    *,
    limit: int = 2,
    budget: Budget | None = None,
    threads: int | None = None,
) -> list[Outcome]:
    """Search many puzzles. Puzzles of the same geometry are searched together.

    Args:
        puzzles: Puzzles of any geometry, without constraints.
        limit: As in `solve`, for each puzzle.
        budget: The limit of the search of each puzzle.
        threads: Maximum number of threads, at least 1. None means one per available core.

    Returns:
        The outcomes, in the order of the puzzles. If puzzles are searched together, each outcome
        reports an equal share of the elapsed time. Its sweeps are the sweeps for all these puzzles.

    Stats:
        nodes: Guesses.
        sweeps: Passes of propagation over all lanes.

    Raises:
        EngineError: A puzzle has cages or other constraints, or the compiled core is not built.
        PuzzleError: A given is outside 0..order.

    >>> ENGINE.solve(Puzzle(4), limit=1000)
    Outcome(288 solutions, engine='lanes')
    """
    for puzzle in puzzles:
        if puzzle.cages or puzzle.further:
            raise EngineError(f"{ENGINE.name} does not support this puzzle: {_supports(puzzle)}")
    outcomes: dict[int, Outcome] = {}
    for batch in batches_of(puzzles):
        found = _solve_alike(batch, limit, budget, threads)
        outcomes |= zip(batch.origins or (), found, strict=True)
    return [outcomes[index] for index in range(len(puzzles))]


def _count(
    puzzle: Puzzle,
    *,
    limit: int,
    budget: Budget | None = None,
    on_count: OnCount | None = None,
) -> Outcome:
    """Count up to *limit* solutions, and return one. See `solve` and `pandoku.count`."""
    return _solve_alike(Batch.of([puzzle]), limit, budget, threads=1, keep=1, tell=on_count)[0]


def _solve_many(
    batch: Batch, *, limit: int = 2, threads: int | None = None
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Search the puzzles of a Batch as arrays (see `pandoku.solve_many`).

    Args:
        batch: Puzzles without cages.
        limit: As in `solve`, for every puzzle.
        threads: As in `solve_all`.

    Returns:
        (solutions, counts): for each puzzle, one solution (all zeros if there is none) and the
            number of solutions found.

    Raises:
        ValueError: The puzzles have cages, or a digit in a row is out of range.
        EngineError: The compiled core is not built.
    """
    from pandoku.kernel.arrays import solve_many as search_rows

    return search_rows(batch, limit=limit, threads=threads)


def _solve_alike(
    batch: Batch,
    limit: int,
    budget: Budget | None,
    threads: int | None,
    keep: int | None = None,
    tell: OnCount | None = None,
) -> list[Outcome]:
    budget = budget or Budget()
    started = perf_counter()
    found = search_lanes(
        batch,
        limit=limit,
        nodes=budget.nodes,
        seconds=budget.seconds,
        threads=threads,
        keep=keep,
        tell=tell,
    )
    share_s = (perf_counter() - started) / len(batch)
    return [
        Outcome(
            count=each.count,
            stopped=each.stopped,
            solutions=each.solutions,
            stats=FrozenMap({"nodes": each.nodes, "sweeps": each.sweeps}),
            engine=ENGINE.name,
            elapsed_s=share_s,
        )
        for each in found
    ]


ENGINE = Engine(
    name="lanes",
    summary="native: many search nodes at once; the fastest for puzzles without cages",
    complete=True,
    events=False,
    supports=_supports,
    solve=solve_by_batch(_solve_all),
    count=_count,
    solve_all=_solve_all,
    solve_many=_solve_many,
    is_checked=True,
)
