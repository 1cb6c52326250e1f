"""Shapes in SVG: the marks of a pattern as path data, and the shapes of constraints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Protocol

from pandoku.draw.pieces import Piece, PieceGroup

# By style: the number of corners of a candidate's mark, and the direction of the first corner as a
# fraction of a full turn. All other styles have round marks.
_CORNERS = {"b": (4, 0.125), "c": (4, 0.0), "d": (6, 0.0), "e": (3, 0.75)}
# The distance of the corners from the center of a mark, relative to the font size.
_REACH = {"b": 0.8, "c": 0.77, "d": 0.69, "e": 0.92}
ROUND = 0.63  # radius of a round mark, relative to the font size
# Growth of each further outline around a candidate, relative to the candidate's size.
FURTHER = 0.28
# Units: an area that is higher than this is a cell, and any other area is a sign in the legend.
_LARGE = 30


def brief(number: float) -> str:
    """Return a number of units as a text with at most one decimal.

    >>> brief(3.04), brief(-0.01)
    ('3', '0')
    """
    return f"{number:.1f}".removesuffix(".0").replace("-0", "0", number > -0.05)


def circle(x: float, y: float, r: float) -> str:
    """Return the path data of a circle around (x, y)."""
    r = round(r, 1)
    return (
        f"M{brief(x - r)} {brief(y)}a{r:g} {r:g} 0 1 0 {brief(2 * r)} 0"
        f"a{r:g} {r:g} 0 1 0 {brief(-2 * r)} 0z"
    )


def box(x: float, y: float, width: float, height: float) -> str:
    """Return the path data of a rectangle with its upper left corner at (x, y)."""
    w, h = brief(width), brief(height)
    return f"M{brief(x)} {brief(y)}h{w}v{h}h{brief(-width)}z"


def capsule(start: tuple[float, float], end: tuple[float, float], r: float) -> str:
    """Return the path data of a capsule: the border of the area within *r* of a line."""
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1) or 1.0
    dx, dy = -r * (y2 - y1) / length, r * (x2 - x1) / length
    arc = f"A{r:.1f} {r:.1f} 0 0 0"
    return (
        f"M{brief(x1 + dx)} {brief(y1 + dy)}L{brief(x2 + dx)} {brief(y2 + dy)}"
        f"{arc} {brief(x2 - dx)} {brief(y2 - dy)}L{brief(x1 - dx)} {brief(y1 - dy)}"
        f"{arc} {brief(x1 + dx)} {brief(y1 + dy)}z"
    )


def mark_paths(x: float, y: float, size: float, style: str) -> Iterator[tuple[str, str]]:
    """Yield the mark around a candidate of the font size *size* at (x, y), as (class, path data).

    Args:
        x: Horizontal position of the candidate's center, in units.
        y: Vertical position of the candidate's center, in units from the top.
        size: The candidate's font size.
        style: One of `STYLES` or "placed", or several styles joined by spaces. If there are several
            styles, the last style determines the mark, and each other style adds an outline around
            the mark.
    """
    *others, style = style.split()
    for number, other in enumerate(others, 1):
        yield f"edge {other}", _mark(x, y, size * (1 + number * FURTHER), other)
    yield f"mark {style}", _mark(x, y, size, style)
    if style == "f":
        yield "edge f", circle(x, y, 0.8 * size)


def _mark(x: float, y: float, size: float, style: str) -> str:
    corners = mark_corners(x, y, size, style)
    if not corners:
        return circle(x, y, ROUND * size)
    return "M" + "L".join(f"{brief(a)} {brief(b)}" for a, b in corners) + "z"


def mark_corners(x: float, y: float, size: float, style: str) -> tuple[tuple[float, float], ...]:
    """Return the corners of a candidate's mark, in the units of *size*, or () for a round mark."""
    if style not in _CORNERS:
        return ()
    count, first = _CORNERS[style]
    reach = _REACH[style] * size
    down = 0.14 * size if style == "e" else 0
    return tuple(
        (
            x + reach * cos(2 * pi * (first + k / count)),
            y + down + reach * sin(2 * pi * (first + k / count)),
        )
        for k in range(count)
    )


def strike(x: float, y: float, size: float) -> str:
    """Return the path data of the stroke through an eliminated candidate.

    The stroke is thin, so the candidate stays legible.
    """
    r = 0.8 * size
    return f"M{brief(x - r)} {brief(y + 0.25 * r)}L{brief(x + r)} {brief(y - 0.25 * r)}"


def border(x: float, y: float, width: float, height: float, style: str) -> str:
    """Return the path data of the border inside a cell or stripe. It is double for "placed"."""
    is_large = height > _LARGE
    inset = 2.5 if is_large else 1.5
    insets = [inset, inset + (3 if is_large else 2.5)] if style == "placed" else [inset]
    return "".join(box(x + i, y + i, width - 2 * i, height - 2 * i) for i in insets)


class _Positions(Protocol):
    """The position of cells in a picture, in units."""

    @property
    def cell(self) -> float:
        """The side length of a cell in units."""

    def x(self, value: float) -> float:
        """Convert a horizontal position in cells to units from the left."""

    def y(self, value: float) -> float:
        """Convert a vertical position in cells to units from the top."""


def shape_elements(
    groups: Iterable[PieceGroup], placed: _Positions, *, is_soft: bool = False
) -> Iterator[str]:
    """Yield the pieces of shapes as SVG elements.

    Args:
        groups: The pieces.
        placed: The position of the grid.
        is_soft: Whether to paint lines in lighter colors, because candidates are above them.
    """
    for group in groups:
        lines = (_element(piece, placed) for piece in group.pieces)
        is_line = group.layer == "below" or any(piece.kind == "line" for piece in group.pieces)
        layer = "soft" if is_soft and is_line and group.layer != "faint" else group.layer
        if layer in ("faint", "pale", "soft"):
            yield f'<g class="shape-{layer}">{"".join(lines)}</g>'
        else:
            yield from lines


def _element(piece: Piece, placed: _Positions) -> str:
    size = piece.size * placed.cell
    points = [(placed.x(x), placed.y(y)) for x, y in piece.points]
    if piece.kind == "text":
        ((x, y),) = points
        return (
            f'<text class="{piece.classes}" x="{brief(x)}" y="{brief(y + 0.36 * size)}" '
            f'font-size="{brief(size)}">{escape(piece.text)}</text>'
        )
    if piece.kind == "disc":
        parts = [capsule(a, b, size) for a, b in pairwise(points)]
        way = "".join(parts) or circle(*points[0], size)
        return f'<path class="{piece.classes}" d="{way}"/>'
    way = "M" + "L".join(f"{brief(x)} {brief(y)}" for x, y in points)
    if piece.kind == "area":
        return f'<path class="{piece.classes}" d="{way}z"/>'
    return f'<path class="{piece.classes}" stroke-width="{brief(size)}" d="{way}"/>'
