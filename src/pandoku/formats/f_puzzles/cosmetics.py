"""Read and write f-puzzles drawings that do not represent a constraint.

The reader skips an entry that only repeats the picture of a constraint, and turns every other entry
into a drawing. The writer makes an entry for each shape. Consecutive lines with the same look share
an entry, and the colors of cells are written into the cells.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from pandoku.constraints import Drawing
from pandoku.formats._drawn.looks import SETTER_COLORS, color_drawings, drawn_role, setter_color
from pandoku.formats.json.values import bad, with_values
from pandoku.model import (
    Constraint,
    Decoration,
    Disc,
    Geometry,
    Puzzle,
    Sign,
    Stroke,
    Tile,
    center_of,
)

DRAWN_KEYS = ("line", "circle", "rectangle", "text", "cage")
_NAME = re.compile(r"R(-?\d{1,2})C(-?\d{1,2})", re.IGNORECASE)
_DIAMETER, _SIDE = 0.8, 0.8  # cells: the default sizes of entries
_MOST_TURNED = 360_000  # degrees
_MOST_COLORS = 10  # maximum number of colors in a cell
_PLAYED = ("centerPencilMarks", "cornerPencilMarks")  # keys for the player's marks
_Point = tuple[float, float]


def drawings_in(
    document: Mapping[str, Any], named: Collection[Constraint], geometry: Geometry
) -> Iterator[Drawing]:
    """Yield a drawing for each entry that does not repeat the picture of a constraint.

    Args:
        document: The document.
        named: The constraints of the document. A constraint with a defect is ignored, because it
            has no picture that an entry could repeat.
        geometry: The grid of the document.

    Raises:
        BadValueError: An entry has an unexpected form.
    """
    named = [each for each in named if each.is_sound(geometry)]
    twins = {
        frozenset(center_of(cell, geometry.order) for cell in each.cells_on(geometry))
        for each in named
    }
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
                if points and frozenset(points) not in twins
                for shape in _shapes(key, entry, points)
                if not (isinstance(shape, Sign) and (shape.x, shape.y, shape.text) in clues)
                if not ends.intersection(_ends(shape))
            ]
            if shapes:
                yield Drawing.of(shapes)


def _ends(shape: Decoration) -> Iterator[tuple[type, _Point]]:
    """Yield the circles and diamonds that a shape puts on the ends of lines."""
    is_circle = isinstance(shape, Disc) and len(shape.points) == 1
    is_diamond = isinstance(shape, Tile) and (shape.role == "diamond" or shape.angle % 90 == 45)
    if isinstance(shape, Disc | Tile) and (is_circle or is_diamond) and not shape.text:
        yield from ((type(shape), point) for point in shape.points)


def _clue(constraint: Constraint, n: int) -> tuple[float, float, str] | None:
    """Return the position and the number of a clue outside the grid, or None."""
    place, number = getattr(constraint, "place", None), getattr(constraint, "number", None)
    if place is None or number is None:
        return None
    row, column = place(n)
    return column + 0.5, row + 0.5, str(number)


def _lists(key: str, entry: Mapping[str, Any], path: str) -> Iterator[tuple[_Point, ...]]:
    """Yield the cell centers of each line of an entry.

    If the entry has no lines, yield the centers of all its cells.
    """
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
        named = 1 if text else len(points)  # only the first cell has the text
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
        yield from _tile(entry, (x, y), drawn_role(fill, line), text)


def _tile(entry: Mapping[str, Any], center: _Point, role: str, text: str) -> Iterator[Decoration]:
    """Yield a rectangle, and the text in its middle."""
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
    """Return a length in cells, or 0 for any other value."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 < value <= 100 else 0.0


def colors_in(cells: Sequence[Mapping[str, Any]], n: int) -> Iterator[Drawing]:
    """Yield a drawing for the cells of each color, with several colors in a cell as stripes.

    Players can color cells as well. If a document has digits or marks of a player, the colors may
    also be from the player. No drawing is yielded in that case.

    Raises:
        BadValueError: A color is neither a text nor the number of a palette color.
    """
    if any(
        (cell.get("value") and not cell.get("given")) or any(map(cell.get, _PLAYED))
        for cell in cells
    ):
        return
    colors: dict[int, list[str]] = {}
    for at, cell in enumerate(cells):
        found = cell.get("cArray") or [cell.get("c")]
        path = f"grid[{at // n}][{at % n}].c"
        if not isinstance(found, list) or len(found) > _MOST_COLORS:
            bad(path, f"a list of at most {_MOST_COLORS} colors", found)
        colors[at] = [color for each in found if (color := _palette(each, path))]
    yield from color_drawings(colors, n)


def _palette(value: Any, path: str) -> str:
    """Return a color. Different numbers of a palette give different colors."""
    if value is None or isinstance(value, str):
        return value or ""
    if type(value) is not int:
        bad(path, "a color", value)
    return [*SETTER_COLORS.values()][(value - 1) % len(SETTER_COLORS)] if value else ""


