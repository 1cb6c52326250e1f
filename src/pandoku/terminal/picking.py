"""The cells that a key or a click selects."""

from __future__ import annotations

from collections.abc import Sequence

from pandoku.model import Marks

__all__ = ["DIRECTIONS", "alike", "beside"]

DIRECTIONS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


def beside(order: int, cell: int, direction: str) -> int:
    """Return the next cell in a direction, which wraps around at the edges of the grid.

    >>> beside(9, 8, "right"), beside(9, 8, "up")
    (0, 80)
    """
    down, right = DIRECTIONS[direction]
    row, column = divmod(cell, order)
    return (row + down) % order * order + (column + right) % order


def alike(cell: int, digits: Sequence[int], marks: Marks | None) -> frozenset[int]:
    """Return the cells similar to a cell: with the same digit, colors, center or corner marks.

    The first of these that the cell has is compared. A cell without any is similar to all cells
    without any.

    >>> sorted(alike(1, (1, 2, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2), None))
    [1, 3, 15]
    """
    n_cells = len(digits)
    kinds: list[Sequence[int]] = [digits]
    if marks is not None:
        kinds.append(marks.colors)
        kinds += [_uncovered(masks, digits) for masks in (marks.center, marks.corner)]
    for kind in kinds:
        if kind[cell]:
            return frozenset(at for at in range(n_cells) if kind[at] == kind[cell])
    return frozenset(at for at in range(n_cells) if not any(kind[at] for kind in kinds))


def _uncovered(masks: Sequence[int], digits: Sequence[int]) -> list[int]:
    """Return marks with 0 for cells that have a digit."""
    return [0 if digit else mask for digit, mask in zip(digits, masks, strict=True)]
