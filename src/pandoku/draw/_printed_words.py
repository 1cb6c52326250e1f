"""What stands below a printed picture: the caption, the calculations and the legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pandoku.draw.fonts import Typeface
from pandoku.draw.ink import Ink
from pandoku.draw.items import Drawing, Key, Sum, Term
from pandoku.draw.printed_signs import SIGN_WIDTH, paint_sign

__all__ = ["PrintedWords"]

_CAPTION, _LEGEND, _SUM, _NOTE = 10.0, 8.0, 12.0, 7.0  # points: font sizes
_CAPTION_LINE, _LINE, _SUM_LINE = 13.5, 11.0, 27.0  # points: from one line to the next
_ROW = 14.0  # points from one row of the legend to the next
_GAP, _LEAD = 6.0, 10.0  # points: between a sign and its words, and above each part
_LEAST_COLUMN = 150.0  # points
_BASE = 0.78  # of a line: from its upper end to the baseline


class _Line(NamedTuple):
    """A text: where it starts and its baseline, in points from the upper left corner."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False


class _Sign(NamedTuple):
    """The sign of a key, and where its upper left corner is."""

    x: float
    y: float
    key: Key


class PrintedWords:
    """The words of a drawing, laid out in *width* points.

    Attributes:
        height: What they need in points, 0 for none.
    """

    def __init__(self, drawing: Drawing, width: float, face: Typeface, ink: Ink) -> None:
        self._face, self._ink, self._width = face, ink, width
        self._lines: list[_Line] = []
        self._signs: list[_Sign] = []
        self.height = 0.0
        if drawing.sums:
            self._start()
            for each in drawing.sums:
                self._put_sum(each)
        if drawing.caption:
            self._start()
            self._put_words(0, drawing.caption, _CAPTION, _CAPTION_LINE)
        if drawing.legend:
            self._start()
            self._put_keys(drawing.legend)

    def paint(self, canvas: Any, x: float, y: float) -> None:
        """Paint the words below (x, y), in points."""
        canvas.setFillGray(0)
        for line in self._lines:
            font = self._face.bold if line.bold else self._face.regular
            canvas.setFont(font, line.size)
            canvas.drawString(round(x + line.x, 2), round(y - line.y, 2), line.text)
        for sign in self._signs:
            place = x + sign.x, y - sign.y
            paint_sign(canvas, sign.key, *place, _LINE, ink=self._ink, face=self._face)

    def _start(self) -> None:
        self.height += _LEAD

    def _put_words(self, x: float, text: str, size: float, leading: float) -> None:
        for line in self._face.wrapped(text, size, self._width - x):
            self._lines.append(_Line(x, self.height + _BASE * leading, line, size))
            self.height += leading

    def _put_sum(self, each: Sum) -> None:
        for row in each.lines(self._width_of, self._width):
            x = 0.0
            for term in row:
                self._put_term(x, term)
                x += self._width_of(term)
            self.height += _SUM_LINE

    def _put_term(self, x: float, term: Term) -> None:
        """Put a number of a calculation, and what it stands for centered below it."""
        middle = x + (self._width_of(term) - _GAP) / 2
        parts = ((term.text, _SUM, True, 12.0), (term.note, _NOTE, False, 21.0))
        for text, size, bold, down in parts:
            if text:
                left = middle - self._face.width(text, size, bold=bold) / 2
                self._lines.append(_Line(left, self.height + down, text, size, bold))

    def _width_of(self, term: Term) -> float:
        text = self._face.width(term.text, _SUM, bold=True)
        return max(text, self._face.width(term.note, _NOTE)) + _GAP

    def _put_keys(self, keys: Sequence[Key]) -> None:
        """Put the keys in as many columns as there is room for; a long one has a row for itself."""
        count = max(1, int(self._width // _LEAST_COLUMN))
        column_width = self._width / count
        beside = SIGN_WIDTH * _LINE + _GAP
        column = 0
        for key in keys:
            fits = beside + self._face.width(key.text, _LEGEND) + _GAP <= column_width
            if column and (not fits or column == count):
                self.height += _ROW
                column = 0
            x = column * column_width
            self._signs.append(_Sign(x, self.height, key))
            if fits:
                base = self.height + _BASE * _LINE
                self._lines.append(_Line(x + beside, base, key.text, _LEGEND))
                column += 1
            else:
                self._put_words(beside, key.text, _LEGEND, _LINE)
                self.height += _ROW - _LINE
        self.height += _ROW if column else 0.0
