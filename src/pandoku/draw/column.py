"""A column of words on a page: texts, calculations, and keys with their signs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pandoku.draw._pen import Pen
from pandoku.draw._printed import paint_shapes
from pandoku.draw._shapes import ROUND, mark_corners
from pandoku.draw.fonts import Typeface, typeface
from pandoku.draw.ink import EDGE_DASHES, Ink
from pandoku.draw.items import Key, Sum, Term, WayTable
from pandoku.draw.pieces import sample_groups

__all__ = ["SIGN_WIDTH", "Column", "paint_sign"]

SIGN_WIDTH = 1.5  # width of a sign, relative to its height

_MIDDLE = SIGN_WIDTH / 2
_LEFT = (SIGN_WIDTH - 1) / 2  # left end of a centered square, relative to the height of the sign
_MARK, _MARK_IN_CELL = 0.55, 0.38  # font sizes of marked candidates, relative to the sign
_LINKS = {"strong": (), "leads": (), "weak": (3, 2), "ends": (3, 2)}
_TERM, _NOTE = 12.0, 7.0  # points: font sizes of a calculation
# Points, in a line of a calculation: the baseline of terms, the baseline of notes, and the line
# height.
_TERM_BASE, _NOTE_BASE, _SUM_LINE = 12.0, 21.0, 27.0
_WAY, _WAY_LINE = 9.0, 12.0  # points: the font size of a row of digits, and its height
_LEADING = 1.375  # line height in keys, relative to the font size
_ROW = 3.0  # points: additional space between two rows of keys
_GAP = 6.0  # points: space between a sign and its words, and between the terms of a calculation
_BETWEEN = 12.0  # points: space between two keys in a row
_BASE = 0.78  # distance from the upper end of a line to the baseline, relative to the line


class _Line(NamedTuple):
    """A text, and the start of its baseline in points from the column's upper left corner."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False


class _Sign(NamedTuple):
    """The sign of a key, the position of the sign's upper left corner, and the sign's height."""

    x: float
    y: float
    key: Key
    height: float


