"""The legend below an SVG: a swatch and words for each key, in as many columns as fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from math import ceil

from pandoku.draw._shapes import border, mark, strike
from pandoku.draw.items import Key

__all__ = ["Legend"]

_SIZE, _LINE = 12.0, 17.0  # units: the font size, and the distance between lines
_CAPTION_SIZE = 13.0
_ROW = 22.0  # units from one row of keys to the next
_SWATCH, _GAP = 26.0, 7.0
_LEAST_COLUMN = 200.0
_LETTER = 0.58  # average letter width in the widest of the usual fonts, relative to the font size


class Legend:
    """A caption and keys, laid out from *top* in *width* units.

    Attributes:
        bottom: The lower end, in units from the top of the picture.
    """

    def __init__(
        self, keys: Iterable[Key], caption: str, left: float, top: float, width: float
    ) -> None:
        self._parts: list[str] = []
        y = top
        for line in _wrapped(caption, width, _CAPTION_SIZE) if caption else ():
            y += _LINE
            self._put_words(left, y, line, "words told-words", _CAPTION_SIZE)
        if caption:
            y += 6
        # Short keys share a row, one per column; a longer key spans as many columns as it needs.
        n_columns = max(1, int(width // _LEAST_COLUMN))
        column = 0
        for key in keys:
            lines = _wrapped(key.text, width - _SWATCH - _GAP, _SIZE)
            needed = _SWATCH + _GAP + max(_width_of(line, _SIZE) for line in lines) + _GAP
            span = min(n_columns, ceil(needed / (width / n_columns)))
            if column + span > n_columns:
                y, column = y + _ROW, 0
            self._put_key(left + column * width / n_columns, y, key, lines)
            y += _LINE * (len(lines) - 1)
            column += span
        self.bottom = round(y + (_ROW if column else 0) + 6)

    def lines(self) -> Iterator[str]:
        """Yield the SVG elements."""
        yield from self._parts

    def _put_words(self, x: float, y: float, words: str, role: str, size: float) -> None:
        self._parts.append(
            f'<text class="{role}" x="{x:g}" y="{y:g}" font-size="{size:g}">{escape(words)}</text>'
        )

    def _put_key(self, x: float, row: float, key: Key, lines: list[str]) -> None:
        self._parts += _swatch(x, row + 4, key)
        for number, line in enumerate(lines):
            at = row + _LINE * (number + 1)
            self._put_words(x + _SWATCH + _GAP, at, line, "words", _SIZE)


def _width_of(text: str, size: float) -> float:
    return len(text) * _LETTER * size


def _wrapped(text: str, width: float, size: float) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _width_of(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _swatch(x: float, y: float, key: Key) -> Iterator[str]:
    """Yield the sign of a key in an area of 26 x 17 units."""
    w, h = _SWATCH, _LINE
    middle = x + w / 2, y + h / 2
    if key.sign in ("cell", "both", "placed"):
        style = key.style or "placed"
        left = x + (w - h) / 2
        yield f'<rect class="{style}" x="{left:g}" y="{y:g}" width="{h:g}" height="{h:g}"/>'
        yield from border(left, y, h, style)
    if key.sign in ("candidate", "both"):
        yield from mark(*middle, 6.0 if key.sign == "both" else 9.0, key.style)
    if key.sign == "goes":
        yield from mark(*middle, 10, "", struck=True)
        yield strike(*middle, 10)
    if key.sign == "house":
        for _ in range(2):  # as dark as a crossing of two houses, since a swatch is small
            yield f'<rect class="house" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"/>'
    if key.sign in ("strong", "weak"):
        end = x + w
        yield f'<path class="{key.sign}" d="M{x:g} {middle[1]:g}L{end - 5:g} {middle[1]:g}"/>'
        yield (
            f'<path class="head" d="M{end:g} {middle[1]:g}L{end - 7:g} {middle[1] - 3:g}'
            f'L{end - 7:g} {middle[1] + 3:g}Z"/>'
        )
    if key.sign == "ring":
        yield f'<rect class="ring" x="{x:g}" y="{y + 3:g}" width="{w:g}" height="11" rx="5.5"/>'
    if key.sign == "cage":
        yield (
            f'<rect class="told" fill="none" stroke-width="3.2" x="{x + 4:g}" y="{y + 2:g}" '
            f'width="{w - 8:g}" height="{h - 4:g}"/>'
        )
    if key.sign in ("corner", "centre"):
        down = -2 if key.sign == "corner" else 4
        yield (
            f'<text class="{key.sign}" x="{middle[0]:g}" y="{middle[1] + down:g}" '
            f'font-size="9">12</text>'
        )
