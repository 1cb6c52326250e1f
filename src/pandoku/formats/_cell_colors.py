"""Cells that a setter has colored, as drawings that nobody checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pandoku.constraints import Drawing
from pandoku.formats._setter_colors import drawn_role, setter_color
from pandoku.model import Tile

__all__ = ["color_drawings"]


def color_drawings(colors: Mapping[int, Sequence[str]], n: int) -> Iterator[Drawing]:
    """Yield a drawing for the cells of each color.

    Args:
        colors: The colors of each cell that has some; several are stripes, the first one left.
        n: The order of the grid.
    """
    cells: dict[tuple[str, ...], list[int]] = {}
    for cell, found in colors.items():
        if found:
            cells.setdefault(tuple(found), []).append(cell)
    for found, colored in cells.items():
        yield Drawing.of(_stripes(found, colored, n))


def _stripes(colors: Sequence[str], colored: Sequence[int], n: int) -> Iterator[Tile]:
    width = 1 / len(colors)
    for number, color in enumerate(colors):
        centers = tuple((at % n + (number + 0.5) * width, at // n + 0.5) for at in colored)
        height = 1.0 if len(colors) > 1 else 0.0  # as wide
        yield Tile(drawn_role(color), centers, width, "", setter_color(color), "", height)
