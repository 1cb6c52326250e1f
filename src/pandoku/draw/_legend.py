"""The words below the grid of an SVG: calculations, a caption, and a legend of all signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple

from pandoku.draw._shapes import (
    border,
    box,
    brief,
    capsule,
    circle,
    mark_paths,
    shape_elements,
    strike,
)
from pandoku.draw.items import Key, Sum, Term, WayTable
from pandoku.draw.pieces import sample_groups

_SIZE, _LINE = 12.0, 17.0  # font size and distance between lines, in units of the drawing
_CAPTION_SIZE = 13.0
_ROW = 22.0  # distance between rows of keys, in units of the drawing
_SWATCH, _GAP = 26.0, 7.0
_BETWEEN = 16.0  # units: the space between keys in a row
# Average letter widths in the widest common fonts, relative to the font size.
_LETTER, _BOLD_LETTER = 0.58, 0.66


_SUM_SIZE, _NOTE_SIZE = 16.0, 10.0  # units: the font sizes of a calculation
_SUM_ROW, _LEAD = 36.0, 8.0  # units: the height of a line, and the room above the first line


class Sums:
    """Calculations below the y coordinate *top*, in lines of at most *width* units.

    Attributes:
        bottom: The y coordinate of the lower edge, in units.
    """

    def __init__(self, sums: Iterable[Sum], left: float, top: float, width: float) -> None:
        self._left = left
        self._rows = [row for each in sums for row in each.lines(_width_of_term, width)]
        self._top = top + _LEAD
        self.bottom = self._top + _SUM_ROW * len(self._rows) if self._rows else top

    def lines(self) -> Iterator[str]:
        """Yield the SVG elements."""
        for number, row in enumerate(self._rows):
            y = self._top + _SUM_ROW * number + _SUM_SIZE
            x = self._left
            for term in row:
                middle = x + (_width_of_term(term) - _GAP) / 2
                yield _words("term", middle, y, _SUM_SIZE, term.text)
                if term.note:
                    yield _words("note", middle, y + 13, _NOTE_SIZE, term.note)
                x += _width_of_term(term)


_WAY_SIZE, _WAY_ROW = 14.0, 18.0  # units: the font size and the height of a row of digits
_TITLE_ROW = 17.0  # units: the height of the name above a table


class WayTables:
    """Tables of ways below the y coordinate *top*, side by side as far as the width allows.

    Attributes:
        bottom: The y coordinate of the lower edge, in units.
    """

    def __init__(self, tables: Iterable[WayTable], left: float, top: float, width: float) -> None:
        self._parts: list[str] = []
        self.bottom = top
        x, y = left, top + _LEAD
        for table in tables:
            column, has_heads = _columns_of(table, width)
            needed = max(column * len(table.heads), _width_of(table.title, _SIZE)) + 3 * _GAP
            if x > left and x + needed > left + width:
                x, y = left, self.bottom + _LEAD
            self._put(table, x, y, column, has_heads=has_heads)
            x += needed
            height = _TITLE_ROW + _LINE * has_heads + _WAY_ROW * len(table.rows)
            self.bottom = max(self.bottom, y + height)

    def lines(self) -> Iterator[str]:
        """Yield the SVG elements."""
        yield from self._parts

    def _put(self, table: WayTable, x: float, y: float, column: float, *, has_heads: bool) -> None:
        y += _SIZE
        self._parts.append(_words("words", x, y, _SIZE, table.title))
        rows = [("note", _NOTE_SIZE, table.heads)] if has_heads else []
        rows += [("term", _WAY_SIZE, row) for row in table.rows]
        for role, size, texts in rows:
            y += _LINE if role == "note" else _WAY_ROW
            for at, text in enumerate(texts):
                self._parts.append(_words(role, x + column * (at + 0.5), y, size, text))


def _columns_of(table: WayTable, width: float) -> tuple[float, bool]:
    """Return the width of a column, and whether there is room for the names of the cells."""
    count = max(1, len(table.heads))
    digits = max(_width_of(text, _WAY_SIZE) for row in table.rows for text in row) + _GAP
    heads = max(_width_of(head, _NOTE_SIZE) for head in table.heads) + _GAP
    if max(digits, heads) * count <= width:
        return max(digits, heads), True
    return min(digits, width / count), False


def _width_of_term(term: Term) -> float:
    return _LETTER * max(len(term.text) * _SUM_SIZE, len(term.note) * _NOTE_SIZE) + _GAP


def _words(role: str, x: float, y: float, size: float, text: str) -> str:
    return (
        f'<text class="{role}" x="{brief(x)}" y="{brief(y)}" font-size="{size:g}">'
        f"{escape(text)}</text>"
    )


class Legend:
    """A caption and keys below the y coordinate *top*, at most *width* units wide.

    Attributes:
        bottom: The y coordinate of the lower edge, in units.
    """

    def __init__(
        self, keys: Iterable[Key], caption: str, left: float, top: float, width: float
    ) -> None:
        self._parts: list[str] = []
        y = top
        for line in (
            _wrapped(caption, width, _CAPTION_SIZE * _BOLD_LETTER / _LETTER) if caption else ()
        ):
            y += _LINE
            self._parts.append(_words("words told-words", left, y, _CAPTION_SIZE, line))
        if caption:
            y += 6
        x = left
        for number, key in enumerate(keys):
            lines = _wrapped(key.text, width - _SWATCH - _GAP, _SIZE)
            needed = _SWATCH + _GAP + max(_width_of(line, _SIZE) for line in lines)
            if number and x + needed > left + width:
                x, y = left, y + _ROW
            self._put_key(x, y, key, lines)
            y += _LINE * (len(lines) - 1)
            x += needed + _BETWEEN
        self.bottom = y + (_ROW if x > left else 0) + 6

    def lines(self) -> Iterator[str]:
        """Yield the SVG elements."""
        yield from self._parts

    def _put_key(self, x: float, row: float, key: Key, lines: list[str]) -> None:
        self._parts += swatch(x, row + 4, key)
        for number, line in enumerate(lines):
            at = row + _LINE * (number + 1)
            self._parts.append(_words("words", x + _SWATCH + _GAP, at, _SIZE, line))


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


class _Area(NamedTuple):
    """The place of a sample picture in the legend."""

    left: float
    top: float
    cell: float = _LINE

    def x(self, value: float) -> float:
        return self.left + value * self.cell

    def y(self, value: float) -> float:
        return self.top + value * self.cell


def swatch(x: float, y: float, key: Key) -> Iterator[str]:
    """Yield the SVG elements of a key's sign in an area of 26 x 17 units."""
    if key.parts:
        yield from shape_elements(sample_groups(key.parts), _Area(x, y))
    for role, data in _signs(x, y, key):
        yield f'<path class="{role}" d="{data}"/>'
    w, h = _SWATCH, _LINE
    if key.sign in ("corner", "center", "order"):
        down = -2 if key.sign == "corner" else 4
        yield (
            f'<text class="{key.sign}" x="{brief(x + w / 2)}" y="{brief(y + h / 2 + down)}" '
            f'font-size="9">12</text>'
        )


