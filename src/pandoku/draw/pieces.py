"""The shapes of constraints as simple pieces (lines, circles, areas, texts) for all media."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from math import cos, floor, hypot, radians, sin
from typing import NamedTuple

from pandoku.draw.drawing import are_in_line, joined_lines, outline
from pandoku.draw.items import Shape
from pandoku.draw.looks import (
    SHAPE_LAYERS,
    TOP_ROLES,
    is_dot,
    is_outside,
    layer_of,
    look_of_line,
    own_colors,
)
from pandoku.draw.palette import OwnColor
from pandoku.draw.sample import SAMPLE, is_small_sample
from pandoku.draw.signs import with_one_letter
from pandoku.model import Decoration, Disc, Sign, Stroke, Tile

__all__ = [
    "Piece",
    "PieceGroup",
    "has_colored_ground",
    "piece_groups",
    "sample_groups",
    "shape_classes",
]

_Point = tuple[float, float]

_CORE = 0.07  # cells: maximum width of the light line along the middle of a wide line
_THIN = 0.35  # maximum width of this light line, relative to the wide line
_HALO = 2.6  # width of the light line below a stroke, relative to the stroke
_HEAD = 0.26  # cells: length of an arrowhead
_SHORT_HEAD = 0.6  # maximum length of an arrowhead, relative to its stroke
_SIGN, _VALUE, _MARK, _CORNER = 0.36, 0.21, 0.31, 0.2  # cells: font sizes
_LETTER = 0.6  # width of a character, relative to the font size
_HALF_HEIGHT = 0.36  # half of the height of a character, relative to the font size
_INSIDE, _BORDER = (0.03, 0.065, 0.1), 0.02  # cells: insets and width of the borders of tiles
_LOOSE = ("even", "extreme", "index", "fog")  # roles of tiles whose cells do not share a border
_INSET = 0.14  # cells: distance from the corner of a tile to its text
_LEADING = 1.0  # distance between lines, relative to the font size
_CLOSER = 1.7  # factor to enlarge samples of dots, of signs, and of numbers outside the grid
_SAMPLE_ORDER = 2  # order of an imaginary grid that is large enough for a sample
_SAME = 0.01  # cells: points within this distance are the same
_CLIP = 12  # steps of a binary search for the end of a stroke


class Piece(NamedTuple):
    """A part of a shape. All positions and sizes are in cells.

    Attributes:
        kind: "line" (along the points), "disc" (a circle around the only point, or a capsule around
            each pair of consecutive points), "area" (with the points as corners) or "text"
            (centered on the point).
        role: The classes of its style.
        size: The width of a line, the radius of a disc, the font size, or 0 for an area.
        points: The points, whose meaning depends on *kind*.
        text: The text, or "".
        inside, rim: The setter's colors for the inside and for the border. None means the color of
            the role. A line only has a rim, and a text only has an inside.
    """

    kind: str
    role: str
    size: float
    points: tuple[_Point, ...]
    text: str = ""
    inside: OwnColor | None = None
    rim: OwnColor | None = None

    @property
    def classes(self) -> str:
        """The classes in a style sheet for the role of the piece and for its setter's colors."""
        own = [f" shape-in-{self.inside.name}"] if self.inside else []
        own += [f" shape-rim-{self.rim.name}"] if self.rim else []
        return self.role + " shape-own" * bool(own) + "".join(own)


class PieceGroup(NamedTuple):
    """Pieces that are painted together in one layer.

    Attributes:
        layer: "faint" or "pale" (below the lines of the grid, translucent), "below" (below the
            lines, opaque), "above" (on the lines) or "beside" (outside the grid).
        pieces: The pieces.
    """

    layer: str
    pieces: tuple[Piece, ...]


