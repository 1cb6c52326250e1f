"""Engine `cages`: puzzles with cages of every kind, by strong propagation and guessing.

The search is native and finds every solution. It filters cages in three ways: by their fillings, by
bounds on sums, products and digit sets, and by the sums that follow from the houses. See
native/cages. Puzzles without cages are supported too.
"""

from __future__ import annotations

from collections.abc import Sequence

from pandoku.engines._engine import Engine, OnCount, solve_by_batch
from pandoku.kernel import why_not_native
from pandoku.kernel.cages import CageResult, why_not_cages
from pandoku.kernel.cages import search_cages as search
from pandoku.model import Budget, FrozenMap, Outcome, Puzzle

__all__ = ["ENGINE"]


def _count(
    puzzle: Puzzle,
    *,
    limit: int,
    budget: Budget | None = None,
    on_count: OnCount | None = None,
) -> Outcome:
    """Count up to *limit* solutions. See `solve` and `pandoku.count`."""
    budget = budget or Budget()
    (found,) = search(
        [puzzle], limit=limit, nodes=budget.nodes, seconds=budget.seconds, tell=on_count, threads=1
    )
    return _outcome(found, puzzle)


def _solve_all(
    puzzles: Sequence[Puzzle],
    *,
    limit: int = 2,
    budget: Budget | None = None,
    threads: int | None = None,
) -> list[Outcome]:
    """Search many puzzles of any geometry, each on one thread.

    Each outcome includes at most 1,000 solutions.

    Args:
        puzzles: Puzzles that `supports` accepts.
        limit: As in `solve`, for each puzzle.
        budget: The limit of the search of each puzzle.
        threads: Maximum number of threads, at least 1. None means one per available core.

    Returns:
        The outcomes, in the order of the puzzles. `elapsed_s` is the time that the core spent on
        the puzzle. This time does not include the conversion of the puzzle for the core.

    Stats:
        nodes: The number of guesses plus the number of candidates that were tried one by one.
        propagations: Number of times that a cage, a sum or a house was filtered.

    Raises:
        EngineError: A cage has a cell outside the grid or a target beyond 64 bits, or the compiled
            core is not built.
        PuzzleError: A given is outside 0..order, or a cage has a cell twice.

    >>> ENGINE.solve(Puzzle(4), limit=1000)
    Outcome(288 solutions, engine='cages')
    """
    budget = budget or Budget()
    found = search(
        puzzles, limit=limit, nodes=budget.nodes, seconds=budget.seconds, threads=threads
    )
    return list(map(_outcome, found, puzzles))


def _outcome(found: CageResult, puzzle: Puzzle) -> Outcome:
    return Outcome(
        count=found.count,
        stopped=found.stopped,
        solutions=found.solutions,
        stats=FrozenMap({"nodes": found.nodes, "propagations": found.propagations}),
        engine=ENGINE.name,
        elapsed_s=found.elapsed_s,
        puzzle=puzzle,
    )


ENGINE = Engine(
    name="cages",
    summary="native: propagates the fillings and sums of cages of every kind, then guesses",
    complete=True,
    events=False,
    # This check covers targets, which must fit 64 bits, and whether the compiled core is built.
    supports=lambda puzzle: why_not_cages(puzzle) or why_not_native(),
    solve=solve_by_batch(_solve_all),
    count=_count,
    solve_all=_solve_all,
    is_checked=True,
)
