"""The givens of puzzles with cages: drawn from the key, because cages alone make them proper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pandoku.kernel.cages import solve
from pandoku.model import Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.generation.candidates import Candidates
    from pandoku.generation.wishes import Wishes

__all__ = ["given_cells", "n_spare_givens"]


def given_cells(wishes: Wishes, keys: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return which cells are given, 0 or 1, for each key."""
    import numpy as np

    cells = np.zeros((len(keys), wishes.n_cells), np.uint8)
    if wishes.pattern is not None:
        cells[:] = np.array(wishes.pattern, np.uint8)
    elif wishes.givens is not None and wishes.givens.most > 0:
        numbers = wishes.numbers_of_givens()
        for row, key in zip(cells, keys.tolist(), strict=True):
            row[_drawn(wishes, numbers[(key >> 32) % len(numbers)], key)] = 1
    return cells


def _drawn(wishes: Wishes, number: int, key: int) -> NDArray[np.int64]:
    """Return *number* cells, whole orbits of the symmetry, in a way drawn from the key."""
    import numpy as np

    from pandoku.kernel.generate import keys as mixed

    orbits = wishes.orbits()
    orbit_of = np.arange(wishes.n_cells) if orbits is None else orbits.astype(np.int64)
    sizes = np.bincount(orbit_of)
    order = np.argsort(mixed(key, np.arange(len(sizes))), kind="stable").tolist()
    # From the last orbit in the order on: which numbers of cells the rest can make, as bits.
    reach = [1]
    for orbit in reversed(order):
        reach.append(reach[-1] | reach[-1] << int(sizes[orbit]))
    taken, left = [], number
    for turn, orbit in enumerate(order, 1):
        size = int(sizes[orbit])
        if size <= left and reach[len(order) - turn] >> (left - size) & 1:
            taken.append(orbit)
            left -= size
    return np.flatnonzero(np.isin(orbit_of, taken))


def n_spare_givens(made: Candidates) -> NDArray[np.int64]:
    """Return how many givens of each puzzle could go, each by itself."""
    import numpy as np

    spare = np.zeros(len(made), np.int64)
    for at in range(len(made)):
        puzzle = made.puzzle(at)
        fewer = [_without(puzzle, cell) for cell, digit in enumerate(puzzle.givens) if digit]
        spare[at] = sum(found.count == 1 for found in solve(fewer))
    return spare


def _without(puzzle: Puzzle, cell: int) -> Puzzle:
    givens = puzzle.givens
    return puzzle.replace(givens=(*givens[:cell], 0, *givens[cell + 1 :]))