def piece_groups(shapes: Sequence[Shape], order: int) -> Iterator[PieceGroup]:
    """Yield the pieces of shapes from bottom to top: tiles, lines, letters, dots and signs."""
    drawn: set[Decoration] = set()  # draw a bulb once if arrows share it
    ground: dict[str, list[Piece]] = {layer: [] for layer in SHAPE_LAYERS}
    lines: list[PieceGroup] = []
    letters: list[Piece] = []
    shapes = with_one_letter(shapes)
    for number, shape in enumerate(shapes):
        parts = [part for part in shape.parts if _place(part, order) == "below"]
        left = [part for part in dict.fromkeys(parts) if part not in drawn]
        drawn |= {*left}
        tiles = [part for part in left if isinstance(part, Tile) and _is_ground(part)]
        letters += [letter for tile in tiles for letter in _letters(tile)]
        for group in _layered(tiles, shape.parts, (order, number)):
            ground[group.layer] += group.pieces
        others = [part for part in left if not _is_ground(part)]
        lines += _layered(others, shape.parts, (order, number))
    # All tiles of a layer share a group, because cells with tiles of different groups would be
    # darker.
    yield from (PieceGroup(layer, tuple(pieces)) for layer, pieces in ground.items() if pieces)
    yield from _joined(lines)
    if letters:  # letters come after lines, so that no line crosses letters
        yield PieceGroup("below", tuple(_side_by_side(letters)))
    for place in ("above", "beside"):
        parts = [part for shape in shapes for part in shape.parts if _place(part, order) == place]
        if pieces := tuple(_pieces([*dict.fromkeys(parts)], parts)):
            yield PieceGroup(place, pieces)


def sample_groups(parts: tuple[Decoration, ...]) -> Iterator[PieceGroup]:
    """Yield the pieces of a sample, 1.5 cells wide. Dots, signs and numbers are enlarged."""
    scale = _CLOSER if is_small_sample(parts) else 1.0
    for layer, pieces in piece_groups([Shape(parts, "", "")], _SAMPLE_ORDER):
        larger = (
            piece._replace(
                size=scale * piece.size,
                points=tuple(_between(SAMPLE, point, scale) for point in piece.points),
            )
            for piece in pieces
        )
        yield PieceGroup(layer, tuple(larger))


def shape_classes(shapes: Sequence[Shape], order: int) -> frozenset[str]:
    """Return the classes of the pieces of shapes, and of the texts above these pieces."""
    groups = [*piece_groups(shapes, order)]
    names = (name for each in groups for piece in each.pieces for name in piece.classes.split())
    return frozenset([*names, *["outlined"] * has_colored_ground(groups)])


def has_colored_ground(groups: Iterable[PieceGroup]) -> bool:
    """Return whether digits need an outline because a setter's colors are behind them."""
    pieces = (piece for group in groups if group.layer == "pale" for piece in group.pieces)
    return any(piece.inside or piece.rim for piece in pieces)


def _place(part: Decoration, order: int) -> str:
    if is_outside(part, order):
        return "beside"
    return "above" if is_dot(part) or isinstance(part, Sign) else "below"


def _is_ground(part: Decoration) -> bool:
    """Return whether a part is below the lines of all constraints."""
    return isinstance(part, Tile) and part.role != "diamond"


def _layered(
    parts: Sequence[Decoration], others: Sequence[Decoration], place: tuple[int, int]
) -> Iterator[PieceGroup]:
    """Yield the pieces of a shape, grouped by layer.

    Args:
        parts: The parts to draw.
        others: All parts of the shape.
        place: The order of the grid, and the number of the shape, which varies the inset of
            borders.
    """
    for layer in SHAPE_LAYERS:
        some = [part for part in parts if layer_of(part) == layer]
        pieces = [*_pieces(some, others)]
        if layer == "below":
            pieces += [piece for part in parts for piece in _over(part)]
            tiles = [part for part in parts if isinstance(part, Tile)]
            rim = next((OwnColor(part.rim) for part in tiles if part.rim), None)
            borders = (line for cells in _groups(tiles) for line in _border(cells, *place))
            pieces += [line._replace(rim=rim) for line in borders]
        if pieces:
            yield PieceGroup(layer, tuple(pieces))


def _joined(groups: Iterable[PieceGroup]) -> Iterator[PieceGroup]:
    """Yield groups, after joining consecutive groups of translucent lines that have one color.

    Lines of separate groups would be darker where they cross.
    """
    for color, some in groupby(groups, _color_of_lines):
        if color is None:
            yield from some
        else:
            yield PieceGroup("pale", tuple(piece for group in some for piece in group.pieces))


def _color_of_lines(group: PieceGroup) -> OwnColor | None:
    """Return the setter's color that all pieces of a translucent group have, or None."""
    first, *others = {piece.rim for piece in group.pieces}
    return None if others or group.layer != "pale" else first


