"""Random regions together with a grid that suits them, for jigsaws of large orders.

Up to order 9 most random regions have a grid. From 13 on hardly any has one that can be found, so
the regions are changed step by step from rows, for which any Latin square is a grid: after each
move, the digits of the regions that changed and of some beside them are searched anew. A move for
which there are none is undone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pandoku.generation.regions import Choices, is_good, move, touching
from pandoku.kernel import cages
from pandoku.model import Geometry, Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["regions_and_grid"]

_LEAST_MOVES = 6  # that succeed, for each region; a start of rows is forgotten then
_MOST_TRIES = 300  # for each region
_N_BESIDE = 4  # regions that are searched anew with those that changed
_NODES = 60  # guesses for the digits of a move; most need none, and few need more


def regions_and_grid(
    order: int, key: NDArray[np.uint64], *, turned: bool = False
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the region of every cell, and a grid; None if a bounded search found nothing good.

    Both are the same on every machine: the search that is used here takes no account of the
    instruction set or the time.

    Args:
        order: The n of n x n, at least 4.
        key: What all choices are made from, uint64 (1,).
        turned: Whether half a turn takes every region to a region.
    """
    from pandoku.kernel.generate import grids

    choose = Choices(int(key[0]))
    grid = tuple(grids(Geometry.latin(order), key, threads=1)[0].tolist())
    regions = [cell // order for cell in range(order * order)]
    n_moves = 0
    for _ in range(_MOST_TRIES * order):
        moved = regions.copy()
        move(moved, order, choose, turned)
        if moved == regions:
            continue
        found = _grid_for(moved, _opened(regions, moved, order, choose), grid, order)
        if found is not None:
            regions, grid, n_moves = moved, found, n_moves + 1
            if n_moves >= _LEAST_MOVES * order and is_good(regions, order):
                return tuple(regions), grid
    return None


def _opened(before: list[int], after: list[int], order: int, choose: Choices) -> set[int]:
    """Return the regions whose digits are searched anew."""
    pairs = zip(before, after, strict=True)
    changed = {region for pair in pairs if pair[0] != pair[1] for region in pair}
    cells = [cell for cell, region in enumerate(after) if region in changed]
    beside = sorted({after[near] for cell in cells for near in touching(order)[cell]} - changed)
    for _ in range(min(_N_BESIDE, len(beside))):
        changed.add(beside.pop(choose.below(len(beside))))
    return changed


def _grid_for(
    regions: list[int], opened: set[int], grid: tuple[int, ...], order: int
) -> tuple[int, ...] | None:
    """Return a grid for new regions that is the old one outside the opened regions, or None."""
    kept = [0 if region in opened else digit for region, digit in zip(regions, grid, strict=True)]
    puzzle = Puzzle(Geometry(order, None, tuple(regions)), tuple(kept))
    found = cages.solve([puzzle], limit=1, nodes=_NODES, threads=1)[0]
    return found.solutions[0] if found.count else None