class Column:
    """A column of words. Parts are added from top to bottom, before the column is painted.

    Attributes:
        width: The width of the column in points.
        height: The height of all parts added so far, in points.
    """

    def __init__(self, width: float, face: Typeface, ink: Ink = Ink()) -> None:  # noqa: B008
        self.width, self.height = width, 0.0
        self._face, self._ink = face, ink
        self._lines: list[_Line] = []
        self._signs: list[_Sign] = []

    def add_space(self, height: float) -> None:
        """Add space, in points."""
        self.height += height

    def add_words(
        self, text: str, size: float, leading: float, *, bold: bool = False, indent: float = 0.0
    ) -> None:
        """Add a text, wrapped at spaces.

        Args:
            text: The text.
            size: The font size in points.
            leading: The distance between lines in points.
            bold: Whether to use the bold font.
            indent: The indentation in points.
        """
        for line in self._face.wrapped(text, size, self.width - indent, bold=bold):
            self._lines.append(_Line(indent, self.height + _BASE * leading, line, size, bold))
            self.height += leading

    def add_sum(self, calculation: Sum) -> None:
        """Add a calculation. Each number has its note below it."""
        for row in calculation.lines(self._width_of, self.width):
            x = 0.0
            for term in row:
                self._put_term(x, term)
                x += self._width_of(term)
            self.height += _SUM_LINE

    def add_ways(self, tables: Iterable[WayTable]) -> None:
        """Add tables of ways: the name, the cells, and a row of digits for each way."""
        for table in tables:
            self.add_space(_ROW)
            self.add_words(table.title, _WAY, _WAY_LINE)
            count = max(1, len(table.heads))
            heads = self._widest(table.heads, _NOTE)
            digits = self._widest((text for row in table.rows for text in row), _WAY, bold=True)
            has_heads = max(heads, digits) * count <= self.width
            step = max(heads, digits) if has_heads else min(digits, self.width / count)
            if has_heads:
                self._put_row(table.heads, step, _NOTE)
            for row in table.rows:
                self._put_row(row, step, _WAY, bold=True)

    def _widest(self, texts: Iterable[str], size: float, *, bold: bool = False) -> float:
        return max((self._face.width(text, size, bold=bold) for text in texts), default=0) + _GAP

    def _put_row(
        self, texts: Iterable[str], step: float, size: float, *, bold: bool = False
    ) -> None:
        """Add a row of a table. Each text is in the middle of its column."""
        for at, text in enumerate(texts):
            left = step * (at + 0.5) - self._face.width(text, size, bold=bold) / 2
            base = self.height + _BASE * _WAY_LINE
            self._lines.append(_Line(left, base, text, size, bold))
        self.height += _WAY_LINE

    def add_keys(self, keys: Sequence[Key], size: float = 8.0) -> None:
        """Add the keys of a legend, side by side as far as the width allows.

        Args:
            keys: The keys of a drawing's legend.
            size: The font size in points.
        """
        leading = _LEADING * size
        beside = SIGN_WIDTH * leading + _GAP
        x = 0.0
        for key in keys:
            needed = beside + self._face.width(key.text, size)
            if x and x + needed > self.width:
                self.height += leading + _ROW
                x = 0.0
            self._signs.append(_Sign(x, self.height, key, leading))
            if needed <= self.width:
                base = self.height + _BASE * leading
                self._lines.append(_Line(x + beside, base, key.text, size))
                x += needed + _BETWEEN
            else:
                self.add_words(key.text, size, leading, indent=beside)
                self.height += _ROW
        self.height += leading + _ROW if x else 0.0

    def paint(self, canvas: Any, x: float, y: float) -> None:
        """Paint the column with its upper left corner at (x, y), in points."""
        canvas.saveState()
        canvas.setFillGray(0)
        for line in self._lines:
            font = self._face.bold if line.bold else self._face.regular
            canvas.setFont(font, line.size)
            canvas.drawString(round(x + line.x, 2), round(y - line.y, 2), line.text)
        canvas.restoreState()
        for sign in self._signs:
            place = x + sign.x, y - sign.y
            paint_sign(canvas, sign.key, *place, sign.height, ink=self._ink, face=self._face)

    def _put_term(self, x: float, term: Term) -> None:
        """Add a number of a calculation, with its note centered below the number."""
        middle = x + (self._width_of(term) - _GAP) / 2
        for text, size, bold, base in (
            (term.text, _TERM, True, _TERM_BASE),
            (term.note, _NOTE, False, _NOTE_BASE),
        ):
            if text:
                left = middle - self._face.width(text, size, bold=bold) / 2
                self._lines.append(_Line(left, self.height + base, text, size, bold))

    def _width_of(self, term: Term) -> float:
        text = self._face.width(term.text, _TERM, bold=True)
        return max(text, self._face.width(term.note, _NOTE)) + _GAP


def paint_sign(
    canvas: Any,
    key: Key,
    x: float,
    y: float,
    height: float,
    *,
    ink: Ink = Ink(),  # noqa: B008  # it never changes
    face: Typeface | None = None,
) -> None:
    """Paint the sign of a key, one and a half times as wide as high.

    Args:
        canvas: A canvas of reportlab.
        key: A line of a drawing's legend.
        x: The left end of the sign, in points.
        y: The upper end of the sign, in points from the bottom of the page.
        height: The height of the sign in points.
        ink: The style.
        face: The fonts; None means Roboto.
    """
    canvas.saveState()
    painter = _Signs(Pen(canvas, x, y, height), ink, face or typeface())
    painter.paint(key)
    canvas.restoreState()


