"""Painters for the shapes of constraints and for texts, legible in black and white."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from pandoku.draw._pen import Pen
from pandoku.draw._shapes import FURTHER, ROUND, mark_corners
from pandoku.draw.decorated import has_dots, has_letters, room_of
from pandoku.draw.drawing import candidate_columns
from pandoku.draw.fonts import Typeface
from pandoku.draw.ink import Ink, Tone
from pandoku.draw.items import Drawing, Text
from pandoku.draw.looks import core_dashes
from pandoku.draw.palette import OwnColor
from pandoku.draw.pieces import Piece, PieceGroup

_HALO = 0.8  # points: width of the white on each side of a line, which separates crossing lines
_WIDER = 1.6  # factor for the width of lines in a sample
_LARGER = 1.3  # maximum factor for enlarging texts that would be too small to read
_THIN = 0.06  # cells: lines of at most this width, such as arrows, are never hollow
_LEAST_INSIDE = 0.75  # points: minimum width of the white inside a hollow line
_INSIDE = 0.14  # inset of a square's border in large print, relative to the square
_FILLED = ("bulb", "slow-bulb", "odd")  # discs without a border
_EMPTY = ("ring", "end", "count")
# All sizes are relative to the side of a cell.
_CLUE, _SMALL, _TAG, _CLUE_WIDTH, _CENTER_WIDTH = 0.25, 0.22, 0.18, 0.84, 0.84
_COORDINATE, _ORDER, _OF_DIGIT = 0.22, 0.17, 0.36
# The font size of a candidate, relative to its space: in orders 1-9, and in orders 10-36.
_IN_PLACE, _IN_LARGE_PLACE = 0.83, 0.72
# Distances of the baseline from the middle of a text and from the upper end of a text, relative to
# the font size.
_CENTERED, _FROM_TOP = 0.356, 0.74
_BELOW_LETTERS = 0.06  # cells: letters in corners move digits down by this length
_BOLD = ("given", "tag", "label", "number")
_LARGE_DIGITS = ("given", "digit", "placed")
_ON_WHITE = ("clue", "label", "order")
# Relative to the font size of an eliminated candidate: the radius of the white disc behind the
# candidate, and half the width of the stroke through it.
_GOES, _STRIKE = 0.66, 0.8
_NUMBER = 1.2  # factor for the size of the mark around a candidate with two characters


def paint_shapes(
    pen: Pen,
    groups: Iterable[PieceGroup],
    ink: Ink,
    face: Typeface,
    *,
    is_sample: bool = False,
) -> None:
    """Paint pieces of shapes.

    Lines are wider in samples. In prints at home, samples may have small texts.
    """
    painter = _Shapes(pen, ink, face)
    if is_sample:
        groups = map(_as_sample, groups)
        painter.has_small_texts = True
    for group in groups:
        painter.halos(group)
        for piece in group.pieces:
            painter.piece(piece)


def size_of_sign(piece: Piece, cell: float, ink: Ink) -> float:
    """Return the font size of a shape's text, enlarged if it would be too small to read."""
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
        # Hollow lines end inside circles, so the circles must cover the ends of the lines.
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
        """Set the colors of a shape. Return whether to paint its border, and whether to fill it.

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
            return  # cages only have a border
        pen.stroke(0.0, self._ink.shape_line(pen.cell))
        if role in ("diamond", "ring"):
            pen.area(piece.points, line=True, fill=False)
        elif self._ink.large:
            # The border is moved inside, so that it does not touch the lines of the grid.
            x, y = (sum(each) / len(piece.points) for each in zip(*piece.points, strict=True))
            corners = [
                (x + (1 - _INSIDE) * (a - x), y + (1 - _INSIDE) * (b - y)) for a, b in piece.points
            ]
            pen.area(corners, line=True, fill=False)
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


def _is_colored(piece: Piece) -> bool:
    """Return whether the tone of a line depends on its role.

    The tones of borders and of patterns inside lines do not depend on a role.
    """
    return not _last(piece).startswith(("border", "core"))


class PrintedTexts:
    """The texts of a drawing.

    Attributes:
        room: The part of a cell for candidates, in cells: left, top, width, height.
    """

    def __init__(self, pen: Pen, drawing: Drawing, ink: Ink, face: Typeface) -> None:
        self._pen, self._drawing, self._ink, self._face = pen, drawing, ink, face
        has_cages = any(line.role in ("sum", "cage") for line in drawing.lines)
        with_letters = has_letters(drawing.shapes)
        self.room = room_of(has_cages or with_letters, has_dots(drawing.shapes))
        self._lower = _BELOW_LETTERS if with_letters and not has_cages else 0.0
        columns = candidate_columns(drawing.order)
        place = min(self.room[2] / columns, self.room[3] / -(-drawing.order // columns))
        is_small = drawing.order < 10
        self._candidate = min(_SMALL, (_IN_PLACE if is_small else _IN_LARGE_PLACE) * place)
        self._sizes: dict[tuple[str, int], float] = {}

    def sizes(self) -> Iterator[tuple[Text, float]]:
        """Yield the texts to paint, each with its font size in points."""
        for text in self._shown():
            yield text, self._size(text)

    def _shown(self) -> tuple[Text, ...]:
        texts = self._drawing.texts
        if self._ink.solution:
            return tuple(text for text in texts if text.role in _LARGE_DIGITS)
        return texts

    def paint(self) -> None:
        texts = self._shown()
        for text in texts:
            on_lines = self._ink.large and self._drawing.shapes and text.role in _LARGE_DIGITS
            if text.role in _ON_WHITE or (on_lines and not self._ink.solution):
                self._clear(text)
            elif text.role == "candidate" and (text.style or text.struck):
                self._mark(text)
        alike: dict[tuple[str, float, Tone], list[Text]] = {}
        for text in texts:
            look = self._font(text), self._size(text), self._tone(text)
            alike.setdefault(look, []).append(text)
        for (font, size, tone), some in alike.items():
            self._write(some, font, size, tone)
        self._strikes(texts)

    # ------------------------------------------------------------------ fonts and sizes

    def _font(self, text: Text) -> str:
        is_bold = text.role in _BOLD or text.style == "named" or self._is_used(text)
        if self._ink.large and text.role in _LARGE_DIGITS:
            is_bold = True
        return self._face.bold if is_bold else self._face.regular

    def _is_used(self, text: Text) -> bool:
        return text.role == "candidate" and bool(text.style or text.struck)

    def _tone(self, text: Text) -> Tone:
        if self._is_used(text):
            return self._ink.strike() if text.struck else 0.0
        return self._ink.text(text.role)

    def _size(self, text: Text) -> float:
        """Return the font size in points."""
        key = text.role, len(text.text)
        if text.role == "clue" or key not in self._sizes:
            self._sizes[key] = round(self._fitting(text), 2)
        return self._sizes[key]

    def _fitting(self, text: Text) -> float:
        cell = self._pen.cell
        if text.role in _LARGE_DIGITS:
            return self._ink.digit_size(self._drawing.order, cell)
        if text.role == "candidate":
            return self._candidate * cell
        if text.role == "clue":
            return self._narrowed(text, _CLUE, _CLUE_WIDTH)
        if text.role == "center":
            return self._narrowed(text, _SMALL, _CENTER_WIDTH)
        if text.role == "order":
            least = min(self._ink.least_text, self._candidate * cell)
            # The minimum is the smaller of two sizes: the minimum size of texts, and the size of
            # candidates.
            return max(_ORDER * cell, least)
        if text.role == "number":
            return _OF_DIGIT * cell
        return (_TAG if text.role == "tag" else _COORDINATE) * cell

    def _narrowed(self, text: Text, size: float, width: float) -> float:
        whole = self._face.width(text.text, size) or 1.0
        return size * min(1.0, width / whole) * self._pen.cell

    # ------------------------------------------------------------------ writing

    def _write(self, texts: list[Text], font: str, size: float, tone: Tone) -> None:
        canvas = self._pen.canvas
        self._pen.tone(tone)
        block = canvas.beginText()
        block.setFont(font, size)
        is_bold = font == self._face.bold
        for text in texts:
            block.setTextOrigin(*self._anchor(text, size, is_bold))
            block.textOut(text.text)
        canvas.drawText(block)

    def _anchor(self, text: Text, size: float, is_bold: bool) -> tuple[float, float]:
        """Return the position where the baseline of a text starts, in points."""
        x, y = self._pen.x(text.x), self._pen.y(text.y)
        if self._ink.solution:
            y = self._pen.y(int(text.y) + 0.5)
        elif self._lower and text.role in _LARGE_DIGITS:
            y = self._pen.y(text.y + self._lower)
        if text.role == "clue":
            return x, round(y - _FROM_TOP * size, 2)
        width = self._face.width(text.text, size, bold=is_bold)
        if text.role == "tag":
            return round(x - width, 2), y
        return round(x - width / 2, 2), round(y - _CENTERED * size, 2)

    def _clear(self, text: Text) -> None:
        """Paint white behind a text, but not over a line between cells."""
        pen, size = self._pen, self._size(text)
        is_bold = self._font(text) == self._face.bold
        x, y = self._anchor(text, size, is_bold)
        width = self._face.width(text.text, size, bold=is_bold)
        room = 0.5 if text.role == "order" else 1.0
        left, bottom = x - room, y - room
        right, top = x + width + room, y + 0.72 * size + room
        if text.role == "clue":
            half = self._ink.box_line(pen.cell) / 2
            left = max(left, pen.x(int(text.x)) + half)
            top = min(top, pen.y(int(text.y)) - half)
            right = min(right, pen.x(int(text.x) + 1) - half)
        pen.tone(1.0)
        pen.canvas.rect(left, bottom, right - left, top - bottom, stroke=0, fill=1)

    # ------------------------------------------------------------------ candidates of a pattern

    def _mark(self, text: Text) -> None:
        """Paint one mark around a candidate for each of its styles."""
        size = self._size(text) / self._pen.cell
        if not text.style:
            self._pen.tone(1.0)
            self._pen.circle(text.x, text.y, _GOES * size)
            return
        size *= _NUMBER if len(text.text) > 1 else 1.0
        *others, style = text.style.split()
        for number, other in enumerate(others, 1):
            self._outline(text, size * (1 + number * FURTHER), other, fill=False)
        self._outline(text, size, style, fill=True)
        if style == "f":
            self._pen.circle(text.x, text.y, 0.8 * size, line=True, fill=False)

    def _outline(self, text: Text, size: float, style: str, *, fill: bool) -> None:
        pen = self._pen
        pen.tone(1.0)
        pen.stroke(self._ink.edge(style), 0.8)
        corners = mark_corners(text.x, text.y, size, style)
        if corners:
            pen.area(corners, line=True, fill=fill)
        else:
            pen.circle(text.x, text.y, ROUND * size, line=True, fill=fill)

    def _strikes(self, texts: tuple[Text, ...]) -> None:
        struck = [text for text in texts if text.struck]
        if struck:
            self._pen.stroke(self._ink.strike(), 1.1)
            self._pen.lines([*self._strokes(struck)])

    def _strokes(self, texts: list[Text]) -> Iterator[tuple[float, float, float, float]]:
        for text in texts:
            r = _STRIKE * self._size(text) / self._pen.cell
            yield text.x - r, text.y + 0.25 * r, text.x + r, text.y - 0.25 * r
