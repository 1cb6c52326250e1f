"""The numbers and texts of Penpa+: digits, candidates, clues, and the circles around them."""

from __future__ import annotations

from typing import Any, NamedTuple

from pandoku.formats._penpa_canvas import PenpaCanvas
from pandoku.formats._penpa_points import PenpaPoint, PointKind
from pandoku.formats._penpa_styles import text_color, text_disc
from pandoku.formats._penpa_symbols import arrow_from, disc, sign

__all__ = ["PenpaNumber", "number_in_entry", "read_corner_numbers", "read_numbers"]

# The kinds of texts.
_NORMAL, _ARROW, _TAPA, _SMALL, _MEDIUM = "1", "2", "4", "5", "6"
_CANDIDATES, _LONG, _BIG = "7", "8", "10"
_SIZES = {  # of a text, in cells
    _NORMAL: 0.7,
    _ARROW: 0.4,
    _TAPA: 0.45,
    _SMALL: 0.25,
    _MEDIUM: 0.4,
    _CANDIDATES: 0.3,
    _LONG: 0.5,
    _BIG: 0.6,
}
_WIDTHS = {  # of the circle around it
    _NORMAL: 0.84,
    _ARROW: 0.84,
    _TAPA: 0.88,
    _SMALL: 0.34,
    _MEDIUM: 0.5,
    _CANDIDATES: 0.84,
    _BIG: 0.72,
}
_QUADRUPLE_WIDTH, _QUADRUPLE_SIZE = 0.62, 0.28  # the same of digits on a corner
_CLUE_SIZE, _CLUE_WIDTH = 0.32, 0.36
_TURNS = {"_0": 2, "_1": 0, "_2": 4, "_3": 6, "_4": 1, "_5": 3, "_6": 7, "_7": 5}
_LONGEST, _LONGEST_CLUE = 200, 40  # characters
_MOST_MARKS = 36  # candidates of a cell


class PenpaNumber(NamedTuple):
    """A number or a text.

    Attributes:
        text: The text; the digits of candidates one after another.
        marks: The candidates.
        style: Its color and background, as a number.
        kind: How it is shown, as a text.
    """

    text: str
    marks: tuple[int, ...]
    style: Any
    kind: str

    def digit(self, n: int) -> int:
        """Return the digit 1..n that stands in the cell, or 0."""
        if self.kind == _CANDIDATES:
            return self.marks[0] if len(self.marks) == 1 and self.marks[0] <= n else 0
        is_digit = self.text.isascii() and self.text.isdecimal() and len(self.text) < 3
        digit = int(self.text) if is_digit and self.kind in (_NORMAL, _BIG) else 0
        return digit if digit <= n else 0

    def noted(self) -> set[int]:
        """Return the digits that are noted in the center of the cell."""
        if self.kind == _CANDIDATES:
            return {*self.marks}
        if self.kind not in (_SMALL, _MEDIUM) or not self.text.isascii():
            return set()
        return {int(each) for each in self.text[:_MOST_MARKS] if each.isdecimal()}


def number_in_entry(entry: Any) -> PenpaNumber:
    """Return the number of an entry; one without a text for an entry of another form."""
    if not isinstance(entry, list) or len(entry) < 3:
        return PenpaNumber("", (), 1, "")
    text, style, kind = entry[0], entry[1], str(entry[2])
    if kind == _CANDIDATES:
        listed = text[:_MOST_MARKS] if isinstance(text, list) else []
        marks = tuple(at + 1 for at, is_set in enumerate(listed) if is_set == 1)
        return PenpaNumber("".join(map(str, marks)), marks, style, kind)
    return PenpaNumber(_words(text)[:_LONGEST], (), style, kind)


def read_numbers(canvas: PenpaCanvas) -> None:
    """Read the givens and draw the other numbers."""
    for name, entry in canvas.entries("number"):
        point, number = canvas.point(name), number_in_entry(entry)
        if point is None or not number.kind:
            continue
        cell, digit = canvas.cell_of(name), number.digit(canvas.n)
        if cell is not None and digit:
            canvas.givens[cell] = digit
            number = number._replace(text="")
        _draw(canvas, point, number)


def read_corner_numbers(canvas: PenpaCanvas) -> None:
    """Read the texts in the upper left corners of cells, and draw the other small texts."""
    for name, entry in canvas.entries("numberS"):
        point = canvas.point(name)
        text, style = entry[:2] if isinstance(entry, list) and len(entry) > 1 else ("", 1)
        clue, around = _words(text)[:_LONGEST_CLUE], text_disc(style)
        if point is None or not clue:
            continue
        cell = canvas.cell(point)
        is_first = point.kind is PointKind.QUARTER and point.part == 0
        if cell is not None and is_first and around is None:
            canvas.clues[cell] = clue
            continue
        if around:
            canvas.add(disc(point.x, point.y, _CLUE_WIDTH, *around))
        canvas.add(sign(point.x, point.y, clue, _CLUE_SIZE, text_color(style)))


def _words(text: Any) -> str:
    return str(text).strip() if isinstance(text, str | int) else ""


def _draw(canvas: PenpaCanvas, point: PenpaPoint, number: PenpaNumber) -> None:
    """Draw a number, with the circle around it and the arrow beside it."""
    text, kind, ink = number.text, number.kind, text_color(number.style)
    if kind == _ARROW and text[-2:] in _TURNS:
        canvas.add(arrow_from(point.x, point.y, _TURNS[text[-2:]], 0.25, 0.5, ink))
        text = text[:-2].strip()
    width, size, around = _WIDTHS.get(kind, 0.0), _SIZES.get(kind, 0.7), text_disc(number.style)
    if around and kind == _TAPA and point.kind is PointKind.CORNER:
        width, size = _QUADRUPLE_WIDTH, _QUADRUPLE_SIZE
    if around and width:
        canvas.add(disc(point.x, point.y, width, *around))
    if text:
        canvas.add(sign(point.x, point.y, text, size, ink))