def _signs(x: float, y: float, key: Key) -> Iterator[tuple[str, str]]:
    """Yield the shapes of a key's sign, as (class, path data)."""
    w, h = _SWATCH, _LINE
    middle = x + w / 2, y + h / 2
    if key.sign in ("cell", "both", "placed"):
        style, left = key.style or "placed", x + (w - h) / 2
        yield style, box(left, y, h, h)
        yield f"edge {style}", border(left, y, h, h, style)
    if key.sign in ("candidate", "both"):
        yield from mark_paths(*middle, 6.0 if key.sign == "both" else 9.0, key.style)
    if key.sign == "goes":
        yield "goes", circle(*middle, 6.6)
        yield "strike", strike(*middle, 10)
    if key.sign == "house":
        yield "house", box(x, y, w, h)
    if key.sign == "cover":
        yield "cover", "".join(f"M{brief(x)} {brief(y + down)}h{w:g}" for down in (2.5, 8.5, 14.5))
    if key.sign in ("strong", "weak", "leads", "ends"):
        end = x + w
        yield key.sign, f"M{brief(x)} {brief(middle[1])}H{brief(end - 5)}"
        yield "head", f"M{brief(end)} {brief(middle[1])}l-7 -3v6z"
    if key.sign == "ring":
        yield "ring", capsule((x + 5.5, middle[1]), (x + w - 5.5, middle[1]), 5.5)
    if key.sign == "cage":
        yield "told", box(x + 4, y + 2, w - 8, h - 4)
