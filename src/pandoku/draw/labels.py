"""The numbers of rows and columns outside a grid, and the names of houses on their borders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pandoku.draw.items import Text
from pandoku.model import House

__all__ = ["coordinates", "house_labels", "names_one_of"]

_BESIDE = -0.25  # cells: position of the numbers


def coordinates(order: int, left: float = 0, top: float = 0) -> Iterator[Text]:
    """Yield the numbers of the columns, above the grid, and of the rows, to its left.

    Args:
        order: The number of rows.
        left: The room for decorations to the left of the grid, in cells.
        top: The room for decorations above the grid, in cells.
    """
    for at in range(order):
        yield Text(at + 0.5, _BESIDE - top, str(at + 1), "coordinate")
    for at in range(order):
        yield Text(_BESIDE - left, at + 0.5, str(at + 1), "coordinate")


def names_one_of(text: Text, houses: Iterable[House]) -> bool:
    """Return whether a text is the number of one of these rows or columns."""
    if text.role != "coordinate":
        return False
    kind = "column" if text.y < 0 else "row"
    return any((house.kind, str(house.number)) == (kind, text.text) for house in houses)


def house_labels(houses: Iterable[House], order: int) -> Iterator[Text]:
    """Yield the names of houses except rows and columns, each at the top of one of its cells."""
    taken: set[int] = set()
    for house in dict.fromkeys(houses):
        if house.kind in ("row", "column"):
            continue
        cells = set(house.cells)
        tops = [cell for cell in house.cells if cell - order not in cells and cell not in taken]
        cell = (tops or house.cells)[0]
        taken.add(cell)
        row, column = divmod(cell, order)
        # On the frame, the label is between two numbers of columns, not below one.
        is_between = row == 0 and column + 1 < order and cell + 1 in cells
        yield Text(column + (1.0 if is_between else 0.5), row, house.name, "label")
