"""Cages of Penpa+ that are only drawn: the cells inside their borders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pandoku.formats._penpa_points import PenpaPoint, PointKind

__all__ = ["joined_cells"]

_Cell: TypeAlias = tuple[int, int]  # row and column

# The two quarters of a cell on each of its sides: the step to the neighbor there.
_SIDES = {
    frozenset({0, 1}): (-1, 0),
    frozenset({2, 3}): (1, 0),
    frozenset({0, 2}): (0, -1),
    frozenset({1, 3}): (0, 1),
}


def joined_cells(borders: Iterable[Sequence[PenpaPoint | None]], n: int) -> list[tuple[int, ...]]:
    """Return the cells of each cage, ascending.

    Args:
        borders: The ends of each piece of a border. Within a cell it is one of its sides; from a
            cell to its neighbor it shows that both belong to one cage.
        n: The order.
    """
    closed: dict[_Cell, set[tuple[int, int]]] = defaultdict(set)  # sides by cell
    joined: dict[_Cell, set[_Cell]] = defaultdict(set)
    for ends in borders:
        places = [each for each in ends if each and each.kind is PointKind.QUARTER]
        if len(places) != 2:
            continue
        a, b = ((each.row, each.column) for each in places)
        if a == b:
            side = _SIDES.get(frozenset(each.part for each in places))
            closed[a] |= {side} if side else set()
        else:
            joined[a].add(b)
            joined[b].add(a)
    left = {cell for cell in (*closed, *joined) if _is_inside(cell, n)}
    bordered = frozenset(left)
    found = []
    while left:
        group, open_cells = set[_Cell](), [min(left)]
        while open_cells:
            cell = open_cells.pop()
            if cell not in group and _is_inside(cell, n):
                group.add(cell)
                open_cells += joined[cell]
                # The cells in the middle of a large cage have no border.
                sides = [each for each in _SIDES.values() if each not in closed[cell]]
                around = [(cell[0] + down, cell[1] + right) for down, right in sides]
                open_cells += [each for each in around if each not in bordered]
        left -= group
        # A border that does not close lets in the rest of the grid.
        cells = group if len(group) <= n else group & bordered
        found.append(tuple(sorted(row * n + column for row, column in cells)))
    return found


def _is_inside(cell: _Cell, n: int) -> bool:
    return 0 <= cell[0] < n and 0 <= cell[1] < n
