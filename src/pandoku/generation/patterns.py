"""Puzzles whose givens lie in cells that were chosen beforehand.

The givens of a random grid in these cells usually leave several solutions. So one given after
another is changed to another digit, as long as the number of solutions does not rise, until only
one is left. How many solutions there are is a fact; which of them an engine finds first would
differ between machines, so it plays no part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pandoku.kernel import generate as core
from pandoku.kernel.arrays import count_many, solve_many
from pandoku.model import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pandoku.model import Geometry

__all__ = ["patterned"]

_N_CHANGES = 400
_COUNTED = 100  # a greater number of solutions makes no difference


def patterned(
    geometry: Geometry,
    mask: NDArray[np.bool_],
    keys: NDArray[np.uint64],
    threads: int | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return a puzzle for each key whose givens are in the cells of a pattern, and its solution.

    Args:
        geometry: The houses.
        mask: Of shape (cells,): which cells are givens.
        keys: uint64 (n,).
        threads: The most threads to use; None means as many as the process may use.

    Returns:
        The givens and the solutions, uint8 (n, cells); zeros where the bounded search found none.
    """
    like = Puzzle(geometry)
    rows = core.grids(geometry, keys, threads=threads) * mask
    counts = count_many(rows, _COUNTED, like=like, threads=threads)
    # A key of its own for each change, as if each were an attempt.
    for change in range(_N_CHANGES):
        open_ = np.flatnonzero((counts > 1) & rows.any(axis=1))
        if not len(open_):
            break
        trials = rows[open_]
        _change_one(trials, mask, core.keys(change, keys[open_]), geometry.order)
        found = count_many(trials, _COUNTED, like=like, threads=threads)
        fits = (found > 0) & (found <= counts[open_])
        rows[open_[fits]], counts[open_[fits]] = trials[fits], found[fits]
    rows[counts != 1] = 0
    solutions = np.zeros_like(rows)
    solved = np.flatnonzero(counts == 1)
    if len(solved):
        solutions[solved] = solve_many(rows[solved], like=like, limit=1, threads=threads)[0]
    return rows, solutions


def _change_one(
    rows: NDArray[np.uint8], mask: NDArray[np.bool_], keys: NDArray[np.uint64], order: int
) -> None:
    """Give one of the givens of each row another digit."""
    cells, others = np.flatnonzero(mask), np.uint64(order - 1)
    at = cells[(keys % np.uint64(len(cells))).astype(np.int64)]
    every = np.arange(len(rows))
    step = (keys >> np.uint64(32)) % others + np.uint64(1)
    digits = rows[every, at].astype(np.uint64) - np.uint64(1) + step
    rows[every, at] = (digits % np.uint64(order) + np.uint64(1)).astype(np.uint8)
