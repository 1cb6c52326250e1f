"""The layers of a puzzle of Penpa+ as givens, cages and drawings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import zip_longest
from typing import TypeAlias

from pandoku.formats._drawn_grid import DrawnCage, DrawnMark
from pandoku.formats._penpa_cages import joined_cells
from pandoku.formats._penpa_canvas import PenpaCanvas
from pandoku.formats._penpa_grid import PenpaGrid
from pandoku.formats._penpa_numbers import read_corner_numbers, read_numbers
from pandoku.formats._penpa_segments import joined_segments
from pandoku.formats._penpa_styles import stroke_look, surface_color
from pandoku.formats._penpa_symbols import disc, is_known, polyline, sign, symbol_shapes
from pandoku.formats._penpa_text import PenpaText
from pandoku.formats._setter_colors import setter_color

__all__ = ["read_layers"]

_Point: TypeAlias = tuple[float, float]

_LIGHT, _RING, _BLACK = "#cccccc", "#b3b3b3", "#000000"
# Lines from point to point: their usual color, and their width in cells.
_LISTS = {
    "squareframe": (_LIGHT, 0.8),
    "thermo": (_LIGHT, 0.4),
    "nobulbthermo": (_LIGHT, 0.4),
    "arrows": (_RING, 0.08),
    "direction": (_RING, 0.08),
    "polygon": (_BLACK, 0.03),
}
_CIRCLE = 0.8  # cells: of a bulb, and of the circle of an arrow
_SEGMENTS = ("line", "freeline", "lineE", "freelineE", "wall")
_CROSS = 98  # the style of a cross on a single point
_MOST_COLORS = 10  # of a cell
_CLUE_SIZE = 0.32


def read_layers(text: PenpaText, grid: PenpaGrid) -> PenpaCanvas:
    """Return what a puzzle shows, from the back to the front.

    Raises:
        BadValueError: A layer has another form, or too many entries.
    """
    canvas = PenpaCanvas(text, grid)
    _read_surfaces(canvas)
    for key in _LISTS:
        _read_lists(canvas, key)
    _read_segments(canvas)
    _read_symbols(canvas)
    read_numbers(canvas)
    read_corner_numbers(canvas)
    _read_cages(canvas)
    return canvas


def _read_surfaces(canvas: PenpaCanvas) -> None:
    """Draw colored cells; several colors are stripes."""
    for name, styles in canvas.entries("surface"):
        point = canvas.point(name)
        listed = styles[:_MOST_COLORS] if isinstance(styles, list) else [styles]
        own = canvas.own_colors("surface", name)[: len(listed)]
        pairs = zip_longest(listed, own, fillvalue="")
        colors = [color for style, mine in pairs if (color := mine or surface_color(style))]
        for at, color in enumerate(colors if point else []):
            assert point is not None
            width = 1 / len(colors)
            x = point.x - 0.5 + (at + 0.5) * width
            seen = setter_color(color), "", ""
            canvas.add(DrawnMark(x, point.y, width, 1.0, False, "", color, "", 0.0, seen))


def _read_lists(canvas: PenpaCanvas, key: str) -> None:
    """Draw the lines of a tool that goes from point to point."""
    usual, width = _LISTS[key]
    for at, line in enumerate(canvas.lists(key)):
        color = canvas.own_color(key, at) or usual
        places = [canvas.point(number) for number in line]
        points = tuple((place.x, place.y) for place in places if place)
        if len(points) < 2:
            continue
        if key == "thermo":
            canvas.add(disc(*points[0], _CIRCLE, color, ""))
        elif key == "arrows":
            canvas.add(disc(*points[0], _CIRCLE, "#ffffff", color))
        elif key == "polygon" and points[0] != points[-1]:
            points += points[:1]
        canvas.add(polyline(points, color, width, has_head=key in ("arrows", "direction")))


def _read_segments(canvas: PenpaCanvas) -> None:
    """Draw the lines that are stored as segments, those of one look together."""
    looks: dict[tuple[str, float], list[tuple[_Point, _Point]]] = defaultdict(list)
    for key, name, style in _segments(canvas):
        places = [canvas.point(each) for each in name.split(",")[:3]]
        points = [(place.x, place.y) for place in places if place]
        look = stroke_look(style, canvas.own_color(key, name))
        if style == _CROSS and len(points) == 1:
            canvas.add(sign(*points[0], "\u00d7", 0.4, look[0]))
        elif len(points) == 2 and name not in canvas.edges:
            looks[look].append((points[0], points[1]))
    for (color, width), segments in looks.items():
        canvas.add(*(polyline(line, color, width) for line in joined_segments(segments)))


def _segments(canvas: PenpaCanvas) -> Iterator[tuple[str, str, object]]:
    """Yield the layer, the name and the style of each segment."""
    for key in _SEGMENTS:
        yield from ((key, name, style) for name, style in canvas.entries(key))


def _read_symbols(canvas: PenpaCanvas) -> None:
    for name, entry in canvas.entries("symbol"):
        point = canvas.point(name)
        number, symbol = entry[:2] if isinstance(entry, list) and len(entry) > 1 else (0, None)
        if point is None or not isinstance(symbol, str) or not isinstance(number, int | list):
            continue
        if not is_known(symbol):
            canvas.names[symbol[:20]] += 1
        own = canvas.own_color("symbol", name)
        canvas.add(*symbol_shapes(symbol, number, point.x, point.y, own))


def _read_cages(canvas: PenpaCanvas) -> None:
    """Read cages, each with the text in the corner of its first cell that has one."""
    killers: list[tuple[int, ...]] = []
    for numbers in canvas.lists("killercages"):
        cells = [canvas.cell_of(number) for number in numbers]
        canvas.n_outside += None in cells
        killers.append(tuple(sorted({cell for cell in cells if cell is not None})))
    names = [name.split(",")[:2] for name, _ in canvas.entries("cage")]
    free = joined_cells([[canvas.point(end) for end in ends] for ends in names], canvas.n)
    known = {cell for cells in killers for cell in cells}
    drawn = [cells for cells in free if not known.intersection(cells)]
    for inside in dict.fromkeys(filter(None, (*killers, *drawn))):
        named = next((cell for cell in inside if cell in canvas.clues), -1)
        canvas.blocks.append(DrawnCage(inside, canvas.clues.pop(named, "")))
    for cell, text in canvas.clues.items():
        row, column = divmod(cell, canvas.n)
        canvas.add(sign(column + 0.25, row + 0.25, text, _CLUE_SIZE))
