"""Engine `lanes`: the native kernel for puzzles made of houses, many search nodes at once."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pandoku.engines._engine import Budget, OnEvent
from pandoku.kernel import why_not_native
from pandoku.model import FrozenMap, Geometry, Outcome, Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pandoku.kernel.lanes import Found

NAME = "lanes"
SUMMARY = "native; any houses to order 36; many puzzles, or one puzzle's tree, side by side"
COMPLETE = True
EVENTS = False

_MAX_KEPT = 10_000  # solutions an Outcome holds; counting goes on beyond


def supports(puzzle: Puzzle) -> str | None:
    """Why this engine cannot take the puzzle: it has cages, or there is no compiled core."""
    if puzzle.cages:
        return "it searches puzzles made of houses, not cages"
    return why_not_native()


def solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Search for up to *limit* solutions; at most 10 000 of them are kept.

    Stats: nodes (guesses), sweeps (passes of propagation over all lanes).
    """
    return _search([puzzle], limit=limit, budget=budget, threads=1, keep=min(limit, _MAX_KEPT))[0]


def solve_batch(
    puzzles: Sequence[Puzzle],
    *,
    limit: int = 2,
    budget: Budget | None = None,
    threads: int | None = None,
) -> list[Outcome]:
    """Search many puzzles, those of one geometry side by side; outcomes in their order.

    A time budget is for each puzzle, so with one they are searched one by one.
    """
    if budget is not None and budget.seconds is not None:
        return [solve(puzzle, limit=limit, budget=budget) for puzzle in puzzles]
    groups: dict[tuple[Geometry, bool], list[int]] = {}
    for index, puzzle in enumerate(puzzles):
        key = puzzle.geometry, puzzle.candidates is not None
        groups.setdefault(key, []).append(index)
    outcomes: dict[int, Outcome] = {}
    for indices in groups.values():
        group = [puzzles[index] for index in indices]
        found = _search(group, limit=limit, budget=budget, threads=threads, keep=min(limit, 2))
        outcomes.update(zip(indices, found, strict=True))
        if limit > 2:  # rare and dear: only those with more solutions than were kept
            for index in indices:
                if outcomes[index].count > 2:
                    outcomes[index] = solve(puzzles[index], limit=limit, budget=budget)
    return [outcomes[index] for index in range(len(puzzles))]


def _search(
    puzzles: list[Puzzle], *, limit: int, budget: Budget | None, threads: int | None, keep: int
) -> list[Outcome]:
    from pandoku.kernel.lanes import search

    budget = budget or Budget()
    started = perf_counter()
    found = search(
        _array(puzzles),
        puzzles[0].geometry,
        limit=limit,
        nodes=budget.nodes,
        seconds=budget.seconds,
        threads=threads,
        keep=keep,
    )
    elapsed_s = (perf_counter() - started) / len(puzzles)
    return _outcomes(found, len(puzzles), limit, elapsed_s)


def _array(puzzles: list[Puzzle]) -> NDArray[Any]:
    import numpy as np

    if puzzles[0].candidates is None:
        return np.array([puzzle.givens for puzzle in puzzles], np.uint8)
    masks = np.array([puzzle.candidates for puzzle in puzzles], np.uint64)
    givens = np.array([puzzle.givens for puzzle in puzzles], np.uint64)
    one = np.uint64(1)
    return np.where(givens > 0, masks & (one << (np.maximum(givens, one) - one)), masks)


def _outcomes(found: Found, n: int, limit: int, elapsed_s: float) -> list[Outcome]:
    # Plain lists once, not n times: an Outcome for each of many thousand puzzles.
    solutions, counts, nodes = found.solutions.tolist(), found.counts.tolist(), found.nodes.tolist()
    sweeps = {"sweeps": found.sweeps} if n == 1 else {}
    outcomes = []
    for index, count in enumerate(counts):
        stopped = None
        if count < 0:
            count, stopped = -1 - count, "seconds" if found.out_of_time else "nodes"  # noqa: PLW2901
        elif count >= limit:
            stopped = "limit"
        outcomes.append(
            Outcome(
                count,
                stopped,
                tuple(map(tuple, solutions[index][:count])),
                stats=FrozenMap({"nodes": nodes[index], **sweeps}),
                engine=NAME,
                elapsed_s=elapsed_s,
            )
        )
    return outcomes
