"""The shapes of constraints as simple pieces, for media with lines, circles and texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from pandoku.draw.decorated import is_dot, is_outside
from pandoku.draw.items import Shape
from pandoku.model import Decoration, Disc, Stroke, Tile

__all__ = ["Piece", "PieceGroup", "pieces_above", "pieces_below"]

_Point = tuple[float, float]

# In cells: the widths of strokes by role, of any other, and of the light core of a slow one.
_WIDTHS = {"thermometer": 0.33, "slow-thermometer": 0.33, "between": 0.13}
_WIDTH, _CORE = 0.045, 0.07
_HEAD = 0.2  # cells: the length of an arrowhead
_SHORT_HEAD = 0.6  # of a short stroke's length: its arrowhead
_SIGN, _VALUE = 0.36, 0.21  # cells: font sizes
_FAINT = "thermometer"  # what is wide lets the color of cells through
_CLIP = 12  # halvings until the end of a stroke is found


class Piece(NamedTuple):
    """A part of a shape. Everything is in cells.

    Attributes:
        kind: "line" (along the points), "disc" (a circle around the only point, or a capsule around
            each two that follow each other) or "text" (centered on the point).
        role: The classes of its style.
        size: The width of a line, the radius of a disc, or the font size.
        points: Where it is.
        text: The text, or "".
    """

    kind: str
    role: str
    size: float
    points: tuple[_Point, ...]
    text: str = ""


class PieceGroup(NamedTuple):
    """Pieces that are painted together.

    Attributes:
        is_faint: Whether the color of cells shows through.
        pieces: The pieces.
    """

    is_faint: bool
    pieces: tuple[Piece, ...]


def pieces_below(shapes: Iterable[Shape], order: int) -> Iterator[PieceGroup]:
    """Yield what lies below the lines of the grid: strokes and discs in cells."""
    drawn: set[Decoration] = set()
    for shape in shapes:
        parts = [part for part in shape.parts if not _is_above(part, order)]
        left = [part for part in parts if part not in drawn]  # arrows may share a bulb
        drawn |= {*left}
        if pieces := tuple(_pieces(left, parts)):
            strokes = (part for part in left if isinstance(part, Stroke))
            yield PieceGroup(any(_FAINT in part.role for part in strokes), pieces)


def pieces_above(shapes: Iterable[Shape], order: int) -> tuple[Piece, ...]:
    """Return what lies above the lines of the grid: dots, and what is beside it."""
    parts = (part for shape in shapes for part in shape.parts if _is_above(part, order))
    once = [*dict.fromkeys(parts)]
    return tuple(_pieces(once, once))


def _is_above(part: Decoration, order: int) -> bool:
    return is_dot(part) or is_outside(part, order)


def _pieces(parts: Iterable[Decoration], others: Sequence[Decoration]) -> Iterator[Piece]:
    for part in parts:
        if isinstance(part, Stroke):
            yield from _stroke(part, [each for each in others if type(each) is Disc])
        elif isinstance(part, Disc):
            yield from _disc(part)
        elif isinstance(part, Tile):
            for point in part.points:
                yield Piece("tile", f"shape-tile shape-{part.role}", part.size, (point,))
        else:
            yield Piece("text", "shape-sign", _SIGN, ((part.x, part.y),), part.text)


def _stroke(stroke: Stroke, discs: Sequence[Disc]) -> Iterator[Piece]:
    points, width = [*stroke.points], _WIDTHS.get(stroke.role, _WIDTH)
    if _FAINT not in stroke.role:
        points[:2] = [_outside(points[0], points[1], discs), points[1]]
        points[-2:] = [points[-2], _outside(points[-1], points[-2], discs)]
    yield Piece("line", f"shape-line shape-{stroke.role}", width, tuple(points))
    if stroke.role.startswith("slow"):
        yield Piece("line", "shape-core", _CORE, tuple(points))
    if stroke.has_head:
        head = _arrowhead(points[-2], points[-1])
        yield Piece("line", f"shape-line shape-{stroke.role}", width, head)


def _disc(disc: Disc) -> Iterator[Piece]:
    points = disc.points
    if len(points) > 2 and _are_in_line(points):
        points = (points[0], points[-1])
    yield Piece("disc", f"shape-disc shape-{disc.role}", disc.radius, points)
    if disc.text:
        size = min(_VALUE, 3 * disc.radius / (1 + len(disc.text)))
        role = f"shape-value shape-on-{disc.role}"
        yield Piece("text", role, size, points[:1], disc.text)


def _outside(end: _Point, towards: _Point, discs: Iterable[Disc]) -> _Point:
    """Return the end of a stroke, moved to the rim of the disc in which it lies."""
    for disc in discs:
        if _distance(end, disc.points) < 0.01:
            low, high = 0.0, 1.0
            for _ in range(_CLIP):
                middle = (low + high) / 2
                is_inside = _distance(_between(end, towards, middle), disc.points) < disc.radius
                low, high = (middle, high) if is_inside else (low, middle)
            return _between(end, towards, high)
    return end


def _between(one: _Point, other: _Point, part: float) -> _Point:
    return one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])


def _distance(point: _Point, line: Sequence[_Point]) -> float:
    """Return the distance of a point from a line through points."""
    if len(line) == 1:
        return hypot(point[0] - line[0][0], point[1] - line[0][1])
    found = []
    for (x, y), (u, v) in pairwise(line):
        dx, dy = u - x, v - y
        part = ((point[0] - x) * dx + (point[1] - y) * dy) / (dx * dx + dy * dy)
        near = _between((x, y), (u, v), min(1.0, max(0.0, part)))
        found.append(hypot(point[0] - near[0], point[1] - near[1]))
    return min(found)


def _arrowhead(start: _Point, tip: _Point) -> tuple[_Point, _Point, _Point]:
    """Return the corners of an open arrowhead."""
    dx, dy = tip[0] - start[0], tip[1] - start[1]
    length = hypot(dx, dy) or 1.0
    size = min(_HEAD, _SHORT_HEAD * length)
    ux, uy = dx / length * size, dy / length * size
    x, y = tip[0] - 0.8 * ux, tip[1] - 0.8 * uy
    return (x - 0.6 * uy, y + 0.6 * ux), tip, (x + 0.6 * uy, y - 0.6 * ux)


def _are_in_line(points: Sequence[_Point]) -> bool:
    (x, y), (u, v) = points[0], points[-1]
    return all(abs((a - x) * (v - y) - (b - y) * (u - x)) < 1e-6 for a, b in points)
