"""The shapes of constraints as SVG elements."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import pairwise

from pandoku.draw._layout import Layout
from pandoku.draw._shapes import brief, capsule, circle
from pandoku.draw.items import Drawing
from pandoku.draw.pieces import Piece, pieces_above, pieces_below

__all__ = ["Decorations"]


class Decorations:
    """The shapes of a drawing in its picture."""

    def __init__(self, drawing: Drawing, layout: Layout) -> None:
        self._layout, self._order, self._shapes = layout, drawing.order, drawing.shapes

    def below(self) -> Iterator[str]:
        """Yield what lies below the lines of the grid: strokes and discs in cells."""
        for group in pieces_below(self._shapes, self._order):
            lines = map(self._element, group.pieces)
            if group.is_faint:
                yield f'<g class="shape-faint">{"".join(lines)}</g>'
            else:
                yield from lines

    def above(self) -> Iterator[str]:
        """Yield what lies above the lines of the grid: dots, and what is beside it."""
        return map(self._element, pieces_above(self._shapes, self._order))

    def _element(self, piece: Piece) -> str:
        size = piece.size * self._layout.cell
        points = [(self._layout.x(x), self._layout.y(y)) for x, y in piece.points]
        if piece.kind == "line":
            way = "L".join(f"{brief(x)} {brief(y)}" for x, y in points)
            return f'<path class="{piece.role}" stroke-width="{brief(size)}" d="M{way}"/>'
        if piece.kind == "disc":
            parts = [capsule(a, b, size) for a, b in pairwise(points)]
            way = "".join(parts) or circle(*points[0], size)
            return f'<path class="{piece.role}" d="{way}"/>'
        (x, y) = points[0]
        if piece.kind == "tile":
            corner = f'x="{brief(x - size / 2)}" y="{brief(y - size / 2)}"'
            return f'<rect class="{piece.role}" {corner} width="{brief(size)}" height="{brief(size)}"/>'
        return (
            f'<text class="{piece.role}" x="{brief(x)}" y="{brief(y + 0.36 * size)}" '
            f'font-size="{brief(size)}">{escape(piece.text)}</text>'
        )
