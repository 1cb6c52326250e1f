"""The colors of the styles of Penpa+, and the shapes of its symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, sin, sqrt
from typing import Any, TypeAlias

from pandoku.formats._drawn.grid import DrawnLine, DrawnMark
from pandoku.formats._drawn.looks import setter_color

_BLACK, _WHITE, _GRAY, _LIGHT = "#000000", "#ffffff", "#999999", "#cccccc"
_PIXELS = 38  # pixels per cell, because widths are in pixels
_SURFACES = {
    1: "#444444",
    2: "#b3ffb3",
    3: _LIGHT,
    4: _BLACK,
    5: "#c0e0ff",
    6: "#ffa3a3",
    7: "#ffffa3",
    8: _GRAY,
    9: "#ffb3ff",
    10: "#ffcc80",
    11: "#cc99ff",
    12: "#eecab1",
    13: "#ff670099",
    99: "#f0f0f0",
}
_LINES = {  # color and width in pixels
    1: (_BLACK, 1),
    2: (_BLACK, 3),
    21: (_BLACK, 5),
    3: ("#208020", 3),
    30: ("#208020", 3),
    5: (_GRAY, 3),
    6: (_GRAY, 12),
    7: ("#777777", 1),
    8: ("#ff0000", 3),
    9: ("#187bcd", 3),
    11: (_BLACK, 1),
    12: ("#444444", 1),
    13: (_BLACK, 4),
    14: ("#777777", 2),
    17: (_BLACK, 4),
    40: (_GRAY, 2),
    80: (_BLACK, 1),
    98: ("#208020", 1),
}
_SYMBOLS = {  # fill and border colors
    0: (_WHITE, _BLACK),
    1: (_WHITE, _BLACK),
    2: (_BLACK, _BLACK),
    3: (_LIGHT, ""),
    4: ("", _BLACK),
    5: (_LIGHT, _BLACK),
    6: (_WHITE, _GRAY),
    7: (_WHITE, ""),
    8: (_WHITE, _BLACK),
    9: (_LIGHT, _BLACK),
    10: (_WHITE, _BLACK),
    11: ("#ff0000", "#ff0000"),
    12: ("#208020", "#208020"),
    13: ("", _BLACK),
}
_RIM_ONLY = (4, 10, 13)  # styles where the setter's color is the border, not the fill
_TEXTS = {2: "#4c9900", 3: _GRAY, 4: _GRAY, 7: _WHITE, 8: "#187bcd", 9: "#0000ff", 10: "#ff0000"}
_TEXTS |= {11: _WHITE}
_DISCS = {6: (_WHITE, _BLACK), 7: (_BLACK, _BLACK), 11: ("#ff0000", "#ff0000")}


def surface_color(style: Any) -> str:
    """Return the color of a cell with this style, or ""."""
    return _SURFACES.get(style, "") if type(style) is int else ""


def stroke_look(style: Any, own: str = "") -> tuple[str, float]:
    """Return the color and the width of a line. *own* is the setter's color, or "".

    The width is in cells.
    """
    color, pixels = _LINES.get(style, _LINES[2]) if type(style) is int else _LINES[2]
    return own or color, pixels / _PIXELS


def symbol_colors(style: Any, own: str = "") -> tuple[str, str]:
    """Return the fill and border colors of a symbol. *own* is the setter's color, or ""."""
    fill, rim = _SYMBOLS.get(style, _SYMBOLS[1]) if type(style) is int else _SYMBOLS[1]
    if not own:
        return fill, rim
    if style in _RIM_ONLY:
        return fill, own
    return own, own if style == 2 else rim


def text_color(style: Any) -> str:
    """Return the color of a text with this style."""
    return _TEXTS.get(style, _BLACK) if type(style) is int else _BLACK


def text_disc(style: Any) -> tuple[str, str] | None:
    """Return the colors of the circle around a text with this style, or None for no circle."""
    return _DISCS.get(style) if type(style) is int else None


_Number: TypeAlias = int | list[int]
_Shape: TypeAlias = DrawnLine | DrawnMark
_Draw: TypeAlias = Callable[[float, float, _Number, str, str], Iterator[_Shape]]

