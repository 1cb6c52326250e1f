"""A column of words on a page: texts, calculations, and keys with their signs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pandoku.draw.fonts import Typeface
from pandoku.draw.ink import Ink
from pandoku.draw.items import Key, Sum, Term
from pandoku.draw.printed_signs import SIGN_WIDTH, paint_sign

__all__ = ["Column"]

_TERM, _NOTE = 12.0, 7.0  # points: font sizes of a calculation
_TERM_BASE, _NOTE_BASE, _SUM_LINE = 12.0, 21.0, 27.0  # points from the upper end of the line
_LEADING = 1.375  # from one line of keys to the next, relative to the font size
_ROW = 3.0  # points between two rows of keys
_GAP = 6.0  # points between a sign and its words, and between the terms of a calculation
_LEAST_WIDTH = 19.0  # times the font size: least width of a column of keys, if there are several
_BASE = 0.78  # of a line: from its upper end to the baseline


class _Line(NamedTuple):
    """A text, and the start of its baseline in points from the upper left corner."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False


class _Sign(NamedTuple):
    """The sign of a key, with the position of its upper left corner, and its height."""

    x: float
    y: float
    key: Key
    height: float


class Column:
    """A column of words. Add parts from the top, then paint it anywhere.

    Attributes:
        width: Its width in points.
        height: The height of its parts in points.
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
        """Add a calculation, with the note of each number below it."""
        for row in calculation.lines(self._width_of, self.width):
            x = 0.0
            for term in row:
                self._put_term(x, term)
                x += self._width_of(term)
            self.height += _SUM_LINE

    def add_keys(self, keys: Sequence[Key], size: float = 8.0) -> None:
        """Add lines of a legend, short ones side by side.

        Args:
            keys: The lines of a drawing's legend.
            size: The font size in points.
        """
        leading = _LEADING * size
        count = max(1, int(self.width // (_LEAST_WIDTH * size)))
        each = self.width / count
        beside = SIGN_WIDTH * leading + _GAP
        at = 0
        for key in keys:
            fits = beside + self._face.width(key.text, size) + _GAP <= each
            if at and (not fits or at == count):
                self.height += leading + _ROW
                at = 0
            self._signs.append(_Sign(at * each, self.height, key, leading))
            if fits:
                base = self.height + _BASE * leading
                self._lines.append(_Line(at * each + beside, base, key.text, size))
                at += 1
            else:
                self.add_words(key.text, size, leading, indent=beside)
                self.height += _ROW
        self.height += leading + _ROW if at else 0.0

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
        """Put a number of a calculation, and its note centered below it."""
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
