"""Decorations: the look of a constraint, as data for any kind of drawing.

Positions are in cells, from the upper left corner of the grid: x to the right, y down. The cell in
row r and column c, counted from 0, has its center at (c + 0.5, r + 0.5). Drawings have a margin for
decorations outside the grid.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Decoration", "Disc", "Sign", "Stroke", "Tile", "center_of", "labeled_tiles"]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points.

    Attributes:
        role: Meaning of the line: "thermometer", "slow-thermometer", "arrow", "between",
            "diagonal", "palindrome", "whisper", "renban", "nabner", "entropic", "modular",
            "parity", "groups", "sequence", "region-sum", "zipper", "double-arrow", "sum-line",
            "lockout", "comparison" (a chevron between cells), "pair" or "automaton". Lines with any
            other role are drawn in gray.
        points: At least two points, in order.
        has_head: Whether the line ends with an arrowhead.
        color: Color chosen by the setter, or "".
        width: Width chosen by the setter, or 0.
    """

    role: str
    points: tuple[tuple[float, float], ...]
    has_head: bool = False
    color: str = ""
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle, or a capsule around several points.

    Attributes:
        role: Meaning of the circle: "bulb", "slow-bulb", "ring" (not filled), "end", "white",
            "black", "odd", "count" (of counting circles), "quadruple" (digits on a corner) or
            "mark" (a text on the border of two cells, without a rim). Discs with any other role are
            drawn in gray.
        points: The center, or the centers that a capsule covers.
        radius: Radius in cells.
        text: Text inside, or "".
        color: Fill color chosen by the setter, or "". A disc with *rim* but without *color* is not
            filled.
        rim: Border color chosen by the setter, or "". A disc with *color* but without *rim* has no
            border.
    """

    role: str
    points: tuple[tuple[float, float], ...]
    radius: float
    text: str = ""
    color: str = ""
    rim: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    """Squares of one color and size, each in a cell.

    Attributes:
        role: Meaning of the squares: "even", "region" (of cells that differ), "clone", "extreme" (a
            least or greatest digit), "index", "diamond" (a square on its tip) or "fog". Squares
            with any other role are drawn in gray.
        points: The centers of the squares.
        size: Length of a side, in cells: 1 fills a cell.
        text: Text in the upper left corner of each square, or "".
        color, rim: As in `Disc`.
        height: Height of a rectangle whose width is *size*; 0 for a square.
        angle: Clockwise rotation, in degrees.
    """

    role: str
    points: tuple[tuple[float, float], ...]
    size: float = 1.0
    text: str = ""
    color: str = ""
    rim: str = ""
    height: float = 0.0
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Sign:
    """A text next to the grid, or inside it.

    Attributes:
        x, y: The center.
        text: The text.
        color: Color chosen by the setter, or "".
        size: Font size chosen by the setter, or 0.
    """

    x: float
    y: float
    text: str
    color: str = ""
    size: float = 0.0


Decoration: TypeAlias = Stroke | Disc | Tile | Sign


def center_of(cell: int, order: int) -> tuple[float, float]:
    """Return the center of a cell as (x, y).

    >>> center_of(10, 9)
    (1.5, 1.5)
    """
    row, column = divmod(cell, order)
    return column + 0.5, row + 0.5


def labeled_tiles(cells: Iterable[int], order: int, text: str) -> tuple[Tile, ...]:
    """Return a tile for each cell, with a text in the first tile."""
    first, *others = (center_of(cell, order) for cell in cells)
    tile = Tile("region", (first,), text=text)
    return (tile, Tile("region", tuple(others))) if others else (tile,)
