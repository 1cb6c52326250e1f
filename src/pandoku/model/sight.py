"""Sight: which cells see each other, as they cannot hold the same digit."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pandoku.model.geometry import Geometry

__all__ = ["sight_of"]


@lru_cache(maxsize=64)
def sight_of(
    geometry: Geometry, groups: tuple[tuple[int, ...], ...] = ()
) -> tuple[tuple[int, ...], ...]:
    """Return for each cell the cells that it sees, ascending.

    Two cells see each other if a house, or one of the groups, has both.

    Args:
        geometry: The shape, which has the houses.
        groups: Further cells that all differ: those of each cage without repeats.

    >>> sight_of(Geometry.latin(3), ((0, 4),))[0]
    (1, 2, 3, 4, 6)
    """
    seen: list[set[int]] = [set() for _ in range(geometry.n_cells)]
    _add(seen, (house.cells for house in geometry.houses))
    _add(seen, groups)
    return tuple(tuple(sorted(each - {cell})) for cell, each in enumerate(seen))


def _add(seen: list[set[int]], groups: Iterable[tuple[int, ...]]) -> None:
    for cells in groups:
        for cell in cells:
            if 0 <= cell < len(seen):  # a puzzle that is not sound may have others
                seen[cell].update(cells)
