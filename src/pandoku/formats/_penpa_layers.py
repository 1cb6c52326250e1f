"""The layers of a puzzle of Penpa+ as givens, cages and drawings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pandoku.formats._drawn_grid import (
    DrawnCage,
    DrawnGrid,
    DrawnLine,
    DrawnMark,
    DrawnShape,
    merged_marks,
)
from pandoku.formats._json_values import BadValueError
from pandoku.formats._penpa_cages import joined_cells
from pandoku.formats._penpa_grid import PenpaGrid
from pandoku.formats._penpa_points import PenpaPoint, PointKind
from pandoku.formats._penpa_segments import joined_segments
from pandoku.formats._penpa_styles import (
    line_look,
    surface_color,
    text_color,
    text_disc,
)
from pandoku.formats._penpa_symbols import arrow_from, disc, is_known, polyline, sign, symbol_shapes
from pandoku.formats._penpa_text import PenpaText
from pandoku.formats._setter_colors import setter_color

__all__ = ["PenpaDrawn", "digit_in", "read_layers"]

_MOST_SHAPES = 6_000
_LIGHT, _RING = "#cccccc", "#b3b3b3"
_SIZES = {"1": 0.7, "2": 0.4, "4": 0.45, "5": 0.25, "6": 0.4, "7": 0.3, "8": 0.5, "10": 0.6}
_DISCS = {"1": 0.84, "2": 0.84, "4": 0.88, "5": 0.34, "6": 0.5, "7": 0.84, "10": 0.72}
_QUADRUPLE, _QUADRUPLE_SIZE = 0.62, 0.28  # cells: the circle around digits on a corner, its text
_CLUE_SIZE = 0.32
_TURNS = {"_0": 2, "_1": 0, "_2": 4, "_3": 6, "_4": 1, "_5": 3, "_6": 7, "_7": 5}
_SIGN_KINDS = ("line", "lineE")  # of which a single point is a cross
_CROSS = 98


@dataclass(slots=True)
class PenpaDrawn:
    """What a puzzle shows on its grid.

    Attributes:
        givens: The digit of each cell, 0 for none.
        clues: The texts in the upper left corners of cells, by cell.
        lines, marks, blocks: What is drawn.
        names: The symbols that are shown as their names, counted.
        n_outside: How many shapes lie too far outside the grid to be shown.
    """

    givens: list[int]
    clues: dict[int, str] = field(default_factory=dict)
    lines: list[DrawnLine] = field(default_factory=list)
    marks: list[DrawnMark] = field(default_factory=list)
    blocks: list[DrawnCage] = field(default_factory=list)
    names: Counter[str] = field(default_factory=Counter)
    n_outside: int = 0

    def grid(self, order: int, words: str) -> DrawnGrid:
        """Return the drawings with the words about the puzzle."""
        marks = merged_marks([*dict.fromkeys(self.marks)])
        lines, blocks = dict.fromkeys(self.lines), dict.fromkeys(self.blocks)
        return DrawnGrid(order, words, tuple(lines), tuple(marks), tuple(blocks))


def read_layers(text: PenpaText, grid: PenpaGrid) -> PenpaDrawn:
    """Return what a puzzle shows.

    Raises:
        BadValueError: A layer has another form, or too many entries.
    """
    reader = _Reader(text, grid)
    reader.read()
    return reader.drawn


def digit_in(value: Any, n: int) -> int:
    """Return the digit 1..n that the entry of a number is, or 0."""
    text, _, kind = _number(value)
    if kind == "7":
        marks = [at + 1 for at, is_set in enumerate(text) if is_set == 1] if _is_list(text) else []
        return marks[0] if len(marks) == 1 and marks[0] <= n else 0
    word = str(text).strip()
    is_digit = kind in ("1", "10") and word.isascii() and word.isdecimal() and len(word) < 3
    return int(word) if is_digit and 1 <= int(word) <= n else 0


def _number(value: Any) -> tuple[Any, Any, str]:
    """Return the text, the style and the kind of a number; kind is "" for anything else."""
    if not _is_list(value) or len(value) < 3:
        return "", 1, ""
    return value[0], value[1], str(value[2])


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


class _Reader:
    """Reads one layer after another."""

    def __init__(self, text: PenpaText, grid: PenpaGrid) -> None:
        self._text = text
        self._grid = grid
        self._n = grid.order
        self.drawn = PenpaDrawn([0] * grid.order**2)

    def read(self) -> None:
        """Read all layers, from the back to the front."""
        self._read_surfaces()
        self._read_lists()
        self._read_segments()
        self._read_symbols()
        self._read_numbers()
        self._read_corner_numbers()
        self._read_cages()

    def _items(self, key: str) -> Iterator[tuple[str, Any]]:
        """Yield the entries of a layer by point."""
        layer: Any = self._text.question.get(key) or {}
        if not isinstance(layer, dict) or len(layer) > _MOST_SHAPES:
            raise BadValueError(f"{key}: expected an object of at most {_MOST_SHAPES:,} entries")
        yield from ((str(name), value) for name, value in layer.items() if value is not None)

    def _listed(self, key: str) -> list[list[Any]]:
        """Return the lists of points of a layer; those that were removed are empty."""
        layer: Any = self._text.question.get(key) or []
        if not isinstance(layer, list) or len(layer) > _MOST_SHAPES:
            raise BadValueError(f"{key}: expected a list of at most {_MOST_SHAPES:,} entries")
        return [each[:_MOST_SHAPES] if isinstance(each, list) else [] for each in layer]

    def _own_color(self, key: str, name: str | int) -> str:
        """Return the color that the setter chose for an entry, or ""."""
        colors = self._text.colors.get(key)
        found: Any = None
        if isinstance(colors, Mapping):
            found = colors.get(str(name))
        elif isinstance(colors, list) and isinstance(name, int) and name < len(colors):
            found = colors[name]
        return found.lower() if isinstance(found, str) and len(found) < 40 else ""

    def _place(self, point: Any) -> PenpaPoint | None:
        return self._grid.points.point(point)

    def _cell(self, place: PenpaPoint | None) -> int | None:
        """Return the cell of the grid in which a place is, or None."""
        if place is None or not (0 <= place.row < self._n and 0 <= place.column < self._n):
            return None
        return place.row * self._n + place.column

    def _add(self, *shapes: DrawnShape) -> None:
        """Add drawings that are near the grid, and count the others."""
        for shape in shapes:
            points: Sequence[tuple[float, float]] = ()
            if isinstance(shape, DrawnLine):
                points = shape.points
            elif isinstance(shape, DrawnMark):
                points = ((shape.x, shape.y),)
            if not all(-1 <= each <= self._n + 1 for point in points for each in point):
                self.drawn.n_outside += 1
            elif isinstance(shape, DrawnLine):
                self.drawn.lines.append(shape)
            elif isinstance(shape, DrawnMark):
                self.drawn.marks.append(shape)

    # ---- colored cells, and lines from point to point

    def _read_surfaces(self) -> None:
        for point, styles in self._items("surface"):
            place = self._place(point)
            listed = styles if isinstance(styles, list) else [styles]
            own = self._text.colors.get("surface")
            chosen = own.get(point) if isinstance(own, Mapping) else None
            chosen = chosen if isinstance(chosen, list) else [chosen] * len(listed)
            colors = [
                (str(mine)[:40].lower() if isinstance(mine, str) else "") or surface_color(style)
                for style, mine in zip(listed, chosen, strict=False)
            ]
            seen = [color for color in colors if color][:10]
            for at, color in enumerate(seen if place else []):
                assert place is not None
                width = 1 / len(seen)
                x = place.x - 0.5 + (at + 0.5) * width
                look = (setter_color(color), "", "")
                self._add(DrawnMark(x, place.y, width, 1.0, False, "", color, "", 0.0, look))

    def _read_lists(self) -> None:
        for at, points in self._lines("squareframe"):
            self._add(polyline(points, self._own_color("squareframe", at) or _LIGHT, 0.8))
        for at, points in self._lines("thermo"):
            color = self._own_color("thermo", at) or _LIGHT
            self._add(disc(*points[0], 0.8, color, ""), polyline(points, color, 0.4))
        for at, points in self._lines("nobulbthermo"):
            self._add(polyline(points, self._own_color("nobulbthermo", at) or _LIGHT, 0.4))
        for at, points in self._lines("arrows"):
            color = self._own_color("arrows", at) or _RING
            self._add(disc(*points[0], 0.8, "#ffffff", color))
            self._add(polyline(points, color, 0.08, has_head=True))
        for at, points in self._lines("direction"):
            color = self._own_color("direction", at) or _RING
            self._add(polyline(points, color, 0.08, has_head=True))
        for at, points in self._lines("polygon"):
            closed = points if points[0] == points[-1] else (*points, points[0])
            self._add(polyline(closed, self._own_color("polygon", at) or "#000000", 0.03))

    def _lines(self, key: str) -> Iterator[tuple[int, tuple[tuple[float, float], ...]]]:
        """Yield the points of each line of a layer, with the number of the line."""
        for at, line in enumerate(self._listed(key)):
            places = [self._place(point) for point in line]
            points = [(place.x, place.y) for place in places if place]
            if len(points) > 1:
                yield at, tuple(points)

    # ---- lines of single segments

    def _read_segments(self) -> None:
        looks: dict[tuple[str, float], list[tuple[tuple[float, float], tuple[float, float]]]] = {}
        for key in ("line", "freeline", "lineE", "freelineE", "wall"):
            for name, style in self._items(key):
                ends = [self._place(each) for each in name.split(",")[:3]]
                points = [(place.x, place.y) for place in ends if place]
                look = line_look(style, self._own_color(key, name))
                if key in _SIGN_KINDS and style == _CROSS and len(points) == 1:
                    self._add(sign(*points[0], "\u00d7", 0.4, look[0]))
                elif len(points) == 2 and name not in self._grid.edges:
                    looks.setdefault(look, []).append((points[0], points[1]))
        for (color, width), segments in looks.items():
            self._add(*(polyline(line, color, width) for line in joined_segments(segments)))

    # ---- symbols

    def _read_symbols(self) -> None:
        for point, value in self._items("symbol"):
            place = self._place(point)
            if place is None or not isinstance(value, list) or len(value) < 2:
                continue
            number, name = value[0], value[1]
            if not isinstance(name, str) or not isinstance(number, int | list):
                continue
            if not is_known(name):
                self.drawn.names[name[:20]] += 1
            own = self._own_color("symbol", point)
            self._add(*symbol_shapes(name, number, place.x, place.y, own))

    # ---- numbers and texts

    def _read_numbers(self) -> None:
        for point, value in self._items("number"):
            place = self._place(point)
            if place is None:
                continue
            cell = self._cell(place) if place.kind is PointKind.CENTER else None
            digit = digit_in(value, self._n)
            is_given = cell is not None and digit > 0
            if cell is not None and is_given:
                self.drawn.givens[cell] = digit
            self._add_number(place, ["", *value[1:]] if is_given else value)

    def _add_number(self, place: PenpaPoint, value: Any) -> None:
        text, style, kind = _number(value)
        ink = text_color(style)
        if kind == "7":
            text = "".join(str(at + 1) for at, is_set in enumerate(text) if is_set == 1)
        text = str(text)[:200] if isinstance(text, str | int) else ""
        if kind == "2" and text[-2:] in _TURNS:
            self._add(arrow_from(place.x, place.y, _TURNS[text[-2:]], 0.25, 0.5, ink))
            text = text[:-2]
        width, size = _DISCS.get(kind, 0.0), _SIZES.get(kind, 0.7)
        around = text_disc(style)
        if around and kind == "4" and place.kind is PointKind.CORNER:
            width, size = _QUADRUPLE, _QUADRUPLE_SIZE
        if around and width:
            self._add(disc(place.x, place.y, width, *around))
        if text.strip() and kind:
            self._add(sign(place.x, place.y, text.strip(), size, ink))

    def _read_corner_numbers(self) -> None:
        for point, value in self._items("numberS"):
            place = self._place(point)
            listed = value if isinstance(value, list) and len(value) > 1 else ["", 1]
            text = str(listed[0]).strip()[:40] if isinstance(listed[0], str | int) else ""
            if place is None or not text:
                continue
            cell = self._cell(place)
            is_clue = place.kind is PointKind.QUARTER and place.part == 0 and cell is not None
            if is_clue and cell is not None and text_disc(listed[1]) is None:
                self.drawn.clues[cell] = text
                continue
            if around := text_disc(listed[1]):
                self._add(disc(place.x, place.y, 0.36, *around))
            self._add(sign(place.x, place.y, text, _CLUE_SIZE, text_color(listed[1])))

    # ---- cages

    def _read_cages(self) -> None:
        """Read cages, each with the text in the corner of its first cell."""
        killers: list[tuple[int, ...]] = []
        for points in self._listed("killercages"):
            numbers = [self._cell(self._place(point)) for point in points]
            inside = tuple(sorted({cell for cell in numbers if cell is not None}))
            self.drawn.n_outside += None in numbers
            killers += [inside] if inside else []
        borders = [
            [self._place(end) for end in name.split(",")[:2]] for name, _ in self._items("cage")
        ]
        known = {cell for cells in killers for cell in cells}
        free = [each for each in joined_cells(borders, self._n) if not known.intersection(each)]
        for cells in dict.fromkeys((*killers, *free)):
            named = next((cell for cell in cells if cell in self.drawn.clues), -1)
            self.drawn.blocks.append(DrawnCage(cells, self.drawn.clues.pop(named, "")))
        for cell, text in self.drawn.clues.items():
            row, column = divmod(cell, self._n)
            self._add(sign(column + 0.25, row + 0.25, text, _CLUE_SIZE))
