"""Drawings as Sudoku Maker has them: the reverse of _sudoku_maker_cosmetics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import atan2, degrees, hypot
from typing import Any

from pandoku.formats._drawn_decorations import layered
from pandoku.formats._setter_looks import fill_and_rim, ink_and_width
from pandoku.model import Decoration, Disc, Sign, Stroke, Tile

__all__ = ["drawn_by_maker"]

_LINE, _CAGE, _SYMBOL = 2000, 2001, 2002
_NONE = "transparent"
_RIM = 0.02  # cells: the width of a border
_HEAD = 0.125  # cells
_TEXT = 0.6  # the size of a text in a circle, relative to its diameter
_SIGN = 0.4  # cells: the size of a text without one


def drawn_by_maker(decorations: Iterable[Decoration], n: int) -> list[dict[str, Any]]:
    """Return shapes as constraints that only show something.

    An arrow is a symbol, and has two points: of others only the line is written.

    Args:
        decorations: The shapes.
        n: The order of the grid.
    """
    lines: dict[tuple[str, float], list[Any]] = {}
    cages: list[dict[str, Any]] = []
    looks: list[dict[str, Any]] = []
    symbols: list[list[Any]] = []
    for shape, is_over in layered(decorations):
        if isinstance(shape, Tile) and shape.role == "cage":
            _add_cage(shape, n, cages)
        elif isinstance(shape, Stroke) and not (shape.has_head and len(shape.points) == 2):
            points = [{"x": x, "y": y} for x, y in shape.points]
            lines.setdefault(ink_and_width(shape), []).append(points)
        else:
            for x, y, look in _symbols(shape):
                if look not in looks:
                    looks.append(look)
                layer = "foreground" if is_over else "default"
                symbols.append([x, y, looks.index(look), layer])
    found = [
        {"type": _LINE, "lines": each, "style": {"color": color, "thickness": width}}
        for (color, width), each in lines.items()
    ]
    found += [{"type": _CAGE, "cages": cages}] if cages else []
    return found + ([{"type": _SYMBOL, "params": looks, "symbols": symbols}] if symbols else [])


def _add_cage(shape: Tile, n: int, cages: list[dict[str, Any]]) -> None:
    """Add a cage, or the other cells of the last one, of which the first has the text."""
    cells = [int(y // 1) * n + int(x // 1) for x, y in shape.points]
    if not shape.text and cages and len(cages[-1]["cells"]) == 1:
        cages[-1]["cells"] += cells
    else:
        cages.append({"cells": cells, "value": shape.text})


def _symbols(shape: Decoration) -> Iterator[tuple[float, float, dict[str, Any]]]:
    """Yield the place and the look of each symbol of a shape."""
    if isinstance(shape, Stroke):
        yield _arrow(shape)
    elif isinstance(shape, Sign):
        yield shape.x, shape.y, _text(shape.text, shape.size or _SIGN, shape.color)
    elif isinstance(shape, Disc):
        size = {"rx": round(shape.radius, 4), "ry": round(shape.radius, 4), "angle": 0}
        for x, y in shape.points:
            yield x, y, {"type": "ellipse"} | size | _colors(shape)
            if shape.text:
                yield x, y, _text(shape.text, round(2 * shape.radius * _TEXT, 4))
    else:
        size = {"width": shape.size, "height": shape.height or shape.size, "angle": shape.angle}
        for x, y in shape.points:
            yield x, y, {"type": "rectangle"} | size | _colors(shape)


def _arrow(shape: Stroke) -> tuple[float, float, dict[str, Any]]:
    (x, y), (u, v) = shape.points
    color, width = ink_and_width(shape)
    turn = {
        "length": round(hypot(u - x, v - y), 6),
        "angle": round(degrees(atan2(v - y, u - x)), 6),
        "headSize": _HEAD,
    }
    look = {"type": "arrow", "stroke": color, "strokeWidth": width, "fill": color}
    return (x + u) / 2, (y + v) / 2, look | turn


def _text(text: str, size: float, color: str = "") -> dict[str, Any]:
    look = {"type": "text", "text": text, "size": size, "angle": 0}
    return look | {"fill": color or "#000000", "stroke": "#ffffff", "strokeWidth": 0}


def _colors(shape: Disc | Tile) -> dict[str, Any]:
    fill, rim = fill_and_rim(shape)
    width = _RIM if rim else 0
    return {"fill": fill or _NONE, "stroke": rim or _NONE, "strokeWidth": width}
