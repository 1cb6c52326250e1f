"""Drawings as documents of f-puzzles have them: the reverse of _f_cosmetics.

A document has an entry for each shape. Lines of one look share one, and colors stand in the cells.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from pandoku.constraints import Drawing
from pandoku.formats._cell_colors import color_drawings
from pandoku.formats._f_cosmetics import drawings_in
from pandoku.formats._setter_colors import SETTER_COLORS
from pandoku.model import Constraint, Decoration, Disc, Geometry, Puzzle, Sign, Stroke, Tile

__all__ = ["drawn_parts", "is_drawn_alike", "keeps_drawing", "stripes_of"]

_GRAY = "drawn-gray"  # the role of what has no color
_Entry = tuple[str, dict[str, Any]]  # the key of a document, and what its list has


def keeps_drawing(drawing: Drawing, named: Sequence[Constraint], geometry: Geometry) -> bool:
    """Return whether a document shows all of a drawing.

    Args:
        drawing: The drawing.
        named: The constraints of the document; what repeats one of them is not shown.
        geometry: The grid.
    """
    colors, entries = drawn_parts(drawing, geometry.order)
    drawn = [*color_drawings(colors, geometry.order), *_read(entries, named, geometry)]
    shown = (look for each in drawn for look in _looks(each.decorations(geometry)))
    return sorted(shown, key=repr) == sorted(_looks(drawing.decorations(geometry)), key=repr)


def is_drawn_alike(puzzle: Puzzle) -> bool:
    """Return whether all drawings of a puzzle are read back as they are, with roles and titles."""
    n = puzzle.order
    drawings = [each for each in puzzle.further if isinstance(each, Drawing)]
    parts = [(each, *drawn_parts(each, n)) for each in drawings]
    return all(
        [*color_drawings(colors, n), *_read(entries, (), _plain(n))] == [drawing]
        for drawing, colors, entries in parts
    )


def drawn_parts(
    drawing: Drawing, n: int, colored: Container[int] = ()
) -> tuple[dict[int, list[str]], list[_Entry]]:
    """Return the colors of cells in a drawing, and the entries of its other shapes.

    Args:
        drawing: The drawing.
        n: The order of the grid.
        colored: Cells that have a color already.
    """
    shapes = drawing.decorations(_plain(n))
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
    """Return whether squares only give cells a color."""
    is_plain = bool(_fill_of(tile)) and not (tile.rim or tile.text or tile.angle)
    is_cell = tile.role != "cage" and tile.size == 1 and tile.height in (0, 1)
    inside = all(0 < x < n and 0 < y < n and x % 1 == y % 1 == 0.5 for x, y in tile.points)
    return is_plain and is_cell and inside


def stripes_of(drawing: Drawing, n: int) -> dict[int, list[str]]:
    """Return the colors of cells if a drawing is only stripes of several in each, left first."""
    return _stripes_of(drawing.decorations(_plain(n)), n)


def _stripes_of(shapes: Sequence[Decoration], n: int) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for shape in shapes:
        points = shape.points if isinstance(shape, Tile) and shape.size < 1 else ()
        if not points or not all(0 <= x < n and 0 <= y < n for x, y in points):
            return {}
        for x, y in points:
            found.setdefault(int(y) * n + int(x), []).append(_fill_of(shape))
    again = [
        look for each in color_drawings(found, n) for look in _looks(each.decorations(_plain(n)))
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


def _plain(n: int) -> Geometry:
    return Geometry.latin(n)


def _read(
    entries: list[_Entry], named: Sequence[Constraint], geometry: Geometry
) -> Iterator[Drawing]:
    document: dict[str, list[Any]] = {}
    for key, entry in entries:
        document.setdefault(key, []).append(entry)
    return drawings_in(document, named, geometry)


def _next_entry(shapes: list[Decoration]) -> tuple[str, dict[str, Any], int]:
    """Return the key and the entry of the first shapes, and how many they are."""
    first = shapes[0]
    if isinstance(first, Stroke):
        lines = [first, *_alike(first, shapes[1:])]
        entry = {"lines": [_names(each.points) for each in lines]}
        return "line", entry | _if(outlineC=_ink(first), width=first.width), len(lines)
    if isinstance(first, Sign):
        look = _if(value=first.text, fontC=first.color, size=first.size)
        return "text", {"cells": _around(first.x, first.y)} | look, 1
    if isinstance(first, Disc):
        fill, rim = _fill_and_rim(first)
        size = {"width": 2 * first.radius, "height": 2 * first.radius}
        look = size | _if(value=first.text, baseC=fill, outlineC=rim)
        return "circle", {"cells": _around(*first.points[0])} | look, 1
    if first.role == "cage":
        return _cage(first, shapes[1:2])
    return _rectangle(first, shapes)


def _alike(first: Stroke, shapes: list[Decoration]) -> Iterator[Stroke]:
    """Yield the strokes that follow another one and look like it."""
    for each in shapes:
        look = isinstance(each, Stroke) and (each.role, each.color, each.width, each.has_head)
        if not isinstance(each, Stroke) or look != (
            first.role, first.color, first.width, first.has_head
        ):  # fmt: skip
            return
        yield each


def _cage(first: Tile, after: list[Decoration]) -> tuple[str, dict[str, Any], int]:
    """Return the entry of a cage, whose first cell may be a shape of its own, with the text."""
    points, n_taken = first.points, 1
    for each in after:
        if isinstance(each, Tile) and each.role == "cage" and not each.text and len(points) == 1:
            points, n_taken = (*points, *each.points), 2
    look = _if(value=first.text, outlineC=first.rim)
    return "cage", {"cells": _names(points)} | look, n_taken


def _rectangle(first: Tile, shapes: list[Decoration]) -> tuple[str, dict[str, Any], int]:
    """Return the entry of a rectangle with the text in its middle, or of its first square."""
    fill, rim = _fill_and_rim(first)
    size = {"width": first.size, "height": first.height or first.size}
    look = size | _if(angle=first.angle, baseC=fill, outlineC=rim)
    entry = {"cells": _around(*first.points[0])} | look
    if len(first.points) > 1:
        # The other squares have an entry each: they take the place of all in the list.
        shapes.insert(1, replace(first, points=first.points[1:]))
        return "rectangle", entry, 1
    after = shapes[1] if len(shapes) > 1 else None
    if isinstance(after, Sign) and (after.x, after.y) == first.points[0] and not after.size:
        return "rectangle", entry | _if(value=after.text, fontC=after.color), 2
    return "rectangle", entry, 1


def _fill_and_rim(shape: Disc | Tile) -> tuple[str, str]:
    """Return the colors of the inside and the border: the setter's, or those of its role."""
    if shape.color or shape.rim or shape.role == _GRAY:
        return shape.color, shape.rim
    color = SETTER_COLORS.get(shape.role, SETTER_COLORS[_GRAY]).lower()
    return ("", color) if shape.role == "ring" else (color, "")


def _fill_of(shape: Decoration) -> str:
    """Return the color of the inside of squares, or "" for another shape."""
    return _fill_and_rim(shape)[0] if isinstance(shape, Tile) else ""


def _ink(stroke: Stroke) -> str:
    color = SETTER_COLORS.get(stroke.role, SETTER_COLORS[_GRAY]).lower()
    return stroke.color or ("" if stroke.role == _GRAY else color)


def _if(**fields: Any) -> dict[str, Any]:
    """Return the fields that have a value."""
    return {key: value for key, value in fields.items() if value}


def _names(points: Sequence[tuple[float, float]]) -> list[str]:
    return [f"R{int(y // 1) + 1}C{int(x // 1) + 1}" for x, y in points]


def _around(x: float, y: float) -> list[str]:
    """Return the cells of which a point is the middle: one, two or four."""
    rows, columns = ({int((at - d) // 1) + 1 for d in (0.25, -0.25)} for at in (y, x))
    return [f"R{row}C{column}" for row, column in product(sorted(rows), sorted(columns))]


def _looks(shapes: Iterable[Decoration]) -> Iterator[tuple[object, ...]]:
    """Yield what is seen of each shape, square by square."""
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