_GRAY = "drawn-gray"  # the role of shapes without a color
_Entry = tuple[str, dict[str, Any]]  # a key of the document, and an entry of its list


def keeps_drawing(drawing: Drawing, named: Sequence[Constraint], geometry: Geometry) -> bool:
    """Return True if a reader of the document would get back all shapes of a drawing.

    Args:
        drawing: The drawing.
        named: The constraints of the document. A reader skips shapes that repeat the picture of a
            constraint.
        geometry: The grid.
    """
    colors, entries = drawn_parts(drawing, geometry.order)
    drawn = [*color_drawings(colors, geometry.order), *_read(entries, named, geometry)]
    shown = (look for each in drawn for look in _looks(each.decorations(geometry)))
    return sorted(shown, key=repr) == sorted(_looks(drawing.decorations(geometry)), key=repr)


def is_drawn_alike(puzzle: Puzzle) -> bool:
    """Return True if all drawings of a puzzle would be read back with the same roles and titles."""
    n = puzzle.order
    drawings = [each for each in puzzle.further if isinstance(each, Drawing)]
    parts = [(each, *drawn_parts(each, n)) for each in drawings]
    return all(
        [*color_drawings(colors, n), *_read(entries, (), Geometry.latin(n))] == [drawing]
        for drawing, colors, entries in parts
    )


def drawn_parts(
    drawing: Drawing, n: int, colored: Container[int] = ()
) -> tuple[dict[int, list[str]], list[_Entry]]:
    """Return the colored cells of a drawing, and the entries of its other shapes.

    Args:
        drawing: The drawing.
        n: The order of the grid.
        colored: Cells that already have a color in the document, and cannot get a second one.
    """
    shapes = drawing.decorations(Geometry.latin(n))
    if stripes := _stripes_of(shapes, n):
        return stripes, []
    colors: dict[int, list[str]] = {}
    rest: list[Decoration] = []
    for shape in shapes:
        points = shape.points if isinstance(shape, Tile) and _fills_cells(shape, n) else ()
        cells = {(x, y): int(y) * n + int(x) for x, y in points}
        new = [point for point in points if cells[point] not in colored]
        new = [point for point in dict.fromkeys(new) if cells[point] not in colors]
        for point in new:
            colors[cells[point]] = [_fill_of(shape)]
        if not new:
            rest.append(shape)
        elif isinstance(shape, Tile) and len(new) < len(points):
            rest.append(replace(shape, points=tuple(each for each in points if each not in new)))
    return colors, _entries_of(rest)


def _fills_cells(tile: Tile, n: int) -> bool:
    """Return True if the squares of a tile only color cells, without a border or text."""
    is_plain = bool(_fill_of(tile)) and not (tile.rim or tile.text or tile.angle)
    is_cell = tile.role != "cage" and tile.size == 1 and tile.height in (0, 1)
    inside = all(0 < x < n and 0 < y < n and x % 1 == y % 1 == 0.5 for x, y in tile.points)
    return is_plain and is_cell and inside


def stripes_of(drawing: Drawing, n: int) -> dict[int, list[str]]:
    """Return the colors of each cell, from left to right, or {} unless all shapes are stripes."""
    return _stripes_of(drawing.decorations(Geometry.latin(n)), n)


def _stripes_of(shapes: Sequence[Decoration], n: int) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for shape in shapes:
        points = shape.points if isinstance(shape, Tile) and shape.size < 1 else ()
        if not points or not all(0 <= x < n and 0 <= y < n for x, y in points):
            return {}
        for x, y in points:
            found.setdefault(int(y) * n + int(x), []).append(_fill_of(shape))
    again = [
        look
        for each in color_drawings(found, n)
        for look in _looks(each.decorations(Geometry.latin(n)))
    ]
    return found if sorted(again, key=repr) == sorted(_looks(shapes), key=repr) else {}


def _entries_of(shapes: Iterable[Decoration]) -> list[_Entry]:
    """Return the entries of shapes."""
    rest = [*shapes]
    found: list[_Entry] = []
    while rest:
        key, entry, n_taken = _next_entry(rest)
        found.append((key, entry))
        del rest[:n_taken]
    return found


def _read(
    entries: list[_Entry], named: Sequence[Constraint], geometry: Geometry
) -> Iterator[Drawing]:
    document: dict[str, list[Any]] = {}
    for key, entry in entries:
        document.setdefault(key, []).append(entry)
    return drawings_in(document, named, geometry)


