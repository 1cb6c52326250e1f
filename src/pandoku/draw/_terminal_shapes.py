"""Constraints as characters: letters in cells, dots on edges, numbers beside the grid.

A line below the grid names each constraint.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import floor
from string import ascii_uppercase
from textwrap import wrap

from pandoku.draw.decorated import is_dot, is_outside
from pandoku.draw.items import Drawing, Shape
from pandoku.model import Decoration, Disc, Sign, Stroke

__all__ = ["TerminalShapes"]

Place = tuple[int, int]  # row and column of a cell

# Dots without a number, those with the numbers from 1, and the same in ASCII.
_DOTS = {"white": "○①②③④⑤⑥⑦⑧⑨", "black": "●❶❷❸❹❺❻❼❽❾"}
_PLAIN_DOTS = {"white": "o", "black": "*"}
_ARROWS = {(1, 1): "↘", (-1, 1): "↙", (1, -1): "↗", (-1, -1): "↖"}
_PLAIN_ARROWS = {"↘": "\\", "↙": "/", "↗": "/", "↖": "\\"}
_COLUMNS = 75  # of a line of the legend
_MOST_LETTERS = 3  # in a cell; more of them are a "+"


class TerminalShapes:
    """The shapes of a drawing as characters.

    Attributes:
        letters: For each cell the letters of the lines in it: large where one has a disc.
        across: The dots on the edges above cells.
        down: The dots on the edges to the left of cells.
        beside: What stands outside the grid; rows and columns run from -1 to the order.
        legend: A sign, a name and the cells, for each constraint, or for all that differ in their
            cells only; a longer text continues after an empty sign.
    """

    def __init__(self, drawing: Drawing, ascii_only: bool) -> None:
        self.order, self.ascii_only = drawing.order, ascii_only
        self.letters: dict[Place, str] = {}
        self.across: dict[Place, str] = {}
        self.down: dict[Place, str] = {}
        self.beside: dict[Place, str] = {}
        self._used = 0
        told: dict[tuple[str, str], list[str]] = {}
        for shape in drawing.shapes:
            told.setdefault((self._add(shape), shape.name), []).append(shape.text)
        self.legend = [
            (sign if at == 0 else "", line)
            for (sign, name), where in told.items()
            for at, line in enumerate(wrap(f"{name}: {', '.join(where)}", _COLUMNS))
        ]

    @property
    def n_letters(self) -> int:
        """The number of letters in the fullest cell."""
        return max(map(len, self.letters.values()), default=0)

    @property
    def has_dots(self) -> bool:
        """Whether a dot lies on an edge."""
        return bool(self.across or self.down)

    def _add(self, shape: Shape) -> str:
        """Place a shape, and return its sign in the legend."""
        sign = ""
        for part in shape.parts:
            if isinstance(part, Sign):
                sign = self._put_beside(part, shape.parts)
            elif isinstance(part, Disc) and is_dot(part):
                sign = self._put_dot(part)
        inside = [part for part in shape.parts if not (is_dot(part) or self._is_outside(part))]
        return self._put_letters(inside) if inside else sign

    def _is_outside(self, part: Decoration) -> bool:
        return is_outside(part, self.order)

    def _put_letters(self, parts: Iterable[Decoration]) -> str:
        """Mark the cells of lines and discs with the next letter."""
        letter = ascii_uppercase[self._used % len(ascii_uppercase)]
        self._used += 1
        marked: dict[Place, str] = {}
        for part in parts:
            for x, y in () if isinstance(part, Sign) else part.points:
                place, is_head = (floor(y), floor(x)), isinstance(part, Disc)
                if is_head or place not in marked:
                    marked[place] = letter if is_head else letter.lower()
        for place, each in marked.items():
            found = self.letters.get(place, "")
            is_full = len(found) >= _MOST_LETTERS
            self.letters[place] = f"{found[: _MOST_LETTERS - 1]}+" if is_full else found + each
        return letter

    def _put_dot(self, dot: Disc) -> str:
        value = int(dot.text) if dot.text.isdecimal() else 0
        if self.ascii_only or dot.role not in _DOTS:
            sign = _PLAIN_DOTS.get(dot.role, "o")
        else:
            signs = _DOTS[dot.role]
            sign = signs[value if value < len(signs) else 0]
        x, y = dot.points[0]
        is_down = abs(x % 1 - 0.5) > abs(y % 1 - 0.5)
        place = (floor(y), round(x)) if is_down else (round(y), floor(x))
        (self.down if is_down else self.across)[place] = sign
        return sign

    def _put_beside(self, sign: Sign, parts: Iterable[Decoration]) -> str:
        arrow = next((_arrow(part) for part in parts if isinstance(part, Stroke)), "")
        text = sign.text + (_PLAIN_ARROWS.get(arrow, "") if self.ascii_only else arrow)
        place = self._clipped(sign.y), self._clipped(sign.x)
        found = self.beside.get(place, "")
        self.beside[place] = f"{found} {text}" if found else text
        return text

    def _clipped(self, value: float) -> int:
        return min(max(floor(value), -1), self.order)

    def widths(self) -> tuple[int, int, int]:
        """Return the widths of what stands to the left, above or below a cell, and to the right."""

        def widest(columns: Iterable[int]) -> int:
            return max((len(self.beside.get(at, "")) for at in self._places(columns)), default=0)

        return widest((-1,)), widest(range(self.order)), widest((self.order,))

    def _places(self, columns: Iterable[int]) -> Iterator[Place]:
        for column in columns:
            yield from ((row, column) for row in range(-1, self.order + 1))

    def has_row(self, row: int) -> bool:
        """Return whether something stands above the grid (-1), or below it (its order)."""
        return any(place[0] == row for place in self.beside)


def _arrow(stroke: Stroke) -> str:
    (x, y), (u, v) = stroke.points[0], stroke.points[-1]
    return _ARROWS.get(((u > x) - (u < x), (v > y) - (v < y)), "") if stroke.has_head else ""