class _Signs:
    """A painter of signs. Its positions are relative to the height of the sign."""

    def __init__(self, pen: Pen, ink: Ink, face: Typeface) -> None:
        self._pen, self._ink, self._face = pen, ink, face

    def paint(self, key: Key) -> None:
        if key.parts:
            groups = sample_groups(key.parts)
            paint_shapes(self._pen, groups, self._ink, self._face, is_sample=True)
        if key.sign in ("cell", "both", "placed"):
            self._cell(key.style or "placed")
        if key.sign in ("candidate", "both"):
            size = _MARK_IN_CELL if key.sign == "both" else _MARK
            for number, style in enumerate(reversed(key.style.split())):
                self._mark(style, size * (1 + number / 4))
        if key.sign == "goes":
            self._text("8", 0.7, bold=True)
            self._pen.stroke(self._ink.strike(), 1.1)
            self._pen.lines([(_MIDDLE - 0.45, 0.61, _MIDDLE + 0.45, 0.39)])
        if key.sign in ("house", "cover"):
            self._house(key.sign)
        if key.sign in _LINKS:
            self._link(key.sign)
        if key.sign == "ring":
            self._pen.stroke(self._ink.link(), 0.9)
            self._pen.capsule((0.4, 0.5), (SIGN_WIDTH - 0.4, 0.5), 0.33)
        if key.sign == "cage":
            self._pen.stroke(self._ink.edge("a"), 1.2)
            self._pen.frame(0.2, 0.15, SIGN_WIDTH - 0.4, 0.7, 0)
        if key.sign in ("corner", "center", "order"):
            self._text("12", 0.55, down=-0.15 if key.sign == "corner" else 0)

    def _cell(self, style: str) -> None:
        self._pen.tone(self._ink.fill(style))
        self._pen.rectangle(_LEFT, 0, 1, 1)
        self._pen.stroke(self._ink.edge(style), 0.8, EDGE_DASHES.get(style, ()))
        for inset in (0.8, 2.4) if style == "placed" else (0.8,):
            self._pen.frame(_LEFT, 0, 1, 1, inset)

    def _mark(self, style: str, size: float) -> None:
        pen = self._pen
        pen.tone(1.0)
        pen.stroke(self._ink.edge(style), 0.8)
        corners = mark_corners(_MIDDLE, 0.5, size, style)
        if corners:
            pen.area(corners, line=True, fill=True)
        else:
            pen.circle(_MIDDLE, 0.5, ROUND * size, line=True, fill=True)
        if style == "f":
            pen.circle(_MIDDLE, 0.5, 0.8 * size, line=True, fill=False)

    def _house(self, sign: str) -> None:
        if sign == "house":
            self._pen.tone(self._ink.fill(sign))
            self._pen.rectangle(0, 0, SIGN_WIDTH, 1)
        else:
            self._pen.stroke(self._ink.fill(sign), 0.5)
            self._pen.lines([(0, y, SIGN_WIDTH, y) for y in (0.15, 0.5, 0.85)])

    def _link(self, sign: str) -> None:
        pen = self._pen
        pen.stroke(self._ink.link(), 1.1 if sign in ("strong", "weak") else 0.8, _LINKS[sign])
        pen.lines([(0, 0.5, SIGN_WIDTH - 0.3, 0.5)])
        pen.tone(self._ink.link())
        pen.area(((SIGN_WIDTH, 0.5), (SIGN_WIDTH - 0.42, 0.32), (SIGN_WIDTH - 0.42, 0.68)))

    def _text(self, text: str, size: float, *, down: float = 0.0, bold: bool = False) -> None:
        pen, points = self._pen, size * self._pen.cell
        width = self._face.width(text, points, bold=bold)
        pen.tone(self._ink.text(""))
        pen.canvas.setFont(self._face.bold if bold else self._face.regular, round(points, 2))
        left, base = pen.x(_MIDDLE) - width / 2, pen.y(0.5 + down) - 0.356 * points
        pen.canvas.drawString(round(left, 2), round(base, 2), text)
