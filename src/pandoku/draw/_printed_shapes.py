"""The shapes of constraints in print, legible in black and white."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from pandoku.draw._pen import Pen
from pandoku.draw.fonts import Typeface
from pandoku.draw.ink import Ink
from pandoku.draw.looks import core_dashes
from pandoku.draw.own_colors import OwnColor
from pandoku.draw.pieces import Piece, PieceGroup

__all__ = ["paint_shapes", "size_of_sign"]

_HALO = 0.8  # points: white on both sides of a line, to separate it from lines that it crosses
_CENTERED = 0.356  # of the font size: from the middle of a text to its baseline
_WIDER = 1.6  # factor for the width of lines in a sample
_LARGER = 1.3  # largest factor for the size of texts, compared with a picture
_THIN = 0.06  # cells: lines of at most this width, such as arrows, are never hollow
_LEAST_INSIDE = 0.75  # points: least width of the white inside a hollow line
_INSIDE = 0.14  # of a square's size: inset of its border in large print
_FILLED = ("bulb", "slow-bulb", "odd")  # discs without a border
_EMPTY = ("ring", "end", "count")


def paint_shapes(
    pen: Pen,
    groups: Iterable[PieceGroup],
    ink: Ink,
    face: Typeface,
    *,
    is_sample: bool = False,
) -> None:
    """Paint pieces of shapes. In a sample, lines are wider, and texts may be small at home."""
    painter = _Shapes(pen, ink, face)
    if is_sample:
        groups = map(_as_sample, groups)
        painter.has_small_texts = True
    for group in groups:
        painter.halos(group)
        for piece in group.pieces:
            painter.piece(piece)


def size_of_sign(piece: Piece, cell: float, ink: Ink) -> float:
    """Return the font size of a text of a shape, enlarged if it would be too small to read."""
    size = piece.size * cell
    return round(min(max(size, ink.least_text), _LARGER * size), 2)


class _Shapes:
    def __init__(self, pen: Pen, ink: Ink, face: Typeface) -> None:
        self._pen, self._ink, self._face = pen, ink, face
        self.has_small_texts = False

    def halos(self, group: PieceGroup) -> None:
        """Paint white along the lines of a group, to separate them from other lines."""
        if group.layer not in ("faint", "pale", "below"):
            return
        self._pen.ends(rounded=True)
        for piece in group.pieces:
            if piece.kind == "line" and _is_colored(piece):
                self._pen.stroke(1.0, self._width(piece) + 2 * _HALO)
                self._pen.polyline(piece.points)
        if self._ink.large:
            self._hollow(group)
        self._pen.ends()

    def _hollow(self, group: PieceGroup) -> None:
        """Paint only the borders of wide lines, so that nothing gray is behind digits."""
        for tone, room in ((0.0, 0.0), (1.0, 2 * self._ink.shape_line(self._pen.cell))):
            for piece in group.pieces:
                if piece.kind == "line" and self._is_wide(piece):
                    self._pen.stroke(tone, self._width(piece) - room)
                    self._pen.polyline(piece.points)

    def piece(self, piece: Piece) -> None:
        if piece.kind == "line":
            self._line(piece)
        elif piece.kind == "disc":
            self._disc(piece)
        elif piece.kind == "area":
            self._area(piece)
        else:
            self._text(piece)

    def _width(self, piece: Piece) -> float:
        return max(piece.size * self._pen.cell, self._ink.cell_line(self._pen.cell))

    def _is_wide(self, piece: Piece) -> bool:
        border = self._ink.shape_line(self._pen.cell)
        is_wide = piece.size > _THIN and self._width(piece) > 2 * border + _LEAST_INSIDE
        return is_wide and _is_colored(piece)

    def _line(self, piece: Piece) -> None:
        if self._ink.large and self._is_wide(piece):
            return
        role = _last(piece)
        dashes: tuple[float, ...] = ()
        if piece.rim:
            tone = self._ink.own(piece.rim)
        elif role == "border":
            tone = self._ink.gray(65)
        elif role.startswith("core"):
            tone = 0.0 if self._ink.large and role != "core" else 1.0
            dashes = core_dashes(role.removeprefix("core-"), self._pen.cell)
        else:
            tone = self._ink.stroke(role)
        self._pen.ends(rounded=True)
        self._pen.stroke(tone, self._width(piece), dashes)
        self._pen.polyline(piece.points)
        self._pen.ends()

    def _disc(self, piece: Piece) -> None:
        role, pen = _last(piece), self._pen
        if role == "mark":
            return
        if piece.inside:
            self._own_disc(piece, piece.inside)
            return
        is_filled = role in _FILLED and not self._ink.large
        dashes = (0.1 * pen.cell, 0.06 * pen.cell) if role == "count" else ()
        pen.tone(self._ink.disc(role) if is_filled or role == "black" else 1.0)
        pen.stroke(0.0, self._ink.shape_line(pen.cell), dashes)
        # Hollow lines end inside circles, which must cover their ends.
        line, fill = not is_filled, role not in _EMPTY or self._ink.large
        parts = [*pairwise(piece.points)]
        for start, end in parts:
            pen.capsule(start, end, piece.size, line=line, fill=fill)
        if not parts:
            pen.circle(*piece.points[0], piece.size, line=line, fill=fill)

    def _own_disc(self, piece: Piece, inside: OwnColor) -> None:
        """Paint a disc in the setter's colors."""
        line, fill = self._prepared(piece, inside)
        pen, parts = self._pen, [*pairwise(piece.points)]
        for start, end in parts:
            pen.capsule(start, end, piece.size, line=line, fill=fill)
        if not parts and (line or fill):
            pen.circle(*piece.points[0], piece.size, line=line, fill=fill)

    def _prepared(self, piece: Piece, inside: OwnColor) -> tuple[bool, bool]:
        """Set the colors of a shape, and return whether to paint its border and its inside.

        In large print, shapes that would be gray behind digits get a border instead.
        """
        pen, ink = self._pen, self._ink
        is_hollow = ink.large and inside.is_pale
        rim = inside if is_hollow else piece.rim
        has_rim = rim is not None and bool(rim.color)
        if rim is not None and has_rim:
            pen.stroke(ink.own(rim), ink.shape_line(pen.cell))
        has_filling = bool(inside.color) and not is_hollow
        if has_filling:
            pen.tone(ink.own(inside))
        return has_rim, has_filling

    def _area(self, piece: Piece) -> None:
        role, pen = _last(piece), self._pen
        if piece.inside:
            line, fill = self._prepared(piece, piece.inside)
            if line or fill:
                pen.area(piece.points, line=line, fill=fill)
            return
        if role == "cage":
            return  # only its border is shown
        pen.stroke(0.0, self._ink.shape_line(pen.cell))
        if role in ("diamond", "ring"):
            pen.area(piece.points, line=True, fill=False)
        elif self._ink.large:
            pen.area(_smaller(piece.points), line=True, fill=False)
        else:
            pen.tone(self._ink.tile(role))
            pen.area(piece.points)

    def _text(self, piece: Piece) -> None:
        pen, ((x, y),) = self._pen, piece.points
        if self.has_small_texts:
            least = self._ink.least_text if self._ink.press else 0.0
            size = round(max(piece.size * pen.cell, least), 2)
        else:
            size = size_of_sign(piece, pen.cell, self._ink)
        is_bold = "shape-corner" not in piece.role
        width = self._face.width(piece.text, size, bold=is_bold)
        left, base = pen.x(x) - width / 2, pen.y(y) - _CENTERED * size
        if "shape-on-mark" in piece.role:
            pen.tone(1.0)
            pen.canvas.rect(left - 1, base - 1, width + 2, 0.72 * size + 2, stroke=0, fill=1)
        tone = self._ink.own(piece.inside) if piece.inside else 0.0
        pen.tone(1.0 if "shape-on-black" in piece.role else tone)
        pen.canvas.setFont(self._face.bold if is_bold else self._face.regular, size)
        pen.canvas.drawString(round(left, 2), round(base, 2), piece.text)


def _as_sample(group: PieceGroup) -> PieceGroup:
    """Return a group with wider lines, so that their patterns are visible in a small sample."""
    pieces = (
        piece._replace(size=_WIDER * piece.size)
        if piece.kind == "line" and _last(piece) not in ("comparison", "arrow", "diagonal")
        else piece
        for piece in group.pieces
    )
    return PieceGroup(group.layer, tuple(pieces))


def _last(piece: Piece) -> str:
    """Return the last class of a piece without its prefix, such as "thermometer"."""
    return piece.role.split()[-1].removeprefix("shape-")


def _smaller(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the corners of a square, moved inside so that they are clear of the grid's lines."""
    x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
    part = 1 - _INSIDE
    return [(x + part * (a - x), y + part * (b - y)) for a, b in points]


def _is_colored(piece: Piece) -> bool:
    """Return whether a line has the tone of its role: borders and patterns do not."""
    return not _last(piece).startswith(("border", "core"))