def _pieces(parts: Iterable[Decoration], others: Sequence[Decoration]) -> Iterator[Piece]:
    for part in parts:
        if isinstance(part, Stroke):
            yield from _stroke(part, others)
        elif isinstance(part, Disc):
            yield from _disc(part)
        elif isinstance(part, Tile):
            yield from _tile(part)
        else:
            size, (inside, _) = part.size or _SIGN, own_colors(part)
            yield Piece("text", "shape-sign", size, ((part.x, part.y),), part.text, inside)


def _over(part: Decoration) -> Iterator[Piece]:
    """Yield the border and the text that belong above a setter's translucent color."""
    inside, rim = own_colors(part)
    if inside is None or not inside.is_pale or not isinstance(part, Disc | Tile):
        return
    if rim is not None and rim.color:
        bare = replace(part, text="")
        for piece in _disc(bare) if isinstance(bare, Disc) else _tile(bare):
            yield piece._replace(inside=OwnColor(""), rim=rim)
    if isinstance(part, Disc) and part.text.strip():
        yield from _text_of(part)


def _stroke(stroke: Stroke, others: Iterable[Decoration]) -> Iterator[Piece]:
    points, look = [*stroke.points], look_of_line(stroke.role)
    width, (_, color) = stroke.width or look.width, own_colors(stroke)
    if look.layer != "faint":
        ends = [
            part
            for part in others
            if isinstance(part, Disc) or (isinstance(part, Tile) and part.role == "diamond")
        ]
        points[:2] = [_outside(points[0], points[1], ends), points[1]]
        points[-2:] = [points[-2], _outside(points[-1], points[-2], ends)]
    if stroke.role in TOP_ROLES and len({(int(x), int(y)) for x, y in points}) > 1:
        # The stroke crosses a line of the grid, so a light line below the stroke separates the two.
        yield Piece("line", "shape-core", _HALO * look.width, tuple(points))
    role = f"shape-line shape-{stroke.role}"
    yield Piece("line", role, width, tuple(points), rim=color)
    if look.core:
        width = min(_CORE, _THIN * look.width)
        yield Piece("line", f"shape-core shape-core-{look.core}", width, tuple(points))
    if stroke.has_head:
        head = _arrowhead(points[-2], points[-1])
        yield Piece("line", role, width, head, rim=color)


def _disc(disc: Disc) -> Iterator[Piece]:
    points = disc.points
    if len(points) > 2 and are_in_line(points):
        points = (points[0], points[-1])
    inside, rim = own_colors(disc)
    is_pale = inside is not None and inside.is_pale
    rim = OwnColor("") if is_pale else rim
    yield Piece("disc", f"shape-disc shape-{disc.role}", disc.radius, points, "", inside, rim)
    if disc.text.strip() and not is_pale:
        yield from _text_of(disc)


def _text_of(disc: Disc) -> Iterator[Piece]:
    """Yield the text of a disc in one line, or the digits of a quadruple in up to two lines."""
    role, words = f"shape-value shape-on-{_ground_of(disc)}", disc.text.split()
    first = (len(words) + 1) // 2 if len(words) > 2 else len(words)
    lines = [" ".join(each) for each in (words[:first], words[first:]) if each]
    longest = max(map(len, lines))
    size = min(_VALUE, 3 * disc.radius / (1 + longest), 1.6 * disc.radius / len(lines))
    if disc.role == "mark":
        size = _MARK / max(1, longest - 1)
    x, y = disc.points[0]
    for at, line in enumerate(lines):
        down = (at - (len(lines) - 1) / 2) * _LEADING * size
        yield Piece("text", role, size, ((x, y + down),), line)


def _ground_of(disc: Disc) -> str:
    """Return the background of a disc's text, which determines the color of the text."""
    inside, _ = own_colors(disc)
    if inside is None:
        return disc.role
    if not inside.color or inside.is_behind:
        return "ring"
    return "white" if inside.has_dark_text else "black"


