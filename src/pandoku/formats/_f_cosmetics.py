"""Drawings without a meaning in documents of f-puzzles, read and written.

Each entry becomes a drawing. An entry that repeats a constraint of the document is left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import product
from math import cos, radians, sin
from typing import Any

from pandoku.constraints.unchecked import SETTER_COLORS, Drawing, drawn_role
from pandoku.formats._json_values import bad
from pandoku.model import Constraint, Decoration, Disc, Geometry, Sign, Stroke, Tile, center_of

__all__ = ["DRAWN_KEYS", "cosmetic_of", "drawings_in"]

DRAWN_KEYS = ("line", "circle", "rectangle", "text", "cage")
_NAME = re.compile(r"R(-?\d{1,2})C(-?\d{1,2})", re.IGNORECASE)
_DIAMETER, _SIDE = 0.8, 0.8  # cells: where an entry has none
_LONG = 2  # times as long as wide: a rectangle that is drawn as a line
_Point = tuple[float, float]


def drawings_in(
    document: Mapping[str, Any], named: Collection[Constraint], geometry: Geometry
) -> Iterator[Drawing]:
    """Yield a drawing for each entry that only shows something.

    Args:
        document: The document.
        named: Its constraints.
        geometry: Its grid.

    Raises:
        BadValueError: An entry has another form.
    """
    twins = {_key(center_of(cell, geometry.order) for cell in c.cells_on(geometry)) for c in named}
    clues = {_clue(each, geometry.order) for each in named}
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
            ]
            if shapes:
                yield Drawing.of(shapes)


def _key(points: Any) -> frozenset[_Point]:
    return frozenset(points)


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
        yield Stroke(drawn_role(line), points if len(points) > 1 else (*points, *points))
    elif key == "cage":
        yield Tile("cage", points[:1], 1.0, text)  # the text stands in one cell
        if points[1:]:
            yield Tile("cage", points[1:])
    elif key == "text":
        yield Sign(x, y, text)
    elif key == "circle":
        diameter = _length(entry.get("width")) or _DIAMETER
        yield Disc(drawn_role(fill, line), ((x, y),), diameter / 2, text)
    else:
        yield from _rectangle(entry, (x, y), drawn_role(fill, line), text)


def _rectangle(
    entry: Mapping[str, Any], center: _Point, role: str, text: str
) -> Iterator[Decoration]:
    """Yield a square, or a line for a rectangle that is far longer than wide."""
    width, height = (_length(entry.get(field)) or _SIDE for field in ("width", "height"))
    if max(width, height) < _LONG * min(width, height):
        yield Tile(role, (center,), max(width, height), text)
        return
    angle = entry.get("angle")
    turn = radians(angle if isinstance(angle, int | float) and abs(angle) < 1e6 else 0)
    turn += radians(90) * (height > width)
    x, y, half = *center, max(width, height) / 2
    across, down = round(half * cos(turn), 3), round(half * sin(turn), 3)
    yield Stroke(role, ((x - across, y - down), (x + across, y + down)))
    if text:
        yield Sign(x, y, text)


def _color(entry: Mapping[str, Any], field: str) -> str:
    value = entry.get(field)
    return value if isinstance(value, str) else ""


def _length(value: Any) -> float:
    """Return a length in cells, or 0 if it is not one."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 < value <= 100 else 0.0


# ---- written


def cosmetic_of(drawing: Drawing, n: int) -> tuple[str, dict[str, Any]] | None:
    """Return the key and the entry of a drawing; None if a document cannot have it as one."""
    shapes = drawing.decorations(Geometry.latin(n))
    entry = _entry_of(shapes)
    if entry is None or drawing.title:
        return None
    again = list(drawings_in({entry[0]: [entry[1]]}, (), Geometry.latin(n)))
    return entry if again == [drawing] else None


def _entry_of(shapes: tuple[Decoration, ...]) -> tuple[str, dict[str, Any]] | None:
    first, *others = shapes
    if isinstance(first, Stroke):
        lines = [_names(each) for each in shapes if isinstance(each, Stroke)]
        color = SETTER_COLORS.get(first.role, "")
        return "line", {"lines": lines, "outlineC": color, "width": 0.2}
    if isinstance(first, Tile) and first.role == "cage":
        names = [name for each in shapes if isinstance(each, Tile) for name in _names(each)]
        return "cage", {"cells": names, "value": first.text}
    if others:
        return None
    if isinstance(first, Sign):
        return "text", {"cells": _around(first.x, first.y), "value": first.text, "size": 0.5}
    (x, y), *_ = first.points
    size = 2 * first.radius if isinstance(first, Disc) else first.size
    look = {"width": size, "height": size, "value": first.text, "cells": _around(x, y)}
    color = SETTER_COLORS.get(first.role, "")
    look |= {"outlineC": color} if first.role == "ring" else {"baseC": color}
    return ("circle" if isinstance(first, Disc) else "rectangle"), look


def _names(shape: Stroke | Tile) -> list[str]:
    return [f"R{int(y // 1) + 1}C{int(x // 1) + 1}" for x, y in shape.points]


def _around(x: float, y: float) -> list[str]:
    """Return the cells of which a point is the middle: one, two or four."""
    rows, columns = ({int((at - d) // 1) + 1 for d in (0.25, -0.25)} for at in (y, x))
    return [f"R{row}C{column}" for row, column in product(sorted(rows), sorted(columns))]
