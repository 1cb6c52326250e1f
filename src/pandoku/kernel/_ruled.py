"""Searches of many puzzles with cages or other constraints. The results are arrays.

Python only packs the constraints and unpacks the results. Puzzles with equal constraints share one
translation into relations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pandoku.errors import PuzzleError
from pandoku.kernel import default_threads
from pandoku.kernel._exchange import SearchTerms
from pandoku.kernel.cages import searched_batch, why_not_cages
from pandoku.model import Batch, Constraint, Geometry, OutOfTimeError, Puzzle, time_limit

__all__ = ["RuledSearch", "why_not_ruled", "with_rules_of"]

_PART = 4096  # puzzles per call of the core (the time limit is checked between calls)
_BY_LIMIT = (0, 1)  # the core's codes for a complete search, and for a search that ended at *limit*


def why_not_ruled(puzzle: Puzzle) -> str | None:
    """Return the reason why a constraint is malformed or too large to search, or None."""
    for constraint in puzzle.further:
        if defect := _defect(constraint, puzzle.geometry):
            return f"rules: {defect}"
    if any(len(cage.cells) > puzzle.order and not cage.repeats for cage in puzzle.cages):
        return "rules: has a cage with more cells than there are digits"
    reason = why_not_cages(puzzle)
    return reason and f"rules: {reason}"


def with_rules_of(like: Puzzle, batch: Batch) -> Batch:
    """Add the constraints and cages of *like* to each puzzle of *batch*."""
    n = len(batch)
    return Batch(
        batch.geometry,
        batch.rows,
        [like.cages] * n if like.cages else None,
        batch.origins,
        masks=batch.has_masks,
        further=[like.further] * n if like.further else None,
    )


class RuledSearch:
    """Searches of the puzzles of a Batch.

    Args:
        batch: The puzzles.
        threads: Maximum number of threads. None means one per available CPU.
        seconds: The time limit for all searches together; None means no limit.

    Raises:
        PuzzleError: A constraint is malformed. The message contains the position of the puzzle.
    """

    def __init__(self, batch: Batch, threads: int | None, seconds: float | None) -> None:
        self._batch, self._threads = batch, default_threads(threads)
        self._end = None if seconds is None else monotonic() + seconds
        with suppress(OutOfTimeError), time_limit(seconds):
            _require_sound(batch)

    def solve(
        self, limit: int, nodes: int | None, *, keep: bool
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """Return a solution of each puzzle, shape (n, cells), and counts as in `solve_many`.

        Args:
            limit: Stop searching a puzzle after this many solutions.
            nodes: Maximum number of guesses for a puzzle; None means no bound.
            keep: Whether to return solutions. If false, the array of solutions is empty.
        """
        n, n_cells = len(self._batch), self._batch.geometry.n_cells
        solutions = np.zeros((n, n_cells) if keep else (n, 0), np.uint8)
        counts = np.full(n, -1, np.int64)
        blank = bytes(n_cells)
        for part, found in self._parts(limit, nodes, kept=int(keep)):
            counts[part] = [raw[0] if raw[1] in _BY_LIMIT else -1 - raw[0] for raw in found]
            if keep:
                joined = b"".join(raw[5] or blank for raw in found)
                solutions[part] = np.frombuffer(joined, np.uint8).reshape(-1, n_cells)
        return solutions, counts

    def true_masks(self, undone: int) -> NDArray[np.uint64]:
        """Return true candidates, shape (n, cells); *undone* for puzzles without a result."""
        masks = np.full((len(self._batch), self._batch.geometry.n_cells), undone, np.uint64)
        for part, found in self._parts(1, None, kept=0, true_candidates=True):
            rows = [
                raw[6] if raw[1] == 0 else [undone] * self._batch.geometry.n_cells for raw in found
            ]
            masks[part] = np.array(rows, np.uint64)
        return masks

    def _parts(
        self, limit: int, nodes: int | None, *, kept: int, true_candidates: bool = False
    ) -> Iterator[tuple[slice, Sequence[Any]]]:
        """Search the batch in parts until the time is over, and yield each result."""
        for first in range(0, len(self._batch), _PART):
            seconds = None if self._end is None else self._end - monotonic()
            if seconds is not None and seconds <= 0:
                return
            part = self._batch[first : first + _PART]
            terms = SearchTerms(limit, nodes, seconds, self._threads)
            try:
                with time_limit(seconds):
                    found = searched_batch(part, terms, kept, true_candidates=true_candidates)
            except OutOfTimeError:
                return
            yield slice(first, first + len(found)), found


def _require_sound(batch: Batch) -> None:
    for number, constraints in enumerate(batch.further or ()):
        for constraint in constraints:
            if defect := _defect(constraint, batch.geometry):
                raise PuzzleError(f"puzzle {number}: {defect}")
    n = batch.geometry.order
    for number, cages in enumerate(batch.cages or ()):
        for cage in cages:
            # Puzzles with this defect are refused, because a search might take years.
            if len(cage.cells) > n and not cage.repeats:
                reason = f"expected at most {n} cells in a cage, found {len(cage.cells)}"
                raise PuzzleError(f"puzzle {number}: {reason}")


@lru_cache(maxsize=4096)
def _defect(constraint: Constraint, geometry: Geometry) -> str | None:
    """Return the first defect of a constraint, or None."""
    defect = constraint.first_defect(geometry)
    return defect and f"{constraint.NAME}: {defect}"
