"""The grid of a puzzle of Penpa+, and what is drawn on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from pandoku.formats._drawn_grid import DrawnCage, DrawnGrid, DrawnLine, DrawnMark, merged_marks
from pandoku.formats._json_values import BadValueError
from pandoku.formats._penpa_grid import PenpaGrid
from pandoku.formats._penpa_points import PenpaPoint, PointKind
from pandoku.formats._penpa_text import PenpaText

__all__ = ["PenpaCanvas"]

_MOST_SHAPES = 6_000  # in a layer
_LONGEST_COLOR = 40  # characters


class PenpaCanvas:
    """The drawings of a puzzle that are read so far.

    Attributes:
        n: The order of the grid.
        edges: The lines that stand for the grid and its regions.
        givens: The digit of each cell, 0 for none.
        clues: The texts in the upper left corners of cells, by cell.
        lines, marks, blocks: What is drawn.
        names: The symbols that are shown as their names, counted.
        n_outside: How many shapes lie too far outside the grid to be shown.
    """

    def __init__(self, text: PenpaText, grid: PenpaGrid) -> None:
        self.n = grid.order
        self.edges = grid.edges
        self.givens = [0] * grid.order**2
        self.clues: dict[int, str] = {}
        self.lines: list[DrawnLine] = []
        self.marks: list[DrawnMark] = []
        self.blocks: list[DrawnCage] = []
        self.names = Counter[str]()
        self.n_outside = 0
        self._text = text
        self._points = grid.points

    def drawn(self) -> DrawnGrid:
        """Return the drawings with the words about the puzzle."""
        marks = merged_marks([*dict.fromkeys(self.marks)])
        lines, blocks = dict.fromkeys(self.lines), dict.fromkeys(self.blocks)
        return DrawnGrid(self.n, self._text.words, tuple(lines), tuple(marks), tuple(blocks))

    # ---- the layers

    def entries(self, key: str) -> Iterator[tuple[str, Any]]:
        """Yield the entries of a layer that has them by point.

        Raises:
            BadValueError: It is something else, or has too many of them.
        """
        layer: Any = self._text.question.get(key) or {}
        if not isinstance(layer, dict) or len(layer) > _MOST_SHAPES:
            raise BadValueError(f"{key}: expected an object of at most {_MOST_SHAPES:,} entries")
        yield from ((str(name), value) for name, value in layer.items() if value is not None)

    def lists(self, key: str) -> list[list[Any]]:
        """Return the lists of points of a layer; those that were removed are empty.

        Raises:
            BadValueError: It is something else, or has too many of them.
        """
        layer: Any = self._text.question.get(key) or []
        if not isinstance(layer, list) or len(layer) > _MOST_SHAPES:
            raise BadValueError(f"{key}: expected a list of at most {_MOST_SHAPES:,} entries")
        return [each[:_MOST_SHAPES] if isinstance(each, list) else [] for each in layer]

    def own_colors(self, key: str, name: str | int) -> list[str]:
        """Return the colors that the setter chose for an entry, "" for none."""
        colors = self._text.colors.get(key)
        found: Any = None
        if isinstance(colors, Mapping):
            found = colors.get(str(name))
        elif isinstance(colors, list) and isinstance(name, int) and name < len(colors):
            found = colors[name]
        listed = found if isinstance(found, list) else [found]
        return [each[:_LONGEST_COLOR].lower() if isinstance(each, str) else "" for each in listed]

    def own_color(self, key: str, name: str | int) -> str:
        """Return the color that the setter chose for an entry, or ""."""
        return (self.own_colors(key, name) or [""])[0]

    # ---- places

    def point(self, number: Any) -> PenpaPoint | None:
        """Return the point of a number, or None if there is none."""
        return self._points.point(number)

    def cell(self, point: PenpaPoint | None) -> int | None:
        """Return the cell of the grid in which a point is, or None."""
        if point is None or not (0 <= point.row < self.n and 0 <= point.column < self.n):
            return None
        return point.row * self.n + point.column

    def cell_of(self, number: Any) -> int | None:
        """Return the cell of the grid whose center has a number, or None."""
        point = self.point(number)
        return self.cell(point) if point and point.kind is PointKind.CENTER else None

    def add(self, *shapes: DrawnLine | DrawnMark) -> None:
        """Add drawings that are near the grid, and count the others."""
        for shape in shapes:
            points = shape.points if isinstance(shape, DrawnLine) else ((shape.x, shape.y),)
            if not all(-1 <= each <= self.n + 1 for point in points for each in point):
                self.n_outside += 1
            elif isinstance(shape, DrawnLine):
                self.lines.append(shape)
            else:
                self.marks.append(shape)
