"""Items on a page: pictures, words, lines and codes, with positions in points.

Positions are relative to the lower left corner of the page, and y points up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from pandoku.draw import Drawing
from pandoku.draw.pdf import Column, Ink, Typeface, paint

__all__ = [
    "SMALL_DIGIT",
    "Dots",
    "Item",
    "Picture",
    "QrCode",
    "Rule",
    "RulesOnPage",
    "Turned",
    "Words",
]

SMALL_DIGIT = 0.19  # cells: the font size of a digit to cross out
_DOT = 0.022  # cells
_DOT_TONE, _DIGIT_TONE = 0.55, 0.45  # grays


class Item(Protocol):
    """Something that can be painted on a page."""

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Paint the item on a canvas of reportlab, with the given fonts."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing. (x, y) is the upper left corner of its grid."""

    drawing: Drawing
    x: float
    y: float
    cell: float
    ink: Ink

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Paint the grid and its margins."""
        paint(canvas, self.drawing, self.x, self.y, self.cell, self.ink, face)


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text. (x, y) is its start, end or middle on the baseline, depending on *align*."""

    text: str
    x: float
    y: float
    size: float
    bold: bool = False
    align: Literal["left", "right", "center"] = "left"

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Write the text in black."""
        width = face.width(self.text, self.size, bold=self.bold)
        part = {"left": 0.0, "center": 0.5, "right": 1.0}[self.align]
        canvas.setFillGray(0)
        canvas.setFont(face.bold if self.bold else face.regular, self.size)
        canvas.drawString(round(self.x - part * width, 2), round(self.y, 2), self.text)


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line. *tone* is a gray from 0 (black) to 1 (white)."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.75
    tone: float = 0.0

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Paint the line."""
        canvas.saveState()
        canvas.setStrokeGray(self.tone)
        canvas.setLineWidth(self.width)
        canvas.setDash([])
        canvas.setLineCap(0)
        canvas.lines([tuple(round(each, 2) for each in (self.x1, self.y1, self.x2, self.y2))])
        canvas.restoreState()


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code without its quiet zone. (x, y) is its upper left corner."""

    rows: Sequence[bytes]
    x: float
    y: float
    module: float

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Paint the black modules. Adjacent modules of a row become one rectangle."""
        canvas.setFillGray(0)
        way = canvas.beginPath()
        for number, row in enumerate(self.rows):
            for start, end in _runs(row):
                way.rect(
                    round(self.x + start * self.module, 3),
                    round(self.y - (number + 1) * self.module, 3),
                    round((end - start) * self.module, 3),
                    round(self.module, 3),
                )
        canvas.drawPath(way, stroke=0, fill=1)


def _runs(row: bytes) -> list[tuple[int, int]]:
    """Return the start and end of each run of ones in a row."""
    runs: list[tuple[int, int]] = []
    start = None
    for at, module in enumerate([*row, 0]):
        if module and start is None:
            start = at
        elif not module and start is not None:
            runs.append((start, at))
            start = None
    return runs


@dataclass(frozen=True, slots=True)
class Dots:
    """Marks to cross out: a dot or a small digit for each candidate of the empty cells.

    Attributes:
        places: For each mark its center, in points, and its digit as text.
        cell: Side of a cell in points.
        digits: Whether the marks are digits rather than dots.
        size: Font size of the digits, in cells.
    """

    places: Sequence[tuple[float, float, str]]
    cell: float
    digits: bool
    size: float = SMALL_DIGIT

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Paint the marks in gray."""
        canvas.setFillGray(_DIGIT_TONE if self.digits else _DOT_TONE)
        if not self.digits:
            for x, y, _ in self.places:
                canvas.circle(round(x, 2), round(y, 2), _DOT * self.cell, stroke=0, fill=1)
            return
        size = round(self.size * self.cell, 2)
        block = canvas.beginText()
        block.setFont(face.regular, size)
        for x, y, text in self.places:
            left = x - face.width(text, size) / 2
            block.setTextOrigin(round(left, 2), round(y - 0.356 * size, 2))
            block.textOut(text)
        canvas.drawText(block)


@dataclass(frozen=True, slots=True)
class RulesOnPage:
    """The rules of constraints in a column. (x, y) is its upper left corner."""

    column: Column
    x: float
    y: float

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Paint the rules, each with a sample of its sign."""
        self.column.paint(canvas, self.x, self.y)


@dataclass(frozen=True, slots=True)
class Turned:
    """Items upside down, turned around a point."""

    items: Sequence[Item]
    x: float
    y: float

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Paint the items, rotated by 180 degrees."""
        canvas.saveState()
        canvas.translate(2 * self.x, 2 * self.y)
        canvas.rotate(180)
        for item in self.items:
            item.paint(canvas, face)
        canvas.restoreState()
