"""The shapes of constraints as SVG elements."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import pairwise

from pandoku.draw._layout import Layout
from pandoku.draw._shapes import brief, capsule, circle
from pandoku.draw.items import Drawing
from pandoku.draw.pieces import Piece, piece_groups

__all__ = ["Decorations"]


class Decorations:
    """The shapes of a drawing in its picture."""

    def __init__(self, drawing: Drawing, layout: Layout) -> None:
        self._layout = layout
        self._groups = [*piece_groups(drawing.shapes, drawing.order)]

    def below(self) -> Iterator[str]:
        """Yield what lies below the lines of the grid."""
        for group in self._groups:
            lines = map(self._element, group.pieces)
            if group.layer in ("faint", "pale"):
                yield f'<g class="shape-{group.layer}">{"".join(lines)}</g>'
            elif group.layer == "below":
                yield from lines

    def above(self) -> Iterator[str]:
        """Yield what lies on the lines of the grid, and what is beside it."""
        for group in self._groups:
            if group.layer in ("above", "beside"):
                yield from map(self._element, group.pieces)

    def _element(self, piece: Piece) -> str:
        size = piece.size * self._layout.cell
        points = [(self._layout.x(x), self._layout.y(y)) for x, y in piece.points]
        if piece.kind == "text":
            ((x, y),) = points
            return (
                f'<text class="{piece.role}" x="{brief(x)}" y="{brief(y + 0.36 * size)}" '
                f'font-size="{brief(size)}">{escape(piece.text)}</text>'
            )
        if piece.kind == "disc":
            parts = [capsule(a, b, size) for a, b in pairwise(points)]
            way = "".join(parts) or circle(*points[0], size)
            return f'<path class="{piece.role}" d="{way}"/>'
        way = "M" + "L".join(f"{brief(x)} {brief(y)}" for x, y in points)
        if piece.kind == "area":
            return f'<path class="{piece.role}" d="{way}z"/>'
        return f'<path class="{piece.role}" stroke-width="{brief(size)}" d="{way}"/>'
