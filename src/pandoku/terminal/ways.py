"""Ways to other cells of a board: beside a cell, a box away, with the same content."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from pandoku.model import Geometry, Marks

__all__ = ["a_box_away", "alike", "beside", "moved"]

_DIRECTIONS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


def beside(order: int, cell: int, direction: str) -> int:
    """Return the next cell in a direction, wrapping around at the edges of the grid.

    >>> beside(9, 8, "right"), beside(9, 8, "up")
    (0, 80)
    """
    down, right = _DIRECTIONS[direction]
    row, column = divmod(cell, order)
    return (row + down) % order * order + (column + right) % order


def a_box_away(geometry: Geometry, cell: int, by: int) -> int:
    """Return the cell that is *by* boxes below a cell, or above it, as far as the grid goes.

    Without boxes, a box counts as high as the square root of the order.

    >>> a_box_away(Geometry.sudoku(9), 10, 1), a_box_away(Geometry.latin(5), 21, -1)
    (37, 11)
    """
    order, box = geometry.order, geometry.box
    height = box[0] if box else isqrt(order)
    row, column = divmod(cell, order)
    return max(0, min(order - 1, row + by * height)) * order + column


def alike(cell: int, digits: Sequence[int], marks: Marks | None) -> frozenset[int]:
    """Return the cells that share the digit, colors, center marks or corner marks of a cell.

    Only one of these four is compared: the first that is present in the cell. If none is present,
    the result is all cells without digits, colors and marks.

    >>> sorted(alike(1, (1, 2, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2), None))
    [1, 3, 15]
    """
    n_cells = len(digits)
    kinds: list[Sequence[int]] = [digits]
    if marks is not None:
        kinds.append(marks.colors)
        for masks in (marks.center, marks.corner):  # marks count only in cells without a digit
            pairs = zip(digits, masks, strict=True)
            kinds.append([0 if digit else mask for digit, mask in pairs])
    for kind in kinds:
        if kind[cell]:
            return frozenset(at for at in range(n_cells) if kind[at] == kind[cell])
    return frozenset(at for at in range(n_cells) if not any(kind[at] for kind in kinds))


def moved(span: range, by: int, order: int) -> range:
    """Return rows or columns after moving by some of them, as far as the grid goes."""
    by = max(-span.start, min(order - span.stop, by))
    return range(span.start + by, span.stop + by)