def _tile(tile: Tile) -> Iterator[Piece]:
    role, half = f"shape-tile shape-{tile.role}", tile.size / 2
    inside, rim = own_colors(tile)
    rim = OwnColor("") if inside is not None and inside.is_pale else rim
    for x, y in tile.points:
        corners: tuple[_Point, ...]
        if tile.height or tile.angle:
            up, turn = (tile.height or tile.size) / 2, radians(tile.angle)
            corners = tuple(
                (x + a * cos(turn) - b * sin(turn), y + a * sin(turn) + b * cos(turn))
                for a, b in ((-half, -up), (half, -up), (half, up), (-half, up))
            )
        elif tile.role == "diamond":
            reach = half * 2**0.5
            corners = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
        else:
            left, top, right, bottom = x - half, y - half, x + half, y + half
            corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        yield Piece("area", role, 0, corners, "", inside, rim)


def _letters(tile: Tile) -> Iterator[Piece]:
    """Yield the text of a tile, once in the upper left corner of each square of the tile."""
    room = tile.size - 2 * _INSET
    size = min(_CORNER, room / (_LETTER * max(1, len(tile.text))))
    across = _INSET + _LETTER * size * len(tile.text) / 2
    for x, y in tile.points if tile.text else ():
        left, top = x - tile.size / 2, y - tile.size / 2
        place = left + across, top + _INSET + _HALF_HEIGHT * size
        yield Piece("text", "shape-corner", size, (place,), tile.text)


def _side_by_side(letters: Iterable[Piece]) -> Iterator[Piece]:
    """Yield letters without duplicates. If a cell has several letters, they are side by side."""
    taken: dict[tuple[int, int], list[Piece]] = {}
    for letter in letters:
        ((x, y),) = letter.points
        before = taken.setdefault((floor(x), floor(y)), [])
        if any(each.text == letter.text for each in before):
            continue
        shift = sum(_LETTER * each.size * len(each.text) for each in before)
        before.append(letter)
        yield letter._replace(points=((x + shift, y),))


def _groups(tiles: Iterable[Tile]) -> Iterator[tuple[_Point, ...]]:
    """Yield the groups of cells that need a common border.

    If exactly one tile has a text, the text belongs to all tiles, so the cells of all tiles are one
    group. The weights of a weighted total also belong together.
    """
    whole = [t for t in tiles if t.size >= 1 and t.role not in _LOOSE and own_colors(t)[0] is None]
    roles, n_texts = {tile.role for tile in whole}, sum(bool(tile.text) for tile in whole)
    if roles == {"weighted"} or (len(roles) == 1 and n_texts == 1):
        yield tuple(point for tile in whole for point in tile.points)
    else:
        yield from (tile.points for tile in whole)


def _border(cells: Sequence[_Point], order: int, number: int) -> Iterator[Piece]:
    """Yield the common border of cells that belong together.

    Borders of different shapes have different insets, so that all borders of a shared cell are
    visible.
    """
    if len(cells) < 2:
        return
    inside = {int(y) * order + int(x) for x, y in cells}
    for line in joined_lines(outline(inside, order, "", _INSIDE[number % len(_INSIDE)])):
        points = (line.x1, line.y1), (line.x2, line.y2)
        yield Piece("line", "shape-line shape-border", _BORDER, points)


def _is_around(part: Disc | Tile, point: _Point) -> bool:
    """Return whether a point is the center of a part, or is on the axis of a capsule."""
    if isinstance(part, Disc):
        return _distance(point, part.points) < _SAME
    return any(_distance(point, (center,)) < _SAME for center in part.points)


def _contains(part: Disc | Tile, point: _Point) -> bool:
    if isinstance(part, Disc):
        return _distance(point, part.points) < part.radius
    reach = part.size / 2**0.5
    return any(abs(point[0] - x) + abs(point[1] - y) < reach for x, y in part.points)


def _outside(end: _Point, towards: _Point, ends: Iterable[Disc | Tile]) -> _Point:
    """Return the end of a stroke, moved to the rim of a disc or diamond around the end."""
    for part in ends:
        if _is_around(part, end):
            low, high = 0.0, 1.0
            for _ in range(_CLIP):
                middle = (low + high) / 2
                is_inside = _contains(part, _between(end, towards, middle))
                low, high = (middle, high) if is_inside else (low, middle)
            return _between(end, towards, high)
    return end


def _between(one: _Point, other: _Point, part: float) -> _Point:
    return one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])


def _distance(point: _Point, line: Sequence[_Point]) -> float:
    """Return the distance of a point from a line, which has at least one point."""
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
