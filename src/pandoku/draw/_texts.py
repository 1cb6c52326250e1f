"""The texts of a drawing in SVG, and the marks around candidates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from pandoku.draw._layout import CELL, Layout
from pandoku.draw._shapes import brief, circle, mark_paths, strike
from pandoku.draw.items import Drawing, Text

__all__ = ["Texts"]

_CLUE_WIDTH = 42  # units, in a cell of 48: longer clues get a smaller font
_SIZES = {"given": 27.0, "digit": 27.0, "placed": 31.0, "corner": 11.0, "tag": 8.5, "label": 8.5}
_DIGIT_WIDTH = 0.59  # from one digit of a number to the next, relative to the font size
_IN_CAGES = 0.9  # factor for the size of digits below clues
# From the vertical position of a text to its baseline, relative to the font size. The height of a
# digit is about 0.72 of the font size.
_DOWN = {"clue": 0.74, "tag": 0.0}
_CENTERED = 0.36


class Texts:
    """The texts of a drawing in its picture."""

    def __init__(self, drawing: Drawing, layout: Layout) -> None:
        self._drawing, self._layout, self._x, self._y = drawing, layout, layout.x, layout.y

    def marks(self) -> Iterator[tuple[str, str]]:
        for text in self._drawing.texts:
            if text.role == "candidate" and (text.style or text.struck):
                x, y, size = self._x(text.x), self._y(text.y), self._size(text)
                if text.style:
                    yield from mark_paths(
                        x, y, size * (1.2 if len(text.text) > 1 else 1), text.style
                    )
                else:
                    yield "goes", circle(x, y, 0.66 * size)

    def strikes(self) -> Iterator[tuple[str, str]]:
        for text in self._drawing.texts:
            if text.struck:
                yield "strike", strike(self._x(text.x), self._y(text.y), self._size(text))

    def lines(self) -> Iterator[str]:
        alike: dict[tuple[str, float], list[Text]] = {}
        for text in self._drawing.texts:
            alike.setdefault((self._class(text), self._size(text)), []).append(text)
        for (role, size), texts in alike.items():
            yield f'<g class="{role}" font-size="{size:g}">{"".join(self._placed(texts, size))}</g>'

    def _placed(self, texts: Iterable[Text], size: float) -> Iterator[str]:
        """Yield the text elements. Digits on one line share an element with a list of positions."""
        lines: dict[str, list[tuple[str, str]]] = {}
        wide = _DIGIT_WIDTH * size
        for text in texts:
            x, y = self._anchor(text, size)
            if len(text.text) > 1 and text.role != "candidate":
                yield f'<text x="{brief(x)}" y="{brief(y)}">{escape(text.text)}</text>'
                continue
            first = x - (len(text.text) - 1) / 2 * wide
            places = ((brief(first + at * wide), c) for at, c in enumerate(text.text))
            lines.setdefault(brief(y), []).extend(places)
        for y_units, line in lines.items():
            xs = " ".join(at for at, _ in line)
            characters = escape("".join(character for _, character in line))
            yield f'<text x="{xs}" y="{y_units}">{characters}</text>'

    def _anchor(self, text: Text, size: float) -> tuple[float, float]:
        """Return the anchor of a text's baseline, in units."""
        down = _DOWN.get(text.role, _CENTERED) * size
        x, y = self._x(text.x), self._y(text.y) + down
        return x, y

    def _class(self, text: Text) -> str:
        if text.role == "candidate" and (text.style or text.struck):
            return f"candidate in{' goes' if text.struck else ''}"
        if text.style == "named":
            return f"{text.role} named"
        is_passed = self._drawing.curves and text.role in ("given", "digit", "candidate")
        return f"{text.role} passed" if is_passed else text.role

    def _size(self, text: Text) -> float:
        scale, n = self._layout.cell / CELL, self._drawing.order
        if text.role == "candidate":
            return self._candidate_size()
        if text.role == "clue":
            largest = min(12.0 * scale, 13.5)
            return min(largest, round(_CLUE_WIDTH * scale / (0.62 * len(text.text)), 1))
        if text.role == "center":
            return round(min(13.0, 42 / (0.62 * len(text.text))) * scale, 1)
        if text.role in ("coordinate", "order"):
            return round(10.5 * scale, 1) if text.role == "coordinate" else 9.0
        in_cages = (
            _IN_CAGES if self._layout.has_cages and text.role in ("given", "digit", "placed") else 1
        )
        return round(_SIZES[text.role] * in_cages * scale * (1 if n < 10 else 0.85), 1)

    def _candidate_size(self) -> float:
        is_large = self._drawing.order > 9
        most = 10 if is_large else 11 if self._drawing.curves else 12
        return round(min(0.745 * self._layout.place * self._layout.cell, most), 1)
