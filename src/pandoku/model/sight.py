"""Sight: the cells that see each other, because they cannot have the same digit."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

from pandoku.model.geometry import Geometry

__all__ = ["sight_of"]


@lru_cache(maxsize=64)
def sight_of(
    geometry: Geometry, groups: tuple[tuple[int, ...], ...] = ()
) -> tuple[tuple[int, ...], ...]:
    """Return the cells that each cell sees, ascending.

    Two cells see each other if a house or a group contains both.

    Args:
        geometry: The shape, which has the houses.
        groups: Other groups of different cells, such as cages without repeats.

    >>> sight_of(Geometry.latin(3), ((0, 4),))[0]
    (1, 2, 3, 4, 6)
    """
    n_cells = geometry.n_cells
    seen: list[set[int]] = [set() for _ in range(n_cells)]
    for group in chain((house.cells for house in geometry.houses), groups):
        cells = [cell for cell in group if 0 <= cell < n_cells]  # others are a defect
        for cell in cells:
            seen[cell].update(cells)
    return tuple(tuple(sorted(each - {cell})) for cell, each in enumerate(seen))