_RADII = {
    "circle": {"L": 0.43, "M": 0.35, "S": 0.22, "SS": 0.13},
    "square": {"LL": 0.5, "L": 0.4, "M": 0.35, "S": 0.22, "SS": 0.13},
    "diamond": {"L": 0.43, "M": 0.35, "S": 0.22, "SS": 0.13},
    "triup": {"L": 0.5, "M": 0.4, "S": 0.25, "SS": 0.16},
    "hexpoint": {"LL": 0.48, "L": 0.4, "M": 0.3, "S": 0.2, "SS": 0.13},
}
_RADII |= dict.fromkeys(("tridown", "triright", "trileft"), _RADII["triup"])
_RADII |= {"hexflat": _RADII["hexpoint"]}
_CORNERS = {  # number of corners, and the angle of the first corner, clockwise from the right
    "triup": (3, 270),
    "tridown": (3, 90),
    "triright": (3, 0),
    "trileft": (3, 180),
    "hexpoint": (6, 30),
    "hexflat": (6, 0),
}
_SIGNS = {
    "inequality": "<\u2227>\u2228",
    "math": "\u2267\u221e+-\u00d7*\u00f7=\u2260\u2266",
}
_TEXT_SIZES = {"inequality": 0.5, "math": 0.6}
_LETTERS = {"B": "#000000", "G": "#cccccc", "W": "#ffffff", "E": "#208020"}
_CAPSULES = {1: (2, 1), 2: (1, 2), 3: (3, 1), 4: (1, 3)}  # number of cells across and down
_LIGHT_RIM = "#b3b3b3"


def is_known(name: str) -> bool:
    """Return True if a symbol can be drawn. Other symbols are shown as their names."""
    return _drawer(name) is not None


def symbol_shapes(
    name: str, number: _Number, x: float, y: float, own: str = ""
) -> Iterator[_Shape]:
    """Yield the shapes of a symbol.

    Args:
        name: The name of the symbol in Penpa+.
        number: The number of the variant of the symbol, or a list that has 1 for each part to draw.
        x: The center, in cells from the left.
        y: The center, in cells from the top.
        own: The color that the setter chose, or "".
    """
    draw = _drawer(name)
    if draw is None:
        yield sign(x, y, name[:20], 0.3)
    else:
        yield from draw(x, y, number, name, own)


def disc(x: float, y: float, width: float, fill: str, rim: str, height: float = 0.0) -> DrawnMark:
    """Return a circle, or a capsule if it has a height."""
    return _mark(x, y, width, height or width, fill, rim, is_round=True)


def sign(x: float, y: float, text: str, size: float, color: str = "#000000") -> DrawnMark:
    """Return a text that is centered at a point."""
    return DrawnMark(x, y, 0.0, 0.0, False, text, "", "", 0.0, ("", "", color), size)


def polyline(
    points: tuple[tuple[float, float], ...], color: str, width: float, *, has_head: bool = False
) -> DrawnLine:
    """Return a line."""
    return DrawnLine(points, color, has_head, setter_color(color), width)


def arrow_from(x: float, y: float, turn: int, start: float, end: float, color: str) -> DrawnLine:
    """Return an arrow that points away from a center.

    Args:
        x: The center, in cells from the left.
        y: The center, in cells from the top.
        turn: The direction as a number 0..7, clockwise: left, up and left, up, and so on.
        start: The distance from the center to the start of the arrow.
        end: The distance from the center to the tip of the arrow.
        color: The color.
    """
    right, down = _way(45 * turn + 180)
    ends = ((x + start * right, y + start * down), (x + end * right, y + end * down))
    return polyline(ends, color, 0.05, has_head=True)


def _mark(
    x: float, y: float, width: float, height: float, fill: str, rim: str, **more: Any
) -> DrawnMark:
    is_round, angle = more.get("is_round", False), more.get("angle", 0.0)
    seen = setter_color(fill), setter_color(rim), ""
    return DrawnMark(x, y, width, height, is_round, "", fill, rim, angle, seen)


def _way(degrees: float) -> tuple[float, float]:
    return cos(degrees * pi / 180), sin(degrees * pi / 180)


def _drawer(name: str) -> _Draw | None:
    family, _, size = name.partition("_")
    if size in _RADII.get(family, {}):
        return _figure
    if name in _SIGNS or name == "math_G":
        return _sign
    return _OTHERS.get(name) or _OTHERS.get(family)


def _figure(x: float, y: float, number: _Number, name: str, own: str) -> Iterator[_Shape]:
    family, _, size = name.partition("_")
    radius = _RADII[family][size]
    fill, rim = symbol_colors(number, own)
    if family == "circle":
        yield disc(x, y, 2 * radius, fill, rim)
    elif family == "square":
        yield _mark(x, y, 2 * radius, 2 * radius, fill, rim)
    elif family == "diamond":
        side = radius * sqrt(2)
        yield _mark(x, y, side, side, fill, rim, angle=45.0)
    else:
        n, first = _CORNERS[family]
        ways = [_way(first + 360 * at / n) for at in range(n + 1)]
        points = tuple((x + radius * right, y + radius * down) for right, down in ways)
        yield polyline(points, rim or fill, 0.03)


