"""Search for the solutions of the rows of a part."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pandoku.batch.sorting import clashes
from pandoku.batch.verbs._verb import Option
from pandoku.engines import Budget, solve_all
from pandoku.kernel.arrays import count_many, solve_many
from pandoku.model import Batch, Puzzle

__all__ = ["BUDGET", "SearchedRows", "search_rows"]

BUDGET = Option(
    "budget", "count", "Maximum number of guesses per puzzle, the same on every machine.", least=1
)
_COUNTS_ALIKE = "cages"  # the engine that counts the same number of nodes on every machine


class SearchedRows(NamedTuple):
    """The result of a search of many puzzles.

    Attributes:
        counts: int64 (n,): number of solutions, at most the limit. -1 - n if the budget ran out
            after n solutions.
        solutions: uint8 (n, cells), or None if not requested. If a puzzle has several solutions,
            the choice depends on the machine, unless the least one was requested.
        errors: Error messages of puzzles with equal givens in a house, by position.
    """

    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8] | None
    errors: dict[int, str]

    @property
    def is_bad(self) -> NDArray[np.bool_]:
        """True for puzzles with equal givens in a house, bool (n,)."""
        bad = np.zeros(len(self.counts), bool)
        bad[list(self.errors)] = True
        return bad


def search_rows(
    batch: Batch,
    *,
    limit: int,
    first: Literal["any", "lexicographic"] = "any",
    budget: int | None = None,
    wants_solutions: bool = True,
) -> SearchedRows:
    """Search the puzzles of a Batch on one thread, with the same result on every machine."""
    solutions: NDArray[np.uint8] | None = None
    if batch.has_constraints or budget is not None:
        counts, solutions = _search_each(batch, limit, budget, first)
    elif wants_solutions:
        solutions, counts = solve_many(batch, limit=limit, first=first, threads=1)
    else:
        counts = count_many(batch, limit=limit, threads=1)
    has_clashes = not batch.has_constraints and not batch.has_masks
    errors = clashes(batch, counts == 0) if has_clashes else {}
    return SearchedRows(counts, solutions if wants_solutions else None, errors)


def _search_each(
    batch: Batch, limit: int, budget: int | None, first: str
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    engine = "auto" if budget is None else _COUNTS_ALIKE
    at_most = None if budget is None else Budget(nodes=budget)
    outcomes = solve_all(batch, limit=limit, threads=1, engine=engine, budget=at_most)
    solutions = np.zeros((len(batch), batch.geometry.n_cells), np.uint8)
    counts = np.empty(len(batch), np.int64)
    for row, outcome in enumerate(outcomes):
        counts[row] = -1 - outcome.count if outcome.stopped == "nodes" else outcome.count
        found = outcome.solution
        if found is not None and first == "lexicographic" and outcome.count > 1:
            found = _least(batch[row], found)
        if found is not None:
            solutions[row] = found
    return counts, solutions


def _least(puzzle: Puzzle, solution: tuple[int, ...]) -> tuple[int, ...]:
    """Return the lexicographically least solution of a puzzle, given any of its solutions."""
    givens = list(puzzle.givens)
    for cell, given in enumerate(puzzle.givens):
        for digit in range(1, solution[cell]) if not given else ():
            givens[cell] = digit
            tried = puzzle.replace(givens=givens)
            smaller = solve_all([tried], limit=1, on_error="keep")[0].solution
            if smaller is not None:
                solution = smaller
                break
        givens[cell] = solution[cell]
    return solution
