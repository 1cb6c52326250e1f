"""Read and write the shapes of a drawing as JSON, and move them with the grid."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import atan2, cos, degrees, radians, sin
from typing import Any, TypeAlias

from pandoku.errors import PuzzleError
from pandoku.model import Decoration, Disc, Sign, Stroke, Tile

_LONGEST = 200_000  # maximum number of characters of a drawing
_FARTHEST = 100.0  # maximum distance from the corner of the grid, in cells
_WIDEST = 100.0  # cells
_SHOWN = 30
_COLOR = re.compile(r"#[0-9a-f]{6}")
_ROLE = re.compile(r"[A-Za-z0-9_-]{0,40}")  # SVG pictures use the role as the name of a class
# Control characters other than a line feed, surrogates, and characters that XML forbids.
_UNDRAWN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_USUAL: dict[str, tuple[object, ...]] = {  # default values of the fields that may be omitted
    "stroke": ("", 0.0),
    "disc": ("", ""),
    "tile": ("", "", 0.0, 0.0),
    "sign": ("", 0.0),
}
_Point: TypeAlias = tuple[float, float]
_Move: TypeAlias = Callable[[float, float], _Point]


def text_of_shapes(shapes: Iterable[Decoration]) -> str:
    """Return shapes as JSON."""
    return json.dumps([_values(each) for each in shapes], separators=(",", ":"), ensure_ascii=False)


def _values(shape: Decoration) -> list[object]:
    """Return the name of a shape and its fields. Default values at the end are omitted."""
    values: list[object]
    if isinstance(shape, Stroke):
        values = ["stroke", shape.role, shape.points, shape.has_head, shape.color, shape.width]
    elif isinstance(shape, Disc):
        values = ["disc", shape.role, shape.points, shape.radius, shape.text]
        values += [shape.color, shape.rim]
    elif isinstance(shape, Tile):
        values = ["tile", shape.role, shape.points, shape.size, shape.text]
        values += [shape.color, shape.rim, shape.height, shape.angle]
    else:
        values = ["sign", shape.x, shape.y, shape.text, shape.color, shape.size]
    usual = [*_USUAL[str(values[0])]]
    while usual and values[-1] == usual.pop():
        values.pop()
    return values


def read_shapes(text: object) -> tuple[Decoration, ...]:
    """Return the shapes in a JSON text.

    Raises:
        PuzzleError: The text is not a list of shapes.
    """
    if not isinstance(text, str):
        raise PuzzleError(f"drawing: expected shapes as JSON, found {text!r:.60}")
    if len(text) > _LONGEST:
        raise PuzzleError(f"drawing: expected at most {_LONGEST:,} characters, found {len(text):,}")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or not found:
        raise PuzzleError(f"drawing: expected a list of shapes as JSON, found {text[:_SHOWN]!r}")
    return tuple(map(_shape, found))


def _shape(value: Any) -> Decoration:
    match _with_usual(value):
        case ["stroke", role, list(points), bool(has_head), color, width] if len(points) > 1:
            return Stroke(_role(role), _points(points), has_head, _color(color), _length(width))
        case ["disc", role, list(points), radius, str(text), color, rim] if points:
            colors = _color(color), _color(rim)
            return Disc(_role(role), _points(points), _number(radius), _text(text), *colors)
        case ["tile", role, list(points), size, str(text), color, rim, height, turn] if points:
            colors = _color(color), _color(rim)
            rest = _length(height), _angle(turn)
            return Tile(_role(role), _points(points), _number(size), _text(text), *colors, *rest)
        case ["sign", x, y, str(text), color, size]:
            return Sign(_number(x), _number(y), _text(text), _color(color), _length(size))
    raise PuzzleError(
        "drawing: expected a stroke, disc, tile or sign with its fields, "
        f"found {json.dumps(value)[: 2 * _SHOWN]}"
    )


def _with_usual(value: Any) -> Any:
    """Return all fields of a shape, with default values for the omitted fields."""
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        return value
    usual = _USUAL.get(value[0], ())
    count = {"sign": 4}.get(value[0], 4 if value[0] == "stroke" else 5)
    return [*value, *usual[max(0, len(value) - count) :]] if len(value) >= count else value


def _points(values: list[Any]) -> tuple[_Point, ...]:
    for each in values:
        if not isinstance(each, list) or len(each) != 2:
            raise PuzzleError(f"drawing: expected a point as two numbers, found {each!r:.60}")
    return tuple((_number(x), _number(y)) for x, y in values)


def _number(value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not -_FARTHEST <= value <= _FARTHEST:  # this comparison also excludes NaN
        raise PuzzleError(
            f"drawing: expected a number of at most {_FARTHEST:g} cells, found {value!r:.60}"
        )
    return float(value)


def _length(value: Any) -> float:
    if (length := _number(value)) < 0:
        raise PuzzleError(f"drawing: expected a length of at least 0 cells, found {value!r:.60}")
    return length


def _angle(value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not -360 <= value <= 360:
        raise PuzzleError(f"drawing: expected an angle of -360..360 degrees, found {value!r:.60}")
    return float(value)


def _role(value: Any) -> str:
    if isinstance(value, str) and _ROLE.fullmatch(value):
        return value
    raise PuzzleError(f'drawing: expected a role such as "line" or "", found {value!r:.60}')


def _text(text: str) -> str:
    """Return a text with spaces in place of characters that an SVG picture cannot contain."""
    return _UNDRAWN.sub(" ", text)


def _color(value: Any) -> str:
    if value == "" or (isinstance(value, str) and _COLOR.fullmatch(value)):
        return str(value)
    raise PuzzleError(f'drawing: expected a color such as "#67f067" or "", found {value!r:.60}')


# ---- rotated and reflected


def image_of_shapes(
    shapes: Iterable[Decoration], cells: Sequence[int]
) -> tuple[Decoration, ...] | None:
    """Return shapes rotated or reflected with the grid, or None for any other move of the cells.

    Args:
        shapes: The shapes.
        cells: The number of each cell after the move.
    """
    n = round(len(cells) ** 0.5)
    for move in _moves(n):
        centers = (move(cell % n + 0.5, cell // n + 0.5) for cell in range(n * n))
        if all(int(y) * n + int(x) == image for (x, y), image in zip(centers, cells, strict=True)):
            return tuple(_moved(shape, move) for shape in shapes)
    return None


def _moves(n: int) -> Iterator[_Move]:
    """Yield the eight symmetries of a square with sides of n cells."""
    yield lambda x, y: (x, y)
    yield lambda x, y: (n - x, y)
    yield lambda x, y: (x, n - y)
    yield lambda x, y: (n - x, n - y)
    yield lambda x, y: (y, x)
    yield lambda x, y: (n - y, x)
    yield lambda x, y: (y, n - x)
    yield lambda x, y: (n - y, n - x)


def _moved(shape: Decoration, move: _Move) -> Decoration:
    if isinstance(shape, Sign):
        x, y = move(shape.x, shape.y)
        return replace(shape, x=x, y=y)
    points = tuple(move(x, y) for x, y in shape.points)
    if isinstance(shape, Tile) and (shape.height or shape.angle):
        angle = radians(shape.angle)
        (x, y), (u, v) = move(0, 0), move(cos(angle), sin(angle))
        turned = round(degrees(atan2(v - y, u - x)), 3) % 180  # a half turn changes nothing
        return replace(shape, points=points, angle=turned)
    return replace(shape, points=points)