def _sign(x: float, y: float, number: _Number, name: str, _: str) -> Iterator[_Shape]:
    family = name.partition("_")[0]
    signs = _SIGNS[family]
    if type(number) is int and family == "inequality":
        number -= 1
    if type(number) is int and number >= 0:
        yield sign(x, y, signs[number % len(signs)], _TEXT_SIZES[family])


def _ox(x: float, y: float, number: _Number, name: str, own: str) -> Iterator[_Shape]:
    color = own or {"E": "#208020", "G": "#999999"}.get(name[-1], "#000000")
    if number in (1, 9):
        yield disc(x, y, 0.6, "", color)
    if number == 2:
        yield from _figure(x, y, 4, "triup_S", color)
    elif number == 3:
        yield _mark(x, y, 0.5, 0.5, "", color)
    elif number == 8:
        yield disc(x, y, 0.1, color, "")
    reach = {4: 0.21, 9: 0.32}.get(number, 0.35) if type(number) is int else 0.0
    if number in (4, 5, 7, 9):
        yield polyline(((x - reach, y - reach), (x + reach, y + reach)), color, 0.05)
    if number in (4, 6, 7, 9):
        yield polyline(((x - reach, y + reach), (x + reach, y - reach)), color, 0.05)


def _bars(x: float, y: float, number: _Number, name: str, own: str) -> Iterator[_Shape]:
    fill = own or _LETTERS.get(name[-1], "#000000")
    thick = 0.14 if number in (1, 2) else 0.28
    width, height = (thick, 0.7) if number in (1, 3) else (0.7, thick)
    yield _mark(x, y, width, height, fill, "#000000")


def _arrow(x: float, y: float, number: _Number, name: str, own: str) -> Iterator[_Shape]:
    color = own or ("#cccccc" if name.endswith("_G") else "#000000")
    if type(number) is int and 1 <= number <= 8:
        turn = number - 1
        right, down = _way(45 * turn + 180)
        yield arrow_from(x - 0.3 * right, y - 0.3 * down, turn, 0.0, 0.65, color)


def _arrows(x: float, y: float, number: _Number, name: str, own: str) -> Iterator[_Shape]:
    """Yield an arrow for each drawn part.

    The first four parts of arrow_cross are along rows and columns, and the last four are diagonal.
    """
    turns = (0, 2, 4, 6, 1, 3, 5, 7) if name == "arrow_cross" else range(8)
    for turn, is_drawn in zip(turns, number if isinstance(number, list) else [], strict=False):
        if is_drawn == 1:
            yield arrow_from(x, y, turn, 0.2, 0.48, own or "#000000")


def _capsule(x: float, y: float, number: _Number, name: str, own: str) -> Iterator[_Shape]:
    """Yield a capsule around cells. The point (x, y) is the center of the first cell."""
    wide, high = _CAPSULES.get(number, (1, 1)) if type(number) is int else (1, 1)
    center = x + (wide - 1) / 2, y + (high - 1) / 2
    rim = own or ("#000000" if name == "sudokuetc" else _LIGHT_RIM)
    yield disc(*center, wide - 0.2, "#ffffff", rim, high - 0.2)


def _etc(x: float, y: float, number: _Number, name: str, own: str) -> Iterator[_Shape]:
    if number == 1:
        for at in range(4):
            right, down = at % 2 * 2 - 1, at // 2 * 2 - 1
            fill = "#777777" if right == down else own or "#cccccc"
            yield _mark(x + 0.14 * right, y + 0.14 * down, 0.28, 0.28, fill, "")
    elif number == 2:
        yield disc(x, y, 1.42, "", own or "#cccccc")
    elif number == 3:
        yield _mark(x, y, 1.4, 1.4, own or "#cccccc", "", angle=45.0)
    elif type(number) is int:
        yield from _capsule(x, y, number - 3, name, own)


_OTHERS: dict[str, _Draw] = {
    "ox": _ox,
    "bars": _bars,
    "arrow": _arrow,
    "arrow_cross": _arrows,
    "arrow_eight": _arrows,
    "sudokuetc": _etc,
    "sudokumore": _capsule,
}