def _next_entry(shapes: list[Decoration]) -> tuple[str, dict[str, Any], int]:
    """Make one entry from the first shapes of a list.

    Return the key of the entry, the entry, and the number of shapes in the entry.
    """
    first = shapes[0]
    if isinstance(first, Stroke):
        lines = [first, *_alike(first, shapes[1:])]
        entry = {"lines": [_names(each.points) for each in lines]}
        return "line", entry | with_values(outlineC=_ink(first), width=first.width), len(lines)
    if isinstance(first, Sign):
        look = with_values(value=first.text, fontC=first.color, size=first.size)
        return "text", {"cells": _around(first.x, first.y)} | look, 1
    if isinstance(first, Disc):
        fill, rim = _fill_and_rim(first)
        size = {"width": 2 * first.radius, "height": 2 * first.radius}
        look = size | with_values(value=first.text, baseC=fill, outlineC=rim)
        return "circle", {"cells": _around(*first.points[0])} | look, 1
    if first.role == "cage":
        return _cage(first, shapes[1:2])
    return _rectangle(first, shapes)


def _alike(first: Stroke, shapes: list[Decoration]) -> Iterator[Stroke]:
    """Yield the strokes at the start of *shapes* that have the same look as *first*."""
    for each in shapes:
        if not isinstance(each, Stroke) or replace(each, points=first.points) != first:
            return
        yield each


def _cage(first: Tile, after: list[Decoration]) -> tuple[str, dict[str, Any], int]:
    """Return the entry of a cage.

    A cage with text may be two shapes: its first cell with the text, and the other cells.
    """
    points, n_taken = first.points, 1
    for each in after:
        if isinstance(each, Tile) and each.role == "cage" and not each.text and len(points) == 1:
            points, n_taken = (*points, *each.points), 2
    look = with_values(value=first.text, outlineC=first.rim)
    return "cage", {"cells": _names(points)} | look, n_taken


def _rectangle(first: Tile, shapes: list[Decoration]) -> tuple[str, dict[str, Any], int]:
    """Return the entry of a rectangle and its text.

    If the shape has several squares, the entry only contains the first square.
    """
    fill, rim = _fill_and_rim(first)
    size = {"width": first.size, "height": first.height or first.size}
    look = size | with_values(angle=first.angle, baseC=fill, outlineC=rim)
    entry = {"cells": _around(*first.points[0])} | look
    if len(first.points) > 1:
        # The other squares need separate entries, so they are put back into the list as a shape.
        shapes.insert(1, replace(first, points=first.points[1:]))
        return "rectangle", entry, 1
    after = shapes[1] if len(shapes) > 1 else None
    if isinstance(after, Sign) and (after.x, after.y) == first.points[0] and not after.size:
        return "rectangle", entry | with_values(value=after.text, fontC=after.color), 2
    return "rectangle", entry, 1


def _fill_and_rim(shape: Disc | Tile) -> tuple[str, str]:
    """Return the fill and border colors that the setter chose, or else the colors of the role."""
    if shape.color or shape.rim or shape.role == _GRAY:
        return shape.color, shape.rim
    color = SETTER_COLORS.get(shape.role, SETTER_COLORS[_GRAY]).lower()
    return ("", color) if shape.role == "ring" else (color, "")


def _fill_of(shape: Decoration) -> str:
    """Return the fill color of squares, or "" for other shapes."""
    return _fill_and_rim(shape)[0] if isinstance(shape, Tile) else ""


def _ink(stroke: Stroke) -> str:
    color = SETTER_COLORS.get(stroke.role, SETTER_COLORS[_GRAY]).lower()
    return stroke.color or ("" if stroke.role == _GRAY else color)


def _names(points: Sequence[tuple[float, float]]) -> list[str]:
    return [f"R{int(y // 1) + 1}C{int(x // 1) + 1}" for x, y in points]


def _around(x: float, y: float) -> list[str]:
    """Return the one, two or four cells around a point."""
    rows, columns = ({int((at - d) // 1) + 1 for d in (0.25, -0.25)} for at in (y, x))
    return [f"R{row}C{column}" for row, column in product(sorted(rows), sorted(columns))]


def _looks(shapes: Iterable[Decoration]) -> Iterator[tuple[object, ...]]:
    """Yield a tuple that describes the look of each shape, or of each of its squares."""
    for shape in shapes:
        if isinstance(shape, Stroke):
            yield shape.points, shape.has_head, _ink(shape), shape.width
        elif isinstance(shape, Sign):
            yield shape.x, shape.y, shape.text, shape.color, shape.size
        else:
            colors = _fill_and_rim(shape)
            if isinstance(shape, Disc):
                yield shape.points, round(shape.radius, 6), shape.text, *colors
                continue
            height = shape.height or shape.size
            for at, (x, y) in enumerate(shape.points):
                text = "" if at and shape.role == "cage" else shape.text
                place, size = (round(x, 6), round(y, 6)), (round(shape.size, 6), round(height, 6))
                yield shape.role == "cage", place, *size, text, *colors, shape.angle
