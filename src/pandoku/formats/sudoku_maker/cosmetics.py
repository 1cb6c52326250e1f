"""Read and write the drawings of Sudoku Maker: lines, cages, symbols, and colors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

from pandoku.constraints import Drawing, Fog
from pandoku.formats._drawn.grid import (
    LIGHTS,
    DrawnCage,
    DrawnLine,
    DrawnMark,
    DrawnShape,
    drawings_of,
    layered,
    merged_marks,
)
from pandoku.formats._drawn.looks import color_drawings, fill_and_rim, ink_and_width, setter_color
from pandoku.formats.json.values import bad, elements, whole
from pandoku.formats.sudoku_maker.kinds import GridPlaces
from pandoku.model import Decoration, Disc, Sign, Stroke, Tile

_LINE, _CAGE, _SYMBOL, _FOG, _LIFTS_FOG = 2000, 2001, 2002, 4000, 4001
COSMETIC = frozenset([_LINE, _CAGE, _SYMBOL, _LIFTS_FOG])
# Together, these patterns lift the fog in and around the cell of a correct digit.
_USUALLY_LIFTED = (0, 1, 2)
_PALETTE = (  # the color for each bit of a cell's colors, from bit 1 on
    "#ec6688", "#f6ab76", "#fde967", "#d3f284", "#7dcb88", "#81e1f7", "#8197e4", "#b569cc",
    "#f376ed", "#d1d1d1", "#a0a0a0", "#606060", "#e900a7", "#ff9207", "#a1e301", "#00ced3",
    "#3793fc", "#9840ff",
)  # fmt: skip
_NOTED = ("candidates", "cornerPencilMarks")  # keys for the player's marks
_LAYERS_BELOW = ("background", "default")  # layers below the lines
_FARTHEST = 100  # cells
_LARGEST_ANGLE = 360_000  # degrees
_Point = tuple[float, float]


def maker_drawings(value: object, order: int) -> Iterator[Drawing | Fog]:
    """Yield the drawings and the fog among the constraints of a document.

    The cells of a cage with the text FOW have no fog at the start.

    Args:
        value: All constraints of the document.
        order: The order of the grid.

    Raises:
        BadValueError: An entry has an unexpected form.
    """
    reader = GridPlaces(order)
    shapes = [
        shape
        for path, each in elements(value, "puzzle.constraints")
        if isinstance(each, Mapping) and not each.get("disabled")
        for shape in _shapes(reader, each, path)
    ]
    marks = merged_marks([each for each in shapes if isinstance(each, DrawnMark)])
    lines = [each for each in shapes if isinstance(each, DrawnLine)]
    yield from drawings_of([*lines, *marks], order)
    for each in shapes:
        if isinstance(each, DrawnCage) and each.text in LIGHTS:
            yield Fog(each.cells)
        elif isinstance(each, DrawnCage):
            yield from drawings_of([each], order)


def colors_of_maker(cells: Sequence[Mapping[str, Any]], n: int) -> Iterator[Drawing]:
    """Yield a drawing for the cells of each color.

    Players can also color cells. If the document has digits or marks of a player, the colors may be
    the player's, and no drawing is yielded.

    Raises:
        BadValueError: The colors of a cell are not a number.
    """
    entered = [cell for cell in cells if cell.get("value") and not cell.get("given")]
    is_solution = all(cell.get("value") for cell in cells)
    if (entered and not is_solution) or any(cell.get(key) for cell in cells for key in _NOTED):
        return
    colors = {}
    for at, cell in enumerate(cells):
        mask = whole(cell.get("colors") or 0, f"puzzle.cells[{at}].colors")
        colors[at] = [color for bit, color in enumerate(_PALETTE, 1) if mask >> bit & 1]
    yield from color_drawings(colors, n)


def has_fog(value: object) -> bool:
    """Return True if the constraints of a document include fog."""
    return any(_type_of(each) in (_FOG, _LIFTS_FOG) for _, each in elements(value, "constraints"))


def lifts_fog_otherwise(value: object) -> bool:
    """Return True if the document lifts fog in another way than around the cells of correct digits.

    Args:
        value: All constraints of the document.
    """
    found = [_object(each) for _, each in elements(value, "constraints")]
    rules = [each for each in found if _type_of(each) == _LIFTS_FOG]
    if any(each.get(key) for each in rules for key in ("triggers", "effects", "overrides")):
        return True
    patterns = [each["patterns"] for each in rules if isinstance(each.get("patterns"), list)]
    listed = [pattern for each in patterns for pattern in each]
    is_usual = all(each in listed for each in _USUALLY_LIFTED)
    return bool(rules) and not (is_usual and all(each in _USUALLY_LIFTED for each in listed))


def _type_of(each: Any) -> object:
    """Return the type of a constraint, or None if the constraint is disabled."""
    return each.get("type") if isinstance(each, Mapping) and not each.get("disabled") else None


def _shapes(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[DrawnShape]:
    kind = each.get("type")
    if kind == _LINE:
        style = _object(each.get("style"))
        color = _color(style.get("color"))
        for where, line in elements(each.get("lines") or [], f"{path}.lines"):
            points = tuple(_point(point, at) for at, point in elements(line, where))
            if len(points) > 1:
                yield DrawnLine(points, color, False, color, _length(style.get("thickness")))
    elif kind == _CAGE:
        for where, cage in elements(each.get("cages") or [], f"{path}.cages"):
            cells = reader.cells(_object(cage).get("cells") or [], f"{where}.cells")
            if cells:
                yield DrawnCage(tuple(dict.fromkeys(cells)), _text(_object(cage).get("value")))
    elif kind == _SYMBOL:
        looks = [look for _, look in elements(each.get("params") or [], f"{path}.params")]
        for where, symbol in elements(each.get("symbols") or [], f"{path}.symbols"):
            point, look, layer = _placed(symbol, looks, where)
            yield from _symbol(point, _object(look), is_over=layer not in _LAYERS_BELOW)


def _placed(symbol: object, looks: list[object], path: str) -> tuple[_Point, object, object]:
    """Return the position of a symbol, its look, and its layer.

    Several symbols may share a look. If the layer is unspecified, a symbol near a line of the grid
    is above the lines.
    """
    if isinstance(symbol, Mapping):
        point = _point(symbol.get("position"), f"{path}.position")
        return point, symbol.get("params"), symbol.get("layer") or _usual_layer(point)
    if not isinstance(symbol, list) or len(symbol) < 2:
        bad(path, "a symbol as [x, y, number of its look]", symbol)
    number = symbol[2] if len(symbol) > 2 and symbol[2] is not None else 0
    is_there = type(number) is int and 0 <= number < len(looks)
    if not is_there and (number or looks):
        bad(f"{path}[2]", f"the number of a look 0..{len(looks) - 1}", number)
    point = _point({"x": symbol[0], "y": symbol[1]}, path)
    layer = symbol[3] if len(symbol) > 3 else None
    return point, looks[number] if is_there else None, layer or _usual_layer(point)


def _usual_layer(point: _Point) -> str:
    return "default" if all(0.25 <= each % 1 <= 0.75 for each in point) else "foreground"


def _symbol(point: _Point, look: Mapping[str, Any], *, is_over: bool) -> Iterator[DrawnShape]:
    """Yield the shape of a rectangle, an ellipse, a text or an arrow. Ignore other kinds."""
    fill, rim = _color(look.get("fill")), _color(look.get("stroke"))
    if look.get("strokeWidth") == 0:
        rim = ""
    angle: Any = look.get("angle")
    is_angle = type(angle) in (int, float) and abs(angle) <= _LARGEST_ANGLE
    turn = float(angle) if is_angle else 0.0
    match look.get("type"):
        case "rectangle":
            size = _length(look.get("width")), _length(look.get("height"))
            yield DrawnMark(
                *point, *size, False, "", fill, rim, turn, (fill, rim, ""), 0.0, is_over
            )
        case "ellipse":
            size = 2 * _length(look.get("rx")), 2 * _length(look.get("ry"))
            yield DrawnMark(*point, *size, True, "", fill, rim, turn, (fill, rim, ""), 0.0, is_over)
        case "text" if text := _text(look.get("text")).strip():
            seen, height = ("", "", fill), _length(look.get("size"))
            yield DrawnMark(*point, 0.0, 0.0, False, text, "", "", 0.0, seen, height, is_over)
        case "arrow" if length := _length(look.get("length")) or _length(look.get("headSize")):
            # An arrow of angle 0 points to the right. The middle of the arrow is at *point*.
            x, y = (each(radians(turn)) * length / 2 for each in (cos, sin))
            way = _moved(point, -x, -y), _moved(point, x, y)
            yield DrawnLine(way, rim, True, rim, _length(look.get("strokeWidth")))


def _moved(point: _Point, x: float, y: float) -> _Point:
    return round(point[0] + x, 4), round(point[1] + y, 4)


def _point(value: object, path: str) -> _Point:
    place = _object(value)
    x: Any = place.get("x")
    y: Any = place.get("y")
    if not all(type(each) in (int, float) and abs(each) <= _FARTHEST for each in (x, y)):
        bad(path, f"a point with x and y up to {_FARTHEST} cells", value)
    return float(x), float(y)


def _object(value: object) -> Mapping[str, Any]:
    """Return the value if it is an object, else an empty object."""
    return value if isinstance(value, Mapping) else {}


def _text(value: object) -> str:
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _color(value: object) -> str:
    return setter_color(value[:40]) if isinstance(value, str) else ""


def _length(value: object) -> float:
    """Return a length in cells, or 0 if the value is not a length."""
    return float(value) if isinstance(value, int | float) and 0 < value <= _FARTHEST else 0.0


_NONE = "transparent"
_RIM = 0.02  # cells: the width of a border
_HEAD = 0.125  # cells
_TEXT = 0.6  # the size of a text in a circle, relative to the diameter of the circle
_SIGN = 0.4  # cells: the default size of a text


def drawn_by_maker(decorations: Iterable[Decoration], n: int) -> list[dict[str, Any]]:
    """Return the constraints of a document that only draw the given shapes.

    The symbols of Sudoku Maker only include straight arrows. An arrow with more than two points is
    written as a line without a head.

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
    """Add a cage. If it has no text and the last cage has one cell, merge the two cages."""
    cells = [int(y // 1) * n + int(x // 1) for x, y in shape.points]
    if not shape.text and cages and len(cages[-1]["cells"]) == 1:
        cages[-1]["cells"] += cells
    else:
        cages.append({"cells": cells, "value": shape.text})


def _symbols(shape: Decoration) -> Iterator[tuple[float, float, dict[str, Any]]]:
    """Yield the position and the look of each symbol that draws a shape."""
    if isinstance(shape, Stroke):
        yield _arrow(shape)
    elif isinstance(shape, Sign):
        yield shape.x, shape.y, _text_look(shape.text, shape.size or _SIGN, shape.color)
    elif isinstance(shape, Disc):
        size = {"rx": round(shape.radius, 4), "ry": round(shape.radius, 4), "angle": 0}
        for x, y in shape.points:
            yield x, y, {"type": "ellipse"} | size | _colors(shape)
            if shape.text:
                yield x, y, _text_look(shape.text, round(2 * shape.radius * _TEXT, 4))
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


def _text_look(text: str, size: float, color: str = "") -> dict[str, Any]:
    look = {"type": "text", "text": text, "size": size, "angle": 0}
    return look | {"fill": color or "#000000", "stroke": "#ffffff", "strokeWidth": 0}


def _colors(shape: Disc | Tile) -> dict[str, Any]:
    fill, rim = fill_and_rim(shape)
    width = _RIM if rim else 0
    return {"fill": fill or _NONE, "stroke": rim or _NONE, "strokeWidth": width}
