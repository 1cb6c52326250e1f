"""Calculations below an SVG's grid, with a note under each number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from pandoku.draw._shapes import brief
from pandoku.draw.items import Sum, Term

__all__ = ["Sums"]

_SIZE, _NOTE_SIZE = 16.0, 10.0  # units: the font sizes
_ROW, _LEAD = 36.0, 8.0  # units: the height of a line, and the room above the first
_GAP = 7.0
_LETTER = 0.58  # average letter width, relative to the font size


class Sums:
    """Calculations laid out from *top* in lines of at most *width* units.

    Attributes:
        bottom: The lower end, in units from the top of the picture.
    """

    def __init__(self, sums: Iterable[Sum], left: float, top: float, width: float) -> None:
        self._left = left
        self._rows = [row for each in sums for row in each.lines(_width, width)]
        self._top = top + _LEAD
        self.bottom = self._top + _ROW * len(self._rows) if self._rows else top

    def lines(self) -> Iterator[str]:
        """Yield the SVG elements."""
        for number, row in enumerate(self._rows):
            y = self._top + _ROW * number + _SIZE
            x = self._left
            for term in row:
                middle = x + (_width(term) - _GAP) / 2
                yield _text("term", middle, y, _SIZE, term.text)
                if term.note:
                    yield _text("note", middle, y + 13, _NOTE_SIZE, term.note)
                x += _width(term)


def _width(term: Term) -> float:
    return _LETTER * max(len(term.text) * _SIZE, len(term.note) * _NOTE_SIZE) + _GAP


def _text(role: str, x: float, y: float, size: float, text: str) -> str:
    return (
        f'<text class="{role}" x="{brief(x)}" y="{brief(y)}" font-size="{size:g}">'
        f"{escape(text)}</text>"
    )
