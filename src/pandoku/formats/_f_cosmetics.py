"""Drawings without a meaning in documents of f-puzzles.

Each entry becomes a drawing. An entry that repeats a constraint of the document is left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pandoku.constraints import Drawing
from pandoku.formats._cell_colors import color_drawings
from pandoku.formats._json_values import bad
from pandoku.formats._setter_colors import SETTER_COLORS, drawn_role, setter_color
from pandoku.model import Constraint, Decoration, Disc, Geometry, Sign, Stroke, Tile, center_of

__all__ = ["DRAWN_KEYS", "colors_in", "drawings_in"]

DRAWN_KEYS = ("line", "circle", "rectangle", "text", "cage")
_NAME = re.compile(r"R(-?\d{1,2})C(-?\d{1,2})", re.IGNORECASE)
_DIAMETER, _SIDE = 0.8, 0.8  # cells: where an entry has none
_MOST_TURNED = 360_000  # degrees
_MOST_COLORS = 10  # of a cell
_PLAYED = ("centerPencilMarks", "cornerPencilMarks")  # marks of a player
_Point = tuple[float, float]


def drawings_in(
    document: Mapping[str, Any], named: Collection[Constraint], geometry: Geometry
) -> Iterator[Drawing]:
    """Yield a drawing for each entry that only shows something.

    Args:
        document: The document.
        named: Its constraints; nothing can repeat one that is not sound, which looks like nothing.
        geometry: Its grid.

    Raises:
        BadValueError: An entry has another form.
    """
    named = [each for each in named if each.is_sound(geometry)]
    twins = {_key(center_of(cell, geometry.order) for cell in c.cells_on(geometry)) for c in named}
    clues = {_clue(each, geometry.order) for each in named}
    ends = {end for each in named for shape in each.decorations(geometry) for end in _ends(shape)}
    kinds = {key.casefold() for key in document}
    for key in DRAWN_KEYS:
        entries = document.get(key) or []
        if not isinstance(entries, list):
            bad(key, "a list of entries", entries)
        for at, entry in enumerate(entries):
            if not isinstance(entry, Mapping):
                bad(f"{key}[{at}]", "an object", entry)
            origin = str(entry.get("fromConstraint") or "").replace(" ", "").casefold()
            if origin in kinds:
                continue
            shapes = [
                shape
                for points in _lists(key, entry, f"{key}[{at}]")
                if points and _key(points) not in twins
                for shape in _shapes(key, entry, points)
                if not (isinstance(shape, Sign) and (shape.x, shape.y, shape.text) in clues)
                if not ends.intersection(_ends(shape))
            ]
            if shapes:
                yield Drawing.of(shapes)


def _key(points: Any) -> frozenset[_Point]:
    return frozenset(points)


def _ends(shape: Decoration) -> Iterator[tuple[type, _Point]]:
    """Yield where a shape marks the ends of lines: with a circle, or with squares on their tips."""
    is_circle = isinstance(shape, Disc) and len(shape.points) == 1
    is_diamond = isinstance(shape, Tile) and (shape.role == "diamond" or shape.angle % 90 == 45)
    if isinstance(shape, Disc | Tile) and (is_circle or is_diamond) and not shape.text:
        yield from ((type(shape), point) for point in shape.points)


def _clue(constraint: Constraint, n: int) -> tuple[float, float, str] | None:
    """Return where a clue beside the grid stands, and its number."""
    place, number = getattr(constraint, "place", None), getattr(constraint, "number", None)
    if place is None or number is None:
        return None
    row, column = place(n)
    return column + 0.5, row + 0.5, str(number)


def _lists(key: str, entry: Mapping[str, Any], path: str) -> Iterator[tuple[_Point, ...]]:
    """Yield the centers of the cells of each line, or of the cells of an entry."""
    field = "lines" if key == "line" else "cells"
    value = entry.get(field)
    lists = value if key == "line" else [value]
    for names in lists if isinstance(lists, list) else [lists]:
        if not isinstance(names, list):
            bad(f"{path}.{field}", "a list of cells", names)
        yield tuple(_center(name, f"{path}.{field}") for name in names)


def _center(name: Any, path: str) -> _Point:
    match = _NAME.fullmatch(name) if isinstance(name, str) else None
    if match is None:
        bad(path, 'a cell such as "R1C1"', name)
    return int(match[2]) - 0.5, int(match[1]) - 0.5


def _shapes(key: str, entry: Mapping[str, Any], points: tuple[_Point, ...]) -> Iterator[Decoration]:
    value = entry.get("value")
    text = "" if value is None or isinstance(value, bool) else str(value)
    line, fill = (_color(entry, field) for field in ("outlineC", "baseC"))
    x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
    if key == "line":
        ends = points if len(points) > 1 else (*points, *points)
        width = _length(entry.get("width"))
        yield Stroke(drawn_role(line), ends, False, setter_color(line), width)
    elif key == "cage":
        rim = setter_color(line)
        named = 1 if text else len(points)  # the text stands in one cell
        yield Tile("cage", points[:named], 1.0, text, rim=rim)
        if points[named:]:
            yield Tile("cage", points[named:], rim=rim)
    elif key == "text":
        size = _length(entry.get("size"))
        yield Sign(x, y, text, setter_color(_color(entry, "fontC")), size)
    elif key == "circle":
        diameter = _length(entry.get("width")) or _DIAMETER
        colors = setter_color(fill), setter_color(line)
        yield Disc(drawn_role(fill, line), ((x, y),), diameter / 2, text, *colors)
    else:
        yield from _rectangle(entry, (x, y), drawn_role(fill, line), text)


def _rectangle(
    entry: Mapping[str, Any], center: _Point, role: str, text: str
) -> Iterator[Decoration]:
    """Yield a rectangle, and its text, which stands in the middle."""
    width, height = (_length(entry.get(field)) or _SIDE for field in ("width", "height"))
    angle: Any = entry.get("angle")
    is_angle = isinstance(angle, int | float) and not isinstance(angle, bool)
    turn = float(angle) % 180 if is_angle and abs(angle) <= _MOST_TURNED else 0.0
    fill, rim = (setter_color(_color(entry, field)) for field in ("baseC", "outlineC"))
    yield Tile(role, (center,), width, "", fill, rim, 0.0 if height == width else height, turn)
    if text:
        yield Sign(*center, text, setter_color(_color(entry, "fontC")))


def _color(entry: Mapping[str, Any], field: str) -> str:
    value = entry.get(field)
    return value if isinstance(value, str) else ""


def _length(value: Any) -> float:
    """Return a length in cells, or 0 if it is not one."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 < value <= 100 else 0.0


