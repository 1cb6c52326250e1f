"""A pen for reportlab's canvas. Its positions are in cells, like the positions in drawings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Any

from pandoku.draw.ink import Tone

_Point = tuple[float, float]

_ROUND = 0.5522847  # distance of the control points of a quarter circle, relative to its radius


class Pen:
    """A pen. Its positions are in cells from the grid's upper left corner. y increases downward.

    Attributes:
        canvas: The canvas of reportlab.
        cell: The side of a cell in points.
    """

    def __init__(self, canvas: Any, left: float, top: float, cell: float) -> None:
        self.canvas, self.cell = canvas, cell
        self._left, self._top = left, top

    def x(self, value: float) -> float:
        """Convert a horizontal position to points."""
        return round(self._left + value * self.cell, 2)

    def y(self, value: float) -> float:
        """Convert a vertical position to points from the bottom of the page."""
        return round(self._top - value * self.cell, 2)

    # ------------------------------------------------------------------ tones and lines

    def tone(self, tone: Tone) -> None:
        """Set the tone for filling areas."""
        if isinstance(tone, tuple):
            self.canvas.setFillColorRGB(*tone)
        else:
            self.canvas.setFillGray(tone)

    def stroke(self, tone: Tone, width: float, dashes: Sequence[float] = ()) -> None:
        """Set the tone of lines, and the width and dashes of lines in points."""
        if isinstance(tone, tuple):
            self.canvas.setStrokeColorRGB(*tone)
        else:
            self.canvas.setStrokeGray(tone)
        self.canvas.setLineWidth(round(width, 3))
        self.canvas.setDash([round(each, 3) for each in dashes])

    def ends(self, *, square: bool = False, rounded: bool = False) -> None:
        """Set the shape of line ends: flat, square or rounded."""
        self.canvas.setLineCap(1 if rounded else 2 if square else 0)
        self.canvas.setLineJoin(1 if rounded else 0)

    # ------------------------------------------------------------------ shapes

    def lines(self, lines: Iterable[tuple[float, float, float, float]]) -> None:
        """Paint straight lines."""
        self.canvas.lines([(self.x(a), self.y(b), self.x(c), self.y(d)) for a, b, c, d in lines])

    def rectangle(self, x: float, y: float, width: float, height: float) -> None:
        """Fill a rectangle."""
        left, bottom = self.x(x), self.y(y + height)
        self.canvas.rect(
            left, bottom, self.x(x + width) - left, self.y(y) - bottom, stroke=0, fill=1
        )

    def frame(self, x: float, y: float, width: float, height: float, inset: float) -> None:
        """Paint the border of a rectangle, moved inside by *inset* points."""
        left, bottom = self.x(x) + inset, self.y(y + height) + inset
        across, down = self.x(x + width) - inset - left, self.y(y) - inset - bottom
        self.canvas.rect(left, bottom, across, down, stroke=1, fill=0)

    def polyline(self, points: Sequence[_Point]) -> None:
        """Paint a line through points."""
        self.canvas.drawPath(self._way(points), stroke=1, fill=0)

    def area(self, points: Sequence[_Point], *, line: bool = False, fill: bool = True) -> None:
        """Fill an area, paint its border, or both."""
        way = self._way(points)
        way.close()
        self.canvas.drawPath(way, stroke=int(line), fill=int(fill))

    def curve(self, start: _Point, control: _Point, end: _Point) -> None:
        """Paint a quadratic Bézier curve."""
        way = self.canvas.beginPath()
        way.moveTo(self.x(start[0]), self.y(start[1]))
        thirds = [
            (each[0] + 2 / 3 * (control[0] - each[0]), each[1] + 2 / 3 * (control[1] - each[1]))
            for each in (start, end)
        ]
        places = [value for x, y in (*thirds, end) for value in (self.x(x), self.y(y))]
        way.curveTo(*places)
        self.canvas.drawPath(way, stroke=1, fill=0)

    def circle(
        self, x: float, y: float, r: float, *, line: bool = False, fill: bool = True
    ) -> None:
        """Fill a circle, paint its border, or both."""
        self.canvas.circle(
            self.x(x), self.y(y), round(r * self.cell, 2), stroke=int(line), fill=int(fill)
        )

    def capsule(
        self, start: _Point, end: _Point, r: float, *, line: bool = True, fill: bool = False
    ) -> None:
        """Paint a capsule: the border of the area within the distance *r* of a line."""
        length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
        ux, uy = (end[0] - start[0]) / length * r, (end[1] - start[1]) / length * r
        way = self.canvas.beginPath()
        way.moveTo(self.x(start[0] + uy), self.y(start[1] - ux))
        way.lineTo(self.x(end[0] + uy), self.y(end[1] - ux))
        self._half_circle(way, end, (ux, uy))
        way.lineTo(self.x(start[0] - uy), self.y(start[1] + ux))
        self._half_circle(way, start, (-ux, -uy))
        way.close()
        self.canvas.drawPath(way, stroke=int(line), fill=int(fill))

    def _half_circle(self, way: Any, center: _Point, towards: _Point) -> None:
        """Continue a path with a semicircle.

        *towards* is the vector from *center* to the middle of the semicircle.
        """
        (x, y), (ux, uy) = center, towards
        first, last = (uy, -ux), (-uy, ux)
        for one, other in ((first, towards), (towards, last)):
            bends = (
                (one[0] + _ROUND * other[0], one[1] + _ROUND * other[1]),
                (other[0] + _ROUND * one[0], other[1] + _ROUND * one[1]),
                other,
            )
            way.curveTo(*(v for dx, dy in bends for v in (self.x(x + dx), self.y(y + dy))))

    def _way(self, points: Sequence[_Point]) -> Any:
        way = self.canvas.beginPath()
        way.moveTo(self.x(points[0][0]), self.y(points[0][1]))
        for x, y in points[1:]:
            way.lineTo(self.x(x), self.y(y))
        return way
