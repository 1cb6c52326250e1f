"""Puzzles made of houses only: a solution grid from which givens are taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pandoku.generation import hardness
from pandoku.generation.candidates import Candidates
from pandoku.kernel import generate as core
from pandoku.kernel.arrays import solve_many
from pandoku.kernel.vicinity import pattern
from pandoku.model import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pandoku.generation.wishes import Wishes
    from pandoku.model import Geometry

__all__ = ["dug"]

# Beyond this order, to prove a puzzle with few givens proper takes minutes.
_QUICK_ORDER = 16
_SHARE, _SHARE_OF_LATIN = 0.5, 0.6


def dug(wishes: Wishes, geometry: Geometry, keys: NDArray[np.uint64]) -> Candidates:
    """Return a puzzle for each key: a random solution grid, and the givens asked for.

    Args:
        wishes: What the givens are to be like; a solution or a pattern may be given.
        geometry: The houses; a puzzle of a kind that makes its own passes them here.
        keys: uint64 (n,).
    """
    if wishes.pattern is not None and wishes.solution is None:
        givens = pattern(geometry, _mask(wishes), keys, threads=wishes.threads)
        solutions = solve_many(givens, like=Puzzle(geometry), limit=1, threads=wishes.threads)[0]
        solutions[~givens.any(axis=1)] = 0
    else:
        solutions = _grids(wishes, geometry, keys)
        givens = _thinned(wishes, geometry, solutions, keys)
    index = np.flatnonzero(solutions[:, 0])
    if len(index) < len(keys):
        givens, solutions = givens[index], solutions[index]
    return Candidates(index, givens, solutions, geometry, lacks=_lacks(wishes, geometry, givens))


def _grids(wishes: Wishes, geometry: Geometry, keys: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return a full grid for each key, zeros where the bounded search found none."""
    if wishes.solution is None:
        return core.grids(geometry, keys, threads=wishes.threads)
    return np.tile(np.array(wishes.solution, np.uint8), (len(keys), 1))


def _thinned(
    wishes: Wishes, geometry: Geometry, solutions: NDArray[np.uint8], keys: NDArray[np.uint64]
) -> NDArray[np.uint8]:
    """Return what is left of full grids; a row of zeros stays as it is."""
    if wishes.pattern is not None:
        return solutions * _mask(wishes)
    found = np.flatnonzero(solutions[:, 0])
    givens = np.zeros_like(solutions)
    givens[found] = core.dig(
        geometry,
        solutions[found],
        keys[found],
        orbits=wishes.orbits(),
        least=_fewest(wishes, geometry, keys)[found],
        solutions=solutions[found],
        threads=wishes.threads,
    )
    return givens


def _fewest(wishes: Wishes, geometry: Geometry, keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return with how many givens each puzzle is to end if its solution stays the only one.

    Within the range that is asked for, every number that the symmetry allows is as likely.
    """
    if wishes.minimal:
        return np.zeros(len(keys), np.int64)
    if wishes.givens is None:
        return np.maximum(hardness.fewest_givens(wishes, keys), _fewest_by_default(geometry))
    numbers = np.array(wishes.numbers_of_givens(), np.int64)
    drawn: NDArray[np.int64] = numbers[(keys >> np.uint64(32)) % np.uint64(len(numbers))]
    return drawn


def _fewest_by_default(geometry: Geometry) -> int:
    """Return where digging ends in large grids if nothing else was asked for; 0 in others."""
    if geometry.order <= _QUICK_ORDER:
        return 0
    is_latin = geometry.box is None and geometry.regions is None
    return int(geometry.n_cells * (_SHARE_OF_LATIN if is_latin else _SHARE))


def _lacks(
    wishes: Wishes, geometry: Geometry, givens: NDArray[np.uint8]
) -> NDArray[np.int64] | None:
    """Return by how much the givens miss what was asked for, or None if that cannot be."""
    lacks = np.zeros(len(givens), np.int64)
    if wishes.givens is not None:
        n_givens = np.count_nonzero(givens, axis=1)
        least, most = int(wishes.givens.least), int(wishes.givens.most)
        lacks += np.maximum(least - n_givens, 0) + np.maximum(n_givens - most, 0)
    elif not wishes.minimal:
        return None
    if wishes.minimal and not (wishes.symmetry == "none" and wishes.pattern is None):
        lacks += ~core.is_minimal(geometry, givens, threads=wishes.threads)
    return lacks


def _mask(wishes: Wishes) -> NDArray[np.bool_]:
    return np.array(wishes.pattern, np.bool_)