def colors_in(cells: Sequence[Mapping[str, Any]], n: int) -> Iterator[Drawing]:
    """Yield a drawing for the cells of each color; several colors of a cell are stripes.

    A player may color cells too: in a document with a player's digits or marks, nothing is drawn.

    Raises:
        BadValueError: A color is neither a text nor a number of the palette.
    """
    if any(_is_played(cell) for cell in cells):
        return
    colors: dict[int, list[str]] = {}
    for at, cell in enumerate(cells):
        found = cell.get("cArray") or [cell.get("c")]
        path = f"grid[{at // n}][{at % n}].c"
        if not isinstance(found, list) or len(found) > _MOST_COLORS:
            bad(path, f"a list of at most {_MOST_COLORS} colors", found)
        colors[at] = [color for each in found if (color := _palette(each, path))]
    yield from color_drawings(colors, n)


def _is_played(cell: Mapping[str, Any]) -> bool:
    return bool(cell.get("value") and not cell.get("given")) or any(map(cell.get, _PLAYED))


def _palette(value: Any, path: str) -> str:
    """Return a color; the colors of a palette keep apart what has different numbers."""
    if value is None or isinstance(value, str):
        return value or ""
    if type(value) is not int:
        bad(path, "a color", value)
    return [*SETTER_COLORS.values()][(value - 1) % len(SETTER_COLORS)] if value else ""
