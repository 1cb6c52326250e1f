"""Shapes as the documents of SudokuPad draw them: lines, arrows, and marks below and over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import atan2, degrees, hypot
from typing import Any

from pandoku.formats._drawn_decorations import layered
from pandoku.formats._setter_looks import fill_and_rim, ink_and_width
from pandoku.model import Decoration, Disc, Sign, Stroke, Tile

__all__ = ["shapes_in_scl"]

_PIXELS = 64  # of a cell, in which SudokuPad counts widths of lines and font sizes
_OVER = ("white", "black", "mark", "quadruple", "count")  # discs that lie over lines
_TEXT = 0.6  # the font size of a text in a circle, relative to its diameter
_DOT = 0.6  # cells: a text in a larger circle has the usual size
_SIGN = 0.4  # cells: the font size of a text without one


def shapes_in_scl(decorations: Iterable[Decoration]) -> dict[str, list[dict[str, Any]]]:
    """Return the lines, arrows, underlays, overlays and drawn cages of a document, by its keys.

    The opposite of `drawings_of`: marks keep their place below or over the lines.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for shape, over in layered(decorations):
        for key, entry in _entries(shape):
            found.setdefault("overlays" if key == "underlays" and over else key, []).append(entry)
    if cages := found.get("cages"):
        found["cages"] = _joined(cages)
    return found


def _entries(shape: Decoration) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(shape, Stroke):
        yield _line(shape)
    elif isinstance(shape, Sign):
        size = round((shape.size or _SIGN) * _PIXELS, 3)
        look = {"text": shape.text, "fontSize": size} | _if(color=shape.color)
        yield "overlays", _mark(shape.x, shape.y, 0.0, 0.0) | look
    elif isinstance(shape, Disc):
        yield "overlays" if shape.role in _OVER else "underlays", _disc(shape)
    elif shape.role == "cage":
        yield "cages", {"cells": [_cell(x, y) for x, y in shape.points]} | _if(value=shape.text)
    else:
        yield from (("underlays", each) for each in _tiles(shape))


def _line(shape: Stroke) -> tuple[str, dict[str, Any]]:
    color, width = ink_and_width(shape)
    entry: dict[str, Any] = {
        "wayPoints": [[y, x] for x, y in shape.points],
        "color": color,
        "thickness": round(width * _PIXELS, 3),
    }
    return ("arrows", entry | {"headLength": 0.3}) if shape.has_head else ("lines", entry)


def _disc(shape: Disc) -> dict[str, Any]:
    """Return a circle, or a capsule around two points."""
    (x, y), (u, v) = shape.points[0], shape.points[-1]
    diameter = 2 * shape.radius
    entry = _mark((x + u) / 2, (y + v) / 2, hypot(u - x, v - y) + diameter, diameter)
    turn = round(degrees(atan2(v - y, u - x)) % 180, 3)
    size = round(diameter * _TEXT * _PIXELS, 3) if shape.text and diameter <= _DOT else 0
    look = {"rounded": True} | _if(angle=turn, text=shape.text, fontSize=size)
    return entry | look | _colors(shape)


def _tiles(shape: Tile) -> Iterator[dict[str, Any]]:
    """Yield the rectangles of a shape."""
    turn = 45.0 if shape.role == "diamond" else shape.angle
    for x, y in shape.points:
        entry = _mark(x, y, shape.size, shape.height or shape.size)
        yield entry | {"rounded": False} | _if(angle=turn) | _colors(shape)


def _colors(shape: Disc | Tile) -> dict[str, Any]:
    inside, rim = fill_and_rim(shape)
    return _if(backgroundColor=inside, borderColor=rim)


def _mark(x: float, y: float, width: float, height: float) -> dict[str, Any]:
    return {"center": [y, x], "width": round(width, 4), "height": round(height, 4)}


def _cell(x: float, y: float) -> list[int]:
    return [int(y // 1), int(x // 1)]


def _if(**fields: Any) -> dict[str, Any]:
    """Return the fields that have a value."""
    return {key: value for key, value in fields.items() if value}


def _joined(cages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return cages that are two shapes, the first cell with the text and the others, as one."""
    found: list[dict[str, Any]] = []
    for each in cages:
        last = found[-1] if found else {}
        if "value" not in each and len(last.get("cells", ())) == 1:
            last["cells"] += each["cells"]
        else:
            found.append(each)
    return found
