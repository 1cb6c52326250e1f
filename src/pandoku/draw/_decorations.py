"""The shapes of constraints as SVG elements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import pairwise
from typing import Protocol

from pandoku.draw._layout import Layout
from pandoku.draw._shapes import brief, capsule, circle
from pandoku.draw.items import Drawing
from pandoku.draw.pieces import Piece, PieceGroup, has_colored_ground, piece_groups

__all__ = ["Decorations", "Positions", "shape_elements"]

_OVER = ("above", "beside")  # layers


class Decorations:
    """The shapes of a drawing in its picture."""

    def __init__(self, drawing: Drawing, layout: Layout) -> None:
        self._layout = layout
        self._groups = [*piece_groups(drawing.shapes, drawing.order)]

    @property
    def has_colored_ground(self) -> bool:
        """True if digits need an outline (see `pieces.has_colored_ground`)."""
        return has_colored_ground(self._groups)

    def below(self) -> Iterator[str]:
        """Yield the shapes below the lines of the grid."""
        groups = (group for group in self._groups if group.layer not in _OVER)
        return shape_elements(groups, self._layout)

    def above(self) -> Iterator[str]:
        """Yield the shapes on the lines of the grid and outside the grid."""
        groups = (group for group in self._groups if group.layer in _OVER)
        return shape_elements(groups, self._layout)


class Positions(Protocol):
    """The position of cells in a picture, in units."""

    @property
    def cell(self) -> float:
        """The side of a cell."""

    def x(self, value: float) -> float:
        """Return a position from the left."""

    def y(self, value: float) -> float:
        """Return a position from the top."""


def shape_elements(groups: Iterable[PieceGroup], placed: Positions) -> Iterator[str]:
    """Yield the pieces of shapes as SVG elements."""
    for group in groups:
        lines = (_element(piece, placed) for piece in group.pieces)
        if group.layer in ("faint", "pale"):
            yield f'<g class="shape-{group.layer}">{"".join(lines)}</g>'
        else:
            yield from lines


def _element(piece: Piece, placed: Positions) -> str:
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
