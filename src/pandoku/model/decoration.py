"""Decorations: what a constraint looks like, as data that every medium can draw.

Positions are in cells, from the upper left corner of the grid: x to the right, y down. The cell in
row r and column c, counted from 0, has its center at (c + 0.5, r + 0.5). A decoration may lie
outside the grid: drawings leave a margin for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Decoration", "Disc", "Sign", "Stroke", "Tile", "center_of"]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line along points.

    Attributes:
        role: What it is: "thermometer", "slow-thermometer", "arrow", "between", "diagonal",
            "palindrome", "whisper", "renban", "nabner", "entropic", "modular", "parity",
            "groups", "sequence", "region-sum", "zipper", "double-arrow", "sum-line", "lockout",
            "comparison" (a chevron between cells), "pair", "automaton" or another, which drawings
            show in gray.
        points: At least two points, in their order.
        has_head: Whether it ends in an arrowhead.
        color: The color that a setter chose, or "".
        width: The width that a setter chose, or 0.
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
        role: What it is: "bulb", "slow-bulb", "ring" (not filled), "end", "white", "black",
            "odd", "count" (of counting circles), "quadruple" (digits on a corner) or "mark" (a
            text on the border of two cells, without a rim). Another is drawn in gray.
        points: The center, or the centers that a capsule covers.
        radius: In cells.
        text: What stands in it, or "".
        color: The color inside that a setter chose; "" for an empty disc if it has a rim.
        rim: The color of the border that a setter chose; "" for no border if it has a color.
    """

    role: str
    points: tuple[tuple[float, float], ...]
    radius: float
    text: str = ""
    color: str = ""
    rim: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    """Squares of one color in cells.

    Attributes:
        role: What they are: "even", "region" (of cells that differ), "clone", "extreme" (a least
            or greatest digit), "index", "diamond" (a square on its tip), "fog" or another, which
            drawings show in gray.
        points: The centers of the squares.
        size: The length of a side, in cells: 1 fills a cell.
        text: What stands in the upper left corner of each, or "".
        color, rim: As in `Disc`.
        height: The height of a rectangle whose width is *size*; 0 for a square.
        angle: How far it is turned clockwise, in degrees.
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
    """A text beside the grid, or in it.

    Attributes:
        x, y: Its center.
        text: The text.
        color: The color that a setter chose, or "".
        size: The font size that a setter chose, or 0.
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
